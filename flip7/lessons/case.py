"""An edge case: a question, a round that shows it, and the ruling. All of it is a TOML file; see ``cases/``.

    title, question, ruling   words
    where = ["flip-three"]    what lies there: words of ``WHERE`` for the edition of the record, for the filters
    rules = ["R31", "R35"]    what the ruling rests on
    certainty = "house"       optional: how sure the ruling is, where it is less so than its rules are
    ask, open, [[answers]]    what the learner predicts: see ``asking``
    before = 4                optional: the learner predicts before this step, the first being 1; else before the last
    myth = "..."              optional: what some pages wrongly say
    hand = "Ana"              optional: whose hand is scored step by step at the end
    cleared = true            optional: a last step clears the table for the next round
    [refused]                 optional: at the stop somebody takes a card, and the engine is asked to turn this one
    card = "0"
    [record]                  the round, in the form of every round record, with an [expect] that pins the ruling
    [switch]                  optional, where tables differ: the same round under another house rule
    key = "tie"               the house rule, and the value that the table of [record] does not have
    value = "shared"
    ruling = "..."            what then holds
    deck, choices             optional: in place of those of [record]
    [switch.expect]           what pins that ruling

Figures in braces are computed from the table at the stop; with "before" in front, as in ``{before score Ana}``, from
the table before the prediction. See ``figures``; a number in the words that nothing computes or shows is a fault.
So is a record that does not show what it expects: a lesson must not teach what the engine does not do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, cast, get_args

from flip7.cards import CLASSIC, EDITIONS, VENGEANCE, Card, Edition
from flip7.engine.choices import CardDue, Turned
from flip7.engine.play import due, verify
from flip7.engine.reading import Reader, read_toml, record_from
from flip7.engine.record import Record, Replay, replay
from flip7.errors import Fault, Flip7Error
from flip7.lessons.asking import Question, read_question
from flip7.lessons.case_steps import card_refused, clearing, round_steps
from flip7.lessons.figures import cards_of, filled, strays
from flip7.lessons.steps import Step, reckoning
from flip7.rulebook import RULES, SWITCHES, Certainty, Rule
from flip7.scoring import Score

WHERE: Mapping[Edition, tuple[str, ...]] = {
    CLASSIC: (
        "second-chance", "flip-three", "freeze", "deal", "alone", "deck-ran-out", "end-of-game", "flip-7", "bust",
        "scoring", "table",
    ),
    VENGEANCE: (
        "stayed", "modifier", "zero", "unlucky-7", "lucky-13", "moves", "just-one-more", "flip-four", "flip-7", "bust",
        "deal", "alone", "end-of-game", "scoring", "table", "brutal",
    ),
}  # fmt: skip
_KEYS = (
    "title", "question", "where", "ruling", "rules", "certainty", "ask", "open", "answers", "before", "myth", "hand",
    "cleared", "refused", "record", "switch",
)  # fmt: skip
_SWITCH_KEYS = ("key", "value", "ruling", "deck", "choices", "expect")
_BEFORE = re.compile(r"\{before ([^{}]*)\}")


@dataclass(frozen=True, eq=False)
class Case:
    """One edge case, played out. ``key`` is its short name in a link: ``a05``.

    ``other`` is the same case under another house rule, where tables differ; then ``house`` is what is played here.
    """

    key: str
    title: str
    question: str
    ruling: str
    rules: tuple[Rule, ...]
    myth: str
    played: Replay
    asked: Question
    hand: int | None = None
    cleared: bool = False
    refused: Card | None = None
    where: tuple[str, ...] = ()
    before: int = 0
    sure: Certainty = "certain"
    house: str = ""
    other: Case | None = None

    @property
    def edition(self) -> Edition:
        """The game that is played."""
        return self.played.record.edition

    @property
    def names(self) -> tuple[str, ...]:
        """Every seat as it is shown."""
        return self.played.record.shown

    @property
    def certainty(self) -> Certainty:
        """The ruling is at most as well founded as the weakest of its rules."""
        order = get_args(Certainty)
        weakest: Certainty = max((self.sure, *(rule.certainty for rule in self.rules)), key=order.index)
        return weakest

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The round, one step for each thing that a person would see."""
        steps = round_steps(self.played)
        if self.refused:
            steps.append(card_refused(self.played.table, self.refused, self.names))
        if self.cleared:
            steps.append(clearing(self.played.table, self.names))
        return tuple(steps)

    @property
    def predict_at(self) -> int:
        """The step, counted from 0, after which the learner predicts: the steps after it are hidden until then."""
        extra = bool(self.refused) + self.cleared
        return (self.before or len(self.steps) - extra) - 2

    @property
    def reckoning(self) -> Score | None:
        """The scored hand step by step."""
        return None if self.hand is None else reckoning(self.played.table, self.hand)


