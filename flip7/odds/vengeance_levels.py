"""States of a player of With a Vengeance alone, side by side in arrays, and the levels that they stand in."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

import numpy as np

from flip7.odds.lattice import IntArray
from flip7.odds.tree import BoolArray, FloatArray

# Where each part of a state lies in its key; the base comes last, behind the agenda.
_AT_MODIFIERS, _AT_ACTIONS, _AT_AGENDA, _KEY_BITS = 16, 22, 30, 63

SHORT = np.int32
"""Parts of states and places in a level take half the memory so: there are many."""

NONE: IntArray = np.zeros(0, dtype=SHORT)
_EMPTY: FloatArray = np.zeros(0)


@dataclass(slots=True, eq=False)
class States:
    """Numbers and modifiers in front, the deck that they come from, what is to be done, the actions in the deck."""

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

    @staticmethod
    def together(parts: list[States]) -> States:
        """All of them, one behind the other."""
        return States(*(np.concatenate([getattr(part, each.name) for part in parts]) for each in fields(States)))


class Keys:
    """One integer for each state of a level whose agendas are among these.

    Agendas and bases go by their place among those of the level: by their numbers there are too many bits.
    """

    def __init__(self, agendas: IntArray) -> None:
        self._agendas, self._bases, self._base_at = agendas, NONE, NONE
        self._agenda_at = np.zeros(int(agendas.max()) + 1, dtype=SHORT)
        self._agenda_at[agendas] = np.arange(len(agendas))
        self._at_base = _AT_AGENDA + len(agendas).bit_length()

    def of(self, states: States) -> IntArray:
        """The keys of these states. Raises `MemoryError` where a key has not bits enough for all bases."""
        met = np.flatnonzero(np.bincount(states.base)).astype(SHORT)
        self._base_at = np.append(self._base_at, np.full(max(0, met[-1] + 1 - len(self._base_at)), -1, dtype=SHORT))
        new = met[self._base_at[met] < 0]
        self._base_at[new] = np.arange(len(self._bases), len(self._bases) + len(new))
        self._bases = np.append(self._bases, new)
        if self._at_base + len(self._bases).bit_length() > _KEY_BITS:
            raise MemoryError
        key = self._base_at[states.base].astype(np.int64) << self._at_base
        key |= self._agenda_at[states.agenda].astype(np.int64) << _AT_AGENDA
        key |= (states.actions << _AT_ACTIONS) | (states.modifiers << _AT_MODIFIERS) | states.numbers
        return key

    def states(self, key: IntArray) -> States:
        """The states with these keys."""
        return States(
            (key & 0xFFFF).astype(SHORT),
            ((key >> _AT_MODIFIERS) & 0x3F).astype(SHORT),
            self._bases[key >> self._at_base],
            self._agendas[(key >> _AT_AGENDA) & ((1 << (self._at_base - _AT_AGENDA)) - 1)],
            ((key >> _AT_ACTIONS) & 0xFF).astype(SHORT),
        )


@dataclass(slots=True, eq=False)
class Alike:
    """Rare states, ``which``, that are taken for others of their level, ``like``, and worth so much ``more``."""

    which: IntArray
    like: IntArray
    more: FloatArray

    def pass_on(self, reach: FloatArray) -> None:
        """Give the chance of each to the one that it is taken for."""
        np.add.at(reach, self.like, reach[self.which])
        reach[self.which] = 0.0


@dataclass(slots=True, eq=False)
class Level:
    """The states after so many cards: how each stands (`vengeance_agenda`), and where it leads.

    ``copies`` of a card in the deck lead from state ``parent`` to state ``child`` of the next level, or to an end with
    ``end_points`` (a bust where ``end_busts``); ``each`` of them comes with that chance. ``choices`` lead from a state
    to what a Discard can make of it; in ``waiting`` cards wait in a state. States that are ``rare`` are taken for
    others (`vengeance_rare`). A card is ``drawn`` or not.
    """

    states: States
    standing: IntArray
    waiting: IntArray
    choice_from: IntArray = field(default_factory=lambda: NONE)
    choice_to: IntArray = field(default_factory=lambda: NONE)
    rare: list[Alike] = field(default_factory=list)
    parent: IntArray = field(default_factory=lambda: NONE)
    child: IntArray = field(default_factory=lambda: NONE)
    copies: IntArray = field(default_factory=lambda: NONE)
    each: FloatArray = field(default_factory=lambda: _EMPTY)
    end_parent: IntArray = field(default_factory=lambda: NONE)
    end_copies: IntArray = field(default_factory=lambda: NONE)
    end_points: IntArray = field(default_factory=lambda: NONE)
    end_busts: BoolArray = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))
    drawn: BoolArray = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))
    worth: FloatArray = field(default_factory=lambda: _EMPTY)

    def by_waiting(self, *, most_first: bool) -> list[IntArray]:
        """The choices in groups by the cards that wait: a choice leads to a state where fewer do."""
        if not len(self.choice_from):
            return []
        waiting = self.waiting[self.choice_from]
        return [np.flatnonzero(waiting == n) for n in sorted(set(waiting.tolist()), reverse=most_first)]

    def choose_best(self, worth: FloatArray) -> None:
        """Make a state from which choices lead worth the best of them."""
        worth[self.choice_from] = -np.inf
        for at in self.by_waiting(most_first=False):
            np.maximum.at(worth, self.choice_from[at], worth[self.choice_to[at]])


def summed(places: IntArray, amounts: FloatArray, size: int) -> FloatArray:
    """The amounts summed by place."""
    return np.bincount(places, amounts, size).astype(np.float64, copy=False)


def distinct(keys: IntArray) -> IntArray:
    """Each key once, in order. ``numpy.unique`` hashes since 2.3, twenty times slower than sorting for keys as here."""
    keys = np.sort(keys)
    first = np.ones(len(keys), dtype=np.bool_)
    first[1:] = keys[1:] != keys[:-1]
    found: IntArray = keys[first]
    return found
