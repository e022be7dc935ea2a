"""Bare totals against brute force over every set of scoring cards, written without the checker."""

from collections import defaultdict
from functools import cache
from itertools import combinations

import pytest

from flip7.cards import CLASSIC, EDITIONS, VENGEANCE
from flip7.checker.totals import total
from flip7.rulebook import House
from flip7.scoring import score

RANGE = range(-60, 221)


def subsets(values, most):
    return [chosen for size in range(most + 1) for chosen in combinations(values, size)]


@cache
def classic():
    """Every score with and without Flip 7, and how many sets of cards give it."""
    found = {True: defaultdict(int), False: defaultdict(int)}
    plus = [sum(chosen) for chosen in subsets((2, 4, 6, 8, 10), 5)]
    for numbers in subsets(range(13), 7):
        flip7 = len(numbers) == 7
        for extra in plus:
            for factor in (1, 2):
                found[flip7][sum(numbers) * factor + extra + 15 * flip7] += 1
    return found


@cache
def vengeance(brutal):
    """As ``classic``; 13 twice is the pair with Lucky 13. In Brutal Mode 15 may be moved by a Flip 7 (V40)."""
    found = {True: defaultdict(int), False: defaultdict(int)}
    minus = [sum(chosen) for chosen in subsets((2, 4, 6, 8, 10), 5)]
    for numbers in set(subsets((*range(14), 13), 7)):
        flip7 = len(numbers) == 7
        for away in minus:
            for divisor in (1, 2):
                points = sum(numbers) // divisor - away
                if 0 in numbers and not flip7:
                    points = 0
                if not brutal:
                    points = max(0, points)
                results = {points + 15 * flip7}
                if brutal:
                    results.add(points if flip7 else points - 15)
                for result in results:
                    found[flip7][result] += 1
    return found


CASES = [("classic", False), ("vengeance", False), ("vengeance", True)]


def brute(key, brutal):
    return classic() if key == "classic" else vengeance(brutal)


@pytest.mark.parametrize(("key", "brutal"), CASES)
@pytest.mark.parametrize("flip7", [True, False, None])
def test_every_total_agrees_with_brute_force(key, brutal, flip7):
    expected = brute(key, brutal)
    for points in RANGE:
        answer = total(points, EDITIONS[key], flip7=flip7, house=House(brutal=brutal))
        hands = sum(expected[kind][points] for kind in (True, False) if flip7 in (kind, None))
        assert (answer.hands, answer.possible) == (hands, hands > 0), points
        assert answer.reason
        assert len({hand.cards for hand in answer.examples}) == min(hands, 5)


@pytest.mark.parametrize(("key", "brutal"), CASES)
def test_examples_score_what_they_should(key, brutal):
    house = House(brutal=brutal)
    for points in RANGE:
        for hand in total(points, EDITIONS[key], house=house).examples:
            result = score(
                hand.cards,
                EDITIONS[key],
                house=house,
                gives_penalty=hand.penalty == "given",
                penalised=hand.penalty == "taken",
            )
            assert (result.points, result.flip7) == (points, hand.flip7)


def test_r46a_the_bounds():
    assert [total(171).possible, total(172).possible] == [True, False]
    assert [total(144, flip7=False).possible, total(145, flip7=False).possible] == [True, False]
    assert [total(36, flip7=True).possible, total(35, flip7=True).possible] == [True, False]
    assert total(171).hands == 1
    assert "at most 171" in total(172).reason
    assert "at most 144" in total(145, flip7=False).reason
    assert "at least 36" in total(35, flip7=True).reason


@pytest.mark.parametrize(
    ("points", "flip7", "words"),
    [
        # 57 + 30 = 87 without x2; 63 + 30 + 15 = 108 with Flip 7 and without x2.
        (89, False, "more than 87 needs x2"),
        (110, True, "more than 108 needs x2"),
        (146, None, "More than 144 needs Flip 7 and x2"),
    ],
)
def test_r46a_the_parities(points, flip7, words):
    answer = total(points, flip7=flip7)
    assert not answer.possible
    assert words in answer.reason
    assert "R46a" in answer.reason


def test_r45_nothing_goes_below_zero():
    assert "below 0" in total(-2).reason
    assert "V14" in total(-2, VENGEANCE).reason
    assert total(-2, VENGEANCE, house=House(brutal=True)).possible


def test_v38_v40_the_least_in_brutal_mode():
    # All five minus cards and a Flip 7 against this player: -30 - 15.
    brutal = House(brutal=True)
    assert total(-45, VENGEANCE, house=brutal).examples[0].penalty == "taken"
    assert "at least −45" in total(-46, VENGEANCE, house=brutal).reason


def test_v16_the_bounds():
    assert [total(91, VENGEANCE).possible, total(92, VENGEANCE).possible] == [True, False]
    assert total(98, VENGEANCE, house=House(lucky_pair="one")).possible
    assert not total(14, VENGEANCE, flip7=True).possible


def test_v41_the_zero_with_its_minus_cards():
    # Five minus cards make -30 in either case; only the house rule lets The Zero's hands join in.
    flat = total(-30, VENGEANCE, house=House(brutal=True), flip7=False).hands
    minus = total(-30, VENGEANCE, house=House(brutal=True, brutal_zero="minus"), flip7=False).hands
    assert minus > flat


def test_small_hands_come_first():
    hands = [" ".join(face.code for face in hand.cards) for hand in total(12).examples]
    assert hands[0] == "12"
    assert total(0).examples[0].cards == ()
    assert "bust" in total(0).reason


def test_brutal_mode_means_nothing_in_the_first_edition():
    assert total(40, CLASSIC, house=House(brutal=True)) == total(40)
