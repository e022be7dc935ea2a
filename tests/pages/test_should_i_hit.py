"""The page "Should I hit?": its state tap by tap, its links, and the page itself without a browser."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from flip7.cards import CLASSIC, Card, card
from flip7.errors import Flip7Error
from flip7.notation import link_text, read_cards
from flip7.ui import hit_state, hit_view
from flip7.ui.hit_state import HitState, apply, apply_all, from_link, link_of, state_of, typed
from flip7.ui.taps import NO_MARK, TapMark, fresh_taps, read_mark

ROOT = Path(__file__).parents[2]
PAGE = "pages/should_i_hit.py"
ALL_TAPS = [face.code for face in CLASSIC.cards] + ["undo", "mine", "seen", "round", "deck", "drop 8", "unsee 12"]
TAPS = st.lists(st.sampled_from([*ALL_TAPS, "8", "8", "12", "12", "seen", "SC", "undo"]), max_size=40)


def after(taps: str, state: HitState | None = None) -> HitState:
    """The state after taps separated by commas."""
    return apply_all(state or HitState(), [tap.strip() for tap in taps.split(",")], NO_MARK)


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
        assert (codes(state.line), codes(state.seen)) == ("3 8", "SC 8")
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

    def test_new_round_turns_the_line_into_seen_cards(self) -> None:
        state = after("seen, 5, mine, 3, 8, round")
        assert (state.line, codes(state.seen), state.mode) == ((), "5 3 8", "mine")
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
        assert left.total() + len(state.line) + len(state.seen) == 94
        back = state_of(dict(part.split("=") for part in link_of(state).split("&")))
        assert (back.line, sorted(map(str, back.seen)), back.mode, back.mark) == (
            state.line,
            sorted(map(str, state.seen)),
            state.mode,
            state.mark,
        )
        if not state.over:
            assert hit_state.position_faults(state.position) == []

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
        assert hit_view.lead(hit_view.answer_to(state.position)) == said

    def test_what_hurts(self) -> None:
        answer = hit_view.answer_to(after("3, 8, 11, +4").position)
        assert hit_view.hurt_sentence(answer) == "19 of 90 cards bust you: ten 11s, seven 8s and two 3s."

    def test_what_costs_the_second_chance(self) -> None:
        answer = hit_view.answer_to(after("12, SC").position)
        assert hit_view.hurt_sentence(answer) == "11 of 92 cards cost your Second Chance: eleven 12s."

    def test_every_small_line_can_be_drawn(self) -> None:
        for taps in itertools.product(("1", "2", "SC", "x2"), repeat=3):
            state = after(",".join(taps))
            answer = None if state.over else hit_view.answer_to(state.position)
            page = hit_view.verdict_html(state, answer) + hit_view.hurt_html(state, answer)
            assert "= <b>94</b>" in page.replace("&nbsp;", " ")
            assert hit_view.spoken_verdict(state, answer)

    def test_an_empty_deck_is_no_dead_end(self) -> None:
        state = HitState((card("3"),), tuple(CLASSIC.left([card("3")]).elements()))
        page = hit_view.verdict_html(state, hit_view.answer_to(state.position))
        assert "no card is left" in page
        assert "New deck" in page


def open_page(**params: str) -> AppTest:
    """The page as a link opens it, by way of the front door."""
    at = AppTest.from_file(ROOT / "app.py", default_timeout=20).run()
    for name, value in params.items():
        at.query_params[name] = value
    return at.switch_page(PAGE).run()


def html_of(at: AppTest) -> str:
    return "".join(block.body for block in at.get("html"))


class TestPage:
    def test_it_opens(self) -> None:
        at = open_page()
        assert not at.exception
        assert ">HIT<" in html_of(at)

    def test_a_link_brings_its_position(self) -> None:
        at = open_page(line="10.11.12", seen="3_12")
        assert ">STAY<" in html_of(at)
        assert "<b>88</b> in the deck + <b>3</b> in your line + <b>3</b> seen" in html_of(at)

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
        at.button[0].click().run()
        assert "Did you mean 11?" in html_of(at)
        assert at.text_input(key="hit-text").value == "3 8 elven"
        at.text_input(key="hit-text").set_value("3 8 11 +4")
        at.button[0].click().run()
        assert "Did you mean" not in html_of(at)
        assert "+0.8 over staying" in html_of(at)
        at.text_input(key="hit-text").set_value(link_text([card("12")]))
        at.button[1].click().run()
        assert "<b>1</b> seen" in html_of(at)

    @pytest.mark.parametrize(("line", "word"), [("3.8.8", "BUST"), ("1.2.3.4.5.6.12", "FLIP 7")])
    def test_the_end_of_a_round(self, line: str, word: str) -> None:
        at = open_page(line=line)
        assert not at.exception
        assert f">{word}<" in html_of(at)
