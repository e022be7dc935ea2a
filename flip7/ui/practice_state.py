"""What the page "Practice" holds: a round, a drill, the deal of the day, and which of them is shown. No drawing.

Every tap is a word: ``v.odds`` puts a rival to the table or takes it away, ``deal`` and ``again`` begin a round,
``3.1`` is the second option of the fourth choice (so one that comes late falls on no other choice), ``3.p2 7`` marks
the 7 of seat 2 for a Swap, ``advice`` asks the coach; ``k.hit`` chooses a kind of drill, ``next`` asks, ``a1`` answers.
A new seed comes from the number of the tap: whoever taps again after a lost server gets the same cards.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import count
from typing import Literal

from flip7.cards import Card, Edition
from flip7.engine.choices import Decision, Exchange, Shuffled, Turned
from flip7.practice.daily import setup_of
from flip7.practice.drills import Asked, fresh, made_of
from flip7.practice.item import DRILLS, Drill, Item
from flip7.practice.reckoning import Ask
from flip7.practice.rounds import Round, Setup, begin, say
from flip7.practice.schedule import Progress, answered, following
from flip7.practice.temperaments import TEMPERAMENTS
from flip7.ui.taps import NO_MARK, TapMark

Part = Literal["round", "drills", "daily", "figures"]
PARTS: tuple[Part, ...] = ("round", "drills", "daily", "figures")
RIVALS = ("careful", "odds", "gambler")
"""Who sits there at first."""
_SHOWN = 500
Lying = tuple[int, Card]
"""A card in front of a seat."""


@dataclass(frozen=True, slots=True)
class Drilled:
    """An item on show; ``said`` is the number of the answer given, ``again`` whether its topic has come back."""

    asked: Asked
    item: Item
    said: int | None = None
    again: bool = False


@dataclass(frozen=True, slots=True)
class PracticeState:
    """What the page holds. ``rivals`` are those chosen for the next round, in the order of ``TEMPERAMENTS``.

    ``deal`` is the round of ``day``. ``tip``: the coach's advice on the choice that is due has been asked for. ``pick``
    is the first card of a Swap. ``kind`` is the one kind of drill wanted; ``shown`` the ``marks`` of all items so far.
    ``finished`` is whether a tap of this session has ended the round on show, so that it counts. ``named`` is the game
    that a link names, ``note`` what is wrong with it; ``mark`` is how far the key pad's log has been heard.
    """

    part: Part = "round"
    rivals: tuple[str, ...] = RIVALS
    round: Round | None = None
    day: date | None = None
    deal: Round | None = None
    tip: bool = False
    pick: Lying | None = None
    kind: Drill | None = None
    drill: Drilled | None = None
    shown: frozenset[str] = frozenset()
    finished: bool = False
    named: Edition | None = None
    note: str = ""
    mark: TapMark = NO_MARK

    @property
    def played(self) -> Round | None:
        """The round on show."""
        return {"round": self.round, "daily": self.deal}.get(self.part)

    @property
    def kinds(self) -> tuple[Drill, ...]:
        """The kinds of drill that may come."""
        return (self.kind,) if self.kind else DRILLS


@dataclass(frozen=True, slots=True)
class Around:
    """What a tap needs to know: the game chosen, who answers for the odds, and the time (with its zone)."""

    edition: Edition
    ask: Ask
    now: datetime


def on_part(state: PracticeState, part: Part) -> PracticeState:
    """Another part of the page; nothing of the others is lost."""
    return state if state.part == part else replace(state, part=part, tip=False, pick=None, finished=False, note="")


def apply(
    state: PracticeState, progress: Progress, tap: str, around: Around, seed: str
) -> tuple[PracticeState, Progress]:
    """Both after one tap; what makes no sense now changes nothing. ``seed`` is for what begins anew."""
    if state.part == "drills":
        return _drill(state, progress, tap, around, seed)
    return _round(state, tap, around, seed), progress


def apply_all(
    state: PracticeState, progress: Progress, taps: Iterable[str], mark: TapMark, around: Around
) -> tuple[PracticeState, Progress]:
    """Both after these taps in order, with the log heard up to ``mark``."""
    taps = tuple(taps)
    for number, tap in enumerate(taps, mark.count - len(taps) + 1):
        state, progress = apply(state, progress, tap, around, seed_of(mark.log, number))
    return replace(state, mark=mark), progress


def seed_of(log: str, number: int) -> str:
    """The seed of a tap: the log has a name of its own on every device."""
    return hashlib.sha256(f"{log}.{number}".encode()).hexdigest()[:8]


# --- Rounds ---------------------------------------------------------------------------------------------------------


def _round(state: PracticeState, tap: str, around: Around, seed: str) -> PracticeState:
    now = state.played
    if state.part == "daily":
        if tap == "deal" and now is None and state.day:
            return _dealt(state, begin(setup_of(state.day), around.ask))
        if tap == "today" and (now is None or now.over):
            return replace(state, day=around.now.date(), deal=None, finished=False, note="")
        if tap == "to.round" and now is not None and now.over:
            return on_part(replace(state, round=None), "round")
    elif now is None:
        if tap == "deal":
            return _dealt(state, new_round(around.edition, seed, state.rivals, around.ask))
        return replace(state, rivals=_with_or_without(state.rivals, tap[2:])) if tap.startswith("v.") else state
    elif tap == "again" and now.over:
        return _dealt(state, new_round(now.setup.edition, seed, now.setup.rivals, around.ask))
    elif tap == "rivals" and now.over:
        return left(state)
    if now is None or now.due is None:
        return state
    if tap == "advice":
        return replace(state, tip=True, note="")
    at, _, what = tap.partition(".")
    return _chosen(state, now, now.due, what, around.ask) if at == str(len(now.own)) else state


def left(state: PracticeState) -> PracticeState:
    """Back to the choice of rivals: those of the round that was played."""
    rivals = state.round.setup.rivals if state.round else state.rivals
    return replace(state, round=None, rivals=rivals, tip=False, pick=None, finished=False, note="")


def _dealt(state: PracticeState, now: Round) -> PracticeState:
    return replace(_with_round(state, now), tip=False, pick=None, finished=now.over, note="")


def _with_round(state: PracticeState, now: Round) -> PracticeState:
    return replace(state, deal=now) if state.part == "daily" else replace(state, round=now)


def new_round(edition: Edition, seed: str, rivals: tuple[str, ...], ask: Ask) -> Round:
    """A round of this seed in which the learner has something to choose."""
    seat = int(hashlib.sha256(seed.encode()).hexdigest(), 16) % (len(rivals) + 1)
    deals = (begin(Setup(edition, f"{seed}x{at}" if at else seed, rivals, seat), ask) for at in count())
    return next(now for now in deals if now.due is not None)


def _with_or_without(rivals: tuple[str, ...], key: str) -> tuple[str, ...]:
    """One rival more or less; one always stays."""
    chosen = {*rivals} ^ ({key} & TEMPERAMENTS.keys())
    return tuple(one for one in TEMPERAMENTS if one in chosen) or rivals


def _chosen(state: PracticeState, now: Round, due: Decision, what: str, ask: Ask) -> PracticeState:
    if found := re.fullmatch(r"p(\d) (\S{1,4})", what):
        lying = next((one for one in swappable(due) if (one[0], one[1].code) == (int(found[1]), found[2])), None)
        return replace(state, pick=None if state.pick == lying else lying, note="")
    if not re.fullmatch(r"\d{1,3}", what) or int(what) >= len(due.options):
        return state
    now = say(now, due.options[int(what)], ask)
    return _dealt(state, now)


def swappable(due: Decision) -> tuple[Lying, ...]:
    """Every card that a Swap could begin with, in order."""
    both = (
        lying
        for option in due.options
        if isinstance(option, Exchange)
        for lying in ((option.owner, option.card), (option.other, option.other_card))
    )
    return tuple(dict.fromkeys(both))


def swaps_of(due: Decision, pick: Lying) -> dict[Lying, int]:
    """With which cards the picked one can be swapped, and which option that is."""
    found = {}
    for at, option in enumerate(due.options):
        if isinstance(option, Exchange):
            one, two = (option.owner, option.card), (option.other, option.other_card)
            if pick in (one, two):
                found[two if pick == one else one] = at
    return found


def since(now: Round) -> int:
    """The number of the first moment after the learner's last choice."""
    mine = [
        at
        for at, moment in enumerate(now.moments)
        if moment.given is not None
        and not isinstance(moment.given, Turned | Shuffled)
        and moment.given.player == now.setup.seat
    ]
    return mine[-1] + 1 if mine else 0


