"""A game at a real table: how it began, and every input since. Tables and events are derived by playing them.

``NextRound`` stands among the inputs like any other, so a game is one list and Undo reaches back to its beginning.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from flip7.cards import CLASSIC, Card, Edition
from flip7.engine.choices import Decision, Hit, Input, Turned
from flip7.engine.events import Event, evolve
from flip7.engine.play import begin, due, next_round, step
from flip7.engine.record import Record
from flip7.engine.table import Table, new_round
from flip7.engine.writing import record_of
from flip7.errors import Fault, NotAllowedError
from flip7.rulebook import STANDARD, House

MAX_PLAYERS = 18
MAX_TOTAL = 1_000_000


@dataclass(frozen=True, slots=True)
class NextRound:
    """The round is over, and the next one begins."""


Entry = Input | NextRound


@dataclass(frozen=True, slots=True)
class Setup:
    """How a game begins. A game taken up in a later round has ``totals`` and a discard ``pile`` from the start.

    ``pad`` is the code of the score pad that the round is led for, empty where the referee keeps the totals itself.
    """

    names: tuple[str, ...]
    edition: Edition = CLASSIC
    dealer: int = 0
    house: House = STANDARD
    totals: tuple[int, ...] = ()
    pile: tuple[Card, ...] = ()
    round: int = 1
    pad: str = ""

    def table(self) -> Table:
        """The table before the opening deal; every card that is not in the pile is in the deck (R47)."""
        return new_round(
            self.names,
            self.edition,
            self.house,
            dealer=self.dealer,
            totals=self.totals or None,
            deck=dict(+self.edition.left(self.pile)),
            discard=dict(Counter(self.pile)),
        )


@dataclass(frozen=True, slots=True)
class Moment:
    """What one input caused, and the table after it; ``option`` is which of the legal answers it was, if it was one."""

    events: tuple[Event, ...]
    table: Table
    option: int | None = None


def _begun(table: Table) -> Moment:
    return _moment(table, begin(table))


def _moment(table: Table, events: tuple[Event, ...]) -> Moment:
    for event in events:
        table = evolve(table, event)
    return Moment(events, table)


@dataclass(frozen=True, slots=True)
class Game:
    """``moments`` has one more than ``entries``: first what happens before any input.

    They are kept beside the entries, so that an input costs one step and Undo none, however long the game is.
    """

    setup: Setup
    entries: tuple[Entry, ...]
    moments: tuple[Moment, ...] = field(compare=False, repr=False)

    @classmethod
    def begin(cls, setup: Setup) -> Game:
        """The game before its first input."""
        return cls(setup, (), (_begun(setup.table()),))

    @property
    def table(self) -> Table:
        """The table now."""
        return self.moments[-1].table

    @property
    def round(self) -> int:
        """The number of this round."""
        return self.setup.round + sum(isinstance(entry, NextRound) for entry in self.entries)

    def play(self, entry: Entry) -> Game:
        """The game after this input; raises ``Flip7Error`` that says why it is not what the table wants."""
        if isinstance(entry, NextRound):
            result = self.table.result
            if result is None:
                raise NotAllowedError([Fault("This round is not over yet.", "R44")])
            if result.next_dealer is None:
                raise NotAllowedError([Fault("The game is over; the next round would be a new game.", "R52")])
            moment = _begun(next_round(self.table))
        else:
            wanted = due(self.table)
            moment = _moment(self.table, step(self.table, entry))
            if isinstance(wanted, Decision):
                moment = replace(moment, option=wanted.options.index(entry))
        return replace(self, entries=(*self.entries, entry), moments=(*self.moments, moment))

    def back(self) -> Game:
        """The game before its last input; a hit and the card that it brought go together."""
        match self.entries:
            case ():
                return self
            case (*_, Hit(), Turned()):
                n = 2
            case _:
                n = 1
        return replace(self, entries=self.entries[:-n], moments=self.moments[:-n])

    def _round_begins(self) -> int:
        """How many entries came before this round."""
        later = (at + 1 for at in range(len(self.entries) - 1, -1, -1) if isinstance(self.entries[at], NextRound))
        return next(later, 0)

    def record(self) -> Record:
        """This round, over or not, as a record."""
        at = self._round_begins()
        start = next_round(self.moments[at - 1].table) if at else self.setup.table()
        inputs = [entry for entry in self.entries[at:] if not isinstance(entry, NextRound)]
        return record_of(start, inputs, title=f"Round {self.round}, played at the table")

    def without_first_round(self) -> Game | None:
        """The same game as if it had begun with its second round; ``None`` in the first."""
        at = next((at for at, entry in enumerate(self.entries) if isinstance(entry, NextRound)), None)
        if at is None:
            return None
        start = next_round(self.moments[at].table)
        setup = Setup(
            start.names,
            start.edition,
            start.dealer,
            start.house,
            start.totals,
            start.edition.sorted(Counter(dict(start.discard)).elements()),
            self.setup.round + 1,
            self.setup.pad,
        )
        return Game(setup, self.entries[at + 1 :], self.moments[at + 1 :])
