"""The page "Watch a game": everything that changes is seen, and nothing can be written."""

import json
from functools import partial

import pytest

from flip7.notation import read_cards
from flip7.scorepad.entries import Advice, Close, End, Hand, Start
from flip7.scorepad.store import the_store
from tests.pages.app_page import html, open_page, run

page = partial(open_page, "watch")


@pytest.fixture
def opened():
    hands = (Hand("p1", 1, points=26), Hand("p2", 1, points=40), Close(1))
    line = Hand("p1", 2, read_cards("8 3 +4"), status="active")
    return the_store().create([Start(("Ana", "<script>Ben"), dealer="p2"), *hands, line])


def test_who_watches_sees_lines_totals_and_chances(opened):
    shown = html(page(v="1", watch=opened.watch))
    assert "<bdi>Ana</bdi> deals · to 200" in shown
    # The 7 other eights and 2 other threes bust, of 94 - 3 cards: 9 of 91.
    assert "Next card busts: <b>10%</b>" in shown
    assert "total 26" in shown
    assert "total 40" in shown
    assert "&lt;script&gt;Ben" in shown
    assert "<script>Ben" not in shown


def test_what_is_written_meanwhile_is_shown(opened):
    app = page(v="1", watch=opened.watch)
    store = the_store()
    store.write(opened.code, opened.game, [Hand("p2", 2, points=33)], "phone.1")
    assert "33 this round" in html(run(app))
    store.write(opened.code, store.open(opened.code).game, [Advice(False)], "phone.2")
    assert "busts" not in html(run(app))


def test_nothing_on_the_page_could_write(opened):
    app = page(v="1", watch=opened.watch)
    everything = html(app) + json.dumps(app.query_params) + str(app.session_state)
    assert opened.watch in everything
    assert opened.code not in everything
    assert [button.label for button in app.button] == ["Watch another game"]
    assert len(the_store().open(opened.code).game.log) == len(opened.game.log)


@pytest.mark.parametrize("which", ["write", "guessed", "hostile"])
def test_another_code_shows_no_game(opened, which):
    code = {"write": opened.code, "guessed": "kadomurilesabogitunu", "hostile": "<img src=x>' OR 1=1 --"}[which]
    app = page(v="1", watch=code)
    assert "There is no game with this code" in html(app)
    assert "Ana" not in html(app)
    assert "<img" not in html(app)


def test_the_watch_code_opens_no_pad(opened):
    app = open_page("score_pad", v="1", pad=opened.watch)
    assert "There is no game with this code" in html(app)
    assert "Ana" not in html(app)


def test_a_code_can_be_typed_as_it_is_read_aloud(opened):
    app = page()
    app.text_input[0].set_value("-".join(opened.watch[at : at + 4] for at in range(0, 20, 4)).upper())
    app.button[0].click()
    assert "total 40" in html(run(app))


def test_a_finished_game_says_how_it_went():
    hands = [Hand("p1", 1, points=120), Hand("p2", 1, points=15), Close(1)]
    more = [Hand("p1", 2, points=90), Hand("p2", 2, points=20), Close(2), End()]
    opened = the_store().create([Start(("Ana", "Ben")), *hands, *more])
    shown = html(page(v="1", watch=opened.watch))
    assert "The game is over. <bdi>Ana</bdi> wins." in shown
    assert "Best round: <bdi>Ana</bdi>, 120 points in round 1." in shown
