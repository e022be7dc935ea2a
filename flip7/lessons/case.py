"""An edge case: a question, a round that shows it, and the ruling. All of it is a TOML file; see ``cases/``.

    title, question, ruling   words
    rules = ["R31", "R35"]    what the ruling rests on
    myth = "..."              optional: what some pages wrongly say
    hand = "Ana"              optional: whose hand is scored step by step at the end
    cleared = true            optional: a last step clears the table for the next round
    [refused]                 optional: at the stop somebody takes a card, and the engine is asked to turn this one
    card = "0"
    [record]                  the round, in the form of every round record, with an [expect] that pins the ruling

A file whose record does not show what it expects is a fault: a lesson must not teach what the engine does not do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_args

from flip7.cards import CLASSIC, Card
from flip7.engine.choices import CardDue, Turned
from flip7.engine.play import due, next_round, verify
from flip7.engine.reading import Reader, read_toml, record_from
from flip7.engine.record import Record, Replay, replay
from flip7.engine.table import SECOND_CHANCE, Table
from flip7.errors import Fault, Flip7Error
from flip7.lessons.steps import Step, steps_of
from flip7.odds.exact import solve
from flip7.odds.position import Position
from flip7.rulebook import RULES, Certainty, Rule
from flip7.scoring import Score, score

_KEYS = ("title", "question", "ruling", "rules", "myth", "hand", "cleared", "refused", "record")


@dataclass(frozen=True)
class Case:
    """One edge case, played out. ``key`` is its short name in a link: ``a05``."""

    key: str
    title: str
    question: str
    ruling: str
    rules: tuple[Rule, ...]
    myth: str
    played: Replay
    hand: int | None = None
    cleared: bool = False
    refused: Card | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Every seat as it is shown."""
        return self.played.record.shown

    @property
    def certainty(self) -> Certainty:
        """The ruling is as well founded as the weakest of its rules."""
        order = get_args(Certainty)
        weakest: Certainty = max((rule.certainty for rule in self.rules), key=order.index)
        return weakest

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The round, one step for each thing that a person would see."""
        steps = steps_of(self.played)
        if self.refused:
            steps.append(_refusal(self.played.table, self.refused, self.names))
        if self.cleared:
            steps.append(_clearing(self.played.table, self.names))
        return tuple(steps)

    @property
    def reckoning(self) -> Score | None:
        """The scored hand step by step."""
        if self.hand is None:
            return None
        table = self.played.table
        busted = table.status[self.hand] == "busted"
        return score(table.lines[self.hand], table.edition, busted=busted, house=table.house)


def read_case(key: str, text: str) -> Case:
    """The case that this text writes; raises ``Flip7Error`` with every fault."""
    raw = read_toml(text, "case")
    reader = Reader()
    reader.keys(raw, _KEYS, "a case")
    title, question, ruling = (_words(reader, raw, name) for name in ("title", "question", "ruling"))
    rules = _rules(reader, raw)
    myth = reader.value(raw, "myth", str, "", "text")
    cleared = reader.value(raw, "cleared", bool, False, "true or false")
    hand = reader.value(raw, "hand", str, "", "one of the players")
    try:
        record = record_from(reader.table(raw, "record"))
    except Flip7Error as error:
        reader.faults += [Fault(f"[record]: {fault.message}", fault.rule) for fault in error.faults]
        reader.done()
        raise
    played = replay(record)
    _holds(reader, played)
    if hand and (hand not in record.players or not played.table.result):
        reader.fault("“hand” must be a player whose hand is scored in this record.")
    if cleared and not (played.table.result and played.table.result.game == "goes-on"):
        reader.fault("“cleared” needs a round that is scored in this record and a game that goes on.")
    refused = _refused(reader, raw, record, played)
    reader.done()
    seat = record.players.index(hand) if hand else None
    return Case(key, title, question, ruling, rules, myth, played, seat, cleared, refused)


def _words(reader: Reader, raw: Mapping[str, Any], key: str) -> str:
    words = reader.value(raw, key, str, "", "text")
    if not words.strip():
        reader.fault(f"“{key}” must say something.")
    return words


def _rules(reader: Reader, raw: Mapping[str, Any]) -> tuple[Rule, ...]:
    numbers = reader.value(raw, "rules", list, [], "a list of rule numbers")
    unknown = [number for number in numbers if number not in RULES]
    if unknown or not numbers:
        reader.fault("“rules” must list at least one rule, each by the number that it has in the rulebook.")
    return tuple(RULES[number] for number in numbers if number not in unknown)


def _holds(reader: Reader, played: Replay) -> None:
    """The record must play out as it stands there, and show what it expects."""
    if not played.record.expect:
        reader.fault("[record] needs an [expect] that pins the ruling.")
    if played.error and not played.record.expect.get("error"):
        reader.fault(f"[record]: {played.error.message}", played.error.rule)
    for difference in played.differences():
        reader.fault(f"[record] does not show what it expects: {difference}")


def _refused(reader: Reader, raw: Mapping[str, Any], record: Record, played: Replay) -> Card | None:
    if "refused" not in raw:
        return None
    table = reader.table(raw, "refused")
    reader.keys(table, ("card",), "[refused]")
    cards = reader.cards(table.get("card"), "card", record.edition)
    if not isinstance(due(played.table), CardDue) or record.edition is not CLASSIC or record.deck_ends:
        reader.fault("[refused] needs a record of Flip 7 that stops where a card is taken from a whole deck.")
    elif len(cards) != 1 or verify(played.table, Turned(cards[0])) is None:
        reader.fault("“card” in [refused] must be one card that cannot come.")
    else:
        return cards[0]
    return None


def _refusal(table: Table, card: Card, names: tuple[str, ...]) -> Step:
    """The engine is asked to turn a card that cannot come, and the odds say how likely that was."""
    wanted = due(table)
    fault = verify(table, Turned(card))
    assert isinstance(wanted, CardDue)
    assert fault
    line = table.lines[wanted.player]
    elsewhere = [face for seat in table.seats if seat != wanted.player for face in table.lines[seat]]
    answer = solve(Position(line, (*elsewhere, *table.play, *Counter(dict(table.discard)).elements())))
    chance = {row.card: row.chance for row in answer.next}
    chances = tuple((face, chance.get(face, 0.0)) for face in line if face.is_number)
    words = f"Could the next card for {names[wanted.player]} be another {table.edition.name(card)}? {fault.message}"
    return Step(words, (fault.rule,) if fault.rule else (), table, seat=wanted.player, chances=chances)


def _clearing(table: Table, names: tuple[str, ...]) -> Step:
    """After the round: all cards on the table join the discard pile (R47), unused Second Chances too (R40)."""
    following = next_round(table)
    unused = any(SECOND_CHANCE in line for line in table.lines)
    too = ", the unused Second Chance too" if unused else ""
    words = f"The table is cleared: all its cards go to the discard pile{too}. {names[following.dealer]} deals next."
    return Step(words, ("R40", "R47") if unused else ("R47",), following)
