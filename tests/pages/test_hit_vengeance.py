"""With a Vengeance at "Should I hit?": where each card goes, the links, and what the page says."""

from __future__ import annotations

from collections import Counter
from copy import copy
from dataclasses import replace
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flip7.cards import VENGEANCE, card
from flip7.odds.games import solved
from flip7.ui.hit_answer import reading
from flip7.ui.hit_keys import pad_sections
from flip7.ui.hit_link import from_link, link_of, state_of
from flip7.ui.hit_state import HitState, apply, apply_all, with_goal
from flip7.ui.hit_view import lead, verdict_html
from flip7.ui.hit_why import details_html, ends_html, hurt_html, score_groups
from flip7.ui.taps import NO_MARK
from tests.pages.app_page import html, open_page, run

TAPS = [face.code for face in VENGEANCE.cards] + [
    "mine", "seen", "undo", "round", "reshuffle", "deck", "others", "alone", "flip", "unknown", "counts", "drop 8",
    "unsee 12", "classic", "vengeance", "house brutal", "house lucky_pair", "house brutal_zero", "house dealer",
]  # fmt: skip


def after(taps: str) -> HitState:
    """The state of With a Vengeance after taps separated by commas."""
    return apply_all(HitState(edition=VENGEANCE), [tap.strip() for tap in taps.split(",") if tap], NO_MARK)


def codes(cards: tuple[object, ...]) -> str:
    return " ".join(map(str, cards))


def last_two() -> HitState:
    """A 12 in front, and only a 5 and a 12 left in the deck."""
    gone = VENGEANCE.left([card("12"), card("12"), card("5")])
    return HitState((card("12"),), VENGEANCE.sorted(gone.elements()), edition=VENGEANCE)


def test_v1_to_v3_the_deck_has_108_cards() -> None:
    assert after("").left.total() == 108
    assert after("8, seen, JOM, 12").left.total() == 105


def test_v19_unlucky_7_discards_what_lay_there_and_never_busts() -> None:
    state = after("7, 12, -4, U7")
    assert codes(state.line) == "U7"
    assert codes(state.pile) == "7 12 -4"
    assert not state.busted
    assert "V19" in state.note
    assert codes(apply(state, "undo").line) == "7 12 -4"
    assert after("U7, 7").busted


def test_v21_lucky_13_allows_one_more_13() -> None:
    assert not after("L13, 13").busted
    assert not after("13, L13").busted
    assert after("13, L13, 13").busted
    assert after("13, 13").busted


@pytest.mark.parametrize(("taps", "seven"), [("", True), ("house lucky_pair", False)])
def test_v22_both_13s_count_toward_seven_unless_the_house_says_one(taps: str, seven: bool) -> None:
    assert after(f"{taps}, 13, L13, 1, 2, 3, 4, 5").flip7 is seven


def test_v25_a_played_action_goes_to_the_discard_pile() -> None:
    state = after("seen, ST, F4")
    assert (codes(state.pile), state.table.total()) == ("ST F4", 0)
    assert "V25" in state.note


def test_v28_a_card_that_left_is_explained() -> None:
    assert "tap Seen and then 8" in after("8, drop 8").note
    assert apply(HitState(line=(card("8"),)), "drop 8").note == ""


def test_a_flip_four_has_four_cards() -> None:
    assert [after("flip," * n).flips for n in range(6)] == [0, 4, 3, 2, 1, 0]


def test_v38_v41_house_rules_count_and_can_be_undone() -> None:
    assert after("1, -10").points == 0
    assert after("house brutal, 1, -10").points == -9
    assert after("house brutal, 0, -10").points == 0
    assert after("house brutal, house brutal_zero, 0, -10").points == -10
    assert after("house brutal, undo").house == HitState().house
    assert "V38" in after("house brutal").note
    assert apply(HitState(), "house brutal") == HitState()


def test_the_other_game_begins_with_its_own_deck_and_undo_goes_back() -> None:
    state = after("8, seen, 12, classic")
    assert (state.edition.key, state.left.total()) == ("classic", 94)
    assert codes(apply(state, "undo").line) == "8"
    assert after("vengeance") == after("")


@pytest.mark.parametrize(("goal", "accepted"), [(98, 98), (99, 0)])
def test_v16_no_goal_above_the_best_round(goal: int, accepted: int) -> None:
    assert with_goal(after(""), goal).goal == accepted


