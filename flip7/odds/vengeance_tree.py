"""All ways in which a player's round of With a Vengeance can go on with others in, solved back and then walked.

Modifiers and actions that are drawn go elsewhere, so a state is the set of number cards in the line. Unlucky 7 makes a
new beginning (V19): the line is swept and grows again, from a deck without the cards that were swept. So there are two
lattices. In the *first* a row is the set of numbers in the line. In the *second* (`vengeance_sweep`) a row is the set
beside Unlucky 7 and a column the set that was in the line before the sweep.

A row at which no card can be worth taking, whatever has been swept, is not looked into: with more copies of each new
number in an equally large deck a player could only do better, and that bound is quick to find.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np

from flip7.cards import VENGEANCE, Card, Kind
from flip7.hands import of_kind
from flip7.odds.lattice import IntArray
from flip7.odds.tree import TIE, BoolArray, FloatArray, Walk
from flip7.odds.vengeance_forced import Forced, Start
from flip7.odds.vengeance_sets import (
    ALL,
    FACES,
    LEAST,
    SEVEN_BIT,
    SIZES,
    UNLUCKY,
    Rows,
    Scores,
    bits,
    count,
    faces,
    grown_sets,
    layers,
    must_hit,
    new_walk,
    toward_seven_sets,
)
from flip7.odds.vengeance_sweep import Sweep, Swept
from flip7.rulebook import STANDARD, House


class SweepTree:
    """What follows for a player with ``line`` in front and ``left`` in the deck.

    ``pile`` comes back once when the deck has run out; ``flips`` cards are forced. ``worth[n - LEAST]`` is what a
    final score of n points is worth to the player. ``plan`` is what taking the next card is worth.
    """

    def __init__(
        self,
        line: tuple[Card, ...],
        left: Counter[Card],
        worth: FloatArray,
        *,
        pile: Counter[Card] | None = None,
        flips: int = 0,
        house: House = STANDARD,
    ) -> None:
        self.line, self.pile, self.flips, self.house = line, pile or Counter(), flips, house
        # A bust after a sweep scores 0; all other scores are taken relative to it.
        self.given, self.zero = worth, float(worth[-LEAST])
        self.worth = worth - self.zero
        self.held = bits(line)
        self.toward = toward_seven_sets(house.lucky_pair == "two")
        self.copies: FloatArray = np.array([left[face] for face in FACES], dtype=np.float64)
        self.unlucky = left[UNLUCKY]
        self.numbers = int(self.copies.sum()) + self.unlucky
        blanks = left.total() - self.numbers
        self.scores = Scores(of_kind(line, Kind.MODIFIER), house, self.worth)
        # The modifiers are swept too.
        self.swept_scores = Scores([], house, self.worth)
        self.states = 0
        self.must: BoolArray = must_hit(ALL, empty_handed=not line)
        self._ends: dict[tuple[tuple[Card, ...], int], SweepTree] = {}
        self._forced = Forced(self.held, flips, self.copies, self.unlucky, blanks, self.toward, self.scores)
        self._forced_ends = self._deck_ends()
        self._solve()
        self.plan = self._planned() + self.zero

    # --- The end of the deck ----------------------------------------------------------------------------------------

    def _end(self, line: tuple[Card, ...], flips: int = 0) -> SweepTree:
        """What follows when the deck has run out and the pile has come back."""
        key = (VENGEANCE.sorted(line), flips)
        if key not in self._ends:
            self._ends[key] = SweepTree(key[0], self.pile, self.given, flips=flips, house=self.house)
            self.states += self._ends[key].states
        return self._ends[key]

    def _deck_ends(self) -> list[tuple[SweepTree, float]]:
        """What follows where the deck runs out within the forced cards, and its chance; without a pile that is all."""
        forced, ends = self._forced, []
        for swept, numbers, flips, chance in forced.ends:
            if self.pile:
                line = self._first_line(numbers) if swept is None else self._second_line(numbers)
                ends.append((self._end(line, flips), chance))
            else:
                scores = self.scores if swept is None else self.swept_scores
                forced.ended.scores[scores.points[numbers] - LEAST] += chance
        return ends

    def _first_line(self, numbers: int) -> tuple[Card, ...]:
        return (*self.line, *faces(numbers & ~self.held, unlucky=False))

    def _second_line(self, numbers: int) -> tuple[Card, ...]:
        return faces(numbers, unlucky=True)

    # --- Both lattices ----------------------------------------------------------------------------------------------

    def _first_back(self, swept: Callable[[IntArray], FloatArray]) -> None:
        """For each set of the first lattice what the next card is worth, and what the set is worth.

        ``swept`` says what Unlucky 7 makes of some sets. ``after`` is -infinity where nobody asks.
        """
        scores = self.scores
        after: FloatArray = np.full(len(ALL), -np.inf)
        value = scores.stay.copy()
        for layer in reversed(self.layers):
            sets = layer.sets
            grown, real, seven = grown_sets(sets, self.copies > 0, self.toward)
            then = np.where(seven, scores.seven[grown], value[grown])
            fresh = np.where(real, self.copies, 0.0)
            total = self._first_total(sets)
            duplicates = total - self.unlucky - fresh.sum(axis=1)
            worth = (fresh * np.where(real, then, 0.0)).sum(axis=1) + duplicates * scores.bust_worth
            if self.unlucky:
                worth += self.unlucky * swept(sets)
            worth = np.divide(worth, total, out=scores.stay[sets], where=total > 0)
            if self.pile:
                for at in np.flatnonzero(total == 0):
                    worth[at] = self._end(self._first_line(int(sets[at]))).plan - self.zero
            after[sets] = worth
            value[sets] = np.where(self.must[sets], worth, np.maximum(worth, scores.stay[sets]))
        self.after, self.value = after, value

    def _first_total(self, sets: IntArray) -> IntArray:
        """Number cards in the deck."""
        total: IntArray = self.numbers - SIZES[sets] + SIZES[self.held]
        return total

    def _solve(self) -> None:
        """Both lattices, from the sets with which the player first has the choice."""
        starts = {numbers for start in self._forced.starts for numbers in start.first}
        starts_swept = {pair for start in self._forced.starts for pair in start.second}
        self.sweeps: list[Sweep] = []
        free = self.copies > 0
        self.layers: list[Rows] = layers(starts, free, np.ones(len(ALL), dtype=np.bool_), self.toward)
        if not self.unlucky:
            self._first_back(lambda sets: np.zeros(len(sets)))
        else:
            shared = Swept(
                self.held, self.copies, self.numbers, self.toward, self.swept_scores,
                (lambda numbers: self._end(self._second_line(numbers)).plan - self.zero) if self.pile else None,
            )  # fmt: skip
            bound = shared.bound()
            start = np.maximum(bound[:, SEVEN_BIT], self.swept_scores.stay[SEVEN_BIT])
            held = SIZES[self.held]
            self._first_back(lambda sets: start[SIZES[sets] - held])
            hopeful = (self.after > self.scores.stay) | self.must
            # The question is what this player gets by hitting, wise or not.
            hopeful[self.held] |= not self.flips
            self.layers = layers(starts, free, hopeful, self.toward)
            asked = {int(numbers) for layer in self.layers for numbers in layer.sets}
            asked |= {swept for swept, _ in starts_swept}
            self.sweeps = shared.parts(asked, {numbers for _, numbers in starts_swept}, bound)
            swept_worth = np.zeros(len(ALL))
            for sweep in self.sweeps:
                swept_worth[sweep.swept] = sweep.first_values()
                self.states += sweep.states
            self._first_back(lambda sets: swept_worth[sets])
        self.states += sum(len(layer.sets) for layer in self.layers)
        self.hits = (self.after > self.scores.stay + TIE) | (self.must & (self.after > -np.inf))

    def _planned(self) -> float:
        """What it is worth to take the forced cards or, without any, the next card."""
        if not self.flips:
            return float(self.after[self.held])
        worth = float(self._forced.ended.scores @ self.worth)
        worth += sum(chance * (end.plan - self.zero) for end, chance in self._forced_ends)
        for start in self._forced.starts:
            worth += sum(chance * float(self.value[numbers]) for numbers, chance in start.first.items())
            for (swept, numbers), chance in start.second.items():
                known = (sweep.value(swept, numbers) for sweep in self.sweeps)
                worth += chance * next(value for value in known if value is not None)
        return worth

    # --- The walk ---------------------------------------------------------------------------------------------------

    def walk(self) -> Walk:
        """Take the forced cards or, without any, the next card, then play best."""
        result = new_walk()
        result.add(self._forced.ended, 1.0)
        for end, chance in self._forced_ends:
            result.add(end.walk(), chance)
        for start in self._forced.starts:
            self._walk_on(start, result)
        return result

    def _walk_on(self, start: Start, result: Walk) -> None:
        # With ``blanks`` lying evenly among n other cards there are blanks / (n + 1) of them before each of those.
        before = start.blanks / (start.numbers + 1)
        reach = np.zeros(len(ALL))
        for numbers, chance in start.first.items():
            reach[numbers] = chance
        sweeping = np.zeros(len(ALL))
        hits, scores = self.hits, self.scores
        if not self.flips:
            hits = hits.copy()
            hits[self.held] = True
        for layer in self.layers:
            sets = layer.sets
            here, takes, total = reach[sets], hits[sets], self._first_total(sets)
            reach[sets] = 0.0
            count(result, scores.points[sets], np.where(takes, 0.0, here))
            goes = np.where(takes & (total > 0), here, 0.0)
            for at in np.flatnonzero(takes & (total == 0) & (here > 0)):
                numbers = int(sets[at])
                result.cards += float(here[at]) * before
                result.open_cards += float(here[at])
                if self.pile:
                    result.add(self._end(self._first_line(numbers)).walk(), float(here[at]))
                else:
                    result.scores[scores.points[numbers] - LEAST] += here[at]
            each = goes / np.maximum(total, 1)
            taken = float(goes.sum())
            result.cards += taken * (1 + before)
            result.open_cards += taken
            grown, real, seven = grown_sets(sets, self.copies > 0, self.toward)
            chances = np.where(real, each[:, None] * self.copies, 0.0)
            count(result, scores.points_seven[grown[seven]], chances[seven])
            result.flip7 += float(chances[seven].sum())
            on = real & ~seven
            reach += np.bincount(grown[on], weights=chances[on], minlength=len(ALL))
            sweeping[sets] += each * self.unlucky
            fresh = np.where(real, self.copies, 0.0).sum(axis=1)
            bust = float(each @ np.where(goes > 0, total - self.unlucky - fresh, 0.0))
            result.bust += bust
            result.scores[scores.points_bust - LEAST] += bust
        count(result, scores.points, reach)

        def ended(numbers: int, chance: float) -> None:
            result.add(self._end(self._second_line(numbers)).walk(), chance)

        for sweep in self.sweeps:
            sweep.walk(sweeping, start, before, ended, result)
