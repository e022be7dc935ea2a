"""What each tap on "Check a round" makes of the table, and what the checker is given."""

from dataclasses import replace
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flip7.cards import CLASSIC, VENGEANCE
from flip7.errors import NotationError
from flip7.ui.round_state import GONE, apply, from_link, link_of, new_round, renamed, shared_link, state_of
from flip7.ui.round_view import checked, pad_sections, result_html, verdict_html
from flip7.ui.taps import TapMark


def after(*taps, state=None):
    state = state or new_round()
    for tap in taps:
        state = apply(state, tap)
    return state


def params(link):
    return dict(parse_qsl(link))


def points(state):
    return {row.entry.name: row.points for row in checked(state).rows}


def messages(state):
    return [(problem.rule, problem.players) for problem in checked(state).problems]


WORKED = after(
    *"3 8 11 +4 claim".split(), "digit 2", "digit 6",
    "seat 1", *"4 9 9".split(),
    "seat 2", *"0 1 2 4 5 6 7".split(),
    "add", *"10 12 x2 frozen".split(),
)  # fmt: skip


def test_the_worked_round_scores_as_on_the_sheet():
    # 3 + 8 + 11 + 4 = 26; a second 9 is a bust; 25 + 15 = 40; (10 + 12) x 2 = 44.
    assert points(WORKED) == {"Player 1": 26, "Player 2": 0, "Player 3": 40, "Player 4": 44}
    assert [seat.status for seat in WORKED.seats] == ["stayed", "busted", "flip7", "frozen"]
    assert checked(WORKED).holds
    assert "marked Flip 7" in after("seat 2", *"0 1 2 4 5 6 7".split()).note


def test_a_wrong_total_is_named():
    state = after("seat 3", "claim", "digit 5", "digit 4", state=WORKED)
    row = checked(state).rows[3]
    assert (row.verdict.claim, row.verdict.score.points, row.verdict.right) == (54, 44, False)


def test_every_fault_of_the_table_at_once():
    state = after("seat 0", "x2", "seat 1", "stayed", state=WORKED)
    found = messages(state)
    assert ("R2", ("Player 1", "Player 4")) in found
    assert ("R20", ("Player 2",)) in found


def test_a_total_without_cards_is_a_typed_one():
    # Two totals over 87 without Flip 7 both need the one x2 (R46a).
    state = after("claim", "digit 9", "digit 0", "seat 1", "claim", "digit 9", "digit 2")
    assert points(state) == {"Player 1": 90, "Player 2": 92}
    assert [players for _, players in messages(state)] == [("Player 1", "Player 2")]


def test_cards_gone_count_too():
    state = after("0", "gone", "0")
    assert (state.at, state.gone) == (GONE, (CLASSIC.cards[0],))
    assert [rule for rule, _ in messages(state)] == ["R1"]
    assert after("claim", "busted", "digit 3", state=state) == state


def test_players_come_and_go():
    assert len(after("add", "add").seats) == 5
    assert after("add").at == 3
    assert [seat.name for seat in after("seat 1", "leave").seats] == ["Player 1", "Player 3"]
    assert len(after(*["leave"] * 5).seats) == 1
    assert len(after(*["add"] * 30).seats) == 18


def test_names_are_clean_and_a_line_more_is_a_player_more():
    state = renamed(WORKED, ["Ana", "", "Cleo", "<b>\u202eDev", "Eva"])
    assert [seat.name for seat in state.seats] == ["Ana", "Player 2", "Cleo", "<b>Dev", "Eva"]
    assert points(state)["<b>Dev"] == 44


def test_undo_takes_back_every_step():
    assert after("undo", state=after("5")) == new_round()
    assert after("undo", state=after("frozen")).seats[0].status == "stayed"
    assert after("undo", state=after("clear", state=WORKED)) == WORKED
    linked = state_of(params(link_of(WORKED)))
    assert len(after("undo", state=linked).seats[3].cards) == 2


