"""Which states of a level are worked out where there are too many, and what the others are taken for.

States as likely as a limit are kept. The rarer ones stand in a row, those alike beside each other, and of each stretch
of it that comes with a chance of that limit the middle one is kept: the others go on as it does. So what is kept is as
the rare ones are; of the likely ones that cannot be said. A state is worth as much more or less than the one that it is
taken for as its quick estimate is (`vengeance_coarse`).
"""

from __future__ import annotations

import numpy as np

from flip7.odds.lattice import IntArray
from flip7.odds.tree import FloatArray
from flip7.odds.vengeance_agenda import DECIDES, DISCARDS, DRAWS, RARE, STOPS, Agendas
from flip7.odds.vengeance_coarse import Coarse
from flip7.odds.vengeance_decks import MODIFIER_COUNT, NUMBER_BITS, UNLUCKY_BIT, Decks
from flip7.odds.vengeance_levels import Alike, Level, States
from flip7.odds.vengeance_sets import INSIDE, ZERO_BIT

_CLOSE, _SELDOM = 2.0, 0.1
"""What a Discard leads to gets less of the chance by so many points (hundredths of them for a goal) below the best
estimate, but never less than so."""


class Rare:
    """Cuts levels down to states that come with a chance of ``likely``; a ``point`` is what one is worth."""

    def __init__(
        self, coarse: Coarse, decks: Decks, agendas: Agendas, toward: IntArray, point: float, likely: float
    ) -> None:
        self._coarse, self._decks, self._agendas, self._toward = coarse, decks, agendas, toward
        self._point, self._likely = point, likely

    def cut(self, level: Level, reach: FloatArray) -> None:
        """Leave out what is too rare, and pass its chance on; give what a Discard can lead to a share of its chance.

        All choices of a state that is kept are kept: the best of some that are only estimated looks better than it is.
        """
        estimate, chosen = self._estimates(level), np.zeros(len(reach), dtype=np.bool_)
        for at in level.by_waiting(most_first=True):
            origins = np.unique(level.choice_from[at])
            self._merge(level, origins[~chosen[origins]], estimate, reach)
            kept = at[level.standing[level.choice_from[at]] == DISCARDS]
            origin, to = level.choice_from[kept], level.choice_to[kept]
            chosen[to] = True
            share = np.maximum(np.exp((estimate[to] - estimate[origin]) / (_CLOSE * self._point)), _SELDOM)
            np.add.at(reach, to, reach[origin] * share)
        going = np.flatnonzero(((level.standing == DRAWS) | (level.standing == DECIDES)) & ~chosen)
        self._merge(level, going, estimate, reach)

    def _estimates(self, level: Level) -> FloatArray:
        """The quick estimate of each state, what waits lying in front already; a Discard takes the best."""
        states, agenda, known = level.states, level.states.agenda, self._agendas.known()
        sets, modifiers = states.numbers & NUMBER_BITS, states.modifiers | known.aside[agenda]
        estimate = self._coarse.worth(sets, modifiers, known.ahead[agenda], known.stays[agenda])
        level.choose_best(estimate)
        return estimate

    def _merge(self, level: Level, some: IntArray, estimate: FloatArray, reach: FloatArray) -> None:
        """Keep the likely ones of these, and of the others the middle one of each stretch of the row."""
        # Choices of what is not kept come to nobody.
        level.standing[some[reach[some] == 0]] = STOPS
        rare = some[(reach[some] > 0) & (reach[some] < self._likely)]
        if not len(rare):
            return
        rare = rare[np.lexsort((estimate[rare], self._row(level.states.some(rare))))]
        chance = reach[rare]
        until = np.cumsum(chance)
        stretch = ((until - chance / 2) / self._likely).astype(np.intp)
        first = np.flatnonzero(np.diff(stretch, prepend=-1))
        last = np.append(first[1:], len(rare)) - 1
        middle = np.searchsorted(until, (until[first] - chance[first] + until[last]) / 2)
        like = rare[np.repeat(np.clip(middle, first, last), last - first + 1)]
        left = rare != like
        which, like = rare[left], like[left]
        level.standing[which] = RARE
        alike = Alike(which, like, estimate[which] - estimate[like])
        alike.pass_on(reach)
        level.rare.append(alike)

    def _row(self, states: States) -> IntArray:
        """Where each state stands in the row; what tells most comes first."""
        known, agenda, sets = self._agendas.known(), states.agenda, states.numbers & NUMBER_BITS
        modifiers = states.modifiers | known.aside[agenda]
        deck = self._decks.left(states.base, states.numbers, modifiers, states.actions)
        flip_four, discard, one_more, _ = deck.actions
        row: IntArray = np.zeros(len(states), dtype=np.int64)
        for part, size in (
            (known.ahead[agenda], 5), (known.stays[agenda], 1),
            (self._toward[sets], 3),
            (deck.duplicates(states.numbers).astype(np.int64), 7),
            (((deck.copies > 0) & ~INSIDE[sets]).sum(axis=1), 4),
            (MODIFIER_COUNT[deck.modifiers], 3), (MODIFIER_COUNT[modifiers], 3),
            ((states.numbers & UNLUCKY_BIT) != 0, 1), ((sets & ZERO_BIT) != 0, 1),
            (flip_four, 2), (discard, 2), (one_more, 2),
            (known.kind[agenda], 20),
        ):  # fmt: skip
            row = (row << size) | part
        return row
