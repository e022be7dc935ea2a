"""What one player knows: the line in front, and the cards that are out of the deck besides it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from flip7.cards import CLASSIC, Card, card
from flip7.errors import Fault
from flip7.hands import SEVEN, copy_faults, hand_faults, toward_seven

_FREEZE = card("FR")


@dataclass(frozen=True, slots=True)
class Position:
    """A player of Flip 7 who is offered a card while others are still in.

    ``line`` lies in front of the player; ``seen`` are all other cards known to be out of the deck.
    """

    line: tuple[Card, ...] = ()
    seen: tuple[Card, ...] = ()

    @property
    def left(self) -> Counter[Card]:
        """Copies of each card still in the deck; negative where more are out than the deck has."""
        return CLASSIC.left(self.line + self.seen)


def position_faults(position: Position) -> list[Fault]:
    """Everything that keeps this player from being offered a card with these cards out; empty if all is well."""
    faults = hand_faults(position.line, CLASSIC)
    faults += [fault for fault in copy_faults(Counter(position.line + position.seen), CLASSIC) if fault not in faults]
    if not faults and _FREEZE in position.line:
        faults.append(Fault("A Freeze lies in this line: a frozen player takes no more cards.", "R26"))
    if not faults and toward_seven(position.line) == SEVEN:
        faults.append(Fault("Seven different numbers lie here: the round is over, there is no card to take.", "R41"))
    return faults