@given(st.lists(st.sampled_from(TAPS), max_size=30))
def test_any_taps_keep_every_card_and_the_link_brings_the_state_back(taps: list[str]) -> None:
    state = apply_all(HitState(edition=VENGEANCE), taps, NO_MARK)
    size = state.edition.size
    assert state.left.total() + len(state.line) + len(state.seen) == size
    assert min(state.left.values()) >= 0
    assert not Counter(state.pile) - Counter(state.seen)
    if link := link_of(state):
        back = state_of(dict(parse_qsl(link)))
        assert (back.position, back.goal, back.unknown) == (state.position, state.goal, state.unknown)


def test_two_cards_left_by_hand() -> None:
    state = last_two()
    known = reading(state)
    assert known is not None
    assert known.answer is not None
    # A 5 makes 17, and then the last card would bust; a 12 busts at once: (17 + 0) / 2.
    assert (known.answer.stay, known.answer.hit, known.answer.bust) == pytest.approx((12, 8.5, 0.5))
    assert lead(known) == "+3.5 over hitting"
    shown = verdict_html(state, known)
    assert "STAY" in shown
    assert "can still be hit (V7)" in shown


def test_v39_a_brutal_bust_is_one_bar_and_all_bars_make_a_whole() -> None:
    known = reading(after("house brutal, 4, 10, 12, -8"))
    assert known is not None
    assert known.answer is not None
    groups = score_groups(known.answer)
    assert groups[0].words == "bust, −8 points"
    assert sum(group.chance for group in groups) == pytest.approx(1)


def test_v11_alone_a_stay_ends_the_round() -> None:
    state = after("alone, 12, 11, 10")
    assert "a stay is not safe" not in hurt_html(state, reading(state))
    assert "a stay is not safe" in hurt_html(after("12"), reading(after("12")))


def test_v8_alone_is_who_has_nobody_left_to_give_a_card_to() -> None:
    state = after("alone, 12, 11, 10")
    assert "all others have busted" in hurt_html(state, reading(state))
    labels = [[key.label for key in part.keys] for part in pad_sections(state) if part.label == "Who is in"]
    assert labels[0][:2] == ["Others in: others are still in, or have stayed", "Others bust: nobody else is left"]


def test_what_may_be_off_by_more_than_the_lead_is_a_coin_flip_and_says_so() -> None:
    state = last_two()
    known = reading(state)
    assert known is not None
    assert known.answer is not None
    # 5 or 12: (17 + 0) / 2 against the 12 that lies there.
    assert lead(known) == "+3.5 over hitting"
    answer = copy(known.answer)
    answer.outcome_from(lambda: solved(known.position).outcome)
    # What is said is never less than what may be: 3.591 is rounded up.
    answer.bound = 3.591
    rough = replace(known, answer=answer)
    assert lead(rough) == "+3.5 over hitting · coin flip"
    assert "a hit may be worth 3.60 points more or less" in ends_html(state, rough)
    assert "How the round ends" in ends_html(state, rough)
    alone = replace(known.position, alone=True)
    assert "<dt>hit</dt><dd>≈ 8.5 pts</dd>" in verdict_html(state, replace(rough, position=alone))
    assert "<dt>hit</dt><dd>8.5 pts</dd>" in verdict_html(state, replace(known, position=alone))
    assert "That is measured, not proved." in details_html(state, rough)
    assert "That is measured, not proved." not in details_html(state, known)


def test_v17_the_zero_must_hit() -> None:
    known = reading(after("0, 8"))
    assert known is not None
    assert lead(known) == "The Zero: you must (V17)"


@pytest.mark.parametrize(
    ("params", "says"),
    [
        ({"v": "1", "edition": "poker"}, "neither “classic” nor “vengeance”"),
        ({"v": "1", "edition": "vengeance", "line": "SC"}, "SC"),
        ({"v": "1", "edition": "vengeance", "line": "JOM"}, "V25"),
        ({"v": "1", "edition": "vengeance", "flips": "5"}, "0 to 4"),
        ({"v": "1", "edition": "vengeance", "brutal": "maybe"}, "V38"),
    ],
)
def test_a_wrong_link_is_said(params: dict[str, str], says: str) -> None:
    state, wrong = from_link(params)
    assert state == HitState()
    assert says in wrong


def test_the_page_in_both_games_and_what_it_remembers() -> None:
    app = open_page("should_i_hit", v="1", edition="vengeance", line="12.11.10.9")
    shown = html(app)
    assert "STAY" in shown
    assert "In this game a stay is not safe" in shown
    assert "of 13" not in shown.split("The next card")[0]
    assert app.session_state["f7-edition"] == "vengeance"
    app.switch_page("app.py")
    run(app)
    del app.session_state["hit"]
    app.query_params.clear()
    app.switch_page("pages/should_i_hit.py")
    run(app)
    assert app.session_state["hit"].edition is VENGEANCE
