"""How long the odds take, beside a plain numpy pass over as many states, and beside plain sampling, in the same run.

    python -m benchmarks.odds            # lines with others in and alone, a few seconds
    python -m benchmarks.odds --slow     # also alone with one card and with none

For each line on a fresh deck: states counted, the verdict's median and spread in milliseconds, the aim, the time of
the whole distribution as a multiple of the verdict, and the ratio of the verdict to one plain numpy pass over as many
numbers (how fast this machine is today). The last columns say what sampling would need for the same mean to within
0.01 points (95 %): rounds, from the exact spread of the scores, and seconds, from rounds played here by a simple rule.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable

import numpy as np

from flip7.cards import CLASSIC
from flip7.notation import read_cards
from flip7.odds.exact import solve
from flip7.odds.position import Position

OTHERS = ("", "12", "SC", "11 12", "10 11 12", "3 8 11 +4", "10 11 12 SC", "5 7 9 12 +10 +8", "0 1 2 3 4 5")
ALONE = ("11 12", "5 9 x2", "10 11 12", "3 8 11 +4", "5 10 11 SC", "0 1 2 10 11")
SLOW = ("12", "")
AIMS = {False: (250, 80, 40, 20), True: (15_000, 15_000, 1_500, 500)}
"""Milliseconds for a verdict with 0, 1, 2 and 3 or more cards in front: with others in, alone."""
SAMPLED = 20_000


def timed(run: Callable[[], object], runs: int) -> list[float]:
    """Milliseconds of each run, sorted, after one that is not counted."""
    run()
    taken = []
    for _ in range(runs):
        start = time.perf_counter()
        run()
        taken.append((time.perf_counter() - start) * 1000)
    return sorted(taken)


def sampled_rounds_a_second() -> float:
    """Rounds a second of the plainest simulation: shuffle, turn cards, stop at 27 points or a bust."""
    deck = [face.points for face, n in CLASSIC.copies.items() for _ in range(n)]
    numbers = [face.is_number for face, n in CLASSIC.copies.items() for _ in range(n)]
    order = list(range(len(deck)))
    start = time.perf_counter()
    for _ in range(SAMPLED):
        held: set[int] = set()
        total = 0
        for at in random.sample(order, 12):
            if numbers[at]:
                if deck[at] in held:
                    break
                held.add(deck[at])
            total += deck[at]
            if total >= 27:
                break
    return SAMPLED / (time.perf_counter() - start)


def line_of(cards: str, alone: bool, runs: int, rounds_a_second: float) -> str:
    """One line of the table."""
    position = Position(read_cards(cards), alone=alone)
    answer = solve(position)
    start = time.perf_counter()
    scores = answer.scores
    whole = (time.perf_counter() - start) * 1000
    plain = np.ones(answer.states)
    taken = timed(lambda: solve(position), runs)
    base = statistics.median(timed(lambda: np.maximum(plain * 0.5, plain), 3))
    median = statistics.median(taken)
    mean = sum(points * chance for points, chance in scores)
    spread = sum((points - mean) ** 2 * chance for points, chance in scores)
    needed = spread * (1.96 / 0.01) ** 2
    aim = AIMS[alone][min(len(position.line), 3)]
    return (
        f"{cards or '(empty)':<17}{'alone' if alone else 'others':<7}{answer.states:>11}{median:>9.1f}"
        f"{taken[0]:>9.1f}{taken[-1]:>9.1f}{aim:>7}{(median + whole) / median:>7.1f}{median / base:>8.1f}"
        f"{needed:>13,.0f}{needed / rounds_a_second:>8.0f}"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Times of the odds.")
    parser.add_argument("--slow", action="store_true", help="also alone with one card and with none")
    slow = parser.parse_args().slow
    rate = sampled_rounds_a_second()
    print(
        f"{'line':<17}{'':<7}{'states':>11}{'median':>9}{'min':>9}{'max':>9}{'aim':>7}{'whole':>7}{'ratio':>8}"
        f"{'samples':>13}{'seconds':>8}"
    )
    for cards in OTHERS:
        print(line_of(cards, False, 15, rate), flush=True)
    for cards in ALONE:
        print(line_of(cards, True, 5, rate), flush=True)
    for cards in SLOW if slow else ():
        print(line_of(cards, True, 1, rate), flush=True)


if __name__ == "__main__":
    main()
