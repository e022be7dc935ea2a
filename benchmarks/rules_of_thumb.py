"""What simple rules cost: one-step advice, and stopping at a bust chance, at a score, or at a count of numbers.

    python -m benchmarks.rules_of_thumb

Fresh deck, others in. First every line of one to six numbers: where does "one more card, then stop" advise otherwise
than the best plan, and what does it cost? Then each rule is played from the empty line through the same states as the
best plan, so that what it earns is exact too. The bust chance is that of the next card that stays with the player, the
score what stopping would bring. With a Second Chance in front every rule takes a card: nothing can bust.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from flip7.cards import CLASSIC, Card
from flip7.notation import print_cards
from flip7.odds.exact import POINTS, solve
from flip7.odds.plans import fixed_plans
from flip7.odds.position import Position
from flip7.odds.tree import TIE, BoolArray, FloatArray, Tree

NUMBERS = tuple(face for face in CLASSIC.cards if face.is_number)
CHANCES = [n / 200 for n in range(20, 81)]
SCORES = range(10, 61)
COUNTS = range(1, 7)


@dataclass(frozen=True, slots=True)
class Spot:
    """All states of one layer and one state of the Second Chances: what a rule may look at."""

    bust: FloatArray
    score: FloatArray
    count: FloatArray


Rule = Callable[[Spot], BoolArray]


def one_step_hits(line: tuple[Card, ...]) -> bool:
    """Whether "one more card, then stop" says hit."""
    position = Position(line)
    (plan,) = fixed_plans(position, POINTS, 1)
    return plan.worth > sum(face.points for face in line) + TIE


def wrong_lines() -> list[tuple[float, tuple[Card, ...]]]:
    """Lines on which one-step advice is wrong, with what it costs, the worst first."""
    wrong = []
    for count in range(1, 7):
        for line in combinations(NUMBERS, count):
            answer = solve(Position(line))
            assert answer.margin is not None
            if one_step_hits(line) != (answer.advice == "hit"):
                wrong.append((abs(answer.margin), line))
    return sorted(wrong, key=lambda item: -item[0])


def spots(tree: Tree) -> Iterable[tuple[int, slice, bool, Spot]]:
    """Each block of states of a tree without actions, with its place in ``tree.hits``."""
    drawn = tree.modifiers.drawn.sum(axis=1)
    for size, layer in enumerate(tree.layers):
        sums = tree._sums(layer)
        points = tree._points(sums).astype(np.float64)
        for place, chances in enumerate(tree.chances):
            deck = tree.cards_left - size - chances.level - drawn[None, :]
            duplicates = (tree._duplicates(layer) - chances.saved)[:, None]
            bust = np.where(deck > 0, duplicates / np.maximum(deck, 1), 1.0)
            yield size, tree._block(place), chances.held, Spot(bust, points, np.full(points.shape, float(size)))


def earns(tree: Tree, rule: Rule) -> float:
    """The mean round score of a player who follows this rule from the empty line."""
    for size, block, holds, spot in spots(tree):
        tree.hits[size][:, 0, block] = True if holds else rule(spot)
    walk = tree.walk()
    return float(walk.scores @ POINTS)


def best(tree: Tree, values: Iterable[float], rule: Callable[[float], Rule]) -> tuple[float, float]:
    """The best setting of a rule, and what it earns."""
    found = [(earns(tree, rule(value)), value) for value in values]
    most, value = max(found)
    return value, most


def at_bust_chance(limit: float) -> Rule:
    """Stop when the next card busts with this chance or more."""
    return lambda spot: spot.bust < limit


def at_score(limit: float) -> Rule:
    """Stop with so many points or more."""
    return lambda spot: spot.score < limit


def at_count(limit: float) -> Rule:
    """Stop with so many numbers or more."""
    return lambda spot: spot.count < limit


def main() -> None:
    """Print the table."""
    optimum = solve(Position()).hit
    tree = Tree((), Counter(CLASSIC.copies), POINTS)
    print(f"best play: {optimum:.4f} points a round")
    p, earned = best(tree, CHANCES, at_bust_chance)
    print(f"stop at a bust chance of {p:.1%}: {earned:.4f} ({earned - optimum:+.4f})")
    print(f"stop at a bust chance of 26%: {earns(tree, at_bust_chance(0.26)):.4f}")
    s, earned = best(tree, SCORES, at_score)
    print(f"stop at {s:.0f} points: {earned:.4f} ({earned - optimum:+.4f})")
    k, earned = best(tree, COUNTS, at_count)
    print(f"stop at {k:.0f} numbers: {earned:.4f} ({earned - optimum:+.4f})")
    wrong = wrong_lines()
    costs = [cost for cost, _ in wrong]
    print(f"one more card, then stop: wrong on {len(wrong)} of 4095 lines of one to six numbers")
    print(f"  cost: mean {sum(costs) / len(costs):.2f}, more than half a point on {sum(c > 0.5 for c in costs)}")
    for cost, line in wrong[:5]:
        print(f"  {print_cards(line)}: {cost:.2f} points")


if __name__ == "__main__":
    main()
