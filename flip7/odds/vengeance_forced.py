"""The forced cards of a Flip Four with others in: no choice, so every way is simply counted (V32, V33).

Modifiers and actions among them are cards like others here; they wait and are then given away.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from flip7.hands import SEVEN
from flip7.odds.lattice import IntArray
from flip7.odds.tree import FloatArray
from flip7.odds.vengeance_sets import LEAST, SEVEN_BIT, SIZES, Scores, new_walk


@dataclass(slots=True)
class Start:
    """Where the player first has the choice: the chance of each set, and of each swept set with the set after it.

    ``blanks`` are left in the deck, beside ``numbers`` cards.
    """

    blanks: int
    numbers: int
    first: dict[int, float] = field(default_factory=dict)
    second: dict[tuple[int, int], float] = field(default_factory=dict)


class Forced:
    """``flips`` cards in every way. ``starts`` is where the choice comes back, ``ended`` what has ended before that.

    ``first_ends`` and ``second_ends`` are the lines, before and after a sweep, that stand when the deck runs out: the
    set, how many cards are still forced, and the chance.
    """

    def __init__(
        self, held: int, flips: int, copies: FloatArray, unlucky: int, blanks: int, toward: IntArray, scores: Scores
    ) -> None:
        self.held, self.flips, self.copies, self.unlucky, self.toward = held, flips, copies, unlucky, toward
        self.blanks, self.numbers = blanks, int(copies.sum()) + unlucky
        self.scores = scores
        self.ended = new_walk()
        self.first_ends: list[tuple[int, int, float]] = []
        self.second_ends: list[tuple[int, int, float]] = []
        self.starts = self._force()

    def _force(self) -> list[Start]:
        """Take the forced cards, which leave no choice, in every way; return where the choice comes back."""
        first: dict[int, float] = {self.held: 1.0}
        second: dict[tuple[int, int], float] = {}
        for left in range(self.flips, 0, -1):
            after_first: defaultdict[int, float] = defaultdict(float)
            after_second: defaultdict[tuple[int, int], float] = defaultdict(float)
            for numbers, chance in first.items():
                self._force_first(numbers, left, chance, after_first, after_second)
            for (swept, numbers), chance in second.items():
                self._force_second(swept, numbers, left, chance, after_second)
            first, second = after_first, after_second
        starts: dict[int, Start] = {}

        def start(drawn: int) -> Start:
            blanks = self.flips - drawn
            return starts.setdefault(blanks, Start(self.blanks - blanks, self.numbers - drawn))

        for numbers, chance in first.items():
            start(self._new_in(numbers)).first[numbers] = chance
        for (swept, numbers), chance in second.items():
            start(self._new_in(swept) + int(SIZES[numbers])).second[swept, numbers] = chance
        return list(starts.values())

    def _new_in(self, numbers: int) -> int:
        return int(SIZES[numbers & ~self.held])

    def _force_first(
        self,
        numbers: int,
        left: int,
        chance: float,
        first: defaultdict[int, float],
        second: defaultdict[tuple[int, int], float],
    ) -> None:
        """One forced card before a sweep."""
        drawn, result = self._new_in(numbers), self.ended
        blanks = self.blanks - (self.flips - left - drawn)
        total = self.numbers - drawn + blanks
        if not total:
            self.first_ends.append((numbers, left, chance))
            return
        each = chance / total
        result.cards += chance
        duplicates = self.numbers - drawn - self.unlucky
        for at, copies in enumerate(self.copies):
            grown = numbers | 1 << at
            if not copies or grown == numbers:
                continue
            duplicates -= int(copies)
            if self.toward[grown] == SEVEN:
                result.scores[self.scores.points_seven[grown] - LEAST] += each * copies
                result.flip7 += float(each * copies)
            else:
                first[grown] += float(each * copies)
        if self.unlucky:
            second[numbers, SEVEN_BIT] += each * self.unlucky
        if blanks:
            first[numbers] += each * blanks
        result.bust += each * duplicates
        result.scores[self.scores.points_bust - LEAST] += each * duplicates

    def _force_second(
        self, swept: int, numbers: int, left: int, chance: float, second: defaultdict[tuple[int, int], float]
    ) -> None:
        """One forced card after a sweep."""
        drawn, result = self._new_in(swept) + int(SIZES[numbers]), self.ended
        blanks = self.blanks - (self.flips - left - drawn)
        total = self.numbers - drawn + blanks
        if not total:
            self.second_ends.append((numbers, left, chance))
            return
        each = chance / total
        result.cards += chance
        duplicates = self.numbers - drawn
        for at, all_copies in enumerate(self.copies):
            grown = numbers | 1 << at
            copies = int(all_copies) - (swept & ~self.held & 1 << at != 0)
            if not copies or grown == numbers:
                continue
            duplicates -= copies
            second[swept, grown] += each * copies
        if blanks:
            second[swept, numbers] += each * blanks
        result.bust += each * duplicates
        result.scores[-LEAST] += each * duplicates
