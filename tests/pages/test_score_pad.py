"""The page "Score pad" as Streamlit runs it."""

import re
from functools import partial
from html import unescape
from urllib.parse import parse_qsl

import pytest

from flip7.errors import NotAllowedError
from flip7.notation import read_cards
from flip7.rulebook import House
from flip7.scorepad.entries import Claim, Close, End, Hand, Start
from flip7.scorepad.export import to_json
from flip7.scorepad.game import Game
from flip7.scorepad.store import the_store
from flip7.ui.hit_link import from_link as hit_from_link
from flip7.ui.referee_keys import pad_sections as referee_sections
from flip7.ui.referee_link import from_link as referee_from_link
from flip7.ui.referee_link import link_of as referee_link
from flip7.ui.referee_state import apply as referee_tap
from flip7.ui.score_pad_referee import write_round
from flip7.ui.score_pad_taps import apply_all
from flip7.ui.taps import TapMark
from tests.pages.app_page import html, open_page, run

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
    assert "<b><bdi>Ana</bdi></b> · nothing entered" in html(app)
    assert "Round 1 · <bdi>Player 3</bdi> deals" in html(app)


def test_a_link_opens_the_game_with_sheet_and_totals(opened):
    shown = html(page(v="1", pad=opened.code))
    assert "Round 2 · <bdi>Ana</bdi> deals" in shown
    for cell in ("<td>26</td>", "0 <small>bust</small>", "40 <small>Flip 7</small>", "44 <small>frozen</small>"):
        assert cell in shown
    assert "&lt;script&gt;Ben" in shown
    assert "<script>Ben" not in shown


def test_an_ended_game_says_who_won_and_how_it_went():
    hands = [Hand("p1", 1, points=120), Hand("p2", 1, points=15), Close(1)]
    more = [Hand("p1", 2, points=90), Hand("p2", 2, points=20), Close(2), End()]
    opened = the_store().create([Start(("Ana", "Ben")), *hands, *more])
    shown = html(page(v="1", pad=opened.code))
    assert "The game is over. <bdi>Ana</bdi> wins." in shown
    assert "Best round: <bdi>Ana</bdi>, 120 points in round 1." in shown
    assert "<td>210</td>" in shown


def test_a_code_that_opens_nothing_says_so():
    app = page(v="1", pad="kadomurilesabogitunu")
    assert "There is no game with this code" in html(app)
    assert any(button.label == "Begin the game" for button in app.button)


HOSTILE = ("<script>alert(1)</script>", "שלום <b>", "=1+1|x", "Ana\u202e")


def button(app, words):
    return next(button for button in app.button if words in button.label)


def tap(app, *taps):
    state = app.session_state["pad"]
    mark = TapMark("abcdef", state.mark.count + len(taps))
    app.session_state["pad"] = apply_all(state, taps, mark, the_store())
    return run(app)


def opened_blocks(app, *names):
    for name in names:
        app.session_state[f"pad-{name}"] = True
    return run(app)


def test_hostile_names_are_text_everywhere_on_the_page():
    played = Game().play(Start(HOSTILE))
    for entry in (*(Hand(f"p{n}", 1, points=20 + n) for n in range(1, 5)), Close(1)):
        played = played.play(entry)
    game = the_store().create(played.log)
    app = opened_blocks(page(v="1", pad=game.code), "Players", "All changes", "race")
    shown = html(app)
    assert "<script>alert" not in shown
    assert "שלום <b>" not in shown
    assert "\u202e" not in shown
    assert "<bdi>&lt;script&gt;alert(1)&lt;/script&gt;</bdi>" in shown
    assert "Round 1: \u2068שלום &lt;b&gt;\u2069 22." in shown
    chart = app.get("plotly_chart")[0].proto.spec
    assert "<script>" not in chart
    assert "&lt;script&gt;" in chart or "\\u0026lt;script\\u0026gt;" in chart


def test_a_name_of_ten_thousand_characters_is_refused_in_a_sentence_and_nothing_is_lost(opened):
    app = page(v="1", pad=opened.code)
    app = opened_blocks(tap(app, "digit 9"), "Players")
    app.text_input[0].set_value("x" * 10_000)
    button(app, "Rename").click()
    shown = html(run(app))
    assert "a name has at most 40" in shown
    assert "x" * 41 not in shown
    assert app.session_state["pad"].draft.text == "9"