def read_case(key: str, text: str) -> Case:
    """The case that this text writes; raises ``Flip7Error`` with every fault."""
    raw = read_toml(text, "case")
    reader = Reader()
    reader.keys(raw, _KEYS, "a case")
    title, question, ruling = (reader.words(raw, name) for name in ("title", "question", "ruling"))
    rules = _rules(reader, raw)
    myth = reader.value(raw, "myth", str, "", "text")
    cleared = reader.value(raw, "cleared", bool, False, "true or false")
    hand = reader.value(raw, "hand", str, "", "one of the players")
    where = _where(reader, raw)
    try:
        record = record_from(reader.table(raw, "record"))
    except Flip7Error as error:
        reader.faults += [Fault(f"[record]: {fault.message}", fault.rule) for fault in error.faults]
        reader.done()
        raise
    played = replay(record)
    _holds(reader, played, "[record]")
    if hand and (hand not in record.players or not played.table.result):
        reader.fault("“hand” must be a player whose hand is scored in this record.")
    if cleared and not _goes_on(played):
        reader.fault("“cleared” needs a round that is scored in this record and a game that goes on.")
    refused = _refused(reader, raw, record, played)
    asked = read_question(reader, raw, raw["record"], [rule.number for rule in rules])
    if asked is None:
        reader.fault("A case needs “ask” and [[answers]]: what the learner predicts.")
        asked = Question("", ())
    before = reader.number(raw.get("before", 0), "before")
    sure = reader.one_of(raw.get("certainty", "certain"), get_args(Certainty), "certainty")
    reader.done()
    seat = record.players.index(hand) if hand else None
    case = Case(key, title, question, ruling, rules, myth, played, asked, seat, cleared, refused, where, before)
    case = replace(case, sure=cast(Certainty, sure))
    if not -1 < case.predict_at < len(case.steps) - 1:
        reader.fault(f"“before” must be a step from 2 to {len(case.steps)}; this case has none of that number.")
        reader.done()
    case = _with_words(reader, case)
    if "switch" in raw:
        case = _with_switch(reader, case, reader.table(raw, "switch"), raw["record"])
    reader.done()
    return case


def _rules(reader: Reader, raw: Mapping[str, Any]) -> tuple[Rule, ...]:
    numbers = reader.value(raw, "rules", list, [], "a list of rule numbers")
    known = [number for number in numbers if isinstance(number, str) and number in RULES]
    if known != numbers or not numbers:
        reader.fault("“rules” must list at least one rule, each by the number that it has in the rulebook.")
    return tuple(RULES[number] for number in known)


def _where(reader: Reader, raw: Mapping[str, Any]) -> tuple[str, ...]:
    words = reader.value(raw, "where", list, [], "a list of words")
    record = raw.get("record")
    known = WHERE[EDITIONS.get(str(record.get("edition")) if isinstance(record, dict) else "", CLASSIC)]
    if not words or any(word not in known for word in words):
        reader.fault(f"“where” must list words of these: {', '.join(known)}.")
    return tuple(word for word in known if word in words)


