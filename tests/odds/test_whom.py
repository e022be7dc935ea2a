"""Whom to hit: every figure is added up here by hand, with the cards that lie there."""

from dataclasses import replace

import pytest

from flip7.cards import VENGEANCE, card
from flip7.engine.choices import Bonus, Exchange, Give, Penalty, Remove, Take
from flip7.engine.play import due
from flip7.engine.table import BonusOrPenalty, GiveAway, Resolve, new_round
from flip7.notation import read_cards
from flip7.odds.whom import effects, points_now
from flip7.rulebook import STANDARD
from flip7.ui.whom_view import whom_html

YOU, BEN, CLEO = range(3)


def table(*lines, drawn, deck=None, resolve=False, totals=(0, 0, 0), **status):
    """You have turned ``drawn``; the deck is what is left, or exactly ``deck``."""
    laid = tuple(read_cards(line, VENGEANCE) for line in lines)
    face = card(drawn)
    left = VENGEANCE.left([card for line in laid for card in line] + [face])
    if deck is not None:
        left = {one: read_cards(deck, VENGEANCE).count(one) for one in read_cards(deck, VENGEANCE)}
    names = ("You", "Ben", "Cleo")[: len(lines)]
    begun = new_round(names, VENGEANCE, status.pop("house", STANDARD), deck=dict(left), totals=totals[: len(lines)])
    said = {"You": YOU, "Ben": BEN, "Cleo": CLEO}
    states = ["active"] * len(lines)
    for name, state in status.items():
        states[said[name]] = state
    task = Resolve(YOU, face) if resolve else GiveAway(YOU, face)
    return replace(
        begun,
        lines=laid,
        status=tuple(states),
        phase="offers",
        dealt=len(lines),
        play=(face,),
        agenda=(task,),
        turn=YOU,
    )


def best(at):
    return effects(at, due(at))[0]


def of(at, choice):
    return next(effect for effect in effects(at, due(at)) if effect.choices[0] == choice)


def test_v28_a_steal_gives_to_one_and_takes_from_the_other():
    at = table("5 9", "9 10 11", "2", drawn="ST", resolve=True)
    take = of(at, Take(YOU, card("11"), BEN))
    assert (take.before, take.after) == ((14, 30, 2), (25, 19, 2))
    # From 16 behind Ben to 6 before him.
    assert take.gain == 22
    assert best(at) == take


def test_v28_a_stolen_duplicate_busts_the_thief():
    at = table("5 9", "9 10 11", "2", drawn="ST", resolve=True)
    take = of(at, Take(YOU, card("9"), BEN))
    assert (take.after, take.bust) == ((0, 21, 2), ((YOU, 1.0),))
    assert take.gain == -21 - -16


def test_v26_the_receiver_plays_it_for_themselves():
    at = table("5 6", "9 10 11", "2", drawn="ST")
    given = of(at, Give(YOU, card("ST"), CLEO))
    assert given.choices[1] == Take(CLEO, card("11"), BEN)
    assert given.after == (11, 19, 13)
    assert best(at).choices == (Give(YOU, card("ST"), YOU), Take(YOU, card("11"), BEN))


def test_v29_a_swap_may_bust_both():
    at = table("1 9", "8 10", "8 12 9", drawn="SW", resolve=True)
    swap = of(at, Exchange(YOU, card("8"), BEN, card("9"), CLEO))
    assert swap.after == (10, 19, 0)
    assert swap.bust == ((CLEO, 1.0),)
    both = table("8 10", "9 12", "8 9", drawn="SW", resolve=True)
    swapped = of(both, Exchange(YOU, card("10"), YOU, card("9"), BEN))
    assert swapped.after == (17, 22, 17)


def test_v30_v22_a_discard_and_a_seventh():
    at = table("1 2 3 4 5 6", "13 12 11 10", drawn="ST", resolve=True)
    seventh = best(at)
    # 1 to 6 and the 13 are 34, and 15 for seven numbers.
    assert (seventh.after, seventh.seven) == ((49, 33), ((YOU, 1.0),))
    discard = table("5", "13 12 -2", drawn="DI", resolve=True)
    assert best(discard).choices == (Remove(YOU, card("13"), BEN),)
    assert best(discard).after == (5, 10)


def test_v14_v23_half_rounds_down_and_goes_to_the_strongest():
    at = table("10", "9 12", "8", drawn="/2", Ben="stayed", Cleo="busted")
    assert [effect.choices[0].to for effect in effects(at, due(at))] == [BEN, YOU]
    assert best(at).after == (10, 10, 0)
    assert best(at).gain == 11


