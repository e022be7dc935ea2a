"""A question put to a learner, with the answers that the engine has checked. The same in an edge case and in a lesson.

    ask = "What does Ana score?"
    open = true                              optional: every answer may be chosen, none is wrong (hit or stay)
    [[answers]]
    text = "82"
    right = true                             exactly one answer is right, unless the question is open
    why = "The numbers are doubled first."   every answer has its own reason
    shows = { scores = { Ana = 82 } }        what an [expect] of the record would say ...
    choices = ["Ana stay"]                   ... if these were its choices, where the answer leads elsewhere
    [[answers]]
    text = "11"
    why = "..."
    shows = "left 12"                        or a figure whose value the text must be
    [[answers]]
    text = "Nobody"
    why = "..."
    because = ["R24"]                        or only rules, where nothing on a table could show it

What a right answer shows must hold in the engine's replay, what a wrong one shows must not. A number in the text of
an answer must be a card of the record, or stand in what it shows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flip7.engine.reading import Reader, record_from
from flip7.engine.record import Record, replay
from flip7.errors import Flip7Error
from flip7.lessons.figures import cards_of, figure, strays

FEWEST, MOST = 2, 4
_KEYS = ("text", "right", "why", "shows", "choices", "because")


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to tap: ``why`` it is right or wrong; ``choices`` where it would lead elsewhere."""

    text: str
    right: bool
    why: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """What a learner is asked. ``open``: no answer is wrong."""

    ask: str
    answers: tuple[Answer, ...]
    open: bool = False

    def may_go_on(self, at: int) -> bool:
        """Whether the lesson goes on after this answer."""
        return self.open or self.answers[at].right


def read_question(
    reader: Reader, raw: Mapping[str, Any], record: Mapping[str, Any], grounds: Sequence[str]
) -> Question | None:
    """The question in a table, held against the round ``record`` (a table as well); ``None`` where there is none.

    ``grounds`` are the rules that an answer may rest on. Faults go to the reader, each with the answer it is about.
    """
    if "ask" not in raw and "answers" not in raw:
        return None
    ask = reader.value(raw, "ask", str, "", "text")
    is_open = reader.value(raw, "open", bool, False, "true or false")
    tables = reader.value(raw, "answers", list, [], "a list of answers")
    if not ask.strip() or not FEWEST <= len(tables) <= MOST or not all(isinstance(one, dict) for one in tables):
        reader.fault(f"A question needs “ask” and {FEWEST} to {MOST} [[answers]].")
        return None
    answers = tuple(_answer(reader, table, record, grounds, is_open) for table in tables)
    if len({answer.text for answer in answers}) < len(answers):
        reader.fault(f"Two answers to “{ask}” say the same.")
    if sum(answer.right for answer in answers) != (0 if is_open else 1):
        reader.fault(f"{'No' if is_open else 'Exactly one'} answer to “{ask}” must be right.")
    return Question(ask, answers, is_open)


def _answer(
    reader: Reader, raw: Mapping[str, Any], record: Mapping[str, Any], grounds: Sequence[str], is_open: bool
) -> Answer:
    reader.keys(raw, _KEYS, "an answer")
    text, why = (reader.value(raw, key, str, "", "text").strip() for key in ("text", "why"))
    right = reader.value(raw, "right", bool, False, "true or false")
    choices = reader.value(raw, "choices", list, [], "a list of choices")
    because = reader.value(raw, "because", list, [], "a list of rule numbers")
    if not text or not why:
        reader.fault(f"The answer “{text}” needs its “text” and a “why” of its own.")
    if raw.get("shows"):
        _check(reader, text, right or is_open, raw["shows"], {**record, **({"choices": choices} if choices else {})})
    elif not because or any(number not in grounds for number in because):
        reader.fault(f"The answer “{text}” needs what it “shows”, or rules of this file in “because”.")
    return Answer(text, right, why, tuple(map(str, choices)))


def _check(reader: Reader, text: str, right: bool, shows: object, record: Mapping[str, Any]) -> None:
    """What a right answer shows must hold, what a wrong one shows must not."""
    try:
        if isinstance(shows, str):
            played = replay(record_from({**record, "expect": {}}))
            value = figure(shows, played.table, played.record.players)
            holds, but = value == text, f"{{{shows}}} is {value}"
        else:
            played = replay(record_from({**record, "expect": shows}))
            differences = played.differences()
            holds, but = not differences, " ".join(differences)
            _numbers(reader, text, shows, played.record)
    except Flip7Error as error:
        reader.fault(f"The answer “{text}”: {error.message}")
        return
    if right and not holds:
        reader.fault(f"The answer “{text}” is said to be right, but the round does not show it: {but}")
    elif holds and not right:
        reader.fault(f"The answer “{text}” is said to be wrong, but the round shows it.")


def _numbers(reader: Reader, text: str, shows: object, record: Record) -> None:
    """A number in the answer must be a card, or stand in what it shows: else nothing has checked it."""
    shown = re.findall(r"[0-9]+", str(shows))
    loose = [word for word in strays(text, cards_of(record)) if word.lstrip("+−-") not in shown]
    if loose:
        reader.fault(f"The answer “{text}” has {' and '.join(loose)}, which is in nothing that it shows.")
