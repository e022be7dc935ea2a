"""All ways in which a player's round can go on, solved from their ends back and then walked from the present.

A state is the set of numbers in the line, the modifiers drawn, the Second Chances (saves so far, one held or not, how
many in the deck) and the mode (see `modes`). That is enough: which duplicate a Second Chance saved does not matter,
each save leaves one card fewer that can bust.

Arrays have a row for each set of new numbers (a layer for each size), a plane for each mode, and a column for each
state of the Second Chances and, within it, each set of drawn modifiers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits

from flip7.cards import CLASSIC, Card, Kind, card
from flip7.hands import BONUS, SEVEN, of_kind
from flip7.odds.lattice import Chances, IntArray, Layer, chance_states, modifier_sets, number_layers
from flip7.odds.modes import END, mode_graph, modes
from flip7.odds.position import MOST_POINTS as MOST_POINTS

# The matrices are small: more threads of the linear algebra library gain nothing and stall for up to a second where
# other sessions keep the processors busy.
threadpool_limits(limits=1, user_api="blas")

FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]

TIE = 1e-9
"""A lead of hitting up to this much counts as a tie, and a tie says stay."""
ROWS = 256
"""Rows that are worked on together: few enough for the memory, enough for the processor's vector units."""

_TIMES_TWO, _SECOND_CHANCE, _FREEZE, _FLIP_THREE = (card(code) for code in ("x2", "SC", "FR", "F3"))


@dataclass(slots=True)
class Walk:
    """What happens from the present on: chances of ending with each score, to bust, to flip seven.

    The scores are those of the game, from the least one up (Flip 7: 0 to 171). ``cards`` is the expected number of
    cards taken, blanks included; ``open_cards`` those of them that were taken by choice from the present deck, blanks
    left out.
    """

    scores: FloatArray = field(default_factory=lambda: np.zeros(MOST_POINTS + 1))
    bust: float = 0.0
    flip7: float = 0.0
    cards: float = 0.0
    open_cards: float = 0.0

    def add(self, other: Walk, chance: float) -> None:
        """Go on with this chance as the other walk says."""
        self.scores += chance * other.scores
        self.bust += chance * other.bust
        self.flip7 += chance * other.flip7
        self.cards += chance * other.cards


