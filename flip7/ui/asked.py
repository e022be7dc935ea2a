"""A question and its answers on a page: as keys, and as they stand in a link. For lessons and edge cases."""

from __future__ import annotations

import re
from collections.abc import Iterable

from flip7.lessons.asking import Question
from flip7.ui.pad import Key, word_key


def answer_keys(question: Question, tried: tuple[int, ...], before: str) -> tuple[Key, ...]:
    """A key for each answer, its code the number from 0 after ``before``; those that were ``tried`` are greyed."""
    return tuple(
        word_key(
            f"{before}{at}",
            answer.text,
            label=f"{answer.text}, not right" if at in tried else "",
            off=at in tried,
        )
        for at, answer in enumerate(question.answers)
    )


def written_answers(answers: Iterable[int]) -> str:
    """Answers in a link, counted from 1."""
    return "".join(str(at + 1) for at in answers)


def read_answers(question: Question, text: str, *, going_on: bool) -> tuple[int, ...]:
    """Answers in a link, as far as the question has them and they let the lesson go on, or not."""
    if not re.fullmatch(r"[1-4]{0,4}", text):
        return ()
    answers = dict.fromkeys(int(digit) - 1 for digit in text)
    return tuple(at for at in answers if at < len(question.answers) and question.may_go_on(at) is going_on)
