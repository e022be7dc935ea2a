"""Finding an edge case by word, by card and by rule, as the rulebook finds a rule."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from flip7.lessons.case import Case
from flip7.rulebook import query_words, word_pattern


def find_cases(cases: Iterable[Case], query: str = "", where: str = "") -> list[Case]:
    """The cases with the filter ``where`` in which every word of ``query`` occurs, the best first.

    A rule's number comes first, then title, question, the cards on the table, and everything that is said.
    """
    words = [(word, word_pattern(word)) for word in query_words(query)]
    found = []
    for case in cases:
        if where and where not in case.where:
            continue
        places = [_place(case, word, pattern) for word, pattern in words]
        known = [place for place in places if place is not None]
        if len(known) == len(places):
            found.append((max(known, default=0), case))
    return [case for _, case in sorted(found, key=lambda hit: hit[0])]


def _place(case: Case, word: str, pattern: re.Pattern[str]) -> int | None:
    """How far down in the case the word is first found; 0 if it is the number of a rule, None if it is nowhere."""
    if word in (rule.number.lower() for rule in case.rules):
        return 0
    return next((at for at, text in enumerate(_texts(case), 1) if pattern.search(text)), None)


@cache
def _texts(case: Case) -> tuple[str, ...]:
    said = (case.ruling, case.myth, case.asked.ask, *(f"{one.text} {one.why}" for one in case.asked.answers))
    rules = (rule.title for rule in case.rules)
    places = (case.title, case.question, _cards(case), " ".join((*said, *rules)))
    return tuple(place.lower() for place in places)


def _cards(case: Case) -> str:
    """The cards that lie on the table or are turned, by code and by name."""
    played = case.played
    seen = {face for line in played.table.lines for face in line} | {one.card for one in played.events if one.card}
    return "; ".join(f"{face.code}; {played.record.edition.name(face)}" for face in seen)
