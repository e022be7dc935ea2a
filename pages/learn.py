"""Learn the game: the course, and everything else that teaches."""

from __future__ import annotations

from flip7.ui.frame import footer, frame

frame("learn")
footer()
