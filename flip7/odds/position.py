"""What one player knows: the line in front, what is left in the deck, and who else is in."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from flip7.cards import CLASSIC, Card, card
from flip7.errors import Fault
from flip7.hands import SEVEN, copy_faults, hand_faults, toward_seven

_FREEZE = card("FR")
MOST_FLIPS = 3


@dataclass(frozen=True, slots=True)
class Position:
    """A player of Flip 7 who is offered a card, or who must take ``flips`` more cards of a Flip Three.

    ``line`` lies in front of the player. ``seen`` are all other cards known to be out of the deck; those of them in
    ``pile`` would come back with a reshuffle. Where ``deck`` is given it is exactly what is left, ``seen`` is empty and
    ``pile`` the discard pile itself. ``alone``: nobody else is active.
    """

    line: tuple[Card, ...] = ()
    seen: tuple[Card, ...] = ()
    pile: tuple[Card, ...] = ()
    alone: bool = False
    flips: int = 0
    deck: tuple[Card, ...] | None = None

    @property
    def left(self) -> Counter[Card]:
        """Copies of each card still in the deck; negative where more are out than the deck has."""
        return Counter(self.deck) if self.deck is not None else CLASSIC.left(self.line + self.seen)


def position_faults(position: Position) -> list[Fault]:
    """Everything that keeps this player from being offered a card with these cards out; empty if all is well."""
    faults = hand_faults(position.line, CLASSIC)
    known = position.seen if position.deck is None else position.deck + position.pile
    faults += [fault for fault in copy_faults(Counter(position.line + known), CLASSIC) if fault not in faults]
    if not faults and _FREEZE in position.line:
        faults.append(Fault("A Freeze lies in this line: a frozen player takes no more cards.", "R26"))
    if not faults and toward_seven(position.line) == SEVEN:
        faults.append(Fault("Seven different numbers lie here: the round is over, there is no card to take.", "R41"))
    if position.deck is None:
        unseen = Counter(position.pile) - Counter(position.seen)
        faults += [
            Fault(f"{face.code} is in the discard pile more often than it has been seen.", "R48") for face in unseen
        ]
    elif position.seen:
        faults.append(Fault("Where the deck itself is given, no cards are given as seen."))
    if not 0 <= position.flips <= MOST_FLIPS:
        faults.append(Fault(f"A Flip Three has 1 to {MOST_FLIPS} cards still to come.", "R28"))
    return faults
