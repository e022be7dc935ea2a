"""A new session that begins from an older link, before the browser has said again what was tapped since."""

from dataclasses import replace
from urllib.parse import parse_qsl

import pytest

from flip7.rulebook import House
from flip7.scorepad.entries import Close, Hand, Start
from flip7.scorepad.store import Store
from flip7.ui.score_pad_link import from_link, link_of
from flip7.ui.score_pad_silence import address, as_drawn, settled, up_to_date, waits
from flip7.ui.score_pad_state import Draft, opened_at
from flip7.ui.score_pad_taps import apply_all
from flip7.ui.taps import TapMark


@pytest.fixture
def store(tmp_path):
    return Store.at(tmp_path / "pad.sqlite3")


@pytest.fixture
def half(store):
    """The link of a screen on which a 4 has been typed for Ana."""
    state = opened_at(store.create([Start(("Ana", "Ben"), "classic", "p2", House())]))
    return link_of(heard(state, store, "digit 4"))


def heard(state, store, *taps):
    return up_to_date(apply_all(state, taps, TapMark("abcdef", state.mark.count + len(taps)), store), store)


def new_session(link, store):
    state, wrong = from_link(dict(parse_qsl(link)), store.open)
    assert wrong == ""
    return up_to_date(state, store)


def points(state, store):
    return dict(store.open(state.opened.code).game.now.points)


def test_a_half_typed_number_does_not_clash_with_the_hand_that_it_became(half, store):
    heard(new_session(half, store), store, "digit 5", "save")
    first = new_session(half, store)
    assert (first.clash, first.note, first.draft, first.round, first.at) == (False, "", Draft((), "4"), 1, "p1")
    again = heard(first, store, "digit 5", "save", "digit 9")
    assert (again.at, again.draft.text, again.clash, points(again, store)) == ("p2", "9", False, {"p1": 45})
    assert len(again.game.log) == 2


def test_taps_that_went_over_one_hand_twice_meet_the_game_that_they_were_meant_for(half, store):
    taps = ("save", "seat p1", "digit 7", "save", "digit 8")
    heard(new_session(half, store), store, *taps)
    again = heard(new_session(half, store), store, *taps)
    assert (points(again, store), again.at, again.draft.text, again.clash) == ({"p1": 7}, "p2", "8", False)
    assert [entry.points for entry in again.game.log[1:]] == [4, 7]


def test_a_browser_that_has_nothing_to_say_sees_what_it_had_saved(half, store):
    heard(new_session(half, store), store, "digit 5", "save")
    first = new_session(half, store)
    assert waits(first, store)
    after = settled(first, store)
    assert (after.draft.text, after.changed, after.clash, waits(after, store)) == ("45", False, False, False)


def test_a_draft_that_was_never_saved_outlasts_the_silence(half, store):
    state = heard(new_session(half, store), store, "seat p2", "digit 3")
    link = link_of(state)
    heard(new_session(link, store), store, "reshuffle")
    assert waits(new_session(link, store), store)
    after = settled(new_session(link, store), store)
    assert (after.at, after.draft.text, after.changed, after.clash) == ("p2", "3", True, False)
    assert (after.game.page.row(1).reshuffled, waits(after, store)) == (True, False)


def test_what_another_phone_has_saved_is_asked_about_at_once(half, store):
    code = new_session(half, store).opened.code
    store.write(code, store.open(code).game, [Hand("p1", 1, points=30)], "ghijkl.9")
    first = new_session(half, store)
    assert first.clash
    assert not waits(first, store)
    assert "another phone has saved 30 for Ana in round 1; here it is 4." in first.note


def test_a_link_without_a_mark_waits_for_nobody(half, store):
    heard(new_session(half, store), store, "digit 5", "save")
    bare = {"pad": new_session(half, store).opened.code}
    state, _ = from_link(bare, store.open)
    assert not waits(state, store)
    assert dict(up_to_date(state, store).game.now.points) == {"p1": 45}


