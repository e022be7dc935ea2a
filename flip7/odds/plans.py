"""Fixed plans beside the best one: take exactly so many more cards, then stop, whatever they are.

For a player with others in. A Freeze or a Flip Three goes to somebody else and does not count as one of the cards; a
surplus Second Chance counts. A bust or the seventh number ends the plan early. Every order of cards is counted.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

import numpy as np

from flip7.cards import Card, Kind, card
from flip7.hands import BONUS, SEVEN, of_kind
from flip7.odds.lattice import IntArray
from flip7.odds.position import Position
from flip7.odds.tree import BoolArray, FloatArray

_SECOND_CHANCE, _TIMES_TWO = card("SC"), card("x2")
_BLANKS = (card("FR"), card("F3"))
_Sets = tuple[IntArray, FloatArray]
"""Sets of drawn faces, and the chance of each."""


@dataclass(frozen=True, slots=True)
class Plan:
    """``cards`` more, then stop: what it is worth, and its chances to bust and of Flip 7."""

    cards: int
    worth: float
    bust: float
    flip7: float


_Chances = tuple[bool, int, int]
"""A Second Chance held or not, Second Chances left in the deck, duplicates saved so far."""


def fixed_plans(position: Position, worth: FloatArray, most: int) -> tuple[Plan, ...]:
    """The plans of 1 to ``most`` more cards, as many as the deck has for them; none where no choice is free.

    Alone, one's own actions decide how many cards come, and cards of a Flip Three come anyhow.
    """
    if position.alone or position.flips:
        return ()
    left = Counter({face: n for face, n in position.left.items() if n > 0 and face not in _BLANKS})
    left = left or Counter({face: n for face, n in Counter(position.pile).items() if face not in _BLANKS})
    return _Planner(position.line, left, worth).plans(min(most, left.total()))


class _Planner:
    """Passes the chance of each state on, card after card.

    A state is a set of drawn faces, as the bits of an integer, beside its Second Chances.
    """

    def __init__(self, line: tuple[Card, ...], left: Counter[Card], worth: FloatArray) -> None:
        held = of_kind(line, Kind.NUMBER)
        self.faces = tuple(face for face in left if face is not _SECOND_CHANCE and face not in held)
        self.copies = np.array([left[face] for face in self.faces], dtype=np.float64)
        self.number = np.array([face.is_number for face in self.faces], dtype=np.bool_)
        self.points = np.array([0 if face is _TIMES_TWO else face.points for face in self.faces], dtype=np.intp)
        self.doubles = np.array([face is _TIMES_TWO for face in self.faces], dtype=np.bool_)
        self.held, self.held_copies = len(held), sum(left[face] for face in held)
        self.held_sum = sum(face.points for face in held)
        modifiers = of_kind(line, Kind.MODIFIER)
        self.doubled = _TIMES_TWO in modifiers
        self.plus = sum(face.points for face in modifiers if face is not _TIMES_TWO)
        self.total, self.worth = left.total(), worth
        self.start: _Chances = (_SECOND_CHANCE in line, left[_SECOND_CHANCE], 0)
        self.ended = self.bust = self.flip7 = 0.0

    def plans(self, most: int) -> tuple[Plan, ...]:
        """The plans of 1 to ``most`` cards."""
        here = {self.start: (np.zeros(1, dtype=np.intp), np.ones(1))}
        found = []
        for taken in range(most):
            here = self._next(here, self.total - taken)
            stopped = sum(float(chance @ self._worth(self._bits(sets))) for sets, chance in here.values())
            found.append(Plan(taken + 1, self.ended + stopped, self.bust, self.flip7))
        return tuple(found)

    def _bits(self, sets: IntArray) -> BoolArray:
        """A row for each set, a column for each face."""
        bits: BoolArray = (sets[:, None] >> np.arange(len(self.faces))) & 1 == 1
        return bits

    def _worth(self, drawn: BoolArray, bonus: int = 0) -> FloatArray:
        """What stopping with these drawn faces is worth."""
        factor = np.where((drawn & self.doubles).any(axis=1) | self.doubled, 2, 1)
        numbers = self.held_sum + (drawn & self.number) @ self.points
        worth: FloatArray = self.worth[numbers * factor + self.plus + (drawn & ~self.number) @ self.points + bonus]
        return worth

    def _next(self, here: dict[_Chances, _Sets], deck: int) -> dict[_Chances, _Sets]:
        after: defaultdict[_Chances, list[_Sets]] = defaultdict(list)
        for (holds, chances, saved), (sets, chance) in here.items():
            each, drawn = chance / deck, self._bits(sets)
            if chances:
                after[True, chances - 1, saved].append((sets, each * chances))
            duplicates = self.held_copies - saved + (drawn & self.number) @ (self.copies - 1)
            if holds:
                after[False, chances, saved + 1].append((sets, each * duplicates))
            else:
                busts = float(each @ duplicates)
                self.bust += busts
                self.ended += busts * float(self.worth[0])
            after[holds, chances, saved] += self._new(sets, drawn, each)
        return {chances: _merged(parts) for chances, parts in after.items() if parts}

    def _new(self, sets: IntArray, drawn: BoolArray, each: FloatArray) -> list[_Sets]:
        """A new number or a modifier; the seventh number ends the round."""
        sevenths = self.held + (drawn & self.number).sum(axis=1) == SEVEN - 1
        grown = []
        for place, face in enumerate(self.faces):
            can = ~drawn[:, place]
            if face.is_number and sevenths.any():
                ends = can & sevenths
                chance = each[ends] * self.copies[place]
                self.flip7 += float(chance.sum())
                full = drawn[ends]
                full[:, place] = True
                self.ended += float(chance @ self._worth(full, BONUS))
                can &= ~sevenths
            grown.append((sets[can] | (1 << place), each[can] * self.copies[place]))
        return grown


def _merged(parts: list[_Sets]) -> _Sets:
    """Each set once, with all of its chance."""
    sets, where = np.unique(np.concatenate([sets for sets, _ in parts]), return_inverse=True)
    chance: FloatArray = np.zeros(len(sets))
    np.add.at(chance, where, np.concatenate([chance for _, chance in parts]))
    return sets, chance
