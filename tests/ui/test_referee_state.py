"""What each tap of the referee makes of the game."""

import json

import pytest

from flip7.__main__ import main
from flip7.cards import EDITIONS
from flip7.engine.choices import Decision, ShuffleDue, Turned
from flip7.engine.play import due, next_round
from flip7.engine.reading import read_record
from flip7.engine.record import replay
from flip7.engine.telling import tell
from flip7.engine.writing import write_record
from flip7.names import MAX_NAME, clean_names
from flip7.notation import read_cards
from flip7.rulebook import House
from flip7.ui.referee_game import Game, NextRound, Setup
from flip7.ui.referee_keys import pad_sections
from flip7.ui.referee_state import RefereeState, apply, start
from flip7.ui.referee_words import ask, happened, headline, outcome, spoken

ABC = ("Ana", "Ben", "Cleo")


def begun(edition="classic", names=ABC, dealer=None, totals=(), **house):
    dealer = len(names) - 1 if dealer is None else dealer
    return start(Setup(names, EDITIONS[edition], dealer, House(**house), totals))


def after(state, *taps):
    """The state after taps that are all allowed."""
    for tap in taps:
        state = apply(state, tap)
        assert not state.note, (tap, state.note)
    return state


def keys(state):
    return {key.code: key for section in pad_sections(state) for key in section.keys}


def legal(state):
    return [code for code, key in keys(state).items() if not key.off and code != "undo"]


def sentences(state):
    return [words for words, _ in happened(state)]


# --- Questions ------------------------------------------------------------------------------------------------


def test_the_deal_goes_round_from_the_dealers_left():
    state = begun(dealer=0)
    asked = [ask(state)]
    for tap in ("7", "3", "12"):
        state = after(state, tap)
        asked.append(ask(state))
    assert asked == ["Turn a card for Ben", "Turn a card for Cleo", "Turn a card for Ana", "Ben: hit or stay?"]


def test_a_card_tapped_at_an_offer_is_a_hit():
    dealt = after(begun(), "7", "3", "12")
    assert {"hit 0", "stay 0", "7"} <= set(legal(dealt))
    assert after(dealt, "hit", "9") == after(dealt, "9")
    assert ask(after(dealt, "9")) == "Ben: hit or stay?"


def test_a_freeze_goes_to_anybody_still_in_and_the_rest_is_refused_with_the_rule():
    state = after(begun(), "7", "3", "12", "stay", "FR")
    assert ask(state) == "Ben: who gets the Freeze?"
    assert [key.label for key in keys(state).values()][:3] == ["Freeze to Ana", "Freeze to Ben", "Freeze to Cleo"]
    assert legal(state) == ["to 1", "to 2"]
    refused = apply(state, "to 0")
    assert (refused.game, "R24" in refused.note) == (state.game, True)
    assert after(state, "to 2").table.status == ("stayed", "active", "frozen")


def test_steal_and_discard_name_every_card_on_the_table():
    state = after(begun("vengeance"), "7", "3", "12", "ST", "to 1")
    assert ask(state) == "Ben: steal which card?"
    assert legal(state) == ["at 0 7", "at 2 12"]
    assert keys(state)["at 0 7"].label == "take 7 from Ana"
    assert "V28" in apply(state, "at 1 3").note
    assert [card.code for card in after(state, "at 0 7").table.lines[1]] == ["3", "7"]
    state = after(begun("vengeance"), "7", "3", "12", "DI", "to 1")
    assert legal(state) == ["at 0 7", "at 1 3", "at 2 12"]
    assert keys(state)["at 1 3"].label == "discard my 3"


def test_a_swap_is_two_taps():
    state = after(begun("vengeance"), "7", "3", "12", "SW", "to 1")
    assert ask(state) == "Ben: swap which card first?"
    assert legal(state) == ["at 0 7", "at 1 3", "at 2 12"]
    picked = after(state, "at 1 3")
    assert ask(picked) == "Ben: swap my 3 with which card?"
    assert keys(picked)["at 2 12"].label == "swap my 3 with Cleo's 12"
    assert after(picked, "undo") == after(picked, "at 1 3") == state
    swapped = after(picked, "at 2 12")
    assert [line[0].code for line in swapped.table.lines] == ["7", "12", "3"]
    assert after(state, "at 2 12", "at 1 3") == swapped
    assert swapped.pick is None


def test_two_cards_of_one_line_are_no_swap():
    state = after(begun("vengeance"), "7", "3", "12", "5", "SW", "to 1", "at 0 7")
    assert keys(state)["at 0 5"].off
    refused = apply(state, "at 0 5")
    assert "V29" in refused.note
    assert refused.pick == state.pick


def test_the_brutal_bonus():
    state = after(begun("vengeance", brutal=True), "1", "3", "12", "2", "stay", "stay", "3", "4", "5", "6", "7")
    assert legal(state) == ["bonus", "to 1", "to 2"]
    assert after(state, "bonus").table.result.scores == (43, 3, 12)
    assert after(state, "to 2").table.result.scores == (28, 3, -3)


