"""The page "How it works" as Streamlit runs it."""

from functools import partial
from html import escape

import pytest

from flip7.odds.assumptions import ASSUMPTIONS
from flip7.ui.method import method_html
from tests.pages.app_page import html, open_page

page = partial(open_page, "how_it_works")


def test_all_99_rules_both_decks_and_the_method_are_there():
    text = html(page())
    assert text.count('class="f7-article"') == 99
    assert "94 cards" in text
    assert "108 cards" in text
    assert "Nothing is sampled" in text
    assert "What is assumed" in text


def test_search_by_number_word_and_card():
    app = page()
    app.text_input[0].input("R45").run()
    assert 'id="R45"' in html(app)
    app.text_input[0].input("freeze").run()
    assert 'id="R26"' in html(app)
    assert 'id="R45"' not in html(app)
    app.text_input[0].input("+10").run()
    assert 'id="R2"' in html(app)


def test_one_game_only():
    app = page(edition="vengeance")
    assert html(app).count('class="f7-article"') == 41


def test_a_query_from_a_link_is_text():
    app = page(q="<script>alert(1)</script>")
    assert app.text_input[0].value == "<script>alert(1)</script>"
    assert "<script>alert" not in html(app)
    assert "0 rules for" in html(app)


def test_an_unknown_game_in_a_link_is_said():
    assert "names a game that is not known" in html(page(edition="poker"))


@pytest.mark.parametrize("about", ASSUMPTIONS)
def test_every_assumption_is_explained_where_a_link_asks_for_it(about: str) -> None:
    assert f'<li id="{about}">' in method_html()
    assert f'f7-info">{escape(ASSUMPTIONS[about])}' in method_html(about)


@pytest.mark.parametrize("about", ["nothing", "<b>", "a" * 9000])
def test_an_unknown_assumption_is_passed_over(about: str) -> None:
    assert method_html(about) == method_html()
