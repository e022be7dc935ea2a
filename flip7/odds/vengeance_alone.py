"""A player of With a Vengeance alone: every way on, card by card, as a graph of states in arrays.

A state is the numbers and modifiers in front, the deck that they come from (`vengeance_decks`), the actions still in
it, and what is to be done (`vengeance_agenda`). States are worked out level by level, a card a level; equal ones are
counted once (`vengeance_draws`). Then their worth is found from the last level back, and the round is followed from
the first one forth.

With few cards left everything is counted, and the answer is ``exact``. Otherwise there are too many ways: then of each
level only the states as ``likely`` as that are worked out, and the others are taken for one of these
(`vengeance_rare`); by ``learnt`` points in all that was corrected (`vengeance_lessons`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np

from flip7.cards import Card
from flip7.odds.tree import TIE, FloatArray, Walk
from flip7.odds.vengeance_agenda import DECIDES, DISCARDS, HIT_NUMBER, Agendas
from flip7.odds.vengeance_coarse import Coarse
from flip7.odds.vengeance_decks import Decks, action_counts, actions_code, modifier_bits
from flip7.odds.vengeance_draws import Draws
from flip7.odds.vengeance_lessons import Lessons
from flip7.odds.vengeance_levels import SHORT, Level, States, summed
from flip7.odds.vengeance_points import LinePoints, must_hit
from flip7.odds.vengeance_rare import Rare
from flip7.odds.vengeance_sets import LEAST, UNLUCKY, new_walk, toward_seven_sets
from flip7.odds.vengeance_tree import SweepTree
from flip7.rulebook import House

MOST_STATES = 2_000_000
"""Up to so many states, and a quarter of them in a level, everything is counted."""
_USUAL_LEVELS = 20


class _TooManyError(Exception):
    """There are more states than are to be counted."""


class AloneTree:
    """What follows for a player alone with ``line`` in front and ``left`` in the deck; see `SweepTree`."""

    def __init__(
        self,
        line: tuple[Card, ...],
        left: Counter[Card],
        worth: FloatArray,
        *,
        pile: Counter[Card],
        flips: int,
        house: House,
        progress: Callable[[float], None] = lambda share: None,
        most_states: int = MOST_STATES,
        likely: float = 7e-7,
    ) -> None:
        self._points, self._progress = LinePoints(worth, house), progress
        toward = toward_seven_sets(house.lucky_pair == "two")
        decks, agendas = Decks(line, left, pile), Agendas()
        decks.arrays()
        agenda = agendas.flips(flips) if flips else HIT_NUMBER
        start = (decks.start_numbers, modifier_bits(line), 0, agenda, actions_code(left))
        self._start = States(*(np.array([part], dtype=SHORT) for part in start))
        self._draws = Draws(decks, agendas, self._points, toward)
        self.exact, self.learnt = True, 0.0
        lessons: Lessons | None = None
        try:
            self._expand(most_states, None)
        except _TooManyError:
            self.exact = False
            sweep = 0.0
            if left[UNLUCKY]:
                rest = left - Counter((UNLUCKY,))
                sweep = max(SweepTree((UNLUCKY,), rest, worth, house=house).plan, float(worth[7 - LEAST]))
            counts = [int(n[0]) for n in action_counts(self._start.actions)]
            coarse = Coarse(decks, counts, toward, self._points, sweep)
            rare = Rare(coarse, decks, agendas, self._points, toward, likely)
            self._expand(None, rare)
            lessons = Lessons(rare, agendas)
        self.states = sum(len(level.states) for level in self._levels)
        self._solve_back(lessons)
        if lessons:
            self.learnt = lessons.learnt
        self.plan = float(self._levels[0].worth[0])

    def _expand(self, most_states: int | None, rare: Rare | None) -> None:
        """All levels, of not more than ``most_states`` states or without what is ``rare``."""
        self._levels: list[Level] = []
        level, reach, counted = self._draws.level(self._start), np.ones(1), 0
        while True:
            counted += len(level.states)
            if most_states is not None and (counted > most_states or len(level.states) > most_states // 4):
                raise _TooManyError
            self._levels.append(level)
            if rare:
                rare.pass_on(level, reach)
                rare.cut(level, reach)
                self._progress(min(0.95, len(self._levels) / _USUAL_LEVELS))
            raw = self._draws.draw(level)
            if not raw:
                self._progress(1.0)
                return
            level.child, after = self._draws.settle(raw)
            reach = summed(level.child, reach[level.parent] * level.chance, len(after.states))
            level = after

    def _solve_back(self, lessons: Lessons | None) -> None:
        after = np.zeros(0)
        for level in reversed(self._levels):
            numbers, modifiers, n = level.states.numbers, level.states.modifiers, len(level.states)
            stay = self._points.worth(self._points.stay(numbers, modifiers))
            hit = summed(level.end_parent, level.end_chance * self._points.worth(level.end_points), n)
            if len(level.parent):
                hit += summed(level.parent, level.chance * after[level.child], n)
            must = must_hit(numbers, modifiers)
            level.drawn *= (level.standing != DECIDES) | must | (hit > stay + TIE)
            worth = np.where(level.drawn > 0, hit, stay)
            if lessons:
                lessons.correct(level, worth)
            worth[level.standing == DISCARDS] = -np.inf
            for at in level.by_waiting(most_first=False):
                np.maximum.at(worth, level.choice_from[at], worth[level.choice_to[at]])
            level.worth = after = worth

    def walk(self) -> Walk:
        """Take the next card, then play best; the chances of all scores have the mean that ``plan`` says."""
        scores, busts, sevens = new_walk().scores, new_walk().scores, new_walk().scores
        reach, cards = np.ones(1), 0.0
        for level, after in zip(self._levels, [*self._levels[1:], None], strict=True):
            self._choose(level, reach)
            level.merge(reach)
            goes = reach * level.drawn
            cards += float(goes.sum())
            points = self._points.stay(level.states.numbers, level.states.modifiers)
            scores += summed(points - LEAST, reach - goes, len(scores))
            ended, busted = goes[level.end_parent] * level.end_chance, level.end_busts
            busts += summed(level.end_points[busted] - LEAST, ended[busted], len(scores))
            sevens += summed(level.end_points[~busted] - LEAST, ended[~busted], len(scores))
            if after is not None:
                reach = summed(level.child, goes[level.parent] * level.chance, len(after.states))
        scores += busts + sevens
        tilt = self._tilt(scores) if not self.exact else np.ones(len(scores))
        return Walk(scores * tilt, float(busts @ tilt), float(sevens @ tilt), cards)

    def _tilt(self, scores: FloatArray) -> FloatArray:
        """Factors for the chances, a straight line over the worth, with which their mean is ``plan``."""
        given = self._points.given
        off = given - float(scores @ given)
        spread = float(scores @ off**2)
        if not spread:
            return np.ones(len(scores))
        factors: FloatArray = np.maximum(1 + (self.plan - float(scores @ given)) / spread * off, 0.0)
        return factors / float(scores @ factors)

    def _choose(self, level: Level, reach: FloatArray) -> None:
        """Pass on the chance of each state that discards to the first best of its choices."""
        for at in level.by_waiting(most_first=True):
            best = level.worth[level.choice_to[at]] >= level.worth[level.choice_from[at]]
            origins, first = np.unique(level.choice_from[at][best], return_index=True)
            np.add.at(reach, level.choice_to[at][best][first], reach[origins])
            reach[origins] = 0.0
