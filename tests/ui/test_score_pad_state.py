"""What each tap on "Score pad" makes of the game, and that nothing is shown as saved that is not stored."""

from urllib.parse import parse_qsl

import pytest

from flip7.scorepad.entries import Hand, Start
from flip7.scorepad.store import Store
from flip7.ui.score_pad_keys import pad_sections
from flip7.ui.score_pad_link import from_link, link_of
from flip7.ui.score_pad_state import Draft, opened_at, refreshed
from flip7.ui.score_pad_taps import apply_all
from flip7.ui.taps import TapMark

NAMES = ("Ana", "Ben", "Cleo", "Dev")


@pytest.fixture
def store(tmp_path):
    return Store.at(tmp_path / "pad.sqlite3")


@pytest.fixture
def state(store):
    return opened_at(store.create([Start(NAMES, dealer="p4")]))


def after(state, store, *taps):
    mark = TapMark("abcdef", state.mark.count + len(taps))
    return apply_all(state, taps, mark, store)


def totals(state):
    return [state.game.totals[f"p{n}"] for n in range(1, 5)]


def number(points):
    return [f"digit {digit}" for digit in str(points)]


def test_the_worked_game_comes_to_78_49_59_74(state, store):
    state = after(state, store, *"3 8 11 +4 stayed save".split())
    assert (state.at, state.game.now.points["p1"]) == ("p2", 26)
    state = after(state, store, *"4 9 9 busted save".split(), *"0 1 2 4 5 6 7 save".split(), *"10 12 x2 frozen".split())
    state = after(state, store, "close")
    assert totals(state) == [26, 0, 40, 44]
    assert (state.round, state.at, state.game.now.dealer) == (2, "p2", "p1")
    for points in ((0, 37, 19, 0), (52, 12, 0, 30)):
        for seat, worth in enumerate(points, 1):
            state = after(state, store, f"seat p{seat}", *number(worth))
        state = after(state, store, "close")
    assert totals(state) == [78, 49, 59, 74]
    assert state.game.standing.game == "goes-on"


def test_what_is_entered_is_not_saved_until_the_store_has_it(state, store):
    state = after(state, store, "3", "8")
    assert (state.changed, state.points) == (True, 11)
    assert store.open(state.opened.code).game.now.row.hands == {}
    state = after(state, store, "seat p3")
    assert store.open(state.opened.code).game.now.points == {"p1": 11}
    assert not after(state, store, "seat p1").changed


def test_a_sum_is_added_up_and_a_minus_is_refused_with_the_reason(state, store):
    state = after(state, store, *number(10), "plus", *number(15), "plus", "digit 8")
    assert state.points == 33
    state = after(state, store, "minus", "digit 5", "save")
    assert "R45" in state.note
    assert (state.draft.text, state.game.now.points) == ("10+15+8-5", {})


def test_an_impossible_hand_is_kept_only_if_the_table_says_so(state, store):
    typed = after(state, store, *number(172), "save")
    assert (typed.doubt, typed.game.now.row.hands) == ("save", {})
    assert "R46a" in typed.note
    accepted = after(typed, store, "accept")
    assert accepted.game.now.points == {"p1": 172}
    assert accepted.game.now.row.hands["p1"].because == "accepted by the table"


def test_a_round_with_somebody_missing_is_not_closed_and_names_them(state, store):
    state = after(state, store, "3", "close")
    assert "Ben" in state.note
    assert state.game.open == 1


def test_a_past_round_is_put_right(state, store):
    for seat in range(1, 5):
        state = after(state, store, f"seat p{seat}", "digit 9")
    state = after(state, store, "close", "round 1", "seat p2")
    assert (state.round, state.at, state.draft) == (1, "p2", Draft(text="9"))
    state = after(state, store, "undo")
    assert state.game.open == 1
    state = after(after(state, store, "redo"), store, "round 1", "seat p2", *number(95), "save")
    assert totals(state) == [9, 95, 9, 9]


def test_undo_takes_the_draft_back_first_then_the_last_entry(state, store):
    state = after(state, store, "3", "8", "save", "5", "undo")
    assert (state.at, state.draft) == ("p2", Draft())
    state = after(state, store, "undo")
    assert state.game.now.points == {}
    assert after(state, store, "redo").game.now.points == {"p1": 11}


def test_a_tap_that_comes_twice_is_written_once(state, store):
    before = after(state, store, "digit 7")
    saved = after(before, store, "save")
    again = after(refreshed(before, store), store, "save")
    assert again.game.log == saved.game.log
    assert len(again.game.log) == 2


def test_two_tabs_see_each_other(state, store):
    store.write(state.opened.code, state.game, [Hand("p2", 1, points=30)], "elsewhere")
    here = after(state, store, "digit 4", "save")
    assert here.game.now.points == {"p1": 4, "p2": 30}
    late = refreshed(state, store)
    assert late.game.now.points == {"p1": 4, "p2": 30}
    store.write(here.opened.code, here.game, [Hand("p1", 1, points=5)], "again")
    clash = after(after(here, store, "seat p1", "digit 8"), store, "save")
    assert "Not saved" in clash.note
    assert (clash.draft.text, clash.changed) == ("8", True)


def test_the_link_holds_the_draft(state, store):
    state = after(state, store, "number", *number(12), "plus", "digit 3", "busted")
    again, wrong = from_link(dict(parse_qsl(link_of(state))), store.open)
    assert wrong == ""
    assert (again.draft, again.at, again.typing, again.mark) == (state.draft, "p1", True, state.mark)
    assert set(link_of(state)) <= set("abcdefghijklmnopqrstuvwxyz0123456789=&._-")


@pytest.mark.parametrize("code", ["kadomurilesabogitunu", "<script>", "x" * 9000])
def test_a_guessed_code_finds_nothing(store, code):
    found, wrong = from_link({"pad": code}, store.open)
    assert found is None
    assert "no game with this code" in wrong


def test_a_long_name_is_cut_on_a_key_and_whole_in_its_label(store):
    state = opened_at(store.create([Start(("Wolfeschlegelsteinhausen", "Ben"), dealer="p2")]))
    (save,) = (key for section in pad_sections(state) for key in section.keys if key.code == "save")
    assert (save.face, save.label) == ("<span>Save Wolfeschlegelstei…</span>", "Save Wolfeschlegelsteinhausen")
