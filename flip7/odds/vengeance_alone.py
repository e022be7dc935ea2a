"""A player of With a Vengeance alone: every way on, card by card, as a graph of states in arrays.

A state is the numbers and modifiers in front, the deck that they come from (`vengeance_decks`), the actions still in
it, and what is to be done (`vengeance_agenda`). States are worked out level by level, a card a level; equal ones are
counted once (`vengeance_draws`). Then their worth is found from the last level back, and the round is followed from
the first one forth.

With few cards left everything is counted, and the answer is ``exact``. Otherwise there are too many ways: then of each
level only so many states are worked out that each comes with a chance of ``likely``, and the others are taken for one
of these (`vengeance_rare`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cached_property

import numpy as np

from flip7.cards import Card
from flip7.odds.tree import TIE, FloatArray, Walk
from flip7.odds.vengeance_agenda import DECIDES, HIT_NUMBER, Agendas
from flip7.odds.vengeance_coarse import Coarse
from flip7.odds.vengeance_decks import Decks, action_counts, actions_code, modifier_bits
from flip7.odds.vengeance_draws import Draws
from flip7.odds.vengeance_levels import SHORT, Level, States, summed
from flip7.odds.vengeance_points import LinePoints, must_hit
from flip7.odds.vengeance_rare import Rare
from flip7.odds.vengeance_sets import LEAST, UNLUCKY, new_walk, toward_seven_sets
from flip7.odds.vengeance_tree import SweepTree
from flip7.rulebook import House

MOST_STATES = 8_000_000
"""Up to so many states everything is counted."""
_USUAL_LEVELS = 20
"""An estimate has so many levels, or a few more."""


class AloneTree:
    """What follows for a player alone with ``line`` in front and ``left`` in the deck; see `SweepTree`.

    First `count` or `estimate` must be called.
    """

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
    ) -> None:
        self._left, self._points, self._progress = left, LinePoints(worth, house), progress
        self._cards = left.total() + pile.total()
        self._toward = toward_seven_sets(house.lucky_pair == "two")
        self._decks, self._agendas = Decks(line, left, pile), Agendas()
        self._decks.arrays()
        agenda = self._agendas.flips(flips) if flips else HIT_NUMBER
        start = (self._decks.start_numbers, modifier_bits(line), 0, agenda, actions_code(left))
        self._start = States(*(np.array([part], dtype=SHORT) for part in start))
        self._draws = Draws(self._decks, self._agendas, self._points, self._toward)

    def count(self, most_states: int) -> bool:
        """Count everything, but not more than so many states; whether that was enough."""
        return self._expand(most_states, None)

    def estimate(self, likely: float) -> None:
        """Work out only so many states that each comes with a chance of ``likely``."""
        self._expand(None, Rare(self._coarse, self._decks, self._agendas, self._toward, self._points.point, likely))

    @cached_property
    def _coarse(self) -> Coarse:
        sweep, points = 0.0, self._points
        if self._left[UNLUCKY]:
            rest = self._left - Counter((UNLUCKY,))
            sweep = max(SweepTree((UNLUCKY,), rest, points.given, house=points.house).plan, points.given[7 - LEAST])
        counts = [int(n[0]) for n in action_counts(self._start.actions)]
        return Coarse(self._decks, counts, self._toward, points, float(sweep))

    def _expand(self, most_states: int | None, rare: Rare | None) -> bool:
        """Work out all levels, if not more than ``most_states`` states, or without what is ``rare``."""
        self._levels: list[Level] = []
        level, reach, counted = self._draws.level(self._start), np.ones(1), 0
        levels = _USUAL_LEVELS if rare else self._cards + 1
        while True:
            counted += len(level.states)
            # Where so many states have so many cards to come, there will be too many.
            soon = len(level.states) * (self._cards - len(self._levels)) // 2
            if most_states is not None and max(counted, soon) > most_states:
                return False
            self._levels.append(level)
            if rare:
                rare.cut(level, reach)
            self._progress(min(0.95, len(self._levels) / levels))
            raw = self._draws.draw(level)
            if not raw:
                break
            level.child, after = self._draws.settle(raw)
            reach = summed(level.child, (reach * level.each)[level.parent] * level.copies, len(after.states))
            level = after
        self.states, self.exact = counted, not any(len(some.which) for each in self._levels for some in each.rare)
        self._solve_back()
        self.plan = float(self._levels[0].worth[0])
        self._progress(1.0)
        return True

    def _solve_back(self) -> None:
        after = np.zeros(0)
        for level in reversed(self._levels):
            numbers, modifiers, n = level.states.numbers, level.states.modifiers, len(level.states)
            stay = self._points.worth(self._points.stay(numbers, modifiers))
            hit = summed(level.end_parent, level.end_copies * self._points.worth(level.end_points), n)
            if len(level.parent):
                hit += summed(level.parent, level.copies * after[level.child], n)
            hit *= level.each
            must = must_hit(numbers, modifiers)
            level.drawn &= (level.standing != DECIDES) | must | (hit > stay + TIE)
            worth = np.where(level.drawn, hit, stay)
            level.choose_best(worth)
            for alike in level.rare:
                worth[alike.which] = worth[alike.like] + alike.more
            level.worth = after = worth

    def walk(self) -> Walk:
        """Take the next card, then play best; the chances of all scores have the mean that ``plan`` says."""
        scores, busts, sevens = new_walk().scores, new_walk().scores, new_walk().scores
        reach, cards = np.ones(1), 0.0
        for level, after in zip(self._levels, [*self._levels[1:], None], strict=True):
            for alike in level.rare:
                alike.pass_on(reach)
            self._choose(level, reach)
            goes = reach * level.drawn
            cards += float(goes.sum())
            points = self._points.stay(level.states.numbers, level.states.modifiers)
            scores += summed(points - LEAST, reach - goes, len(scores))
            goes *= level.each
            ended, busted = goes[level.end_parent] * level.end_copies, level.end_busts
            busts += summed(level.end_points[busted] - LEAST, ended[busted], len(scores))
            sevens += summed(level.end_points[~busted] - LEAST, ended[~busted], len(scores))
            if after is not None:
                reach = summed(level.child, goes[level.parent] * level.copies, len(after.states))
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
