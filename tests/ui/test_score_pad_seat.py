"""Phones with a seat of their own: each tap is for everybody to see, and nobody's cards are in another's way."""

from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import parse_qsl

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flip7.notation import read_cards
from flip7.rulebook import House
from flip7.scorepad.entries import Claim, Close, Hand, Leave, Return, Settings, Start
from flip7.scorepad.store import Store
from flip7.ui.score_pad_keys import pad_sections
from flip7.ui.score_pad_link import from_link, link_of
from flip7.ui.score_pad_state import refreshed
from flip7.ui.score_pad_table import table_html
from flip7.ui.score_pad_taps import apply_all
from flip7.ui.score_pad_view import head_html, spoken_pad, standing_html
from flip7.ui.taps import TapMark

ANA, BEN = "phoneana", "phoneben"


@pytest.fixture
def store(tmp_path):
    return Store.at(tmp_path / "pad.sqlite3")


@pytest.fixture
def code(store):
    return store.create([Start(("Ana", "Ben"), "classic", "p2", House())]).code


def joined(store, code, log, *taps):
    state, wrong = from_link({"v": "1", "pad": code, "sit": "yes"}, store.open)
    assert wrong == ""
    return tapped(state, store, log, *taps)


def tapped(state, store, log, *taps):
    mark = TapMark(log, (state.mark.count if state.mark.log == log else 0) + len(taps))
    return refreshed(apply_all(state, taps, mark, store), store)


def hands(store, code):
    game = store.open(code).game
    return {seat: (hand.cards, hand.status) for seat, hand in game.now.row.hands.items()}


def keys(state):
    return {key.code: key for section in pad_sections(state) for key in section.keys}


def test_who_joins_is_asked_whose_phone_this_is(store, code):
    state = joined(store, code, ANA)
    assert set(keys(state)) == {"sit p1", "sit p2", "sit all"}
    assert spoken_pad(state) == "Tap your name. After that, tap each card that you get."
    state = tapped(state, store, ANA, "sit p2")
    assert (state.mine, state.at, state.asks) == ("p2", "p2", False)
    assert store.open(code).game.phones == {"p2": ANA}
    again, _ = from_link(dict(parse_qsl(link_of(state))), store.open)
    assert (again.mine, again.at) == ("p2", "p2")
    assert tapped(state, store, ANA, "sit", "sit all").mine == ""
    assert store.open(code).game.phones == {}


def test_a_place_that_another_phone_has_is_told_and_can_be_shared(store, code):
    joined(store, code, ANA, "sit p1")
    ben = joined(store, code, BEN)
    assert keys(ben)["sit p1"].note == "has a phone"
    ben = tapped(ben, store, BEN, "sit p1")
    assert "Another phone sat at Ana’s place" in ben.note
    assert ben.mine == "p1"


def test_each_card_at_the_own_seat_is_stored_at_once_and_still_in(store, code):
    state = joined(store, code, BEN, "sit p2", "8")
    assert hands(store, code) == {"p2": (read_cards("8"), "active")}
    state = tapped(state, store, BEN, "3", "+4")
    assert hands(store, code) == {"p2": (read_cards("8 3 +4"), "active")}
    assert "save" not in keys(state)
    assert keys(state)["close"].off
    tapped(state, store, BEN, "stayed")
    assert hands(store, code) == {"p2": (read_cards("8 3 +4"), "stayed")}


def test_r20_a_second_copy_busts_at_once(store, code):
    joined(store, code, BEN, "sit p2", "8", "3", "8")
    assert hands(store, code) == {"p2": (read_cards("8 3 8"), "busted")}


