"""What lines of With a Vengeance score, and what that is worth, for many lines side by side."""

from __future__ import annotations

import numpy as np

from flip7.hands import BONUS
from flip7.odds.lattice import IntArray
from flip7.odds.tree import BoolArray, FloatArray
from flip7.odds.vengeance_agenda import MODIFIERS
from flip7.odds.vengeance_decks import MODIFIER_FACES, NUMBER_BITS
from flip7.odds.vengeance_sets import LEAST, MOST, SUMS, ZERO_BIT
from flip7.rulebook import House

HALVE = 1
MINUS: IntArray = np.array(
    [-sum(face.points for at, face in enumerate(MODIFIER_FACES) if some >> at & 1) for some in range(1 << MODIFIERS)]
)
"""What each set of modifiers takes away, in points."""


class LinePoints:
    """Lines are numbers and modifiers as bits; ``given[n - LEAST]`` is what a score of n points is worth.

    A ``point`` is a hundredth where that is a chance.
    """

    def __init__(self, given: FloatArray, house: House) -> None:
        self.given, self.house = given, house
        self.point = 1.0 if given[-1] > 1 else 0.01

    def worth(self, points: IntArray) -> FloatArray:
        """What these scores are worth."""
        worth: FloatArray = self.given[points - LEAST]
        return worth

    def stay(self, numbers: IntArray, modifiers: IntArray) -> IntArray:
        """The points without the bonus (V14, V17, V38, V41)."""
        worked = self._worked(numbers, modifiers)
        house = self.house
        zero = -MINUS[modifiers] if house.brutal and house.brutal_zero == "minus" else 0
        points: IntArray = np.minimum(np.where(numbers & ZERO_BIT, zero, worked), MOST)
        return points

    def seven(self, numbers: IntArray, modifiers: IntArray) -> IntArray:
        """The points of a Flip 7."""
        points: IntArray = np.minimum(self._worked(numbers, modifiers) + BONUS, MOST)
        return points

    def bust(self, modifiers: IntArray) -> IntArray:
        """V9, V39."""
        points: IntArray = -MINUS[modifiers] if self.house.brutal else 0 * modifiers
        return points

    def _worked(self, numbers: IntArray, modifiers: IntArray) -> IntArray:
        worked = SUMS[numbers & NUMBER_BITS] // np.where(modifiers & HALVE, 2, 1) - MINUS[modifiers]
        points: IntArray = worked if self.house.brutal else np.maximum(worked, 0)
        return points


def must_hit(numbers: IntArray, modifiers: IntArray) -> BoolArray:
    """The Zero must hit (V17), and so must a player without a card (V10)."""
    must: BoolArray = ((numbers & ZERO_BIT) != 0) | ((numbers == 0) & (modifiers == 0))
    return must
