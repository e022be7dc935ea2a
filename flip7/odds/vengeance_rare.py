"""Which states of a level are worked out where there are too many, and what the others are taken for.

The likeliest states are kept. A rare one is taken for the likeliest kept one that is like it: with the same cards in
front and as many cards drawn, so that only which other cards have gone may differ, or the order of what waits, or at
last whether a modifier waits or lies in front already. Where there is none, the one of as many numbers and modifiers
is taken whose estimate (`vengeance_coarse`) is nearest. So a rare state goes on as a real one does; its worth differs
by as much as the two estimates do. The very few that are left get the estimate itself. A state where hitting is far
from wise by its estimate is an end.
"""

from __future__ import annotations

import numpy as np

from flip7.odds.lattice import IntArray
from flip7.odds.tree import FloatArray
from flip7.odds.vengeance_agenda import DECIDES, DRAWS, RARE, STOPS, Agendas
from flip7.odds.vengeance_coarse import Coarse
from flip7.odds.vengeance_decks import NUMBER_BITS, UNLUCKY_BIT
from flip7.odds.vengeance_levels import Level, States
from flip7.odds.vengeance_points import MODIFIER_COUNT, LinePoints, must_hit
from flip7.odds.vengeance_sets import ZERO_BIT

KEPT = 20_000
"""States of one level that are worked out."""
LEAST_LIKELY = 1e-7
"""States rarer than this never are."""
_FAR = 0.6
"""Hitting is far from wise where the estimate is so many points (a hundredth of it for a goal) below staying."""
_APART = 1000
"""More than any two estimates differ by."""


class Rare:
    """Cuts levels down to ``kept`` states."""

    def __init__(self, coarse: Coarse, agendas: Agendas, points: LinePoints, toward: IntArray, kept: int) -> None:
        self._coarse, self._agendas, self._points, self._kept = coarse, agendas, points, kept
        self._toward = toward
        self._far = _FAR if points.given[-1] > 1 else _FAR / 100

    def cut(self, level: Level, reach: FloatArray) -> None:
        """Leave out what is too rare, and pass its chance on."""
        self._end_far(level)
        going = np.flatnonzero((level.standing == DRAWS) | (level.standing == DECIDES))
        going = going[np.argsort(-reach[going], kind="stable")]
        most = min(self._kept, int(np.count_nonzero(reach[going] >= LEAST_LIKELY)))
        kept, rare = going[:most], going[most:]
        if not len(rare):
            return
        level.standing[rare] = RARE
        like = np.full(len(rare), -1, dtype=np.intp)
        for alike in self._likenesses(level.states) if len(kept) else ():
            open_ = np.flatnonzero(like < 0)
            # The first place of each key is that of its likeliest state.
            known, first = np.unique(alike[kept], return_index=True)
            at = np.minimum(np.searchsorted(known, alike[rare[open_]]), len(known) - 1)
            found = known[at] == alike[rare[open_]]
            like[open_[found]] = kept[first[at[found]]]
        for classes in self._classes(level.states) if len(kept) else ():
            open_ = np.flatnonzero(like < 0)
            like[open_] = self._nearest(level.states, classes, kept, rare[open_])
        level.rare, level.like = rare[like >= 0], like[like >= 0]
        level.unlike = rare[like < 0]
        level.estimate = self._estimate(level.states.some(level.unlike))
        level.shift = self._estimate(level.states.some(level.rare)) - self._estimate(level.states.some(level.like))
        level.merge(reach)

    def _end_far(self, level: Level) -> None:
        decides = np.flatnonzero(level.standing == DECIDES)
        numbers, modifiers = level.states.numbers[decides], level.states.modifiers[decides]
        stay = self._points.worth(self._points.stay(numbers, modifiers))
        lead = self._coarse.hitting(numbers & NUMBER_BITS, modifiers) - stay
        level.standing[decides[(lead < -self._far) & ~must_hit(numbers, modifiers)]] = STOPS

    def _likenesses(self, states: States) -> list[IntArray]:
        """A number for each state, equal where states are alike; ever more are."""
        front = (states.modifiers << 16) | states.numbers
        kind = np.array(self._agendas.kind, dtype=np.intp)[states.agenda]
        aside = np.array(self._agendas.aside, dtype=np.intp)[states.agenda]
        loose_kind = np.array(self._agendas.loose_kind, dtype=np.intp)[states.agenda]
        loose = ((states.modifiers | aside) << 16) | states.numbers & NUMBER_BITS
        return [(states.agenda << 22) | front, (kind << 22) | front, (loose_kind << 22) | loose]

    def _nearest(self, states: States, classes: IntArray, kept: IntArray, rare: IntArray) -> IntArray:
        """For each rare state the kept one of its class whose estimate is nearest, or -1."""
        place = classes * _APART + self._estimate(states)
        order = kept[np.argsort(place[kept])]
        upper = np.searchsorted(place[order], place[rare])
        above, below = order[np.minimum(upper, len(order) - 1)], order[np.maximum(upper - 1, 0)]
        off_above, off_below = abs(place[above] - place[rare]), abs(place[below] - place[rare])
        nearest = np.where(off_above < off_below, above, below)
        found: IntArray = np.where(np.minimum(off_above, off_below) < _APART / 2, nearest, -1)
        return found

    def _classes(self, states: States) -> list[IntArray]:
        """A class has as many numbers and modifiers in front, with the Zero or without, and as many forced cards ahead.

        At first also the same actions wait.
        """
        aside = np.array(self._agendas.aside, dtype=np.intp)[states.agenda]
        cards, stays = np.array(self._agendas.ahead, dtype=np.intp)[states.agenda].T
        sets = states.numbers & NUMBER_BITS
        loose_kind = np.array(self._agendas.loose_kind, dtype=np.intp)[states.agenda]
        front = np.zeros(len(states), dtype=np.intp)
        for part, size in (
            (self._toward[sets], 3),
            (MODIFIER_COUNT[states.modifiers | aside], 3),
            ((sets & ZERO_BIT) != 0, 1),
            ((states.numbers & UNLUCKY_BIT) != 0, 1),
        ):
            front = (front << size) | part
        return [(loose_kind << 8) | front, (((cards << 1) | stays) << 8) | front]

    def _estimate(self, states: States) -> FloatArray:
        aside = np.array(self._agendas.aside, dtype=np.intp)[states.agenda]
        cards, stays = np.array(self._agendas.ahead, dtype=np.intp)[states.agenda].T
        return self._coarse.worth(states.numbers & NUMBER_BITS, states.modifiers | aside, cards, stays)
