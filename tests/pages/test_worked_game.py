"""The page "A worked game" as Streamlit runs it, and its state."""

import json
from functools import partial

from flip7.engine.reading import read_record
from flip7.engine.record import replay
from flip7.lessons.game import worked_game
from flip7.ui.game_state import GameState, apply_all, from_link, link_of
from flip7.ui.game_view import totals_html
from flip7.ui.race_chart import race_chart
from flip7.ui.replay_link import unpack
from flip7.ui.taps import NO_MARK
from tests.pages.app_page import html, open_page

GAME = worked_game()


page = partial(open_page, "worked_game")


def test_the_first_hand_is_asked_without_its_score():
    text = html(page())
    assert "What does Ana score?" in text
    assert "Step by step" not in text


def test_r45_a_wrong_score_has_its_reason_and_the_right_one_its_steps():
    assert "Not 22. x2 was forgotten." in html(page(v="1", hand="4", said="22"))
    right = html(page(v="1", hand="4", said="44"))
    assert "x2 doubles the number cards: +22" in right


def test_the_end_has_totals_a_chart_and_a_game_that_goes_on():
    app = page(v="1", hand="14")
    text = html(app)
    assert "Ana leads with 78. Nobody has 200 yet, so the game goes on." in text
    for cell in ("+52 <b>78</b>", "+12 <b>49</b>", "+0 <b>59</b>", "+30 <b>74</b>"):
        assert cell in text
    lines = json.loads(app.get("plotly_chart")[0].proto.spec)["data"]
    assert [line["name"] for line in lines] == ["Ana", "Ben", "Cleo", "Dev"]


def test_no_chart_is_loaded_before_the_end():
    assert not page(v="1", hand="9").get("plotly_chart")


def test_a_bad_link_says_what_is_possible():
    assert "this game has 1 to 14" in html(page(hand="15"))
    assert "answers “99”" in html(page(hand="1", said="99"))


def test_next_waits_for_the_right_score():
    state = apply_all(GameState(GAME), ["next", "22", "next"], NO_MARK)
    assert (state.at, state.said, state.right) == (0, 22, False)
    state = apply_all(state, ["26", "next"], NO_MARK)
    assert (state.at, state.said) == (1, None)
    assert link_of(state) == "v=1&hand=2"
    assert from_link({"hand": "2"}, GAME) == state
    assert apply_all(state, ["end"], NO_MARK).hand is None


def test_each_round_can_be_opened_in_the_replay():
    words = [part.split('"')[0] for part in totals_html(GAME, 3).split("replay?v=1&round=")[1:]]
    assert [replay(read_record(unpack(word))).outcome()["scores"] for word in words] == [
        {"Ana": 26, "Ben": 0, "Cleo": 40, "Dev": 44},
        {"Ana": 0, "Ben": 37, "Cleo": 19, "Dev": 0},
        {"Ana": 52, "Ben": 12, "Cleo": 0, "Dev": 30},
    ]


def test_a_race_starts_at_nothing_and_a_name_is_only_text():
    (line,) = race_chart(["<b>Eve</b>"], [[10], [15]])["data"]
    assert (line["name"], line["x"], line["y"]) == ("&lt;b&gt;Eve&lt;/b&gt;", [0, 1, 2], [0, 10, 15])