def test_two_phones_that_tap_in_turns_lose_nothing(store, code):
    ana, ben = joined(store, code, ANA, "sit p1"), joined(store, code, BEN, "sit p2")
    for mine, theirs in zip("8 3 11 5 12 9".split(), "7 2 10 4 1 6".split(), strict=True):
        # Neither screen has seen the other's latest card.
        ana, ben = apply_at(ana, store, ANA, mine), apply_at(ben, store, BEN, theirs)
    assert hands(store, code) == {
        "p1": (read_cards("8 3 11 5 12 9"), "active"),
        "p2": (read_cards("7 2 10 4 1 6"), "active"),
    }


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2), st.booleans()), min_size=6, max_size=24))
def test_any_interleaving_of_three_phones_keeps_what_each_has_tapped(turns):
    """Each turn is one phone's next tap; the screen may be old by any number of turns of the others."""
    with TemporaryDirectory() as folder:
        store = Store.at(Path(folder) / "pad.sqlite3")
        code = store.create([Start(("Ana", "Ben", "Cleo"), "classic", "p3", House())]).code
        phones = [joined(store, code, f"phone{seat}", f"sit p{seat}") for seat in (1, 2, 3)]
        # Each number once among all three, so that no tap can bust or be doubted.
        cards = [iter("12 9 6 3 +2".split()), iter("11 8 5 2 +4".split()), iter("10 7 4 1 +6".split())]
        lines = [[], [], []]
        for at, looks in turns:
            if looks:
                phones[at] = refreshed(phones[at], store)
            tap = next(cards[at], None)
            if tap is not None:
                lines[at].append(tap)
                phones[at] = apply_at(phones[at], store, f"phone{at + 1}", tap)
        kept = {seat: cards for seat, (cards, _) in hands(store, code).items()}
        assert kept == {f"p{at}": read_cards(" ".join(line)) for at, line in enumerate(lines, 1) if line}


def apply_at(state, store, log, tap):
    return apply_all(state, [tap], TapMark(log, state.mark.count + 1), store)


def test_undo_at_the_own_seat_goes_back_in_this_line_only(store, code):
    ana, ben = joined(store, code, ANA, "sit p1", "8", "3"), joined(store, code, BEN, "sit p2", "7")
    ana = tapped(ana, store, ANA, "stayed")
    assert hands(store, code)["p1"] == (read_cards("8 3"), "stayed")
    ben = tapped(ben, store, BEN, "5")
    ana = tapped(ana, store, ANA, "undo")
    assert hands(store, code)["p1"] == (read_cards("8 3"), "active")
    ana = tapped(ana, store, ANA, "undo")
    assert hands(store, code) == {"p1": (read_cards("8"), "active"), "p2": (read_cards("7 5"), "active")}
    ana = tapped(ana, store, ANA, "undo", "undo")
    assert hands(store, code) == {"p2": (read_cards("7 5"), "active")}
    assert "nothing to take back in this line" in ana.note
    # A card that came after the stay goes before the stay does.
    ben = tapped(ben, store, BEN, "stayed", "3", "undo")
    assert hands(store, code) == {"p2": (read_cards("7 5"), "stayed")}
    ben = tapped(ben, store, BEN, "undo")
    assert hands(store, code) == {"p2": (read_cards("7 5"), "active")}
    # After a reload, too.
    ben, _ = from_link(dict(parse_qsl(link_of(ben))), store.open)
    tapped(ben, store, BEN, "undo")
    assert hands(store, code) == {"p2": (read_cards("7"), "active")}


def test_undo_on_the_score_keepers_phone_asks_before_it_takes_back_what_a_player_has_tapped(store, code):
    keeper = joined(store, code, "keeper", "sit all")
    joined(store, code, BEN, "sit p2", "7")
    keeper = tapped(refreshed(keeper, store), store, "keeper", "undo")
    assert "The latest entry is another phone’s: Round 1: Ben 7 (still in), 7." in keeper.note
    assert hands(store, code) == {"p2": (read_cards("7"), "active")}
    assert "save" in keys(tapped(keeper, store, "keeper", "seat p1"))
    assert keys(keeper)["accept"].label == "Take it back all the same"
    tapped(keeper, store, "keeper", "accept")
    assert hands(store, code) == {}


