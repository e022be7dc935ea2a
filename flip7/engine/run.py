"""One input being worked out: the table as it changes, and the events so far. Editions share these steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from flip7.cards import Card
from flip7.engine.choices import Choice, Decision
from flip7.engine.events import DISCARD, PLAY, Event, Kind, Move, evolve
from flip7.engine.table import BonusOrPenalty, Phase, Result, Status, Table, Task, Why
from flip7.errors import Fault


class Run:
    """Collects events; ``table`` is always the table after the last one."""

    def __init__(self, table: Table, *, chosen: bool = False) -> None:
        self.table = table
        self._chosen = chosen
        self.events: list[Event] = []

    def emit(
        self,
        kind: Kind,
        player: int | None = None,
        card: Card | None = None,
        *rules: str,
        other: int | None = None,
        moves: Iterable[Move] = (),
        status: Mapping[int, Status] | None = None,
        agenda: Iterable[Task] | None = None,
        phase: Phase | None = None,
        turn: int | None = None,
        dealt: int | None = None,
        early: int | None = None,
        penalty: int | None = None,
        result: Result | None = None,
    ) -> None:
        """Add an event and carry it out."""
        event = Event(
            kind,
            player,
            card,
            other,
            rules,
            tuple(moves),
            status or {},
            None if agenda is None else tuple(agenda),
            phase,
            turn,
            dealt,
            early,
            penalty,
            result,
            self._chosen,
        )
        self._chosen = False
        self.table = evolve(self.table, event)
        self.events.append(event)

    @property
    def rest(self) -> tuple[Task, ...]:
        """The agenda without its first item."""
        return self.table.agenda[1:]

    def lapse(self, cards: Iterable[Card], *rules: str, player: int | None = None, agenda: Iterable[Task]) -> None:
        """Discard cards that wait, without effect."""
        gone = tuple(cards)
        card = gone[0] if len(gone) == 1 else None
        self.emit("lapse", player, card, *rules, moves=[Move(c, PLAY, DISCARD) for c in gone], agenda=agenda)

    def flip_seven(self, player: int, *rules: str) -> None:
        """The round is over for everybody: whatever is in play or waits lapses (R41, V11)."""
        table = self.table
        brutal = table.edition.key == "vengeance" and table.house.brutal
        agenda = (BonusOrPenalty(player),) if brutal else ()
        waiting = table.play
        self.emit("flip7", player, None, *rules, status={player: "flip7"}, agenda=agenda)
        if waiting:
            self.lapse(waiting, *rules, agenda=agenda)


class Rules(Protocol):
    """What an edition does in its own way."""

    empty_handed: str
    """The rule by which a player without a card must hit."""
    deal: str
    """The rule of the opening deal."""
    skipped: str
    """The rule by which the deal passes a player who is out already."""
    late: str
    """The rule about an opening card after forced cards."""
    offer: str
    """The rule of an offer, and of hitting."""
    stay: str
    """The rule of staying."""
    over: str
    """The rule that nothing comes after the end of a round."""
    shuffle: tuple[str, ...]
    """The rules of a reshuffle."""
    scored: tuple[str, ...]
    """The rules of scoring a round."""

    def settle(self, run: Run, player: int, card: Card, why: Why) -> None:
        """``card`` has been turned for ``player`` and lies in play: do what it does."""

    def decision(self, table: Table, task: Task) -> Decision | None:
        """What is asked by this item, with every legal answer (perhaps one or none); ``None`` if it asks nothing."""

    def choose(self, run: Run, task: Task, choice: Choice) -> None:
        """Carry out a legal answer to the first item of the agenda."""

    def nobody(self, run: Run, task: Task) -> None:
        """The first item asks, and there is no legal answer."""

    def work(self, run: Run, task: Task) -> None:
        """Do the first item of the agenda, which asks nothing."""

    def refuse(self, table: Table, task: Task, asked: Decision, choice: Choice) -> Fault | None:
        """Why this answer of the right kind is not one of those asked for; ``None`` if the edition knows no reason."""
