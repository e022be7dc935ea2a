"""What one player of With a Vengeance knows: the line in front, what is left in the deck, and who else is in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from flip7.cards import VENGEANCE, Edition
from flip7.odds.position import Limits, Position
from flip7.rulebook import STANDARD, House

MOST_POINTS = 98
"""The best score of a round, with distinct ranks only; 91 where both 13s count toward seven (V16, SW-6)."""


@dataclass(frozen=True, slots=True)
class VengeancePosition(Position):
    """A player who is offered a card, or who must take ``flips`` more cards of a Flip Four.

    Of the house rules SW-6 (both 13s), Brutal Mode and SW-8 (the brutal Zero) change the odds.
    """

    house: House = STANDARD

    edition: ClassVar[Edition] = VENGEANCE
    limits: ClassVar[Limits] = Limits(
        flip_card="Flip Four",
        flips=4,
        flips_rule="V32",
        points=MOST_POINTS,
        points_rule="V16",
        seventh_rule="V11",
        pile_rule="V12",
        no_card_rule="V12",
        no_stay=("not allowed without a card (V10)", "not allowed while The Zero must hit (V17)"),
    )

    def under(self, house: House) -> VengeancePosition:
        """The same with these house rules."""
        return replace(self, house=house)
