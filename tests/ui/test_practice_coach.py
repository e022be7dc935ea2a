"""The coach for a round that was written down."""

from itertools import pairwise

from flip7.cards import CLASSIC
from flip7.engine.choices import Decision
from flip7.engine.play import due
from flip7.engine.writing import write_record
from flip7.practice.coach import review
from flip7.practice.rounds import Setup, begin, say
from flip7.ui.practice_coach import choosers, seen_from
from flip7.ui.practice_view import review_html
from flip7.ui.replay_state import read_round

TWO = """format = 1
edition = "classic"
players = ["Ana", "Ben"]
deck = "12 10 FR 5"
choices = ["Ana hit", "Ana FR > Ben", "Ana stay"]
"""


def practised():
    """A round of practice in which the learner sits on seat 1, and its record as another device reads it."""
    now = begin(Setup(CLASSIC, "coached", ("odds", "gambler"), seat=1))
    while now.due:
        now = say(now, now.due.options[0])
    return now, read_round(write_record(now.record("A practice round")))


def test_only_who_has_chosen_can_be_coached():
    found = read_round(TWO)
    assert choosers(found.played.moments, found.record.shown) == {0: "Ana"}


def test_the_learner_of_a_practice_round_stands_first():
    _, found = practised()
    assert next(iter(choosers(found.played.moments, found.record.shown).items())) == (1, "You")


def test_its_record_is_coached_like_the_round():
    now, found = practised()
    moments = seen_from(found.played.moments, found.record.shown, 1)
    assert review_html(review(moments, 1)) == review_html(review(now.moments, 1))


def test_of_another_seat_its_choices_are_graded_and_it_is_you():
    _, found = practised()
    moments = seen_from(found.played.moments, found.record.shown, 0)
    assert moments[0].table.names[:2] == ("You", "Learner")
    tables = [(before.table, after.given) for before, after in pairwise(found.played.moments)]
    wanted = [(due(table), given) for table, given in tables]
    said = [given for one, given in wanted if isinstance(one, Decision) and one.player == 0 and given in one.options]
    assert [one.said for one in review(moments, 0).graded] == said


def test_r23_a_record_by_hand_with_its_cost():
    # Ana 12, Ben 10. She hits (a Freeze), freezes Ben and stays on 12 alone.
    found = read_round(TWO)
    graded = review(seen_from(found.played.moments, found.record.shown, 0), 0).graded
    assert [one.decision.asks for one in graded] == ["hit-or-stay", "target", "hit-or-stay"]
    assert [one.cost is None for one in graded] == [False, False, True]
    assert graded[1].cost == 0


def test_a_name_like_the_one_of_the_learner_is_no_second_you():
    found = read_round(TWO.replace("Ben", "you"))
    assert seen_from(found.played.moments, found.record.shown, 0)[0].table.names == ("You", "Learner")
