"""The page "Replay" as Streamlit runs it."""

from functools import partial

import pytest

from flip7.ui.replay_state import link_to, read_round
from tests.pages.app_page import html, open_page, run

# Ana holds 3, 8, 11 and +4, nobody else has a card, and she stays: the odds say hit, 26.7686 points against 26.
STAYS = """
format = 1
edition = "classic"
title = "A stay too early"
players = ["Ana", "Ben"]
deck = "12 5"
choices = ["Ana stay", "Ben hit"]

[start]
lines = { Ana = "3 8 11 +4" }
totals = { Ana = 12 }
"""
BUSTS = """
format = 1
edition = "classic"
players = ["Ana"]
deck = "12 12"
choices = ["Ana hit"]
"""


page = partial(open_page, "replay")


def pasted(text):
    app = page()
    app.text_area(key="replay-text").set_value(text)
    app.button[0].click()
    return run(app)


def linked(text, step=1):
    link = link_to(read_round(text), step - 1)
    return page(**dict(part.split("=", 1) for part in link.split("&")))


def test_a_pasted_round_is_replayed():
    text = html(pasted(STAYS))
    assert "A stay too early" in text
    assert "Step 1 of" in text


def test_every_fault_of_a_broken_text_is_said_and_the_text_stays():
    broken = STAYS.replace("12 5", "12 99 7Z").replace("Ben hit", "Ben jumps").replace('"Ben"]', '"Ben", "Ben"]')
    app = pasted(broken)
    text = html(app)
    for words in ("“99”", "“7Z”", "Ben jumps", "“Ben” stands twice"):
        assert words in text
    assert app.text_area(key="replay-text").value == broken
    assert "Step 1" not in text


def test_nothing_pasted():
    assert "Paste a round first" in html(pasted("  "))


def test_a_text_that_is_no_toml_is_no_traceback():
    assert "The record is not TOML" in html(pasted("<b>Ana hits Ben"))


@pytest.mark.parametrize(
    ("step", "words"),
    [
        # A whole deck has 94 cards, twelve of them 12s (R1): 12 / 94 = 12.8 %; then 11 of 93 = 11.8 %.
        (2, "12 of 94 cards, 13%"),
        (4, "11 of 93 cards, 12%"),
    ],
)
def test_the_chance_that_this_card_had(step, words):
    assert words in html(linked(BUSTS, step))


def test_a_choice_against_the_odds_and_what_it_cost():
    text = html(linked(STAYS, 2))
    assert "Ana says: “Stay.”" in text
    assert "Against the odds: hitting was worth 26.8 points, staying 26. Given away: 0.8." in text


def test_all_steps_are_links_with_a_marker_at_the_bad_choice():
    app = linked(STAYS, 1)
    app.toggle(key="replay-all").set_value(True)
    text = html(run(app))
    assert "1 choice to hit or to stay: 1 against the odds, 0.8 points given away." in text
    assert text.count("Against the odds: −0.8") == 1
    assert "&step=2" in text


def test_a_record_that_expects_something_else_is_replayed_and_says_what_differs():
    text = html(linked(STAYS + '\n[expect]\nturn = "Ana"\nstatus = { Ana = "frozen" }\n'))
    assert "status of Ana: expected &#x27;frozen&#x27;, but it is &#x27;stayed&#x27;." in text
    assert "Step 1 of" in text


def test_a_refused_choice_ends_the_replay_with_its_rule():
    refused = STAYS.replace('"Ben hit"', '"Ana hit"')
    text = html(linked(refused, len(read_round(refused).steps)))
    assert "Here the record stops." in text
    assert "(R9)" in text


def test_with_a_vengeance_a_choice_has_its_cost_too():
    text = html(
        linked(
            """
format = 1
edition = "vengeance"
players = ["Ana", "Ben"]
deck = "5 12"
deck_ends = true
choices = ["Ana hit"]
[start]
turn = "Ana"
lines = { Ana = "12", Ben = "3" }
""",
            2,
        )
    )
    # A 5 makes 17, the 12 busts: 8.5 on average, against 12 for a stay.
    assert "Ana says: “Hit.”" in text
    assert "Against the odds: staying was worth 12 points, hitting 8.5. Given away: 3.5." in text


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"round": "AAAA"}, "damaged or cut short"),
        ({"round": "<script>alert(1)</script>"}, "damaged or cut short"),
        ({"v": "9"}, "this app reads version 1"),
    ],
)
def test_a_wrong_link_is_said_and_is_no_dead_end(params, words):
    app = page(**params)
    text = html(app)
    assert words in text
    assert "<script>alert" not in text
    assert app.text_area(key="replay-text").value == ""


def test_a_wrong_step_leaves_the_round():
    link = dict(part.split("=", 1) for part in link_to(read_round(BUSTS)).split("&"))
    text = html(page(**{**link, "step": "99"}))
    assert "this round has steps 1 to 5" in text
    assert "Step 1 of 5" in text


def test_words_from_a_record_are_text():
    shown = html(
        linked(STAYS.replace("A stay too early", "<i>t").replace("[start]", 'names = { Ana = "<b>A" }\n[start]'))
    )
    assert "<i>t" not in shown
    assert "<b>A" not in shown
    assert "&lt;b&gt;A" in shown
