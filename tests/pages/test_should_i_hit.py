"""The page "Should I hit?": its words, and the page itself without a browser."""

from __future__ import annotations

import itertools
import json
import time
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from flip7.__main__ import main
from flip7.cards import CLASSIC, card
from flip7.notation import link_text, print_cards, read_cards
from flip7.odds.exact import solve
from flip7.odds.position import Position
from flip7.odds.size import states_ahead
from flip7.ui import hit_answer
from flip7.ui.hit_answer import Reading, answer_to, reading
from flip7.ui.hit_link import state_of
from flip7.ui.hit_state import HitState, apply_all
from flip7.ui.hit_view import lead, spoken_verdict, verdict_html, worth
from flip7.ui.hit_why import ends_html, hurt_html, hurt_sentence, score_groups
from flip7.ui.share import code_html
from flip7.ui.taps import NO_MARK

ROOT = Path(__file__).parents[2]
PAGE = "pages/should_i_hit.py"


def after(taps: str) -> HitState:
    """The state after taps separated by commas."""
    return apply_all(HitState(), [tap.strip() for tap in taps.split(",")], NO_MARK)


def known(state: HitState) -> Reading:
    """What the page knows of a round that goes on."""
    found = reading(state)
    assert found is not None
    return found


class TestWords:
    @pytest.mark.parametrize(
        ("line", "said"),
        [
            ("", "no card yet: you must (R18)"),
            ("3 8 11 +4", "+0.8 over staying"),
            ("10 11 12", "+6.7 over hitting"),
        ],
    )
    def test_the_lead(self, line: str, said: str) -> None:
        state = HitState(read_cards(line))
        assert lead(known(state)) == said

    def test_what_hurts(self) -> None:
        answer = known(after("3, 8, 11, +4"))
        assert hurt_sentence(answer) == "19 of 90 cards bust you: ten 11s, seven 8s and two 3s."

    def test_what_costs_the_second_chance(self) -> None:
        answer = known(after("12, SC"))
        assert hurt_sentence(answer) == "11 of 92 cards cost your Second Chance: eleven 12s."

    def test_every_small_line_can_be_drawn(self) -> None:
        for taps in itertools.product(("1", "2", "SC", "x2"), repeat=3):
            state = after(",".join(taps))
            found = reading(state)
            page = verdict_html(state, found) + hurt_html(state, found) + ends_html(state, found)
            assert "= <b>94</b>" in page.replace("&nbsp;", " ")
            assert spoken_verdict(state, found)

    def test_an_empty_deck_is_no_dead_end(self) -> None:
        state = HitState((card("3"),), tuple(CLASSIC.left([card("3")]).elements()))
        page = verdict_html(state, known(state))
        assert "no card is left" in page
        assert "R50" in page


def open_page(**params: str) -> AppTest:
    """The page as a link opens it, by way of the front door."""
    at = AppTest.from_file(ROOT / "app.py", default_timeout=20).run()
    for name, value in params.items():
        at.query_params[name] = value
    return at.switch_page(PAGE).run()


def html_of(at: AppTest) -> str:
    return "".join(block.body for block in at.get("html"))


def press(at: AppTest, words: str) -> None:
    """Press the button that says this."""
    next(button for button in at.button if button.label == words).click().run()


