"""Drills: items without end, made from a seed by the engine and answered by engine and solver.

    asked = fresh(Asked("hit", CLASSIC, 2, "a seed"), shown)   # words of an item that looks like none of the ``shown``
    item = made_of(asked)
    shown |= {item.marks}
    item.answers[at].right, .why, .cost                # what the learner is told

`schedule` says which kind and topic comes next, and at which level.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from flip7.cards import Edition
from flip7.practice import drill_hit, drill_legal, drill_next, drill_score
from flip7.practice.item import ANY_LEVEL, LEVELS, Drill, Item

Maker = Callable[[random.Random, Edition, int, str, str], Item | None]
MAKERS: Mapping[Drill, Maker] = MappingProxyType(
    {
        "hit": drill_hit.hit_item,
        "score": drill_score.score_item,
        "legal": drill_legal.legal_item,
        "next": drill_next.next_item,
    }
)
TITLES: Mapping[Drill, str] = MappingProxyType(
    {
        "hit": "Hit or stay?",
        "score": "Score this hand",
        "legal": "Legal or not?",
        "next": "What happens next?",
    }
)
TOPICS: Mapping[Drill, Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"hit": drill_hit.TOPICS, "score": drill_score.TOPICS, "legal": drill_legal.TOPICS, "next": drill_next.TOPICS}
)
"""What can be missed, by kind and game: these are scheduled, not single items (see `schedule`)."""
_TRIES, _TRIES_FEW, _TRIES_TOPIC, _TRIES_ANY = 20, 8, 150, 400
"""Random rounds that are looked through for the level (or a near one), for the topic, for anything at all."""
_TRIES_FRESH = 10
"""Seeds that are tried for an item that has not been shown."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The words with which `item` makes an item; ``level`` 1 (easy) to 5."""

    kind: Drill
    edition: Edition
    level: int
    seed: str
    topic: str = ""


def item(kind: Drill, edition: Edition, level: int, seed: str, topic: str = "") -> Item:
    """The item of this seed: always the same one.

    The level nearest to ``level`` that a few dozen rounds have; with a ``topic``, of that topic at any level.
    """
    near = sorted(LEVELS, key=lambda other: (abs(other - level), other))[1:]
    plan = [(level, topic, _TRIES), *([(ANY_LEVEL, topic, _TRIES_TOPIC)] if topic else [])]
    plan += [*((other, "", _TRIES_FEW) for other in near), (ANY_LEVEL, "", _TRIES_ANY)]
    number = 0
    for wanted, about, tries in plan:
        for _ in range(tries):
            number += 1
            rng = random.Random(f"{kind} {edition.key} {level} {topic} {seed} {number}")
            made = MAKERS[kind](rng, edition, wanted, seed, about)
            if made is not None:
                return made
    raise AssertionError(f"no item of {kind} in {number} rounds")


@lru_cache(maxsize=500)
def made_of(asked: Asked) -> Item:
    """The item of these words."""
    return item(asked.kind, asked.edition, asked.level, asked.seed, asked.topic)


def fresh(asked: Asked, shown: Collection[str] = ()) -> Asked:
    """Words of an item that looks like none of ``shown`` (the ``marks`` of what this session has seen).

    Of this topic if it has one left, else of another, else harder or easier; where everything has been shown, the
    words as they are.
    """
    levels = sorted(LEVELS, key=lambda level: abs(level - asked.level))
    for level, topic in [(asked.level, asked.topic), *((level, "") for level in levels)]:
        for number in range(_TRIES_FRESH):
            words = replace(asked, level=level, topic=topic, seed=f"{asked.seed}x{number}" if number else asked.seed)
            if made_of(words).marks not in shown:
                return words
    return asked
