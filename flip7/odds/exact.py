"""The best plan for one player of Flip 7 while others are still in, exactly.

Every continuation is counted, without replacement. A state is the set of numbers in the line, the modifiers drawn,
and the Second Chances (saves so far, one held or not, how many in the deck). That is enough: which duplicate a
Second Chance saved does not matter, each save leaves one card fewer that can bust.

With others in, a drawn Freeze or Flip Three goes to somebody else. Such a blank changes neither line nor best
choice, so deeper in the tree it is left out of account; at the root it leaves the choice open once more, which makes
``hit`` a little better than its blank-free value where staying is best.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from flip7.cards import CLASSIC, Card, Kind, card
from flip7.errors import ImpossibleError
from flip7.hands import BONUS, SEVEN, of_kind
from flip7.odds.lattice import IntArray, Layer, Sides, number_layers, sides
from flip7.odds.position import Position, position_faults
from flip7.scoring import score

FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]

TIE = 1e-9
"""A lead of hitting up to this many points counts as a tie, and a tie says stay."""

_TIMES_TWO, _SECOND_CHANCE = card("x2"), card("SC")
_BLANKS = (card("FR"), card("F3"))


@dataclass(frozen=True, slots=True)
class NextCard:
    """One face that can come next: copies left, its chance (0-1), and what it does.

    ``then`` is ``bust``, ``saved``, ``flip7``, ``given``, or the points of the line if the player stopped there.
    """

    card: Card
    left: int
    chance: float
    then: str | int


@dataclass(frozen=True, slots=True)
class Answer:
    """Should this player hit? Points are expected points of the round, chances are 0-1.

    ``stay`` and ``margin`` are ``None`` where staying is not legal (R18). ``bust`` and ``flip7`` are for the whole
    round if the player hits now and then plays best; the ``_next`` chances are for the very next card. ``states``
    is how many states were counted.
    """

    deck_left: int
    stay: float | None
    hit: float
    advice: Literal["hit", "stay"]
    margin: float | None
    duplicate_next: float
    bust_next: float
    flip7_next: float
    bust: float
    flip7: float
    next: tuple[NextCard, ...]
    states: int


def solve(position: Position) -> Answer:
    """The exact answer for this position; raises ``ImpossibleError`` with every fault of an impossible one."""
    faults = position_faults(position)
    if faults:
        raise ImpossibleError(faults)
    left = position.left
    deck_left = left.total()
    blanks = sum(left[face] for face in _BLANKS)
    stay = float(score(position.line).points)
    may_stay = bool(position.line)
    tree = _Tree(position)
    if tree.cards_left:
        plan, bust, flip7 = tree.root()
        open_again = max(plan, stay) if may_stay else plan
        goes_on = not may_stay or plan > stay + TIE
        blank = blanks / deck_left
        hit = blank * open_again + (1 - blank) * plan
        if not goes_on:
            bust, flip7 = (1 - blank) * bust, (1 - blank) * flip7
    else:
        # Nothing left that could change the line: every card is a blank, or no card can be dealt (R50).
        hit, bust, flip7 = stay, 0.0, 0.0
    margin = hit - stay if may_stay else None
    rows = _next_cards(position)
    chance = {then: sum((row.chance for row in rows if row.then == then), 0.0) for then in ("bust", "saved", "flip7")}
    return Answer(
        deck_left=deck_left,
        stay=stay if may_stay else None,
        hit=hit,
        advice="stay" if margin is not None and margin <= TIE else "hit",
        margin=margin,
        duplicate_next=chance["bust"] + chance["saved"],
        bust_next=chance["bust"],
        flip7_next=chance["flip7"],
        bust=bust,
        flip7=flip7,
        next=rows,
        states=tree.states,
    )


def _next_cards(position: Position) -> tuple[NextCard, ...]:
    left = position.left
    total = left.total()
    held = set(position.line)
    numbers = len(of_kind(held, Kind.NUMBER))
    rows = []
    for face in CLASSIC.cards:
        if not left[face]:
            continue
        then: str | int
        if face in _BLANKS or (face is _SECOND_CHANCE and face in held):
            then = "given"
        elif face.is_number and face in held:
            then = "saved" if _SECOND_CHANCE in held else "bust"
        elif face.is_number and numbers == SEVEN - 1:
            then = "flip7"
        else:
            then = score((*position.line, face)).points
        rows.append(NextCard(face, left[face], left[face] / total, then))
    return tuple(rows)


ROWS = 64
"""Rows that are worked on together, so that they stay in the processor's cache."""


