"""What the coach says: ties, choices that are not graded yet, and cards of which the luck is not known."""

import pytest

from flip7.cards import VENGEANCE, card
from flip7.engine.choices import Give, Hit, Stay
from flip7.engine.play import due
from flip7.engine.table import GiveAway, Offer
from flip7.practice.coach import Graded, Review
from flip7.practice.lesson import Lesson
from flip7.ui.practice_words import advised, counted, luck
from tests.practice.laid import laid

TABLE = laid(["10", "3"], deck="10 5", agenda=[Offer(0)])
NOBODY = Lesson("", "claim", "r1")


def graded(cost):
    return Graded(0, TABLE, due(TABLE), Stay(0), (), cost, "odds")


def given(*values):
    """The advice where Ana turned a Discard and these are the worths of giving it to each seat."""
    table = laid(["10", "3", "4", "5"], edition=VENGEANCE, play="DI", agenda=[GiveAway(0, card("DI"))])
    worths = tuple((Give(0, card("DI"), seat), value) for seat, value in enumerate(values))
    return advised(Graded(-1, table, due(table), worths[0][0], worths, 0.0, "rest"))


def test_ties_are_said_as_such():
    assert given(3.0, 1.0, 0.0, 0.0) == "Discard to Ana."
    assert given(3.0, 3.0, 0.0, 0.0) == "Discard to Ana or discard to Ben: both are as good."
    assert given(3.0, 3.0, 3.0, 0.0) == "Discard to Ana or discard to Ben or discard to Cleo: all are as good."
    assert given(3.0, 3.0, 3.0, 3.0) == "Whatever you choose: all are as good."
    both = Graded(-1, TABLE, due(TABLE), Stay(0), ((Stay(0), 10.0), (Hit(0), 10.0)), 0.0, "odds")
    assert advised(both) == "Stay or hit: both are as good."


@pytest.mark.parametrize(
    ("costs", "says"),
    [
        ((), "There was nothing for you to choose."),
        ((0.0,), "Your one choice was the best."),
        ((2.0,), "Your one choice was not the best."),
        ((None,), "None of your choices is graded yet."),
        ((0.0, None), "The one choice that is graded was the best. One more is not graded yet."),
        ((0.0, 2.0, None, None), "1 of 2 choices were best. Two more are not graded yet."),
    ],
)
def test_what_is_not_graded_is_said_not_hidden(costs, says):
    assert counted(Review(tuple(map(graded, costs)), 0.0, 0, NOBODY)) == says


@pytest.mark.parametrize(
    ("got", "hits", "open_hits", "says"),
    [
        (0.0, 0, 0, ""),
        (0.0, 0, 2, "Luck: not known yet, over two cards."),
        (2.5, 1, 1, "Luck: one card gave you 2.5 points more than expected. Not known yet: one card more."),
        (-3.0, 2, 0, "Luck: two cards gave you 3 points less than expected."),
    ],
)
def test_luck_says_which_cards_it_does_not_speak_of(got, hits, open_hits, says):
    assert luck(Review((), got, hits, NOBODY, open_hits)) == says
