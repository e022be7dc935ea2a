"""Sets of number cards of With a Vengeance, as the bits of an integer in printing order, and what they score."""

from __future__ import annotations

from functools import cache

import numpy as np

from flip7.cards import VENGEANCE, Card, Kind, card
from flip7.hands import BONUS, SEVEN, of_kind
from flip7.odds.lattice import IntArray
from flip7.odds.tree import BoolArray, FloatArray, Walk
from flip7.rulebook import House

LEAST, MOST = -30, 98
"""The scores of a round go from all minus cards in Brutal Mode (V38) to seven distinct ranks (V16)."""

UNLUCKY = card("U7")
FACES = tuple(face for face in of_kind(VENGEANCE.cards, Kind.NUMBER) if face is not UNLUCKY)
"""The number cards that can be new in a line; the bit of 7 also stands for Unlucky 7."""
_BIT = {face: 1 << at for at, face in enumerate(FACES)} | {UNLUCKY: 1 << 7}
ZERO_BIT, SEVEN_BIT = _BIT[card("0")], _BIT[card("7")]
_PAIR = _BIT[card("13")] | _BIT[card("L13")]
BITS: IntArray = 1 << np.arange(len(FACES))
ALL: IntArray = np.arange(1 << len(FACES))
INSIDE: BoolArray = (ALL[:, None] & BITS) != 0
SIZES: IntArray = INSIDE.sum(axis=1)
SUMS: IntArray = INSIDE @ np.array([face.points for face in FACES])


@cache
def toward_seven_sets(pair_counts_two: bool) -> IntArray:
    """How many of the seven cards of a Flip 7 each set holds (V22, SW-6)."""
    both = (ALL & _PAIR) == _PAIR
    counts: IntArray = SIZES if pair_counts_two else SIZES - both
    return counts


def bits(cards: tuple[Card, ...]) -> int:
    """The set of these number cards; others are passed over."""
    return sum(_BIT[face] for face in cards if face.is_number)


def faces(numbers: int, *, unlucky: bool) -> tuple[Card, ...]:
    """The cards of a set, its 7 being Unlucky 7 or not."""
    inside = (face for face in FACES if numbers & _BIT[face])
    return tuple(UNLUCKY if unlucky and face is FACES[7] else face for face in inside)


def new_walk() -> Walk:
    """Nothing has happened yet; ``scores[n - LEAST]`` is the chance of n points."""
    return Walk(np.zeros(MOST - LEAST + 1))


def count(result: Walk, points: IntArray, chance: FloatArray) -> None:
    """Add the chance of ending with these points."""
    some = chance > 0
    result.scores += np.bincount(points[some] - LEAST, weights=chance[some], minlength=len(result.scores))


class Scores:
    """What each set of numbers scores beside some modifiers: on stopping, with the bonus, and on a bust.

    ``stay``, ``seven`` and ``bust_worth`` are what those scores are worth, by ``worth[n - LEAST]`` for n points.
    Most sets are no seven cards: what a bonus would make of them is never asked for.
    """

    def __init__(self, modifiers: list[Card], house: House, worth: FloatArray) -> None:
        minus = -sum(face.points for face in modifiers)
        halved = any(not face.points for face in modifiers)
        # V14, V38: halve and round down, subtract, not below 0 except in Brutal Mode.
        worked = np.maximum(SUMS // (2 if halved else 1) - minus, LEAST if house.brutal else 0)
        # V17, V41 (SW-8)
        zero = -minus if house.brutal and house.brutal_zero == "minus" else 0
        self.points = np.minimum(np.where((ALL & ZERO_BIT) != 0, zero, worked), MOST)
        self.points_seven = np.minimum(worked + BONUS, MOST)
        # V9, V39
        self.points_bust = -minus if house.brutal else 0
        self.stay: FloatArray = worth[self.points - LEAST]
        self.seven: FloatArray = worth[self.points_seven - LEAST]
        self.bust_worth = float(worth[self.points_bust - LEAST])


def must_hit(sets: IntArray, *, empty_handed: bool) -> BoolArray:
    """The Zero must hit (V17), and so must a player without a card (V10)."""
    must: BoolArray = (sets & ZERO_BIT) != 0
    return must | (sets == 0) if empty_handed else must


def grown_sets(sets: IntArray, free: BoolArray, toward: IntArray) -> tuple[IntArray, BoolArray, BoolArray]:
    """The sets with each face more; which of them are real; which of these hold seven."""
    grown = sets[:, None] | BITS
    real = (grown != sets[:, None]) & free
    return grown, real, real & (toward[grown] == SEVEN)


class Rows:
    """One layer of a lattice: sets of equal size. ``row`` names for each possible set its row in its layer, or -1."""

    __slots__ = ("row", "sets")

    def __init__(self, sets: IntArray, row: IntArray) -> None:
        self.sets, self.row = sets, row


def layers(starts: set[int], free: BoolArray, goes_on: BoolArray, toward: IntArray) -> list[Rows]:
    """All sets that can follow where ``goes_on``, by size; the starting sets are always in."""
    if not starts:
        return []
    sizes = {int(SIZES[numbers]) for numbers in starts}
    found: list[Rows] = []
    row = np.full(len(ALL), -1, dtype=np.intp)
    follow = np.zeros(0, dtype=np.intp)
    size = min(sizes)
    while True:
        here = np.array([numbers for numbers in starts if SIZES[numbers] == size], dtype=np.intp)
        sets = np.unique(np.concatenate([here, follow]))
        if not len(sets) and size > max(sizes):
            return found
        row[sets] = np.arange(len(sets))
        found.append(Rows(sets, row))
        grown, real, seven = grown_sets(sets[goes_on[sets]], free, toward)
        follow = grown[real & ~seven]
        follow = np.unique(follow[goes_on[follow]])
        size += 1