def test_taps_that_are_sent_again_are_written_once(store, code):
    before = joined(store, code, BEN, "sit p2", "8")
    mark = TapMark(BEN, before.mark.count + 2)
    once = apply_all(before, ["3", "stayed"], mark, store)
    log = store.open(code).game.log
    again = apply_all(before, ["3", "stayed"], mark, store)
    assert store.open(code).game.log == log
    assert again.draft == once.draft


def test_a_round_closed_on_one_phone_leads_each_phone_to_its_own_seat_in_the_next(store, code):
    ana = joined(store, code, ANA, "sit p1", "8", "stayed")
    ben = joined(store, code, BEN, "sit p2", "7", "stayed")
    ana = tapped(ana, store, ANA, "close")
    ben = refreshed(ben, store)
    assert [(state.round, state.at, state.draft.cards) for state in (ana, ben)] == [(2, "p1", ()), (2, "p2", ())]
    assert "Another phone has closed round 1." in ben.note
    assert dict(store.open(code).game.totals) == {"p1": 8, "p2": 7}


def test_taps_made_offline_meet_what_another_phone_has_entered_for_this_seat(store, code):
    ben = joined(store, code, BEN, "sit p2", "7")
    game = store.open(code).game
    store.write(code, game, [Hand("p2", 1, read_cards("7 12"), status="stayed")], "scorekeeper.1")
    # The phone comes back with a tap that was meant for the line as it showed it.
    ben = tapped(ben, store, BEN, "5")
    assert hands(store, code) == {"p2": (read_cards("7 12"), "stayed")}
    assert ben.clash
    assert {"mine", "theirs"} <= set(keys(ben))
    ben = tapped(ben, store, BEN, "mine")
    assert hands(store, code) == {"p2": (read_cards("7 5"), "active")}


def test_the_table_shows_every_line_and_hides_chances_when_it_wants(store, code):
    joined(store, code, ANA, "sit p1", "8")
    ben = joined(store, code, BEN, "sit p2", "7", "5")
    shown = table_html(ben.game, "p2")
    # 8 has eight copies, one of them lies there; 94 cards less three are left: 7 of 91 bust Ana, 6 + 4 of 91 Ben.
    assert (shown.count("<b>8%</b>"), shown.count("<b>11%</b>")) == (1, 1)
    assert "this phone" in shown
    ben = tapped(ben, store, BEN, "advice")
    assert "hidden from now on" in ben.note
    assert "busts" not in table_html(store.open(code).game, "p1")
    assert "busts" in table_html(tapped(ben, store, BEN, "advice").game, "p1")


def test_a_claim_is_kept_apart_from_what_undo_takes_back(store, code):
    game = store.open(code).game.play(Hand("p1", 1, points=20)).play(Claim("p2", BEN))
    assert game.phones == {"p2": BEN}
    after = game.play(game.undo())
    assert (after.phones, dict(after.now.points)) == ({"p2": BEN}, {})


def elsewhere(store, code, *entries):
    """What another phone writes in the meantime."""
    game = store.open(code).game
    store.write(code, game, entries, f"other.{len(game.log)}")


def test_two_phones_at_one_seat_can_both_be_right(store, code):
    first, second = joined(store, code, ANA, "sit p1"), joined(store, code, "other", "sit p1")
    tapped(first, store, ANA, "8")
    second = tapped(second, store, "other", "3")
    assert second.note.startswith("Not saved: another phone has saved the cards 8 (still in) for Ana in round 1")
    assert keys(second)["both"].label == "Both have happened: the cards 3 8 (still in)"
    second = tapped(second, store, "other", "both")
    assert (hands(store, code), second.clash) == ({"p1": (read_cards("8 3"), "active")}, False)


def test_two_phones_that_tap_the_same_card_agree(store, code):
    first, second = joined(store, code, ANA, "sit p1"), joined(store, code, "other", "sit p1")
    tapped(first, store, ANA, "8")
    second = tapped(second, store, "other", "8")
    assert (second.note, second.changed) == ("Another phone has saved the same for Ana.", False)
    assert hands(store, code) == {"p1": (read_cards("8"), "active")}


