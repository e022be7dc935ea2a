"""The second lattice of `vengeance_tree`: the line grows again beside Unlucky 7 (V19)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from flip7.hands import SEVEN
from flip7.odds.lattice import IntArray
from flip7.odds.tree import TIE, BoolArray, FloatArray, Walk
from flip7.odds.vengeance_forced import Start
from flip7.odds.vengeance_sets import (
    ALL,
    INSIDE,
    LEAST,
    SEVEN_BIT,
    SIZES,
    ZERO_BIT,
    Scores,
    count,
    grown_sets,
    layers,
)

_UNBOUNDED = 1e9
_NO_END = -np.inf

End = Callable[[int], float]
"""What a set beside Unlucky 7 is worth when the deck runs out and the pile comes back."""


class Swept:
    """What every part of the second lattice shares: ``copies`` of each face before a sweep, the numbers ``held`` then.

    ``numbers`` is how many number cards are left, Unlucky 7 included; ``end`` is ``None`` where no pile comes back.
    """

    def __init__(
        self, held: int, copies: FloatArray, numbers: int, toward: IntArray, scores: Scores, end: End | None
    ) -> None:
        self.held, self.numbers, self.toward, self.scores, self.end = held, numbers, toward, scores, end
        self.copies = copies

    def bound(self) -> FloatArray:
        """No less than what the next card is worth after a sweep, by how many new numbers were swept and by the set.

        A number that was swept may be taken as often as if it had not been: that helps a player.
        """
        scores = self.scores
        if (scores.stay < 0).any() or (scores.seven < 0).any():
            return np.full((SEVEN + 1, len(ALL)), _UNBOUNDED)
        copies = self.copies.copy()
        copies[7] = 0
        every = layers({SEVEN_BIT}, copies > 0, np.ones(len(ALL), dtype=np.bool_), self.toward)
        bound = np.full((SEVEN + 1, len(ALL)), -np.inf)
        value = np.tile(scores.stay, (SEVEN + 1, 1)).T.copy()
        swept = np.arange(SEVEN + 1)
        for size, layer in reversed(list(enumerate(every))):
            sets = layer.sets
            grown, real, seven = grown_sets(sets, copies > 0, self.toward)
            worth = np.zeros((len(sets), SEVEN + 1))
            for at in np.flatnonzero(copies):
                some = np.flatnonzero(real[:, at])
                then = grown[some, at]
                worth[some] += copies[at] * np.where(seven[some, at, None], scores.seven[then, None], value[then])
            total = self.numbers - 1 - size - swept
            worth /= np.maximum(total, 1)
            empty = scores.stay[sets, None] if self.end is None else np.full((len(sets), 1), _UNBOUNDED)
            worth = np.where(total > 0, worth, empty)
            bound[:, sets] = worth.T
            must = ((sets & ZERO_BIT) != 0)[:, None]
            value[sets] = np.where(must, worth, np.maximum(worth, scores.stay[sets, None]))
        return bound

    def parts(self, asked: set[int], starts: set[int], bound: FloatArray) -> list[Sweep]:
        """Solve for each set that may be swept, apart for each size and for those after which a Zero can come.

        So each part looks into few sets, and its arrays are small enough for the processor's own memory.
        """
        swept = np.array(sorted(asked), dtype=np.intp)
        new = swept & ~self.held
        zero_left = ((new & ZERO_BIT) == 0) & bool(self.copies[0])
        found = []
        for size, zero in sorted(set(zip(SIZES[new].tolist(), zero_left.tolist(), strict=True))):
            some = swept[(SIZES[new] == size) & (zero_left == zero)]
            goes_on = (bound[size] > self.scores.stay) | ((ALL & ZERO_BIT) != 0)
            found.append(Sweep(self, some, starts | {SEVEN_BIT}, goes_on))
        return found


class Sweep:
    """The second lattice for some sets that may have been swept, a column each.

    ``column`` names for each set its column, or -1; ``copies`` (faces, columns) is what is then left in the deck, and
    ``total`` (columns) how many number cards. ``values[k]`` (rows, columns) are what layer k is worth, ``hits[k]`` is
    where another card is taken; ``free`` are the faces that can be new.
    """

    def __init__(self, shared: Swept, swept: IntArray, starts: set[int], goes_on: BoolArray) -> None:
        self.shared, self.swept = shared, swept
        new = swept & ~shared.held
        self.copies: FloatArray = shared.copies[:, None] - INSIDE[new].T
        self.total: IntArray = shared.numbers - 1 - SIZES[new]
        self.free = (self.copies > 0).any(axis=1)
        self.free[7] = False
        starts = {numbers for numbers in starts if not numbers & ZERO_BIT or self.free[0]}
        self.layers = layers(starts, self.free, goes_on, shared.toward)
        self.column = np.full(len(ALL), -1, dtype=np.intp)
        self.column[swept] = np.arange(len(swept))
        self.values: list[FloatArray] = []
        self.hits: list[BoolArray] = []
        self.states = 0
        self._solve_back()

    def _solve_back(self) -> None:
        scores, end = self.shared.scores, self.shared.end
        after = np.zeros((0, len(self.swept)))
        for layer in reversed(self.layers):
            sets = layer.sets
            grown, real, seven = grown_sets(sets, self.free, self.shared.toward)
            on = real & ~seven & (layer.row[grown] >= 0)
            ends = np.where(seven, scores.seven[grown], scores.stay[grown])
            worth = np.where(real & ~on, ends, 0.0) @ self.copies
            for at in np.flatnonzero(self.free):
                some = np.flatnonzero(on[:, at])
                if len(some):
                    worth[some] += self.copies[at] * after[layer.row[grown[some, at]]]
            left = self.total - SIZES[sets][:, None] + 1
            stay = scores.stay[sets][:, None]
            worth = np.divide(worth, left, out=np.broadcast_to(stay, worth.shape).copy(), where=left > 0)
            if end is not None:
                for row, at in zip(*np.nonzero(left == 0), strict=True):
                    worth[row, at] = end(int(sets[row]))
            must = ((sets & ZERO_BIT) != 0)[:, None]
            self.hits.insert(0, (worth > stay + TIE) | must)
            after = np.where(must, worth, np.maximum(worth, stay))
            self.values.insert(0, after)
            self.states += after.size

    def first_values(self) -> FloatArray:
        """What each swept set is worth right after the sweep."""
        first: FloatArray = self.values[0][0]
        return first

    def value(self, swept: int, numbers: int) -> float | None:
        """What this set is worth after that sweep; ``None`` where another part knows it."""
        column, row = self.column[swept], self.layers[0].row[numbers]
        return float(self.values[SIZES[numbers] - 1][row, column]) if column >= 0 and row >= 0 else None

    def walk(
        self, sweeping: FloatArray, start: Start, before: float, ended: Callable[[int, float], None], result: Walk
    ) -> None:
        """Go on from the chance that each set is swept; ``ended`` is told where the pile comes back."""
        reach = [np.zeros(value.shape) for value in self.values]
        reach[0][0] = sweeping[self.swept]
        for (swept, numbers), chance in start.second.items():
            if self.column[swept] >= 0:
                reach[SIZES[numbers] - 1][self.layers[0].row[numbers], self.column[swept]] += chance
        stops = np.zeros(len(ALL))
        scores = self.shared.scores
        for size, layer in enumerate(self.layers):
            sets, left = layer.sets, self.total - size
            here = reach[size]
            goes = np.where(self.hits[size], here, 0.0)
            stops[sets] += (here - goes).sum(axis=1)
            for row, at in zip(*np.nonzero((left == 0) & (goes > 0)), strict=True):
                numbers, chance = int(sets[row]), float(goes[row, at])
                goes[row, at] = 0.0
                result.cards += chance * before
                result.open_cards += chance
                if self.shared.end is not None:
                    ended(numbers, chance)
                else:
                    stops[numbers] += chance
            taken = float(goes.sum())
            result.cards += taken * (1 + before)
            result.open_cards += taken
            each = goes / np.maximum(left, 1)
            grown, real, seven = grown_sets(sets, self.free, self.shared.toward)
            chances = np.where(real, each @ self.copies.T, 0.0)
            count(result, scores.points_seven[grown[seven]], chances[seven])
            result.flip7 += float(chances[seven].sum())
            on = real & ~seven & (layer.row[grown] >= 0)
            over = real & ~seven & ~on
            stops += np.bincount(grown[over], weights=chances[over], minlength=len(ALL))
            for face in np.flatnonzero(self.free):
                some = np.flatnonzero(on[:, face])
                if len(some):
                    reach[size + 1][layer.row[grown[some, face]]] += each[some] * self.copies[face]
            bust = float((each * (left - real @ self.copies)).sum())
            result.bust += bust
            result.scores[-LEAST] += bust
        count(result, scores.points, stops)
