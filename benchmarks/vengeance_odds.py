"""How long the odds of With a Vengeance take: states counted, the verdict's median and spread in milliseconds, the aim.

python -m benchmarks.vengeance_odds           # with others in, exact
python -m benchmarks.vengeance_odds --alone   # also alone: how far from the answer with three times as many states
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter

from benchmarks.odds import timed
from flip7.cards import VENGEANCE
from flip7.notation import read_cards
from flip7.odds.games import solved
from flip7.odds.vengeance import VENGEANCE_POINTS, vengeance_at_least
from flip7.odds.vengeance_alone import BOUND, AloneTree
from flip7.odds.vengeance_position import VengeancePosition
from flip7.odds.vengeance_rare import KEPT
from flip7.rulebook import House

OTHERS = ("", "13", "12 13", "3 8 11", "0 8 11", "U7 3 8", "3 8 11 /2 -4", "0 1 2 3 4 5")
ALONE: tuple[tuple[str, int, int, bool], ...] = (
    ("0 8 11", 0, 0, False), ("3 8 11", 0, 0, False), ("0", 0, 0, False), ("", 0, 0, False), ("", 4, 0, False),
    ("3 8", 4, 0, False), ("0 8 11", 4, 0, False), ("0 8 11", 0, 0, True), ("0 8 11", 0, 30, False),
    ("3 8", 0, 25, False), ("3 8 11 /2 -4", 0, 0, False), ("0 5 -4 -8", 0, 0, True), ("0 1 2 3 4 5", 0, 0, False),
    ("U7 3", 2, 0, False), ("13 L13", 0, 0, True),
)  # fmt: skip
"""Lines with forced cards, a goal (0: points) and Brutal Mode."""
MANY = 3
AIMS = (250, 80, 40, 40)
"""Milliseconds for a verdict with others in and 0, 1, 2 and 3 or more cards in front."""


def others(cards: str) -> str:
    """One line of the table with others in."""
    position = VengeancePosition(read_cards(cards, VENGEANCE))
    taken = timed(lambda: solved(position), 15)
    states = solved(position).states
    return (
        f"{cards or '(empty)':<15}{states:>10}{statistics.median(taken):>9.1f}{taken[0]:>9.1f}{taken[-1]:>9.1f}"
        f"{AIMS[min(len(position.line), 3)]:>6}"
    )


def alone(cards: str, flips: int = 0, goal: int = 0, brutal: bool = False) -> tuple[str, float]:
    """One line of the table alone, and how far the answer is from the one with ``MANY`` times as many states."""
    line = read_cards(cards, VENGEANCE)
    left, worth = +VENGEANCE.left(line), vengeance_at_least(goal) if goal else VENGEANCE_POINTS
    house = House(brutal=brutal)

    def tree(kept: int) -> tuple[AloneTree, float]:
        start = time.perf_counter()
        found = AloneTree(line, left, worth, pile=Counter(), flips=flips, house=house, kept=kept)
        return found, time.perf_counter() - start

    (few, seconds), (many, _) = tree(KEPT), tree(MANY * KEPT)
    here, there = few.walk(), many.walk()
    name = f"{cards or '(empty)'}{f' F{flips}' if flips else ''}{f' {goal}+' if goal else ''}{' brutal' * brutal}"
    off = abs(few.plan - many.plan)
    return (
        f"{name:<22}{few.states:>9}{seconds:>8.1f}{few.plan:>11.5f}{many.plan:>11.5f}{off:>9.5f}"
        f"{float(here.scores @ worth) - few.plan:>10.0e}{abs(here.bust - there.bust):>9.5f}"
        f"{abs(here.flip7 - there.flip7):>9.5f}{float(abs(here.scores - there.scores).max()):>9.5f}"
    ), off


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="Times of the odds of With a Vengeance.")
    parser.add_argument("--alone", action="store_true", help="also alone, some seconds a line")
    slow = parser.parse_args().alone
    print(f"{'with others':<15}{'states':>10}{'median':>9}{'min':>9}{'max':>9}{'aim':>6}")
    for cards in OTHERS:
        print(others(cards), flush=True)
    if slow:
        print(
            f"{'alone':<22}{'states':>9}{'seconds':>8}{'hit':>11}{'more':>11}{'off':>9}{'mean off':>10}{'bust':>9}"
            f"{'flip7':>9}{'a score':>9}"
        )
        most = 0.0
        for asked in ALONE:
            row, off = alone(*asked)
            most = max(most, off)
            print(row, flush=True)
        print(f"furthest off {most:.5f}, claimed {BOUND}")


if __name__ == "__main__":
    main()
