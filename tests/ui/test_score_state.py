"""What each tap on "Check a score" makes of the hand."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flip7.cards import EDITIONS, VENGEANCE
from flip7.errors import ImpossibleError, NotationError
from flip7.rulebook import House
from flip7.ui.score_state import ScoreState, apply, from_link, link_of, shared_link, state_of, typed
from flip7.ui.score_view import claim_html, formula, pad_sections, result_html, score_of, verdict_of
from flip7.ui.taps import TapMark


def after(*taps, state=None):
    state = state or ScoreState()
    for tap in taps:
        state = apply(state, tap)
    return state


def codes(state):
    return [face.code for face in state.cards]


def params(link):
    return dict(part.split("=") for part in link.split("&"))


def test_taps_add_up():
    state = after("3", "5", "9", "11", "x2", "+6")
    assert (codes(state), score_of(state).points) == (["3", "5", "9", "11", "x2", "+6"], 62)
    assert formula(state, score_of(state)) == "28 × 2 + 6"


def test_a_tapped_duplicate_is_a_bust_and_undo_takes_it_back():
    state = after("5", "9", "5")
    assert (state.busted, score_of(state).points) == (True, 0)
    assert "R20" in state.note
    assert apply(state, "undo") == after("5", "9")


@pytest.mark.parametrize(
    ("taps", "refused", "rule"),
    [
        (("x2",), "x2", "R2"),
        (("5", "SC"), "5", "R38"),
        (("0", "1", "2", "3", "4", "5", "6"), "7", "R41"),
        (("0", "1", "2", "3", "4", "5", "6"), "busted", "R41"),
        (("5", "5"), "9", None),
        (("5", "5"), "5", "R21"),
        (("FR",), "busted", "R26"),
        ((), "F3", "R35a"),
        (("vengeance",), "ST", "V25"),
    ],
)
def test_an_impossible_tap_changes_nothing_and_says_why(taps, refused, rule):
    before = after(*taps)
    state = apply(before, refused)
    if rule is None:  # a busted line may be noted with more numbers than the duplicate
        assert codes(state) == ["5", "5", "9"]
    else:
        assert codes(state) == codes(before)
        assert state.busted == before.busted
        assert rule in state.note


def test_undo_on_a_hand_that_came_by_link_takes_the_last_card():
    state = state_of({"hand": "5.9.x2"})
    assert codes(apply(state, "undo")) == ["5", "9"]


def test_drop_clear_and_busted():
    assert codes(after("5", "9", "drop 5")) == ["9"]
    assert codes(after("5", "drop 9")) == ["5"]
    assert after("5", "9", "busted").busted
    assert after("5", "busted", "clear") == ScoreState()
    assert codes(after("5", "clear", "undo")) == ["5"]


def test_the_other_game_keeps_the_numbers_it_has():
    state = after("5", "x2", "vengeance")
    assert (state.edition, codes(state)) == (VENGEANCE, ["5"])
    assert "taken away" in state.note
    assert codes(apply(state, "undo")) == ["5", "x2"]


def test_house_rules_change_the_score():
    pair = after("vengeance", "13", "L13", "1", "2", "3", "4", "5")
    assert score_of(pair).points == 26 + 15 + 15
    assert score_of(apply(pair, "house lucky_pair")).points == 41
    brutal = after("vengeance", "0", "13", "-6", "house brutal")
    assert score_of(brutal).points == 0
    assert score_of(apply(brutal, "house brutal_zero")).points == -6
    assert apply(pair, "house target").house == House()
    assert apply(apply(pair, "house lucky_pair"), "house lucky_pair").house == House()


def test_typed_hands():
    assert score_of(typed(ScoreState(), "10 12 x2")).points == 44
    # A typed hand is a new one: it has not busted because the one before had.
    assert score_of(typed(after("3", "5", "3"), "7 8")).points == 15
    assert typed(after("3", "5", "3"), "7 8 8").busted
    with pytest.raises(NotationError):
        typed(ScoreState(), "ten elf")
    with pytest.raises(ImpossibleError):
        typed(ScoreState(), "x2 x2")


CODES = [face.code for edition in EDITIONS.values() for face in edition.cards]
TAPS = st.lists(
    st.one_of(
        st.just("undo"),
        st.sampled_from(CODES),
        st.sampled_from(
            ["busted", "clear", "undo", "vengeance", "classic", "drop 5", "drop L13", "penalty", "cards", "claim",
             "digit 9", "digit -", "house brutal", "house lucky_pair", "house brutal_zero"]
        ),
        st.text(max_size=12),
    ),
    max_size=30,
)  # fmt: skip
HANDS = st.one_of(
    st.sampled_from(["9.9.5", "8.8.12", "5.9", "13.13.L13", "0.1.2.3.4.5.6", "U7.7.3", "5.SC"]),
    st.lists(st.sampled_from("0 5 9 9 12 13 L13 U7 7 x2 p4 m4 d2 SC FR F3".split()), max_size=8).map(".".join),
)
YES = st.sampled_from(["yes", "no"])
BUSTED = st.fixed_dictionaries({"hand": st.sampled_from(["9.9.5", "8.8.12.x2", "5.9"]), "busted": st.just("yes")})
LINKS = st.fixed_dictionaries(
    {"hand": HANDS},
    optional={
        "edition": st.sampled_from(["classic", "vengeance"]),
        "busted": YES,
        "brutal": YES,
        "penalty": YES,
        "claimed": st.sampled_from(["-", "92", "-6", "0"]),
        "ask": st.just("claim"),
    },
)
KEYS = ("v", "edition", "hand", "busted", "brutal", "lucky_pair", "brutal_zero", "penalty", "claimed", "ask", "tap")
HOSTILE = st.dictionaries(st.sampled_from(KEYS), st.text(max_size=12))


@given(st.one_of(BUSTED, LINKS, HOSTILE), TAPS)
def test_any_link_and_any_taps_leave_a_hand_that_can_be_scored_shown_and_linked(link, tapped):
    state = from_link(link)[0]
    for tap in tapped:
        state = apply(state, tap)
        assert state.faults() == []
    result = score_of(state)
    assert result.steps
    shown = verdict_of(state)
    assert result_html(state, result, shown)
    claim_html(state, shown)
    assert pad_sections(state)
    assert state_of(params(link_of(state)) if link_of(state) else {}) == replace(state, note="", before=None)


@pytest.mark.parametrize(
    ("link", "left", "busted"),
    [
        ({"hand": "9.9.5", "busted": "yes"}, ["9", "9"], True),
        ({"hand": "5.9.9", "busted": "yes"}, ["5", "9"], False),
        ({"hand": "5.9", "busted": "yes"}, ["5", "9"], False),
        ({"hand": "13.13.L13", "busted": "yes", "edition": "vengeance"}, ["13", "13"], True),
        ({"hand": ""}, [], False),
    ],
)
def test_r20_undo_on_a_linked_bust_keeps_a_possible_hand(link, left, busted):
    state = after("undo", state=state_of(link))
    assert (codes(state), state.busted, score_of(state).points) == (left, busted, 0 if busted else sum(map(int, left)))


def test_v19_a_7_before_unlucky_7_is_asked_about():
    state = after("vengeance", "7", "U7")
    assert state.busted
    assert "If Unlucky 7 came last, the other cards are gone (V19)." in state.note


def test_v40_the_15_of_brutal_mode():
    # 5 + 4 - 15 = -6, and 1 + 2 + 3 + 4 + 5 + 6 + 13 = 34 without the bonus.
    lost = after("vengeance", "5", "4", "house brutal", "penalty")
    assert (score_of(lost).points, formula(lost, score_of(lost))) == (-6, "9 − 15 taken away")
    assert score_of(apply(lost, "house brutal")).points == 9
    took = after("vengeance", *"1 2 3 4 5 6 L13".split(), "house brutal", "penalty")
    assert (score_of(took).points, formula(took, score_of(took))) == (34, "34")
    assert state_of(params(link_of(took))) == replace(took, before=None)
    with pytest.raises(NotationError, match="penalty"):
        state_of({"penalty": "perhaps"})


def test_the_link_carries_the_mark_of_the_pad():
    state = ScoreState(mark=TapMark("abcd1234", 7))
    assert state_of(params(link_of(state))).mark == TapMark("abcd1234", 7)


@pytest.mark.parametrize(
    "link",
    [
        {"hand": "<script>"},
        {"hand": "5.5"},
        {"hand": "3." * 3000},
        {"v": "9", "hand": "5"},
        {"edition": "poker"},
        {"busted": "maybe"},
        {"edition": "vengeance", "brutal": "perhaps"},
        {"hand": "5.5.5", "busted": "yes"},
    ],
)
def test_a_broken_link_is_said_to_be_one(link):
    state, sentence = from_link(link)
    assert state == ScoreState()
    assert sentence.startswith("This link cannot be used: ")
    assert len(sentence) < 300


def test_a_claim_is_entered_digit_by_digit_and_taken_back():
    state = after("5", "9", "claim", "digit 0", "digit 9", "digit 2")
    assert (state.claim, state.claimed, state.claiming) == ("92", 92, True)
    assert codes(state) == ["5", "9"]
    assert after("undo", "undo", state=state).claim == "0"
    assert after("cards", "12", state=state).claimed == 92
    assert after("clear", state=state) == ScoreState()


def test_a_claim_has_three_digits_and_perhaps_a_minus():
    state = after("vengeance", "claim", "digit 1", "digit -", "digit 5")
    assert state.claimed == -15
    assert apply(state, "digit -").claimed == 15
    long = after("digit 1", "digit 2", "digit 3", "digit 4")
    assert (long.claim, "three digits" in long.note) == ("123", True)
    assert after("digit x", "digit 12") == ScoreState()
    assert after("digit -").claimed is None


def test_the_claim_stands_in_the_link():
    state = after("5", "9", "claim", "digit 9", "digit 2")
    assert params(link_of(state))["claimed"] == "92"
    assert state_of(params(link_of(state))) == replace(state, before=None)
    assert "ask" not in params(shared_link(state))
    with pytest.raises(NotationError, match="no claimed total"):
        state_of({"claimed": "9999"})
    with pytest.raises(NotationError, match="no claimed total"):
        state_of({"claimed": "<b>"})


def test_a_link_without_history_loses_the_last_digit_first():
    state = state_of({"hand": "5.9", "claimed": "92"})
    assert after("undo", state=state).claim == "9"
    assert codes(after("undo", "undo", "undo", state=state)) == ["5"]
