"""A lesson: at most ten steps, played by the engine, nearly each with a choice of the learner. See ``course/``.

    title, teaches            words: its name, and in one clause what one can do after it
    rules = ["R18", "R21"]    the rules that it shows
    [[steps]]
    says = "..."              what to notice, after the engine has told what has happened
    fan = "1 12"              optional: the copies of these cards that are left in the deck, laid out
    count = "You"             optional: whose hand is scored step by step
    ask, open, [[answers]]    a question (see ``asking``); without one the learner just goes on
    predict = true            the answers tell what comes next: they are held against the next step's table
    [steps.record]            a round begins: a record as everywhere, with the cards and choices up to this step
    deck = "5"                in later steps of a round: the cards that are turned ...
    choices = ["You hit"]     ... and what is chosen, since the step before
    shows = { lines = { You = "12 5" } }   what the table must show now, as in the [expect] of a record

The learner sits at the seat that is named ``You``; the other seats choose by script. In words, figures stand in braces
(see ``figures``); the reason of an answer that leads elsewhere is filled in from the table that it leads to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from flip7.cards import CLASSIC, EDITIONS, Card, Edition
from flip7.engine.reading import Reader, read_toml, record_from
from flip7.engine.record import Replay, replay
from flip7.engine.table import Table
from flip7.errors import Fault, Flip7Error
from flip7.lessons.asking import Question, read_question
from flip7.lessons.figures import filled, strays
from flip7.lessons.second_person import second_person
from flip7.lessons.steps import Step, reckoning, steps_of
from flip7.notation import read_cards
from flip7.rulebook import RULES, Rule
from flip7.scoring import Score

MOST_STEPS = 10
_KEYS = ("title", "teaches", "rules", "steps")
_STEP_KEYS = (
    "says", "fan", "count", "ask", "open", "answers", "predict", "record", "deck", "choices", "shows",
)  # fmt: skip
_NO_NEWS = ("offer", "deal")


@dataclass(frozen=True, slots=True)
class LessonStep:
    """What a learner sees at once: what happened (``told``), what it means, the ``table``, and a question.

    ``card`` has just come to ``seat``, and is ``gone`` if it went at once. ``fan`` are cards with the copies left of
    each, ``reckoning`` a scored hand.
    """

    told: tuple[str, ...]
    says: str
    table: Table
    names: tuple[str, ...]
    question: Question | None = None
    card: Card | None = None
    seat: int | None = None
    fan: tuple[tuple[Card, int], ...] = ()
    reckoning: Score | None = None
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson. ``key`` is its short name in a link: ``freeze``."""

    key: str
    title: str
    teaches: str
    rules: tuple[Rule, ...]
    steps: tuple[LessonStep, ...]

    @property
    def edition(self) -> Edition:
        """The game that is learnt."""
        return self.steps[0].table.edition


def read_lesson(key: str, text: str) -> Lesson:
    """The lesson that this text writes; raises ``Flip7Error`` with every fault."""
    raw = read_toml(text, "lesson")
    reader = Reader()
    reader.keys(raw, _KEYS, "a lesson")
    title, teaches = (reader.words(raw, name).strip() for name in ("title", "teaches"))
    numbers = reader.value(raw, "rules", list, [], "a list of rule numbers")
    if not numbers or any(number not in RULES for number in numbers):
        reader.fault("“rules” must list at least one rule, each by the number that it has in the rulebook.")
    tables = reader.value(raw, "steps", list, [], "a list of steps")
    if not 1 <= len(tables) <= MOST_STEPS or not all(isinstance(one, dict) for one in tables):
        reader.fault(f"A lesson has 1 to {MOST_STEPS} [[steps]].")
        reader.done()
    if "record" not in tables[0]:
        reader.fault("The first step needs a [steps.record].")
        reader.done()
    steps = _steps(reader, tables, [number for number in numbers if number in RULES])
    for at in range(1, len(steps)):
        if not steps[at].question and not steps[at - 1].question:
            reader.fault(f"Steps {at} and {at + 1} pass without a choice.")
    if steps and steps[-1].question:
        reader.fault("The last step must ask nothing: it says what has been learnt.")
    reader.done()
    return Lesson(key, title, teaches, tuple(RULES[number] for number in numbers), tuple(steps))


def _steps(reader: Reader, tables: Sequence[dict[str, Any]], grounds: Sequence[str]) -> list[LessonStep]:
    """The steps, each read by itself; the faults of each name its number."""
    records = _records(tables)
    cards = _cards(tables, records)
    steps: list[LessonStep] = []
    before: Replay | None = None
    for at, raw in enumerate(tables):
        one = Reader()
        one.keys(raw, _STEP_KEYS, "a step")
        same = at + 1 < len(tables) and "record" not in tables[at + 1]
        try:
            played = _played(one, raw, records[at])
            if one.value(raw, "predict", bool, False, "true or false") and not same:
                one.fault("“predict” needs a next step of the same round.")
            told_before = None if "record" in raw else before
            steps.append(_step(one, raw, played, told_before, records[at], records[at + same], grounds, cards))
            before = played
        except Flip7Error as error:
            one.faults += error.faults
        reader.faults += [Fault(f"Step {at + 1}: {fault.message}", fault.rule) for fault in one.faults]
        if one.faults and len(steps) <= at:
            break
    return steps


