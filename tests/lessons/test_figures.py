"""Figures in words: each value is counted out here by hand, from the table that is written down."""

from collections import Counter

import pytest

from flip7.cards import CLASSIC, card
from flip7.engine.reading import record_from
from flip7.engine.record import replay
from flip7.errors import NotationError
from flip7.lessons.figures import cards_of, figure, filled, strays

RECORD = record_from(
    {
        "format": 1,
        "edition": "classic",
        "players": ["Ana", "Ben"],
        "deck": "",
        "choices": [],
        "discard": "12 5",
        "start": {
            "turn": "Ana",
            "lines": {"Ana": "12 3 x2 +10", "Ben": "12 12"},
            "status": {"Ben": "busted"},
            "totals": {"Ana": 41, "Ben": 7},
        },
    }
)
TABLE = replay(RECORD).table
NAMES = ("Ana", "Ben")


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("score Ana", "40"),  # (12 + 3) doubled, and 10 (R45)
        ("score Ben", "0"),  # busted (R21)
        ("numbers Ana", "15"),
        ("twice Ana", "30"),
        ("count Ana", "2"),  # x2 and +10 are no numbers (R41)
        ("total Ana", "41"),
        ("copies 12", "12"),
        ("left 12", "8"),  # twelve, three on the table, one on the pile
        ("left 3 5", "6"),  # two of three 3s, four of five 5s
        ("pile", "2"),
        ("deck", "86"),  # 94 less six on the table and two on the pile
        ("size", "94"),
        ("bonus", "15"),
        ("seven", "7"),
        ("target", "200"),
        ("bust Ana", "12 %"),  # eight 12s and two 3s of 86: 11.6 %
        ("stay Ana", "40"),
    ],
)
def test_each_figure_is_what_a_count_by_hand_gives(words, value):
    assert figure(words, TABLE, NAMES) == value
    assert filled(f"so {{{words}}} it is", TABLE, NAMES) == f"so {value} it is"


def test_the_deck_of_the_table_is_the_one_that_was_counted_with():
    gone = Counter(map(card, "12 3 x2 +10 12 12 12 5".split()))
    assert Counter(dict(TABLE.deck)) == Counter(CLASSIC.copies) - gone


@pytest.mark.parametrize("words", ["", "score", "score Dev", "left", "luck Ana", "deck Ana"])
def test_a_figure_that_is_none_is_said_with_those_that_are(words):
    with pytest.raises(NotationError, match="is not a figure: score NAME"):
        figure(words, TABLE, NAMES)


def test_a_number_that_nothing_checks_is_a_stray():
    cards = cards_of(RECORD)
    assert strays("A 12 and a 3, x2, +4, R45 and Flip 7: {score Ana}", cards) == []
    assert strays("Ana has 40 points and 1,5 cards", cards) == ["40", "1,5"]


VENGEANCE_TABLE = replay(
    record_from(
        {
            "format": 1,
            "edition": "vengeance",
            "players": ["Ana", "Ben", "Cleo"],
            "deck": "",
            "choices": [],
            "start": {"turn": "Ana", "lines": {"Ana": "13 L13 8 /2", "Ben": "7", "Cleo": "13 3"}},
        }
    )
).table


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("deck", "101"),  # 108 less seven on the table
        ("numbers Ana", "34"),
        ("half Ana", "17"),
        ("count Ana", "3"),  # both 13s, and the 8 (V22)
        # V21: beside Lucky 13 one other 13 is allowed, and Ana has it: ten plain 13s and seven 8s bust her, 17 of 101.
        ("bust Ana", "17 %"),
        # V19: Unlucky 7 never busts as it comes, so five plain 7s of 101 are all.
        ("bust Ben", "5 %"),
        # Ten plain 13s bust a plain 13, and so would not Lucky 13; with two 3s that is 12 of 101.
        ("bust Cleo", "12 %"),
        ("copies 7 U7", "7"),
        ("left 13 L13", "10"),
    ],
)
def test_v19_v21_figures_of_with_a_vengeance(words, value):
    assert figure(words, VENGEANCE_TABLE, ("Ana", "Ben", "Cleo")) == value
