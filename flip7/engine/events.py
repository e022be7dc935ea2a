"""What happens at the table, one fact at a time, and how the table looks after it.

An event names what happened for people (``kind``, ``player``, ``card``, ``other``, ``rules``) and carries the change
itself: cards that move, statuses, the new agenda. ``evolve`` only carries that out, so events and tables cannot
disagree, and no card can appear or vanish.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from flip7.cards import Card
from flip7.engine.table import Phase, Result, Status, Table, Task

DECK, DISCARD, PLAY = -1, -2, -3
"""Places beside the lines, which are named by their seat: deck, discard pile, and cards not settled yet."""

Kind = Literal[
    "deal",  # the opening deal reaches player
    "skipped",  # ... who is out already and gets no card
    "offer",  # player's turn
    "must-hit",  # ... who may not stay
    "hit",
    "stay",
    "draw",  # player takes card
    "keep",  # card joins player's line
    "saved",  # Second Chance and the duplicate are discarded
    "bust",
    "flip7",
    "set-aside",  # an action waits until the forced cards are done
    "assign",  # player gives card to other
    "gets",  # a modifier given by player joins other's line
    "freeze",
    "flips",  # player begins the forced cards of card
    "waiting",  # the forced cards are done, and what waited is assigned or resolved now
    "next-waiting",  # the next of several waiting cards
    "done",  # a card has been resolved with all it caused
    "passed",  # a surplus Second Chance goes to other
    "lapse",  # cards are discarded without effect
    "must-stay",  # after Just One More
    "steal",
    "swap",
    "discard",
    "sweep",  # Unlucky 7 discards the rest of the line
    "shuffle",
    "no-cards",  # deck and discard pile are both empty
    "bonus",
    "penalty",
    "scored",
]


@dataclass(frozen=True, slots=True)
class Move:
    """One card from one place to another."""

    card: Card
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Event:
    """One fact. Seats are numbers; ``card`` is what it is about; ``rules`` are the reasons.

    ``chosen`` marks what a player has really decided; a decision with one legal answer is not marked.
    """

    kind: Kind
    player: int | None = None
    card: Card | None = None
    other: int | None = None
    rules: tuple[str, ...] = ()
    moves: tuple[Move, ...] = ()
    status: Mapping[int, Status] = field(default_factory=dict)
    agenda: tuple[Task, ...] | None = None
    phase: Phase | None = None
    turn: int | None = None
    dealt: int | None = None
    early: int | None = None
    penalty: int | None = None
    result: Result | None = None
    chosen: bool = False


def evolve(table: Table, event: Event) -> Table:
    """The table after the event."""
    changes: dict[str, object] = {}
    if event.moves:
        _move(table, event.moves, changes)
    if event.status:
        changes["status"] = tuple(event.status.get(seat, old) for seat, old in enumerate(table.status))
    if event.agenda is not None:
        changes["agenda"] = event.agenda
    if event.early is not None:
        changes["early"] = table.early | {event.early}
    if event.chosen and event.kind in ("hit", "stay"):
        changes["shuffles"] = 0
    elif event.kind == "shuffle":
        changes["shuffles"] = table.shuffles + 1
    for name in ("phase", "turn", "dealt", "penalty", "result"):
        value = getattr(event, name)
        if value is not None:
            changes[name] = value
    return replace(table, **changes)  # type: ignore[arg-type]


def _move(table: Table, moves: tuple[Move, ...], changes: dict[str, object]) -> None:
    """Carry out the moves; a card that does not lie where it is taken from is a fault of the engine: ``ValueError``."""
    lines = [*table.lines]
    piles = {DECK: table.deck, DISCARD: table.discard}
    counts: dict[int, dict[Card, int]] = {}
    play = [*table.play]
    for move in moves:
        if move.source == PLAY:
            play.remove(move.card)
        elif move.source in piles:
            pile = counts.setdefault(move.source, dict(piles[move.source]))
            if not pile.get(move.card):
                raise ValueError(f"no {move.card} lies there")
            pile[move.card] -= 1
        else:
            line = [*lines[move.source]]
            line.remove(move.card)
            lines[move.source] = tuple(line)
    for move in moves:
        if move.target == PLAY:
            play.append(move.card)
        elif move.target in piles:
            pile = counts.setdefault(move.target, dict(piles[move.target]))
            pile[move.card] = pile.get(move.card, 0) + 1
        else:
            lines[move.target] = (*lines[move.target], move.card)
    changes.update(lines=tuple(lines), play=tuple(play))
    if DECK in counts:
        changes["deck"] = counts[DECK]
    if DISCARD in counts:
        changes["discard"] = {face: n for face, n in counts[DISCARD].items() if n}
