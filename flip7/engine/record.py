"""Round records (contract, part 2): read with all faults at once, replay, compare, and write back.

The record of inputs is the truth: events and tables come from replaying it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from flip7.cards import Card, Edition
from flip7.engine.choices import CardDue, Choice, Decision, Input, Shuffled, ShuffleDue, Turned
from flip7.engine.dealer import Script
from flip7.engine.events import Event, evolve
from flip7.engine.play import begin, due, start_in_mid_round, step, verify, waits_for
from flip7.engine.sayings import say
from flip7.engine.table import Status, Table, new_round
from flip7.errors import Fault, Flip7Error
from flip7.notation import print_cards
from flip7.rulebook import STANDARD, House

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Start:
    """A round begun in the middle, without an opening deal. Seats by number."""

    turn: int = 0
    lines: Mapping[int, Cards] = field(default_factory=dict)
    status: Mapping[int, Status] = field(default_factory=dict)
    totals: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Record:
    """A round as it is written down: who sits where, which cards come, and what was chosen.

    ``names`` shows seats differently from ``players``; ``expect`` is what a replay must show, keys as in the contract
    with cards as sorted tuples and players by their word.
    """

    edition: Edition
    players: tuple[str, ...]
    dealer: int
    title: str = ""
    rules: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    deck: Cards = ()
    deck_ends: bool = False
    discard: Cards = ()
    reshuffle: tuple[Cards, ...] = ()
    choices: tuple[Choice, ...] = ()
    house: House = STANDARD
    start: Start | None = None
    expect: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def shown(self) -> tuple[str, ...]:
        """Every seat as it is shown."""
        return tuple(self.names.get(player, player) for player in self.players)

    def table(self) -> Table:
        """The table before the first event."""
        start = self.start
        lines = tuple((start.lines.get(seat, ()) if start else ()) for seat in range(len(self.players)))
        if self.deck_ends:
            deck = Counter(self.deck)
        else:
            deck = +self.edition.left([*(card for line in lines for card in line), *self.discard])
        totals = [start.totals.get(seat, 0) if start else 0 for seat in range(len(self.players))]
        table = new_round(
            self.players,
            self.edition,
            self.house,
            dealer=self.dealer,
            totals=totals,
            deck=dict(deck),
            discard=dict(Counter(self.discard)),
        )
        if start is None:
            return table
        status = tuple(start.status.get(seat, "active") for seat in table.seats)
        return start_in_mid_round(replace(table, lines=lines, status=status), start.turn)


@dataclass(frozen=True, slots=True)
class Moment:
    """One input with what it caused. The first moment has no input: it is what happens before any."""

    given: Input | None
    events: tuple[Event, ...]
    table: Table


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played out: ``moments`` from the start to the stop, and what was refused there, if anything.

    ``refused`` is the number (from 0) of the refused choice; ``deck_left`` counts listed cards not drawn.
    ``missing``: it stopped because a card was needed that the record does not list.
    """

    record: Record
    moments: tuple[Moment, ...]
    deck_left: int
    missing: bool = False
    error: Fault | None = None
    refused: int | None = None

    @property
    def table(self) -> Table:
        """The table at the stop."""
        return self.moments[-1].table

    @property
    def events(self) -> tuple[Event, ...]:
        """All events in order."""
        return tuple(event for moment in self.moments for event in moment.events)

    def outcome(self) -> dict[str, object]:
        """What the contract's ``[expect]`` speaks of, by the same keys; players by their word, cards as text."""
        table, players = self.table, self.record.players
        wanted = None if self.missing else due(table)
        asked = wanted if isinstance(wanted, Decision) else None
        result = table.result

        def by_player(values: Sequence[object]) -> dict[str, object]:
            return dict(zip(players, values, strict=True))

        return {
            "ended": table.phase == "over",
            "turn": players[asked.player] if asked else "",
            "asks": asked.asks if asked else "",
            "lines": by_player([print_cards(line, table.edition) for line in table.lines]),
            "status": by_player(table.status),
            "discard": print_cards(Counter(dict(table.discard)).elements(), table.edition),
            "deck_left": self.deck_left,
            "scores": by_player(result.scores) if result else {},
            "totals": by_player(result.totals) if result else {},
            "game": result.game if result else "",
            "winner": " ".join(players[seat] for seat in result.winners) if result else "",
            "next_dealer": players[result.next_dealer] if result and result.next_dealer is not None else "",
            "error": self.error.rule or "" if self.error else "",
        }

    def differences(self) -> list[str]:
        """Where the outcome is not what the record expects, a sentence each; a refusal must be expected too."""
        expect, outcome = self.record.expect, self.outcome()
        found = []
        for key, wanted in expect.items():
            got = outcome[key]
            if isinstance(wanted, Mapping) and isinstance(got, Mapping):
                found += [
                    f"{key} of {player}: expected {value!r}, but it is {got.get(player, '')!r}."
                    for player, value in wanted.items()
                    if got.get(player) != value
                ]
            elif wanted != got:
                found.append(f"{key}: expected {wanted!r}, but it is {got!r}.")
        if self.error and "error" not in expect:
            found.append(f"error: {self.error}")
        if self.error and "error" in expect and self.refused not in (None, len(self.record.choices) - 1):
            found.append("error: the last choice must be refused, but an earlier one was.")
        return found


def replay(record: Record) -> Replay:
    """Play the record out, as far as its choices and cards go."""
    table = record.table()
    moments: list[Moment] = []
    script = Script(record.deck, ends=record.deck_ends, reshuffles=record.reshuffle)

    def happen(given: Input | None, events: tuple[Event, ...]) -> Table:
        after = table
        for event in events:
            after = evolve(after, event)
        moments.append(Moment(given, events, after))
        return after

    def stop(*, missing: bool = False, error: Fault | None = None, refused: int | None = None) -> Replay:
        if error is None and chosen < len(record.choices):
            where = f"Choice {chosen + 1} ({_quoted(record, chosen)}) is left over"
            why = "the record lists no more cards" if missing else waits_for(table)
            error = Fault(f"{where}: {why}.")
        return Replay(record, tuple(moments), len(script.cards), missing, error, refused)

    chosen = 0
    table = happen(None, begin(table))
    while (wanted := due(table)) is not None:
        if isinstance(wanted, CardDue):
            card = script.turn(table)
            if card is None:
                return stop(missing=True)
            table = happen(Turned(card), step(table, Turned(card)))
        elif isinstance(wanted, ShuffleDue):
            try:
                if not script.shuffle(table):
                    return stop(missing=True)
            except Flip7Error as error:
                return stop(error=error.faults[0])
            table = happen(Shuffled(), step(table, Shuffled()))
        elif chosen == len(record.choices):
            return stop()
        else:
            choice = record.choices[chosen]
            fault = verify(table, choice)
            if fault:
                return stop(error=_refusal(record, chosen, fault, wanted), refused=chosen)
            chosen += 1
            table = happen(choice, step(table, choice))
    return stop()


def _quoted(record: Record, at: int) -> str:
    return f"“{say(record.choices[at], record.players)}”"


def _refusal(record: Record, at: int, fault: Fault, wanted: Decision) -> Fault:
    """The fault with the choice it is about and what was legal."""
    legal = ", ".join(say(option, record.players) for option in wanted.options[:12])
    more = len(wanted.options) - 12
    rest = f" and {more} more" if more > 0 else ""
    return Fault(f"Choice {at + 1} ({_quoted(record, at)}): {fault.message} Legal: {legal}{rest}.", fault.rule)
