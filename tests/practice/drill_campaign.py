"""Drill items by the thousand, each held against a second path: none wrong, none unanswerable, no doubles in a session.

    python -m tests.practice.drill_campaign 10000 [--kind hit] [--first 0]

Scores are recounted from the codes of the cards; what is legal and what happens next is worked out once more from the
rules in plain words; hit or stay is held against fixed plans of one to three cards (a player who may choose can only do
better), against a position given by the cards seen instead of the deck, and for some items against plain fractions on a
deck thinned to eight cards. A session is a hundred items of one kind, levels and games mixed.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from fractions import Fraction

from flip7.cards import CLASSIC, EDITIONS, VENGEANCE
from flip7.checker.slips import judge
from flip7.engine.choices import Exchange, Give, Hit, Remove, Stay, Take, Turned
from flip7.engine.play import can, due, step
from flip7.engine.table import Assign, Flips, GiveAway
from flip7.errors import NotAllowedError
from flip7.hands import toward_seven
from flip7.odds.exact import POINTS
from flip7.odds.games import position_of, solved
from flip7.odds.plans import fixed_plans
from flip7.odds.reference import Oracle
from flip7.odds.vengeance_reference import VengeanceOracle
from flip7.practice.drills import Asked, fresh, made_of
from flip7.practice.hand import after, hand_of
from flip7.practice.item import DRILLS, LEVELS

SESSION = 100
SOME, FEW = 20, 50


def points_of(codes, vengeance, busted):
    """R45, V14, V17 from codes, without the package's arithmetic."""
    if busted:
        return 0
    ranks = [int(code.lstrip("UL")) for code in codes if code.lstrip("UL").isdigit()]
    pair = "L13" in codes and "13" in codes
    seven = len(set(ranks)) + pair == 7
    if not vengeance:
        return sum(ranks) * (2 if "x2" in codes else 1) + sum(int(c) for c in codes if c[0] == "+") + 15 * seven
    if 0 in ranks and not seven:
        return 0
    minus = sum(int(code) for code in codes if code[0] == "-")
    return max(0, sum(ranks) // (2 if "/2" in codes else 1) + minus) + 15 * seven


def check_score(item, number):
    """The right number, and each wrong one explained by the slip that it names."""
    codes = [card.code for card in item.cards]
    right = points_of(codes, item.edition is VENGEANCE, item.busted)
    assert item.right.text == str(right), "a wrong score"
    frozen = "FR" in codes
    for answer in item.answers:
        if not answer.right:
            claim = int(answer.text)
            assert answer.cost == abs(claim - right) > 0
            slips = judge(claim, item.cards, item.edition, busted=item.busted, frozen=frozen).slips
            assert answer.why in [slip.explanation for slip in slips if len(slip.ids) == 1], "a slip that does not fit"


def whole(table):
    """Every card is somewhere, once."""
    cards = Counter(dict(table.deck)) + Counter(dict(table.discard)) + Counter(table.play)
    for line in table.lines:
        cards.update(line)
    return cards == Counter(dict(table.edition.copies))


def check_hit(item, number):
    """The better choice is better, by as much as it says."""
    table, seat = item.table, item.seat
    assert whole(table)
    line, hand = table.lines[seat], hand_of(table.lines[seat], item.edition)
    cost = next(answer.cost for answer in item.answers if not answer.right)
    assert cost >= 0.1, "a near-tie"
    stay = points_of([card.code for card in line], item.edition is VENGEANCE, False)
    hit = stay + cost if item.right.text == "Hit" else stay - cost
    seen = [card for other in table.seats if other != seat for card in table.lines[other]]
    pile = tuple(Counter(dict(table.discard)).elements())
    if item.edition is CLASSIC:
        position = position_of(CLASSIC, line, tuple(seen) + pile, pile)
        best = max(plan.worth for plan in fixed_plans(position, POINTS, 3))
        # A fixed plan does not choose again after a blank; per card that counts, the choice can only be worth more.
        blanks = sum(table.deck.get(card, 0) for card in CLASSIC.cards if card.code in ("FR", "F3"))
        open_again = blanks / table.deck_left
        assert hit >= open_again * max(best, stay) + (1 - open_again) * best - 1e-6, "worse than a fixed plan"
    assert hit >= after(hand, table.deck) - 1e-6, "worse than one card more"
    if number % SOME == 0:
        again = solved(position_of(item.edition, line, tuple(seen) + pile, pile))
        assert abs(again.hit - hit) < 1e-6
        assert again.stay == stay
    if number % FEW == 0:
        rng = random.Random(number)
        deck = tuple(rng.sample([*Counter(dict(table.deck)).elements()], min(8, table.deck_left)))
        oracle = Oracle() if item.edition is CLASSIC else VengeanceOracle()
        truth = oracle.hit(item.edition.sorted(line), item.edition.sorted(deck)).worth
        assert abs(solved(position_of(item.edition, line, deck=deck)).hit - Fraction(truth)) < 1e-9


def allowed(table, choice):
    """The rules once more: R9, R18, R19, R23, R24, R32, R36, V8, V10, V17, V23, V26, V28-V31."""
    wanted = due(table)
    turn, line = wanted.player, [card.code for card in table.lines[choice.player]]
    vengeance = table.edition is VENGEANCE
    if isinstance(choice, Hit):
        return choice.player == turn and getattr(wanted, "asks", "") == "hit-or-stay"
    if isinstance(choice, Stay):
        return choice.player == turn and bool(line) and not (vengeance and "0" in line)
    busted = [status == "busted" for status in table.status]
    if isinstance(choice, Give):
        head = table.agenda[0]
        first = head.waiting[0] if isinstance(head, Assign) else head.card
        if choice.card is not first:
            return False
        if not vengeance:
            holds = choice.card.code == "SC" and choice.card in table.lines[choice.to]
            return table.status[choice.to] == "active" and not holds
        others = sum(len(table.lines[seat]) for seat in table.seats if seat != choice.to and not busted[seat])
        own = len(table.lines[choice.to])
        filled = sum(bool(table.lines[seat]) and not busted[seat] for seat in table.seats)
        can_use = {"ST": others > 0, "SW": filled > 1, "DI": own + others > 0}.get(choice.card.code, True)
        return not busted[choice.to] and can_use
    if isinstance(choice, Take):
        return choice.owner != choice.player and not busted[choice.owner]
    if isinstance(choice, Remove):
        return not busted[choice.owner]
    assert isinstance(choice, Exchange)
    return choice.owner != choice.other and not busted[choice.owner] and not busted[choice.other]


def check_legal(item, number):
    """The engine takes what is allowed, and refuses what is not; the rules in plain words say the same."""
    assert whole(item.table)
    truth = item.right.text == "Allowed"
    assert allowed(item.table, item.choice) == truth == can(item.table, item.choice), "a wrong ruling"
    try:
        step(item.table, item.choice)
    except NotAllowedError:
        assert not truth
    else:
        assert truth


def happens(item):
    """What the card does, from the codes: R20, R28-R38, R41, V9, V19, V21-V26, V31, V33."""
    table, seat, code = item.table, item.seat, item.card.code
    line = [card.code for card in table.lines[seat]]
    vengeance, forced = item.edition is VENGEANCE, isinstance(table.agenda[0], Flips)
    if item.card.is_number:
        ranks = [int(one.lstrip("UL")) for one in line if one.lstrip("UL").isdigit()]
        rank = int(code.lstrip("UL"))
        if code == "U7":
            others = [one for one in line if one != "U7"]
            return "sweep" if others else "joins"
        lucky = rank == 13 and "L13" in [*line, code] and ranks.count(13) == 1
        if rank in ranks and not lucky:
            return "saved" if "SC" in line else "bust"
        return "flip7" if toward_seven((*table.lines[seat], item.card)) == 7 else "joins"
    active = [one for one in table.seats if table.status[one] == "active"]
    if not vengeance:
        if code[0] in "+x" or (code == "SC" and "SC" not in line):
            return "joins"
        if code == "SC":
            free = [one for one in active if "SC" not in [card.code for card in table.lines[one]]]
            return "spare" if free else "lapses"
        return "waits" if forced else "give" if len(active) > 1 else "alone"
    if forced:
        return "waits"
    standing = [one for one in table.seats if table.status[one] != "busted"]
    filled = [one for one in standing if table.lines[one]]
    takers = {
        "ST": [one for one in standing if any(other != one for other in filled)],
        "SW": standing if len(filled) > 1 else [],
        "DI": standing if filled else [],
    }.get(code, standing)
    return "give" if len(takers) > 1 else "alone" if takers else "lapses"


def check_next(item, number):
    """The outcome is that of the rules in plain words, and the engine's events show it."""
    assert whole(item.table)
    right = happens(item)
    assert item.topic == right, f"{right} instead of {item.topic}"
    kinds = [event.kind for event in step(item.table, Turned(item.card))]
    shows = {
        "joins": "keep", "bust": "bust", "saved": "saved", "flip7": "flip7", "sweep": "sweep", "waits": "set-aside",
        "give": "set-aside", "spare": "set-aside", "alone": "set-aside", "lapses": "lapse",
    }  # fmt: skip
    assert shows[right] in kinds


CHECKS = {"hit": check_hit, "score": check_score, "legal": check_legal, "next": check_next}


def check(item, number):
    """Everything that holds of every item, and what holds of its kind."""
    assert sum(answer.right for answer in item.answers) == 1, "not one right answer"
    assert 2 <= len(item.answers) <= 4
    assert len({answer.text for answer in item.answers}) == len(item.answers), "two answers alike"
    assert all(answer.why.strip() for answer in item.answers), "an answer without a reason"
    assert item.level in LEVELS
    if item.table is not None and isinstance(item.table.agenda[0], GiveAway | Assign):
        assert item.card is not None
    CHECKS[item.kind](item, number)


def campaign(kind, first, count):
    """``count`` items of this kind from number ``first`` on; returns the levels and topics that came."""
    levels, topics = Counter(), Counter()
    shown = set()
    for number in range(first, first + count):
        if number % SESSION == 0:
            shown = set()
        rng = random.Random(f"campaign {kind} {number}")
        edition = rng.choice([*EDITIONS.values()])
        item = made_of(fresh(Asked(kind, edition, rng.choice(LEVELS), f"c{number}"), shown))
        assert item.marks not in shown, "a double"
        shown.add(item.marks)
        check(item, number)
        levels[item.level] += 1
        topics[f"{edition.key[0]}.{item.topic}"] += 1
    return levels, topics


def main():
    """Print what was checked; an assertion that fails names the item."""
    parser = argparse.ArgumentParser(description="Drill items held against a second path.")
    parser.add_argument("count", type=int, nargs="?", default=10_000)
    parser.add_argument("--kind", choices=DRILLS)
    parser.add_argument("--first", type=int, default=0, help="a multiple of 100")
    args = parser.parse_args()
    for kind in [args.kind] if args.kind else DRILLS:
        begun = time.perf_counter()
        levels, topics = campaign(kind, args.first, args.count)
        seconds = time.perf_counter() - begun
        each = 1000 * seconds / args.count
        print(f"{kind}: {args.count} items from {args.first}, none wrong, no doubles, {each:.0f} ms each")
        print("  levels " + ", ".join(f"{level}: {n}" for level, n in sorted(levels.items())))
        print("  topics " + ", ".join(f"{topic}: {n}" for topic, n in sorted(topics.items())), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
