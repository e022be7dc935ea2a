"""What is left in the deck beside the line, for a player of With a Vengeance alone.

A *base* is a deck as it was before the present line grew out of it. A sweep (V19), a Discard (V30) and a reshuffle
(V12) each make a new one; bases are numbered, so that arrays of states can name them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from flip7.cards import VENGEANCE, Card, Kind, card
from flip7.hands import of_kind
from flip7.odds.lattice import IntArray
from flip7.odds.tree import BoolArray, FloatArray
from flip7.odds.vengeance_levels import SHORT
from flip7.odds.vengeance_sets import FACES, INSIDE, SEVEN_BIT, UNLUCKY

MODIFIER_FACES = tuple(of_kind(VENGEANCE.cards, Kind.MODIFIER))
MODIFIER_COUNT: IntArray = np.array([some.bit_count() for some in range(1 << len(MODIFIER_FACES))])
"""How many modifiers each set of them holds."""
UNLUCKY_BIT = 1 << len(FACES)
"""Beside the bit of 7: that 7 is Unlucky 7."""
NUMBER_BITS = UNLUCKY_BIT - 1

_FLIP_FOUR, _DISCARD, _ONE_MORE = card("F4"), card("DI"), card("JOM")
_BLANKS = (card("ST"), card("SW"))
_RADIX = (3, 3, 3, 5)

_Base = tuple[tuple[int, ...], int, int, int, bool]
"""Copies of each number face, Unlucky 7, modifiers as bits, the line's numbers that are not from it, a pile behind."""
_Make = Callable[[int, int, int], _Base]


def modifier_bits(cards: tuple[Card, ...] | Counter[Card]) -> int:
    """The modifiers among these cards."""
    return sum(1 << at for at, face in enumerate(MODIFIER_FACES) if face in cards)


def actions_code(left: Counter[Card]) -> int:
    """How many Flip Fours, Discards, Just One Mores and blanks there are, as one number."""
    code = 0
    counts = (left[_FLIP_FOUR], left[_DISCARD], left[_ONE_MORE], sum(left[face] for face in _BLANKS))
    for n, radix in reversed(list(zip(counts, _RADIX, strict=True))):
        code = code * radix + n
    return code


ACTION_STEPS = (1, 3, 9, 27)
"""How far the code falls with a Flip Four, a Discard, a Just One More, a blank."""


def action_counts(code: IntArray) -> list[IntArray]:
    """The counts in these codes, in the order of ``ACTION_STEPS``."""
    found = []
    for radix in _RADIX:
        found.append(code % radix)
        code = code // radix
    return found


class InDeck(NamedTuple):
    """What is in the deck, for many states: copies of each face (a row a state), Unlucky 7, the modifiers as bits, the
    counts of the actions in the order of ``ACTION_STEPS``, and how many cards in all."""

    copies: FloatArray
    unlucky: IntArray
    modifiers: IntArray
    actions: list[IntArray]
    total: FloatArray

    def duplicates(self, numbers: IntArray) -> FloatArray:
        """How many cards bust beside these numbers."""
        found: FloatArray = (self.copies * INSIDE[numbers & NUMBER_BITS]).sum(axis=1)
        return found