class TestPage:
    def test_it_opens(self) -> None:
        at = open_page()
        assert not at.exception
        assert ">HIT<" in html_of(at)

    def test_a_link_brings_its_position(self) -> None:
        at = open_page(line="10.11.12", seen="3_12")
        assert ">STAY<" in html_of(at)
        assert "<b>88</b> in the deck + <b>3</b> in your line + <b>3</b> on the table + <b>0</b>" in html_of(at)

    def test_a_hostile_link_is_shown_as_text(self) -> None:
        at = open_page(line="3.<img src=x onerror=alert(1)>")
        assert not at.exception
        assert "This link cannot be used" in html_of(at)
        assert "&lt;img src=x" in html_of(at)
        assert "<img" not in html_of(at)

    def test_the_link_is_read_only_while_there_is_no_position(self) -> None:
        at = open_page(line="10.11.12")
        at.query_params["line"] = "1"
        at.run()
        assert ">STAY<" in html_of(at)

    def test_typed_cards_and_an_error_that_keeps_them(self) -> None:
        at = open_page()
        at.text_input(key="hit-text").set_value("3 8 elven")
        press(at, "This is my line")
        assert "Did you mean 11?" in html_of(at)
        assert at.text_input(key="hit-text").value == "3 8 elven"
        at.text_input(key="hit-text").set_value("3 8 11 +4")
        press(at, "This is my line")
        assert "Did you mean" not in html_of(at)
        assert "+0.8 over staying" in html_of(at)
        at.text_input(key="hit-text").set_value(link_text([card("12")]))
        press(at, "All seen cards")
        assert "<b>1</b> on the table" in html_of(at)

    @pytest.mark.parametrize(("line", "word"), [("3.8.8", "BUST"), ("1.2.3.4.5.6.12", "FLIP 7")])
    def test_the_end_of_a_round(self, line: str, word: str) -> None:
        at = open_page(line=line)
        assert not at.exception
        assert f">{word}<" in html_of(at)

    @pytest.mark.parametrize(
        ("params", "said"),
        [
            ({"line": "3.8.11.p4", "alone": "1"}, ">HIT<"),
            ({"line": "3.8.11", "flips": "3"}, ">FLIP 3<"),
            ({"line": "3.8", "alone": "1", "flips": "2"}, ">FLIP 2<"),
            ({"line": "3.8.11.p4", "goal": "45"}, " for 45+"),
            ({"line": "10.11.12", "unknown": "1"}, "deck not known"),
            ({"alone": "1"}, ">HIT<"),
            ({"line": "3.8", "alone": "1"}, "with so few cards alone"),
            ({"line": "11.12", "alone": "1", "seen": "8.9.10", "goal": "20"}, "staying is best alone too"),
            ({"line": "3.8.8", "flips": "1"}, ">BUST<"),
        ],
    )
    def test_every_kind_of_verdict(self, params: dict[str, str], said: str) -> None:
        at = open_page(**params)
        assert not at.exception
        assert said in html_of(at)

    def test_counts_only_shows_no_advice(self) -> None:
        page = html_of(open_page(line="3.8.11.p4", counts="1"))
        assert ">19 of 90<" in page
        for word in (">HIT<", ">STAY<", "over staying", "%</b>", "then stop", "Assumed"):
            assert word not in page

    def test_a_goal_set_and_taken_back(self) -> None:
        at = open_page(line="3.8.11.p4")
        at.session_state["hit-aim"] = True
        at.run()
        at.number_input(key="hit-goal").set_value(45)
        press(at, "Play for these")
        assert " for 45+" in html_of(at)
        at.session_state["hit-aim"] = True
        at.run()
        press(at, "Play for most points")
        assert " for 45+" not in html_of(at)


def page_figures(state: HitState) -> dict[str, object]:
    """What the page's own door says, with the names of the command line."""
    answer = answer_to(state.position, state.goal)
    assert answer is not None
    keys = "deck_left stay hit advice margin duplicate_next bust_next flip7_next bust flip7".split()
    scores = [{"score": points, "chance": chance} for points, chance in answer.scores]
    return {**{key: getattr(answer, key) for key in keys}, "scores": scores}


MADE_UP = (
    "line=3.8.11.p4",
    "line=2.5.9.x2&seen=2_12.9",
    "line=12&seen=4_12.11.10",
    "line=0.1.2.10.11",
    "line=4.7.10.SC&seen=3_7.2_4",
    "line=5.6.p2.p10&seen=FR.F3&pile=F3",
    "line=7.9.12.p8&alone=1",
    "line=1.6.10.11&seen=5_11.2_10&pile=3_11&alone=1",
    "line=3.4.5.6.SC&alone=1&seen=2_FR",
    "line=8.9.10&flips=3&seen=F3&pile=F3",
    "line=8.9.10.x2&flips=1",
    "flips=2",
    "line=2.11.12&flips=2&alone=1&seen=3_F3.4_12&pile=2_F3",
    "line=3.8.11.p4&goal=45",
    "line=9.10&goal=30&seen=3_9",
    "line=5.6.7.8.9.10&goal=60",
    "line=6.7.11.12&goal=52&alone=1",
    "line=4.8.12&flips=1&goal=40",
    "line=0.5.SC.x2&seen=2_SC&pile=SC",
    "line=1.2.3.4.5.12&seen=11_11&pile=6_11",
)


