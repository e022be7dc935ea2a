"""One line as sums, held against scoring, engine, plans and plain fractions."""

import random
from collections import Counter
from fractions import Fraction

import pytest

from flip7.cards import CLASSIC, EDITIONS, VENGEANCE
from flip7.engine.choices import CardDue, Turned
from flip7.engine.events import evolve
from flip7.engine.play import due, step
from flip7.odds.exact import POINTS
from flip7.odds.plans import fixed_plans
from flip7.odds.position import Position
from flip7.practice.hand import after, hand_of, risk
from flip7.practice.item import tables
from flip7.rulebook import House
from flip7.scoring import score
from tests.practice.laid import cards


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_lines_of_random_rounds_score_as_scoring_says(edition):
    rng = random.Random(1)
    checked = 0
    for _ in range(60):
        table = list(tables(rng, edition, rich=True))[-1]
        for seat in table.seats:
            if table.status[seat] in ("active", "stayed", "frozen"):
                assert hand_of(table.lines[seat], edition).points == score(table.lines[seat], edition).points
                checked += 1
    assert checked > 60


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_each_next_number_does_what_the_engine_does(edition):
    rng = random.Random(2)
    seen = Counter()
    for _ in range(25):
        for table in tables(rng, edition, rich=True):
            wanted = due(table)
            if not isinstance(wanted, CardDue) or table.status[wanted.player] != "active":
                continue
            seat, hand = wanted.player, hand_of(table.lines[wanted.player], edition)
            for face in rng.sample([face for face in table.deck if face.is_number and table.deck[face]], 3):
                then = table
                for event in step(table, Turned(face)):
                    if event.kind not in ("draw", "keep", "saved", "bust", "sweep", "flip7"):
                        break
                    then = evolve(then, event)
                drawn = hand.draw(face)
                status = then.status[seat]
                if status in ("busted", "flip7"):
                    assert drawn == score(then.lines[seat], edition, busted=status == "busted").points
                else:
                    assert drawn.points == score(then.lines[seat], edition).points
                seen[status] += 1
    assert min(seen["busted"], seen["flip7"], seen["active"]) > 5


def test_v38_v41_brutal_hands_go_below_zero():
    brutal, minus = House(brutal=True), House(brutal=True, brutal_zero="minus")
    assert hand_of(cards("1 -10"), VENGEANCE, brutal).points == -9
    assert hand_of(cards("0 13 -4"), VENGEANCE, brutal).points == 0
    assert hand_of(cards("0 13 -4"), VENGEANCE, minus).points == -4
    assert hand_of(cards("5 -4"), VENGEANCE, brutal).draw(cards("5")[0]) == -4


def test_one_card_more_is_the_mean_over_the_deck():
    # 12 held; of 4 cards: 12 busts (0), 5 makes 17, +4 makes 16, Freeze goes elsewhere (12).
    assert after(hand_of(cards("12"), CLASSIC), Counter(cards("12 5 +4 FR"))) == (0 + 17 + 16 + 12) / 4


def test_two_forced_cards_count_every_order():
    # 10 held; 10 5 6 in the deck. First 10: bust. First 5 or 6 (15, 16): then 10 busts, the other makes 21.
    worth = after(hand_of(cards("10"), VENGEANCE), Counter(cards("10 5 6")), 2)
    assert worth == pytest.approx(float(Fraction(1, 3) * 0 + Fraction(2, 3) * Fraction(21, 2)))


def test_r50_the_deck_may_run_out_within_the_cards():
    assert after(hand_of(cards("3"), CLASSIC), Counter(cards("4")), 3) == 7


@pytest.mark.parametrize("line", ["12", "3 8 11", "2 4 SC", "5 x2 +4"])
def test_two_and_three_cards_are_what_fixed_plans_say(line):
    left = CLASSIC.left(cards(line))
    deck = {face: n for face, n in left.items() if face.code not in ("FR", "F3")}
    for plan in fixed_plans(Position(cards(line)), POINTS, 3)[1:]:
        assert after(hand_of(cards(line), CLASSIC), deck, plan.cards) == pytest.approx(plan.worth, abs=1e-9)


def test_r20_the_risk_counts_the_copies_left():
    # A lone 12: 11 of 93 cards.
    deck = CLASSIC.left(cards("12"))
    assert risk(hand_of(cards("12"), CLASSIC), deck) == 11 / 93
    assert risk(hand_of(cards("12 SC"), CLASSIC), CLASSIC.left(cards("12 SC"))) == 0


def test_v21_lucky_13_takes_the_risk_from_a_second_13():
    deck = VENGEANCE.left(cards("L13"))
    assert risk(hand_of(cards("L13"), VENGEANCE), deck) == 0
    # With the pair the other eleven 13s bust.
    assert risk(hand_of(cards("L13 13"), VENGEANCE), VENGEANCE.left(cards("L13 13"))) == 11 / 106