def test_v28_a_card_drawn_while_another_phone_steals_keeps_both(store):
    code = store.create([Start(("Ana", "Ben"), "vengeance", "p2", House())]).code
    ben, ana = joined(store, code, BEN, "sit p2", "8", "9"), joined(store, code, ANA, "sit p1", "5")
    tapped(ana, store, ANA, "move", "lies p2 9", "give p1")
    ben = tapped(ben, store, BEN, "3")
    # "Mine" would bring the stolen 9 back.
    assert {"mine", "theirs", "both"} <= set(keys(ben))
    tapped(ben, store, BEN, "both")
    assert {seat: set(cards) for seat, (cards, _) in hands(store, code).items()} == {
        "p1": set(read_cards("5 9")), "p2": set(read_cards("8 3")),
    }  # fmt: skip


def test_a_steal_that_comes_late_is_told_what_was_faster_and_holds_with_one_more_tap(store):
    code = store.create([Start(("Ana", "Ben"), "vengeance", "p2", House())]).code
    ben, ana = joined(store, code, BEN, "sit p2", "8", "9"), joined(store, code, ANA, "sit p1", "5")
    tapped(ben, store, BEN, "3")
    ana = tapped(ana, store, ANA, "move", "lies p2 9", "give p1")
    assert ana.note.startswith("Not saved. Another phone was faster: Round 1: Ben 17 (still in) → 20 (still in)")
    assert hands(store, code)["p1"] == (read_cards("5"), "active")
    tapped(ana, store, ANA, "give p1")
    assert (len(hands(store, code)["p1"][0]), len(hands(store, code)["p2"][0])) == (2, 2)


def test_a_rule_that_the_score_keeper_changes_is_in_no_live_taps_way(store, code):
    ben = joined(store, code, BEN, "sit p2", "7")
    elsewhere(store, code, Settings(House(target=100)))
    ben = tapped(ben, store, BEN, "5")
    assert (hands(store, code), ben.note) == ({"p2": (read_cards("7 5"), "active")}, "")
    assert store.open(code).game.house.target == 100


def test_a_stay_tapped_offline_that_the_score_keeper_has_entered_too_leads_to_the_next_round(store, code):
    ben = joined(store, code, BEN, "sit p2", "8")
    elsewhere(store, code, Hand("p2", 1, read_cards("8"), status="stayed"), Hand("p1", 1, points=3), Close(1))
    ben = tapped(ben, store, BEN, "stayed")
    assert (ben.round, ben.at, ben.draft.cards, ben.live) == (2, "p2", (), True)
    assert ben.note == "Another phone has saved the same for Ben. Another phone has closed round 1."


def test_a_card_tapped_offline_for_a_round_that_is_closed_waits_to_put_it_right(store, code):
    ben = joined(store, code, BEN, "sit p2", "8", "stayed")
    elsewhere(store, code, Hand("p1", 1, points=3), Close(1))
    ben = tapped(ben, store, BEN, "5")
    assert ben.note == "Not saved. Another phone has closed round 1: what you save here puts it right."
    assert dict(store.open(code).game.totals) == {"p1": 3, "p2": 8}
    tapped(ben, store, BEN, "save")
    # 8 and 5.
    assert dict(store.open(code).game.totals) == {"p1": 3, "p2": 13}


def test_a_card_and_close_tapped_offline_close_no_later_round(store, code):
    ben = joined(store, code, BEN, "sit p2", "8", "stayed")
    elsewhere(store, code, Hand("p1", 1, points=3), Close(1))
    elsewhere(store, code, Hand("p1", 2, points=4), Hand("p2", 2, points=5))
    ben = tapped(ben, store, BEN, "5", "close")
    game = store.open(code).game
    assert (game.open, dict(game.rounds[0].points), ben.draft.cards) == (2, {"p1": 3, "p2": 8}, read_cards("8 5"))
    assert "Another phone has closed round 1: what you save here puts it right." in ben.note


