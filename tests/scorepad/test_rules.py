"""The rules of the evening, each test named after its rule. Expected points are worked out by hand."""

from fractions import Fraction

import pytest

from flip7.cards import VENGEANCE, card
from flip7.errors import Flip7Error, NotAllowedError, NotationError
from flip7.names import clean_name
from flip7.notation import read_cards
from flip7.scorepad.checks import DoubtError
from flip7.scorepad.entries import (
    Aside,
    Blank,
    Close,
    Dealer,
    End,
    Hand,
    Join,
    Leave,
    Order,
    Penalty,
    PlayOn,
    Rename,
    Reopen,
    Reshuffle,
    Return,
    Settings,
    Start,
    Void,
)
from flip7.scorepad.game import Game
from flip7.scorepad.telling import tell_log
from flip7.scorepad.typed import read_sum
from tests.scorepad.tables import begun, tapped, typed_round, worked_game


def named(game, totals):
    return {game.name(player): points for player, points in totals.items()}


def test_the_worked_game_of_the_seed_cases_totals_78_49_59_74():
    game = worked_game()
    # 26 + 0 + 52; 0 + 37 + 12; 40 + 19 + 0; 44 + 0 + 30
    assert named(game, game.totals) == {"Ana": 78, "Ben": 49, "Cleo": 59, "Dev": 74}
    # 3 + 8 + 11 + 4; bust; 25 + 15; (10 + 12) * 2
    assert dict(game.rounds[0].points) == {"p1": 26, "p2": 0, "p3": 40, "p4": 44}
    assert game.rounds[0].status == {"p1": "stayed", "p2": "busted", "p3": "flip7", "p4": "frozen"}


def test_r6_the_deal_passes_left_after_each_round_and_can_be_set():
    game = worked_game()
    assert [game.name(r.dealer) for r in game.rounds] == ["Dev", "Ana", "Ben", "Cleo"]
    game = game.play(Dealer("p4", 2))
    assert [game.name(r.dealer) for r in game.rounds] == ["Dev", "Dev", "Ana", "Ben"]


def test_r45_the_15_are_added_to_tapped_cards_and_a_typed_number_is_final():
    game = begun("Ana", "Ben").play(tapped("p1", 1, "3 4 5 7 9 10 11"))
    assert game.now.points["p1"] == 49 + 15
    game = begun("Ana", "Ben").play(Hand("p1", 1, points=64, status="flip7"))
    assert game.now.points["p1"] == 64


@pytest.mark.parametrize(
    ("points", "status", "rule"),
    [(172, "", "R46a"), (-5, "", "R45"), (145, "stayed", "R46a"), (35, "flip7", "R46a"), (30, "busted", "R21")],
)
def test_r46a_impossible_totals_are_refused_with_the_reason_unless_they_are_accepted(points, status, rule):
    game = begun("Ana", "Ben")
    with pytest.raises(DoubtError) as refused:
        game.play(Hand("p1", 1, points=points, status=status))
    assert rule in refused.value.message
    after = game.play(Hand("p1", 1, points=points, status=status, because="we all saw it"))
    assert after.now.points["p1"] == points
    assert "Accepted: we all saw it." in tell_log(after)[-1]


@pytest.mark.parametrize(
    ("cards", "status", "rule"),
    [
        ("3 3", "", "R20"),
        ("x2 x2", "", "R2"),
        ("F3", "", "R35a"),
        ("5 6", "flip7", "R41"),
        ("3 SC 4 4", "busted", "R37"),
    ],
)
def test_impossible_hands_are_refused_and_accepted_only_with_points(cards, status, rule):
    game = begun("Ana", "Ben")
    with pytest.raises(DoubtError) as refused:
        game.play(tapped("p1", 1, cards, status))
    assert rule in refused.value.message
    hand = Hand("p1", 1, read_cards(cards), points=11, status=status, because="house rule")
    assert game.play(hand).now.points["p1"] == 11


def test_what_was_accepted_once_is_not_asked_again():
    game = begun("Ana", "Ben").play(Hand("p1", 1, points=172, because="we all saw it"))
    game = game.play(Hand("p2", 1, points=20)).play(Close(1))
    assert dict(game.totals) == {"p1": 172, "p2": 20}


