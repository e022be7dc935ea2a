"""The page "Should I hit?": its state tap by tap, its links, and the page itself without a browser."""

from __future__ import annotations

import itertools
import json
import re
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from flip7.__main__ import main
from flip7.cards import CLASSIC, Card, card
from flip7.errors import Flip7Error
from flip7.notation import link_text, print_cards, read_cards
from flip7.odds.exact import solve
from flip7.odds.position import Position, position_faults
from flip7.odds.size import states_ahead
from flip7.ui import hit_answer
from flip7.ui.hit_answer import Reading, answer_to, reading
from flip7.ui.hit_link import from_link, link_of, shared_link, state_of
from flip7.ui.hit_state import HitState, apply, apply_all, typed
from flip7.ui.hit_view import lead, spoken_verdict, verdict_html, worth
from flip7.ui.hit_why import ends_html, hurt_html, hurt_sentence, score_groups
from flip7.ui.share import code_html
from flip7.ui.taps import NO_MARK, TapMark, fresh_taps, read_mark

ROOT = Path(__file__).parents[2]
PAGE = "pages/should_i_hit.py"
ALL_TAPS = [face.code for face in CLASSIC.cards] + ["undo", "mine", "seen", "round", "deck", "drop 8", "unsee 12"]
ALL_TAPS += ["reshuffle", "others", "alone", "flip", "unknown", "counts"]
TAPS = st.lists(st.sampled_from([*ALL_TAPS, "8", "8", "12", "12", "seen", "SC", "undo", "round"]), max_size=40)


def after(taps: str, state: HitState | None = None) -> HitState:
    """The state after taps separated by commas."""
    return apply_all(state or HitState(), [tap.strip() for tap in taps.split(",")], NO_MARK)


def known(state: HitState) -> Reading:
    """What the page knows of a round that goes on."""
    found = reading(state)
    assert found is not None
    return found


def codes(cards: tuple[Card, ...]) -> str:
    return " ".join(face.code for face in cards)


