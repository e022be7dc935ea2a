"""How long the odds of With a Vengeance take: states counted, the verdict's median and spread in milliseconds, the aim.

python -m benchmarks.vengeance_odds           # with others in, exact
python -m benchmarks.vengeance_odds --alone   # also alone: how far off beside rarer states, and as is said
python -m benchmarks.vengeance_odds --alone 3 7   # alone, these lines only
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections import Counter
from typing import NamedTuple

from benchmarks.odds import timed
from flip7.cards import VENGEANCE, Card
from flip7.notation import read_cards
from flip7.odds.games import solved
from flip7.odds.vengeance import LIKELY, VENGEANCE_POINTS, vengeance_at_least
from flip7.odds.vengeance_alone import AloneTree
from flip7.odds.vengeance_position import VengeancePosition
from flip7.rulebook import House

OTHERS = ("", "13", "12 13", "3 8 11", "0 8 11", "U7 3 8", "3 8 11 /2 -4", "0 1 2 3 4 5")


class Alone(NamedTuple):
    """A line alone, with forced cards, a goal (0: points), Brutal Mode, and how many cards are left (0: all)."""

    cards: str
    flips: int = 0
    goal: int = 0
    brutal: bool = False
    left: int = 0

    def __str__(self) -> str:
        """The line with what is special about it."""
        words = (
            self.cards or "(empty)", f"F{self.flips}" * bool(self.flips), f"{self.goal}+" * bool(self.goal),
            "brutal" * self.brutal, f"of {self.left}" * bool(self.left),
        )  # fmt: skip
        return " ".join(filter(None, words))

    def deck(self) -> Counter[Card]:
        """What is left: all, or for a smaller deck one with every action and modifier as far as half of it."""
        left = +VENGEANCE.left(read_cards(self.cards, VENGEANCE))
        if not self.left:
            return left
        rng = random.Random(str(self))
        numbers, others = ([face for face in left.elements() if face.is_number is kind] for kind in (True, False))
        some = rng.sample(others, min(len(others), self.left // 2))
        return Counter(some + rng.sample(numbers, self.left - len(some)))


ALONE = (
    Alone("0 8 11"), Alone("3 8 11"), Alone("0"), Alone(""), Alone("", 4), Alone("3 8", 4), Alone("0 8 11", 4),
    Alone("0 8 11", brutal=True), Alone("0 8 11", goal=30), Alone("3 8", goal=25), Alone("3 8 11 /2 -4"),
    Alone("0 5 -4 -8", brutal=True), Alone("0 1 2 3 4 5"), Alone("U7 3", 2), Alone("13 L13", brutal=True),
    Alone("U7"), Alone("U7 9 /2"), Alone("9 -10 -8 -6"), Alone("12 13 /2", 4, brutal=True), Alone("0", goal=40),
    Alone("5", 4, 20), Alone("", goal=35), Alone("2", 4, left=18), Alone("0", 0, 20, True, 18), Alone("4", left=22),
    Alone("4 9", 4, 30, True, 22), Alone("3", left=26), Alone("13", 4, left=26), Alone("", left=30),
    Alone("0 5", 4, brutal=True, left=30), Alone("6", left=35), Alone("7 10", goal=30, left=40), Alone("1", 4, left=40),
)  # fmt: skip
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


def alone(asked: Alone) -> tuple[str, bool]:
    """One line of the table alone, and whether rarer states change it by no more than it is said."""
    line, left, house = read_cards(asked.cards, VENGEANCE), asked.deck(), House(brutal=asked.brutal)
    worth = vengeance_at_least(asked.goal) if asked.goal else VENGEANCE_POINTS
    position = VengeancePosition(line, deck=tuple(left.elements()), flips=asked.flips, alone=True, house=house)
    start = time.perf_counter()
    answer = solved(position, asked.goal)
    row = f"{asked!s:<24}{answer.states:>9}{time.perf_counter() - start:>8.1f}{answer.hit:>11.5f}"
    if not answer.bound:
        return f"{row}  everything is counted: exact", True
    outcome = answer.outcome
    more = AloneTree(line, left, worth, pile=Counter(), flips=asked.flips, house=house)
    more.estimate(LIKELY / 20)
    there, off = more.walk(), abs(answer.hit - more.plan)
    return (
        f"{row}{more.plan:>11.5f}{off:>9.5f}{answer.bound:>9.5f}{float(outcome.scores @ worth) - answer.hit:>10.0e}"
        f"{abs(outcome.bust - there.bust):>9.5f}{abs(outcome.flip7 - there.flip7):>9.5f}"
        f"{float(abs(outcome.scores - there.scores).max()):>9.5f}"
    ), off <= answer.bound


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="Times of the odds of With a Vengeance.")
    parser.add_argument("--alone", nargs="*", type=int, help="also alone, some seconds a line; by number, these only")
    some = parser.parse_args().alone
    if not some:
        print(f"{'with others':<15}{'states':>10}{'median':>9}{'min':>9}{'max':>9}{'aim':>6}")
        for cards in OTHERS:
            print(others(cards), flush=True)
    if some is not None:
        print(
            f"{'alone':<24}{'states':>9}{'seconds':>8}{'hit':>11}{'more':>11}{'off':>9}{'said':>9}{'mean off':>10}"
            f"{'bust':>9}{'flip7':>9}{'a score':>9}"
        )
        for at in some or range(len(ALONE)):
            row, holds = alone(ALONE[at])
            print(row if holds else f"{row}  further off than is said", flush=True)


if __name__ == "__main__":
    main()