def test_totals_say_who_is_strongest():
    lines = ("10", "9 12", "8 7")
    at = table(*lines, drawn="-10")
    assert best(at).choices[0].to == BEN
    assert best(table(*lines, drawn="-10", totals=(0, 50, 90))).choices[0].to == CLEO


def test_v27_one_more_counts_every_card_of_the_deck():
    at = table("5", "9 12", drawn="JOM", deck="9 12 4 JOM")
    # 9 or 12 busts Ben, the 4 makes 25, and the action leaves 21: (0 + 0 + 25 + 21) / 4.
    ben = of(at, Give(YOU, card("JOM"), BEN))
    assert (ben.after, ben.bust) == ((5, 11.5), ((BEN, 0.5),))
    # You: 14, 17, 9 and 5.
    assert of(at, Give(YOU, card("JOM"), YOU)).after == (11.25, 21)


def test_v32_four_cards_are_counted_in_every_order():
    at = table("5", "9", drawn="F4", deck="9 1 2 3")
    # All four come, and the 9 busts Ben whatever else.
    assert of(at, Give(YOU, card("F4"), BEN)).after == (5, 0)
    assert of(at, Give(YOU, card("F4"), YOU)).after == (20, 9)
    # Two actions are two of the four.
    actions = table("5", "9", drawn="F4", deck="1 2 ST DI")
    assert of(actions, Give(YOU, card("F4"), YOU)).after == (8, 9)
    more = table("5", "9", drawn="F4", deck="9 1 2 3 4")
    ben = of(more, Give(YOU, card("F4"), BEN))
    # Only where the 9 stays in the deck, one in five, Ben has 9 + 10.
    assert ben.bust == ((BEN, pytest.approx(0.8)),)
    assert ben.after == (5, pytest.approx(19 / 5))


def test_v19_v20_unlucky_7_sweeps_in_the_middle():
    at = table("5", "9 -4", drawn="F4", deck="U7 7 9 1")
    # Four cards of four: U7, the plain 7, the 9 and the 1 in every order.
    ben = of(at, Give(YOU, card("F4"), BEN))
    # A 7 after the U7 busts: half of the orders. The 9 before the U7 busts: half. Neither: the 7 before the U7 and the
    # 9 after it, a sixth of the orders; then 7 and 9 stay, and the 1 where it comes after the U7 too.
    assert ben.bust == ((BEN, pytest.approx(5 / 6)),)
    # Of 7, U7, 9 in this order and the 1 anywhere (four places), it counts in two.
    assert ben.after[BEN] == pytest.approx((16 + 17) / 2 / 6)


def test_v39_v40_brutal():
    house = replace(STANDARD, brutal=True)
    at = table("5", "9 12", "8 8", drawn="-10", house=house, Cleo="busted")
    assert of(at, Give(YOU, card("-10"), CLEO)).after == (5, 21, -10)
    assert points_now(at) == (5, 21, 0)
    seven = table("1 2 3 4 5 6 7", "9 12", drawn="-2", house=house, You="flip7")
    seven = replace(seven, play=(), agenda=(BonusOrPenalty(YOU),))
    assert of(seven, Bonus(YOU)).after == (43, 21)
    assert of(seven, Penalty(YOU, BEN)).after == (28, 6)


def test_who_plays_alone_is_told_their_own_points():
    at = table("5 8", drawn="DI")
    assert best(at).after == (8,)
    assert best(at).gain == -5


def test_of_equal_choices_the_card_is_kept_and_hurts_the_rivals_most():
    at = table("9", "4 5", "3 6", drawn="DI")
    kept = best(at)
    assert kept.choices[0] == Give(YOU, card("DI"), YOU)
    # Both rivals have 9, so the lead stays 0 whoever loses a card; the 6 costs more than the 5.
    assert (kept.gain, kept.after) == (0, (9, 9, 3))
    # Nobody has anything to lose.
    assert best(table("0", "", "", drawn="-2")).choices == (Give(YOU, card("-2"), YOU),)


def test_v29_once_the_first_card_is_picked_only_swaps_with_it_are_shown():
    at = table("9", "12", "5", drawn="SW", resolve=True)
    wanted = due(at)
    assert whom_html(at, wanted).count("<li") == 3
    picked = whom_html(at, wanted, (CLEO, card("5")))
    assert picked.count("<li") == 2
    assert "You 9 → <b>5</b> · Cleo 5 → <b>9</b>" in picked
    assert "Ben 12 → <b>9</b>" not in picked
