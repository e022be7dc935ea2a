"""The full rules of With a Vengeance played with the engine, beside what the calculator says; both with their errors.

    python -m benchmarks.vengeance_simulation [ROUNDS [NUMBER …]]

plays so many rounds of each line (25,000: some 20 to 60 seconds a line, standard errors of at most 0.1 points), or
only of the lines with these numbers.

*With others in*: Ana plays the calculator's plan. Four others have stayed with a card each; whatever Ana draws beside
numbers is given to one of them at random, who resolves it at random without touching Ana's line. *Alone*: everybody
else has busted, so by the rules everything is Ana's own; at each offer the calculator is asked anew with exactly the
cards that are left. Discard is left out there, because its choice falls between offers. A round in which the
assumptions do not hold (nobody but Ana can be touched, or another player flips seven) is counted apart.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np

from flip7.cards import VENGEANCE, Card
from flip7.engine.choices import Choice, Exchange, Give, Hit, Remove, Stay, Take, Turned
from flip7.engine.dealer import Seeded
from flip7.engine.events import evolve
from flip7.engine.play import begin, due, start_in_mid_round, step
from flip7.engine.table import Table, new_round
from flip7.notation import read_cards
from flip7.odds.exact import Answer
from flip7.odds.games import solved
from flip7.odds.vengeance import VENGEANCE_POINTS
from flip7.odds.vengeance_position import VengeancePosition
from flip7.odds.vengeance_sets import SIZES, UNLUCKY, bits
from flip7.odds.vengeance_tree import SweepTree
from flip7.scoring import score

OTHERS = ("1", "2", "3", "4")
WITH_OTHERS = ("", "12", "9 12", "5 8 11", "0 9 10", "10 12 /2 -4")
ALONE = (
    ("9 12", "12 11 10 9 5 U7 -4 F4 ST"),
    ("13 6", "13 L13 11 6 8 -10 /2 F4 JOM"),
    ("0 10 11", "11 10 9 8 7 6 -2 JOM F4"),
)
NAMES = ("Ana", "Ben", "Cleo", "Dev", "Eve")


def numbers(text: str) -> tuple[Card, ...]:
    """Cards of this game."""
    return read_cards(text, VENGEANCE)


def table(line: tuple[Card, ...], others: tuple[str, ...], status: str, deck: Counter[Card] | None = None) -> Table:
    """Ana to be asked, all others done."""
    lines = (line, *(numbers(cards) for cards in others))
    left = +VENGEANCE.left([face for cards in lines for face in cards]) if deck is None else deck
    names = NAMES[: len(lines)]
    fresh = new_round(names, VENGEANCE, deck=dict(left))
    return start_in_mid_round(replace(fresh, lines=lines, status=("active", *(status for _ in others))), 0)


def touches_ana(choice: Choice) -> bool:
    """Whether a choice sends a card to Ana or moves one of hers."""
    match choice:
        case Give(_, _, to):
            return to == 0
        case Take(player, _, owner):
            return 0 in (player, owner)
        case Exchange(_, _, owner, _, other):
            return 0 in (owner, other)
        case Remove(_, _, owner):
            return owner == 0
    return False


def played(
    start: Table, seed: str, hits: Callable[[Table], bool], see: Callable[[Table], None] | None = None
) -> int | None:
    """Ana's score of one round, alone or with others in, who ``see``; ``None`` where the assumptions did not hold."""
    alone = see is None
    rng, dealer, now = random.Random(f"{seed} choices"), Seeded(f"{seed} cards"), start
    for event in begin(now):
        now = evolve(now, event)
    while (wanted := due(now)) is not None:
        if see is not None:
            see(now)
        options = getattr(wanted, "options", None)
        if options is None:
            face = dealer.turn(now)
            if face is None:
                # Spent cards do not come back in the calculator, so there the round is over.
                return score(now.lines[0], VENGEANCE).points if alone else None
            given = Turned(face)
        elif any(isinstance(option, Hit | Stay) for option in options):
            given = Hit(0) if hits(now) else Stay(0)
        else:
            free = options if alone else [option for option in options if not touches_ana(option)]
            if not free:
                return None
            given = rng.choice(list(free))
        for event in step(now, given):
            now = evolve(now, event)
    if now.result is None or "flip7" in now.status[1:]:
        return None
    return now.result.scores[0]