def _blocks(rows: int) -> Iterator[slice]:
    return (slice(at, min(at + ROWS, rows)) for at in range(0, rows, ROWS))


def _weighted_rows(weights: FloatArray, values: FloatArray, rows: IntArray) -> FloatArray:
    """For each i the sum over j of ``weights[i, j] * values[rows[i, j]]``."""
    sums: FloatArray = np.matmul(weights[:, None, :], values[rows])[:, 0, :]
    return sums


class _Tree:
    """All states that can follow one position, solved from the last layer back, then walked from the root.

    Arrays have a row for each set of new numbers (a layer each size) and a column for each of ``Sides``.
    """

    def __init__(self, position: Position) -> None:
        left = position.left
        held = of_kind(position.line, Kind.NUMBER)
        free = [face for face in of_kind(CLASSIC.cards, Kind.NUMBER) if left[face] and face not in held]
        modifiers = [face for face in of_kind(CLASSIC.cards, Kind.MODIFIER) if left[face]]
        self.layers = number_layers(len(free), SEVEN - 1 - len(held))
        self.sides: Sides = sides(len(modifiers), _SECOND_CHANCE in position.line, left[_SECOND_CHANCE])
        self.ends_with_seven = len(self.layers) == SEVEN - len(held)
        self.ranks = np.array([face.points for face in free], dtype=np.float64)
        self.copies = np.array([left[face] for face in free], dtype=np.float64)
        self.held_sum = sum(face.points for face in held)
        self.held_copies = sum(left[face] for face in held)
        self.cards_left = left.total() - sum(left[face] for face in _BLANKS)
        doubles = _TIMES_TWO in position.line
        is_double = np.array([face is _TIMES_TWO for face in modifiers], dtype=np.bool_)
        plus = np.array([face.points for face in modifiers], dtype=np.float64)
        drawn = self.sides.drawn
        self.factor = np.where(doubles | (drawn & is_double).any(axis=1), 2.0, 1.0)
        self.plus = sum(face.points for face in of_kind(position.line, Kind.MODIFIER)) + drawn @ plus

    @property
    def states(self) -> int:
        """How many states the tree has."""
        return sum(len(layer.inside) for layer in self.layers) * len(self.sides.level)

    def root(self) -> tuple[float, float, float]:
        """Points, chance to bust and chance of Flip 7 when hitting now, blanks left out of account."""
        hits, plan = self._solve_back()
        bust, flip7 = self._walk(hits)
        return plan, bust, flip7

    def _sums(self, layer: Layer) -> FloatArray:
        """The sum of the numbers in the line, a row each."""
        sums: FloatArray = self.held_sum + self.ranks[layer.inside].sum(axis=1)
        return sums

    def _duplicates(self, layer: Layer) -> FloatArray:
        """Copies in the deck of the numbers in the line, before any save, a row each."""
        duplicates: FloatArray = self.held_copies + (self.copies[layer.inside] - 1).sum(axis=1)
        return duplicates

    def _chance(self, size: int) -> FloatArray:
        """The chance of any one card that is no blank after ``size`` new numbers, a column each.

        Columns with an empty deck deal no card: 0.
        """
        deck = self.cards_left - size - self.sides.level
        return np.divide(1.0, deck, out=np.zeros(len(deck)), where=deck > 0)

    def _solve_back(self) -> tuple[list[BoolArray], float]:
        """Where to hit, layer by layer, and the value of hitting at the root."""
        columns = len(self.sides.level)
        hits = [np.empty((len(layer.inside), columns), dtype=np.bool_) for layer in self.layers]
        after: FloatArray | None = None
        for size, layer in reversed(list(enumerate(self.layers))):
            sums, duplicates, chance = self._sums(layer), self._duplicates(layer), self._chance(size)
            best = np.empty((len(layer.inside), columns))
            for rows in _blocks(len(best)):
                value = self._new_number(layer, rows, after)
                stay = np.outer(sums[rows], self.factor) + self.plus
                for level in range(len(self.sides.step) - 1, -1, -1):
                    self._beside_back(level, value, best[rows], duplicates[rows])
                    a, b = self.sides.level_starts[level : level + 2]
                    value[:, a:b] *= chance[a:b]
                    np.greater(value[:, a:b], stay[:, a:b] + TIE, out=hits[size][rows, a:b])
                    np.maximum(value[:, a:b], stay[:, a:b], out=best[rows, a:b])
            after = best
        return hits, float(value[0, 0])

    def _new_number(self, layer: Layer, rows: slice, after: FloatArray | None) -> FloatArray:
        """Copies times value, summed over the new numbers that can come; the seventh ends the round."""
        copies = self.copies[layer.outside[rows]]
        if after is not None:
            return _weighted_rows(copies, after, layer.up[rows])
        if not self.ends_with_seven:
            return np.zeros((len(copies), len(self.sides.level)))
        points = (copies * (self._sums(layer)[rows, None] + self.ranks[layer.outside[rows]])).sum(axis=1)
        return np.outer(points, self.factor) + np.outer(copies.sum(axis=1), self.plus + BONUS)

    def _beside_back(self, level: int, value: FloatArray, best: FloatArray, duplicates: FloatArray) -> None:
        """Add copies times value of the modifiers, Second Chances and saved duplicates that can come."""
        a, b = self.sides.level_starts[level : level + 2]
        step, source, target = self.sides.step[level], self.sides.save_from[level], self.sides.save_to[level]
        if step.shape[1]:
            value[:, a:b] += best[:, b : b + step.shape[1]] @ step.T
        if len(source):
            value[:, source] += (duplicates[:, None] - self.sides.saves[source]) * best[:, target]

    def _walk(self, hits: list[BoolArray]) -> tuple[float, float]:
        """Chances to bust and to flip seven, from the chance of reaching each state."""
        hits[0][0, 0] = True
        bust = flip7 = 0.0
        held = self.sides.held
        before = np.empty((0, len(held)))
        for size, layer in enumerate(self.layers):
            duplicates, chance = self._duplicates(layer), self._chance(size)
            leaving = np.zeros((len(layer.inside), len(held)))
            for rows in _blocks(len(leaving)):
                if size:
                    reach = _weighted_rows(self.copies[layer.inside[rows]], before, layer.down[rows])
                else:
                    reach = np.zeros((1, len(held)))
                    reach[0, 0] = 1.0
                for level in range(len(self.sides.step)):
                    a, b = self.sides.level_starts[level : level + 2]
                    np.multiply(reach[:, a:b], chance[a:b], out=leaving[rows, a:b], where=hits[size][rows, a:b])
                    self._beside_forth(level, reach, leaving[rows], duplicates[rows])
            unsaved = leaving[:, ~held]
            bust += float(duplicates @ unsaved.sum(axis=1) - unsaved.sum(axis=0) @ self.sides.saves[~held])
            if size == len(self.layers) - 1 and self.ends_with_seven:
                flip7 = float(self.copies[layer.outside].sum(axis=1) @ leaving.sum(axis=1))
            before = leaving
        return bust, flip7

    def _beside_forth(self, level: int, reach: FloatArray, leaving: FloatArray, duplicates: FloatArray) -> None:
        """Pass the chance of leaving a column on to those that modifiers, Second Chances and saves lead to."""
        a, b = self.sides.level_starts[level : level + 2]
        step, source, target = self.sides.step[level], self.sides.save_from[level], self.sides.save_to[level]
        if step.shape[1]:
            reach[:, b : b + step.shape[1]] += leaving[:, a:b] @ step
        if len(source):
            reach[:, target] += (duplicates[:, None] - self.sides.saves[source]) * leaving[:, source]
