"""How much a rare state is worth more or less than the one that it is taken for (`vengeance_rare`).

That is learnt from kept states of the same level: the rarer half of them is compared with the likelier half in the very
way in which rare states are compared with kept ones, and what they differ by is explained, by least squares, by what
is different: the estimate, the actions left, the chance of a bust and so on. What has been explained so is then said
of the rare states too.
"""

from __future__ import annotations

import numpy as np

from flip7.odds.tree import FloatArray
from flip7.odds.vengeance_agenda import Agendas
from flip7.odds.vengeance_decks import MODIFIER_COUNT, NUMBER_BITS
from flip7.odds.vengeance_levels import Alike, Level, States
from flip7.odds.vengeance_points import HALVE, MINUS
from flip7.odds.vengeance_rare import Rare
from flip7.odds.vengeance_sets import FACES, INSIDE

_LEAST_LESSONS = 200
"""From fewer nothing is learnt."""
_RIDGE = 1e-3
_USUAL = 4.0
"""A difference counts up to so many times its usual size."""
_FACE_POINTS: FloatArray = np.array([face.points for face in FACES], dtype=np.float64)


class Lessons:
    """Learns from the levels of one question."""

    def __init__(self, rare: Rare, agendas: Agendas) -> None:
        self._rare, self._agendas = rare, agendas
        self.learnt = 0.0
        """By how many points in all, by chance, the estimates were corrected."""

    def correct(self, level: Level, worth: FloatArray) -> None:
        """Fill in what the rare states of this level are worth."""
        rare, lessons = level.rare, level.lessons
        if not len(rare):
            return
        differ, taught = self._differ(level, rare), self._differ(level, lessons)
        shift = differ[:, 0].copy()
        off = worth[lessons.which] - worth[lessons.like] - taught[:, 0]
        for group in set(rare.group.tolist()):
            asked, known = rare.group == group, lessons.group == group
            if np.count_nonzero(known) >= _LEAST_LESSONS:
                shift[asked] += explained(taught[known], off[known], lessons.chance[known], differ[asked])
        self.learnt += float(rare.chance @ (shift - differ[:, 0]))
        worth[rare.which] = worth[rare.like] + shift

    def _differ(self, level: Level, alike: Alike) -> FloatArray:
        """What is different in each state and the one that it is compared with; the estimate comes first."""
        return self._facts(level.states.some(alike.which)) - self._facts(level.states.some(alike.like))

    def _facts(self, states: States) -> FloatArray:
        deck, aside = self._rare.in_deck(states), self._agendas.known().aside[states.agenda]
        total, fresh = np.maximum(deck.total, 1), deck.copies * ~INSIDE[states.numbers & NUMBER_BITS]
        return np.stack(
            [
                self._rare.estimate(states), *deck.actions, deck.unlucky, deck.duplicates(states.numbers) / total,
                fresh @ _FACE_POINTS / total, MODIFIER_COUNT[deck.modifiers], MINUS[deck.modifiers],
                deck.modifiers & HALVE, MINUS[aside], total,
            ],
            axis=1,
        )  # fmt: skip


def explained(facts: FloatArray, off: FloatArray, chance: FloatArray, asked: FloatArray) -> FloatArray:
    """What ``off`` is to be expected where the facts are those ``asked``."""
    facts, asked = (np.column_stack([rows, np.ones(len(rows))]) for rows in (facts, asked))
    root = np.sqrt(np.maximum(chance, 1e-30))[:, None]
    usual = np.sqrt((facts**2 * root**2).sum(axis=0) / (root**2).sum())
    usual[usual == 0] = 1.0
    weighed = facts / usual * root
    square = weighed.T @ weighed
    square += np.eye(len(square)) * _RIDGE * np.trace(square) / len(square)
    known = np.linalg.solve(square, weighed.T @ (off * root[:, 0]))
    found: FloatArray = np.clip(np.clip(asked / usual, -_USUAL, _USUAL) @ known, off.min(), off.max())
    return found
