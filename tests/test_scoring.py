"""A line to points. Expected values come from the ledger's vectors or from arithmetic written out here."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flip7.cards import CLASSIC, EDITIONS, VENGEANCE, edition
from flip7.errors import ImpossibleError
from flip7.notation import read_cards
from flip7.rulebook import RULES, House
from flip7.scoring import score

VECTORS = json.loads((Path(__file__).parent / "data" / "scores.json").read_text())


def points(text, game=CLASSIC, **how):
    return score(read_cards(text, game), game, **how).points


def brutal(text, **how):
    return points(text, VENGEANCE, house=House(brutal=True), **how)


@pytest.mark.parametrize(("key", "row"), [(key, row) for key, rows in VECTORS.items() for row in rows])
def test_shared_vectors(key, row):
    assert points(row["cards"], edition(key)) == row["score"]


def test_r21_a_bust_scores_nothing_whatever_lies_there():
    assert points("8 8 +10 x2", busted=True) == 0
    assert points("8 +10 x2", busted=True) == 0


def test_r26_a_frozen_player_scores_as_for_stay():
    assert points("10 12 x2 FR", frozen=True) == 44
    assert points("FR", frozen=True) == 0


def test_r40_second_chance_is_worth_nothing_and_no_part_of_seven():
    result = score(read_cards("0 1 2 3 4 5 SC"))
    assert (result.points, result.flip7) == (15, False)


def test_r41_modifiers_do_not_count_toward_seven():
    result = score(read_cards("1 2 3 4 5 +2 +4"))
    assert (result.points, result.flip7) == (21, False)


def test_r45_double_the_numbers_then_add_then_fifteen():
    assert points("3 11 5 7 10 x2 +10") == 36 * 2 + 10
    assert points("0 1 2 3 4 5 6 x2 +10") == 21 * 2 + 10 + 15


def test_r45_steps_lead_to_the_score_each_with_its_rule():
    result = score(read_cards("3 5 9 11 x2 +6"))
    assert [(s.rule, s.points, s.running) for s in result.steps] == [
        ("R45", 28, 28),
        ("R45", 28, 56),
        ("R45", 6, 62),
    ]


def test_r46_modifiers_alone_score():
    assert points("+2 +6 x2") == 8
    assert points("x2") == 0


def test_r46a_bounds():
    assert points("6 7 8 9 10 11 12 x2 +2 +4 +6 +8 +10") == 171
    assert points("7 8 9 10 11 12 x2 +2 +4 +6 +8 +10") == 144
    assert points("0 1 2 3 4 5 6") == 36
    assert points("6 7 8 9 10 11 12") == 78


def test_v14_halve_round_down_subtract_floor_then_bonus():
    assert points("4 8 11 /2 -4", VENGEANCE) == 23 // 2 - 4 == 7
    assert points("1 -10", VENGEANCE) == 0
    # Seven numbers that sum to 28, halved 14, minus 24 is below 0: the floor comes before the 15.
    assert points("1 2 3 4 5 6 7 /2 -4 -10 -8 -2", VENGEANCE) == 15


def test_v15_the_zero_without_flip_7_is_worth_nothing():
    assert points("0 13 -2", VENGEANCE) == 0
    assert points("0 1 2 3 4 5 6 -2", VENGEANCE) == 21 - 2 + 15


def test_v16_vectors():
    assert points("3 11 5 7 10 8 4 /2 -4", VENGEANCE) == 35
    assert points("13 9 /2 -4", VENGEANCE) == 7


def test_v21_both_thirteens_score():
    assert points("13 L13", VENGEANCE) == 26


def test_v22_the_pair_counts_as_two_of_the_seven_unless_the_house_says_one():
    cards = read_cards("13 L13 1 2 3 4 5", VENGEANCE)
    assert (score(cards, VENGEANCE).points, score(cards, VENGEANCE).flip7) == (56, True)
    one = score(cards, VENGEANCE, house=House(lucky_pair="one"))
    assert (one.points, one.flip7) == (41, False)
    eight = score(read_cards("13 L13 1 2 3 4 5 6", VENGEANCE), VENGEANCE, house=House(lucky_pair="one"))
    assert (eight.points, eight.flip7) == (26 + 21 + 15, True)


def test_v22_best_distinct_flip_7_is_98():
    assert points("7 8 9 10 11 12 13", VENGEANCE, house=House(lucky_pair="one")) == 70 + 15
    assert points("13 L13 12 11 10 9 8", VENGEANCE) == 76 + 15 == 91
    assert points("13 L13 12 11 10 9 8 7", VENGEANCE, house=House(lucky_pair="one")) == 83 + 15 == 98


def test_v38_brutal_mode_has_no_floor():
    assert brutal("1 -10") == -9
    assert brutal("/2 -4 -10") == -14


def test_v39_a_busted_player_loses_the_minus_cards_in_brutal_mode_only():
    assert brutal("5 5 /2 -4 -10", busted=True) == -14
    assert points("5 5 /2 -4 -10", VENGEANCE, busted=True) == 0


def test_v40_the_fifteen_may_be_taken_from_another():
    assert brutal("1 2 3 4 5 6 7", gives_penalty=True) == 28
    assert brutal("3", penalised=True) == -12
    assert brutal("3 3 -2", busted=True, penalised=True) == -17


def test_v41_the_zero_in_brutal_mode_by_the_house():
    assert brutal("0 13 -6") == 0
    assert points("0 13 -6", VENGEANCE, house=House(brutal=True, brutal_zero="minus")) == -6
    # The switch belongs to Brutal Mode and changes nothing outside it.
    assert points("0 13 -6", VENGEANCE, house=House(brutal_zero="minus")) == 0


@pytest.mark.parametrize(
    ("text", "game", "how", "rules"),
    [
        ("0 0", CLASSIC, {}, ["R1"]),
        ("3 x2 x2", CLASSIC, {}, ["R2"]),
        ("SC SC", CLASSIC, {}, ["R36"]),
        ("4*SC", CLASSIC, {}, ["R3", "R36"]),
        ("5 5", CLASSIC, {}, ["R20"]),
        ("5 5 6 6", CLASSIC, {}, ["R20", "R20"]),
        ("5 5 6 6", CLASSIC, {"busted": True}, ["R21"]),
        ("5 5 5", CLASSIC, {"busted": True}, ["R21"]),
        ("5 5 SC", CLASSIC, {}, ["R38"]),
        ("5 5 SC", CLASSIC, {"busted": True}, ["R37"]),
        ("0 1 2 3 4 5 6 7", CLASSIC, {}, ["R41"]),
        ("0 1 2 3 4 5 6", CLASSIC, {"busted": True}, ["R41"]),
        ("3 F3", CLASSIC, {}, ["R35a"]),
        ("3 FR FR", CLASSIC, {}, ["R24"]),
        ("3 3 FR", CLASSIC, {"busted": True}, ["R26"]),
        ("3", CLASSIC, {"busted": True, "frozen": True}, ["R26"]),
        ("0 1 2 3 4 5 6", CLASSIC, {"frozen": True}, ["R41"]),
        ("3 3 x2 x2 F3", CLASSIC, {}, ["R2", "R35a", "R20"]),
        ("U7 U7", VENGEANCE, {}, ["V1", "V19"]),
        ("-4 -4 3", VENGEANCE, {}, ["V2"]),
        ("3 ST", VENGEANCE, {}, ["V25"]),
        ("3*ST", VENGEANCE, {}, ["V3", "V25"]),
        ("9 9", VENGEANCE, {}, ["V9"]),
        ("13 13", VENGEANCE, {}, ["V9"]),
        ("13 13 L13", VENGEANCE, {}, ["V21"]),
        ("U7 7", VENGEANCE, {}, ["V19"]),
        ("9 9 8 8", VENGEANCE, {"busted": True}, ["V9"]),
        ("1 2 3 4 5 6 7 8", VENGEANCE, {}, ["V11"]),
        ("13 L13 1 2 3 4 5 6", VENGEANCE, {}, ["V11"]),
        ("9", VENGEANCE, {"frozen": True}, ["V4"]),
    ],
)
def test_impossible_hands_are_refused_with_every_fault(text, game, how, rules):
    with pytest.raises(ImpossibleError) as caught:
        score(read_cards(text, game), game, **how)
    assert [fault.rule for fault in caught.value.faults] == rules


def test_busted_hands_may_hold_their_duplicate_or_a_third_thirteen():
    assert points("13 13 L13", VENGEANCE, busted=True) == 0
    assert points("U7 7 5", VENGEANCE, busted=True) == 0


@st.composite
def any_hand(draw):
    game = draw(st.sampled_from(list(EDITIONS.values())))
    cards = draw(st.lists(st.sampled_from([*game.cards] + list(game.cards[:13]) * 3), max_size=12))
    house = House(
        brutal=draw(st.booleans()),
        brutal_zero=draw(st.sampled_from(["flat", "minus"])),
        lucky_pair=draw(st.sampled_from(["two", "one"])),
    )
    return game, cards, house, draw(st.booleans())


def recount(game, codes, house, busted):
    """R45, V15, V38-V41 from the codes alone, without the package's own arithmetic."""
    numbers = [int(c.lstrip("UL")) for c in codes if c.lstrip("UL").isdigit()]
    bonus = 15 * (len(set(numbers)) + (house.lucky_pair == "two" and {"13", "L13"} <= set(codes)) == 7)
    if game is CLASSIC:
        doubled = sum(numbers) * (2 if "x2" in codes else 1)
        return 0 if busted else doubled + sum(int(c) for c in codes if c[0] == "+") + bonus
    minus = sum(-int(c) for c in codes if c[0] == "-")
    if busted:
        return -minus if house.brutal else 0
    if "0" in codes and not bonus:
        return -minus if house.brutal and house.brutal_zero == "minus" else 0
    net = sum(numbers) // (2 if "/2" in codes else 1) - minus
    return (net if house.brutal else max(0, net)) + bonus


@given(any_hand())
def test_any_hand_is_scored_as_an_independent_recount_or_refused_with_rules(hand):
    game, cards, house, busted = hand
    try:
        result = score(cards, game, busted=busted, house=house)
    except ImpossibleError as error:
        assert all(fault.rule in RULES for fault in error.faults)
    else:
        assert result.points == recount(game, [face.code for face in cards], house, busted)
        assert result.steps[-1].running == result.points == sum(step.points for step in result.steps)
        assert all(step.rule in RULES for step in result.steps)
