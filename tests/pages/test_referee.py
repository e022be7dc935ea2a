"""The page "Referee" as Streamlit runs it."""

from functools import partial

from flip7.ui.referee_state import apply
from tests.pages.app_page import html, open_page, run

LINK = {"v": "1", "n": "4", "names": "Ana\nBen\nCleo", "dealer": "3", "in": "7.3.12.FR"}


page = partial(open_page, "referee")


def tap(app, *taps):
    for code in taps:
        app.session_state["referee"] = apply(app.session_state["referee"], code)
    return run(app)


def button(app, words):
    return next(button for button in app.button if words in button.label)


def test_three_players_begin_with_one_tap():
    app = page()
    assert "Referee" in html(app)
    button(app, "Start").click()
    assert "Turn a card for Player 1" in html(run(app))


def test_names_dealer_and_house_rules_are_taken():
    app = page()
    app.segmented_control[0].select("vengeance")
    app.number_input[0].set_value(4)
    run(app)
    app.selectbox[0].set_value(1)
    run(app)
    for box, name in zip(app.text_input, ("Ana", "<b>Ben</b>", "ana", ""), strict=True):
        box.input(name)
    run(app)
    assert "At this table: Ana, &lt;b&gt;Ben&lt;/b&gt;, ana 2, Player 4." in html(app)
    titles = [radio.label for radio in app.radio]
    assert "A tie at the top (V13)" in titles
    assert not any("R31" in title for title in titles)
    app.checkbox[0].check()
    run(app)
    assert any("Brutal" in radio.label for radio in app.radio)
    app.radio[titles.index("A tie at the top (V13)")].set_value("shared")
    run(app)
    button(app, "Start").click()
    game = run(app).session_state["referee"].game
    assert game.setup.names == ("Ana", "<b>Ben</b>", "ana 2", "Player 4")
    assert (game.setup.edition.key, game.setup.dealer) == ("vengeance", 1)
    assert (game.setup.house.tie, game.setup.house.brutal, game.setup.house.target) == ("shared", True, 200)
    assert "Turn a card for ana 2" in html(app)


def test_taps_and_the_end_of_a_round():
    app = tap(page(**{**LINK, "n": "3", "in": "7.3.12"}), "7", "3")
    assert "Another 3" in html(app) or "second 3" in html(app)
    tap(app, "0")
    assert "Cleo: hit or stay?" in html(app)
    tap(app, "hit", "stay")
    assert "That is not asked now" in html(app)
    tap(app, "5", "stay")
    assert "Round over: Cleo leads with 17" in html(app)
    assert "Number cards: 0 + 5 + 12 = 17" in html(app)
    assert "Ana deals next" in html(app)


def test_a_link_brings_the_game_back():
    assert "Ana: who gets the Freeze?" in html(page(**LINK))


def test_a_running_game_survives_a_look_at_the_form():
    app = page(**LINK)
    button(app, "Change players").click()
    run(app)
    assert app.text_input[0].value == "Ana"
    button(app, "Back to the running game").click()
    assert "Ana: who gets the Freeze?" in html(run(app))


def test_a_new_game_can_be_taken_back():
    app = page(**LINK)
    button(app, "New game").click()
    assert "Turn a card for Ben" in html(run(app))
    assert "Ana: who gets the Freeze?" in html(tap(app, "undo"))


def test_the_round_as_text():
    app = page(**LINK)
    assert not app.code
    app.toggle[0].set_value(True)
    run(app)
    assert 'deck = "7 3 12 FR"' in app.code[0].value
    assert 'P1 = "Ana"' in app.code[0].value


def test_a_hostile_link_is_shown_as_text_and_the_form_works():
    app = page(**{**LINK, "in": "<script>alert(1)</script>", "n": "1"})
    assert "This link cannot be used" in html(app)
    assert "<script>alert" not in html(app)
    button(app, "Start").click()
    assert "Turn a card for Player 1" in html(run(app))


def test_a_hostile_name_is_text_everywhere():
    app = page(**{**LINK, "names": '<script>alert(1)</script>\n"><img src=x onerror=alert(1)>\nCleo'})
    tap(app, "to 1")
    tap(app, "stay", "stay")
    assert "<script>alert" not in html(app)
    assert "<img" not in html(app)
