"""How long a claim and a bare total take inside the process.

    python -m benchmarks.checker

Median and worst milliseconds: claims that nothing explains (every pair of slips is tried), every total from -60 to 220,
and the first total of a process, which reckons every hand once.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from flip7.cards import CLASSIC, EDITIONS, VENGEANCE
from flip7.checker.slips import judge
from flip7.checker.totals import total
from flip7.notation import read_cards
from flip7.rulebook import House

RUNS = 30
AIM = 50
HANDS = (
    (CLASSIC, "3 5 9 11 x2 +6"),
    (CLASSIC, "6 7 8 9 10 11 12 x2 +2 +4 +6 +8 +10"),
    (VENGEANCE, "13 10 /2 -4"),
    (VENGEANCE, "13 L13 12 11 10 9 8 /2 -2 -4 -6 -8 -10"),
)
FIRST = """
import time
from flip7.cards import edition
from flip7.checker.totals import total
from flip7.rulebook import House
start = time.perf_counter()
total(40, edition("{key}"), house=House(brutal={brutal}))
print((time.perf_counter() - start) * 1000)
"""


def taken(run: Callable[[], object]) -> float:
    """Milliseconds of one run."""
    start = time.perf_counter()
    run()
    return (time.perf_counter() - start) * 1000


def report(what: str, times: list[float]) -> None:
    """One line."""
    print(f"{what:<62} median {statistics.median(times):6.2f} ms   worst {max(times):6.2f} ms   aim {AIM} ms")


def main() -> None:
    """Measure and print."""
    for game, text in HANDS:
        cards = read_cards(text, game)
        report(f"claim, {text}", [taken(lambda c=cards, g=game: judge(999, c, g)) for _ in range(RUNS)])
    for key, brutal in (("classic", False), ("vengeance", False), ("vengeance", True)):
        name = f"{key}{', brutal' if brutal else ''}"
        script = FIRST.format(key=key, brutal=brutal)
        first = [
            float(subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout)
            for _ in range(3)
        ]
        report(f"first total, {name}", first)
        house = House(brutal=brutal)
        total(0, EDITIONS[key], house=house)
        every = [
            taken(lambda n=n, k=key, h=house, f=flip7: total(n, EDITIONS[k], flip7=f, house=h))
            for n in range(-60, 221)
            for flip7 in (None, True, False)
        ]
        report(f"each total, {name}", every)


if __name__ == "__main__":
    main()
