"""Taps, links and typed cards of "Should I hit?": what each does to the line, the deck and the pile."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flip7.cards import CLASSIC, Card, card
from flip7.errors import Flip7Error
from flip7.odds.position import position_faults
from flip7.ui.hit_link import from_link, link_of, shared_link, state_of
from flip7.ui.hit_state import HitState, apply, apply_all, typed
from flip7.ui.taps import NO_MARK, TapMark, fresh_taps, read_mark

ALL_TAPS = [face.code for face in CLASSIC.cards] + ["undo", "mine", "seen", "round", "deck", "drop 8", "unsee 12"]
ALL_TAPS += ["reshuffle", "others", "alone", "flip", "unknown", "counts"]
TAPS = st.lists(st.sampled_from([*ALL_TAPS, "8", "8", "12", "12", "seen", "SC", "undo", "round"]), max_size=40)


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