class Plan:
    """The calculator's plan for Ana with others in, followed through one round.

    A player who holds the Zero is not asked (V17), so every table is seen: what the line was before Unlucky 7 swept it
    says which cards are left.
    """

    def __init__(self, tree: SweepTree, stays: bool, start: Table) -> None:
        self.tree, self.stays, self.full = tree, stays, start.deck_left
        self.before = tree.held

    def see(self, now: Table) -> None:
        """Remember Ana's line while no Unlucky 7 has come."""
        if not self._swept(now):
            self.before = bits(now.lines[0])

    def _swept(self, now: Table) -> bool:
        return UNLUCKY in now.lines[0] and UNLUCKY not in self.tree.line

    def hits(self, now: Table) -> bool:
        """Whether Ana takes a card; the first one she does, wise or not."""
        held = bits(now.lines[0])
        if now.deck_left == self.full:
            return True
        if not self._swept(now):
            return bool(self.tree.hits[held]) and not (self.stays and held == self.tree.held)
        for sweep in self.tree.sweeps:
            column, row = sweep.column[self.before], sweep.layers[0].row[held]
            if column >= 0:
                return row >= 0 and bool(sweep.hits[SIZES[held] - 1][row, column])
        return False


def with_others(line: tuple[Card, ...]) -> tuple[Answer, SweepTree]:
    """What the calculator says, and what its plan is."""
    seen = tuple(face for cards in OTHERS for face in numbers(cards))
    return solved(VengeancePosition(line, seen)), SweepTree(line, +VENGEANCE.left(line + seen), VENGEANCE_POINTS)


@cache
def asked(line: tuple[Card, ...], deck: tuple[Card, ...]) -> bool:
    """The calculator's advice, alone, with exactly these cards left."""
    answer = solved(VengeancePosition(line, deck=deck, alone=True))
    assert not answer.bound
    return answer.advice == "hit"


def spread(scores: tuple[tuple[int, float], ...]) -> float:
    """The standard deviation of a round's score."""
    mean = sum(points * chance for points, chance in scores)
    return float(sum((points - mean) ** 2 * chance for points, chance in scores) ** 0.5)


def line_of(name: str, hit: float, deviation: float, scores: list[int | None]) -> str:
    """One line of the table."""
    good = np.array([points for points in scores if points is not None], dtype=np.float64)
    error = good.std() / len(good) ** 0.5
    off = (good.mean() - hit) / error if error else 0.0
    return (
        f"{name:<24}{hit:>10.4f}{good.mean():>10.4f}{error:>9.4f}{off:>7.2f}"
        f"{deviation:>9.3f}{good.std():>9.3f}{len(good):>8}{len(scores) - len(good):>7}"
    )


def main() -> None:
    """Print the table."""
    rounds, *some = map(int, sys.argv[1:] or ("25000",))
    wanted = some or range(len(WITH_OTHERS) + len(ALONE))
    print(
        f"{'line':<24}{'exact':>10}{'played':>10}{'s.e.':>9}{'off':>7}{'spread':>9}{'played':>9}{'rounds':>8}{'apart':>7}"
    )
    for text in (text for at, text in enumerate(WITH_OTHERS) if at in wanted):
        line = numbers(text)
        answer, tree = with_others(line)
        start, stays = table(line, OTHERS, "stayed"), answer.margin is not None and answer.margin <= 0
        plans = (Plan(tree, stays, start) for _ in range(rounds))
        scores = [played(start, f"{text} {at}", plan.hits, plan.see) for at, plan in enumerate(plans)]
        print(line_of(text or "(empty)", answer.hit, spread(answer.scores), scores), flush=True)
    for text, cards in (case for at, case in enumerate(ALONE, len(WITH_OTHERS)) if at in wanted):
        line, deck = numbers(text), numbers(cards)
        answer = solved(VengeancePosition(line, deck=deck, alone=True))
        start = table(line, ("2 2",), "busted", Counter(deck))

        def hits(now: Table, size: int = len(deck)) -> bool:
            left = VENGEANCE.sorted(Counter(dict(now.deck)).elements())
            return len(left) == size or asked(VENGEANCE.sorted(now.lines[0]), left)

        scores = [played(start, f"{text} {at}", hits) for at in range(rounds)]
        print(line_of(f"{text} alone", answer.hit, spread(answer.scores), scores), flush=True)


if __name__ == "__main__":
    main()