def test_a_round_that_new_house_rules_make_impossible_is_closed_with_a_reason_only():
    game = begun("Ana", edition="vengeance", brutal=True).play(Hand("p1", 1, points=-4))
    game = game.play(Settings(begun("Ana").house))
    with pytest.raises(DoubtError, match="Ana: −4 cannot be"):
        game.play(Close(1))
    assert game.play(Close(1, "it was brutal then")).totals["p1"] == -4


def test_an_accepted_hand_without_a_score_needs_its_points():
    with pytest.raises(NotAllowedError, match="Type how many points"):
        begun("Ana", "Ben").play(tapped("p1", 1, "3 3", because="so it was"))


def test_r41_only_one_player_flips_seven_in_a_round():
    game = begun("Ana", "Ben").play(tapped("p1", 1, "0 1 2 3 4 5 6"))
    with pytest.raises(DoubtError, match=r"R41"):
        game.play(Hand("p2", 1, points=50, status="flip7"))


def test_r43_whoever_is_still_in_scores_when_somebody_flips_seven():
    game = begun("Ana", "Ben").play(tapped("p1", 1, "12 5", "active"))
    with pytest.raises(NotAllowedError, match="Ana is still in"):
        game.play(Hand("p2", 1, points=20)).play(Close(1))
    game = game.play(tapped("p2", 1, "0 1 2 3 4 6 7")).play(Close(1))
    assert dict(game.totals) == {"p1": 17, "p2": 23 + 15}


def test_r44_a_blank_is_no_0_and_the_missing_are_named():
    game = begun("Ana", "Ben", "Cleo").play(Hand("p2", 1, points=0))
    with pytest.raises(NotAllowedError, match=r"Ana and Cleo have no score yet: a blank is not a 0\."):
        game.play(Close(1))
    with pytest.raises(NotAllowedError, match="Ben has no score yet"):
        game.play(Hand("p1", 1, points=3)).play(Hand("p3", 1, points=4)).play(Blank("p2", 1)).play(Close(1))


def test_r47_copies_are_counted_over_rounds_until_a_reshuffle():
    game = begun("Ana", "Ben").play(tapped("p1", 1, "2 12")).play(tapped("p2", 1, "2 5")).play(Close(1))
    assert game.left()[card("2")] == 0
    assert game.left()[card("12")] == 11
    assert sorted(c.code for c in game.pile()) == ["12", "2", "2", "5"]
    with pytest.raises(DoubtError, match=r"3 copies of 2 cannot be: the deck has 2.*R1"):
        game.play(tapped("p1", 2, "2"))
    game = game.play(Reshuffle(2)).play(tapped("p1", 2, "2"))
    assert game.left()[card("2")] == 1
    assert game.pile() == ()
    game = game.play(Reshuffle(2, False))
    assert game.left()[card("2")] == -1


def test_r47_a_correction_of_an_earlier_round_counts_with_later_rounds_of_the_same_deck():
    game = begun("Ana").play(tapped("p1", 1, "2 4")).play(Close(1)).play(tapped("p1", 2, "2 5")).play(Close(2))
    with pytest.raises(DoubtError, match="one deck: 3 copies of 2"):
        game.play(Hand("p1", 1, read_cards("2 2"), status="busted"))


def test_r48_cards_in_front_stay_out_of_a_shuffle_and_those_set_aside_go_back():
    game = begun("Ana", "Ben").play(tapped("p1", 1, "2")).play(Hand("p2", 1, points=9)).play(Close(1))
    game = game.play(Aside((card("F3"),), 2)).play(tapped("p1", 2, "3", "active")).play(Reshuffle(2))
    left = game.left()
    assert (left[card("2")], left[card("F3")], left[card("3")]) == (2, 3, 2)


def test_the_calculator_gets_the_deck_that_is_left():
    game = begun("Ana", "Ben").play(tapped("p1", 1, "12 5")).play(tapped("p2", 1, "11")).play(Close(1))
    game = game.play(tapped("p1", 2, "12 3", "active")).play(tapped("p2", 2, "7", "stayed"))
    where = game.position("p1")
    assert (where.line, where.alone) == (read_cards("12 3"), True)
    assert sorted(c.code for c in where.pile) == ["11", "12", "5"]
    assert sorted(c.code for c in where.seen) == ["11", "12", "5", "7"]
    # Left of 94: 94 - 3 - 3; of those 12s: 12 - 2, 3s: 3 - 1.
    assert game.busts_next["p1"] == Fraction(10 + 2, 88)
    assert game.play(tapped("p1", 2, "12 3 SC", "active")).busts_next["p1"] == 0
    assert not game.position("p2").alone


