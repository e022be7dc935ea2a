"""What can be written on the pad, one frozen entry for each happening. A game is a list of them that only grows.

Players have an ``id`` that stays when they are renamed. Rounds count from 1. An entry about a round names it, so a past
round is put right by the same kind of entry that wrote it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from flip7.cards import Card
from flip7.rulebook import STANDARD, House

Status = Literal["", "active", "stayed", "frozen", "busted", "flip7"]
"""How a player came out of a round. Empty: not said. ``active``: still in."""


@dataclass(frozen=True, slots=True)
class Start:
    """The first entry of every game. Players sit clockwise in this order and get the ids ``p1``, ``p2`` …"""

    names: tuple[str, ...]
    edition: str = "classic"
    dealer: str = "p1"
    house: House = STANDARD


@dataclass(frozen=True, slots=True)
class Settings:
    """New house rules and target, for the whole game."""

    house: House


@dataclass(frozen=True, slots=True)
class Join:
    """A late joiner: plays from ``round`` on, begins with ``points``, sits to the left of ``after`` (empty: last)."""

    player: str
    name: str
    round: int
    points: int = 0
    after: str = ""


@dataclass(frozen=True, slots=True)
class Leave:
    """``round`` is the first that the player no longer plays."""

    player: str
    round: int


@dataclass(frozen=True, slots=True)
class Return:
    """A player who had left plays again, from ``round`` on."""

    player: str
    round: int


@dataclass(frozen=True, slots=True)
class Rename:
    """The player is called something else, in every round."""

    player: str
    name: str


@dataclass(frozen=True, slots=True)
class Order:
    """Everybody's seats, clockwise, from ``round`` on."""

    players: tuple[str, ...]
    round: int


@dataclass(frozen=True, slots=True)
class Dealer:
    """Who deals ``round``; later rounds follow from it (R6)."""

    player: str
    round: int


@dataclass(frozen=True, slots=True)
class Hand:
    """One player's round: tapped ``cards`` or typed ``points``; a later one for the same round takes its place.

    Typed points are final. ``typed`` is what was written, such as ``10+15+8``. ``because`` is the reason for which a
    hand that cannot be is accepted; cards that have no score by the rules then come with ``points``.
    """

    player: str
    round: int
    cards: tuple[Card, ...] | None = None
    points: int | None = None
    status: Status = ""
    typed: str = ""
    because: str = ""


@dataclass(frozen=True, slots=True)
class Blank:
    """The player's hand is taken out of the open round; a blank is not a 0."""

    player: str
    round: int


@dataclass(frozen=True, slots=True)
class Penalty:
    """Brutal Mode: ``player`` flipped seven and takes 15 from ``against`` (empty: takes the bonus after all, V40)."""

    player: str
    against: str
    round: int


@dataclass(frozen=True, slots=True)
class Aside:
    """All cards of this round that lie in nobody's line any more: used actions, Second Chances and what they saved."""

    cards: tuple[Card, ...]
    round: int


@dataclass(frozen=True, slots=True)
class Move:
    """A card goes from ``player`` (empty: the deck) to ``to`` (empty: the discard pile); a second one comes back.

    So one entry is a Steal, a Swap, a Discard, a minus card given on, or Unlucky 7 as it is drawn (V19, V28-V30).
    """

    player: str
    to: str
    cards: tuple[Card, ...]
    round: int


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """The discard pile was shuffled during this round or right before it, or was not after all (R47-R49)."""

    round: int
    happened: bool = True


@dataclass(frozen=True, slots=True)
class Close:
    """The round is over and counts; the next one is open."""

    round: int
    because: str = ""


@dataclass(frozen=True, slots=True)
class Reopen:
    """The round closed last is open again."""

    round: int


@dataclass(frozen=True, slots=True)
class Void:
    """A closed round does not count, or counts after all; what was written stays, and so do the later dealers."""

    round: int
    because: str = ""
    happened: bool = True


@dataclass(frozen=True, slots=True)
class End:
    """The table ends the game; before the rules do, only with a reason."""

    because: str = ""


@dataclass(frozen=True, slots=True)
class PlayOn:
    """The table goes on after all."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The table shows everybody's chances from now on, or hides them."""

    shown: bool


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes back entry number ``of`` (from 1): the last one that holds."""

    of: int


@dataclass(frozen=True, slots=True)
class Redo:
    """Brings back entry number ``of``: the one that was taken back last."""

    of: int


@dataclass(frozen=True, slots=True)
class Claim:
    """The phone with this mark enters ``player``'s cards from now on, also where another did; empty: no phone does.

    It says who sits where, not what has happened in the game, so Undo does not go back to it.
    """

    player: str
    phone: str


Deed = (
    Start | Settings | Join | Leave | Return | Rename | Order | Dealer | Hand | Blank | Penalty | Aside
    | Move | Reshuffle | Close | Reopen | Void | End | PlayOn | Advice
)  # fmt: skip
Entry = Deed | Undo | Redo | Claim
