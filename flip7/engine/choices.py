"""What is fed to the table: a player's choice, a card that was turned, or a shuffled pile; and what is due next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from flip7.cards import Card

Asks = Literal["hit-or-stay", "target", "recipient", "card", "bonus"]


@dataclass(frozen=True, slots=True)
class Hit:
    """``player`` takes a card."""

    player: int


@dataclass(frozen=True, slots=True)
class Stay:
    """``player`` takes no more cards."""

    player: int


@dataclass(frozen=True, slots=True)
class Give:
    """``player`` gives ``card`` to seat ``to``."""

    player: int
    card: Card
    to: int


@dataclass(frozen=True, slots=True)
class Take:
    """Steal: ``player`` takes ``card`` from ``owner``."""

    player: int
    card: Card
    owner: int


@dataclass(frozen=True, slots=True)
class Exchange:
    """Swap: ``player`` exchanges ``card`` of ``owner`` with ``other_card`` of ``other``."""

    player: int
    card: Card
    owner: int
    other_card: Card
    other: int


@dataclass(frozen=True, slots=True)
class Remove:
    """Discard: ``player`` discards ``card`` of ``owner``."""

    player: int
    card: Card
    owner: int


@dataclass(frozen=True, slots=True)
class Bonus:
    """Brutal Flip 7: ``player`` takes the 15."""

    player: int


@dataclass(frozen=True, slots=True)
class Penalty:
    """Brutal Flip 7: ``player`` takes 15 from ``to``."""

    player: int
    to: int


Choice = Hit | Stay | Give | Take | Exchange | Remove | Bonus | Penalty


@dataclass(frozen=True, slots=True)
class Turned:
    """The card that was turned."""

    card: Card


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The discard pile was shuffled and is the deck now."""


Input = Choice | Turned | Shuffled


@dataclass(frozen=True, slots=True)
class Decision:
    """``player`` must choose one of ``options`` (at least two); ``card`` is the card it is about, if any."""

    player: int
    asks: Asks
    options: tuple[Choice, ...]
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class CardDue:
    """A card must be turned for ``player``."""

    player: int


@dataclass(frozen=True, slots=True)
class ShuffleDue:
    """A card is needed for ``player`` and the deck is empty: the discard pile must be shuffled (R47)."""

    player: int


Due = Decision | CardDue | ShuffleDue
