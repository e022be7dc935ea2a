"""The page "What if …?" as Streamlit runs it."""

import re
from dataclasses import replace
from functools import partial
from html import escape

import pytest

from flip7.cards import CLASSIC, VENGEANCE
from flip7.lessons.library import library
from flip7.ui.cases_state import CasesState
from flip7.ui.cases_view import case_html, list_html, spoken_step
from tests.pages.app_page import html, open_page

page = partial(open_page, "cases")


def test_the_list_has_every_case_with_its_question():
    text = html(page())
    assert re.findall(r'href="cases\?v=1&case=([a-z0-9]+)"', text) == [case.key for case in library().of(CLASSIC)]
    assert "Can another 0 bust her?" in text
    assert "In a Flip Three" in text
    assert "Brutal Mode" not in text


def test_with_a_vengeance_has_its_own_cases_filters_and_search():
    found = re.compile(r'href="cases\?v=1&edition=vengeance&case=([a-z0-9]+)"')
    text = html(page(edition="vengeance"))
    assert found.findall(text) == [case.key for case in library().of(VENGEANCE)]
    for chip in ("I have stayed", "The Zero", "Lucky 13", "A modifier lies on me", "Brutal Mode"):
        assert f">{chip}</a>" in text
    assert "In a Flip Three" not in text
    brutal = html(page(edition="vengeance", where="brutal"))
    assert found.findall(brutal) == ["v38", "v39", "v39b", "v40", "v40b", "v41"]
    assert {"v28", "v28b", "v35b"} <= set(found.findall(html(page(edition="vengeance", q="V28"))))


def test_the_switch_changes_the_game_and_drops_a_filter_that_it_does_not_have():
    app = page(where="freeze")
    app.get("button_group")[0].set_value("vengeance").run()
    assert "case=v06b" in html(app)
    assert "case=b02" not in html(app)
    assert app.session_state["cases"].where == ""


def test_what_only_the_other_game_has_is_one_tap_away():
    text = html(page(q="steal"))
    assert "0 cases for “steal”." in text
    assert 'href="cases?edition=vengeance&amp;q=steal" target="_self">Flip 7: With a Vengeance has ' in text
    assert "case=v07" not in text


def test_a_case_leads_back_to_the_list_of_its_own_game():
    text = html(page(v="1", case="v22"))
    assert 'href="cases?edition=vengeance" target="_self">All cases</a>' in text
    assert 'href="cases?edition=classic" target="_self">All cases</a>' in html(page(v="1", case="a01"))


def test_a_link_to_the_middle_shows_that_step_with_its_rules_and_no_ruling_yet():
    text = html(page(v="1", case="a05", step="6", open="1"))
    assert "Card two of three: Ana turns a Second Chance and keeps it." in text
    assert "Step 6 of 11" in text
    assert 'href="how_it_works?q=R35"' in text
    assert 'aria-label="Second Chance, new"' in text
    assert "The ruling" not in text


def test_the_last_step_has_the_ruling_its_grounds_the_hand_and_the_next_case():
    text = html(page(v="1", case="a01", step="6"))
    assert "Then add the plus card: 82" in text
    assert 'href="how_it_works?q=R45"' in text
    assert "Certain: the rulebook or the publisher says so." in text
    assert "Rulebook 3.1, pages 8, 10 and 11" in text
    assert "x2 doubles the number cards: +36" in text
    assert 'href="cases?v=1&case=a02"' in text


def test_the_zero_that_cannot_come_has_a_chance_of_nil():
    text = html(page(v="1", case="a10", step="7"))
    assert "another comes next: <b>0%</b>" in text
    assert "another comes next: <b>9%</b>" in text


def test_after_the_last_case_there_is_the_list():
    last = library().of(CLASSIC)[-1]
    text = html(page(v="1", case=last.key, step=str(len(last.steps))))
    assert '<a class="f7-case-link" href="cases?edition=classic"' in text


def test_the_question_is_asked_before_anything_is_given_away():
    text = html(page(v="1", case="a01"))
    assert "What does Ana score?" in text
    assert "The ruling" not in text
    assert "x2 doubles the number cards: +36" not in text


def test_a_wrong_answer_has_its_own_reason():
    text = html(page(v="1", case="a01", step="5", tried="2"))
    assert "That doubles the ten too." in text
    assert "The ruling" not in text


def test_a_search_by_rule_finds_its_cases():
    text = html(page(q="R36"))
    found = set(re.findall(r'href="cases\?v=1&case=([a-z0-9]+)"', text))
    assert {"a04", "b06", "r36", "r36b"} <= found
    assert "a01" not in found


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"case": "zzz"}, "There is no case “zzz”"),
        ({"case": "a05", "step": "99"}, "this case has steps 1 to 11"),
        ({"case": "<script>alert(1)</script>"}, "There is no case “&lt;script&gt;"),
        ({"case": "a05", "step": "<img src=x>"}, "&lt;img src=x&gt;"),
        ({"v": "9"}, "this app reads version 1"),
    ],
)
def test_a_wrong_link_is_said_and_is_no_dead_end(params, words):
    text = html(page(**params))
    assert words in text
    assert "<script>alert" not in text
    assert "<img src" not in text
    assert "f7-cases" in text or "f7-step" in text


def test_words_from_a_file_are_text():
    case = replace(library().cases["a01"], title="<b>title", question="<i>q", ruling="<u>r", myth="<s>m")
    state = CasesState(case, step=len(case.steps) - 1, open=True)
    drawn = case_html(state, case) + list_html([case], CasesState(), CLASSIC)
    for tag in ("<b>title", "<i>q", "<u>r", "<s>m"):
        assert tag not in drawn
        assert escape(tag) in drawn


def test_a_screen_reader_hears_the_step_and_at_the_end_the_ruling():
    case = library().cases["a03"]
    assert spoken_step(CasesState(case, step=1, open=True), case) == "Step 2 of 4. Ana says: “Hit.”"
    assert spoken_step(CasesState(case, step=3, open=True), case).endswith(case.ruling)
