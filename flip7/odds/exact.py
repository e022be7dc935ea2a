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
from threadpoolctl import threadpool_limits

from flip7.cards import CLASSIC, Card, Kind, card
from flip7.errors import ImpossibleError
from flip7.hands import BONUS, SEVEN, of_kind
from flip7.odds.lattice import Chances, IntArray, Layer, chance_states, modifier_sets, number_layers
from flip7.odds.position import Position, position_faults
from flip7.scoring import score

# The matrices are small: more threads of the linear algebra library gain nothing and stall for up to a second where
# other sessions keep the processors busy.
threadpool_limits(limits=1, user_api="blas")

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


ROWS = 512
"""Rows that are worked on together: few enough for the processor's cache, enough for its vector units."""


def _blocks(rows: int) -> Iterator[slice]:
    return (slice(at, min(at + ROWS, rows)) for at in range(0, rows, ROWS))


def _weighted_rows(weights: FloatArray, values: FloatArray, rows: IntArray) -> FloatArray:
    """For each i the sum over j of ``weights[i, j] * values[rows[i, j]]``."""
    sums = np.empty((len(rows), values.shape[1]))
    for at in range(0, len(rows), 16):
        some = slice(at, at + 16)
        np.matmul(weights[some, None, :], values[rows[some]], out=sums[some, None, :])
    return sums


