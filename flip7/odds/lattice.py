"""Index tables for the two ways in which a line grows: new numbers, and modifiers with Second Chances.

They depend only on how many faces are free, so they are built once and kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """All subsets of one size k of ``free`` numbers, a row each.

    ``inside`` (rows, k) and ``outside`` (rows, free-k) name the free numbers in and not in the subset.
    ``up`` (rows, free-k) is the row in the next layer after adding the number in the same place of ``outside``;
    ``down`` (rows, k) is the row in the layer before without the number in the same place of ``inside``.
    """

    inside: IntArray
    outside: IntArray
    up: IntArray
    down: IntArray


@cache
def number_layers(free: int, depth: int) -> tuple[Layer, ...]:
    """Layers 0 to ``depth`` over ``free`` numbers; fewer where the numbers do not suffice."""
    sizes = range(min(free, depth) + 1)
    subsets = [list(combinations(range(free), k)) for k in range(min(free, depth + 1) + 1)]
    rows = [{subset: row for row, subset in enumerate(layer)} for layer in subsets]
    layers = []
    for k in sizes:
        outside = [[n for n in range(free) if n not in set(subset)] for subset in subsets[k]]
        up = [
            [rows[k + 1][tuple(sorted((*subset, n)))] for n in others]
            for subset, others in zip(subsets[k], outside, strict=True)
        ]
        down = [[rows[k - 1][subset[:i] + subset[i + 1 :]] for i in range(k)] for subset in subsets[k]]
        shape = (len(subsets[k]), free - k)
        layers.append(
            Layer(
                np.array(subsets[k], dtype=np.intp).reshape(len(subsets[k]), k),
                np.array(outside, dtype=np.intp).reshape(shape),
                np.array(up, dtype=np.intp).reshape(shape),
                np.array(down, dtype=np.intp).reshape(len(subsets[k]), k),
            )
        )
    return tuple(layers)


@dataclass(frozen=True, slots=True, eq=False)
class Sides:
    """Everything beside the numbers, a column each: which free modifiers were drawn, and the Second Chances.

    Columns are sorted by ``level``, the cards that led there, and every step leads to the next level:
    ``level_starts`` bounds the levels; ``drawn`` (columns, modifiers) is true where that modifier was drawn;
    ``saves`` counts duplicates saved so far, ``held`` tells whether a Second Chance is held, ``chances`` how many
    are in the deck. ``step[level]`` (columns of the level, columns of the next) holds the copies that lead from one
    to the other; ``save_from[level]`` and ``save_to[level]`` name the columns that a saved duplicate joins.
    """

    level: IntArray
    level_starts: tuple[int, ...]
    drawn: npt.NDArray[np.bool_]
    saves: IntArray
    held: npt.NDArray[np.bool_]
    step: tuple[npt.NDArray[np.float64], ...]
    save_from: tuple[IntArray, ...]
    save_to: tuple[IntArray, ...]


def _chance_states(held: bool, left: int) -> dict[tuple[int, bool, int], int]:
    """Every (saves, held, left) that can follow, with the cards it took; a drawn surplus one is passed on."""
    level = {(0, held, left): 0}
    queue = [(0, held, left)]
    for saves, holds, chances in queue:
        after = [(saves, True, chances - 1)] if chances else []
        if holds:
            after.append((saves + 1, False, chances))
        for state in after:
            if state not in level:
                level[state] = level[(saves, holds, chances)] + 1
                queue.append(state)
    return level


@cache
def sides(modifiers: int, held: bool, left: int) -> Sides:
    """All columns for so many free modifiers (one copy each), and Second Chances held and left in the deck."""
    chance_level = _chance_states(held, left)
    states = sorted(
        (mask.bit_count() + level, mask, chance)
        for mask in range(1 << modifiers)
        for chance, level in chance_level.items()
    )
    column = {(mask, chance): i for i, (_, mask, chance) in enumerate(states)}
    levels = np.array([level for level, _, _ in states], dtype=np.intp)
    starts = [int(i) for i in np.searchsorted(levels, range(int(levels[-1]) + 2))]
    steps = []
    save_from: list[list[int]] = []
    save_to: list[list[int]] = []
    for at in range(len(starts) - 1):
        after = starts[at + 2] - starts[at + 1] if at + 2 < len(starts) else 0
        step = np.zeros((starts[at + 1] - starts[at], after))
        source, target = [], []
        for i in range(starts[at], starts[at + 1]):
            _, mask, (saves, holds, chances) = states[i]
            for bit in range(modifiers):
                if not mask >> bit & 1:
                    step[i - starts[at], column[mask | 1 << bit, (saves, holds, chances)] - starts[at + 1]] = 1
            if chances:
                step[i - starts[at], column[mask, (saves, True, chances - 1)] - starts[at + 1]] = chances
            if holds:
                source.append(i)
                target.append(column[mask, (saves + 1, False, chances)])
        steps.append(step)
        save_from.append(source)
        save_to.append(target)
    drawn = [[mask >> bit & 1 for bit in range(modifiers)] for _, mask, _ in states]
    return Sides(
        level=levels,
        level_starts=tuple(starts),
        drawn=np.array(drawn, dtype=np.bool_).reshape(len(states), modifiers),
        saves=np.array([saves for _, _, (saves, _, _) in states], dtype=np.intp),
        held=np.array([holds for _, _, (_, holds, _) in states], dtype=np.bool_),
        step=tuple(steps),
        save_from=tuple(np.array(source, dtype=np.intp) for source in save_from),
        save_to=tuple(np.array(target, dtype=np.intp) for target in save_to),
    )
