"""Cards that change hands in mid-round on the score pad: Steal, Swap, Discard, minus cards, Unlucky 7."""

from urllib.parse import parse_qsl

import pytest

from flip7.cards import VENGEANCE
from flip7.notation import read_cards
from flip7.rulebook import House
from flip7.scorepad.codec import from_json, to_json
from flip7.scorepad.entries import Hand, Move, Start
from flip7.scorepad.game import Game
from flip7.scorepad.store import Store
from flip7.ui.score_pad_keys import pad_sections
from flip7.ui.score_pad_link import from_link, link_of
from flip7.ui.score_pad_state import ASIDE, Pick, opened_at, refreshed
from flip7.ui.score_pad_taps import apply_all
from flip7.ui.score_pad_view import banner_html
from flip7.ui.taps import TapMark


@pytest.fixture
def store(tmp_path):
    return Store.at(tmp_path / "pad.sqlite3")


def cards(text):
    return read_cards(text, VENGEANCE)


def after(state, store, *taps):
    mark = TapMark("abcdef", state.mark.count + len(taps))
    return refreshed(apply_all(state, taps, mark, store), store)


def table(store, *lines, edition="vengeance", **house):
    """Ana, Ben and Cleo with these cards saved; the pad stands at Ana."""
    state = opened_at(store.create([Start(("Ana", "Ben", "Cleo"), edition, "p3", House(**house))]))
    for seat, line in enumerate(lines, 1):
        state = after(state, store, f"seat p{seat}", *line.split(), "save")
    return after(state, store, "seat p1")


def line(state, seat):
    return " ".join(face.code for face in state.game.page.row(state.round).hands[seat].cards)


def aside(state):
    return sorted(face.code for face in state.game.page.row(state.round).aside)


def points(state):
    return dict(state.game.now.points)


def keys(state):
    return {key.code: key for section in pad_sections(state) for key in section.keys}


def test_v28_steal_is_two_taps_after_the_key(store):
    state = table(store, "5", "9 12", "3")
    assert keys(state)["move"].label.startswith("Move a card")
    state = after(state, store, "move")
    assert keys(state)["give p1"].off
    assert "Tap the card that moves." in banner_html(state)
    state = after(state, store, "lies p2 9", "give p1")
    # 5 + 9 = 14; 21 - 9 = 12.
    assert points(state) == {"p1": 14, "p2": 12, "p3": 3}
    assert state.note == "Round 1: 9 from Ben to Ana. Ben 21 → 12, Ana 5 → 14."
    assert (state.moving, state.at, state.draft.cards, state.changed) == (None, "p1", cards("5 9"), False)
    back = after(state, store, "undo")
    assert points(back) == {"p1": 5, "p2": 21, "p3": 3}
    assert points(after(back, store, "redo")) == points(state)


def test_v28_a_stolen_duplicate_busts_the_thief(store):
    state = after(table(store, "5 9", "9 12", "3"), store, "move", "lies p2 9", "give p1")
    assert (state.game.now.status["p1"], points(state)) == ("busted", {"p1": 0, "p2": 12, "p3": 3})
    assert "Ana 14 → 0 (busted)" in state.note
    assert after(state, store, "undo").game.now.status["p1"] == "stayed"


def test_v11_v28_the_seventh_number_stolen_ends_the_round(store):
    state = after(table(store, "1 2 3 4 5 6", "9 12", "3"), store, "move", "lies p2 9", "give p1")
    # 1 + 2 + 3 + 4 + 5 + 6 + 9 + 15 = 45.
    assert (state.game.now.status["p1"], points(state)["p1"]) == ("flip7", 45)
    assert "Ana flips seven: the round is over (V11)." in state.note


def test_v29_swap_is_a_card_for_a_card_and_both_leave_first(store):
    state = after(table(store, "5 9", "9 12", "3"), store, "move", "lies p1 9", "lies p2 12")
    assert (line(state, "p1"), line(state, "p2")) == ("5 12", "9 9")
    assert points(state) == {"p1": 17, "p2": 0, "p3": 3}
    same = after(table(store, "5 9", "9 12", "3"), store, "move", "lies p1 9", "lies p2 9")
    assert (line(same, "p1"), line(same, "p2"), points(same)["p2"]) == ("5 9", "12 9", 21)
    odd = after(table(store, "5 9", "12 -4", "3"), store, "move", "lies p2 -4", "lies p3 3")
    assert points(odd) == {"p1": 14, "p2": 15, "p3": 0}


def test_v29_two_cards_of_one_player_do_not_change_places(store):
    state = after(table(store, "5 9", "12", "3"), store, "move", "lies p1 9", "lies p1 5")
    assert (state.moving, points(state)["p1"]) == (Pick("p1", cards("5")[0]), 14)
    assert after(state, store, "lies p1 5").moving == Pick()
    assert after(state, store, "give p1").note == "It lies in front of Ana already."