class Decks:
    """Bases by number; 0 is the deck of the question, of which ``held`` and the modifiers in front are not part."""

    def __init__(self, line: tuple[Card, ...], left: Counter[Card], pile: Counter[Card]) -> None:
        self._place: dict[_Base, int] = {}
        self._all: list[_Base] = []
        self._pile = pile
        self.pile_actions = actions_code(pile)
        self._arrays_of = 0
        held = sum(1 << at for at, face in enumerate(FACES) if face in line)
        self.start_numbers = held | (SEVEN_BIT | UNLUCKY_BIT if UNLUCKY in line else 0)
        self._number(self._fresh(left, self.start_numbers & NUMBER_BITS, bool(pile)))

    def _fresh(self, left: Counter[Card], held: int, pile: bool) -> _Base:
        return tuple(left[face] for face in FACES), left[UNLUCKY], modifier_bits(left), held, pile

    def _number(self, base: _Base) -> int:
        at = self._place.get(base)
        if at is None:
            at = self._place[base] = len(self._all)
            self._all.append(base)
        return at

    def __len__(self) -> int:
        return len(self._all)

    def arrays(self) -> None:
        """Bring the arrays up to date: ``copies``, ``unlucky``, ``modifiers``, ``held``, ``pile``, by base."""
        if self._arrays_of == len(self._all):
            return
        copies, unlucky, modifiers, held, pile = zip(*self._all, strict=True)
        self.copies: FloatArray = np.array(copies, dtype=np.float64)
        self.unlucky: IntArray = np.array(unlucky, dtype=np.intp)
        self.modifiers: IntArray = np.array(modifiers, dtype=np.intp)
        self.held: IntArray = np.array(held, dtype=np.intp)
        self.pile: BoolArray = np.array(pile, dtype=np.bool_)
        self._arrays_of = len(self._all)

    def left(self, base: IntArray, numbers: IntArray, modifiers: IntArray, actions: IntArray) -> InDeck:
        """What is in the deck beside these numbers and modifiers, which lie in front or wait."""
        self.arrays()
        copies: FloatArray = self.copies[base] - INSIDE[numbers & NUMBER_BITS & ~self.held[base]]
        unlucky, modifiers, counts = self.unlucky[base], self.modifiers[base] & ~modifiers, action_counts(actions)
        total = copies.sum(axis=1) + unlucky + MODIFIER_COUNT[modifiers] + sum(counts)
        return InDeck(copies, unlucky, modifiers, counts, total)

    def _each(self, base: IntArray, numbers: IntArray, modifiers: IntArray, make: _Make) -> IntArray:
        """The base that ``make`` makes of each state, worked out once for each kind of state."""
        key = (base.astype(np.intp) << 22) | (numbers << 6) | modifiers
        kinds, where = np.unique(key, return_inverse=True)
        made = [self._number(make(int(k >> 22), int(k >> 6) & 0xFFFF, int(k) & 63)) for k in kinds]
        found: IntArray = np.array(made, dtype=SHORT)[where]
        return found

    def swept(self, base: IntArray, numbers: IntArray, modifiers: IntArray) -> IntArray:
        """After Unlucky 7: the line's numbers and modifiers are gone, and it is the only number in front (V19)."""
        return self._each(base, numbers, modifiers, self._sweep)

    def _sweep(self, base: int, numbers: int, modifiers: int) -> _Base:
        copies, _, mods, held, pile = self._all[base]
        new = numbers & NUMBER_BITS & ~held
        rest = tuple(n - (new >> at & 1) for at, n in enumerate(copies))
        return rest, 0, mods & ~modifiers, SEVEN_BIT, pile

    def without(self, base: IntArray, number: int, modifier: int) -> IntArray:
        """After Discard has taken this number (as a bit) or this modifier (as a bit) out of the line (V30)."""
        kinds, where = np.unique(base, return_inverse=True)
        made = []
        for at in kinds.tolist():
            copies, unlucky, mods, held, pile = self._all[at]
            if number & ~held:
                copies = tuple(n - (number == 1 << face) for face, n in enumerate(copies))
            made.append(self._number((copies, unlucky, mods & ~modifier, held & ~number, pile)))
        found: IntArray = np.array(made, dtype=SHORT)[where]
        return found

    def reshuffled(self, base: IntArray, numbers: IntArray) -> IntArray:
        """After the pile has come back: everything in front is not part of it."""
        return self._each(base, numbers, np.zeros(len(base), dtype=np.intp), self._shuffle)

    def _shuffle(self, base: int, numbers: int, modifiers: int) -> _Base:
        return self._fresh(self._pile, numbers & NUMBER_BITS, False)
