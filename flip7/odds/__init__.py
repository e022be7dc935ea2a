"""Exact odds: what one player knows (`position`), the solver (`exact`), and the oracle of the tests (`reference`)."""