def test_v19_unlucky_7_does_not_bust_who_is_dealt_it():
    game = begun("Ana", "Ben", edition="vengeance").play(tapped("p1", 1, "7", "active", VENGEANCE))
    # Five plain 7s of six are left among 107 cards; Unlucky 7 only sweeps.
    assert game.busts_next["p1"] == Fraction(5, 107)


def test_r51_the_end_is_offered_after_a_complete_round_at_the_target_and_200_is_enough():
    game = typed_round(begun("Ana", "Ben"), 144, 10)
    assert game.standing.game == "goes-on"
    game = game.play(Hand("p1", 2, points=56))
    assert game.standing.game == "goes-on"
    game = game.play(Hand("p2", 2, points=20)).play(Close(2))
    assert (game.standing.game, game.standing.winners, game.over) == ("over", ("p1",), False)
    game = game.play(End())
    assert (game.over, game.winners) == (True, ("p1",))
    with pytest.raises(NotAllowedError, match="over"):
        game.play(Hand("p1", 3, points=5))
    assert not game.play(PlayOn()).over


def test_r52_the_highest_total_wins_not_who_was_first():
    game = typed_round(typed_round(begun("Ana", "Ben", target=100), 57, 50), 43, 55)
    assert game.standing.winners == ("p2",)


def test_r51_an_early_end_needs_a_reason():
    game = typed_round(begun("Ana", "Ben"), 20, 30)
    with pytest.raises(DoubtError, match=r"Nobody has 200 points yet\. \(R51\)"):
        game.play(End())
    assert game.play(End("the last bus")).winners == ("p2",)


def tie(rule):
    return typed_round(typed_round(begun("Ana", "Ben", "Cleo", tie=rule, target=100), 52, 52, 49), 50, 50, 50)


def test_r53_at_a_tie_everybody_plays_on_and_the_third_may_win():
    game = tie("everyone")
    assert (game.standing.game, set(game.standing.winners)) == ("tie-break", {"p1", "p2"})
    with pytest.raises(DoubtError, match="R53"):
        game.play(End())
    game = typed_round(game, 3, 4, 45)
    assert (game.standing.game, game.standing.winners) == ("over", ("p3",))


def test_sw5_a_shared_win_and_a_tie_break_of_the_tied_only():
    assert tie("shared").standing.winners == ("p1", "p2")
    game = tie("tied-only")
    assert game.now.seats == ("p1", "p2")
    # After Ana (round 2) Ben deals, who is one of the tied.
    assert [r.dealer for r in game.rounds] == ["p3", "p1", "p2"]
    with pytest.raises(NotAllowedError, match="Cleo does not play in round 3"):
        game.play(Hand("p3", 3, points=10))
    assert typed_round(game, 3, 4).standing.winners == ("p2",)


def test_a_corrected_round_changes_totals_winner_tie_and_end():
    game = tie("everyone")
    game = game.play(Hand("p2", 1, points=50))
    assert (game.standing.game, game.standing.winners) == ("over", ("p1",))
    game = game.play(End()).play(Hand("p3", 1, points=54))
    assert (game.over, game.winners) == (True, ("p3",))
    game = game.play(Hand("p3", 1, points=52))
    assert (game.over, game.standing.game) == (False, "tie-break")
    assert tell_log(game)[-1] == "Round 1: Cleo 54 → 52."


def test_r54_alone_and_with_two_the_rounds_to_200_are_counted():
    game = begun("Ana")
    for points in (90, 0, 60):
        game = typed_round(game, points)
    assert game.rounds_to_target("p1") is None
    game = typed_round(game, 50)
    assert (game.rounds_to_target("p1"), game.standing.winners) == (4, ("p1",))
    assert game.play(Void(2)).rounds_to_target("p1") == 3


