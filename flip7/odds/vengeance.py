"""Should this player of With a Vengeance hit? With others in, or alone.

With others in, modifiers and actions that are drawn go elsewhere (`vengeance_tree`), and everything is exact. Alone
they are the player's own (`vengeance_alone`). Where not all ways can be counted, ``bound`` is measured anew each time:
it is twice what states some times as rare changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import ClassVar

import numpy as np

from flip7.cards import VENGEANCE, Card, Kind, card
from flip7.hands import SEVEN, duplicates, toward_seven
from flip7.odds.exact import Answer, Solved
from flip7.odds.position import Position
from flip7.odds.tree import FloatArray
from flip7.odds.vengeance_alone import MOST_STATES, AloneTree
from flip7.odds.vengeance_sets import LEAST, MOST, UNLUCKY
from flip7.odds.vengeance_tree import SweepTree
from flip7.scoring import score

VENGEANCE_POINTS: FloatArray = np.arange(LEAST, MOST + 1, dtype=np.float64)
"""The ordinary goal: a score is worth its points. The first place is for ``LEAST`` points."""

BOUND = 0.01
"""Points (or chance, for a goal) that an answer which is not exact is said to be off by at least."""
LIKELY = 2e-5
"""Where there are too many states, those as likely as this are worked out, then ever rarer ones, until it hardly
matters."""
ENOUGH, MOST_KEPT = 1_500_000, 12_000_000
"""So many states are worked out even where rarer ones hardly matter, and never more than so many."""

_ZERO, _ONE_MORE, _FLIP_FOUR, _DISCARD = (card(code) for code in ("0", "JOM", "F4", "DI"))


def vengeance_at_least(goal: int) -> FloatArray:
    """The goal of at least so many points this round: every value is then a chance."""
    return (goal <= VENGEANCE_POINTS).astype(np.float64)


class VengeanceAnswer(Answer):
    """Should this player of With a Vengeance hit?"""

    least: ClassVar[int] = LEAST

    def _tree(
        self, left: Counter[Card], pile: Counter[Card], worth: FloatArray, progress: Callable[[float], None]
    ) -> Solved:
        at = self.position
        if not at.alone:
            return SweepTree(at.line, left, worth, pile=pile, flips=at.flips, house=at.house)
        likely, done = LIKELY, 0.0
        found = AloneTree(
            at.line, left, worth, pile=pile, flips=at.flips, house=at.house,
            progress=lambda share: progress(done + share * (1 - done) / 2),
        )  # fmt: skip
        if not found.count(MOST_STATES):
            found.estimate(likely)
        while not found.exact:
            likely /= 3 if found.states > ENOUGH // 5 else 9
            done, plan, states = (1 + done) / 2, found.plan, found.states
            found.estimate(likely)
            self.bound = 0.0 if found.exact else max(BOUND, 2 * abs(found.plan - plan))
            enough = self.bound == BOUND and found.states > ENOUGH
            if enough or found.states * found.states > MOST_KEPT * states:
                break
        progress(1.0)
        return found

    def _may_stay(self) -> bool:
        """Not without a card (V10), nor with the Zero (V17)."""
        line = self.position.line
        return bool(line) and _ZERO not in line

    def _is_blank(self, face: Card) -> bool:
        return not face.is_number

    @staticmethod
    def then(position: Position, face: Card) -> str | int:
        """What this face of With a Vengeance does as the next card."""
        line, house = position.line, position.house
        if not face.is_number and not position.alone:
            return "given"
        if face is _ONE_MORE or face is _FLIP_FOUR:
            return "flips"
        if face is _DISCARD and line:
            rests = (line[:at] + line[at + 1 :] for at in range(len(line)))
            return max(score(rest, VENGEANCE, house=house).points for rest in rests)
        if face.kind is Kind.ACTION:
            return "discarded"
        grown = (face,) if face is UNLUCKY else (*line, face)
        if duplicates(grown):
            return "bust"
        return "flip7" if toward_seven(grown, house) == SEVEN else score(grown, VENGEANCE, house=house).points