@pytest.mark.parametrize("link", MADE_UP)
def test_page_and_command_line_say_the_same(link: str, capsys: pytest.CaptureFixture[str]) -> None:
    state = state_of(dict(part.split("=") for part in link.split("&")))
    args = ["odds", print_cards(state.line), "--seen", print_cards(state.seen), "--discard", print_cards(state.pile)]
    args += ["--alone"] * state.alone + (["--flips", str(state.flips)] if state.flips else [])
    args += ["--goal", str(state.goal)] if state.goal else []
    assert main([*args, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    for name, value in page_figures(state).items():
        assert said[name] == value, name
    page = verdict_html(state, known(state))
    word = f"FLIP {state.flips}" if state.flips else said["advice"].upper()
    assert f">{word}<" in page
    assert worth(said["hit"], state.goal) in page


def test_alone_where_others_in_says_stay_alone_says_so_too() -> None:
    for line in ("10 11 12", "9 10 12 +8", "5 10 11 x2", "2 11 12", "7 8 9 +10", "6 9 12 x2"):
        state = HitState(read_cards(line), alone=True)
        alone, others = answer_to(state.position), answer_to(replace(state, alone=False).position)
        assert alone is not None
        assert others is not None
        assert alone.hit <= others.hit + 1e-9
        assert others.advice == "hit" or alone.advice == "stay"


@pytest.mark.parametrize("line", ["", "12", "3 8 11 +4", "0", "5 6 7 8 9 10 x2 +10", "1 2 3 4 5 6 SC"])
def test_the_bars_hold_every_outcome_once(line: str) -> None:
    answer = known(HitState(read_cards(line))).answer
    assert answer is not None
    groups = score_groups(answer)
    assert sum(group.chance for group in groups) == pytest.approx(1)
    assert len(groups) <= 14


@pytest.mark.parametrize("line", ["3 8 11", "3 8 11 +4", "+2 +4 +6", "12 SC", "", "1 2 3 4 5 6"])
@pytest.mark.parametrize("flips", [0, 3])
def test_the_states_are_foreseen_exactly(line: str, flips: int) -> None:
    position = Position(read_cards(line), flips=flips)
    assert states_ahead(position) == solve(position).states


def test_a_code_to_photograph_is_an_image_of_the_link() -> None:
    html = code_html("http://table.example/should_i_hit?v=1&line=3.8.11.p4")
    assert 'src="data:image/svg+xml' in html
    assert "<svg" not in html


def test_a_slow_answer_is_worked_out_aside_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    # A position that a worker answers at once, taken for a slow one.
    monkeypatch.setattr("flip7.odds.size.MOST_STATES", 0)
    at = open_page(v="1", line="0.1.2.3.4", alone="1")
    assert "Not computed yet" in html_of(at)
    press(at, "Work it out exactly (some 10 to 20 seconds)")
    place = Position(read_cards("0 1 2 3 4"), alone=True)
    until = time.monotonic() + 30
    while hit_answer.DESK.known(place).state != "done" and time.monotonic() < until:
        time.sleep(0.05)
    at.run()
    assert not at.exception
    assert "Not computed yet" not in html_of(at)
    assert f"{solve(place).hit:.1f} pts" in html_of(at)


def test_with_a_vengeance_alone_claims_no_bound_before_it_is_worked_out() -> None:
    at = open_page(v="1", edition="vengeance", line="3.8.11", alone="1")
    shown = html_of(at)
    # A Discard may make it worth more alone than with others in.
    assert "work it out below · others in: HIT" in shown
    assert "≤" not in shown
    assert "four cards for you" in shown
    assert "one card, then you stay" in shown