def _weighted_rows(weights: FloatArray, values: FloatArray, rows: IntArray) -> FloatArray:
    """For each i the sum over j of ``weights[i, j] * values[rows[i, j]]``."""
    sums = np.empty((len(rows), *values.shape[1:]))
    flat, sums_flat = values.reshape(len(values), -1), sums.reshape(len(rows), -1)
    few = max(1, 16384 // max(1, flat.shape[1]))
    for at in range(0, len(rows), few):
        some = slice(at, at + few)
        np.matmul(weights[some, None, :], flat[rows[some]], out=sums_flat[some, None, :])
    return sums


class Tree:
    """The states that can follow, for a player with ``line`` in front and ``left`` in the deck.

    ``pile`` comes back once when the deck has run out; ``flips`` cards are forced, ``frozen`` when a Freeze waits
    behind them. ``worth[n]`` is what a final score of n points is worth to the player. ``progress`` is told now and
    then which share of the states has been solved, and again which has been walked through.
    """

    def __init__(
        self,
        line: tuple[Card, ...],
        left: Counter[Card],
        worth: FloatArray,
        *,
        pile: Counter[Card] | None = None,
        alone: bool = False,
        flips: int = 0,
        frozen: bool = False,
        progress: Callable[[float], None] = lambda share: None,
    ) -> None:
        held = of_kind(line, Kind.NUMBER)
        free = [face for face in of_kind(CLASSIC.cards, Kind.NUMBER) if left[face] and face not in held]
        drawable = [face for face in of_kind(CLASSIC.cards, Kind.MODIFIER) if left[face]]
        self.line, self.alone, self.pile, self.progress = line, alone, pile or Counter(), progress
        # A bust is worth 0 here, whatever it is worth to the player: all other scores are taken relative to it.
        self.worth, self.zero = worth - worth[0], float(worth[0])
        self.layers = number_layers(len(free), SEVEN - 1 - len(held))
        self.ends_with_seven = len(self.layers) == SEVEN - len(held)
        self.modifiers = modifier_sets(len(drawable))
        self.chances = chance_states(_SECOND_CHANCE in line, left[_SECOND_CHANCE])
        self.modes = modes(alone, left[_FLIP_THREE], left[_FREEZE], flips, frozen)
        self.graph = mode_graph(self.modes)
        # With ``blanks`` lying evenly among n other cards there are blanks / (n + 1) of them before each of those.
        others = [left.total() - flips - mode.blanks for mode in self.modes]
        self.cards_each = np.array(
            [1 + mode.blanks / (max(n, 0) + 1) for mode, n in zip(self.modes, others, strict=True)]
        )
        self.width = len(self.modifiers.drawn)
        self.free, self.drawable = free, drawable
        self.ranks = np.array([face.points for face in free], dtype=np.intp)
        self.copies = np.array([left[face] for face in free], dtype=np.float64)
        self.held_sum = sum(face.points for face in held)
        self.held_copies = sum(left[face] for face in held)
        self.cards_left = left.total() - left[_FREEZE] - left[_FLIP_THREE]
        doubles = np.array([face is _TIMES_TWO for face in drawable], dtype=np.bool_)
        points = np.array([face.points for face in drawable], dtype=np.intp)
        drawn = self.modifiers.drawn
        self.factor: IntArray = np.where((drawn & doubles).any(axis=1) | (_TIMES_TWO in line), 2, 1)
        self.plus: IntArray = sum(face.points for face in of_kind(line, Kind.MODIFIER)) + drawn @ points
        self.ends: dict[tuple[int, int], Tree] = self._after_reshuffle(left)
        # Without any card in front there is no staying (R18): layer, Second Chances and modifiers drawn of that state.
        self._rows_done = 0
        self.must_hit = set() if line else {(0, 0, 0)}
        self.plan = 0.0
        self.hits = self._solve_back()

    @property
    def states(self) -> int:
        """How many states there are."""
        here = sum(len(layer.inside) for layer in self.layers) * len(self.modes) * len(self.chances) * self.width
        return here + sum(end.states for end in self.ends.values())

    def _block(self, place: int) -> slice:
        """The columns of one state of the Second Chances."""
        return slice(place * self.width, (place + 1) * self.width)

    def _blocks(self, layer: Layer) -> Iterator[slice]:
        return (slice(at, min(at + ROWS, len(layer.inside))) for at in range(0, len(layer.inside), ROWS))

    def _sums(self, layer: Layer) -> IntArray:
        """The sum of the numbers in the line, a row each."""
        sums: IntArray = self.held_sum + self.ranks[layer.inside].sum(axis=1)
        return sums

    def _points(self, sums: IntArray) -> IntArray:
        """The score of stopping, for sums in any shape, with a last axis for the sets of modifiers."""
        points: IntArray = sums[..., None] * self.factor + self.plus
        return points

    def _duplicates(self, layer: Layer) -> FloatArray:
        """Copies in the deck of the numbers in the line, before any save, a row each."""
        duplicates: FloatArray = self.held_copies + (self.copies[layer.inside] - 1).sum(axis=1)
        return duplicates

    def _chance(self, size: int, chances: Chances) -> FloatArray:
        """The chance of any one card, for each mode and set of modifiers; 0 where no card is left."""
        actions = np.array([mode.cards for mode in self.modes])[:, None]
        deck = self.cards_left - size - chances.level - self.modifiers.drawn.sum(axis=1) + actions
        chance: FloatArray = np.divide(1.0, deck, out=np.zeros(deck.shape), where=deck > 0)
        return chance

    def _after_reshuffle(self, left: Counter[Card]) -> dict[tuple[int, int], Tree]:
        """What follows where the deck has run out and the pile comes back, by mode and state of the Second Chances.

        The deck is empty when all its numbers, modifiers and Second Chances have been drawn, so everything else of
        such a state is the same.
        """
        if not self.pile or len(self.free) >= len(self.layers):
            return {}
        line = (*self.line, *self.free, *self.drawable)
        duplicates = self.held_copies + int((self.copies - 1).sum())
        ends = {}
        for place, chances in enumerate(self.chances):
            if chances.left or chances.saved != duplicates:
                continue
            rest = tuple(face for face in line if face is not _SECOND_CHANCE)
            held = (*rest, _SECOND_CHANCE) if chances.held else rest
            for at, mode in enumerate(self.modes):
                if not mode.cards:
                    forced, frozen = self._forced(at)
                    ends[at, place] = Tree(held, self.pile, self.worth, alone=self.alone, flips=forced, frozen=frozen)
        return ends

    def _forced(self, at: int) -> tuple[int, bool]:
        """How many cards are forced in this mode, and whether a Freeze waits behind them."""
        forced = 0
        while at != END and not self.modes[at].decides:
            forced, at = forced + 1, self.modes[at].step
        return forced, at == END

    def _reshuffled(self, size: int) -> dict[tuple[int, int], Tree]:
        """``ends`` in the layer where all numbers have been drawn."""
        return self.ends if size == len(self.free) else {}

    def _solve_back(self) -> list[BoolArray]:
        """Where a card is taken, layer by layer; sets ``plan``, the worth of taking one now."""
        columns = len(self.chances) * self.width
        hits = [np.empty((len(layer.inside), len(self.modes), columns), dtype=np.bool_) for layer in self.layers]
        after: FloatArray | None = None
        for size, layer in reversed(list(enumerate(self.layers))):
            stepped = np.empty(hits[size].shape)
            sums, duplicates = self._sums(layer), self._duplicates(layer)
            for rows in self._blocks(layer):
                value = self._new_number(layer, rows, after)
                self._beside_back(size, value, sums[rows], duplicates[rows], stepped[rows], hits[size][rows])
                self._advance(len(value))
            after = stepped
        self.plan = float(value[0, 0, 0]) + self.zero
        return hits

    def _advance(self, rows: int) -> None:
        self._rows_done += rows
        total = sum(len(layer.inside) for layer in self.layers)
        self.progress((self._rows_done % total or total) / total)

    def _new_number(self, layer: Layer, rows: slice, after: FloatArray | None) -> FloatArray:
        """Copies times worth, summed over the new numbers that can come; the seventh ends the round."""
        copies = self.copies[layer.outside[rows]]
        if after is not None:
            return _weighted_rows(copies, after, layer.up[rows])
        shape = (len(copies), len(self.modes), len(self.chances) * self.width)
        if not self.ends_with_seven:
            return np.zeros(shape)
        sevens = self.worth[self._points(self._sevens(layer, rows)) + BONUS]
        ends = np.einsum("rj,rjw->rw", copies, sevens)
        return np.tile(ends[:, None, :], (1, len(self.modes), len(self.chances)))

    def _sevens(self, layer: Layer, rows: slice) -> IntArray:
        """The sum of the numbers with each seventh one."""
        sums: IntArray = self._sums(layer)[rows, None] + self.ranks[layer.outside[rows]]
        return sums

    def _beside_back(
        self, size: int, value: FloatArray, sums: IntArray, duplicates: FloatArray, stepped: FloatArray, hit: BoolArray
    ) -> None:
        """Complete ``value`` by everything that is no new number, and fill in ``hit`` and ``stepped``.

        ``stepped`` holds, for each mode, the worth of the mode that follows a card that is no action.
        """
        stay = self.worth[self._points(sums)]
        ends = self._reshuffled(size)
        # Zeros, because a plane that is not known yet is multiplied by no copies.
        best = np.zeros((len(value), len(self.modes) + 1, self.width))
        best[:, END] = stay
        for place, chances in reversed(list(enumerate(self.chances))):
            here, then = value[:, :, self._block(place)], stepped[:, :, self._block(place)]
            if chances.drawn is not None:
                here += chances.left * stepped[:, :, self._block(chances.drawn)]
            if chances.used is not None:
                here += (duplicates - chances.saved)[:, None, None] * stepped[:, :, self._block(chances.used)]
            chance = self._chance(size, chances)
            for k, some in reversed(list(enumerate(self.modifiers.sizes))):
                if k < len(self.modifiers.grow):
                    here[:, :, some] += then[:, :, self.modifiers.sizes[k + 1]] @ self.modifiers.grow[k].T
                for group in reversed(self.graph.groups):
                    worth = here[:, group, some]
                    if self.graph.acts:
                        worth += self.graph.actions[group] @ best[:, :, some]
                    worth *= chance[group, some]
                    empty = chance[group, some] == 0
                    if empty.any():
                        # No card can be dealt (R50), unless the pile comes back.
                        np.copyto(worth, stay[:, None, some], where=empty)
                        if k == len(self.modifiers.grow):
                            for at in range(group.start, group.stop):
                                if (at, place) in ends:
                                    here[-1, at, -1] = ends[at, place].plan
                    best[:, group, some] = worth
                    for at in self.graph.deciding[group.start]:
                        if (size, place, k) not in self.must_hit or not chance[at, 0]:
                            np.maximum(here[:, at, some], stay[:, some], out=best[:, at, some])
                then[:, :, some] = best[:, self.graph.steps, some] if self.graph.acts else best[:, :-1, some]
            lead = hit[:, :, self._block(place)]
            np.greater(here, stay[:, None, :] + TIE, out=lead)
            if (size, place, 0) in self.must_hit:
                lead[0, :, 0] = chance[:, 0] > 0
            for at in self.graph.forcing:
                lead[:, at] = chance[at] > 0
                if (at, place) in ends:
                    lead[-1, at, -1] = True

    def walk(self) -> Walk:
        """Take a card now, then play best."""
        result = Walk()
        if not self._chance(0, self.chances[0])[0, 0] and (0, 0) not in self.ends:
            # There is no card to take, or only blanks.
            result.cards = float(self.cards_each[0]) - 1
            result.scores[self._points(self._sums(self.layers[0]))[0, 0]] = 1.0
            return result
        self.hits[0][0, 0, 0] = True
        before = np.empty((0, 0, 0))
        for size, layer in enumerate(self.layers):
            # The last plane is the end: there nobody leaves.
            leaving = np.zeros((len(layer.inside), len(self.modes) + 1, len(self.chances) * self.width))
            sums, duplicates = self._sums(layer), self._duplicates(layer)
            for rows in self._blocks(layer):
                shape = leaving[rows].shape
                if size:
                    reach = _weighted_rows(self.copies[layer.inside[rows]], before, layer.down[rows])
                else:
                    reach = np.zeros(shape)
                    reach[0, 0, 0] = 1.0
                stops = self._beside_forth(size, reach, duplicates[rows], self.hits[size][rows], leaving[rows], result)
                self._count(result.scores, self._points(sums[rows]), stops)
                self._advance(len(stops))
                if size == len(self.layers) - 1 and self.ends_with_seven:
                    self._flip_seven(layer, rows, leaving[rows], result)
            before = self._step_on(leaving)
        return result

    def _step_on(self, leaving: FloatArray) -> FloatArray:
        """The chance of each single new number, by the mode that it leads to."""
        if not self.graph.acts:
            return leaving
        stepped = np.zeros(leaving.shape)
        for at, step in enumerate(self.graph.steps):
            stepped[:, step] += leaving[:, at]
        return stepped

    def _count(self, scores: FloatArray, points: IntArray, chance: FloatArray) -> None:
        scores += np.bincount(points.ravel(), weights=chance.ravel(), minlength=len(scores))

    def _flip_seven(self, layer: Layer, rows: slice, leaving: FloatArray, result: Walk) -> None:
        copies = self.copies[layer.outside[rows]]
        each = leaving.reshape(len(leaving), -1, self.width).sum(axis=1)
        chance = copies[:, :, None] * each[:, None, :]
        self._count(result.scores, self._points(self._sevens(layer, rows)) + BONUS, chance)
        result.flip7 += float(chance.sum())

    def _beside_forth(
        self,
        size: int,
        reach: FloatArray,
        duplicates: FloatArray,
        hit: BoolArray,
        leaving: FloatArray,
        result: Walk,
    ) -> FloatArray:
        """Pass on the chance to ``reach`` each state; return the chance to stop, by row and set of modifiers.

        ``leaving`` becomes the chance of each single card that leads on.
        """
        ends = self._reshuffled(size)
        stops = np.zeros((len(reach), self.width))
        for place, chances in enumerate(self.chances):
            block = self._block(place)
            here, out = reach[:, :, block], leaving[:, :, block]
            taken, chance = hit[:, :, block], self._chance(size, chances)
            goes = np.zeros(taken.shape)
            stepped = np.zeros(here.shape)
            for k, some in enumerate(self.modifiers.sizes):
                for group in self.graph.groups:
                    np.multiply(here[:, group, some], taken[:, group, some], out=goes[:, group, some])
                    out[:, group, some] = goes[:, group, some] * chance[group, some]
                    if self.graph.acts:
                        here[:, :, some] += self.graph.actions[group].T @ out[:, group, some]
                if self.graph.acts:
                    stepped[:, :, some] = self.graph.stepping.T @ out[:, :-1, some]
                else:
                    stepped[:, :-1, some] = out[:, :-1, some]
                if k < len(self.modifiers.grow):
                    here[:, :, self.modifiers.sizes[k + 1]] += stepped[:, :, some] @ self.modifiers.grow[k]
            stops += here.sum(axis=1) - goes.sum(axis=1)
            for at, where in ends:
                if where == place:
                    chance_left = float(goes[-1, at, -1])
                    # Blanks behind the deck's last other card are drawn before the pile comes back.
                    result.cards += chance_left * (float(self.cards_each[at]) - 1)
                    self._reshuffle_forth(ends[at, place], chance_left, result)
                    goes[-1, at, -1] = 0.0
            each = goes.sum(axis=(0, 2))
            result.cards += float(each @ self.cards_each)
            result.open_cards += float(sum(each[at] for at in range(len(each)) if self.modes[at].decides))
            if chances.drawn is not None:
                reach[:, :, self._block(chances.drawn)] += chances.left * stepped
            if chances.used is not None:
                reach[:, :, self._block(chances.used)] += (duplicates - chances.saved)[:, None, None] * stepped
            else:
                busts = float((duplicates - chances.saved) @ out[:, :-1].sum(axis=(1, 2)))
                result.bust += busts
                result.scores[0] += busts
        return stops

    def _reshuffle_forth(self, end: Tree, chance: float, result: Walk) -> None:
        """Go on from the reshuffled pile with this chance; its first card is counted there."""
        if chance:
            result.add(end.walk(), chance)
