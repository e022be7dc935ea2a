"""Where the score pad could put a hand in the wrong place, lose it, or hide what another phone has done."""

from urllib.parse import parse_qsl

import pytest

from flip7.notation import read_cards
from flip7.rulebook import House
from flip7.scorepad.entries import Aside, Close, End, Hand, Join, Leave, Start, Undo
from flip7.scorepad.store import Store
from flip7.scorepad.trouble import NOTHING_SAVED, UNKNOWN, StoreError
from flip7.ui.score_pad_keys import pad_sections
from flip7.ui.score_pad_link import from_link, link_of
from flip7.ui.score_pad_state import ASIDE, Draft, Laid, opened_at, refreshed
from flip7.ui.score_pad_taps import apply_all
from flip7.ui.score_pad_view import banner_html
from flip7.ui.taps import TapMark


@pytest.fixture
def store(tmp_path):
    return Store.at(tmp_path / "pad.sqlite3")


def begun(store, *names, edition="classic", **house):
    names = names or ("Ana", "Ben")
    return opened_at(store.create([Start(names, edition, f"p{len(names)}", House(**house))]))


def after(state, store, *taps, log="abcdef"):
    mark = TapMark(log, (state.mark.count if state.mark.log in ("", log) else 0) + len(taps))
    return refreshed(apply_all(state, taps, mark, store), store)


def number(points):
    return [f"digit {digit}" for digit in str(points)]


def elsewhere(state, store, *entries):
    """What another phone writes in the meantime."""
    code = state.opened.code
    for entry in entries:
        game = store.open(code).game
        store.write(code, game, [entry], f"other.{len(game.log)}")


def stored(state, store):
    return store.open(state.opened.code).game


def keys(state):
    return {key.code: key for section in pad_sections(state) for key in section.keys}


def reloaded(state, store):
    again, wrong = from_link(dict(parse_qsl(link_of(state))), store.open)
    assert wrong == ""
    return refreshed(again, store)


# A draft belongs to one round and one player.


@pytest.mark.parametrize("how", ["tapped", "waiting", "reloaded"])
def test_a_draft_whose_round_is_taken_back_falls_on_no_other_round(store, how):
    state = after(begun(store), store, *number(7), "save", *number(9), "close", "seat p1", *number(31))
    assert (state.round, state.at, state.draft.text) == (2, "p1", "31")
    last = len(stored(state, store).log)
    elsewhere(state, store, Undo(last))
    state = after(state, store, "digit 5") if how == "tapped" else state
    state = reloaded(state, store) if how == "reloaded" else refreshed(state, store)
    text = "315" if how == "tapped" else "31"
    assert (state.round, state.at, state.changed) == (1, "p1", False)
    assert state.laid == (Laid(2, "p1", Draft((), text)),)
    assert f"Not saved: {text} for Ana in round 2" in state.note
    assert dict(stored(state, store).now.points) == {"p1": 7, "p2": 9}


def test_a_save_that_was_meant_for_another_round_is_not_written(store):
    state = after(begun(store), store, *number(7), "save", *number(9), "close")
    elsewhere(state, store, Undo(len(stored(state, store).log)))
    state = after(state, store, *number(31), "save")
    assert "Not saved" in state.note
    assert dict(stored(state, store).now.points) == {"p1": 7, "p2": 9}
    assert [laid.draft.text for laid in state.laid] == ["31"]


def test_a_draft_of_a_player_who_leaves_falls_on_nobody_else_and_can_be_taken_up(store):
    state = after(begun(store, "Ana", "Ben", "Cleo"), store, "seat p2", "9", "4", "stayed")
    elsewhere(state, store, Leave("p2", 1))
    state = refreshed(state, store)
    assert state.at != "p2"
    assert not state.changed
    laid = Laid(1, "p2", Draft(read_cards("9 4"), "", "stayed"))
    assert state.laid == reloaded(state, store).laid == (laid,)
    assert {"take 0", "forget 0"} <= set(keys(state))
    taken = after(state, store, "seat p3", "take 0")
    assert (taken.at, taken.draft, taken.laid) == ("p3", laid.draft, ())
    assert after(taken, store, "save").game.now.points["p3"] == 13
    assert after(state, store, "forget 0").laid == ()


