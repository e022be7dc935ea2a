"""What one player of With a Vengeance knows: the line in front, what is left in the deck, and who else is in."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from flip7.cards import VENGEANCE, Card
from flip7.odds.position import Position
from flip7.rulebook import STANDARD, House


@dataclass(frozen=True, slots=True)
class VengeancePosition(Position):
    """A player who is offered a card, or who must take ``flips`` more cards of a Flip Four.

    Of the house rules SW-6 (both 13s), Brutal Mode and SW-8 (the brutal Zero) change the odds.
    """

    house: House = STANDARD

    @property
    def left(self) -> Counter[Card]:
        """Copies of each card still in the deck; negative where more are out than the deck has."""
        return Counter(self.deck) if self.deck is not None else VENGEANCE.left(self.line + self.seen)
