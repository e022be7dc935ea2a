"""Practice: rounds against computer players, a coach, drills, and the deal of the day. Nothing here knows a page."""
