"""What one player knows: the line in front, what is left in the deck, and who else is in."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from flip7.cards import CLASSIC, Card, Edition, card
from flip7.errors import Fault
from flip7.hands import SEVEN, copy_faults, hand_faults, toward_seven
from flip7.rulebook import STANDARD, House

_FREEZE = card("FR")
MOST_FLIPS = 3
MOST_POINTS = 171
"""The best score of a round (R46a)."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a game allows: the card that forces flips and how many, the best score of a round, and their rules.

    ``no_stay`` says why there may be no staying: without a card, and with one.
    """

    flip_card: str
    flips: int
    flips_rule: str
    points: int
    points_rule: str
    seventh_rule: str
    pile_rule: str
    no_card_rule: str
    no_stay: tuple[str, str]


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

    edition: ClassVar[Edition] = CLASSIC
    limits: ClassVar[Limits] = Limits(
        flip_card="Flip Three",
        flips=MOST_FLIPS,
        flips_rule="R28",
        points=MOST_POINTS,
        points_rule="R46a",
        seventh_rule="R41",
        pile_rule="R48",
        no_card_rule="R50",
        no_stay=("not allowed without a card (R18)", ""),
    )

    @property
    def house(self) -> House:
        """The house rules; none of them changes the odds of Flip 7."""
        return STANDARD

    def under(self, house: House) -> Position:
        """The same with these house rules."""
        return self

    @property
    def left(self) -> Counter[Card]:
        """Copies of each card still in the deck; negative where more are out than the deck has."""
        return Counter(self.deck) if self.deck is not None else self.edition.left(self.line + self.seen)


def position_faults(position: Position) -> list[Fault]:
    """Everything that keeps this player from being offered a card with these cards out; empty if all is well."""
    edition, limits = position.edition, position.limits
    faults = hand_faults(position.line, edition, house=position.house)
    known = position.seen if position.deck is None else position.deck + position.pile
    faults += [fault for fault in copy_faults(Counter(position.line + known), edition) if fault not in faults]
    if not faults and _FREEZE in position.line:
        faults.append(Fault("A Freeze lies in this line: a frozen player takes no more cards.", "R26"))
    if not faults and toward_seven(position.line, position.house) == SEVEN:
        what = "Seven different numbers lie here: the round is over, there is no card to take."
        faults.append(Fault(what, limits.seventh_rule))
    if position.deck is None:
        unseen = Counter(position.pile) - Counter(position.seen)
        faults += [
            Fault(f"{face.code} is in the discard pile more often than it has been seen.", limits.pile_rule)
            for face in unseen
        ]
    elif position.seen:
        faults.append(Fault("Where the deck itself is given, no cards are given as seen."))
    if not 0 <= position.flips <= limits.flips:
        what = f"A {limits.flip_card} has 1 to {limits.flips} cards still to come."
        faults.append(Fault(what, limits.flips_rule))
    return faults
