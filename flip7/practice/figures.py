"""Running figures of a learner: points lost per decision, how many were best, and luck. Kept as a short text."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from flip7.practice.coach import Review

_TEXT = re.compile(r"1;(\d{1,6});(\d{1,7});(\d{1,7});(\d{1,7}\.\d\d);(-?\d{1,7}\.\d\d);(\d{1,7})")


@dataclass(frozen=True, slots=True)
class Figures:
    """``rounds`` played; ``decisions`` graded and how many were ``best``; points ``lost`` by the others.

    ``luck`` in points over ``hits`` cards: see `coach.luck_of`.
    """

    rounds: int = 0
    decisions: int = 0
    best: int = 0
    lost: float = 0.0
    luck: float = 0.0
    hits: int = 0

    def and_round(self, review: Review) -> Figures:
        """The figures with one more round."""
        return replace(self, rounds=self.rounds + 1)._and(review, 1)

    def and_more(self, before: Review, review: Review) -> Figures:
        """The figures, a round of which more is known by now than ``before``, when it was counted."""
        return self._and(before, -1)._and(review, 1)

    def _and(self, review: Review, times: int) -> Figures:
        known = review.known
        return Figures(
            self.rounds,
            self.decisions + times * len(known),
            self.best + times * sum(one.right for one in known),
            round(self.lost + times * review.lost, 2),
            round(self.luck + times * review.luck, 2),
            self.hits + times * review.hits,
        )

    @property
    def lost_each(self) -> float | None:
        """Points lost per decision; ``None`` before the first."""
        return self.lost / self.decisions if self.decisions else None

    @property
    def accuracy(self) -> float | None:
        """The share (0-1) of decisions that gave nothing away; ``None`` before the first."""
        return self.best / self.decisions if self.decisions else None


def write_figures(figures: Figures) -> str:
    """The figures as a text of at most 60 characters; empty before the first round."""
    if figures == Figures():
        return ""
    one = figures
    return f"1;{one.rounds};{one.decisions};{one.best};{one.lost:.2f};{one.luck:.2f};{one.hits}"


def read_figures(text: str) -> Figures:
    """The figures that a device has kept; none at all where the text is not one of ours."""
    found = _TEXT.fullmatch(text)
    if not found or int(found[3]) > int(found[2]):
        return Figures()
    rounds, decisions, best, hits = (int(found[at]) for at in (1, 2, 3, 6))
    return Figures(rounds, decisions, best, float(found[4]), float(found[5]), hits)


def merged(one: Figures, other: Figures) -> Figures:
    """Of two states of the same figures the later one: sums cannot be joined without counting rounds twice."""
    return max(one, other, key=lambda figures: (figures.rounds, figures.decisions, figures.hits))
