"""An evening of three rounds at "Should I hit?", tap by tap: deck, line, table and pile, and where each card is."""

from __future__ import annotations

import pytest

from flip7.cards import CLASSIC
from flip7.ui.hit_link import link_of, state_of
from flip7.ui.hit_state import HitState, apply, can_end_round, typed, with_goal

# Each tap with the cards then in the deck, in my line, on the table and on the discard pile.
EVENING = """
first round
    8           93 1 0 0
    seen        93 1 0 0
    12          92 1 1 0
    12          91 1 2 0
    3           90 1 3 0
    mine        90 1 3 0
    SC          89 2 3 0
    8           88 1 3 2    saved: both to the pile at once
    11          87 2 3 2
    seen        87 2 3 2
    F3          86 2 3 3    done when its cards are
    FR          85 2 4 3
    unsee 3     86 2 3 3
    undo        85 2 4 3
    5           84 2 5 3
    mine        84 2 5 3
    +4          83 3 5 3
    alone       83 3 5 3
    SC          82 4 5 3
    SC          81 4 5 4    a surplus one, and nobody to give it to
    round       81 0 0 13
second round
    round       81 0 0 13   nothing lies on the table
    12          80 1 0 13
    flip        80 1 0 13
    2           79 2 0 13
    7           78 3 0 13
    7           77 4 0 13   busted: its cards stay till the end of the round
    0           77 4 0 13
    seen        77 4 0 13
    10          76 4 1 13
    +10         75 4 2 13
    12          74 4 3 13
    round       74 0 0 20
    undo        74 4 3 13
    round       74 0 0 20
third round, with a reshuffle in its middle
    6           73 1 0 20
    seen        73 1 0 20
    9           72 1 1 20
    9           71 1 2 20
    x2          70 1 3 20
    reshuffle   90 1 3 0    what lies on the table stays out
    reshuffle   90 1 3 0    nothing to shuffle
    undo        70 1 3 20
    reshuffle   90 1 3 0
    mine        90 1 3 0
    12          89 2 3 0
    x2          89 2 3 0    the only one lies on the table
    round       89 0 0 5
    deck        94 0 0 0
    undo        89 0 0 5
"""


def where(state: HitState) -> tuple[int, int, int, int]:
    """How many cards are in the deck, in my line, on the table and on the discard pile."""
    return state.left.total(), len(state.line), state.table.total(), len(state.pile)


def test_an_evening_of_three_rounds() -> None:
    state = HitState()
    for line in EVENING.splitlines():
        if not line.startswith(" "):
            continue
        words = line.split()
        tap = " ".join(words[:2]) if words[0] == "unsee" else words[0]
        counts = tuple(map(int, words[len(tap.split()) :][:4]))
        state = apply(state, tap)
        assert where(state) == counts, line
        assert sum(counts) == 94
        assert min(state.left.values()) >= 0
        back = state_of(dict(part.split("=") for part in link_of(state).split("&"))) if link_of(state) else state
        assert (where(back), back.position) == (counts, state.position), line
    while state.before is not None:
        state = apply(state, "undo")
        assert sum(where(state)) == 94
    assert where(state) == (94, 0, 0, 0)


def after(*taps: str) -> HitState:
    state = HitState()
    for tap in taps:
        state = apply(state, tap)
    return state


def test_r48_a_reshuffle_brings_back_exactly_the_pile() -> None:
    state = after("12", "11", "round", "12", "seen", "11", "reshuffle")
    assert [str(face) for face in state.seen] == ["11"]
    assert [str(face) for face in state.line] == ["12"]
    assert "R48" in state.note


def test_the_chip_of_a_flip_three_cycles_and_cards_of_mine_count_it_down() -> None:
    assert [after(*["flip"] * n).flips for n in range(5)] == [0, 3, 2, 1, 0]
    assert after("flip", "5").flips == 2
    assert after("flip", "seen", "5").flips == 3
    assert after("flip", "5", "6", "7", "8").flips == 0
    assert after("5", "SC", "flip", "5", "SC", "SC").flips == 0
    assert after("5", "flip", "5").flips == 0
    assert after("flip", "5", "undo").flips == 3


@pytest.mark.parametrize("tap", ["alone", "flip", "unknown", "counts"])
def test_switches_can_be_undone(tap: str) -> None:
    state = after("5", tap)
    assert state != after("5")
    assert apply(state, "undo") == after("5")


def test_a_reshuffle_makes_an_unknown_deck_known() -> None:
    state = after("unknown", "5", "seen", "12")
    assert state.unknown
    state = apply(state, "reshuffle")
    assert not state.unknown
    assert where(state) == (92, 1, 1, 0)


def test_a_new_deck_keeps_only_what_the_player_wants_to_see() -> None:
    state = after("counts", "unknown", "alone", "5", "round", "deck")
    assert state == HitState(counts_only=True, note=state.note)
    assert not can_end_round(state)
    again = apply(state, "deck")
    assert again.before is state.before


def test_a_goal_lasts_for_one_round() -> None:
    state = with_goal(after("5"), 45)
    assert state.goal == 45
    assert apply(state, "undo").goal == 0
    assert apply(state, "round").goal == 0
    assert with_goal(state, 45) is state
    for wrong in (-1, 172):
        refused = with_goal(state, wrong)
        assert refused.goal == 45
        assert "R46a" in refused.note


def test_typed_piles() -> None:
    state = typed(after("5", "round", "seen", "12"), "pile", "3*11 SC")
    assert where(state) == (89, 0, 1, 4)
    state = typed(state, "seen", "11 12")
    assert where(state) == (92, 0, 1, 1)
    assert CLASSIC.sorted(state.pile) == CLASSIC.sorted(state.seen[:1])


def test_undo_after_a_reload_takes_from_the_table_first() -> None:
    state = state_of({"seen": "2_12", "pile": "12", "mode": "seen"})
    state = apply(state, "undo")
    assert where(state) == (93, 0, 0, 1)
    assert where(apply(state, "undo")) == (94, 0, 0, 0)
