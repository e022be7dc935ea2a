"""The stored figures of the page "Myths and claims", where a view cannot wait for them.

    python -m benchmarks.claims

Fresh deck, others in, unless said otherwise. "x2": every line of one to six numbers with and without x2. "Alone": every
line of four to six numbers with a Second Chance when nobody else is active. Then what simple rules earn, as in
``rules_of_thumb``, at the settings that people name.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from benchmarks.rules_of_thumb import NUMBERS, at_bust_chance, at_count, at_score, earns
from flip7.cards import CLASSIC, Card, card
from flip7.notation import print_cards
from flip7.odds.exact import POINTS, Answer, solve
from flip7.odds.position import Position
from flip7.odds.tree import Tree


def lines(fewest: int) -> list[tuple[Card, ...]]:
    """Every line of so many to six numbers."""
    return [line for count in range(fewest, 7) for line in combinations(NUMBERS, count)]


def lead(answer: Answer) -> float:
    """How much hitting is better than staying, in points."""
    assert answer.margin is not None
    return answer.margin


def main() -> None:
    """Print the figures."""
    said: Counter[tuple[str, str]] = Counter()
    changed = []
    for line in lines(1):
        plain, doubled = solve(Position(line)), solve(Position((*line, card("x2"))))
        said[plain.advice, doubled.advice] += 1
        if plain.advice != doubled.advice:
            changed.append((lead(doubled), plain.advice, doubled.advice, lead(plain), line))
    print("x2:", {f"{plain}, with x2 {doubled}": n for (plain, doubled), n in said.items()})
    changed.sort(key=lambda item: item[0])
    for gain, plain, doubled, before, line in (*changed[:5], *changed[-5:]):
        print(f"  {print_cards(line)}: {plain} ({before:+.2f}), with x2 {doubled} ({gain:+.2f})")

    tree = Tree((), Counter(CLASSIC.copies), POINTS)
    print(f"best play: {solve(Position()).hit:.4f}")
    for percent in (22, 26):
        print(f"stop at a bust chance of {percent}%: {earns(tree, at_bust_chance(percent / 100)):.4f}")
    print(f"stop at 27 points: {earns(tree, at_score(27)):.4f}")
    for count in (3, 4):
        print(f"stop at {count} numbers: {earns(tree, at_count(count)):.4f}")

    stays = []
    for line in lines(4):
        answer = solve(Position((*line, card("SC")), alone=True))
        if answer.advice == "stay":
            stays.append((lead(answer), line))
    stays.sort(key=lambda item: item[0])
    print(
        f"alone with a Second Chance: staying is best on {len(stays)} of {len(lines(4))} lines of four to six numbers"
    )
    for gain, line in stays[:5]:
        print(f"  {print_cards(line)}: {gain:+.2f}")


if __name__ == "__main__":
    main()
