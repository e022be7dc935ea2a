"""The coach on the page "Replay": for a round that comes from elsewhere, after the choice of a seat."""

from flip7.engine.writing import write_record
from flip7.practice.coach import review
from flip7.practice.reckoning import quick_worths
from flip7.practice.rounds import read_word
from flip7.ui.practice_view import review_html
from flip7.ui.replay_link import pack
from tests.pages.app_page import html, open_page, run

BY_HAND = """format = 1
edition = "classic"
players = ["Ana", "Ben"]
deck = "2 10 5 10"
choices = ["Ana hit", "Ben hit"]
"""


def coached(text):
    app = open_page("replay", v="1", round=pack(text))
    assert '<section class="f7-review"' not in html(app)
    app.toggle(key="practice-coach").set_value(True)
    return run(app)


def test_a_round_of_practice_is_graded_for_its_learner():
    now = read_word("c1cog-abc-hs")
    app = coached(write_record(now.record("A practice round")))
    assert review_html(review(now.moments, 1, quick_worths)) in html(app)


def test_r20_any_other_seat_can_be_chosen():
    # Ana hits on 2 and has 7. Ben hits on 10, where a second 10 comes: he busts.
    app = coached(BY_HAND)
    assert "<b>Hit on 2 points</b>" in html(app)
    assert app.selectbox[0].options == ["Ana", "Ben"]
    app.selectbox[0].select_index(1)
    assert "<b>Hit on 10 points</b>" in html(run(app))


def test_a_round_in_which_nobody_chose_has_no_coach():
    app = open_page("replay", v="1", round=pack(BY_HAND.replace('"Ana hit", "Ben hit"', "")))
    assert "practice-coach" not in [toggle.key for toggle in app.toggle]
