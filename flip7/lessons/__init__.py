"""Lessons as data: a round record beside its words, played out by the engine and stepped through by a page."""
