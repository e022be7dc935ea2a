"""The best plan for one player, exactly: every continuation is counted, without replacement.

With others in, a drawn action goes to somebody else. Such a blank changes neither line nor best choice, so deeper in
the tree it is left out of account; at the root it leaves the choice open once more, which makes ``hit`` a little
better than its blank-free value where staying is best. Alone, all actions are the player's own.

`Answer` is what both games share, `ClassicAnswer` what Flip 7 does in its own way (With a Vengeance: `vengeance`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import ClassVar, Literal, Protocol

import numpy as np

from flip7.cards import Card, Kind, card
from flip7.errors import ImpossibleError
from flip7.hands import SEVEN, of_kind
from flip7.odds.position import MOST_POINTS, Position, position_faults
from flip7.odds.tree import TIE, FloatArray, Tree, Walk
from flip7.scoring import score

_SECOND_CHANCE, _FREEZE, _FLIP_THREE = card("SC"), card("FR"), card("F3")
_BLANKS = (_FREEZE, _FLIP_THREE)

POINTS: FloatArray = np.arange(MOST_POINTS + 1, dtype=np.float64)
"""The ordinary goal: a score is worth its points."""


def at_least(goal: int) -> FloatArray:
    """The goal of at least so many points this round: every value is then a chance."""
    return (goal <= POINTS).astype(np.float64)


@dataclass(frozen=True, slots=True)
class NextCard:
    """One face that can come next: copies left, its chance (0-1), and what it does.

    ``then`` is ``bust``, ``saved``, ``flip7``, ``given``, alone also ``frozen``, ``flips`` and ``discarded``, or the
    points of the line if the player stopped there.
    """

    card: Card
    left: int
    chance: float
    then: str | int


class Solved(Protocol):
    """A solved tree: what the next card is worth, over how many states, and how the round then goes."""

    @property
    def plan(self) -> float: ...

    @property
    def states(self) -> int: ...

    def walk(self) -> Walk: ...


class Answer:
    """Should this player hit? Values are points (or chances, for another goal); chances are 0-1.

    ``stay`` and ``margin`` are ``None`` where staying is not legal (R18, V10, V17, or forced cards still to come).
    ``bust``, ``flip7``, ``scores`` and ``cards`` speak of the whole round if the player takes the next card and then
    plays best; the ``_next`` chances of the very next card. ``states`` is how many states were counted. The walk
    through them is made when first asked for. ``bound`` is 0 where everything is exact; otherwise ``hit`` may
    be off by so much, in points (or as a chance), which is a measurement, no proof.
    """

    least: ClassVar[int] = 0
    """The score to which the first of the chances in `Walk.scores` belongs."""
    bound: float = 0.0

    def __init__(
        self, position: Position, worth: FloatArray, progress: Callable[[float], None] = lambda share: None
    ) -> None:
        faults = position_faults(position)
        if faults:
            raise ImpossibleError(faults)
        left, pile = +position.left, Counter(position.pile)
        self.position = position
        self.deck_left = left.total()
        if not left:
            # The next card comes from the reshuffled pile, and nothing is left to reshuffle after it.
            left, pile = pile, Counter()
        self._left = left
        self._stay_points = score(position.line, position.edition, house=position.house).points
        tree = self._tree(left, pile, worth, progress)
        self.states = tree.states
        may_stay = self._may_stay() and not position.flips
        stay = float(worth[self._stay_points - self.least])
        plan = tree.plan
        # The chance that the first card leaves the choice open: only with others in, and not as a forced card.
        blanks = sum(n for face, n in left.items() if self._is_blank(face))
        self._blank = blanks / left.total() if blanks and not position.alone and not position.flips else 0.0
        open_again = max(plan, stay) if may_stay else plan
        self.hit = self._blank * open_again + (1 - self._blank) * plan
        self.stay = stay if may_stay else None
        self.margin = self.hit - stay if may_stay else None
        self._stays_after_blank = may_stay and plan <= stay + TIE
        self._outcome: Callable[[], Walk] = partial(self._walked, tree)

    def _tree(
        self, left: Counter[Card], pile: Counter[Card], worth: FloatArray, progress: Callable[[float], None]
    ) -> Solved:
        """All that can follow, solved."""
        raise NotImplementedError

    def _may_stay(self) -> bool:
        """Whether this line allows staying."""
        raise NotImplementedError

    def _is_blank(self, face: Card) -> bool:
        """Whether such a card goes to somebody else, with others in, before any thought."""
        raise NotImplementedError

    @staticmethod
    def then(position: Position, face: Card) -> str | int:
        """What this face does as the next card, in the words of `NextCard`."""
        raise NotImplementedError

    def __getstate__(self) -> dict[str, object]:
        """Everything but the states, which may take a gigabyte, and what only they can tell: see ``outcome_from``."""
        return {name: value for name, value in self.__dict__.items() if name not in ("_outcome", "outcome")}

    def outcome_from(self, outcome: Callable[[], Walk]) -> None:
        """An answer that travelled without its states asks here for its outcome."""
        self._outcome = outcome

    @property
    def advice(self) -> Literal["hit", "stay"]:
        """A lead of at most 1e-9 is a tie, and a tie says stay; so does a table without any card (R50)."""
        tie = self.margin is not None and self.margin <= TIE
        return "stay" if tie or not self._left else "hit"

    @cached_property
    def outcome(self) -> Walk:
        """The whole outcome."""
        return self._outcome()

    def _walked(self, tree: Solved) -> Walk:
        walk, blank = tree.walk(), self._blank
        if not blank or not self._stays_after_blank:
            return walk
        # A blank as first card, and then the player stays. With one blank less there are fewer before the others.
        others = (1 - blank) * self._left.total()
        whole = Walk(np.zeros(len(walk.scores)))
        if others:
            fewer = walk.cards - walk.open_cards / (others + 1)
            walk.cards = (walk.cards - blank * (1 + fewer)) / (1 - blank)
            whole.add(walk, 1 - blank)
        whole.scores[self._stay_points - self.least] += blank
        whole.cards += blank
        return whole

    @property
    def bust(self) -> float:
        return self.outcome.bust

    @property
    def flip7(self) -> float:
        return self.outcome.flip7

    @property
    def cards(self) -> float:
        """Expected number of cards still taken."""
        return self.outcome.cards

    @property
    def scores(self) -> tuple[tuple[int, float], ...]:
        """Every final round score that can come, with its chance; the chances sum to 1."""
        chances = enumerate(self.outcome.scores, self.least)
        return tuple((points, float(chance)) for points, chance in chances if chance > 0)

    @cached_property
    def next(self) -> tuple[NextCard, ...]:
        """One row for each card that can come next."""
        total = self._left.total()
        return tuple(
            NextCard(face, self._left[face], self._left[face] / total, self.then(self.position, face))
            for face in self.position.edition.cards
            if self._left[face]
        )

    def _next_chance(self, *kinds: str) -> float:
        return sum((row.chance for row in self.next if row.then in kinds), 0.0)

    @property
    def duplicate_next(self) -> float:
        return self._next_chance("bust", "saved")

    @property
    def bust_next(self) -> float:
        return self._next_chance("bust")

    @property
    def flip7_next(self) -> float:
        return self._next_chance("flip7")


class ClassicAnswer(Answer):
    """Should this player of Flip 7 hit?"""

    def _tree(
        self, left: Counter[Card], pile: Counter[Card], worth: FloatArray, progress: Callable[[float], None]
    ) -> Tree:
        at = self.position
        return Tree(at.line, left, worth, pile=pile, alone=at.alone, flips=at.flips, progress=progress)

    def _may_stay(self) -> bool:
        return bool(self.position.line)

    def _is_blank(self, face: Card) -> bool:
        return face in _BLANKS

    @staticmethod
    def then(position: Position, face: Card) -> str | int:
        """What this face of Flip 7 does as the next card."""
        line, alone = position.line, position.alone
        if face in _BLANKS:
            return ("frozen" if face is _FREEZE else "flips") if alone else "given"
        if face is _SECOND_CHANCE and face in line:
            return "discarded" if alone else "given"
        if face.is_number and face in line:
            return "saved" if _SECOND_CHANCE in line else "bust"
        if face.is_number and len(of_kind(line, Kind.NUMBER)) == SEVEN - 1:
            return "flip7"
        return score((*line, face)).points


def solve(position: Position, worth: FloatArray = POINTS) -> Answer:
    """The exact answer for this position of Flip 7; raises ``ImpossibleError`` with every fault of an impossible one.

    ``worth`` says what each final score from 0 to 171 is worth to the player; by default its points.
    """
    return ClassicAnswer(position, worth)
