"""What the page "Replay" holds: which round, at which step, and whether it plays by itself. Plain values, no session.

A tap is a word: ``first``, ``back``, ``next``, ``last``, ``play``, ``pause``, ``slower``, ``faster``. Whoever steps by
hand stops the playing. Times are those of one clock, in seconds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path

from flip7.cards import CLASSIC, EDITIONS, Edition
from flip7.engine.reading import read_record
from flip7.engine.record import Record, Replay, replay
from flip7.engine.writing import write_record
from flip7.errors import Flip7Error, quote
from flip7.lessons.marks import Choice, choices_of
from flip7.lessons.steps import Step, steps_of
from flip7.ui.links import other_version, unknown_edition
from flip7.ui.replay_link import pack, unpack
from flip7.ui.taps import NO_MARK, TapMark, read_mark

LINK_VERSION = "1"
MAX_WORD = 2500
"""A longer round has no link: a code to photograph could not hold it."""
PACES = (4, 2, 1)
"""Seconds for a step, slow to fast."""
EARLY = 0.25
"""A timer that fires so many seconds too early is on time."""
EXAMPLES = Path(__file__).parents[1] / "lessons" / "rounds"


@dataclass(frozen=True)
class Round:
    """A record played out. ``text`` writes it in full."""

    record: Record
    played: Replay

    @cached_property
    def text(self) -> str:
        """The record as TOML."""
        return write_record(self.record)

    @cached_property
    def word(self) -> str:
        """The whole round as a word of a link; empty where it is too long for one."""
        word = pack(self.text)
        return word if len(word) <= MAX_WORD else ""

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """One step for each thing that a person would see."""
        return tuple(steps_of(self.played))

    @cached_property
    def choices(self) -> Mapping[int, Choice]:
        """The choices to hit or to stay by their step; none in With a Vengeance."""
        return choices_of(self.steps)

    @cached_property
    def differences(self) -> tuple[str, ...]:
        """Where the outcome is not what the record expects."""
        return tuple(self.played.differences())


@dataclass(frozen=True, slots=True)
class ReplayState:
    """A round at a step, counted from 0; without a round the page asks for one of the game that the link has ``named``.

    ``due`` is when the next step comes by itself, ``None`` while it does not play; ``pace`` is a number in ``PACES``.
    ``note`` says what is wrong with the link; ``mark`` is how far the key pad's log has been heard.
    """

    round: Round | None = None
    step: int = 0
    pace: int = 1
    due: float | None = None
    named: Edition | None = None
    note: str = ""
    mark: TapMark = field(default=NO_MARK)

    @property
    def last(self) -> int:
        """The last step."""
        return len(self.round.steps) - 1 if self.round else 0

    @property
    def ended(self) -> bool:
        """Whether nothing more comes."""
        return self.step == self.last

    @property
    def seconds(self) -> int:
        """How long a step stands while it plays."""
        return PACES[self.pace]


@lru_cache(maxsize=32)
def read_round(text: str) -> Round:
    """The round that this text writes, played out; raises ``Flip7Error`` with every fault."""
    record = read_record(text)
    return Round(record, replay(record))


@lru_cache(maxsize=len(EDITIONS))
def examples(edition: Edition) -> tuple[Round, ...]:
    """The rounds of this game that are offered where none has been brought."""
    return tuple(read_round(path.read_text("utf-8")) for path in sorted(EXAMPLES.glob(f"{edition.key}-*.toml")))


def opened(found: Round, before: ReplayState | None = None) -> ReplayState:
    """The first step of this round; ``before`` is what the page showed until now."""
    return ReplayState(found, mark=before.mark if before else NO_MARK)


def apply(state: ReplayState, tap: str, now: float) -> ReplayState:
    """The state after one tap; beyond the first and the last step there is nothing."""
    steps = {"first": 0, "back": max(0, state.step - 1), "next": min(state.last, state.step + 1), "last": state.last}
    if tap in steps:
        return replace(state, step=steps[tap], due=None, note="")
    match tap:
        case "play" if state.round:
            state = replace(state, step=0 if state.ended else state.step, note="")
            return replace(state, due=now + state.seconds)
        case "pause":
            return replace(state, due=None)
        case "slower" | "faster" if state.due is not None:
            pace = state.pace + (1 if tap == "faster" else -1)
            state = replace(state, pace=min(max(pace, 0), len(PACES) - 1))
            return replace(state, due=now + state.seconds)
    return state


def apply_all(state: ReplayState, taps: Iterable[str], mark: TapMark, now: float) -> ReplayState:
    """The state after these taps in order, with the log heard up to ``mark``."""
    for tap in taps:
        state = apply(state, tap, now)
    return replace(state, mark=mark)


def tick(state: ReplayState, now: float) -> ReplayState:
    """The next step, where it is due by now; the last one ends the playing."""
    if state.due is None or now < state.due - EARLY:
        return state
    step = min(state.last, state.step + 1)
    return replace(state, step=step, due=None if step == state.last else now + state.seconds)


def link_to(found: Round, step: int = 0) -> str:
    """The part of a link to this step after the question mark; empty for a round that is too long for a link."""
    return f"v={LINK_VERSION}&round={found.word}&step={step + 1}" if found.word else ""


def link_of(state: ReplayState, edition: Edition = CLASSIC) -> str:
    """The state as the part of a link after the question mark; without a round the chosen game, if it is not Flip 7."""
    if state.round is None:
        return "" if edition is CLASSIC else f"v={LINK_VERSION}&edition={edition.key}"
    link = link_to(state.round, state.step)
    return f"{link}&tap={state.mark}" if link and state.mark.log else link


def from_link(params: Mapping[str, str]) -> ReplayState:
    """The state in a link, with a note where it cannot be had."""
    if wrong := other_version(params, LINK_VERSION) or unknown_edition(params):
        return ReplayState(note=wrong)
    if not params.get("round"):
        return ReplayState(named=EDITIONS.get(params.get("edition", "")))
    try:
        found = read_round(unpack(params["round"]))
    except Flip7Error as error:
        return ReplayState(note=f"This link cannot be used: {error.message}")
    state = ReplayState(found, mark=read_mark(params.get("tap", "")))
    text = params.get("step", "1")
    number = int(text) if re.fullmatch(r"[0-9]{1,4}", text) else 0
    if 1 <= number <= state.last + 1:
        return replace(state, step=number - 1)
    return replace(state, note=f"The link names step {quote(text)}; this round has steps 1 to {state.last + 1}.")
