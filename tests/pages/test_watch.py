"""The page "Watch a game": everything that changes is seen, and nothing can be written."""

import json
from functools import partial

import pytest

from flip7.errors import NotAllowedError
from flip7.hosting import limits
from flip7.notation import read_cards
from flip7.scorepad.codes import new_code
from flip7.scorepad.entries import Advice, Close, End, Hand, Start
from flip7.scorepad.store import the_store
from flip7.scorepad.trouble import StoreError
from flip7.ui import visitors
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


@pytest.mark.parametrize("which", ["watch", "score_pad"])
def test_a_game_that_is_gone_is_said_and_the_page_comes_to_rest(which):
    store = the_store()
    opened = store.create([Start(("Ana", "Ben"))], now=0)
    app = open_page(which, v="1", watch=opened.watch, pad=opened.code)
    assert "no game with this code" not in html(app)
    assert store.expire(1) == 1
    # A page that went on looking for what is new would not come to an end here.
    assert "There is no game with this code" in html(run(app))


@pytest.mark.parametrize("way", ["pad", "watch", "typed"])
def test_guessed_codes_are_slowed_wherever_they_are_tried(opened, way, monkeypatch):
    monkeypatch.setattr(visitors, "_address", lambda: f"192.0.2.{('pad', 'watch', 'typed').index(way)}")
    monkeypatch.setattr(limits._GUESSES, "_clock", lambda: 5000.0)

    def guess(code):
        if way == "watch":
            return html(page(v="1", watch=code))
        if way == "pad":
            return html(open_page("score_pad", v="1", pad=code))
        app = open_page("score_pad")
        app.text_input(key="pad-code").set_value(code)
        next(button for button in app.button if button.label == "Open").click()
        return html(run(app))

    for _ in range(5):
        assert "There is no game with this code" in guess(new_code())
    assert "has to wait. Try again in 1 second." in guess(new_code())
    right = guess(opened.watch if way == "watch" else opened.code)
    assert "has to wait. Try again in 1 second." in right
    assert "Ana" not in right


def test_who_begins_too_many_games_is_told_so_and_their_first_one_opens_all_the_same(monkeypatch):
    monkeypatch.setattr(visitors, "_address", lambda: "192.0.2.9")
    monkeypatch.setattr(limits._GUESSES, "_clock", lambda: 5000.0)
    store = the_store()
    first = visitors.new_game(store, [Start(("Ana", "Ben"))])
    for _ in range(29):
        visitors.new_game(store, [Start(("Ana", "Ben"))])
    with pytest.raises(NotAllowedError, match="30 games within an hour"):
        visitors.new_game(store, [Start(("Ana", "Ben"))])
    for _ in range(5):
        with pytest.raises(NotAllowedError, match="no game with this code"):
            visitors.open_game(store, new_code())
    assert visitors.open_game(store, first.code).game == first.game


@pytest.mark.parametrize("name", ["watch", "score_pad"])
def test_a_store_that_cannot_be_reached_is_said_in_a_sentence(name, monkeypatch):
    def away():
        raise StoreError("no connection")

    monkeypatch.setattr("flip7.ui.visitors.the_store", away)
    shown = html(open_page(name))
    assert "The games cannot be reached: The store cannot be used just now (no connection)" in shown
    assert "An unofficial aid" in shown
