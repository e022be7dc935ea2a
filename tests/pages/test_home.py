"""The front door: each job, and the game that all pages then begin with."""

from streamlit.testing.v1 import AppTest

from flip7.cards import VENGEANCE
from tests.pages.app_page import ROOT, html, open_page, run


def test_the_game_chosen_at_the_door_is_that_of_the_pages():
    app = run(AppTest.from_file(ROOT / "app.py", default_timeout=20))
    assert app.session_state["f7-edition-switch"] == "classic"
    app.session_state["f7-edition"] = "vengeance"
    for page, key in (("should_i_hit", "hit"), ("check_score", "score"), ("check_round", "round")):
        app.switch_page(f"pages/{page}.py")
        run(app)
        assert app.session_state[key].edition is VENGEANCE
    app.switch_page("pages/cheat_sheet.py")
    run(app)
    assert "108 cards" in html(app)
    app.session_state["f7-edition"] = "classic"
    for page, key in (("should_i_hit", "hit"), ("check_score", "score"), ("check_round", "round")):
        app.switch_page(f"pages/{page}.py")
        run(app)
        assert app.session_state[key].edition.key == "classic"


def test_the_door_shows_the_game_that_is_chosen():
    app = run(AppTest.from_file(ROOT / "app.py", default_timeout=20))
    assert "a table that plays Flip 7: exact odds" in html(app)
    app.session_state["f7-edition"] = "vengeance"
    assert "a table that plays With a Vengeance: exact odds" in html(run(app))
    assert "÷2" in html(app)


def test_a_page_with_cards_keeps_its_game_whatever_is_chosen_at_the_door():
    app = open_page("check_round", v="1", edition="vengeance", names="Ana\nBen", hands="13.L13.m4-9", status="ss")
    run(app)
    app.session_state["f7-edition"] = "classic"
    assert "L13" in str(run(app).session_state["round"].seats[0].cards)
    assert app.session_state["round"].edition is VENGEANCE
    for page, key, link in (("should_i_hit", "hit", {"line": "13.L13"}), ("check_score", "score", {"hand": "13.L13"})):
        app = open_page(page, v="1", edition="vengeance", **link)
        run(app)
        app.session_state["f7-edition"] = "classic"
        assert run(app).session_state[key].edition is VENGEANCE