def test_a_late_joiner_whose_name_is_too_long_stays_in_the_box(opened):
    app = opened_blocks(page(v="1", pad=opened.code), "Players")
    box = next(box for box in app.text_input if box.label == "Late joiner")
    assert box.proto.max_chars == 0
    box.set_value("y" * 41)
    button(app, "Join from").click()
    app = run(app)
    assert "Not saved. “yyyyyyyyyyyyyyyyyyyy…” has 41 characters; a name has at most 40." in html(app)
    box = next(box for box in app.text_input if box.label == "Late joiner")
    assert box.value == "y" * 41
    box.set_value("Eve")
    button(app, "Join from").click()
    app = run(app)
    assert next(box for box in app.text_input if box.label == "Late joiner").value == ""
    assert the_store().open(opened.code).game.name("p5") == "Eve"


@pytest.mark.parametrize("length", [41, 10_000])
def test_a_game_does_not_begin_with_a_name_that_is_too_long_and_the_box_keeps_it(length):
    app = page()
    app.text_input[0].set_value("x" * length)
    app.text_input[1].set_value(" " * 60 + "Ben")
    button(run(app), "Begin the game").click()
    app = run(app)
    assert f"“xxxxxxxxxxxxxxxxxxxx…” has {length} characters; a name has at most 40." in html(app)
    assert app.text_input[0].value == "x" * length
    app.text_input[0].set_value("Ana")
    button(app, "Begin the game").click()
    app = run(app)
    assert app.session_state["pad"].game.now.seats == ("p1", "p2", "p3")
    assert [app.session_state["pad"].game.name(seat) for seat in ("p1", "p2", "p3")] == ["Ana", "Ben", "Player 3"]


def test_the_link_of_a_game_opens_it_as_its_code_does(opened):
    for typed in (opened.code, f"http://table.example/score_pad?v=1&pad={opened.code}&log=3"):
        app = page()
        next(box for box in app.text_input if box.label.startswith("Code")).set_value(typed)
        button(app, "Open").click()
        assert run(app).session_state["pad"].opened.code == opened.code


def test_all_house_rules_can_be_changed_in_mid_game_and_stand_in_the_log(opened):
    app = opened_blocks(page(v="1", pad=opened.code), "House rules")
    titles = [radio.label for radio in app.radio]
    assert {"A tie at the top (R53)"} <= set(titles)
    app.radio[titles.index("A tie at the top (R53)")].set_value("shared")
    app.number_input[0].set_value(150)
    run(app)
    button(app, "Play by these rules").click()
    app = opened_blocks(run(app), "All changes")
    assert (app.session_state["pad"].game.house.tie, app.session_state["pad"].game.house.target) == ("shared", 150)
    assert "House rules: tie shared, target 150." in html(app)


def test_the_referee_leads_a_round_and_writes_it_on_the_pad(opened):
    store = the_store()
    app = page(v="1", pad=opened.code)
    button(app, "Let the referee lead round 2").click()
    app = run(app)
    led = app.session_state["referee"].game
    assert led.setup.names == ("Ana", "<script>Ben", "Cleo", "Dev")
    assert (led.setup.dealer, led.setup.totals, led.round) == (0, (26, 0, 40, 44), 2)
    assert len(led.setup.pile) == sum(len(hand.cards) for hand in ROUND)
    state = app.session_state["referee"]
    # Dealt from Ben on; everybody stays on the opening card.
    for code in ("5", "6", "3", "7", "stay 1", "stay 2", "stay 3", "stay 0"):
        state = referee_tap(state, code)
    assert state.table.result is not None
    again, wrong = referee_from_link(dict(parse_qsl(referee_link(state))))
    assert (again.game.setup.pad, wrong) == (opened.code, "")
    app.session_state["referee"] = state
    app.switch_page("pages/referee.py")
    app = run(app)
    assert [key.code for section in referee_sections(state) for key in section.keys] == ["undo"]
    button(app, "Write this round on the score pad").click()
    run(app)
    app.switch_page("pages/score_pad.py")
    app = run(app)
    game = store.open(opened.code).game
    assert dict(game.rounds[1].points) == {"p1": 7, "p2": 5, "p3": 6, "p4": 3}
    assert (game.open, game.now.dealer) == (3, "p2")
    assert "Round 3 · <bdi>&lt;script&gt;Ben</bdi> deals" in html(app)
    with pytest.raises(NotAllowedError, match="on the score pad already"):
        write_round(store, state.game)
    assert len(store.open(opened.code).game.log) == len(game.log)


