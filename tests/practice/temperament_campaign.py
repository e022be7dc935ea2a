"""How the computer players differ: one of each at one table, their seats rotating, every round from its own seed.

    python -m tests.practice.temperament_campaign --rounds 2000

For each game and temperament: how often it busts, its mean score, and where its hurting cards go (to itself, and to
whoever stands best of the others), with standard errors. Comparisons are paired by round: everybody meets the same
cards, the same others, and each seat as often. ``z`` is the mean difference over its standard error. Decision times are
those of a rival, and of a whole tap up to the next decision of the learner.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from itertools import combinations

from flip7.cards import EDITIONS
from flip7.engine.choices import Give
from flip7.engine.play import due
from flip7.practice.rounds import Setup, begin, opened, say, steps
from flip7.practice.temperaments import TEMPERAMENTS, decide, stands

KEYS = tuple(TEMPERAMENTS)
HURTS = ("FR", "F3", "F4", "JOM", "/2", "-2", "-4", "-6", "-8", "-10")
SURE = 3.0


def play(edition, seed):
    """One round: by temperament whether it bust, its score, and its hurting gifts as (to itself, to the best other)."""
    at = seed % len(KEYS)
    keys = KEYS[at:] + KEYS[:at]
    # The learner's seat is played by a temperament as well.
    setup = Setup(edition, f"t{seed}", keys[1:], seat=(seed // len(KEYS)) % len(KEYS))
    of = {seat: setup.temperament(seat) or keys[0] for seat in range(len(KEYS))}
    gifts = {key: [] for key in KEYS}
    taps = []
    now = opened(setup)
    begun = time.perf_counter()
    while True:
        for later in steps(now):
            noted(now.table, later.moments[-1].given, of, gifts)
            now = later
        taps.append(time.perf_counter() - begun)
        if now.over:
            break
        choice = decide(now.table, now.due, TEMPERAMENTS[keys[0]])
        noted(now.table, choice, of, gifts)
        begun = time.perf_counter()
        done = len(now.moments)
        table = now.table
        now = say(now, choice)
        for moment in now.moments[done:]:
            if moment.given != choice:
                noted(table, moment.given, of, gifts)
            table = moment.table
    table = now.table
    busts = {key: float(table.status[seat] == "busted") for seat, key in of.items()}
    scores = {key: float(table.result.scores[seat]) for seat, key in of.items()}
    return busts, scores, gifts, taps


def noted(table, given, of, gifts):
    """A hurting card that was given by choice, with more than the giver to choose from."""
    if isinstance(given, Give) and given.card.code in HURTS and due(table).asks in ("target", "recipient"):
        me = given.player
        others = [option.to for option in due(table).options if option.to != me]
        if others and me in [option.to for option in due(table).options]:
            best = max(stands(table, seat) for seat in others)
            gifts[of[me]].append((float(given.to == me), float(given.to != me and stands(table, given.to) == best)))


def tap_times(edition, rounds, rivals=("odds",) * 5):
    """Seconds from each tap to the learner's next decision; by the odds is the slowest way to think."""
    times = []
    for seed in range(rounds):
        setup = Setup(edition, f"tap{seed}", rivals, seat=seed % 6)
        begun = time.perf_counter()
        now = begin(setup)
        times.append(time.perf_counter() - begun)
        while not now.over:
            choice = decide(now.table, now.due, TEMPERAMENTS[KEYS[seed % len(KEYS)]])
            begun = time.perf_counter()
            now = say(now, choice)
            times.append(time.perf_counter() - begun)
    return sorted(times)


def mean(values):
    """The mean and its standard error."""
    n, middle = len(values), sum(values) / len(values)
    spread = sum((value - middle) ** 2 for value in values) / max(1, n - 1)
    return middle, math.sqrt(spread / n)


def paired(one, other):
    """The mean difference of two players of the same rounds, and how many standard errors it is from 0."""
    middle, error = mean([a - b for a, b in zip(one, other, strict=True)])
    return middle, middle / error if error else math.inf


def apart(one, other):
    """How many standard errors two shares of different cards are apart."""
    (a, ea), (b, eb) = mean(one), mean(other)
    return abs(a - b) / math.hypot(ea, eb) if ea or eb else (0.0 if a == b else math.inf)


def campaign(edition, seeds):
    """Everything that these rounds showed: busts, scores and gifts by temperament, and the times of the taps."""
    busts, scores, gifts = ({key: [] for key in KEYS} for _ in range(3))
    taps = []
    for seed in seeds:
        bust, points, given, times = play(edition, seed)
        for key in KEYS:
            busts[key].append(bust[key])
            scores[key].append(points[key])
            gifts[key] += given[key]
        taps += times
    return busts, scores, gifts, taps


def targeting(one, other):
    """How far apart two temperaments are in whom they hurt: the clearer of both measures, in standard errors."""
    return max(apart([gift[at] for gift in one], [gift[at] for gift in other]) for at in (0, 1))


def report(edition, rounds, first):
    """Print the tables; returns whether everything is as it should be."""
    busts, scores, gifts, taps = campaign(edition, range(first, first + rounds))
    print(f"{edition.title}: {rounds} rounds of five")
    for key in KEYS:
        parts = [mean(busts[key]), mean(scores[key]), *(mean([g[at] for g in gifts[key]]) for at in (0, 1))]
        shown = "  ".join(f"{middle:7.3f} ±{error:.3f}" for middle, error in parts)
        print(f"  {key:9} bust, score, gifts to self, gifts to best other: {shown}  ({len(gifts[key])} gifts)")
    good = True
    for one, other in combinations(KEYS, 2):
        z = [abs(paired(kind[one], kind[other])[1]) for kind in (busts, scores)]
        z.append(targeting(gifts[one], gifts[other]))
        good = good and min(z) >= SURE
        print(f"  {one:9} {other:9} z of bust {z[0]:6.1f}  score {z[1]:6.1f}  targeting {z[2]:6.1f}")
    for key in KEYS:
        if key != "odds":
            lead, z = paired(scores["odds"], scores[key])
            good = good and z >= SURE
            print(f"  odds ahead of {key:9} by {lead:5.2f} points a round, z {z:5.1f}")
    taps.sort()
    _say_times("one of each", taps)
    _say_times("five rivals by the odds", tap_times(edition, max(10, rounds // 20)))
    return good


def _say_times(who, taps):
    p50, p95, most = (1000 * taps[int(len(taps) * share)] for share in (0.5, 0.95, 1 - 1e-9))
    print(f"  tap to next decision, {who}: p50 {p50:.0f} ms, p95 {p95:.0f} ms, most {most:.0f} ms ({len(taps)} taps)")


def main():
    """Exit status 1 where two temperaments are not clearly apart, or the odds are not clearly ahead."""
    parser = argparse.ArgumentParser(description="How the computer players differ.")
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0)
    args = parser.parse_args()
    good = [report(edition, args.rounds, args.first) for edition in EDITIONS.values()]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