def test_a_link_with_a_draft_for_a_place_that_is_gone_puts_it_nowhere_else(store):
    state = begun(store)
    link = {"pad": state.opened.code, "round": "7", "at": "p2", "draft": "yes", "text": "28"}
    found, _ = from_link(link, store.open)
    assert (found.round, found.changed, found.laid) == (1, False, (Laid(7, "p2", Draft((), "28")),))
    nobody, wrong = from_link({**link, "at": "<b>", "laid": "x.y.z-1.p1"}, store.open)
    assert (nobody.changed, nobody.laid, wrong) == (False, (), "")


def test_a_draft_of_a_joiner_who_was_taken_back_is_kept(store):
    state = begun(store)
    elsewhere(state, store, Join("p3", "Cleo", 1))
    state = after(refreshed(state, store), store, "seat p3", *number(28))
    elsewhere(state, store, Undo(2))
    state = refreshed(state, store)
    assert (state.changed, state.laid) == (False, (Laid(1, "p3", Draft((), "28")),))
    assert reloaded(state, store).laid == state.laid
    assert "28 for somebody who is not here any more" in keys(state)["take 0"].label


def test_a_game_that_was_deleted_meanwhile_keeps_what_is_entered_and_says_so(store):
    state = after(begun(store), store, *number(28))
    assert store.expire(1, now=10**10) == 1
    for later in (refreshed(state, store), after(state, store, "save")):
        assert (later.draft.text, later.changed) == ("28", True)
        assert "no game with this code" in later.note


@pytest.mark.parametrize("entry", [Join("p3", "Cleo", 1), Hand("p2", 1, points=30)])
def test_a_draft_stays_where_its_place_is_still_there(store, entry):
    state = after(begun(store), store, "3", "8")
    elsewhere(state, store, entry)
    state = refreshed(state, store)
    assert (state.at, state.draft.cards, state.note) == ("p1", read_cards("3 8"), "")
    assert after(state, store, "save").game.now.points["p1"] == 11


@pytest.mark.parametrize("tap", ["reshuffle", "away", "redo"])
def test_a_key_for_the_table_leaves_the_draft_alone(store, tap):
    state = after(
        begun(store, "Ana", "Ben", "Cleo"), store, "seat p2", *number(7), "save", "undo", "seat p3", *number(5)
    )
    state = after(state, store, tap)
    assert (state.draft.text if tap != "away" else state.laid[0].draft.text) == "5"


# Two tabs with one log, two phones with one player.


def test_a_number_goes_on_where_another_tab_has_saved_its_first_digit(store):
    state = after(begun(store, "Ana", "Ben", "Cleo"), store, "digit 4")
    elsewhere(state, store, Hand("p1", 1, points=4, typed="4"))
    state = refreshed(state, store)
    # Each look at the store is one: what was kept at the first must not be lost at the second.
    elsewhere(state, store, Hand("p3", 1, points=25))
    state = after(refreshed(state, store), store, "digit 4", "save")
    assert dict(stored(state, store).now.points) == {"p1": 44, "p3": 25}


def test_two_tabs_that_count_alike_do_not_swallow_each_other(store):
    state = begun(store)
    one = after(state, store, *number(11), "save")
    two = after(state, store, "seat p2", *number(22))
    two = apply_all(two, ["save"], one.mark, store)
    assert one.mark == two.mark
    assert dict(stored(state, store).now.points) == {"p1": 11, "p2": 22}