def test_late_joiners_leavers_and_those_who_return():
    game = typed_round(begun("Ana", "Ben"), 10, 20)
    game = game.play(Join("p3", "Cleo", 2, 15, "p1"))
    assert game.now.seats == ("p1", "p3", "p2")
    assert game.now.dealer == "p1"
    game = typed_round(game, 1, 2, 3)
    assert (dict(game.totals), game.now.dealer) == ({"p1": 11, "p2": 23, "p3": 17}, "p3")
    game = game.play(Leave("p3", 3))
    assert (game.now.seats, game.now.dealer) == (("p1", "p2"), "p2")
    game = typed_round(game, 5, 5).play(Return("p3", 4))
    assert game.now.seats == ("p1", "p3", "p2")
    assert game.totals["p3"] == 17
    with pytest.raises(NotAllowedError, match="two players called"):
        game.play(Rename("p3", "ana"))


def test_a_player_with_a_score_leaves_only_after_the_round():
    game = begun("Ana", "Ben").play(Hand("p2", 1, points=9))
    with pytest.raises(NotAllowedError, match="Ben has a score in round 1"):
        game.play(Leave("p2", 1))
    game = game.play(Leave("p2", 2)).play(Hand("p1", 1, points=8)).play(Close(1))
    assert (game.now.seats, dict(game.totals)) == (("p1",), {"p1": 8, "p2": 9})
    with pytest.raises(NotAllowedError, match="only one left"):
        game.play(Leave("p1", 2))
    game = typed_round(begun("Ana", "Ben"), 1, 2).play(Leave("p1", 3))
    with pytest.raises(NotAllowedError, match="Ben is the only one left"):
        game.play(Leave("p2", 2))


def test_r4_more_than_18_do_not_fit_one_deck():
    with pytest.raises(NotAllowedError, match="R4"):
        begun(*(f"Player {n}" for n in range(19)))
    game = begun(*(f"Player {n}" for n in range(18)))
    with pytest.raises(NotAllowedError, match="R4"):
        game.play(Join("p19", "One more", 1))


def test_new_seats_hold_from_their_round_on():
    game = typed_round(begun("Ana", "Ben", "Cleo"), 1, 2, 3)
    game = typed_round(game.play(Order(("p1", "p3", "p2"), 2)), 1, 1, 1)
    # Cleo dealt round 1, so Ana round 2 by the old seats; left of her now sits Cleo.
    assert [r.dealer for r in game.rounds] == ["p3", "p1", "p3"]
    assert game.rounds[0].seats == ("p1", "p2", "p3")


def test_a_round_that_does_not_count_keeps_the_dealers():
    game = worked_game()
    dealers = [r.dealer for r in game.rounds]
    game = game.play(Void(2, "two decks were mixed"))
    assert [r.dealer for r in game.rounds] == dealers
    assert dict(game.totals) == {"p1": 78, "p2": 12, "p3": 40, "p4": 74}
    with pytest.raises(NotAllowedError, match="Round 2 is void"):
        game.play(Void(2))


def test_the_last_round_can_be_opened_again():
    game = worked_game().play(Reopen(3))
    assert (game.open, dict(game.totals)["p1"]) == (3, 26)
    with pytest.raises(NotAllowedError, match="closed last"):
        game.play(Reopen(1))


def test_undo_and_redo_are_entries_and_take_back_the_dealer_too():
    game = worked_game().play(Dealer("p1", 4))
    length = len(game.log)
    game = game.play(game.undo())
    assert (game.now.dealer, len(game.log)) == ("p3", length + 1)
    game = game.play(game.redo())
    assert game.now.dealer == "p1"
    assert tell_log(game)[-2:] == ("Taken back: Round 4: Ana deals.", "Brought back: Round 4: Ana deals.")
    assert begun("Ana").undo() is None


def test_v40_a_brutal_flip_7_takes_15_from_somebody_else():
    game = begun("Ana", "Ben", edition="vengeance", brutal=True)
    game = game.play(tapped("p1", 1, "1 2 3 4 5 6 8", "", VENGEANCE)).play(tapped("p2", 1, "3", "", VENGEANCE))
    assert dict(game.now.points) == {"p1": 29 + 15, "p2": 3}
    game = game.play(Penalty("p1", "p2", 1))
    assert dict(game.now.points) == {"p1": 29, "p2": -12}
    assert dict(game.play(Penalty("p1", "", 1)).now.points) == {"p1": 44, "p2": 3}
    with pytest.raises(NotAllowedError, match="V40"):
        game.play(Penalty("p2", "p1", 1))