def _records(tables: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The record as it stands at each step: a round grows from step to step."""
    records: list[dict[str, Any]] = []
    for raw in tables:
        if isinstance(raw.get("record"), dict):
            records.append({"format": 1, "edition": CLASSIC.key, "choices": [], "deck": "", **raw["record"]})
            continue
        last = records[-1]
        deck, choices = raw.get("deck", ""), raw.get("choices", [])
        if not isinstance(deck, str) or not isinstance(choices, list):
            deck, choices = "", []
        records.append({**last, "deck": f"{last['deck']} {deck}".strip(), "choices": [*last["choices"], *choices]})
    return records


def _played(reader: Reader, raw: Mapping[str, Any], record: Mapping[str, Any]) -> Replay:
    shows = reader.value(raw, "shows", dict, {}, "a table")
    played = replay(record_from({**record, "expect": shows}))
    if played.error:
        reader.fault(played.error.message, played.error.rule)
    for difference in played.differences():
        reader.fault(f"The table does not show what it should: {difference}")
    return played


def _step(
    reader: Reader,
    raw: Mapping[str, Any],
    played: Replay,
    before: Replay | None,
    now: Mapping[str, Any],
    then: Mapping[str, Any],
    grounds: Sequence[str],
    cards: Sequence[Card],
) -> LessonStep:
    record, table = played.record, played.table
    says = _filled(reader, reader.words(raw, "says").strip(), played, cards)
    fan = reader.cards(raw.get("fan", ""), "fan", record.edition)
    deck = dict(table.deck)
    count = reader.value(raw, "count", str, "", "one of the players")
    if count and count not in record.players:
        reader.fault("“count” must be one of the players.")
        count = ""
    fresh = _fresh(played, before)
    last = fresh[-1] if fresh else None
    return LessonStep(
        tuple(second_person(step.says.replace(", which joins the line", "")) for step in fresh),
        says,
        table,
        record.shown,
        _question(reader, raw, played, now, then, grounds, cards),
        last.card if last else None,
        last.seat if last and last.card else None,
        tuple((face, deck.get(face, 0)) for face in fan),
        reckoning(table, record.players.index(count)) if count else None,
        last.gone if last else False,
    )


def _fresh(played: Replay, before: Replay | None) -> list[Step]:
    """What has happened since the step before, without the mere news whose turn it is."""
    if before is None and played.record.start and not played.record.choices:
        return []
    known = len(before.events) if before else 0
    fresh, seen = [], 0
    for step in steps_of(played):
        seen += len(step.events)
        if seen > known and any(event.kind not in _NO_NEWS for event in step.events):
            fresh.append(step)
    return fresh


def _question(
    reader: Reader,
    raw: Mapping[str, Any],
    played: Replay,
    now: Mapping[str, Any],
    then: Mapping[str, Any],
    grounds: Sequence[str],
    cards: Sequence[Card],
) -> Question | None:
    """The question, its answers held against the table that they are about, with the figures of each in its place."""
    about = then if raw.get("predict") is True else now
    answers = raw.get("answers", [])
    if isinstance(answers, list):
        answers = [_led(answer, now) if isinstance(answer, dict) else answer for answer in answers]
    question = read_question(reader, {**raw, "answers": answers} if "answers" in raw else raw, about, grounds)
    if question is None:
        return None
    for answer, table in zip(question.answers, answers, strict=True):
        if "shows" not in table:
            _filled(reader, answer.text, played, cards)
    ask = _filled(reader, question.ask, played, cards)
    whys = tuple(_why(reader, question, at, played, about, cards) for at in range(len(question.answers)))
    told = tuple(replace(answer, why=why) for answer, why in zip(question.answers, whys, strict=True))
    return replace(question, ask=ask, answers=told)


def _led(answer: dict[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """An answer that leads elsewhere begins with what has been chosen so far."""
    choices = answer.get("choices")
    return {**answer, "choices": [*now["choices"], *choices]} if isinstance(choices, list) else answer


def _why(
    reader: Reader, question: Question, at: int, played: Replay, about: Mapping[str, Any], cards: Sequence[Card]
) -> str:
    """The reason of an answer, filled in from the table that it leads to; a wrong one leads nowhere."""
    answer = question.answers[at]
    if answer.choices:
        played = replay(record_from({**about, "choices": list(answer.choices)}))
    elif question.may_go_on(at):
        played = replay(record_from(about))
    return _filled(reader, answer.why, played, cards)


def _filled(reader: Reader, text: str, played: Replay, cards: Sequence[Card]) -> str:
    for word in strays(text, cards):
        reader.fault(f"“{word}” in “{text}” is checked by nothing: write it as a figure.")
    return filled(text, played.table, played.record.players)


def _cards(tables: Sequence[Mapping[str, Any]], records: Sequence[Mapping[str, Any]]) -> list[Card]:
    """Every card that the lesson shows. What cannot be read is left to the step that it stands in."""
    found: list[Card] = []
    for raw, record in zip(tables, records, strict=True):
        lines = record.get("start", {}).get("lines", {})
        edition = EDITIONS.get(str(record["edition"]), CLASSIC)
        for text in (raw.get("fan"), record["deck"], record.get("discard"), *lines.values()):
            with suppress(Flip7Error):
                found += read_cards(text if isinstance(text, str) else "", edition)
    return found
