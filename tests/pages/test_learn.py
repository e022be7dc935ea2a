"""The page "Learn the game" as Streamlit runs it."""

import re
from functools import partial

import pytest

from flip7.cards import CLASSIC, VENGEANCE
from flip7.lessons.courses import courses
from flip7.ui.learn_state import LearnState, Progress
from flip7.ui.learn_view import end_html, hub_html, pad_sections, spoken
from tests.pages.app_page import html, open_page

page = partial(open_page, "learn")
(FIRST,) = courses().of(CLASSIC).courses


def test_the_list_leads_to_the_first_lesson_to_all_and_to_everything_that_teaches():
    text = html(page())
    assert 'href="learn?v=1&lesson=first-minute" target="_self">Start: Your first minute</a>' in text
    assert len(set(re.findall(r'href="learn\?v=1&lesson=([a-z0-9-]+)"', text))) == 13
    for link in ("cases", "replay", "claims", "worked_game", "cheat_sheet"):
        assert f'href="{link}" target="_self"' in text
    assert "To repeat" not in text


def test_progress_shows_what_is_done_what_comes_next_and_what_to_repeat():
    done = Progress(frozenset({"first-minute", "deck"}), frozenset({"first-minute:3"}))
    text = hub_html(courses().of(CLASSIC), CLASSIC, done)
    assert "2 of 13 lessons done." in text
    assert text.count("f7-learn-done") == 2
    assert ">Go on: Hit and stay</a>" in text
    assert (
        'href="learn?v=1&lesson=first-minute&step=3" target="_self"><b>How many 12s are still in the deck?</b>' in text
    )


def test_with_a_vengeance_has_two_doors_its_own_lessons_and_no_pages_about_flip_7():
    text = html(page(edition="vengeance"))
    link = 'href="learn?v=1&edition=vengeance&lesson={}" target="_self">{}</a>'
    assert link.format("nobody-is-safe", "I know Flip 7: Nobody is safe") in text
    assert link.format("first-cards", "I know neither game: Your first cards") in text
    assert len(set(re.findall(r'href="learn\?v=1&edition=vengeance&lesson=([a-z0-9-]+)"', text))) == 8 + 12
    assert 'href="cases?edition=vengeance" target="_self"' in text
    assert "lesson=first-minute" not in text
    for link in ("claims", "worked_game", "cheat_sheet"):
        assert f'href="{link}"' not in text


def test_the_switch_changes_the_game_and_a_lesson_leads_back_to_its_own_list():
    app = page()
    app.get("button_group")[0].set_value("vengeance").run()
    assert "lesson=nobody-is-safe" in html(app)
    assert app.session_state["f7-edition"] == "vengeance"
    app.get("button_group")[0].set_value("classic").run()
    assert "lesson=first-minute" in html(app)
    lesson = page(v="1", lesson="the-zero")
    assert 'href="learn?v=1&edition=vengeance" target="_self">All lessons</a>' in html(lesson)
    assert not lesson.get("button_group")


def test_the_learner_is_you_on_the_table_too():
    text = html(page(v="1", lesson="giving-minus-cards"))
    assert "<span>You say who gets it</span>" in text
    assert 'aria-label="minus 8' in text


def test_the_end_of_a_course_of_with_a_vengeance():
    different, _ = courses().of(VENGEANCE).courses
    text = end_html(different, different.lessons["brutal-mode"], Progress(frozenset({"brutal-mode", "deck"})))
    assert "<li>The optional rules, and where tables differ.</li>" in text
    assert "What is in the deck" not in text
    assert 'href="cases?edition=vengeance" target="_self">Tricky moments</a>' in text


def test_a_link_to_the_middle_shows_that_step_and_its_question():
    text = html(page(v="1", lesson="first-minute", step="4", came="2"))
    assert "Step 4 of 9" in text
    assert 'aria-label="cards that say 12"' in text
    assert "<b>11 ×</b>" in text
    assert "What happens to you if the next card is a 12?" in text
    assert "and one of them is yours." in text


def test_a_wrong_answer_has_its_reason_above_the_same_question():
    text = html(page(v="1", lesson="first-minute", step="5", tried="1"))
    assert "Not “17”." in text
    assert "Stay would have kept them." in text
    assert "What do you score for this round?" in text


def test_the_end_of_a_lesson_counts_the_hand_and_leads_on():
    text = html(page(v="1", lesson="first-minute", step="9"))
    assert "Number cards: 1 + 2 + 9 = 12" in text
    assert 'href="learn?v=1&lesson=deck"' in text
    assert 'href="how_it_works?q=R21"' in text


def test_the_end_of_the_course_says_what_is_known_and_where_to_play():
    lesson = FIRST.lessons["set-up"]
    text = end_html(FIRST, lesson, Progress(frozenset({"set-up", "bust"}), frozenset({"bust:1"})))
    assert "<li>What busts you, and what a bust costs.</li>" in text
    assert 'href="learn?v=1&lesson=bust"' in text
    assert 'href="referee" target="_self"' in text
    assert 'href="cheat_sheet" target="_self"' in text


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"lesson": "zzz"}, "There is no lesson “zzz”"),
        ({"lesson": "deck", "step": "99"}, "this lesson has steps 1 to 5"),
        ({"lesson": "<script>alert(1)</script>"}, "There is no lesson “&lt;script&gt;"),
        ({"v": "9"}, "this app reads version 1"),
    ],
)
def test_a_wrong_link_is_said_and_is_no_dead_end(params, words):
    text = html(page(**params))
    assert words in text
    assert "<script>alert" not in text
    assert "f7-lesson" in text


def test_keys_say_what_was_not_right_and_a_screen_reader_hears_why():
    lesson = FIRST.lessons["first-minute"]
    state = LearnState(lesson, step=4, tried=(0,))
    keys = pad_sections(state, lesson.steps[4])[0].keys
    assert [(key.code, key.label, key.off) for key in keys] == [
        ("4.0", "17, not right", True),
        ("4.1", "0", False),
        ("4.2", "29", False),
    ]
    assert spoken(state, lesson, lesson.steps[4]).startswith("Not “17”. You had those points")
    after = LearnState(lesson, step=5, came=1)
    assert spoken(after, lesson, lesson.steps[5]).startswith("A bust is worth nothing at all.")
