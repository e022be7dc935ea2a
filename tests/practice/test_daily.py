"""The deal of the day."""

from datetime import date, timedelta

import pytest

from flip7.cards import CLASSIC, VENGEANCE
from flip7.errors import NotationError
from flip7.practice.coach import review
from flip7.practice.daily import number_of, read_word, result_text, setup_of, symbols, word_of
from flip7.practice.rounds import begin, say

DAY = date(2026, 11, 30)


def test_a_day_is_the_same_for_everybody_and_another_day_is_not():
    setup_of.cache_clear()
    once = setup_of(DAY)
    setup_of.cache_clear()
    assert setup_of(DAY) == once
    assert setup_of(DAY + timedelta(1)).seed != once.seed


def test_games_take_turns_and_three_different_rivals_play():
    days = [setup_of(DAY + timedelta(n)) for n in range(20)]
    assert {one.edition for one in days[::2]} == {VENGEANCE}
    assert {one.edition for one in days[1::2]} == {CLASSIC}
    assert all(len(set(one.rivals)) == 3 for one in days)
    assert len({one.rivals for one in days}) > 5


def test_every_day_has_a_decision():
    # On the last of these days the first deal would already end the learner's round.
    days = (*(DAY + timedelta(n) for n in range(20)), date(2027, 2, 17))
    assert all(begin(setup_of(day)).due is not None for day in days)


def test_the_result_gives_no_card_away():
    now = begin(setup_of(DAY))
    while not now.over:
        now = say(now, now.due.options[0])
    seen = review(now.moments, now.setup.seat)
    text = result_text(DAY, seen)
    first, squares, figures = text.split("\n")
    assert first == "Flip 7 Table, deal 334 (2026-11-30)"
    assert squares == symbols(seen)
    assert len(squares) == len(seen.graded) == len(now.own)
    assert figures.startswith(f"{sum(one.right for one in seen.known)} of {len(seen.known)} decisions best")


def test_deals_are_counted_from_new_year():
    assert number_of(date(2026, 1, 1)) == 1
    assert number_of(DAY) == 334


def test_the_word_of_a_day():
    assert word_of(DAY) == "d2026-11-30"
    assert read_word("d2026-11-30") == DAY


@pytest.mark.parametrize("word", ["", "d2026-13-01", "d2025-12-31", "d9999-01-01", "2026-11-30", "d2026-11-30x"])
def test_other_words_name_no_day(word):
    with pytest.raises(NotationError):
        read_word(word)