def test_v30_discard_goes_to_the_pile_and_the_deck_stays_right(store):
    state = after(table(store, "5 9", "9 12", "3"), store, "move", "lies p2 9", f"give {ASIDE}")
    assert (line(state, "p2"), aside(state)) == ("12", ["9"])
    assert state.game.left()[cards("9")[0]] == 9 - 2
    undone = after(state, store, "undo")
    assert (line(undone, "p2"), aside(undone), undone.game.left()[cards("9")[0]]) == ("9 12", [], 9 - 2)


def test_v24_a_minus_card_is_given_on(store):
    state = after(table(store, "5 9 -4", "12", "3"), store, "move", "lies p1 -4", "give p2")
    assert points(state) == {"p1": 14, "p2": 8, "p3": 3}


def test_a_card_that_is_not_saved_yet_moves_too_and_undo_takes_one_step_at_a_time(store):
    state = after(table(store, "", "9 12"), store, "5", "11", "move", "lies p1 11", "give p2")
    assert points(state) == {"p1": 5, "p2": 32}
    state = after(state, store, "undo")
    assert (points(state), state.draft.cards) == ({"p1": 16, "p2": 21}, cards("5 11"))
    state = after(state, store, "undo")
    assert points(state) == {"p2": 21}


def test_a_move_can_be_broken_off_and_outlasts_a_reload(store):
    state = after(table(store, "5", "9 -4", "3"), store, "move", "lies p2 -4")
    again, wrong = from_link(dict(parse_qsl(link_of(state))), store.open)
    assert (wrong, again.moving) == ("", Pick("p2", cards("-4")[0]))
    for tap in ("move", "undo", "seat p2"):
        assert after(state, store, tap).moving is None
    assert points(after(again, store, "give p3")) == {"p1": 5, "p2": 9, "p3": 0}
    nobody, _ = from_link({"pad": state.opened.code, "move": "<b>.9"}, store.open)
    assert nobody.moving == Pick()


def test_v39_only_in_brutal_mode_does_a_modifier_go_to_a_busted_player(store):
    lines = ("5 -4", "9 9", "3")
    plain = after(table(store, *lines), store, "move", "lies p1 -4", "give p2")
    assert "only in Brutal Mode may a modifier be given there. (V39)" in plain.note
    assert (line(plain, "p2"), plain.moving) == ("9 9", Pick("p1", cards("-4")[0]))
    brutal = after(table(store, *lines, brutal=True), store, "move", "lies p1 -4", "give p2")
    assert points(brutal) == {"p1": 5, "p2": -4, "p3": 3}
    number = after(table(store, *lines, brutal=True), store, "move", "lies p1 5", "give p2")
    assert "(V8)" in number.note
    out = after(table(store, *lines, brutal=True), store, "move", "lies p2 9", "give p1")
    assert "Ben is busted: these cards are out of play. (V9)" in out.note
    tapped = after(table(store, *lines), store, "seat p2", "-6")
    assert "only in Brutal Mode" in tapped.note
    assert "V39" not in after(table(store, *lines, brutal=True), store, "seat p2", "-6").note


def test_v19_unlucky_7_drawn_sweeps_everything_else_to_the_pile(store):
    state = after(table(store, "", "12"), store, "5", "9", "-4", "U7")
    assert (state.draft.cards, aside(state), points(state)["p1"]) == (cards("U7"), ["-4", "5", "9"], 7)
    assert state.note.endswith("Ana 10 → 7. Swept to the discard pile: 5 9 -4 (V19).")
    assert after(state, store, "7").shown_status == "busted"
    assert after(state, store, "3").points == 10
    back = after(state, store, "undo")
    assert (back.draft.cards, aside(back)) == (cards("5 9 -4"), [])
    first = after(table(store, ""), store, "U7", "3")
    assert (first.draft.cards, aside(first), first.changed) == (cards("U7 3"), [], True)


def test_v19_unlucky_7_stolen_or_swapped_sweeps_whoever_gets_it(store):
    state = after(table(store, "7 9 -4", "U7 12", "3"), store, "move", "lies p2 U7", "give p1")
    assert (line(state, "p1"), line(state, "p2"), aside(state)) == ("U7", "12", ["-4", "7", "9"])
    assert points(state) == {"p1": 7, "p2": 12, "p3": 3}
    swap = after(table(store, "7 9 -4", "U7 12", "3"), store, "move", "lies p2 U7", "lies p1 9")
    # The 9 has left before Unlucky 7 arrives (V29), so 7 and -4 are swept.
    assert (line(swap, "p1"), line(swap, "p2"), aside(swap)) == ("U7", "12 9", ["-4", "7"])


def test_v21_who_loses_lucky_13_with_two_13s_is_busted(store):
    state = after(table(store, "13 L13", "12 2", "3"), store, "seat p1", "move", "lies p1 L13", "lies p2 2")
    assert points(state) == {"p1": 15, "p2": 25, "p3": 3}
    state = after(table(store, "13 L13", "13 2", "3"), store, "seat p1", "move", "lies p1 L13", "lies p2 13")
    assert (state.game.now.status["p1"], points(state)) == ("busted", {"p1": 0, "p2": 15, "p3": 3})