@pytest.mark.parametrize(
    ("taps", "refused", "says"),
    [
        ((), "hit", "a card is turned for Ana"),
        ((), "shuffle", "R49"),
        ((), "next", "not over"),
        (("0",), "0", "No 0 is left"),
        (("7", "3", "12"), "to 1", "hit or stay"),
        (("7", "3", "12"), "at 1 3", "hit or stay"),
        (("7", "3", "12", "FR"), "4", "who gets FR"),
        (("7", "3", "12", "FR"), "to 99", "not asked"),
        (("7", "3", "12", "FR"), "at 0 7", "not asked"),
    ],
)
def test_a_tap_that_cannot_be_changes_nothing_and_says_why(taps, refused, says):
    state = after(begun(), *taps)
    again = apply(state, refused)
    assert again.game == state.game
    assert says in again.note
    assert not apply(again, "undo").note


@pytest.mark.parametrize("tap", ["", "U7", "to", "at", "at 0", "at x 7", "nonsense", "to -1"])
def test_a_tap_that_is_no_key_is_harmless(tap):
    state = begun()
    assert apply(state, tap).game == state.game


# --- What has just happened -----------------------------------------------------------------------------------


def test_a_flip_three_is_told_with_what_waits():
    state = after(begun(), "7", "3", "12", "F3", "to 1", "5", "FR", "3")
    assert state.table.status[1] == "busted"
    rules = {rule for _, rules in happened(state) for rule in rules}
    assert {"R20", "R31", "R35a"} <= rules
    assert "busts" in " ".join(sentences(state))
    assert spoken(state).endswith("Cleo: hit or stay?")


def test_what_the_page_shows_elsewhere_is_not_told_twice():
    assert len(sentences(after(begun(), "7"))) == 1
    assert any("Second Chance" in words for words in sentences(after(begun(), "SC")))


# --- Undo, rounds, games --------------------------------------------------------------------------------------


ROUND = ("7", "3", "12", "7", "3", "stay")


def test_undo_reaches_the_very_beginning_through_every_round():
    states = [begun()]
    for tap in (*ROUND, "next", "1", "FR", "to 0", "2", "SC", "stay", "stay"):
        states.append(after(states[-1], tap))
    state = states[-1]
    for earlier in reversed(states[:-1]):
        state = apply(state, "undo")
        assert state.game == earlier.game
        assert state.table == earlier.table
    assert keys(state)["undo"].off
    assert apply(state, "undo") == state


def test_undo_of_a_new_game_brings_the_old_one_back():
    old = after(begun(), *ROUND)
    new = apply(old, "again")
    assert new.game.entries == ()
    assert ask(new) == "Turn a card for Ben"
    assert apply(apply(new, "5"), "undo").game == new.game
    assert apply(new, "undo").game == old.game


def test_the_next_round_goes_on_with_the_same_deck():
    over = after(begun(), *ROUND)
    assert legal(over) == ["next"]
    assert headline(over.game) == "Round over: Cleo leads with 12"
    later = after(over, "next")
    assert later.game.round == 2
    assert (later.table.dealer, later.table.deck_left, sum(later.table.discard.values())) == (0, 89, 5)
    assert later.table.totals == (0, 0, 12)


def test_the_last_card_and_a_shuffle():
    names = ("Ana",)
    state = begun(names=names)
    setup = Setup(names, EDITIONS["classic"], pile=tuple(EDITIONS["classic"].left([]).elements())[:-2])
    state = start(setup)
    assert state.table.deck_left == 2
    state = after(state, "SC", "SC")
    assert isinstance(due(state.table), Decision)
    assert all(keys(state)[face.code].off for face in state.table.edition.cards)
    assert "No card is turned now" in apply(state, "7").note
    state = after(state, "hit")
    assert isinstance(due(state.table), ShuffleDue)
    assert ask(state) == "Shuffle the discard pile"
    assert after(state, "shuffle", "7").table.deck_left == 92


def test_v26_v12_who_turns_an_action_plays_it_and_the_pile_comes_back_in_mid_round():
    edition = EDITIONS["vengeance"]
    rest = edition.left(read_cards("5 9 6 ST 4", edition))
    house = House(action_resolver="flipper")
    state = after(start(Setup(ABC, edition, 2, house, pile=tuple(rest.elements()))), "5", "9", "6", "ST")
    assert ask(state) == "Ana: steal which card?"
    assert sentences(state)[-1] == "Ana plays the Steal."
    state = after(state, "at 1 9")
    assert ask(state) == "Turn a card for Ben"
    state = after(state, "4", "hit 2")
    assert ask(state) == "Shuffle the discard pile"
    # 108 cards less 5 9 4 6 on the table: the Steal that was played is in the deck again.
    state = after(state, "shuffle")
    assert state.table.deck_left == 108 - 4
    assert ask(state) == "Turn a card for Cleo"
    assert ask(after(state, "ST")) == "Cleo: steal which card?"


