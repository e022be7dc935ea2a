"""Which states of a level are worked out where there are too many, and what the others are taken for.

States as likely as a limit are kept. A rarer one is taken for a kept one of its class, with as many numbers and
modifiers in front and as many cards to come, whose estimate (`vengeance_coarse`) is nearest; so it goes on as a real
state does. What it is worth more or less than that one is learnt (`vengeance_lessons`).

A state where hitting is far from wise by its estimate is an end.
"""

from __future__ import annotations

import numpy as np

from flip7.odds.lattice import IntArray
from flip7.odds.tree import TIE, FloatArray
from flip7.odds.vengeance_agenda import DECIDES, DRAWS, RARE, STOPS, Agendas
from flip7.odds.vengeance_coarse import Coarse
from flip7.odds.vengeance_decks import MODIFIER_COUNT, NUMBER_BITS, UNLUCKY_BIT, Decks, InDeck
from flip7.odds.vengeance_levels import Alike, Level, States
from flip7.odds.vengeance_points import LinePoints, must_hit
from flip7.odds.vengeance_sets import ZERO_BIT

LEAST_KEPT = 1000
"""So many states of a level are kept, however rare they are."""
_FAR = 1.5
"""Hitting is far from wise where the estimate is so many points (a hundredth of it for a goal) below staying."""
_BY_DISCARDS = 10
"""By so much further for each share of the deck that is Discards."""
_CLOSE, _SELDOM = 2.0, 0.1
"""What a Discard leads to gets less of the chance by so many points below the best estimate, but never less than so."""
_APART = 1000
"""More than any two estimates differ by."""
_MOST_AHEAD = 3


class Rare:
    """Cuts levels down to the states that come with a chance of ``likely``."""

    def __init__(
        self, coarse: Coarse, decks: Decks, agendas: Agendas, points: LinePoints, toward: IntArray, likely: float
    ) -> None:
        self._coarse, self._agendas, self._points, self._likely = coarse, agendas, points, likely
        self._decks, self._toward = decks, toward
        self._point = 1.0 if points.given[-1] > 1 else 0.01

    def pass_on(self, level: Level, reach: FloatArray) -> None:
        """Give what a Discard can lead to the chance of the state before it, the less the worse its estimate is."""
        if not len(level.choice_from):
            return
        estimate = self.estimate(level.states.some(level.choice_to))
        best = np.full(len(reach), -np.inf)
        np.maximum.at(best, level.choice_from, estimate)
        share = np.maximum(np.exp((estimate - best[level.choice_from]) / (_CLOSE * self._point)), _SELDOM)
        for at in level.by_waiting(most_first=True):
            np.add.at(reach, level.choice_to[at], reach[level.choice_from[at]] * share[at])

    def cut(self, level: Level, reach: FloatArray) -> None:
        """Leave out what is too rare, and pass its chance on."""
        self._end_far(level)
        going = np.flatnonzero((level.standing == DRAWS) | (level.standing == DECIDES))
        going = going[np.argsort(-reach[going], kind="stable")]
        most = max(int(np.count_nonzero(reach[going] >= self._likely)), LEAST_KEPT)
        kept, rare = going[:most], going[most:]
        if not len(rare):
            return
        estimate = self.estimate(level.states)
        places = [classes * _APART + estimate for classes in self._classes(level.states)]
        level.rare = self._taken(level, places, kept, rare, reach)
        level.lessons = self._taken(level, places, kept[: most // 2], kept[most // 2 :], reach)
        level.standing[rare] = RARE
        level.merge(reach)

    def _end_far(self, level: Level) -> None:
        decides = np.flatnonzero(level.standing == DECIDES)
        states = level.states.some(decides)
        sets, modifiers = states.numbers & NUMBER_BITS, states.modifiers
        lead = self._coarse.hitting(sets, modifiers) - self._points.worth(self._points.stay(states.numbers, modifiers))
        deck = self.in_deck(states)
        # The estimate knows of no second Discard.
        far = 1 + _BY_DISCARDS * deck.actions[1] / np.maximum(deck.total, 1)
        hopeless = (lead < -_FAR * self._point * far) & ~must_hit(states.numbers, modifiers)
        # Where duplicates have been discarded, the estimate is too low.
        duplicates, numbers = deck.duplicates(states.numbers), deck.copies.sum(axis=1)
        as_likely = duplicates >= numbers * self._coarse.duplicates(sets) - TIE
        level.standing[decides[hopeless & as_likely]] = STOPS

    def _taken(
        self, level: Level, places: list[FloatArray], kept: IntArray, rare: IntArray, reach: FloatArray
    ) -> Alike:
        """What each rare state is taken for: the nearest by ``places``, those of its class, then of wider ones."""
        like, how = np.full((2, len(rare)), -1, dtype=np.intp)
        for at, place in enumerate(places):
            open_ = np.flatnonzero(like < 0)
            like[open_], how[open_] = _nearest(place, kept, rare[open_]), at
        known, agenda = self._agendas.known(), level.states.agenda[rare]
        stand = 1 + 2 * np.minimum(known.ahead[agenda], _MOST_AHEAD) + known.stays[agenda]
        group = np.where(level.standing[rare] == DECIDES, 0, stand) * len(places) + how
        return Alike(rare, like, group, reach[rare])

    def _classes(self, states: States) -> list[IntArray]:
        """A class has as many numbers and modifiers in front, the Zero and Unlucky 7 or not, and as many cards to come.

        In the first also the same actions wait; then only the cards to come count; in the last are all.
        """
        known, agenda = self._agendas.known(), states.agenda
        sets = states.numbers & NUMBER_BITS
        front = np.zeros(len(states), dtype=np.intp)
        for part, size in (
            (self._toward[sets], 3),
            (MODIFIER_COUNT[states.modifiers | known.aside[agenda]], 3),
            ((sets & ZERO_BIT) != 0, 1),
            ((states.numbers & UNLUCKY_BIT) != 0, 1),
        ):
            front = (front << size) | part
        ahead = (known.ahead[agenda] << 1) | known.stays[agenda]
        return [(known.kind[agenda] << 8) | front, (ahead << 8) | front, ahead, 0 * ahead]

    def in_deck(self, states: States) -> InDeck:
        """What is in the deck of each state."""
        modifiers = states.modifiers | self._agendas.known().aside[states.agenda]
        return self._decks.left(states.base, states.numbers, modifiers, states.actions)

    def estimate(self, states: States) -> FloatArray:
        """The quick estimate of each state, what waits lying in front already."""
        known, agenda = self._agendas.known(), states.agenda
        modifiers = states.modifiers | known.aside[agenda]
        return self._coarse.worth(states.numbers & NUMBER_BITS, modifiers, known.ahead[agenda], known.stays[agenda])


def _nearest(place: FloatArray, kept: IntArray, rare: IntArray) -> IntArray:
    """For each rare state the kept one whose place is nearest, or -1 where that is of another class."""
    order = kept[np.argsort(place[kept])]
    upper = np.searchsorted(place[order], place[rare])
    above, below = order[np.minimum(upper, len(order) - 1)], order[np.maximum(upper - 1, 0)]
    off_above, off_below = abs(place[above] - place[rare]), abs(place[below] - place[rare])
    nearest = np.where(off_above < off_below, above, below)
    found: IntArray = np.where(np.minimum(off_above, off_below) < _APART / 2, nearest, -1)
    return found
