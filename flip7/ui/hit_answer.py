"""What the page "Should I hit?" knows about a position: the exact answer, or as much of it as is quick enough here."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace

from flip7.cards import CLASSIC
from flip7.odds.desk import Desk, Job
from flip7.odds.exact import Answer, NextCard
from flip7.odds.games import GAMES
from flip7.odds.plans import Plan
from flip7.odds.position import Position
from flip7.odds.quick import Quick
from flip7.odds.size import takes_long
from flip7.ui.hit_state import HitState

DESK = Desk()
"""Where answers that are too slow for the web process are worked out, one at a time for all sessions."""

QUICK = Quick(workers=max(2, os.cpu_count() or 1))
"""Where all other answers come from."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A position with all that is known about it. ``answer`` is ``None`` where it is not computed.

    Then ``bound`` is the answer with others in, and in Flip 7 no choice alone is worth more than there.
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
        then = GAMES[self.position.edition].then
        return tuple(replace(row, then=then(self.position, row.card)) for row in self.bound.next)

    @property
    def bounded(self) -> bool:
        """Whether ``bound`` limits what is not computed: in With a Vengeance a Discard may help who is alone."""
        return self.position.edition is CLASSIC

    @property
    def job(self) -> Job | None:
        """The work on the answer, if somebody has asked for it."""
        return DESK.known(self.position, self.goal)

    @property
    def drawable(self) -> int:
        """The cards of which the next one is taken: the deck or, where it is empty, the pile."""
        return sum(row.left for row in self.bound.next)


def answer_to(position: Position, goal: int = 0) -> Answer | None:
    """The exact answer, remembered; ``None`` where it takes too long for a tap and has not been worked out."""
    if not takes_long(position):
        return QUICK.ask(position, goal).answer.result()
    job = DESK.known(position, goal)
    return job.answer if job else None


def plans(position: Position, goal: int) -> tuple[Plan, ...]:
    """Fixed plans beside the best one; none alone, where one's own actions decide how many cards come."""
    return () if takes_long(position) else QUICK.ask(position, goal).rest.result().plans


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
