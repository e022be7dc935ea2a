"""Fixed plans beside the best one: take exactly so many more cards, then stop, whatever they are.

For a player with others in. A Freeze or a Flip Three goes to somebody else and does not count as one of the cards; a
surplus Second Chance counts. A bust or the seventh number ends the plan early. Every order of cards is counted.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

from flip7.cards import Card, card
from flip7.hands import SEVEN
from flip7.odds.position import Position
from flip7.odds.tree import FloatArray
from flip7.scoring import score

_SECOND_CHANCE = card("SC")
_BLANKS = (card("FR"), card("F3"))


@dataclass(frozen=True, slots=True)
class Plan:
    """``cards`` more, then stop: what it is worth, and its chances to bust and of Flip 7."""

    cards: int
    worth: float
    bust: float
    flip7: float


@dataclass(frozen=True, slots=True)
class _Here:
    """Cards drawn that lie in the line, a Second Chance held or not, Second Chances left, duplicates saved."""

    drawn: frozenset[Card]
    holds: bool
    chances: int
    saved: int


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
    """Passes the chance of each state on, card after card."""

    def __init__(self, line: tuple[Card, ...], left: Counter[Card], worth: FloatArray) -> None:
        self.line = tuple(face for face in line if face is not _SECOND_CHANCE)
        self.holds = _SECOND_CHANCE in line
        self.held = frozenset(face for face in line if face.is_number)
        self.left, self.worth = left, worth
        self.faces = tuple(face for face in left if face is not _SECOND_CHANCE)
        self.ended = self.bust = self.flip7 = 0.0

    def plans(self, most: int) -> tuple[Plan, ...]:
        """The plans of 1 to ``most`` cards."""
        here = {_Here(frozenset(), self.holds, self.left[_SECOND_CHANCE], 0): 1.0}
        found = []
        for taken in range(most):
            here = self._next(here, self.left.total() - taken)
            stopped = sum(chance * self._worth(at.drawn) for at, chance in here.items())
            found.append(Plan(taken + 1, self.ended + stopped, self.bust, self.flip7))
        return tuple(found)

    def _worth(self, drawn: frozenset[Card]) -> float:
        return float(self.worth[score((*self.line, *drawn)).points])

    def _next(self, here: dict[_Here, float], deck: int) -> dict[_Here, float]:
        after: defaultdict[_Here, float] = defaultdict(float)
        for at, chance in here.items():
            each = chance / deck
            if at.chances:
                after[_Here(at.drawn, True, at.chances - 1, at.saved)] += each * at.chances
            duplicates = -at.saved
            for face in self.faces:
                if face in at.drawn or face in self.held:
                    duplicates += self.left[face] - (face in at.drawn)
                else:
                    self._new(at, face, each * self.left[face], after)
            if at.holds and duplicates:
                after[_Here(at.drawn, False, at.chances, at.saved + 1)] += each * duplicates
            elif duplicates:
                self.bust += each * duplicates
                self.ended += each * duplicates * float(self.worth[0])
        return after

    def _new(self, at: _Here, face: Card, chance: float, after: defaultdict[_Here, float]) -> None:
        """A card that no number of the line forbids."""
        drawn = at.drawn | {face}
        if face.is_number and len(self.held) + sum(1 for drawn_face in drawn if drawn_face.is_number) == SEVEN:
            self.flip7 += chance
            self.ended += chance * self._worth(drawn)
        else:
            after[_Here(drawn, at.holds, at.chances, at.saved)] += chance
