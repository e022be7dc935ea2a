"""What one player knows: the line in front, and the cards that are out of the deck besides it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from flip7.cards import CLASSIC, Card, Edition


@dataclass(frozen=True, slots=True)
class Position:
    """A player who is offered a card while others are active too.

    ``line`` lies in front of the player; ``seen`` are all other cards known to be out of the deck.
    """

    line: tuple[Card, ...] = ()
    seen: tuple[Card, ...] = ()
    edition: Edition = CLASSIC

    @property
    def left(self) -> Counter[Card]:
        """Copies of each card still in the deck; negative where more are out than the deck has."""
        return self.edition.left(self.line + self.seen)