def test_a_duplicated_tab_that_is_behind_is_another_writer(half, store):
    code = new_session(half, store).opened.code
    store.write(code, store.open(code).game, [Hand("p1", 1, points=30)], "abcdef.1")
    assert not waits(new_session(half, store), store)
    assert new_session(half, store).clash


def test_the_address_is_left_alone_until_the_browser_has_spoken(half, store):
    """A new session may begin from an older link than the one in the address: a reload must find the newer."""
    assert address(new_session(half, store), told=False) is None
    other = new_session(half, store)
    store.write(other.opened.code, other.game, [Hand("p2", 1, points=30)], "ghijkl.9")
    assert address(new_session(half, store), told=False) is None
    old = new_session(f"v=1&pad={other.opened.code}&log=1", store)
    assert (old.game.now.points, address(old, told=False)) == ({"p2": 30}, None)
    state = heard(new_session(half, store), store, "digit 5")
    assert "text=45" in address(state, told=False)
    assert "text=4&" in address(settled(new_session(half, store), store), told=False)
    assert "text=4&" in address(new_session(half, store), told=True)


def test_a_tap_on_its_way_when_another_phone_moves_the_screen_falls_on_what_was_drawn(store):
    shown = opened_at(store.create([Start(("Ana", "Ben")), Hand("p1", 1, points=10)]))
    shown = heard(shown, store, "number")
    drawn, code = link_of(shown), shown.opened.code
    store.write(code, shown.game, [Hand("p2", 1, points=12), Close(1)], "other.1")
    moved = up_to_date(shown, store)
    assert (shown.round, shown.at, moved.round) == (1, "p2", 2)
    after = heard(as_drawn(moved, drawn, store), store, "digit 5", "digit 0", "save")
    assert (after.round, after.at, after.draft.text, after.clash) == (1, "p2", "50", True)
    assert "another phone has saved 12 for Ben in round 1; here it is 50" in after.note
    assert dict(store.open(code).game.rounds[0].points) == {"p1": 10, "p2": 12}
    # What is drawn of another game, or of before a tap that has been heard, is not what these taps were meant for.
    other = opened_at(store.create([Start(("Ana", "Ben"))]))
    assert as_drawn(replace(other, mark=moved.mark), drawn, store).opened.code == other.opened.code
    assert as_drawn(heard(moved, store, "digit 7"), drawn, store).round == 2


def test_two_phones_close_the_same_round_and_both_stand_in_the_next(store):
    state = opened_at(store.create([Start(("Ana", "Ben")), Hand("p1", 1, points=10), Hand("p2", 1, points=12)]))
    store.write(state.opened.code, state.game, [Close(1)], "other.1")
    after = heard(state, store, "close")
    assert (after.round, after.note) == (2, "Another phone has closed round 1.")
    assert len(store.open(state.opened.code).game.log) == 4


def test_a_number_goes_on_where_another_phone_has_saved_its_first_digit(store):
    state = heard(opened_at(store.create([Start(("Ana", "Ben"), dealer="p2")])), store, "number", "digit 3")
    store.write(state.opened.code, state.game, [Hand("p1", 1, points=3)], "other.1")
    state = up_to_date(state, store)
    assert (state.changed, state.draft.text) == (False, "3")
    state = heard(state, store, "digit 3", "save")
    assert points(state, store) == {"p1": 33}
    assert (state.at, state.begun) == ("p2", False)


def test_two_phones_that_save_the_same_number_agree_and_go_on(store):
    state = heard(opened_at(store.create([Start(("Ana", "Ben"), dealer="p2")])), store, "number", "digit 3")
    store.write(state.opened.code, state.game, [Hand("p1", 1, points=3, typed="3")], "other.1")
    state = heard(state, store, "save", "digit 7")
    assert (state.at, state.draft.text, points(state, store)) == ("p2", "7", {"p1": 3})
    store.write(state.opened.code, store.open(state.opened.code).game, [Hand("p2", 1, points=7, typed="7")], "other.2")
    # What stands on this screen is what the other phone has saved; the round is closed with it.
    state = heard(state, store, "close")
    assert (state.round, dict(store.open(state.opened.code).game.totals)) == (2, {"p1": 3, "p2": 7})