def test_v38_house_rules_hold_for_the_whole_game():
    game = begun("Ana", edition="vengeance").play(tapped("p1", 1, "1 -10", "", VENGEANCE)).play(Close(1))
    assert game.totals["p1"] == 0
    brutal = begun("Ana", brutal=True).house
    assert game.play(Settings(brutal)).totals["p1"] == -9


@pytest.mark.parametrize(
    ("text", "points"), [("28", 28), ("10+15+8", 33), (" 10 + 15 ", 25), ("", None), ("  ", None), ("0", 0), ("+7", 7)]
)
def test_a_number_or_a_sum_is_typed(text, points):
    assert read_sum(text) == points


def test_v38_a_minus_is_for_brutal_mode_only():
    brutal = begun("Ana", brutal=True).house
    assert read_sum("10+15+8-5", VENGEANCE, brutal) == 28
    assert read_sum("−15", VENGEANCE, brutal) == -15
    with pytest.raises(NotAllowedError, match=r"nothing takes points away\. \(R45\)"):
        read_sum("10+15+8-5")
    with pytest.raises(NotAllowedError, match=r"only Brutal Mode allows.*V38"):
        read_sum("10+15+8-5", VENGEANCE)
    with pytest.raises(NotAllowedError, match="only Brutal Mode"):
        begun("Ana", edition="vengeance").play(Hand("p1", 1, points=28, typed="10+15+8-5"))


@pytest.mark.parametrize("text", ["abc", "1e5", "2*3", "__import__('os')", "1++2", "99999", "9" * 70, "1.5", "٣"])
def test_whatever_else_is_typed_is_refused_in_words(text):
    with pytest.raises(NotationError):
        read_sum(text)


def test_a_typed_sum_that_is_not_its_points_is_refused():
    with pytest.raises(NotAllowedError, match="is 33, not 34"):
        begun("Ana").play(Hand("p1", 1, points=34, typed="10+15+8"))


def test_a_hostile_name_is_text_and_a_long_one_is_refused():
    assert begun("<script>alert(1)</script>").name("p1") == "<script>alert(1)</script>"
    assert clean_name("A\u202en\u200ba\u2066") == "Ana"
    assert clean_name("שלום") == "שלום"
    assert clean_name("x" * 40 + " " * 50) == "x" * 40
    for text in ("", " \u200f ", "\ud800"):
        with pytest.raises(NotationError, match="can be seen"):
            clean_name(text)
    with pytest.raises(NotationError, match="has 10000 characters; a name has at most 40"):
        begun("x" * 10_000)


@pytest.mark.parametrize(
    "entry",
    [
        Hand("p9", 1, points=1), Hand("p1", 2, points=1), Hand("p1", 0, points=1), Hand("p1", 1), Close(2), Reopen(0),
        Void(1), End(), PlayOn(), Dealer("p3", 1), Order(("p1",), 1), Leave("p1", 9), Return("p1", 1), Blank("p1", 1),
        Join("p1", "Eve", 1), Join("p3", "Ana", 1), Penalty("p1", "p2", 1), Start(("Ana",)), Reshuffle(7),
        Hand("p1", 1, points=3, status="active"),
        Hand("p1", 1, read_cards("3"), 3), tapped("p1", 1, "U7", "", VENGEANCE),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_in_a_sentence(entry):
    with pytest.raises(Flip7Error) as refused:
        begun("Ana", "Ben").play(entry)
    assert refused.value.message.rstrip(")").endswith((".", *"0123456789"))


def test_a_rematch_keeps_seats_and_rules_and_passes_the_deal_on():
    game = worked_game().play(Rename("p2", "Benjamin"))
    start = game.rematch()
    assert (start.names, start.dealer) == (("Ana", "Benjamin", "Cleo", "Dev"), "p3")
    assert dict(Game().play(start).totals) == {"p1": 0, "p2": 0, "p3": 0, "p4": 0}