def test_a_tap_sent_again_after_the_server_died_is_written_once(store):
    """The answer to each commit is lost, so the browser sends its taps again with the position before them."""
    state = after(begun(store), store, *number(11))
    link = link_of(state)
    taps, mark = ["save", *number(22), "save", "undo"], TapMark("abcdef", state.mark.count + 5)
    done = apply_all(state, taps, mark, store)
    log = stored(state, store).log
    again, _ = from_link(dict(parse_qsl(link)), store.open)
    assert refreshed(apply_all(again, taps, mark, store), store).game.log == done.game.log == log
    assert dict(stored(state, store).now.points) == {"p1": 11}


def test_the_second_phone_sees_what_the_first_has_saved_and_chooses(store):
    state = after(begun(store), store, *number(48))
    elsewhere(state, store, Hand("p1", 1, points=30))
    clash = after(state, store, "save")
    assert stored(state, store).now.points == {"p1": 30}
    assert "another phone has saved 30 for Ana in round 1; here it is 48." in clash.note
    assert {"mine", "theirs"} <= set(keys(clash))
    assert "save" not in keys(clash)
    for tap in ("save", "close", "seat p2"):
        held = after(clash, store, tap)
        assert (held.at, held.draft.text, stored(state, store).now.points) == ("p1", "48", {"p1": 30})
    again = reloaded(clash, store)
    assert again.clash
    elsewise = after(again, store, "advice")
    assert "another phone has saved 30" in banner_html(elsewise) + elsewise.note
    theirs = after(again, store, "theirs")
    assert (theirs.draft.text, theirs.changed) == ("30", False)
    mine = after(again, store, "mine")
    assert (mine.clash, mine.game.now.points) == (False, {"p1": 48})


@pytest.mark.parametrize("entries", [(Hand("p1", 1, points=30),), (Hand("p1", 1, points=7), Hand("p1", 1, points=30))])
def test_a_phone_that_has_entered_nothing_just_shows_what_another_has_saved(store, entries):
    old = begun(store)
    elsewhere(old, store, *entries)
    for state in (refreshed(old, store), after(old, store, "number"), reloaded(old, store)):
        assert (state.changed, state.clash, state.draft.text, state.note) == (False, False, "30", "")
    moved = after(old, store, "seat p2")
    assert (moved.at, moved.note, stored(old, store).now.points) == ("p2", "", {"p1": 30})


def test_a_second_phone_with_an_old_screen_writes_over_nothing_silently(store):
    old = begun(store)
    elsewhere(old, store, Hand("p1", 1, points=30))
    clash = after(old, store, *number(4), "save")
    assert clash.clash
    assert stored(old, store).now.points == {"p1": 30}
    same = after(old, store, *number(30), "save")
    assert not same.clash
    assert len(stored(old, store).log) == 2


def test_whoever_closes_the_round_closes_it_with_what_the_others_have_entered(store):
    old = begun(store)
    elsewhere(old, store, Hand("p2", 1, points=30))
    closed = after(old, store, *number(4), "close")
    assert dict(closed.game.totals) == {"p1": 4, "p2": 30}
    undone = after(old, store, "seat p2", "undo")
    assert "Somebody else has written" in undone.note or "nothing to take back" in undone.note
    assert dict(stored(old, store).totals) == {"p1": 4, "p2": 30}


# Numbers and cards.


def test_a_saved_number_is_replaced_by_typing_and_added_to_by_a_sign(store):
    state = after(begun(store), store, *number(12), "save", "seat p1")
    assert after(state, store, *number(120)).draft.text == "120"
    assert reloaded(after(state, store, *number(12)), store).begun
    assert after(reloaded(after(state, store, *number(12)), store), store, "digit 0").draft.text == "120"
    assert after(state, store, "plus", "digit 5").points == 17
    assert after(state, store, "delete").draft.text == "1"
    assert after(state, store, "delete", "digit 9").points == 19
    assert "delete" in keys(state)
    gone = after(state, store, "delete", "delete", "save")
    assert gone.game.now.points == {}


