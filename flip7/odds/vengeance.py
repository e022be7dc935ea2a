"""Should this player of With a Vengeance hit? With others in, or alone.

With others in, modifiers and actions that are drawn go elsewhere (`vengeance_tree`), and everything is exact. Alone
they are the player's own (`vengeance_alone`). Where not all ways can be counted, ``bound`` is measured anew each time:
it is what three times as rare states changed or what was learnt about rare ones, if that is more.
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
RICH_BOUND = 0.2
"""The same (a tenth of it for a goal) where over a quarter of the deck is actions and modifiers: one such deck was
found off by 0.18 points, though more states hardly changed it."""
LIKELY = (2e-6, 7e-7, 2e-7)
"""Where there are too many states, those as likely as this are worked out: ever rarer ones, until it hardly matters."""

_FEW_STATES = 2_000_000
"""The rarest ones only where there were not more states before."""

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
        done, most_states = 0.0, MOST_STATES
        rich = 4 * sum(n for face, n in left.items() if self._is_blank(face)) > left.total()
        least = BOUND if not rich else RICH_BOUND if worth[-1] > 1 else RICH_BOUND / 10

        def tree(likely: float) -> AloneTree:
            return AloneTree(
                at.line, left, worth, pile=pile, flips=at.flips, house=at.house, likely=likely, most_states=most_states,
                progress=lambda share: progress(done + share * (1 - done) / 2),
            )  # fmt: skip

        found = tree(LIKELY[0])
        for likely in () if found.exact else LIKELY[1:]:
            done, most_states, before = (1 + done) / 2, 0, found.plan
            del found  # Its memory is needed.
            found = tree(likely)
            self.bound = max(least, abs(found.plan - before), abs(found.learnt))
            if self.bound == least or found.states > _FEW_STATES:
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