def test_the_other_edition_keeps_what_it_has():
    state = after("vengeance", state=WORKED)
    assert state.edition is VENGEANCE
    assert [face.code for face in state.seats[3].cards] == ["10", "12"]
    assert "taken away" in state.note
    assert after("house brutal", state=state).house.brutal


def test_the_link_holds_the_round():
    state = replace(after("claim", state=WORKED), mark=TapMark("abcd", 9))
    assert state_of(params(link_of(state))) == replace(state, note="")
    assert link_of(new_round()) == ""
    assert "tap=" not in shared_link(state)


TAPS = st.one_of(
    st.sampled_from(
        ["seat 0", "seat 2", "gone", "add", "leave", "7", "12", "x2", "SC", "FR", "L13", "-4", "drop 7", "cards",
         "claim", "digit 9", "digit -", "busted", "frozen", "flip7", "active", "stayed", "vengeance", "classic",
         "house brutal", "house lucky_pair", "house dealer", "undo", "clear"]
    ),
    st.text(max_size=12),
)  # fmt: skip
LINKS = st.fixed_dictionaries(
    {},
    optional={
        "edition": st.sampled_from(["classic", "vengeance", "x"]),
        "names": st.sampled_from(["A", "A\nB", "A\nA", "\u202e\n<b>"]),
        "hands": st.sampled_from(["9.9.5", "9.9.5-m4", "FR.FR-SC.SC", "0.1.2.3.4.5.6.7-", "-", "--"]),
        "status": st.sampled_from(["b", "bs", "7a", "ff", "zz", "sss"]),
        "claims": st.sampled_from(["92", "92.", "m6.m", "m.9", "..", "9999.1"]),
        "gone": st.sampled_from(["F3.F3", ".".join(["0"] * 94), "F3." * 200]),
        "brutal": st.just("yes"),
        "at": st.sampled_from(["gone", "0", "1", "²", "-1"]),
        "ask": st.just("claim"),
    },
)
KEYS = ("v", "edition", "names", "hands", "status", "claims", "gone", "brutal", "at", "ask", "tap")
HOSTILE = st.dictionaries(st.sampled_from(KEYS), st.text(max_size=12))


@given(st.one_of(LINKS, HOSTILE), st.lists(TAPS, max_size=30))
def test_any_link_and_any_taps_make_a_round_that_can_be_checked_shown_and_linked(link, taps):
    state = after(*taps, state=from_link(link)[0])
    result = checked(state)
    assert verdict_html(result)
    assert pad_sections(state, result)
    if result is not None:
        assert result_html(state, result)
    assert state_of(params(link_of(state)) or {}) == replace(state, note="", before=None)


def test_more_cards_than_a_deck_are_not_gone():
    state = after("gone", *["12"] * 100)
    assert len(state.gone) == 94
    assert "94" in state.note
    assert len(state_of(params(link_of(state))).gone) == 94


def test_undo_on_a_linked_round_takes_back_the_last_digit_first():
    state = state_of({"names": "A\nB", "hands": "9.9.5-", "status": "bs", "claims": "23.", "ask": "claim"})
    assert after("undo", state=state).seats[0].claim == "2"
    assert len(after("undo", "undo", "undo", state=state).seats[0].cards) == 2


@pytest.mark.parametrize(
    ("link", "says"),
    [
        ({"v": "2"}, "version"),
        ({"edition": "x"}, "neither"),
        ({"names": "\n".join("abcdefghijklmnopqrstuvw")}, "at most 18"),
        ({"names": "A\nB", "hands": "3"}, "1 hands for 2 players"),
        ({"names": "A", "status": "z"}, "a letter of asfb7"),
        ({"names": "A", "claims": "9999"}, "no total"),
        ({"names": "A", "at": "4"}, "counted from 0"),
        ({"names": "A", "hands": "3_99"}, "at most|99"),
    ],
)
def test_a_broken_link_says_what_is_wrong(link, says):
    with pytest.raises(NotationError, match=says):
        state_of(link)
    state, wrong = from_link(link)
    assert state == new_round()
    assert wrong.startswith("This link cannot be used")
