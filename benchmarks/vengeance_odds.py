"""How long the odds of With a Vengeance take: states counted, the verdict's median and spread in milliseconds, the aim.

python -m benchmarks.vengeance_odds           # with others in, exact
python -m benchmarks.vengeance_odds --alone   # also alone, and how far fewer states would have been off
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
from flip7.odds.vengeance import VENGEANCE_POINTS
from flip7.odds.vengeance_alone import KEPT, AloneTree
from flip7.odds.vengeance_position import VengeancePosition
from flip7.rulebook import STANDARD

OTHERS = ("", "13", "12 13", "3 8 11", "0 8 11", "U7 3 8", "3 8 11 /2 -4", "0 1 2 3 4 5")
ALONE = ("", "13", "12 13", "3 8 11", "0 8 11", "3 8 11 /2 -4", "0 1 2 3 4 5")
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


def alone(cards: str) -> str:
    """One line of the table alone: the worth with an eighth of the states, a third, and all that are kept."""
    line = read_cards(cards, VENGEANCE)
    left = +VENGEANCE.left(line)
    worths = []
    for kept in (KEPT // 8, KEPT // 3, KEPT):
        start = time.perf_counter()
        tree = AloneTree(line, left, VENGEANCE_POINTS, pile=Counter(), flips=0, house=STANDARD, kept=kept)
        seconds = time.perf_counter() - start
        worths.append(tree.plan)
    return f"{cards or '(empty)':<15}{tree.states:>10}{seconds:>9.1f}" + "".join(f"{worth:>11.4f}" for worth in worths)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="Times of the odds of With a Vengeance.")
    parser.add_argument("--alone", action="store_true", help="also alone, some seconds a line")
    slow = parser.parse_args().alone
    print(f"{'with others':<15}{'states':>10}{'median':>9}{'min':>9}{'max':>9}{'aim':>6}")
    for cards in OTHERS:
        print(others(cards), flush=True)
    if slow:
        print(f"{'alone':<15}{'states':>10}{'seconds':>9}{'an eighth':>11}{'a third':>11}{'all kept':>11}")
        for cards in ALONE:
            print(alone(cards), flush=True)


if __name__ == "__main__":
    main()