# --- Drills ---------------------------------------------------------------------------------------------------------


def _drill(
    state: PracticeState, progress: Progress, tap: str, around: Around, seed: str
) -> tuple[PracticeState, Progress]:
    on_show = state.drill if state.drill and state.drill.asked.edition is around.edition else None
    if tap.startswith("k."):
        kind = next((one for one in DRILLS if one == tap[2:]), None)
        state = replace(state, kind=kind, note="")
        if on_show and on_show.said is None and on_show.asked.kind not in state.kinds:
            return _next_item(state, progress, around, seed), progress
        return state, progress
    if tap == "next" and (on_show is None or on_show.said is not None):
        return _next_item(state, progress, around, seed), progress
    found = re.fullmatch(r"a([0-3])", tap)
    if found and on_show and on_show.said is None and int(found[1]) < len(on_show.item.answers):
        at = int(found[1])
        right = on_show.item.answers[at].right
        progress = answered(progress, on_show.item, right, around.now)
        return replace(state, drill=replace(on_show, said=at), note=""), progress
    return state, progress


def _next_item(state: PracticeState, progress: Progress, around: Around, seed: str) -> PracticeState:
    rng = random.Random(seed)
    wanted = following(progress, around.now, state.kinds, around.edition, rng)
    asked = fresh(Asked(wanted.kind, wanted.edition, wanted.level, seed, wanted.topic), state.shown)
    drill = Drilled(asked, made_of(asked), again=wanted.again and bool(asked.topic))
    shown = state.shown if len(state.shown) < _SHOWN else frozenset[str]()
    return replace(state, drill=drill, shown=shown | {drill.item.marks}, note="")
