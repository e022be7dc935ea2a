"""The two decks as exact counts."""

import copy
import pickle

import pytest

from flip7.cards import CLASSIC, VENGEANCE, Kind, card


def _count(edition, kind):
    return sum(n for face, n in edition.copies.items() if face.kind is kind)


def test_r1_number_cards():
    assert _count(CLASSIC, Kind.NUMBER) == 79
    assert [CLASSIC.copies[card(str(n))] for n in range(13)] == [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]


def test_r2_modifier_cards():
    assert {f.code: n for f, n in CLASSIC.copies.items() if f.kind is Kind.MODIFIER} == {
        "+2": 1, "+4": 1, "+6": 1, "+8": 1, "+10": 1, "x2": 1,
    }  # fmt: skip


def test_r3_action_cards_and_94_in_all():
    assert {f.code: n for f, n in CLASSIC.copies.items() if f.kind is Kind.ACTION} == {"FR": 3, "F3": 3, "SC": 3}
    assert CLASSIC.size == 94


def test_v1_number_cards():
    assert _count(VENGEANCE, Kind.NUMBER) == 92
    plain = [VENGEANCE.copies[card(str(n))] for n in range(14)]
    assert plain == [1, 1, 2, 3, 4, 5, 6, 6, 8, 9, 10, 11, 12, 12]
    assert VENGEANCE.copies[card("U7")] == VENGEANCE.copies[card("L13")] == 1
    assert (card("U7").rank, card("L13").rank) == (7, 13)


def test_v2_modifier_cards():
    assert {f.code: n for f, n in VENGEANCE.copies.items() if f.kind is Kind.MODIFIER} == {
        "/2": 1, "-2": 1, "-4": 1, "-6": 1, "-8": 1, "-10": 1,
    }  # fmt: skip


def test_v3_action_cards():
    assert {f.code: n for f, n in VENGEANCE.copies.items() if f.kind is Kind.ACTION} == {
        "JOM": 2, "F4": 2, "ST": 2, "SW": 2, "DI": 2,
    }  # fmt: skip


def test_v4_108_cards_and_none_of_the_first_game():
    assert VENGEANCE.size == 108
    assert not {"x2", "+2", "FR", "F3", "SC"} & {face.code for face in VENGEANCE.cards}


def test_one_object_for_each_face_survives_pickle_and_copy():
    for face in (*CLASSIC.cards, *VENGEANCE.cards):
        assert pickle.loads(pickle.dumps(face)) is face
        assert copy.deepcopy(face) is face
    assert pickle.loads(pickle.dumps(CLASSIC)) is CLASSIC


def test_left_counts_down_and_goes_below_zero():
    left = CLASSIC.left([card("12"), card("0"), card("0")])
    assert (left[card("12")], left[card("0")], left[card("11")]) == (11, -1, 11)


def test_a_vengeance_card_is_no_card_of_the_first_game():
    with pytest.raises(KeyError):
        CLASSIC.sorted([card("13")])
