"""How long the verdict takes, beside one empty numpy pass over as many states in the same run.

    python -m benchmarks.odds

Prints, for lines of zero to six cards on a fresh deck: states counted, median and spread of the verdict in
milliseconds, and the ratio to the plain pass (which says how fast this machine is today).
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import numpy as np

from flip7.notation import read_cards
from flip7.odds.exact import solve
from flip7.odds.position import Position

LINES = ("", "12", "11 12", "10 11 12", "3 8 11 +4", "10 11 12 SC", "5 7 9 12 +10 +8", "0 1 2 3 4 5")
LIMITS_MS = {0: 250, 1: 80, 2: 40}
"""The aim by cards held, in milliseconds; three and more share 20."""
RUNS = 15


def timed(run: Callable[[], object]) -> list[float]:
    """Milliseconds of each of ``RUNS`` runs after one that is not counted."""
    run()
    taken = []
    for _ in range(RUNS):
        start = time.perf_counter()
        run()
        taken.append((time.perf_counter() - start) * 1000)
    return sorted(taken)


def main() -> None:
    """Print the table."""
    print(f"{'line':<18}{'states':>10}{'median ms':>11}{'min':>8}{'max':>8}{'aim':>6}{'ratio':>8}")
    for line in LINES:
        position = Position(read_cards(line))
        states = solve(position).states
        plain = np.ones(states)
        taken = timed(lambda position=position: solve(position))
        base = timed(lambda plain=plain: np.maximum(plain * 0.5, plain))
        median = statistics.median(taken)
        aim = LIMITS_MS.get(len(position.line), 20)
        ratio = median / statistics.median(base)
        name, spread = line or "(empty)", f"{taken[0]:>8.1f}{taken[-1]:>8.1f}"
        print(f"{name:<18}{states:>10}{median:>11.1f}{spread}{aim:>6}{ratio:>8.1f}")


if __name__ == "__main__":
    main()
