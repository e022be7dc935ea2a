"""What is drilled next: what was missed comes back sooner, and the level follows the learner.

What is scheduled is a *topic* (a kind of drill, a game, and what its items are about), not a single item: whoever
missed one Second Chance should soon meet another, and not learn one table by heart. Each topic is a card of the
library `fsrs`, with short steps first (a minute, ten minutes) and days later on. Progress is a short text that the
device keeps.

    told = read_progress(text)
    lesson = following(told, now, kinds, edition, rng)      # kind, level and topic of the next item
    told = answered(told, item, answer.right, now)
    text = write_progress(told)
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from types import MappingProxyType

from fsrs import Card, Rating, Scheduler, State

from flip7.cards import EDITIONS, Edition
from flip7.practice.drills import TOPICS
from flip7.practice.item import LEVELS, Drill, Item

_SCHEDULER = Scheduler(learning_steps=(timedelta(minutes=1), timedelta(minutes=10)), enable_fuzzing=False)
_UP, _DOWN = 0.25, 0.75
"""A right answer lifts the level by a quarter, a wrong one lowers it by three: three in four right keep it."""
_NEWER = 0.5
"""How often a topic not drilled yet comes before one that is only about to be due."""
_VERSION = "1"
_EPOCH = datetime(2025, 1, 1, tzinfo=UTC)
_LETTERS: Mapping[Drill, str] = MappingProxyType({"hit": "h", "score": "s", "legal": "l", "next": "n"})
_MAX_TEXT = 4000


@dataclass(frozen=True, slots=True)
class Seen:
    """How well a topic is known: the state of its `fsrs.Card`. ``due`` and ``last`` are minutes since 2025."""

    state: int
    step: int | None
    stability: float
    difficulty: float
    due: int
    last: int


@dataclass(frozen=True, slots=True)
class Progress:
    """What a learner has drilled: ``seen`` topics by name (``c.hit.chance``), and a level (1.0-5.0) for each kind."""

    seen: Mapping[str, Seen] = field(default_factory=lambda: MappingProxyType({}))
    levels: Mapping[Drill, float] = field(default_factory=lambda: MappingProxyType({}))

    def level(self, kind: Drill) -> int:
        """The level of the next item of this kind, 1 to 5."""
        return int(self.levels.get(kind, 1.0))


@dataclass(frozen=True, slots=True)
class Next:
    """What to ask for with `drills.fresh`. ``again``: the topic was missed or is due."""

    kind: Drill
    edition: Edition
    level: int
    topic: str
    again: bool


def topic_name(kind: Drill, edition: Edition, topic: str) -> str:
    """The name of a topic in ``Progress.seen``."""
    return f"{edition.key[0]}.{kind}.{topic}"


def following(progress: Progress, now: datetime, kinds: Iterable[Drill], edition: Edition, rng: random.Random) -> Next:
    """The next thing to ask: the topic that is due longest, else a new one, else the one that is due soonest.

    Only topics of these kinds and this game; ``now`` with its time zone.
    """
    minutes = _minutes(now)
    names = [(kind, topic) for kind in kinds for topic in TOPICS[kind][edition.key]]
    known = [
        (progress.seen[name].due, kind, topic)
        for kind, topic in names
        if (name := topic_name(kind, edition, topic)) in progress.seen
    ]
    due = [one for one in known if one[0] <= minutes]
    if due:
        _, kind, topic = min(due)
        return Next(kind, edition, progress.level(kind), topic, True)
    new = [one for one in names if topic_name(one[0], edition, one[1]) not in progress.seen]
    if new and (not known or rng.random() < _NEWER or len(new) > len(known)):
        kind, _ = rng.choice(new)
        # Which of the new topics comes first is left to what the level has.
        return Next(kind, edition, progress.level(kind), "", False)
    _, kind, topic = min(known)
    return Next(kind, edition, progress.level(kind), "" if rng.random() < _NEWER else topic, False)


def answered(progress: Progress, item: Item, right: bool, now: datetime) -> Progress:
    """The progress after an answer to this item: its topic is scheduled anew, and the level moves."""
    name = topic_name(item.kind, item.edition, item.topic)
    now = now.astimezone(UTC)
    card, _ = _SCHEDULER.review_card(_card(progress.seen.get(name), now), Rating.Good if right else Rating.Again, now)
    seen = Seen(
        card.state.value, card.step, round(card.stability or 0.0, 3), round(card.difficulty or 0.0, 2),
        _minutes(card.due), _minutes(now),
    )  # fmt: skip
    level = progress.levels.get(item.kind, 1.0) + (_UP if right else -_DOWN)
    level = min(max(level, float(LEVELS[0])), LEVELS[-1] + 0.9)
    return replace(
        progress,
        seen=MappingProxyType({**progress.seen, name: seen}),
        levels=MappingProxyType({**progress.levels, item.kind: round(level, 2)}),
    )


def merged(one: Progress, other: Progress) -> Progress:
    """What two devices or sessions know together: of each topic what was reviewed last; of each level the higher."""
    seen = dict(one.seen)
    for name, state in other.seen.items():
        if name not in seen or seen[name].last < state.last:
            seen[name] = state
    kinds = {*one.levels, *other.levels}
    levels = {kind: max(one.levels.get(kind, 1.0), other.levels.get(kind, 1.0)) for kind in kinds}
    return Progress(MappingProxyType(seen), MappingProxyType(levels))


def _card(seen: Seen | None, now: datetime) -> Card:
    if seen is None:
        return Card(card_id=0, due=now)
    return Card(
        0, State(seen.state), seen.step, seen.stability, seen.difficulty,
        _EPOCH + timedelta(minutes=seen.due), _EPOCH + timedelta(minutes=seen.last),
    )  # fmt: skip


def _minutes(moment: datetime) -> int:
    return int((moment - _EPOCH).total_seconds() // 60)


# --- As text --------------------------------------------------------------------------------------------------------

_TOPIC = re.compile(r"([cv])([hsln])([a-z0-9-]+):(\d),(\d?),(\d+(?:\.\d+)?),(\d+(?:\.\d+)?),(\d+),(\d+)")


def write_progress(progress: Progress) -> str:
    """The progress as one line of plain characters, at most about 2,500 of them."""
    levels = "".join(f"{_LETTERS[kind]}{level:g}" for kind, level in sorted(progress.levels.items()))
    topics = []
    for name, seen in sorted(progress.seen.items()):
        game, kind, topic = name.split(".")
        step = "" if seen.step is None else seen.step
        letter = next(letter for long, letter in _LETTERS.items() if long == kind)
        topics.append(
            f"{game}{letter}{topic}:{seen.state},{step},{seen.stability:g},{seen.difficulty:g},{seen.due},{seen.last}"
        )
    return ";".join((_VERSION, levels, *topics))


def read_progress(text: str) -> Progress:
    """The progress that a device has kept. Untrusted: what does not fit is left out, and nothing is raised."""
    version, _, rest = text[:_MAX_TEXT].partition(";")
    if version != _VERSION:
        return Progress()
    levels_text, *topics = rest.split(";")
    kinds = {letter: kind for kind, letter in _LETTERS.items()}
    games = {key[0]: key for key in EDITIONS}
    levels = {
        kinds[letter]: min(max(float(level), 1.0), 5.9)
        for letter, level in re.findall(r"([hsln])(\d(?:\.\d{1,2})?)(?![\d.])", levels_text)
    }
    seen = {}
    for written in topics:
        found = _TOPIC.fullmatch(written)
        if not found:
            continue
        game, letter, topic, state, step, stability, difficulty, due, last = found.groups()
        fits = topic in TOPICS[kinds[letter]][games[game]] and state in "123" and len(due) < 10 and len(last) < 10
        if fits and (state == "2") == (step == "") and 0.001 <= float(stability) <= 36500:
            seen[f"{game}.{kinds[letter]}.{topic}"] = Seen(
                int(state), int(step) if step else None, float(stability), min(max(float(difficulty), 1.0), 10.0),
                int(due), int(last),
            )  # fmt: skip
    return Progress(MappingProxyType(seen), MappingProxyType(levels))


def missed(progress: Progress) -> tuple[str, ...]:
    """Topics that are being learnt again or anew, the least known first: where to look things up."""
    weak = [(seen.stability, name) for name, seen in progress.seen.items() if seen.state != State.Review.value]
    return tuple(name for _, name in sorted(weak))
