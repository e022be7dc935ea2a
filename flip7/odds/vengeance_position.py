"""What one player of With a Vengeance knows: the line in front, what is left in the deck, and who else is in."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from flip7.cards import VENGEANCE, Card, card
from flip7.errors import Fault
from flip7.hands import SEVEN, copy_faults, hand_faults, toward_seven
from flip7.odds.position import Position
from flip7.rulebook import STANDARD, House

MOST_FLIPS = 4
_ZERO = card("0")


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

    @property
    def may_stay(self) -> bool:
        """Whether Stay is legal: with a card in front (V10), no Zero among them (V17), and no forced card to come."""
        return bool(self.line) and _ZERO not in self.line and not self.flips


def vengeance_faults(position: VengeancePosition) -> list[Fault]:
    """Everything that keeps this player from being offered a card with these cards out; empty if all is well."""
    faults = hand_faults(position.line, VENGEANCE, house=position.house)
    known = position.seen if position.deck is None else position.deck + position.pile
    faults += [fault for fault in copy_faults(Counter(position.line + known), VENGEANCE) if fault not in faults]
    if not faults and toward_seven(position.line, position.house) == SEVEN:
        faults.append(Fault("Seven number cards lie here: the round is over, there is no card to take.", "V11"))
    if position.deck is None:
        unseen = Counter(position.pile) - Counter(position.seen)
        faults += [
            Fault(f"{face.code} is in the discard pile more often than it has been seen.", "V12") for face in unseen
        ]
    elif position.seen:
        faults.append(Fault("Where the deck itself is given, no cards are given as seen."))
    if not 0 <= position.flips <= MOST_FLIPS:
        faults.append(Fault(f"A Flip Four has 1 to {MOST_FLIPS} cards still to come.", "V32"))
    return faults
