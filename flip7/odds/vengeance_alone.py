"""A player of With a Vengeance alone: every way on, card by card, as a graph of states in arrays.

Alone, everything that is drawn is the player's own. A state is the numbers and modifiers in front, the deck that they
come from (`vengeance_decks`), the actions still in it, and what is to be done (`vengeance_agenda`). States are worked
out level by level, a card a level; equal ones are counted once. Then their worth is found from the last level back,
and the round is followed from the first one forth.

With few cards left everything is counted, and the answer is exact. Otherwise there are too many ways: then a state
where hitting is far from wise is taken for the end, and of each level only the likeliest states are worked out; the
others get an estimate (`vengeance_coarse`). ``bound`` is then ``BOUND``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from flip7.cards import Card
from flip7.hands import BONUS, SEVEN
from flip7.odds.lattice import IntArray
from flip7.odds.tree import TIE, BoolArray, FloatArray, Walk
from flip7.odds.vengeance_agenda import (
    BLANK,
    DECIDES,
    DISCARD,
    DISCARDS,
    DRAWS,
    FLIP_FOUR,
    KINDS,
    MODIFIERS,
    NUMBER,
    ONE_MORE,
    STOPS,
    Agendas,
)
from flip7.odds.vengeance_coarse import Coarse
from flip7.odds.vengeance_decks import (
    ACTION_STEPS,
    MODIFIER_FACES,
    NUMBER_BITS,
    UNLUCKY_BIT,
    Decks,
    action_counts,
    actions_code,
    modifier_bits,
)
from flip7.odds.vengeance_sets import (
    BITS,
    INSIDE,
    LEAST,
    MOST,
    SEVEN_BIT,
    SUMS,
    UNLUCKY,
    ZERO_BIT,
    new_walk,
    toward_seven_sets,
)
from flip7.odds.vengeance_tree import SweepTree
from flip7.rulebook import House

BOUND = 0.01
"""Points (or chance, for a goal) by which an answer that is not exact may be off; measured, see the tests."""
MOST_STATES = 60_000
"""Up to so many states everything is counted."""
KEPT = 40_000
"""States of one level that are worked out where not everything is."""
RARE = 1e-7
"""States rarer than this are estimated then."""
_FAR = 0.6
"""Hitting is far from wise where the estimate is so many points (a hundredth of it for a goal) below staying."""

_HALVE = 1
_MINUS: IntArray = np.array(
    [-sum(face.points for at, face in enumerate(MODIFIER_FACES) if some >> at & 1) for some in range(1 << MODIFIERS)]
)
_MODIFIER_COUNT: IntArray = np.array([some.bit_count() for some in range(1 << MODIFIERS)])
_ACTIONS = (FLIP_FOUR, DISCARD, ONE_MORE, BLANK)
_ESTIMATED = 4
_HIT = 1
# Where each part of a state lies in its key.
_AT_MODIFIERS, _AT_ACTIONS, _AT_AGENDA, _AT_BASE = 16, 22, 30, 44
_MOST_AGENDAS, _MOST_BASES = 1 << 14, 1 << 17


class _TooManyError(Exception):
    """There are more states than are to be counted."""


@dataclass(slots=True, eq=False)
class States:
    """States side by side."""

    numbers: IntArray
    modifiers: IntArray
    base: IntArray
    agenda: IntArray
    actions: IntArray

    def __len__(self) -> int:
        return len(self.numbers)

    def some(self, which: IntArray | BoolArray) -> States:
        """These states."""
        return States(
            self.numbers[which], self.modifiers[which], self.base[which], self.agenda[which], self.actions[which]
        )

    def key(self) -> IntArray:
        """One integer for each state."""
        key: IntArray = (
            (self.base << _AT_BASE) | (self.agenda << _AT_AGENDA) | (self.actions << _AT_ACTIONS)
            | (self.modifiers << _AT_MODIFIERS) | self.numbers
        )  # fmt: skip
        return key

    @staticmethod
    def of_key(key: IntArray) -> States:
        """The states with these keys."""
        return States(
            key & 0xFFFF,
            (key >> _AT_MODIFIERS) & 0x3F,
            key >> _AT_BASE,
            (key >> _AT_AGENDA) & (_MOST_AGENDAS - 1),
            (key >> _AT_ACTIONS) & 0xFF,
        )

    @staticmethod
    def together(parts: list[States]) -> States:
        """All of them, one behind the other."""
        return States(
            *(
                np.concatenate([getattr(part, name) for part in parts])
                for name in ("numbers", "modifiers", "base", "agenda", "actions")
            )
        )


@dataclass(slots=True, eq=False)
class Level:
    """The states after so many cards: how each stands, and where it leads.

    A drawn card leads with ``chance`` from state ``parent`` to state ``child`` of the next level, or to an end with
    ``end_points`` (a bust where ``end_busts``). ``choices`` lead from a state to what a Discard can make of it.
    """

    states: States
    standing: IntArray
    waiting: IntArray
    estimate: FloatArray
    choice_from: IntArray
    choice_to: IntArray
    parent: IntArray
    child: IntArray
    chance: FloatArray
    end_parent: IntArray
    end_chance: FloatArray
    end_points: IntArray
    end_busts: BoolArray
    worth: FloatArray
    drawn: FloatArray


_NONE: IntArray = np.zeros(0, dtype=np.intp)


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
        kept: int = KEPT,
    ) -> None:
        self._given, self._house, self._kept = worth, house, kept
        self._toward = toward_seven_sets(house.lucky_pair == "two")
        self._decks, self._agendas = Decks(line, left, pile), Agendas()
        self._decks.arrays()
        agenda = self._agendas.flips(flips) if flips else _HIT
        start = (self._decks.start_numbers, modifier_bits(line), 0, agenda, actions_code(left))
        self._start = States(*(np.array([part], dtype=np.intp) for part in start))
        self._progress = progress
        self._coarse: Coarse | None = None
        self.bound = 0.0
        try:
            self._expand(most_states)
        except _TooManyError:
            self.bound = BOUND
            self._coarse = self._estimator(line, left)
            self._expand(0)
        self.states = sum(len(level.states) for level in self._levels)
        self._solve_back()
        self.plan = float(self._levels[0].worth[0])

    def _estimator(self, line: tuple[Card, ...], left: Counter[Card]) -> Coarse:
        decks, code = self._decks, self._start.actions
        flip_four, discard, one_more, blanks = (int(n[0]) for n in action_counts(code))
        sweep = 0.0
        if left[UNLUCKY]:
            rest = left - Counter((UNLUCKY,))
            sweep = SweepTree((UNLUCKY,), rest, self._given, house=self._house).plan
            sweep = max(sweep, float(self._given[7 - LEAST]))
        return Coarse(
            decks.copies[0], int(decks.modifiers[0]), int(decks.held[0]), int(decks.unlucky[0]), one_more, blanks,
            flip_four, discard, self._toward, self._stay_worth,
            lambda sets, mods: self._worth(self._points(sets, mods, seven=True)),
            lambda sets, mods: self._worth(self._bust_points(mods + 0 * sets)), sweep,
        )  # fmt: skip

    # --- Scores -----------------------------------------------------------------------------------------------------

    def _worth(self, points: IntArray) -> FloatArray:
        worth: FloatArray = self._given[points - LEAST]
        return worth

    def _points(self, numbers: IntArray, modifiers: IntArray, *, seven: bool = False) -> IntArray:
        """What the line scores (V14, V17, V38, V41), with the bonus of a Flip 7 or without."""
        sets = numbers & NUMBER_BITS
        worked = SUMS[sets] // np.where(modifiers & _HALVE, 2, 1) - _MINUS[modifiers]
        brutal = self._house.brutal
        if not brutal:
            worked = np.maximum(worked, 0)
        if seven:
            with_bonus: IntArray = np.minimum(worked + BONUS, MOST)
            return with_bonus
        zero = -_MINUS[modifiers] if brutal and self._house.brutal_zero == "minus" else 0
        points: IntArray = np.minimum(np.where(sets & ZERO_BIT, zero, worked), MOST)
        return points

    def _bust_points(self, modifiers: IntArray) -> IntArray:
        """V9, V39."""
        points: IntArray = -_MINUS[modifiers] if self._house.brutal else 0 * modifiers
        return points

    def _stay_worth(self, numbers: IntArray, modifiers: IntArray) -> FloatArray:
        return self._worth(self._points(numbers, modifiers))

    # --- Levels -----------------------------------------------------------------------------------------------------

    def _expand(self, most_states: int) -> None:
        """All levels; with ``most_states`` 0 as many states of each as are worked out."""
        self._levels: list[Level] = []
        states, reach, counted = self._start, np.ones(1), 0
        level = self._level(states, np.array([DRAWS]))
        while True:
            counted += len(level.states)
            if most_states and counted > most_states:
                raise _TooManyError
            self._levels.append(level)
            if self._coarse:
                self._cut(level, reach)
                self._progress(min(0.95, len(self._levels) / 20))
            raw = self._draw(level)
            if not len(raw):
                self._progress(1.0)
                return
            reach_raw = reach[level.parent] * level.chance
            level.child, level_next = self._settle(raw)
            reach = _summed(level.child, reach_raw, len(level_next.states))
            for at in _by_waiting(level_next, reverse=True):
                np.add.at(reach, level_next.choice_to[at], reach[level_next.choice_from[at]])
            level = level_next

    def _level(self, states: States, standing: IntArray) -> Level:
        waiting = np.array(self._agendas.waiting, dtype=np.intp)[states.agenda]
        empty = np.zeros(0)
        return Level(
            states, standing, waiting, empty, _NONE, _NONE, _NONE, _NONE, empty, _NONE, empty, _NONE,
            np.zeros(0, dtype=np.bool_), empty, empty,
        )  # fmt: skip

    def _settled(self, states: States) -> tuple[IntArray, IntArray]:
        """Do what needs neither card nor choice; the keys of the states and how they stand."""
        empty = (states.numbers == 0) & (states.modifiers == 0)
        kinds, where = np.unique(states.agenda * 2 + empty, return_inverse=True)
        settled = [self._agendas.settled(int(kind) >> 1, bool(kind & 1)) for kind in kinds]
        table = np.array([(each.agenda, each.joined, each.standing) for each in settled], dtype=np.intp)
        agenda, joined, standing = table[where].T
        over = standing == STOPS
        done = States(
            states.numbers,
            states.modifiers | joined,
            np.where(over, 0, states.base),
            agenda,
            np.where(over, 0, states.actions),
        )
        if len(self._decks) > _MOST_BASES or len(self._agendas.waiting) > _MOST_AGENDAS:
            raise _TooManyError
        # Two bits for how a state stands, so that equal agendas of different standing stay apart.
        return done.key() * 4 + standing, standing

    def _settle(self, raw: States) -> tuple[IntArray, Level]:
        """The next level from its raw states; and the place of each raw state in it."""
        wanted, _ = self._settled(raw)
        waves = [np.unique(wanted)]
        froms: list[IntArray] = []
        tos: list[IntArray] = []
        fresh = waves[0]
        while True:
            choosing = fresh[fresh & 3 == DISCARDS]
            if not len(choosing):
                break
            parents, options = self._discards(choosing)
            keys, _ = self._settled(options)
            froms.append(choosing[parents])
            tos.append(keys)
            known = np.concatenate(waves)
            fresh = np.setdiff1d(keys, known)
            waves.append(fresh)
        keys = np.sort(np.concatenate(waves))
        level = self._level(States.of_key(keys >> 2), keys & 3)
        if froms:
            level.choice_from = np.searchsorted(keys, np.concatenate(froms))
            level.choice_to = np.searchsorted(keys, np.concatenate(tos))
        return np.searchsorted(keys, wanted), level

    def _discards(self, keys: IntArray) -> tuple[IntArray, States]:
        """Every card in front that a Discard can take."""
        states = States.of_key(keys >> 2)
        parents, options = [], []
        for bit in (1 << face for face in range(len(BITS))):
            some = np.flatnonzero(states.numbers & bit)
            if len(some):
                parents.append(some)
                part = states.some(some)
                part.base = self._decks.without(part.base, bit, 0)
                part.numbers = part.numbers & ~bit
                if bit == SEVEN_BIT:
                    part.numbers &= ~UNLUCKY_BIT
                options.append(part)
        for bit in (1 << m for m in range(MODIFIERS)):
            some = np.flatnonzero(states.modifiers & bit)
            if len(some):
                parents.append(some)
                part = states.some(some)
                part.base = self._decks.without(part.base, 0, bit)
                part.modifiers = part.modifiers & ~bit
                options.append(part)
        return np.concatenate(parents), States.together(options)

    def _cut(self, level: Level, reach: FloatArray) -> None:
        """End where hitting is far from wise; estimate all but the likeliest other states."""
        assert self._coarse
        states = level.states
        decides = np.flatnonzero(level.standing == DECIDES)
        if len(decides):
            numbers, modifiers = states.numbers[decides], states.modifiers[decides]
            sets = numbers & NUMBER_BITS
            far = _FAR if self._given[-1] > 1 else _FAR / 100
            lead = self._coarse.hitting(sets, modifiers) - self._stay_worth(numbers, modifiers)
            must = ((sets & ZERO_BIT) != 0) | ((sets == 0) & (modifiers == 0))
            level.standing[decides[(lead < -far) & ~must]] = STOPS
        going = np.flatnonzero((level.standing == DRAWS) | (level.standing == DECIDES))
        order = going[np.argsort(-reach[going], kind="stable")]
        level.standing[order[self._kept :]] = _ESTIMATED
        level.standing[going[reach[going] < RARE]] = _ESTIMATED
        level.estimate = np.zeros(len(states))
        rare = np.flatnonzero(level.standing == _ESTIMATED)
        if len(rare):
            ahead = np.array([self._agendas.ahead(at) for at in range(len(self._agendas.waiting))], dtype=np.intp)
            cards, stays = ahead[states.agenda[rare]].T
            aside = np.array(self._agendas.aside, dtype=np.intp)[states.agenda[rare]]
            sets = states.numbers[rare] & NUMBER_BITS
            level.estimate[rare] = self._coarse.worth(sets, states.modifiers[rare] | aside, cards, stays)

    # --- Drawing ----------------------------------------------------------------------------------------------------

    def _draw(self, level: Level) -> States:
        """Draw for every state that does; fill in the chances of this level and return the raw states after."""
        which = np.flatnonzero((level.standing == DRAWS) | (level.standing == DECIDES))
        states = level.states.some(which)
        states.agenda = np.where(level.standing[which] == DECIDES, _HIT, states.agenda)
        aside = np.array(self._agendas.aside, dtype=np.intp)[states.agenda]
        decks = self._decks

        def in_deck() -> tuple[FloatArray, IntArray, IntArray, list[IntArray], FloatArray]:
            decks.arrays()
            copies = decks.left(states.base, states.numbers)
            unlucky = decks.unlucky[states.base]
            modifiers = decks.modifiers[states.base] & ~states.modifiers & ~aside
            actions = action_counts(states.actions)
            total = copies.sum(axis=1) + unlucky + _MODIFIER_COUNT[modifiers] + sum(actions)
            return copies, unlucky, modifiers, actions, total

        copies, unlucky, modifiers, actions, total = in_deck()
        empty = np.flatnonzero((total == 0) & decks.pile[states.base])
        if len(empty):
            states.base[empty] = decks.reshuffled(states.base[empty], states.numbers[empty])
            states.actions[empty] = decks.pile_actions
            copies, unlucky, modifiers, actions, total = in_deck()
        # Without any card the round is over (V12).
        level.standing[which[total == 0]] = STOPS
        each = np.divide(1.0, total, out=np.zeros(len(total)), where=total > 0)
        level.drawn = np.zeros(len(level.states))
        level.drawn[which] = total > 0
        kinds, where = np.unique(states.agenda, return_inverse=True)
        after = np.array([self._agendas.after(int(at)) for at in kinds], dtype=np.intp).reshape(len(kinds), KINDS)[
            where
        ]
        parts: list[tuple[IntArray, FloatArray, States]] = []

        def leads(some: IntArray, weight: FloatArray | float, kind: int) -> States:
            part = states.some(some)
            part.agenda = after[some, kind]
            parts.append((which[some], each[some] * weight, part))
            return part

        ends = [self._busts(states, which, copies, each)]
        sets = states.numbers & NUMBER_BITS
        for face, bit in enumerate(BITS.tolist()):
            new = np.flatnonzero((copies[:, face] > 0) & (sets & bit == 0))
            if not len(new):
                continue
            seven = self._toward[sets[new] | bit] == SEVEN
            full, on = new[seven], new[~seven]
            if len(full):
                points = self._points(sets[full] | bit, states.modifiers[full], seven=True)
                ends.append((which[full], each[full] * copies[full, face], points, np.zeros(len(full), dtype=np.bool_)))
            if len(on):
                part = leads(on, copies[on, face], NUMBER)
                part.numbers = part.numbers | bit
        some = np.flatnonzero(unlucky)
        if len(some):
            part = leads(some, 1.0, NUMBER)
            part.base = decks.swept(part.base, part.numbers, part.modifiers)
            part.numbers = np.full(len(some), SEVEN_BIT | UNLUCKY_BIT, dtype=np.intp)
            part.modifiers = np.zeros(len(some), dtype=np.intp)
        for m in range(MODIFIERS):
            some = np.flatnonzero(modifiers >> m & 1)
            if len(some):
                leads(some, 1.0, m)
        for counts, step, kind in zip(actions, ACTION_STEPS, _ACTIONS, strict=True):
            some = np.flatnonzero(counts)
            if len(some):
                part = leads(some, counts[some].astype(np.float64), kind)
                part.actions = part.actions - step
        level.end_parent, level.end_chance, level.end_points, level.end_busts = map(
            np.concatenate, zip(*ends, strict=True)
        )
        if not parts:
            return self._start.some(_NONE)
        level.parent = np.concatenate([part[0] for part in parts])
        level.chance = np.concatenate([part[1] for part in parts])
        return States.together([part[2] for part in parts])

    def _busts(
        self, states: States, which: IntArray, copies: FloatArray, each: FloatArray
    ) -> tuple[IntArray, FloatArray, IntArray, BoolArray]:
        """A number of a rank in front that may not come again (V9, V19, V21)."""
        chance = (copies * INSIDE[states.numbers & NUMBER_BITS]).sum(axis=1) * each
        some = np.flatnonzero(chance)
        return which[some], chance[some], self._bust_points(states.modifiers[some]), np.ones(len(some), dtype=np.bool_)

    # --- Back and forth ---------------------------------------------------------------------------------------------

    def _must_hit(self, states: States) -> BoolArray:
        must: BoolArray = ((states.numbers & ZERO_BIT) != 0) | ((states.numbers == 0) & (states.modifiers == 0))
        return must

    def _solve_back(self) -> None:
        after = np.zeros(0)
        for level in reversed(self._levels):
            states, n = level.states, len(level.states)
            worth = self._stay_worth(states.numbers, states.modifiers)
            hit = _summed(level.end_parent, level.end_chance * self._worth(level.end_points), n)
            if len(level.parent):
                hit += _summed(level.parent, level.chance * after[level.child], n)
            decides = level.standing == DECIDES
            level.drawn *= ~decides | self._must_hit(states) | (hit > worth + TIE)
            best = np.where(self._must_hit(states), hit, np.maximum(hit, worth))
            worth = np.where(level.standing == DRAWS, hit, np.where(decides, best, worth))
            if len(level.estimate):
                worth = np.where(level.standing == _ESTIMATED, level.estimate, worth)
            worth[level.standing == DISCARDS] = -np.inf
            for at in _by_waiting(level, reverse=False):
                np.maximum.at(worth, level.choice_from[at], worth[level.choice_to[at]])
            level.worth = after = worth

    def walk(self) -> Walk:
        """Take the next card, then play best. What was only estimated goes on as everything else does."""
        result = new_walk()
        reach = np.ones(1)
        known = 0.0
        for level, after in zip(self._levels, [*self._levels[1:], None], strict=True):
            self._choose(level, reach)
            goes = reach * level.drawn
            result.cards += float(goes.sum())
            stops = (level.standing == STOPS) | (level.standing == DECIDES) | (level.standing == DRAWS)
            points = self._points(level.states.numbers, level.states.modifiers)
            chance = np.where(stops, reach - goes, 0.0)
            result.scores += _summed(points - LEAST, chance, len(result.scores))
            known += float(chance.sum())
            ended = goes[level.end_parent] * level.end_chance
            result.scores += _summed(level.end_points - LEAST, ended, len(result.scores))
            known += float(ended.sum())
            result.bust += float(ended[level.end_busts].sum())
            result.flip7 += float(ended[~level.end_busts].sum())
            if after is not None:
                reach = _summed(level.child, goes[level.parent] * level.chance, len(after.states))
        if self.bound:
            result.scores /= known
            result.bust, result.flip7 = result.bust / known, result.flip7 / known
        return result

    def _choose(self, level: Level, reach: FloatArray) -> None:
        """Pass on the chance of each state that discards to the first best of its choices."""
        for at in _by_waiting(level, reverse=True):
            best = level.worth[level.choice_to[at]] >= level.worth[level.choice_from[at]]
            origins, first = np.unique(level.choice_from[at][best], return_index=True)
            np.add.at(reach, level.choice_to[at][best][first], reach[origins])
            reach[origins] = 0.0


def _summed(places: IntArray, amounts: FloatArray, size: int) -> FloatArray:
    """The amounts summed by place."""
    return np.bincount(places, amounts, size).astype(np.float64, copy=False)


def _by_waiting(level: Level, *, reverse: bool) -> list[IntArray]:
    """The choices of a level, those with fewer cards waiting first: a choice leads to a state with fewer."""
    if not len(level.choice_from):
        return []
    waiting = level.waiting[level.choice_from]
    return [np.flatnonzero(waiting == n) for n in sorted(set(waiting.tolist()), reverse=reverse)]
