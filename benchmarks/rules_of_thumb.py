"""What simple rules cost: one-step advice, and stopping at a bust chance, at a score, or at a count of numbers.

    python -m benchmarks.rules_of_thumb

Fresh deck, others in. First every line of one to six numbers: where does "one more card, then stop" advise otherwise
than the best plan, and what does it cost? Then each rule is played from the empty line, every way counted, so that what
it earns is exact too. The bust chance is that of the next card among all cards left, actions too; the score is what
stopping would bring. With a Second Chance in front every rule takes a card: nothing can bust.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from flip7.cards import CLASSIC, Card
from flip7.hands import BONUS
from flip7.notation import print_cards
from flip7.odds.exact import POINTS, solve
from flip7.odds.plans import fixed_plans
from flip7.odds.position import Position
from flip7.odds.tree import MOST_POINTS, TIE, BoolArray, FloatArray, Tree, _weighted_rows

NUMBERS = tuple(face for face in CLASSIC.cards if face.is_number)
CHANCES = [n / 200 for n in range(20, 81)]
SCORES = range(10, 61)
COUNTS = range(1, 7)
BLANKS = 6
"""Three Freezes and three Flip Threes."""


@dataclass(frozen=True, slots=True)
class Spot:
    """What a rule may look at, as arrays that fit each other: the chance to bust, the score, the count of numbers."""

    bust: FloatArray
    score: FloatArray
    count: int


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


def earns(tree: Tree, rule: Rule) -> float:
    """The mean round score of a player who follows this rule from the empty line.

    ``tree`` holds the states without actions. A Freeze or a Flip Three goes to somebody else and leaves the line as it
    is, but the deck is one card smaller, which the rule sees: so each state is told apart by how many have gone.
    """
    scores = np.zeros(MOST_POINTS + 1)
    shape = (len(tree.chances), tree.width, BLANKS + 1)
    reach = np.zeros((1, *shape))
    reach[0, 0, 0, 0] = 1.0
    for size, layer in enumerate(tree.layers):
        leaving = np.zeros(reach.shape)
        points, duplicates = tree._points(tree._sums(layer)), tree._duplicates(layer)
        for place, chances in enumerate(tree.chances):
            copies = (duplicates - chances.saved)[:, None]
            for k, some in enumerate(tree.modifiers.sizes):
                for gone in range(BLANKS + 1):
                    here = reach[:, place, some, gone]
                    deck = tree.cards_left - size - chances.level - k + BLANKS - gone
                    empty = not (size or place or k)
                    goes = chances.held | rule(Spot(copies / deck, points[:, some], size)) | empty
                    each = here * goes / deck
                    scores += np.bincount(points[:, some].ravel(), (here * ~goes).ravel(), len(scores))
                    leaving[:, place, some, gone] = each
                    if gone < BLANKS:
                        reach[:, place, some, gone + 1] += (BLANKS - gone) * each
                    if k < len(tree.modifiers.grow):
                        reach[:, place, tree.modifiers.sizes[k + 1], gone] += each @ tree.modifiers.grow[k]
                    if chances.drawn is not None:
                        reach[:, chances.drawn, some, gone] += chances.left * each
                    if chances.used is not None:
                        reach[:, chances.used, some, gone] += copies * each
        if size + 1 < len(tree.layers):
            after = tree.layers[size + 1]
            reach = _weighted_rows(tree.copies[after.inside], leaving, after.down)
        else:
            each = tree.copies[layer.outside][:, :, None] * leaving.sum(axis=(1, 3))[:, None, :]
            sevens = tree._points(tree._sevens(layer, slice(None))) + BONUS
            scores += np.bincount(sevens.ravel(), each.ravel(), len(scores))
    return float(scores @ POINTS)


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
    return lambda spot: np.array(spot.count < limit)


def main() -> None:
    """Print the table."""
    optimum = solve(Position()).hit
    tree = Tree((), Counter(CLASSIC.copies), POINTS)
    print(f"best play: {optimum:.4f} points a round")
    p, earned = best(tree, CHANCES, at_bust_chance)
    print(f"stop at a bust chance of {p:.1%}: {earned:.4f} ({earned - optimum:+.4f})")
    for limit in (0.22, 0.26):
        print(f"stop at a bust chance of {limit:.0%}: {earns(tree, at_bust_chance(limit)):.4f}")
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