class TestTaps:
    def test_cards_go_to_the_line_in_the_order_tapped(self) -> None:
        assert codes(after("11, 3, +4, SC").line) == "11 3 +4 SC"

    def test_in_seen_mode_cards_go_to_the_seen_ones(self) -> None:
        state = after("3, seen, 12, 12, FR, mine, 8")
        assert (codes(state.line), codes(state.seen)) == ("3 8", "12 12 FR")

    def test_a_duplicate_busts_and_undo_gets_back(self) -> None:
        state = after("3, 8, 8")
        assert state.busted
        assert state.over
        assert codes(state.line) == "3 8 8"
        assert not apply(state, "undo").busted

    def test_second_chance_takes_itself_and_the_duplicate_away(self) -> None:
        state = after("3, 8, SC, 8")
        assert (codes(state.line), codes(state.seen), codes(state.pile)) == ("3 8", "SC 8", "SC 8")
        assert not state.over
        assert "R38" in state.note
        assert codes(apply(state, "undo").line) == "3 8 SC"

    def test_a_second_second_chance_goes_to_somebody_else(self) -> None:
        state = after("SC, SC")
        assert (codes(state.line), codes(state.seen)) == ("SC", "SC")
        assert "R36" in state.note

    def test_the_seventh_number_ends_the_round(self) -> None:
        state = after("1, 2, 3, 4, 5, 6, 12")
        assert state.flip7
        refused = apply(state, "+4")
        assert refused.line == state.line
        assert "R41" in refused.note

    def test_a_busted_line_takes_no_card_and_says_so(self) -> None:
        refused = apply(after("8, 8"), "3")
        assert codes(refused.line) == "8 8"
        assert "R21" in refused.note

    def test_no_copy_left_is_refused_with_the_rule(self) -> None:
        state = after("seen, 2, 2, 2")
        assert codes(state.seen) == "2 2"
        assert "(R1)" in state.note

    def test_the_end_of_a_round_puts_all_that_lies_on_the_table_on_the_pile(self) -> None:
        state = after("seen, 5, mine, 3, 8, alone, flip, round")
        assert (state.line, codes(state.seen), state.mode) == ((), "5 3 8", "mine")
        assert state.pile == state.seen
        assert (state.alone, state.flips) == (False, 0)
        assert "R47" in state.note
        assert codes(apply(state, "undo").line) == "3 8"

    def test_new_deck_clears_all_and_undo_brings_it_back(self) -> None:
        state = after("3, 8, seen, 5, deck")
        assert (state.line, state.seen) == ((), ())
        assert codes(apply(state, "undo").seen) == "5"

    def test_chips_take_their_card_away(self) -> None:
        assert codes(after("3, 8, 11, drop 8").line) == "3 11"
        assert codes(after("seen, 12, 5, 12, unsee 12").seen) == "12 5"
        assert after("3, drop 8").line == (card("3"),)

    def test_undo_is_unlimited(self) -> None:
        taps = ["3", "seen", "12", "5", "mine", "8", "round", "9", "deck", "2"]
        state = after(",".join(taps))
        for _ in range(20):
            state = apply(state, "undo")
        assert (state.line, state.seen) == ((), ())

    def test_undo_after_a_reload_takes_the_last_card(self) -> None:
        state = state_of({"line": "11.3", "seen": "5"})
        assert codes(apply(state, "undo").line) == "11"
        assert codes(after("undo, undo, undo", state).seen) == ""

    @pytest.mark.parametrize("tap", ["", "13", "drop", "drop nothing", "undo all", "mine 3", "<b>", "F4", "FR"])
    def test_unknown_taps_change_no_card(self, tap: str) -> None:
        state = after("3, 8")
        changed = apply(state, tap)
        assert tap == "undo all" or (changed.line, changed.seen) == (state.line, state.seen)

    @given(TAPS)
    def test_whatever_is_tapped_the_deck_adds_up_and_the_link_holds_it(self, taps: list[str]) -> None:
        state = apply_all(HitState(), taps, TapMark("abcd", len(taps)))
        left = state.left
        assert min(left.values()) >= 0
        assert left.total() + len(state.line) + state.table.total() + len(state.pile) == 94
        assert not Counter(state.pile) - Counter(state.seen)
        back = state_of(dict(part.split("=") for part in link_of(state).split("&")))
        assert (back.line, back.position, back.table) == (state.line, state.position, state.table)
        plain = replace(state, line=(), seen=(), pile=(), note="")
        assert replace(back, line=(), seen=(), pile=()) == plain
        if not state.over:
            assert position_faults(state.position) == []

    @given(TAPS)
    def test_undo_always_leads_back_to_nothing(self, taps: list[str]) -> None:
        state = apply_all(HitState(), taps, NO_MARK)
        for _ in range(len(taps) + 94):
            state = apply(state, "undo")
        assert (state.line, state.seen) == ((), ())


class TestLog:
    def test_only_new_taps_in_order(self) -> None:
        sent = {"log": "abcd", "taps": [[4, "8"], [3, "8"], [2, "5"]]}
        assert fresh_taps(sent, TapMark("abcd", 2)) == (("8", "8"), TapMark("abcd", 4))
        assert fresh_taps(sent, TapMark("abcd", 4)) == ((), TapMark("abcd", 4))

    def test_another_log_begins_anew(self) -> None:
        assert fresh_taps({"log": "new1", "taps": [[1, "8"]]}, TapMark("abcd", 9)) == (("8",), TapMark("new1", 1))

    def test_the_same_number_counts_once(self) -> None:
        assert fresh_taps({"log": "abcd", "taps": [[1, "8"], [1, "9"]]}, NO_MARK)[0] == ("8",)

    @pytest.mark.parametrize(
        "sent",
        [
            None,
            "taps",
            [],
            {},
            {"log": "abcd"},
            {"log": "<b>x</b>", "taps": [[1, "8"]]},
            {"log": "abcd", "taps": "88"},
            {"log": "abcd", "taps": [[1]]},
            {"log": "abcd", "taps": [["1", "8"]]},
            {"log": "abcd", "taps": [[1.5, "8"]]},
            {"log": "abcd", "taps": [[float("nan"), "8"]]},
            {"log": "abcd", "taps": [[float("inf"), "8"]]},
            {"log": "abcd", "taps": [[1, "8" * 99]]},
            {"log": 7, "taps": [[1, "8"]]},
        ],
    )
    def test_what_is_no_log_is_no_taps(self, sent: object) -> None:
        assert fresh_taps(sent, TapMark("abcd", 0)) == ((), TapMark("abcd", 0))

    @pytest.mark.parametrize("text", ["", "abcd", "abcd.", ".3", "ABCD.3", "abcd.x", "abcd.3.4", "a" * 40 + ".3"])
    def test_a_broken_mark_is_none(self, text: str) -> None:
        assert read_mark(text) == NO_MARK

    def test_a_mark_reads_back(self) -> None:
        assert read_mark(str(TapMark("ab12cd34", 17))) == TapMark("ab12cd34", 17)