def test_a_phone_whose_player_sits_out_says_so_and_goes_on_when_the_player_is_back(store):
    code = store.create([Start(("Ana", "Ben", "Cleo"), "classic", "p3", House())]).code
    ben = joined(store, code, BEN, "sit p2")
    elsewhere(store, code, Leave("p2", 1))
    ben = tapped(ben, store, BEN)
    assert (ben.note, set(keys(ben))) == ("Ben does not play round 1.", {"sit"})
    assert "Ben does not play round 1." in head_html(ben)
    assert spoken_pad(tapped(ben, store, BEN, "reshuffle")).endswith("Ben does not play round 1.")
    elsewhere(store, code, Return("p2", 1))
    ben = tapped(ben, store, BEN)
    assert (ben.at, ben.live) == ("p2", True)
    tapped(ben, store, BEN, "7")
    assert hands(store, code) == {"p2": (read_cards("7"), "active")}


def test_a_card_on_its_way_when_its_player_is_sent_out_is_kept(store):
    code = store.create([Start(("Ana", "Ben", "Cleo"), "classic", "p3", House())]).code
    ben = joined(store, code, BEN, "sit p2")
    elsewhere(store, code, Leave("p2", 1))
    ben = tapped(ben, store, BEN, "5")
    assert "Not saved: the cards 5 (still in) for Ben in round 1, for that place is gone." in ben.note
    assert "take 0" in keys(ben)
    assert hands(store, code) == {}


def test_undo_on_a_players_phone_asks_before_it_touches_what_is_said_of_the_table(store, code):
    ben = joined(store, code, BEN, "sit p2", "8", "stayed")
    elsewhere(store, code, Hand("p1", 1, points=3), Close(1))
    ben = tapped(tapped(ben, store, BEN), store, BEN, "number", "undo", "seat p1", "undo")
    assert ben.doubt == "undo"
    assert "The latest entry is another phone’s: Round 1 is closed." in ben.note
    assert store.open(code).game.open == 2


def test_undo_on_the_score_keepers_phone_asks_before_it_takes_back_a_steal_between_two_phones(store):
    code = store.create([Start(("Ana", "Ben"), "vengeance", "p2", House())]).code
    ben, ana = joined(store, code, BEN, "sit p2", "8", "9"), joined(store, code, ANA, "sit p1", "5")
    tapped(ana, store, ANA, "move", "lies p2 9", "give p1")
    keeper = tapped(joined(store, code, "keeper", "sit all"), store, "keeper", "undo")
    assert keeper.doubt == "undo"
    assert hands(store, code)["p1"] == (read_cards("5 9"), "active")
    assert ben.mine == "p2"


def test_r41_a_flip_7_on_one_phone_is_said_on_every_phone(store, code):
    ana = joined(store, code, ANA, "sit p1", *"1 2 3 4 5 6".split())
    assert "flipped seven" not in standing_html(ana.game)
    tapped(ana, store, ANA, "7")
    ben = joined(store, code, BEN, "sit p2")
    assert "<bdi>Ana</bdi> has flipped seven: the round is over (R41)." in standing_html(ben.game)


def test_a_card_taken_away_here_and_one_added_there_can_both_hold(store, code):
    ben = joined(store, code, BEN, "sit p2", "8", "9")
    elsewhere(store, code, Hand("p2", 1, read_cards("8 9 3"), status="active"))
    ben = tapped(ben, store, BEN, "drop 9")
    assert keys(ben)["both"].face == "<span>Both: the cards 3 8 (still in)</span>"
    tapped(ben, store, BEN, "both")
    assert hands(store, code) == {"p2": (read_cards("8 3"), "active")}


def test_a_number_and_cards_for_one_player_cannot_both_hold(store, code):
    ben = joined(store, code, BEN, "sit p2", "8")
    elsewhere(store, code, Hand("p2", 1, points=25, status="stayed"))
    ben = tapped(ben, store, BEN, "9")
    assert ben.clash
    assert "both" not in keys(ben)
    assert not tapped(ben, store, BEN, "both").game.now.row.hands["p2"].cards