@pytest.mark.parametrize("reload", [False, True])
def test_undo_brings_back_the_cards_that_a_number_hid(store, reload):
    cards = after(begun(store), store, "3", "8", "11", "+4")
    typed = after(cards, store, "digit 2", "digit 6")
    typed = reloaded(typed, store) if reload else typed
    assert (typed.points, typed.entered.cards) == (26, ())
    back = after(typed, store, "undo", "undo")
    assert (back.entered, back.points) == (Draft(read_cards("3 8 11 +4")), 26)
    assert after(typed, store, "cards").points == 3 + 8 + 11 + 4
    saved = after(typed, store, "save")
    assert saved.game.now.row.hands["p1"] == Hand("p1", 1, points=26, typed="26")


def test_undo_takes_back_whatever_the_last_tap_entered(store):
    state = after(begun(store), store, "3", "8", "drop 3", "frozen", "digit 5", "delete", "9")
    seen = [(state.draft, state.typing)]
    for _ in range(7):
        state = after(state, store, "undo")
        seen.append((state.draft, state.typing))
    three_eight, eight = read_cards("3 8"), read_cards("8")
    assert [draft for draft, _ in seen] == [
        Draft(read_cards("8 9"), "", "frozen"), Draft(eight, "", "frozen"), Draft(eight, "5", "frozen"),
        Draft(eight, "", "frozen"), Draft(eight), Draft(three_eight), Draft(read_cards("3")), Draft(),
    ]  # fmt: skip


def test_r20_a_second_copy_busts_visibly_and_can_be_taken_back(store):
    state = after(begun(store), store, "9", "4", "9")
    assert (state.shown_status, state.points) == ("busted", 0)
    assert "A second 9: Ana is busted (R20)" in state.note
    assert keys(state)["busted"].pressed
    assert after(state, store, "drop 9").points == 13
    assert after(state, store, "undo").shown_status == "stayed"
    assert after(state, store, "busted").shown_status == "busted"
    saved = after(state, store, "save")
    assert (saved.game.now.status["p1"], saved.game.now.points["p1"]) == ("busted", 0)
    again = after(saved, store, "seat p1")
    assert not again.changed
    assert after(again, store, "drop 9", "save").game.now.points["p1"] == 13
    said = after(after(begun(store), store, "9", "4", "9"), store, "stayed", "save")
    assert "R20" in said.note
    assert said.game.now.points == {}


def test_r38_a_second_chance_explains_the_copy_and_both_are_put_aside(store):
    state = after(begun(store), store, "9", "SC", "9")
    assert state.shown_status != "busted"
    assert "R38" in state.note
    spent = after(state, store, "spent")
    assert (spent.draft.cards, spent.shown_status, spent.points) == (read_cards("9"), "stayed", 9)
    assert sorted(face.code for face in spent.game.page.row(1).aside) == ["9", "SC"]
    assert after(spent, store, "save").game.left()[read_cards("9")[0]] == 9 - 2


def test_v19_v21_unlucky_7_and_lucky_13_explain_a_second_copy(store):
    state = begun(store, edition="vengeance")
    assert after(state, store, "7", "U7").shown_status != "busted"
    assert after(state, store, "U7", "7").shown_status == "busted"
    assert after(state, store, "13", "L13").shown_status != "busted"
    assert after(state, store, "13", "L13", "13").shown_status == "busted"


def test_cards_without_a_score_are_never_kept_all_the_same(store):
    state = after(begun(store), store, "x2", "x2", "save")
    assert "R2" in state.note
    assert "type how many points they count" in state.note
    assert "accept" not in keys(state)
    assert after(state, store, "accept").game.now.row.hands == {}
    assert "accept" in keys(after(begun(store), store, *number(172), "save"))
    forged, _ = from_link({**dict(parse_qsl(link_of(state))), "doubt": "save"}, store.open)
    assert after(forged, store, "accept").game.now.row.hands == {}


