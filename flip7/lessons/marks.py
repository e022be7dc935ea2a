"""What a replay says of each step beside the rules: how likely a card was, and what a choice was worth.

Only hit or stay has a worth: the points of this round that it brings on average if the player goes on as well as can
be (see ``flip7.odds``). All cards out of the deck have been seen by everybody, so its counts are what each player could
know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from flip7.cards import Card, Edition
from flip7.engine.table import Table
from flip7.lessons.steps import Step
from flip7.odds.exact import Answer
from flip7.odds.games import position_of
from flip7.odds.position import Position
from flip7.odds.tree import TIE


@dataclass(frozen=True, slots=True)
class Chance:
    """Before the card was turned ``copies`` of the ``deck`` cards in the deck were like it."""

    copies: int
    deck: int


@dataclass(frozen=True, slots=True)
class Choice:
    """Seat ``seat`` could hit or stay in this ``position`` and has said ``said``."""

    seat: int
    said: Literal["hit", "stay"]
    position: Position


@dataclass(frozen=True, slots=True)
class Worth:
    """What staying and hitting were worth to a player who then ``said`` one of them, in points on average."""

    said: Literal["hit", "stay"]
    stay: float
    hit: float

    @property
    def cost(self) -> float:
        """What the choice gave away; 0 with the odds, and where both are worth the same."""
        lead = self.hit - self.stay if self.said == "stay" else self.stay - self.hit
        return lead if lead > TIE else 0.0


@dataclass(frozen=True, slots=True)
class Account:
    """Some choices held against the odds: the worth of each by its step, ``None`` where it was not computed."""

    worths: Mapping[int, Worth | None]

    @property
    def against(self) -> tuple[int, ...]:
        """The steps whose choice went against the odds."""
        return tuple(at for at, worth in sorted(self.worths.items()) if worth and worth.cost)

    @property
    def cost(self) -> float:
        """The points that all of them gave away."""
        return sum(worth.cost for worth in self.worths.values() if worth)

    @property
    def unknown(self) -> int:
        """Choices that take too long to compute."""
        return sum(worth is None for worth in self.worths.values())


def chance_of(step: Step) -> Chance | None:
    """The chance that the card of this step had; ``None`` where no card is turned."""
    if step.before is None or not step.events or step.events[0].kind != "draw":
        return None
    card: Card | None = step.events[0].card
    return Chance(step.before.deck[card], step.before.deck_left) if card else None


def choice_of(step: Step) -> Choice | None:
    """The choice to hit or to stay of which this step tells; ``None`` in all other steps."""
    table = step.before
    if table is None or not step.events:
        return None
    event = step.events[0]
    if not event.chosen or event.player is None or event.kind not in ("hit", "stay"):
        return None
    return Choice(event.player, "hit" if event.kind == "hit" else "stay", _position(table, event.player))


def _position(table: Table, seat: int) -> Position:
    return position_of(
        table.edition,
        table.lines[seat],
        pile=_cards(table.edition, table.discard),
        deck=_cards(table.edition, table.deck),
        alone=table.active == (seat,),
        house=table.house,
    )


def _cards(edition: Edition, counts: Mapping[Card, int]) -> tuple[Card, ...]:
    return tuple(face for face in edition.cards for _ in range(counts.get(face, 0)))


def worth_of(choice: Choice, ask: Callable[[Position], Answer | None]) -> Worth | None:
    """What both were worth, from the answer of ``ask``; ``None`` where it has none."""
    answer = ask(choice.position)
    return Worth(choice.said, answer.stay, answer.hit) if answer is not None and answer.stay is not None else None


def choices_of(steps: Iterable[Step]) -> dict[int, Choice]:
    """Every choice to hit or to stay by its step, counted from 0."""
    return {at: choice for at, step in enumerate(steps) if (choice := choice_of(step))}
