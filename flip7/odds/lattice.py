"""Index tables for the ways in which a line grows: new numbers, modifiers, Second Chances.

They depend only on how many faces are free, so they are built once and kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.signedinteger[Any]]


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
class Modifiers:
    """All subsets of the free modifiers (one copy each), smaller ones first.

    ``drawn`` (subsets, modifiers) is true where the modifier is in the subset; ``sizes[k]`` is the slice of the
    subsets with k modifiers; ``grow[k]`` (subsets of k, subsets of k + 1) is 1 where one more modifier leads.
    """

    drawn: npt.NDArray[np.bool_]
    sizes: tuple[slice, ...]
    grow: tuple[npt.NDArray[np.float64], ...]


@cache
def modifier_sets(free: int) -> Modifiers:
    """All subsets of ``free`` modifiers."""
    subsets = [list(combinations(range(free), k)) for k in range(free + 1)]
    ends = np.cumsum([0, *map(len, subsets)])
    grow = [
        np.array([[float(set(small) < set(large)) for large in subsets[k + 1]] for small in subsets[k]])
        for k in range(free)
    ]
    drawn = [[n in subset for n in range(free)] for layer in subsets for subset in layer]
    return Modifiers(
        np.array(drawn, dtype=np.bool_).reshape(len(drawn), free),
        tuple(slice(int(a), int(b)) for a, b in pairwise(ends)),
        tuple(grow),
    )


@dataclass(frozen=True, slots=True)
class Chances:
    """Second Chances: duplicates ``saved`` so far, one ``held`` or not, how many are ``left`` in the deck.

    ``drawn`` is the place in the list of the state after drawing one (a surplus one is passed on), ``used`` that
    after a saved duplicate; ``None`` where that cannot happen. ``level`` is how many cards led here.
    """

    saved: int
    held: bool
    left: int
    level: int
    drawn: int | None
    used: int | None


@cache
def chance_states(held: bool, left: int) -> tuple[Chances, ...]:
    """Every state of the Second Chances that can follow, the first one first, later ones after their causes."""
    states = [(0, held, left)]
    for saved, holds, chances in states:
        after = [(saved, True, chances - 1)] if chances else []
        after += [(saved + 1, False, chances)] if holds else []
        states += [state for state in after if state not in states]

    def level(saved: int, chances: int) -> int:
        return left - chances + saved

    states.sort(key=lambda state: level(state[0], state[2]))
    place = {state: i for i, state in enumerate(states)}
    return tuple(
        Chances(
            saved,
            holds,
            chances,
            level(saved, chances),
            place[saved, True, chances - 1] if chances else None,
            place[saved + 1, False, chances] if holds else None,
        )
        for saved, holds, chances in states
    )
