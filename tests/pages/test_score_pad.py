"""The page "Score pad" as Streamlit runs it."""

from functools import partial

import pytest

from flip7.notation import read_cards
from flip7.scorepad.entries import Close, End, Hand, Start
from flip7.scorepad.store import the_store
from tests.pages.app_page import html, open_page

ROUND = (
    Hand("p1", 1, read_cards("3 8 11 +4"), status="stayed"),
    Hand("p2", 1, read_cards("4 9 9"), status="busted"),
    Hand("p3", 1, read_cards("0 1 2 4 5 6 7")),
    Hand("p4", 1, read_cards("10 12 x2 FR"), status="frozen"),
)


@pytest.fixture
def opened():
    return the_store().create([Start(("Ana", "<script>Ben", "Cleo", "Dev"), dealer="p4"), *ROUND, Close(1)])


page = partial(open_page, "score_pad")


def test_a_game_begins_with_its_players():
    app = page()
    assert "The whole game on one page" in html(app)
    app.text_input[0].input("Ana")
    next(button for button in app.button if button.label == "Begin the game").click().run()
    assert not app.exception
    assert "<b>Ana</b> · nothing entered" in html(app) or "Player 2" in html(app)
    assert "Round 1 · Player 3 deals" in html(app)


def test_a_link_opens_the_game_with_sheet_and_totals(opened):
    shown = html(page(v="1", pad=opened.code))
    assert "Round 2 · Ana deals" in shown
    for cell in ("<td>26</td>", "0 <small>bust</small>", "40 <small>Flip 7</small>", "44 <small>frozen</small>"):
        assert cell in shown
    assert "&lt;script&gt;Ben" in shown
    assert "<script>Ben" not in shown


def test_an_ended_game_says_who_won_and_how_it_went():
    hands = [Hand("p1", 1, points=120), Hand("p2", 1, points=15), Close(1)]
    more = [Hand("p1", 2, points=90), Hand("p2", 2, points=20), Close(2), End()]
    opened = the_store().create([Start(("Ana", "Ben")), *hands, *more])
    shown = html(page(v="1", pad=opened.code))
    assert "The game is over. Ana wins." in shown
    assert "Best round: Ana, 120 points in round 1." in shown
    assert "<td>210</td>" in shown


def test_a_code_that_opens_nothing_says_so():
    app = page(v="1", pad="kadomurilesabogitunu")
    assert "There is no game with this code" in html(app)
    assert any(button.label == "Begin the game" for button in app.button)