def test_a_round_that_has_begun_on_the_pad_is_not_led_by_the_referee(opened):
    app = tap(page(v="1", pad=opened.code), "digit 9", "save")
    assert not any("referee" in button.label for button in app.button)


def test_rounds_whose_cards_are_known_can_be_taken_along_as_records(opened):
    app = page(v="1", pad=opened.code)
    for seat in range(1, 5):
        app = tap(app, f"seat p{seat}", "digit 9")
    app = opened_blocks(tap(app, "close"), "Save, print, take along")
    box = next(box for box in app.selectbox if box.label == "Round to replay")
    assert box.options == ["Round 1"]


def test_a_rematch_keeps_the_seats_and_is_a_game_of_its_own():
    ended = [Hand("p1", 1, points=60), Hand("p2", 1, points=55), Close(1), End()]
    opened = the_store().create([Start(("Ana", "Ben"), dealer="p2", house=House(target=60)), *ended])
    app = page(v="1", pad=opened.code)
    button(app, "Rematch").click()
    app = run(app)
    state = app.session_state["pad"]
    assert state.opened.code != opened.code
    assert dict(state.game.totals) == {"p1": 0, "p2": 0}
    assert (state.game.house.target, state.game.now.dealer) == (60, "p1")
    assert the_store().open(opened.code).game.over
    assert "Round 1 · <bdi>Ana</bdi> deals" in html(app)
    assert "other phones" not in html(app)


def test_a_rematch_of_many_phones_says_that_it_has_a_code_of_its_own():
    ended = [Claim("p1", "abcdef"), Hand("p1", 1, points=60), Hand("p2", 1, points=55), Close(1), End()]
    opened = the_store().create([Start(("Ana", "Ben"), dealer="p2", house=House(target=60)), *ended])
    app = page(v="1", pad=opened.code)
    button(app, "Rematch").click()
    assert "This is a new game: the other phones join with its own code" in html(run(app))


def test_an_exported_game_is_taken_up_again_with_everything_in_it(opened):
    before = the_store().open(opened.code).game
    app = page()
    app.file_uploader[0].set_value(("flip7-game.json", to_json(before).encode(), "application/json"))
    button(run(app), "Take up this game").click()
    app = run(app)
    again = app.session_state["pad"]
    assert again.opened.code != opened.code
    assert again.game == before
    shown = html(app)
    for cell in ("<td>26</td>", "0 <small>bust</small>", "40 <small>Flip 7</small>", "44 <small>frozen</small>"):
        assert cell in shown


@pytest.mark.parametrize(("edition", "cards"), [("classic", "12 5"), ("vengeance", "13 L13 -4")])
def test_the_calculator_opens_with_the_line_and_the_deck_of_either_game(edition, cards):
    game = Game().play(Start(("Ana", "Ben"), edition))
    for entry in (
        Hand("p1", 1, read_cards("9 8", game.edition), status="stayed"),
        Hand("p2", 1, read_cards("9", game.edition), status="stayed"),
        Close(1),
        Hand("p1", 2, read_cards(cards, game.edition), status="active"),
    ):
        game = game.play(entry)
    shown = html(page(v="1", pad=the_store().create(game.log).code))
    link = unescape(re.search(r'href="should_i_hit\?([^"]*)"', shown)[1])
    state, wrong = hit_from_link(dict(parse_qsl(link)))
    assert wrong == ""
    assert (state.edition.key, state.line) == (edition, read_cards(cards, game.edition))
    assert sorted(face.code for face in state.pile) == ["8", "9", "9"]


def test_whoever_has_flipped_seven_is_told_no_chance_to_bust():
    game = Game().play(Start(("Ana", "Ben"))).play(Hand("p1", 1, read_cards("0 1 2 3 4 5 6")))
    opened = the_store().create(game.log)
    assert "Chance that the next card busts" not in html(page(v="1", pad=opened.code))


def test_who_scans_the_code_to_join_is_told_what_to_do(opened):
    shown = html(page(v="1", pad=opened.code, sit="yes"))
    assert "Tap your name. After that, tap each card that you get." in shown
    assert "Your name is not here? Add it under “Players”, further down." in shown