def test_v17_the_zero_stolen_away_gives_the_points_back(store):
    state = after(table(store, "5 9", "0 12", "3"), store, "move", "lies p2 0", "give p1")
    assert points(state) == {"p1": 0, "p2": 12, "p3": 3}


def test_v8_who_has_stayed_stays_stayed(store):
    state = after(table(store, "5 9", "12", "3"), store, "stayed", "save", "seat p1", "move", "lies p2 12", "give p1")
    assert state.game.page.row(1).hands["p1"].status == "stayed"


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (Move("p2", "p1", cards("8"), 1), "No 8 lies in front of Ben."),
        (Move("p2", "p2", cards("9"), 1), "two cards of two players"),
        (Move("", "p1", cards("ST"), 1), "lies in front of nobody"),
        (Move("p3", "p1", cards("9"), 1), "No 9 lies in front of Cleo."),
        (Move("p2", "p3", cards("9"), 1), "typed number"),
        (Move("p2", "p1", cards("9 12"), 1), "No 12 lies in front of Ana."),
        (Move("p2", "p1", (), 1), "One card moves"),
        (Move("", "p9", cards("9"), 1), "Nobody at this table"),
    ],
)
def test_a_move_that_cannot_be_is_refused(entry, why):
    game = Game.of([Start(("Ana", "Ben", "Cleo"), "vengeance"), Hand("p2", 1, cards("9 12")), Hand("p3", 1, points=8)])
    with pytest.raises(Exception, match=why):
        game.play(entry)


def test_the_first_game_has_no_moves(store):
    state = table(store, "5", "9", "3", edition="classic")
    assert "move" not in keys(state)
    assert after(state, store, "move").moving is None
    with pytest.raises(Exception, match="no card moves"):
        state.game.play(Move("p2", "p1", read_cards("9"), 1))


def test_a_move_is_stored_and_read_again():
    entry = Move("p2", "p1", cards("9 -4"), 3)
    assert to_json(entry) == '{"kind":"move","player":"p2","to":"p1","cards":"9 -4","round":3}'
    assert from_json(to_json(entry)) == entry


def test_v19_v28_v29_v30_a_whole_round_reckoned_by_hand(store):
    state = table(store, "5 9", "9 12 -4", "13")
    state = after(state, store, "move", "lies p2 12", "give p1")
    assert points(state) == {"p1": 5 + 9 + 12, "p2": 9 - 4, "p3": 13}
    state = after(state, store, "move", "lies p3 13", "lies p1 9")
    assert points(state) == {"p1": 5 + 12 + 13, "p2": 5, "p3": 9}
    state = after(state, store, "move", "lies p3 9", f"give {ASIDE}")
    assert points(state) == {"p1": 30, "p2": 5, "p3": 0}
    state = after(state, store, "seat p3", "3", "2", "U7", "move", "lies p2 -4", "give p1")
    assert points(state) == {"p1": 30 - 4, "p2": 9, "p3": 7}
    assert aside(state) == ["2", "3", "9"]
    assert {code: state.game.left()[cards(code)[0]] for code in ("9", "12", "2", "U7", "-4")} == {
        "9": 9 - 2, "12": 12 - 1, "2": 2 - 1, "U7": 0, "-4": 0,
    }  # fmt: skip
    closed = after(state, store, "close")
    assert dict(closed.game.totals) == {"p1": 26, "p2": 9, "p3": 7}
    while state.game.can_undo:
        state = after(state, store, "undo")
    assert (points(state), aside(state)) == ({}, [])


def test_v38_v39_v40_a_brutal_round_reckoned_by_hand(store):
    state = table(store, "", "8 8", "10 /2 -8 -10 -6", brutal=True)
    # 10 / 2 = 5; 5 - 8 - 10 - 6 = -19.
    assert (state.game.now.status["p2"], points(state)) == ("busted", {"p2": 0, "p3": -19})
    state = after(state, store, "move", "lies p3 -6", "give p2", *"U7 1 2 3 4 5 6".split(), "penalty p2")
    # 7 + 1 + 2 + 3 + 4 + 5 + 6 = 28; 0 - 6 - 15 = -21; -19 + 6 = -13.
    assert points(state) == {"p1": 28, "p2": -21, "p3": -13}
    assert dict(after(state, store, "close").game.totals) == {"p1": 28, "p2": -21, "p3": -13}


def test_moves_that_are_sent_again_after_the_server_died_are_written_once(store):
    state = after(table(store, "", "12 3", "3"), store, "5", "9")
    link, taps = link_of(state), ("U7", "move", "lies p2 12", "give p1", "4", "move", "lies p1 4", "give p2")
    done = after(state, store, *taps)
    assert points(done) == {"p1": 7 + 12, "p2": 3 + 4, "p3": 3}
    again, _ = from_link(dict(parse_qsl(link)), store.open)
    assert after(again, store, *taps).game.log == done.game.log == store.open(done.opened.code).game.log