def _holds(reader: Reader, played: Replay, where: str) -> None:
    """The record must play out as it stands there, and show what it expects."""
    if not played.record.expect:
        reader.fault(f"{where} needs an [expect] that pins the ruling.")
    if played.error and not played.record.expect.get("error"):
        reader.fault(f"{where}: {played.error.message}", played.error.rule)
    for difference in played.differences():
        reader.fault(f"{where} does not show what it expects: {difference}")


def _goes_on(played: Replay) -> bool:
    return bool(played.table.result and played.table.result.game == "goes-on")


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


def _filler(reader: Reader, case: Case) -> Callable[[str, str, str], str]:
    """What fills the figures into words, ``name`` being where they stand, and finds every other number in them.

    Numbers in ``shown`` are known as well.
    """
    known = [*cards_of(case.played.record), *([case.refused] if case.refused else [])]
    before, at_stop, players = case.steps[case.predict_at].table, case.played.table, case.played.record.players

    def fill(words: str, name: str, shown: str = "") -> str:
        loose = [word for word in strays(words, known) if word not in re.findall(r"[0-9]+", shown)]
        if loose:
            reader.fault(f"“{name}” has {' and '.join(loose)}, which nothing computes: write a figure in braces.")
        try:
            words = _BEFORE.sub(lambda found: filled(f"{{{found[1]}}}", before, players), words)
            return filled(words, at_stop, players)
        except Flip7Error as error:
            reader.faults += [Fault(f"“{name}”: {fault.message}", fault.rule) for fault in error.faults]
            return words

    return fill


def _with_words(reader: Reader, case: Case) -> Case:
    """The case with all its figures. A reason may name the numbers of the answers, for the engine has checked those."""
    fill, asked = _filler(reader, case), case.asked
    texts = " ".join(answer.text for answer in asked.answers)
    answers = tuple(replace(answer, why=fill(answer.why, f"why of {answer.text}", texts)) for answer in asked.answers)
    return replace(
        case,
        title=fill(case.title, "title", ""),
        question=fill(case.question, "question", ""),
        ruling=fill(case.ruling, "ruling", ""),
        myth=fill(case.myth, "myth", ""),
        asked=replace(asked, ask=fill(asked.ask, "ask", ""), answers=answers),
    )


def _with_switch(reader: Reader, case: Case, raw: Mapping[str, Any], record: Mapping[str, Any]) -> Case:
    """The case with its counterpart under the other house rule."""
    reader.keys(raw, _SWITCH_KEYS, "[switch]")
    ruling = reader.words(raw, "ruling")
    key, value = raw.get("key"), str(raw.get("value"))
    options = [option for switch in SWITCHES.values() if switch.key == key for option in switch.options]
    texts = {option.value: option.text for option in options}
    here = str(getattr(case.played.record.house, str(key), ""))
    if here not in texts or value not in texts or value == here:
        keys = ", ".join(sorted(switch.key for switch in SWITCHES.values() if switch.key))
        reader.fault(f"[switch] needs a “key” of these: {keys}; and a “value” that [record] does not have.")
        return case
    instead = {name: raw[name] for name in ("deck", "choices") if name in raw}
    house = {**record.get("house", {}), key: value}
    try:
        played = replay(record_from({**record, **instead, "house": house, "expect": raw.get("expect", {})}))
    except Flip7Error as error:
        reader.faults += [Fault(f"[switch]: {fault.message}", fault.rule) for fault in error.faults]
        return case
    _holds(reader, played, "[switch]")
    if played.outcome() == case.played.outcome():
        reader.fault("[switch] must lead to another outcome than [record].")
    other = replace(
        case,
        myth="",
        played=played,
        refused=None,
        cleared=case.cleared and _goes_on(played),
        house=texts[value],
    )
    other = replace(other, ruling=_filler(reader, other)(ruling, "ruling of [switch]", ""))
    return replace(case, house=texts[here], other=other)