# The table.


def played(store, *rounds, **house):
    state = begun(store, *("Ana", "Ben", "Cleo")[: len(rounds[0])], **house)
    for points in rounds:
        for seat, worth in enumerate(points, 1):
            state = after(state, store, f"seat p{seat}", *number(worth), "save")
        state = after(state, store, "close")
    return state


def test_undo_says_what_it_took_back_also_from_another_round(store):
    state = played(store, (7, 9), (5, 6))
    state = after(state, store, "round 1", "undo")
    assert state.note == "Taken back: Round 2 is closed."
    assert (state.round, state.game.open) == (1, 2)
    state = after(state, store, "undo")
    assert state.note == "Taken back: Round 2: Ben 6."
    state = after(state, store, "redo")
    assert state.note == "Brought back: Round 2: Ben 6."


def test_r53_the_end_is_asked_and_at_a_tie_everybody_plays_another_round(store):
    state = after(played(store, (52, 52), (50, 50), target=100), store, "end")
    assert not state.game.over
    assert "Ana and Ben are tied at the top with 102 points, so everybody plays another round. (R53)" in state.note
    assert [key.code for key in pad_sections(state)[-3].keys][:2] == ["another", "accept"]
    more = after(state, store, "another")
    assert (more.doubt, more.game.over, more.game.open) == ("", False, 3)
    assert "accept" not in keys(more)
    ended = after(reloaded(state, store), store, "accept")
    assert ended.game.over
    assert ended.game.log[-1] == End("accepted by the table")
    tied = after(played(store, (52, 52), (50, 50), target=100, tie="tied-only"), store, "end")
    assert "the tied players play another round" in tied.note


def test_r53_the_tie_break_round_decides(store):
    state = played(store, (52, 52, 1), (50, 50, 50), (3, 4, 120), target=100)
    assert (state.game.standing.game, state.game.standing.winners) == ("over", ("p3",))
    ended = after(state, store, "end")
    assert (ended.game.over, ended.game.winners, ended.doubt) == (True, ("p3",), "")
    assert "<bdi>Cleo</bdi> wins" in banner_html(ended)


def test_r51_an_early_end_is_asked_too(store):
    state = after(played(store, (7, 9)), store, "end")
    assert (state.doubt, state.game.over) == ("end", False)
    assert "Nobody has 200 points yet. (R51)" in state.note


def test_a_round_is_made_void_counts_again_and_is_reopened(store):
    state = after(played(store, (7, 9), (5, 6)), store, "round 1", "void")
    assert (dict(state.game.totals), state.note) == ({"p1": 5, "p2": 6}, "Round 1 does not count.")
    assert "count" in keys(state)
    state = after(state, store, "count")
    assert (dict(state.game.totals), state.note) == ({"p1": 12, "p2": 15}, "Round 1 counts after all.")
    assert "reopen" not in keys(state)
    state = after(state, store, "round 2", "reopen")
    assert (state.game.open, state.note) == (2, "Round 2 is open again.")


def test_a_player_sits_out_and_comes_back(store):
    state = after(begun(store, "Ana", "Ben", "Cleo"), store, "seat p2", "away")
    assert (state.game.now.seats, state.note) == (("p1", "p3"), "Ben leaves before round 1.")
    state = after(state, store, "seat p3", *number(5), "save", "seat p3", "away")
    assert state.note == "Cleo leaves before round 2."
    state = after(state, store, "back p2")
    assert state.game.now.seats == ("p1", "p2", "p3")
    assert state.note == "Ben is back from round 1 on."