class TestLinks:
    @pytest.mark.parametrize(
        ("params", "said"),
        [
            ({"line": "3.99"}, "99"),
            ({"line": "3.<script>"}, "<script>"),
            ({"line": "3." * 3000}, "at most"),
            ({"line": "2.seen", "v": "1"}, "seen"),
            ({"seen": "13_12"}, "the deck has 12"),
            ({"line": "3.8", "seen": "8_8"}, "the deck has 8"),
            ({"line": "3.8.SC.SC"}, "R36"),
            ({"line": "3.F3"}, "Flip Three"),
            ({"line": "3.FR"}, "R26"),
            ({"line": "3.3.3"}, "R20"),
            ({"line": "0.1.2.3.4.5.6.7"}, "seventh"),
            ({"mode": "other"}, "other"),
            ({"v": "2"}, "version"),
            ({"seen": "12", "pile": "2_12"}, "R48"),
            ({"pile": "12"}, "R48"),
            ({"line": "3.8.8", "pile": "12"}, "R48"),
            ({"flips": "4"}, "flips"),
            ({"flips": "-1"}, "flips"),
            ({"flips": "2" * 3000}, "flips"),
            ({"alone": "yes"}, "alone"),
            ({"unknown": "<b>"}, "<b>"),
            ({"counts": "2"}, "counts"),
            ({"goal": "172"}, "goal"),
            ({"goal": "1e2"}, "goal"),
            ({"goal": "４５"}, "goal"),
        ],
    )
    def test_a_bad_link_is_one_sentence_and_an_empty_position(self, params: dict[str, str], said: str) -> None:
        state, sentence = from_link(params)
        assert state == HitState()
        assert sentence.startswith("This link cannot be used: ")
        assert said in sentence
        assert len(sentence) < 600

    def test_names_that_messengers_add_are_passed_over(self) -> None:
        assert codes(state_of({"line": "3.8", "utm_source": "x"}).line) == "3 8"

    def test_an_untouched_page_has_no_link(self) -> None:
        assert link_of(HitState()) == ""

    def test_a_link_has_only_harmless_characters(self) -> None:
        link = link_of(after("3, +4, x2, SC, seen, 12, 12"))
        assert link == "v=1&line=3.p4.x2.SC&seen=2_12&mode=seen"
        state = replace(after("3, SC, 3, seen, 12, alone, flip, unknown, counts"), goal=45, mark=TapMark("abcd", 9))
        link = "v=1&line=3&seen=3.12.SC&pile=3.SC&alone=1&flips=3&goal=45&unknown=1&counts=1"
        assert link_of(state) == f"{link}&mode=seen&tap=abcd.9"
        assert shared_link(state) == link
        assert re.fullmatch(r"[A-Za-z0-9._=&-]+", link_of(state))

    def test_an_old_link_still_reads(self) -> None:
        state = state_of({"v": "1", "line": "3.8.11.p4", "seen": "3_12.FR", "mode": "seen", "tap": "abcd.4"})
        assert (codes(state.line), codes(state.seen), state.pile) == ("3 8 11 +4", "12 12 12 FR", ())


class TestTyped:
    def test_typed_cards_replace_the_line_and_undo_gets_back(self) -> None:
        state = typed(after("2"), "line", "3 8 11 +4 SC")
        assert codes(state.line) == "3 8 11 +4 SC"
        assert codes(apply(state, "undo").line) == "2"

    def test_typed_seen_cards(self) -> None:
        assert codes(typed(HitState(), "seen", "3*12, freeze").seen) == "12 12 12 FR"

    @pytest.mark.parametrize("text", ["3 elven", "3 3 3", "x2 x2", "3 F3", "3 FR", "8 8 SC", "0 1 2 3 4 5 6 7"])
    def test_wrong_text_changes_nothing_and_says_why(self, text: str) -> None:
        with pytest.raises(Flip7Error):
            typed(after("2"), "line", text)

    def test_typing_what_lies_there_is_no_step(self) -> None:
        state = after("3, 8")
        assert typed(state, "line", "8 3") is state


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
