"""What the page "Should I hit?" knows about a position: the exact answer, or as much of it as is quick enough here."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from math import comb

from flip7.cards import CLASSIC, Kind, card
from flip7.hands import SEVEN, of_kind
from flip7.odds.desk import Desk, Job
from flip7.odds.exact import Answer, NextCard
from flip7.odds.lattice import chance_states
from flip7.odds.modes import modes
from flip7.odds.plans import Plan
from flip7.odds.position import Position
from flip7.odds.quick import Quick
from flip7.ui.hit_state import HitState

DESK = Desk()
"""Where answers that are too slow for the web process are worked out, one at a time for all sessions."""

QUICK = Quick(workers=max(2, os.cpu_count() or 1))
"""Where all other answers come from."""

MOST_STATES = 10_000_000
"""More states than this are not counted for a tap, only on request: it takes about two thirds of a second."""

_SECOND_CHANCE, _FREEZE, _FLIP_THREE = card("SC"), card("FR"), card("F3")
_ALONE_THEN = {_FREEZE: "frozen", _FLIP_THREE: "flips"}


@dataclass(frozen=True, slots=True)
class Reading:
    """A position with all that is known about it. ``answer`` is ``None`` where it is not computed.

    Then ``bound`` is the answer with others in, and no choice alone is worth more than there.
    """

    position: Position
    goal: int
    answer: Answer | None
    bound: Answer

    @property
    def next(self) -> tuple[NextCard, ...]:
        """The cards that can come next."""
        if self.answer is not None:
            return self.answer.next
        return tuple(replace(row, then=self._alone(row)) for row in self.bound.next)

    def _alone(self, row: NextCard) -> str | int:
        if row.card is _SECOND_CHANCE and row.then == "given":
            return "discarded"
        return _ALONE_THEN.get(row.card, row.then)

    @property
    def job(self) -> Job | None:
        """The work on the answer, if somebody has asked for it."""
        return DESK.known(self.position, self.goal)

    @property
    def drawable(self) -> int:
        """The cards of which the next one is taken: the deck or, where it is empty, the pile."""
        return sum(row.left for row in self.bound.next)


def states_ahead(position: Position) -> int:
    """How many states an answer has to count, a reshuffle left aside."""
    left, line = position.left, position.line
    held = of_kind(line, Kind.NUMBER)
    free = sum(1 for face in of_kind(CLASSIC.cards, Kind.NUMBER) if left[face] and face not in held)
    numbers = sum(comb(free, k) for k in range(SEVEN - len(held)))
    ways = modes(position.alone, left[_FLIP_THREE], left[_FREEZE], position.flips, False)
    chances = chance_states(_SECOND_CHANCE in line, left[_SECOND_CHANCE])
    modifiers = sum(1 for face in of_kind(CLASSIC.cards, Kind.MODIFIER) if left[face])
    return int(numbers * len(ways) * len(chances) * 2**modifiers)


def _takes_long(position: Position) -> bool:
    return position.alone and states_ahead(position) > MOST_STATES


def answer_to(position: Position, goal: int = 0) -> Answer | None:
    """The exact answer, remembered; ``None`` where it takes too long for a tap and has not been worked out."""
    if not _takes_long(position):
        return QUICK.ask(position, goal).answer.result()
    job = DESK.known(position, goal)
    return job.answer if job else None


def plans(position: Position, goal: int) -> tuple[Plan, ...]:
    """Fixed plans beside the best one; none alone, where one's own actions decide how many cards come."""
    return () if _takes_long(position) else QUICK.ask(position, goal).rest.result().plans


def reading(state: HitState) -> Reading | None:
    """What is known about this state; ``None`` when the round is over for this player."""
    if state.over:
        return None
    position = state.position
    # Who wants only counts gets no values, so the quicker answer does; so does the bound.
    answer = None if state.counts_only and state.alone else answer_to(position, state.goal)
    bound = answer or answer_to(replace(position, alone=False), state.goal)
    assert bound is not None
    return Reading(position, state.goal, answer, bound)