def test_v40_in_brutal_mode_the_pad_asks_who_loses_the_15(store):
    state = begun(store, edition="vengeance", brutal=True)
    state = after(state, store, *"U7 1 2 3 4 5 6".split())
    assert {"bonus", "penalty p2"} <= set(keys(state))
    state = after(state, store, "penalty p2", "seat p2", "9", "save", "seat p1")
    # 7 + 1 + 2 + 3 + 4 + 5 + 6 = 28 without the bonus; Ben's 9 - 15.
    assert dict(state.game.now.points) == {"p1": 28, "p2": -6}
    assert keys(state)["penalty p2"].pressed
    state = after(state, store, "bonus")
    assert dict(state.game.now.points) == {"p1": 43, "p2": 9}
    plain = after(begun(store, edition="vengeance"), store, *"U7 1 2 3 4 5 6".split())
    assert "bonus" not in keys(plain)


def test_r48_cards_put_aside_have_a_place_of_their_own(store):
    state = after(begun(store), store, f"seat {ASIDE}", "F3", "SC", "5")
    assert "F3" in keys(state)
    assert "stayed" not in keys(state)
    assert after(state, store, "digit 5").draft.text == ""
    state = after(state, store, "save", "seat p1")
    assert [face.code for face in state.game.page.row(1).aside] == ["F3", "SC", "5"]
    assert "F3" not in keys(state)
    assert keys(state)["5"].note == "4 left"


def test_every_card_of_both_editions_survives_a_link(store):
    for edition in ("classic", "vengeance"):
        state = begun(store, edition=edition)
        for face in state.game.edition.cards:
            entered = after(state, store, f"seat {ASIDE}", face.code)
            assert reloaded(entered, store).draft.cards == (face,)


def test_a_redone_round_is_left_behind_again(store):
    state = after(begun(store), store, "seat p1", *number(30), "seat p2", *number(20), "save", "close")
    assert (state.game.open, state.round) == (2, 2)
    back = after(state, store, "undo")
    assert (back.game.open, back.round) == (1, 1)
    again = after(back, store, "redo")
    assert (again.game.open, again.round) == (2, 2)
    # What is typed now belongs to round 2.
    typed = after(again, store, "seat p1", *number(7), "save")
    assert [this.points.get("p1") for this in stored(typed, store).rounds] == [30, 7]


def test_a_round_closed_on_another_phone_is_said_and_left(store):
    here = after(begun(store), store, "seat p1", *number(30), "seat p2", *number(20), "save")
    elsewhere(here, store, Close(1))
    moved = refreshed(here, store)
    assert (moved.round, moved.game.open) == (2, 2)
    assert "Another phone has closed round 1." in moved.note


def test_a_draft_in_a_round_closed_on_another_phone_stays_and_is_warned_about(store):
    here = after(begun(store), store, "seat p1", *number(30), "seat p2", *number(20), "save", *number(9))
    elsewhere(here, store, Close(1))
    stays = refreshed(here, store)
    assert (stays.round, stays.changed) == (1, True)
    assert "Another phone has closed round 1: what you save here puts it right." in stays.note


def test_a_round_is_not_opened_again_over_what_the_next_one_holds(store):
    state = after(begun(store), store, "seat p1", *number(30), "seat p2", *number(20), "save", "close")
    elsewhere(state, store, Aside(read_cards("SC"), 2))
    refused = after(refreshed(state, store), store, "round 1", "reopen")
    assert "Round 2 has begun." in refused.note
    assert stored(refused, store).open == 2


@pytest.mark.parametrize("outcome", [NOTHING_SAVED, UNKNOWN])
def test_a_store_that_fails_says_itself_what_has_become_of_the_entry(store, monkeypatch, outcome):
    """ "Not saved" would be untrue where the commit was under way."""

    def broken(*_args, **_options):
        raise StoreError("disk full", outcome)

    state = after(begun(store), store, "number", *number(25))
    monkeypatch.setattr(Store, "_append", broken)
    state = after(state, store, "save")
    assert state.note == f"The store cannot be used just now (disk full). {outcome}"
    assert (state.draft.text, state.changed) == ("25", True)
    monkeypatch.undo()
    assert dict(stored(after(state, store, "save"), store).now.points) == {"p1": 25}
