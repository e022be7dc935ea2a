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

    ``ends`` are the lines that stand when the deck runs out: the set that was swept (``None`` without a sweep), the
    set in front, how many cards are still forced, and the chance.
    """

    def __init__(
        self, held: int, flips: int, copies: FloatArray, unlucky: int, blanks: int, toward: IntArray, scores: Scores
    ) -> None:
        self.held, self.flips, self.copies, self.unlucky, self.toward = held, flips, copies, unlucky, toward
        self.blanks, self.numbers = blanks, int(copies.sum()) + unlucky
        self.scores = scores
        self.ended = new_walk()
        self.ends: list[tuple[int | None, int, int, float]] = []
        self.starts = self._force()

    def _force(self) -> list[Start]:
        """Take the forced cards, which leave no choice, in every way; return where the choice comes back."""
        states: dict[tuple[int | None, int], float] = {(None, self.held): 1.0}
        for left in range(self.flips, 0, -1):
            after: defaultdict[tuple[int | None, int], float] = defaultdict(float)
            for (swept, numbers), chance in states.items():
                self._force_one(swept, numbers, left, chance, after)
            states = after
        starts: dict[int, Start] = {}
        for (swept, numbers), chance in states.items():
            drawn = self._drawn(swept, numbers)
            blanks = self.flips - drawn
            start = starts.setdefault(blanks, Start(self.blanks - blanks, self.numbers - drawn))
            if swept is None:
                start.first[numbers] = chance
            else:
                start.second[swept, numbers] = chance
        return list(starts.values())

    def _drawn(self, swept: int | None, numbers: int) -> int:
        """How many number cards have been drawn; Unlucky 7 is one of the set after a sweep."""
        new = SIZES[numbers & ~self.held] if swept is None else SIZES[swept & ~self.held] + SIZES[numbers]
        return int(new)

    def _force_one(
        self,
        swept: int | None,
        numbers: int,
        left: int,
        chance: float,
        after: defaultdict[tuple[int | None, int], float],
    ) -> None:
        """One forced card."""
        drawn, result = self._drawn(swept, numbers), self.ended
        blanks = self.blanks - (self.flips - left - drawn)
        total = self.numbers - drawn + blanks
        if not total:
            self.ends.append((swept, numbers, left, chance))
            return
        each = chance / total
        result.cards += chance
        gone = (swept or 0) & ~self.held
        unlucky, bust = (self.unlucky, self.scores.points_bust) if swept is None else (0, 0)
        duplicates = self.numbers - drawn - unlucky
        for at, all_copies in enumerate(self.copies):
            grown = numbers | 1 << at
            copies = int(all_copies) - (gone >> at & 1)
            if not copies or grown == numbers:
                continue
            duplicates -= copies
            if self.toward[grown] == SEVEN:
                result.scores[self.scores.points_seven[grown] - LEAST] += each * copies
                result.flip7 += each * copies
            else:
                after[swept, grown] += each * copies
        if unlucky:
            after[numbers, SEVEN_BIT] += each * unlucky
        if blanks:
            after[swept, numbers] += each * blanks
        result.bust += each * duplicates
        result.scores[bust - LEAST] += each * duplicates
