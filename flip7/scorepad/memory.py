"""The games that this process has worked out lately, so that sixty screens that look at one do not work it out each."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock

from flip7.scorepad.game import Game

MOST = 200
"""Games kept; an evening's game takes about a tenth of a megabyte."""


@dataclass(frozen=True, slots=True)
class Known:
    """A game as it was read last. ``key`` and ``at`` are those of its last entry: by them it is found again.

    A log only grows, but an older store may be put in its place; then another entry has this number, or none.
    """

    code: str
    watch: str
    game: Game = field(default_factory=Game)
    key: str = ""
    at: int = 0

    @property
    def last(self) -> int:
        """The number of the last entry."""
        return len(self.game.log)


class Memory:
    """Games by either of their codes, those not asked for longest forgotten first. Any thread may ask."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._known: dict[str, Known] = {}
        self._lock = Lock()

    def find(self, code: str) -> Known | None:
        """What is known under this code, whichever of the two it is."""
        with self._lock:
            known = self._known.pop(code, None)
            if known is not None:
                self._known[code] = known
            return known

    def keep(self, known: Known) -> None:
        """Remember this instead of what was known of the game."""
        with self._lock:
            for code in (known.code, known.watch):
                self._known.pop(code, None)
                self._known[code] = known
            while len(self._known) > 2 * self._most:
                del self._known[next(iter(self._known))]
