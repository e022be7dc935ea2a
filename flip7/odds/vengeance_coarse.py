"""A quick estimate for a player of With a Vengeance alone, where there are too many ways to count them all.

It knows the numbers and modifiers in front, but not which other cards have gone, and takes what a Flip Four or a
Discard leads to from a first estimate without them.
It is only asked how much more or less rare states are worth than others like them (see `vengeance_rare`).
"""

from __future__ import annotations

import numpy as np

from flip7.hands import SEVEN
from flip7.odds.lattice import IntArray
from flip7.odds.tree import FloatArray
from flip7.odds.vengeance_agenda import MODIFIERS
from flip7.odds.vengeance_decks import Decks
from flip7.odds.vengeance_points import LinePoints, must_hit
from flip7.odds.vengeance_sets import ALL, BITS, INSIDE, SIZES

MOST_AHEAD = 4
"""More forced cards than this are taken for so many."""
_EVERY: IntArray = np.arange(1 << MODIFIERS)
_IN: IntArray = (_EVERY[:, None] >> np.arange(MODIFIERS)) & 1


class Coarse:
    """Estimates by set of numbers and set of modifiers.

    ``decks`` holds the numbers and modifiers in the deck, ``actions`` counts the Flip Fours, Discards, Just One Mores
    and blanks in it; ``after_sweep`` is what Unlucky 7 is worth.
    """

    def __init__(
        self, decks: Decks, actions: list[int], toward: IntArray, points: LinePoints, after_sweep: float
    ) -> None:
        flip_four, discard, one_more, blanks = actions
        copies, unlucky = decks.copies[0], int(decks.unlucky[0])
        sets = ALL[toward <= SEVEN]
        self._row = np.full(len(ALL), -1, dtype=np.intp)
        self._row[sets] = np.arange(len(sets))
        self._sets, self._unlucky, self._sweep = sets, unlucky, after_sweep
        ended = toward[sets] == SEVEN
        grid = sets[:, None], _EVERY[None, :]
        self._stay = points.worth(points.stay(*grid))
        self._bust = points.worth(points.bust(_EVERY[None, :] + 0 * sets[:, None]))
        stop = np.where(ended[:, None], points.worth(points.seven(*grid)), self._stay)
        left = copies - INSIDE[sets & ~int(decks.held[0])]
        self._fresh = np.where(INSIDE[sets], 0.0, np.maximum(left, 0.0))
        self._duplicates = np.where(INSIDE[sets], left, 0.0).sum(axis=1)[:, None]
        self._drawable = [m for m in range(MODIFIERS) if int(decks.modifiers[0]) >> m & 1]
        mods_left = np.array([sum(1 for m in self._drawable if not k >> m & 1) for k in _EVERY.tolist()])
        self._total = left.sum(axis=1)[:, None] + unlucky + mods_left + one_more
        self._blanks, self._one_more, self._ended = blanks, one_more, ended
        stops = [stop]
        for _ in range(MOST_AHEAD):
            stops.append(self._forced(stops[-1]))
        self._must = must_hit(*grid)
        self._blanks += flip_four + discard
        own = self._one_more * stops[1]
        forced = self._then_forced(self._decide(stop, own))
        own += flip_four * forced[-1] + discard * self._discarded(forced[0])
        self._total = self._total + flip_four + discard
        self._blanks -= flip_four + discard
        forced = self._then_forced(self._decide(stop, own))
        self._ahead: FloatArray = np.array([forced, stops])

    def _forced(self, after: FloatArray) -> FloatArray:
        """One forced card, then ``after``; among forced cards a Just One More is like a blank."""
        blanks = self._blanks + self._one_more
        worth: FloatArray = after * blanks + self._duplicates * self._bust + self._unlucky * self._sweep
        for at in np.flatnonzero(self._fresh.any(axis=0)):
            some = np.flatnonzero(self._fresh[:, at])
            worth[some] += self._fresh[some, at, None] * after[self._row[self._sets[some] | BITS[at]]]
        for m in self._drawable:
            some = np.flatnonzero(_IN[:, m] == 0)
            worth[:, some] += after[:, some | 1 << m]
        worth /= np.maximum(self._total + self._blanks, 1)
        worth[self._ended] = after[self._ended]
        return worth

    def _then_forced(self, best: FloatArray) -> list[FloatArray]:
        """No forced card, then one, two … before ``best``."""
        forced = [best]
        for _ in range(MOST_AHEAD):
            forced.append(self._forced(forced[-1]))
        return forced

    def _discarded(self, best: FloatArray) -> FloatArray:
        """Without the card of which that is best."""
        worth = np.full(best.shape, -np.inf)
        for at in range(INSIDE.shape[1]):
            some = np.flatnonzero(INSIDE[self._sets, at])
            worth[some] = np.maximum(worth[some], best[self._row[self._sets[some] & ~BITS[at]]])
        for m in range(MODIFIERS):
            some = np.flatnonzero(_IN[:, m])
            worth[:, some] = np.maximum(worth[:, some], best[:, some & ~(1 << m)])
        known: FloatArray = np.where(np.isfinite(worth), worth, best)
        return known

    def _decide(self, stop: FloatArray, own: FloatArray) -> FloatArray:
        """The better of staying and hitting, from the largest sets down; ``own`` is what actions are worth, summed."""
        best = stop.copy()
        by_mods = [np.flatnonzero(_IN.sum(axis=1) == k) for k in range(MODIFIERS, -1, -1)]
        base = self._duplicates * self._bust + self._unlucky * self._sweep + own
        sizes = SIZES[self._sets]
        for size in range(int(sizes.max()), -1, -1):
            rows = np.flatnonzero((sizes == size) & ~self._ended)
            if not len(rows):
                continue
            worth = base[rows]
            for at in np.flatnonzero(self._fresh[rows].any(axis=0)):
                some = np.flatnonzero(self._fresh[rows, at])
                grown = self._row[self._sets[rows[some]] | BITS[at]]
                worth[some] += self._fresh[rows[some], at, None] * best[grown]
            total = np.maximum(self._total[rows], 1)
            for columns in by_mods:
                here = worth[:, columns]
                for m in self._drawable:
                    can = np.flatnonzero(_IN[columns, m] == 0)
                    if len(can):
                        here[:, can] += best[rows[:, None], columns[can] | 1 << m]
                here /= total[:, columns]
                cells = np.ix_(rows, columns)
                best[cells] = np.where(self._must[cells], here, np.maximum(here, self._stay[cells]))
        return best

    def worth(self, numbers: IntArray, modifiers: IntArray, ahead: IntArray, stays: IntArray) -> FloatArray:
        """What a state is worth with so many cards certain to come, a stay after them (1) or a choice (0)."""
        found: FloatArray = self._ahead[stays, np.minimum(ahead, MOST_AHEAD), self._row[numbers], modifiers]
        return found
