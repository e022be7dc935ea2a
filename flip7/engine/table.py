"""Everything that lies on the table, frozen: lines, piles as counts, who is in, and what is waiting to be done.

There is no hidden order of cards in here. Order lives outside, with whoever deals: a script, a seed, or people who
tap the card that was really turned.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from flip7.cards import Card, Edition, card
from flip7.hands import toward_seven
from flip7.rulebook import STANDARD, House

Status = Literal["active", "stayed", "frozen", "busted", "flip7"]
Phase = Literal["deal", "offers", "over"]
Why = Literal["deal", "hit", "flip", "more"]
"""Why a card is taken: opening deal, an offer, a forced card of Flip Three or Flip Four, Just One More."""

ZERO, SECOND_CHANCE = card("0"), card("SC")


@dataclass(frozen=True, slots=True)
class Offer:
    """``player`` is asked: hit or stay?"""

    player: int


@dataclass(frozen=True, slots=True)
class Need:
    """``player`` takes one card."""

    player: int
    why: Why


@dataclass(frozen=True, slots=True)
class Flips:
    """``player`` takes ``left`` more forced cards of ``card`` (Flip Three or Flip Four); ``aside`` waits."""

    player: int
    card: Card
    left: int
    aside: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Assign:
    """Flip 7: ``player`` says who gets each of ``waiting``, in order; none takes effect before all are assigned (R32).

    ``source`` is the Flip Three that they waited for, ``None`` for a card just drawn.
    """

    player: int
    source: Card | None
    waiting: tuple[Card, ...]
    assigned: tuple[tuple[Card, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Effect:
    """Flip 7: ``card`` takes effect on ``target``, if still active (R33)."""

    card: Card
    target: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Flip 7: ``player`` passes on a surplus Second Chance (R36)."""

    player: int
    card: Card


@dataclass(frozen=True, slots=True)
class GiveAway:
    """With a Vengeance: ``player`` gives ``card`` to somebody (V23, V26). ``waited``: it is a waiting card (V34)."""

    player: int
    card: Card
    waited: bool = False


@dataclass(frozen=True, slots=True)
class Resolve:
    """With a Vengeance: ``player`` carries out Steal, Swap or Discard (V28-V30)."""

    player: int
    card: Card


@dataclass(frozen=True, slots=True)
class Waiting:
    """With a Vengeance: ``cards`` wait for ``player``, who resolves them one at a time in flip order (V34)."""

    player: int
    source: Card
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class StayAfter:
    """With a Vengeance: after the one card of Just One More (``card``) ``player`` must stay (V27)."""

    player: int
    card: Card


@dataclass(frozen=True, slots=True)
class BonusOrPenalty:
    """Brutal Mode: ``player`` has flipped seven and takes 15 or takes 15 from somebody (V40)."""

    player: int


Task = Offer | Need | Flips | Assign | Effect | Pass | GiveAway | Resolve | Waiting | StayAfter | BonusOrPenalty


@dataclass(frozen=True, slots=True)
class Result:
    """A scored round: ``scores`` and new ``totals`` by seat, and how the game goes on.

    ``winners`` are seats; ``next_dealer`` is ``None`` when the game is over.
    """

    scores: tuple[int, ...]
    totals: tuple[int, ...]
    game: Literal["goes-on", "over", "tie-break"]
    winners: tuple[int, ...]
    next_dealer: int | None


@dataclass(frozen=True, slots=True)
class Table:
    """One round at the table. Seats are numbered clockwise from 0; ``names`` says who sits there.

    ``deck`` and ``discard`` are counts; ``play`` are cards that were drawn and are not settled, set aside or queued.
    ``dealt`` is how many seats the opening deal has reached, ``turn`` the seat last served, ``early`` the seats that
    took forced cards before their opening card (R14). ``penalty`` is the seat that lost 15 to a Brutal Flip 7.
    ``shuffles`` counts those since somebody last chose to hit or to stay.
    """

    edition: Edition
    house: House
    names: tuple[str, ...]
    dealer: int
    totals: tuple[int, ...]
    lines: tuple[tuple[Card, ...], ...]
    status: tuple[Status, ...]
    deck: Mapping[Card, int]
    discard: Mapping[Card, int]
    play: tuple[Card, ...] = ()
    phase: Phase = "deal"
    dealt: int = 0
    turn: int = 0
    early: frozenset[int] = frozenset()
    agenda: tuple[Task, ...] = ()
    penalty: int | None = None
    result: Result | None = None
    shuffles: int = 0

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.names))

    @property
    def first(self) -> int:
        """The seat that is dealt and offered first (R8, V6, SW-1)."""
        return self.dealer if self.house.first == "dealer" else (self.dealer + 1) % len(self.names)

    @property
    def active(self) -> tuple[int, ...]:
        """Seats that are neither stayed nor frozen nor busted (R19, V8)."""
        return tuple(seat for seat in self.seats if self.status[seat] == "active")

    @property
    def standing(self) -> tuple[int, ...]:
        """Seats that are not busted: whom With a Vengeance can hit (V8)."""
        return tuple(seat for seat in self.seats if self.status[seat] != "busted")

    @property
    def deck_left(self) -> int:
        """Cards in the deck."""
        return sum(self.deck.values())

    def after(self, seat: int) -> int:
        """The next seat clockwise."""
        return (seat + 1) % len(self.names)

    def undealt(self, seat: int) -> bool:
        """Whether the opening deal has not reached this seat yet."""
        return self.phase == "deal" and (seat - self.first) % len(self.names) >= self.dealt

    def may_stay(self, seat: int) -> bool:
        """Whether this seat may stay: it has a card (R18, V10) and no Zero that makes it hit (V17)."""
        line = self.lines[seat]
        return bool(line) and not (self.edition.key == "vengeance" and ZERO in line)

    def seven(self, seat: int) -> bool:
        """Whether this line holds the seven cards of a Flip 7."""
        return toward_seven(self.lines[seat], self.house) >= 7


def new_round(
    names: Iterable[str],
    edition: Edition,
    house: House = STANDARD,
    *,
    dealer: int | None = None,
    totals: Iterable[int] | None = None,
    deck: Mapping[Card, int] | None = None,
    discard: Mapping[Card, int] | None = None,
) -> Table:
    """A table before the opening deal: by default a full deck, the last seat dealing, and totals of 0."""
    seats = tuple(names)
    return Table(
        edition,
        house,
        seats,
        len(seats) - 1 if dealer is None else dealer,
        tuple(totals) if totals is not None else (0,) * len(seats),
        ((),) * len(seats),
        tuple("active" for _ in seats),
        dict(edition.copies if deck is None else deck),
        dict(discard or {}),
    )
