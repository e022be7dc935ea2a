"""Running figures, and the text in which a device keeps them."""

import pytest

from flip7.engine.choices import Hit, Stay
from flip7.engine.play import due
from flip7.engine.table import Offer
from flip7.practice.coach import Review, grade
from flip7.practice.figures import Figures, merged, read_figures, write_figures
from flip7.practice.lesson import Lesson
from tests.practice.laid import laid


def seen(*choices, luck=0.0, hits=0):
    """A review of decisions at 10 with a deck of 10 and 5, where hitting costs 2.5."""
    table = laid(["10", "3"], deck="10 5", agenda=[Offer(0)])
    graded = tuple(grade(0, table, due(table), choice) for choice in choices)
    return Review(graded, luck, hits, Lesson("", "claim", "r1"))


def test_rounds_add_up():
    figures = Figures().and_round(seen(Hit(0), Stay(0), luck=-7.5, hits=1)).and_round(seen(Hit(0), luck=3, hits=2))
    assert figures == Figures(2, 3, 1, 5.0, -4.5, 3)
    assert (figures.lost_each, figures.accuracy) == (5 / 3, 1 / 3)


def test_what_is_not_known_is_not_counted():
    table = laid(["10", "3"], deck="10 5", agenda=[Offer(0)])
    unknown = Review((grade(0, table, due(table), Stay(0), lambda position: None),), 0.0, 0, Lesson("", "claim", "r1"))
    assert Figures().and_round(unknown) == Figures(rounds=1)


def test_what_becomes_known_later_joins_the_round_that_was_counted():
    before, later = seen(Stay(0)), seen(Stay(0), Hit(0), luck=-7.5, hits=1)
    counted = Figures().and_round(seen(Hit(0))).and_round(before)
    # One more decision, which gave away 2.5, and its card.
    assert counted.and_more(before, later) == Figures(2, 3, 1, 5.0, -7.5, 1)


def test_before_the_first_there_is_nothing_to_say():
    none = Figures()
    assert (none.lost_each, none.accuracy, write_figures(none)) == (None, None, "")


def test_the_text_brings_the_figures_back():
    figures = Figures(12, 46, 38, 22.2, -39.54, 41)
    assert write_figures(figures) == "1;12;46;38;22.20;-39.54;41"
    assert read_figures(write_figures(figures)) == figures


@pytest.mark.parametrize(
    "text", ["", "x", "2;1;1;1;0.00;0.00;0", "1;1;1;2;0.00;0.00;0", "1;1;1;1;nan;0.00;0", "1;" * 90, "1;1;1;1;0;0;0"]
)
def test_another_text_is_no_figures(text):
    assert read_figures(text) == Figures()


def test_the_later_state_counts():
    early, late = Figures(1, 2, 2, 0.0, 1.0, 2), Figures(2, 3, 2, 1.0, 0.5, 3)
    assert merged(early, late) == merged(late, early) == late
