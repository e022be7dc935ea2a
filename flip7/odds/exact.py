"""The best plan for one player of Flip 7 while others are still in, exactly.

Every continuation is counted, without replacement. A state is the set of numbers in the line, the modifiers drawn,
and the Second Chances (saves so far, one held or not, how many in the deck). That is enough: which duplicate a
Second Chance saved does not matter, each save leaves one card fewer that can bust.

With others in, a drawn Freeze or Flip Three goes to somebody else. Such a blank changes neither line nor best
choice, so deeper in the tree it is left out of account; at the root it leaves the choice open once more, which makes
``hit`` a little better than its blank-free value where staying is best.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from flip7.cards import CLASSIC, Card, Kind, card
from flip7.errors import ImpossibleError
from flip7.hands import BONUS, SEVEN, of_kind
from flip7.odds.lattice import Layer, Sides, number_layers, sides
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

    def _deck(self, size: int) -> FloatArray:
        """Cards in the deck that are no blanks after ``size`` new numbers, a column each."""
        return self.cards_left - size - self.sides.level.astype(np.float64)

    def _solve_back(self) -> tuple[list[BoolArray], float]:
        """Where to hit, layer by layer, and the value of hitting at the root."""
        hits: list[BoolArray] = []
        best: FloatArray | None = None
        plan = 0.0
        for size in range(len(self.layers) - 1, -1, -1):
            layer = self.layers[size]
            stay = self._sums(layer)[:, None] * self.factor + self.plus
            take = self._new_number(layer, best)
            hit = np.empty(stay.shape, dtype=np.bool_)
            duplicates = self._duplicates(layer)
            deck = self._deck(size)
            best = stay
            for level in range(len(self.sides.step) - 1, -1, -1):
                a, b = self.sides.level_starts[level : level + 2]
                c = b + self.sides.step[level].shape[1]
                value = take[:, a:b]
                if c > b:
                    value += best[:, b:c] @ self.sides.step[level].T
                source, target = self.sides.save_from[level], self.sides.save_to[level]
                if len(source):
                    value[:, source - a] += (duplicates[:, None] - self.sides.saves[source]) * best[:, target]
                # Columns with an empty deck cannot be hit: no card, nothing gained.
                value /= np.where(deck[a:b] > 0, deck[a:b], np.inf)
                hit[:, a:b] = value > stay[:, a:b] + TIE
                if size == 0 and level == 0:
                    plan = float(value[0, 0])
                np.maximum(value, stay[:, a:b], out=best[:, a:b])
            hits.append(hit)
        hits.reverse()
        return hits, plan

    def _new_number(self, layer: Layer, best_after: FloatArray | None) -> FloatArray:
        """Copies times value, summed over the new numbers that can come; the seventh ends the round."""
        shape = (len(layer.inside), len(self.sides.level))
        take = np.zeros(shape)
        if best_after is not None:
            for place in range(layer.up.shape[1]):
                take += self.copies[layer.outside[:, place], None] * best_after[layer.up[:, place]]
        elif self.ends_with_seven:
            copies = self.copies[layer.outside]
            points = (copies * (self._sums(layer)[:, None] + self.ranks[layer.outside])).sum(axis=1)
            take = points[:, None] * self.factor + copies.sum(axis=1)[:, None] * (self.plus + BONUS)
        return take

    def _walk(self, hits: list[BoolArray]) -> tuple[float, float]:
        """Chances to bust and to flip seven, from the chance of reaching each state; unreached rows are skipped."""
        hits[0][0, 0] = True
        bust = flip7 = 0.0
        leaves = np.zeros((0, 0))
        held = self.sides.held
        for size, layer in enumerate(self.layers):
            if size == 0:
                rows = np.array([0])
                reach = np.zeros((1, len(held)))
                reach[0, 0] = 1.0
            else:
                left_from = leaves.max(axis=1) > 0
                rows = np.flatnonzero(left_from[layer.down].any(axis=1))
                reach = np.zeros((len(rows), len(held)))
                for place in range(size):
                    reach += self.copies[layer.inside[rows, place], None] * leaves[layer.down[rows, place]]
            duplicates = self._duplicates(layer)[rows]
            deck = self._deck(size)
            leaving = np.zeros_like(reach)
            for level, step in enumerate(self.sides.step):
                a, b = self.sides.level_starts[level : level + 2]
                c = b + step.shape[1]
                # As in `_solve_back`, a column with an empty deck deals no card.
                chance = 1 / np.where(deck[a:b] > 0, deck[a:b], np.inf)
                leaving[:, a:b] = np.where(hits[size][rows, a:b], reach[:, a:b], 0.0) * chance
                if c > b:
                    reach[:, b:c] += leaving[:, a:b] @ step
                source, target = self.sides.save_from[level], self.sides.save_to[level]
                if len(source):
                    reach[:, target] += leaving[:, source] * (duplicates[:, None] - self.sides.saves[source])
            unsaved = leaving[:, ~held]
            bust += float(duplicates @ unsaved.sum(axis=1) - unsaved.sum(axis=0) @ self.sides.saves[~held])
            if size == len(self.layers) - 1 and self.ends_with_seven:
                flip7 = float(self.copies[layer.outside[rows]].sum(axis=1) @ leaving.sum(axis=1))
            leaves = np.zeros((len(layer.inside), len(held)))
            leaves[rows] = leaving
        return bust, flip7