def test_v11_after_the_end_a_tap_is_told_the_rule():
    state = after(begun("vengeance", names=("Ana",)), "5", "stay 0")
    assert apply(state, "7").note == "No card is turned now: the round is over. (V11)"
    assert apply(state, "stay 0").note == "That is not asked now: the round is over. (V11)"


@pytest.mark.parametrize(
    ("house", "says", "dealer"),
    [
        ({}, "Ben and Cleo tie at the top, so everyone plays another round.", "Ben"),
        ({"tie": "tied-only"}, "Ben and Cleo tie at the top, so only they play another round.", "Ben"),
        ({"tie": "shared"}, "at this table they win together", ""),
    ],
)
def test_a_tie_at_the_top(house, says, dealer):
    state = after(begun(totals=(0, 199, 190), dealer=0, **house), "1", "10", "2", "stay", "stay", "stay")
    words = " ".join(said for said, _ in outcome(state.game))
    assert says in words
    assert (f"{dealer} deals next" in words) == bool(dealer)
    if house.get("tie") == "tied-only":
        assert after(state, "next").table.names == ("Ben", "Cleo")
    if house.get("tie") == "shared":
        assert headline(state.game) == "Ben and Cleo win together with 200"
        assert legal(state) == ["again"]
        assert "R52" in apply(state, "next").note


def test_a_winner():
    state = after(begun(totals=(0, 195, 180)), "1", "10", "2", "stay", "stay", "stay")
    assert headline(state.game) == "Ben wins with 205"
    assert legal(state) == ["again"]
    assert after(state, "again").table.totals == (0, 0, 0)


# --- Names ----------------------------------------------------------------------------------------------------


def test_names_are_made_fit_and_unique():
    assert clean_names(["", " Ana  Maria ", "ana maria", "Ana Maria"]) == (
        "Player 1", "Ana Maria", "ana maria 2", "Ana Maria 3",
    )  # fmt: skip
    assert clean_names(["a\nb\u202ec\x00"]) == ("a bc",)
    long = clean_names(["x" * 99, "x" * 99])
    assert len(set(long)) == 2
    assert max(map(len, long)) <= MAX_NAME
    assert clean_names(["Player 2", ""]) == ("Player 2", "Player 2 2")


# --- Records --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "house", "taps"),
    [
        ("classic", {}, (*ROUND, "next", "F3", "to 1", "5", "FR", "4", "to 2", "8", "stay", "9")),
        ("vengeance", {}, ("7", "3", "12", "SW", "to 1", "at 0 7", "at 2 12", "JOM", "to 0", "-4", "to 0", "stay")),
        ("vengeance", {"brutal": True}, ("1", "3", "12", "2", "stay", "stay", "3", "4", "5", "6", "7", "to 2")),
    ],
)
def test_the_record_of_a_round_replays_to_the_same_events(tmp_path, capsys, edition, house, taps):
    names = ("Ana Maria", "<b>Ben</b>", 'C"leo')
    state = begun(edition, names, **house)
    for tap in taps:
        state = after(state, tap)
    record = state.game.record()
    again = replay(read_record(write_record(record)))
    at = max((i for i, entry in enumerate(state.game.entries) if isinstance(entry, NextRound)), default=-1) + 1
    played = [event for moment in state.game.moments[at:] for event in moment.events]
    assert [(e.kind, e.player, e.card, e.other, e.rules) for e in again.events] == [
        (e.kind, e.player, e.card, e.other, e.rules) for e in played
    ]
    file = tmp_path / "round.toml"
    file.write_text(write_record(record), "utf-8")
    assert main(["replay", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert len(told["events"]) == len(played)
    assert read_record(write_record(record)).shown == names
    assert tell(played[-1], state.table.edition, names)


def test_the_record_of_a_later_round_begins_where_it_began():
    state = after(begun(), *ROUND, "next", "1", "2")
    record = state.game.record()
    first = next_round(after(begun(), *ROUND).table)
    assert (record.dealer, record.title) == (0, "Round 2, played at the table")
    assert sum(first.discard.values()) == len(record.discard) == 5


def test_a_game_is_a_value():
    assert Game.begin(Setup(ABC)) == Game.begin(Setup(ABC))
    assert Game.begin(Setup(ABC)).play(Turned(EDITIONS["classic"].cards[0])) != Game.begin(Setup(ABC))
    assert isinstance(begun(), RefereeState)


def test_a_second_tap_on_stay_is_not_the_next_players():
    dealt = after(begun(), "7", "3", "12")
    player = due(dealt.table).player
    twice = apply(apply(dealt, f"stay {player}"), f"stay {player}")
    assert [status for status in twice.table.status if status == "stayed"] == ["stayed"]
    assert "R9" in twice.note


def test_a_second_tap_on_new_game_begins_no_other_one():
    again = apply(after(begun(), "7", "3", "12"), "again")
    assert apply(again, "again") is again