class _Tree:
    """All states that can follow one position, solved from the last layer back, then walked from the root.

    Arrays have a row for each set of new numbers (a layer each size), and a column for each state of the Second
    Chances and, within it, each set of drawn modifiers.
    """

    def __init__(self, position: Position) -> None:
        left = position.left
        held = of_kind(position.line, Kind.NUMBER)
        free = [face for face in of_kind(CLASSIC.cards, Kind.NUMBER) if left[face] and face not in held]
        modifiers = [face for face in of_kind(CLASSIC.cards, Kind.MODIFIER) if left[face]]
        self.layers = number_layers(len(free), SEVEN - 1 - len(held))
        self.ends_with_seven = len(self.layers) == SEVEN - len(held)
        self.modifiers = modifier_sets(len(modifiers))
        self.chances = chance_states(_SECOND_CHANCE in position.line, left[_SECOND_CHANCE])
        self.width = len(self.modifiers.drawn)
        self.ranks = np.array([face.points for face in free], dtype=np.float64)
        self.copies = np.array([left[face] for face in free], dtype=np.float64)
        self.held_sum = sum(face.points for face in held)
        self.held_copies = sum(left[face] for face in held)
        self.cards_left = left.total() - sum(left[face] for face in _BLANKS)
        doubles = np.array([face is _TIMES_TWO for face in modifiers], dtype=np.bool_)
        points = np.array([face.points for face in modifiers], dtype=np.float64)
        drawn = self.modifiers.drawn
        self.factor = np.where(_TIMES_TWO in position.line, 2.0, np.where((drawn & doubles).any(axis=1), 2.0, 1.0))
        self.plus = sum(face.points for face in of_kind(position.line, Kind.MODIFIER)) + drawn @ points

    @property
    def columns(self) -> int:
        return len(self.chances) * self.width

    @property
    def states(self) -> int:
        """How many states the tree has."""
        return sum(len(layer.inside) for layer in self.layers) * self.columns

    def root(self) -> tuple[float, float, float]:
        """Points, chance to bust and chance of Flip 7 when hitting now, blanks left out of account."""
        hits, plan = self._solve_back()
        bust, flip7 = self._walk(hits)
        return plan, bust, flip7

    def _block(self, place: int) -> slice:
        """The columns of one state of the Second Chances."""
        return slice(place * self.width, (place + 1) * self.width)

    def _sums(self, layer: Layer) -> FloatArray:
        """The sum of the numbers in the line, a row each."""
        sums: FloatArray = self.held_sum + self.ranks[layer.inside].sum(axis=1)
        return sums

    def _duplicates(self, layer: Layer) -> FloatArray:
        """Copies in the deck of the numbers in the line, before any save, a row each."""
        duplicates: FloatArray = self.held_copies + (self.copies[layer.inside] - 1).sum(axis=1)
        return duplicates

    def _chance(self, size: int, chances: Chances) -> FloatArray:
        """The chance of any one card that is no blank, for each set of modifiers; 0 where the deck is empty."""
        deck = self.cards_left - size - chances.level - self.modifiers.drawn.sum(axis=1)
        chance: FloatArray = np.divide(1.0, deck, out=np.zeros(len(deck)), where=deck > 0)
        return chance

    def _solve_back(self) -> tuple[list[BoolArray], float]:
        """Where to hit, layer by layer, and the value of hitting at the root."""
        hits = [np.empty((len(layer.inside), self.columns), dtype=np.bool_) for layer in self.layers]
        after: FloatArray | None = None
        for size, layer in reversed(list(enumerate(self.layers))):
            best = np.empty(hits[size].shape)
            sums, duplicates = self._sums(layer), self._duplicates(layer)
            for rows in _blocks(len(best)):
                stay = np.outer(sums[rows], self.factor) + self.plus
                value = self._new_number(layer, rows, after)
                self._beside_back(size, value, stay, duplicates[rows], best[rows], hits[size][rows])
            after = best
        return hits, float(value[0, 0])

    def _new_number(self, layer: Layer, rows: slice, after: FloatArray | None) -> FloatArray:
        """Copies times value, summed over the new numbers that can come; the seventh ends the round."""
        copies = self.copies[layer.outside[rows]]
        if after is not None:
            return _weighted_rows(copies, after, layer.up[rows])
        if not self.ends_with_seven:
            return np.zeros((len(copies), self.columns))
        points = (copies * (self._sums(layer)[rows, None] + self.ranks[layer.outside[rows]])).sum(axis=1)
        ends = np.outer(points, self.factor) + np.outer(copies.sum(axis=1), self.plus + BONUS)
        return np.tile(ends, len(self.chances))

    def _beside_back(
        self, size: int, value: FloatArray, stay: FloatArray, duplicates: FloatArray, best: FloatArray, hit: BoolArray
    ) -> None:
        """Complete ``value`` by Second Chances, saved duplicates and modifiers, and fill in ``best`` and ``hit``."""
        for place, chances in reversed(list(enumerate(self.chances))):
            here, then = value[:, self._block(place)], best[:, self._block(place)]
            if chances.drawn is not None:
                here += chances.left * best[:, self._block(chances.drawn)]
            if chances.used is not None:
                here += (duplicates - chances.saved)[:, None] * best[:, self._block(chances.used)]
            chance = self._chance(size, chances)
            for k, some in reversed(list(enumerate(self.modifiers.sizes))):
                if k < len(self.modifiers.grow):
                    here[:, some] += then[:, self.modifiers.sizes[k + 1]] @ self.modifiers.grow[k].T
                here[:, some] *= chance[some]
                np.maximum(here[:, some], stay[:, some], out=then[:, some])
            np.greater(here, stay + TIE, out=hit[:, self._block(place)])

    def _walk(self, hits: list[BoolArray]) -> tuple[float, float]:
        """Chances to bust and to flip seven, from the chance of reaching each state."""
        hits[0][0, 0] = True
        bust = flip7 = 0.0
        before: FloatArray = np.empty((0, self.columns))
        for size, layer in enumerate(self.layers):
            leaving = np.empty(hits[size].shape)
            duplicates = self._duplicates(layer)
            for rows in _blocks(len(leaving)):
                if size:
                    reach = _weighted_rows(self.copies[layer.inside[rows]], before, layer.down[rows])
                else:
                    reach = np.eye(1, self.columns)
                bust += self._beside_forth(size, reach, duplicates[rows], hits[size][rows], leaving[rows])
            if size == len(self.layers) - 1 and self.ends_with_seven:
                flip7 = float(self.copies[layer.outside].sum(axis=1) @ leaving.sum(axis=1))
            before = leaving
        return bust, flip7

    def _beside_forth(
        self, size: int, reach: FloatArray, duplicates: FloatArray, hit: BoolArray, leaving: FloatArray
    ) -> float:
        """Pass on the chance to ``reach`` each column; fill in ``leaving`` (per card) and return the chance to bust."""
        bust = 0.0
        for place, chances in enumerate(self.chances):
            here, out = reach[:, self._block(place)], leaving[:, self._block(place)]
            chance = hit[:, self._block(place)] * self._chance(size, chances)
            for k, some in enumerate(self.modifiers.sizes):
                np.multiply(here[:, some], chance[:, some], out=out[:, some])
                if k < len(self.modifiers.grow):
                    here[:, self.modifiers.sizes[k + 1]] += out[:, some] @ self.modifiers.grow[k]
            if chances.drawn is not None:
                reach[:, self._block(chances.drawn)] += chances.left * out
            if chances.used is not None:
                reach[:, self._block(chances.used)] += (duplicates - chances.saved)[:, None] * out
            else:
                bust += float((duplicates - chances.saved) @ out.sum(axis=1))
        return bust
