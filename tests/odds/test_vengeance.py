"""The solver of With a Vengeance against plain fractions, and against paper."""

import random
from collections import Counter
from dataclasses import fields
from fractions import Fraction

import numpy as np
import pytest

from flip7.cards import VENGEANCE, Kind, card
from flip7.errors import ImpossibleError
from flip7.hands import duplicates, toward_seven
from flip7.notation import read_cards
from flip7.odds import vengeance_reference
from flip7.odds.assumptions import assumed
from flip7.odds.games import solved
from flip7.odds.quick import Quick
from flip7.odds.size import takes_long
from flip7.odds.vengeance import BOUND, ENOUGH, MOST_KEPT, VENGEANCE_POINTS, vengeance_at_least
from flip7.odds.vengeance_alone import AloneTree
from flip7.odds.vengeance_levels import Keys, States, distinct
from flip7.odds.vengeance_position import VengeancePosition
from flip7.odds.vengeance_reference import VengeanceOracle
from flip7.rulebook import House


def cards(text):
    return read_cards(text, VENGEANCE)


def with_deck(line, deck, pile="", goal=0, **more):
    """The answer where exactly the cards of ``deck`` are left."""
    house = House(**{key: more.pop(key) for key in ("brutal", "brutal_zero", "lucky_pair") if key in more})
    place = VengeancePosition(cards(line), deck=cards(deck), pile=cards(pile), house=house, **more)
    return solved(place, goal)


def random_small_position(rng, house, most):
    """A line, a deck of at most ``most`` cards, rich in special ones, and perhaps a pile, all from one real deck."""
    every = list(VENGEANCE.left(()).elements())
    rng.shuffle(every)
    front = [card(code) for code in ("U7", "0", "L13", "13", "7", "DI", "F4", "JOM", "-10") if rng.random() < 0.3]
    for face in front:
        every.remove(face)
    others = [face for face in every if not face.is_number][: rng.randint(0, 4)]
    for face in others:
        every.remove(face)
    head = [*front, *others, *every[:6]]
    rng.shuffle(head)
    every = [*head, *every[6:]]
    size, pile_size = rng.randint(0, most), rng.choice([0, 0, rng.randint(0, 4)])
    deck, pile, rest = every[:size], every[size : size + pile_size], every[size + pile_size :]
    line, wanted = [], rng.randint(0, 8)
    for face in rest:
        grown = [*line, face]
        if len(line) < wanted and face.kind is not Kind.ACTION and not duplicates(grown):
            line = grown if toward_seven(grown, house) < 7 else line
    return VENGEANCE.sorted(line), VENGEANCE.sorted(deck), VENGEANCE.sorted(pile)


MODES = {"others": (False, 0), "alone": (True, 0), "forced": (False, None), "forced alone": (True, None)}


@pytest.mark.parametrize("mode", MODES)
def test_agrees_with_plain_fractions_on_random_small_decks(mode):
    rng = random.Random(mode)
    alone, forced = MODES[mode]
    for at in range(500):
        house = House(
            lucky_pair=rng.choice(["two", "one"]),
            brutal=rng.random() < 0.4,
            brutal_zero=rng.choice(["flat", "minus"]),
        )
        line, deck, pile = random_small_position(rng, house, 5 if alone else 8)
        flips = rng.randint(1, 4) if forced is None else 0
        goal = rng.choice([0, 0, rng.randint(1, 50)])
        answer = solved(VengeancePosition(line, deck=deck, pile=pile, alone=alone, flips=flips, house=house), goal)
        oracle = VengeanceOracle(alone, _worth(goal), house)
        exact = oracle.forced(line, deck, pile, flips) if flips else oracle.hit(line, deck, pile)
        assert answer.bound == 0
        assert answer.deck_left == len(deck)
        assert answer.hit == pytest.approx(float(exact.worth), abs=1e-9)
        chances = dict(answer.scores)
        assert sum(chances.values()) == pytest.approx(1, abs=1e-9)
        assert sum(chance * float(oracle.worth(n)) for n, chance in chances.items()) == pytest.approx(answer.hit)
        # Between equally good choices of a Discard the fates may differ; then only the worth is the same.
        if not (alone and card("DI") in (*deck, *pile)):
            assert answer.bust == pytest.approx(float(exact.bust), abs=1e-9)
            assert answer.flip7 == pytest.approx(float(exact.flip7), abs=1e-9)
            if deck or pile:
                assert answer.cards == pytest.approx(float(exact.cards), abs=1e-9)
            wanted = {n: float(chance) for n, chance in exact.scores.items() if chance}
            assert chances == pytest.approx(wanted, abs=1e-9)
        if line and card("0") not in line and not flips:
            stay = oracle.stay(line).worth
            assert answer.stay == stay
            assert (answer.advice == "hit") == (exact.worth > stay)
        else:
            assert answer.stay is None
        if at % 50 == 0:
            vengeance_reference.forget()
    vengeance_reference.forget()


def _worth(goal):
    return (lambda n: Fraction(n >= goal)) if goal else Fraction


def test_v17_the_zero_must_hit():
    # 0 and 8 in front, deck 9 and 8: no staying; 9 first: still 0, and then the 8 busts. Nothing can be won.
    answer = with_deck("0 8", "8 9")
    assert (answer.stay, answer.margin, answer.advice, answer.hit, answer.bust) == (None, None, "hit", 0.0, 1.0)
    # The seventh card ends it: 0 1 2 3 4 5 and a 6 make 21 + 15.
    assert with_deck("0 1 2 3 4 5", "6").hit == 36


def test_v19_unlucky_7_sweeps_and_never_busts():
    # 7 and 12 in front, only Unlucky 7 left: the line becomes a single 7, so stay on 19.
    answer = with_deck("7 12 -4", "U7")
    assert (answer.stay, answer.hit, answer.bust, answer.next[0].then) == (15.0, 7.0, 0.0, 7)
    # As the seventh card it is none: six numbers are gone, 7 points remain.
    assert with_deck("1 2 3 4 5 6", "U7").scores == ((7, 1.0),)
    # Afterwards a plain 7 busts.
    assert with_deck("U7", "7").bust == 1


def test_v21_lucky_13_allows_one_more_13():
    assert with_deck("L13", "13").hit == 26
    assert with_deck("13", "L13").hit == 26
    assert with_deck("13", "13").bust == 1
    assert with_deck("13 L13", "13").bust == 1


@pytest.mark.parametrize(("pair", "points", "then"), [("two", 13 + 13 + 15 + 15, "flip7"), ("one", 13 + 13 + 15, 41)])
def test_v22_both_13s_toward_seven(pair, points, then):
    # 13 L13 1 2 3 4 and a 5: seven cards of six ranks.
    answer = with_deck("13 L13 1 2 3 4", "5", lucky_pair=pair)
    assert (answer.hit, answer.next[0].then) == (points, then)


def test_v14_halve_first_then_minus_then_not_below_0_then_the_bonus():
    # 23 halved is 11, then 4 off.
    assert with_deck("13 10 /2 -4", "").stay == 7
    # 0 to 5 and a 6: 21 halved is 10, 10 - 30 is 0, and then 15.
    assert with_deck("0 1 2 3 4 5 /2 -2 -4 -6 -8 -10", "6").hit == 15


def test_v38_v39_brutal_mode_has_no_floor():
    assert with_deck("1 -10", "", brutal=True).stay == -9
    assert with_deck("1 -10", "").stay == 0
    # A bust keeps its minus cards.
    assert with_deck("8 -6", "8", brutal=True).scores == ((-6, 1.0),)


@pytest.mark.parametrize(("rule", "points"), [("flat", 0), ("minus", -4)])
def test_v41_the_brutal_zero(rule, points):
    assert with_deck("0 5 -4", "", brutal=True, brutal_zero=rule).scores == ((points, 1.0),)


def test_with_others_in_modifiers_and_actions_leave_the_choice_open():
    # 12 in front; a 12 and a Flip Four left: half bust, half nothing happens and the player stays.
    answer = with_deck("12", "12 F4")
    assert (answer.hit, answer.bust) == (6.0, 0.5)
    assert {row.card.code: row.then for row in answer.next} == {"12": "bust", "F4": "given"}


def test_v23_alone_a_modifier_stays_with_the_player():
    answer = with_deck("12", "-4", alone=True)
    assert (answer.hit, answer.next[0].then) == (8.0, 8)


def test_v27_just_one_more_is_one_card_and_then_a_forced_stay():
    # JOM first (1/3): then the 3 (15) or the 12 (bust). The 3 first: stay on 15 rather than risk the 12.
    # JOM first: half 15. 3 first: 15. 12 first: 0. (7.5 + 15 + 0) / 3
    assert with_deck("12", "JOM 3 12", alone=True).hit == pytest.approx(7.5)
    assert with_deck("0", "JOM 3 5", alone=True).scores == ((0, 1.0),)


def test_v33_waiting_cards_take_effect_after_the_four_and_lapse_with_a_bust():
    # Flip Four takes all the rest: 3, 4, 5, then the -10 that waited: 12 + 12 - 10.
    assert with_deck("12", "3 4 5 -10", alone=True, flips=4).hit == pytest.approx(14)
    # Brutal: bust by the 12 in any order with the -10 still waiting: it lapses.
    assert with_deck("12", "12 -10", alone=True, flips=2, brutal=True).scores == ((0, 1.0),)


def test_v34_waiting_cards_take_effect_in_flip_order():
    # -10 before DI: the Discard takes it (12). DI before -10: the Discard must take the 12, then -10 joins: 0.
    assert with_deck("12", "-10 DI", alone=True, flips=2).hit == 6


def test_v20_unlucky_7_inside_flip_four_keeps_what_waits():
    # -4 and U7 in any order: the line is swept, the -4 joins afterwards: 7 - 4.
    assert with_deck("12", "-4 U7", alone=True, flips=2).hit == 3


def test_v30_discard_takes_a_card_of_ones_own_choice():
    # The Zero goes: the player may stay on 12.
    assert with_deck("0 12", "DI", alone=True).hit == 12
    # Nothing in front: it falls flat (V31).
    assert with_deck("", "DI", alone=True).hit == 0


def test_v31_steal_and_swap_fall_flat_alone():
    answer = with_deck("12", "ST SW", alone=True)
    assert (answer.hit, {row.then for row in answer.next}) == (12.0, {"discarded"})


@pytest.mark.parametrize(
    ("line", "more", "rule"),
    [
        ("5 5", {}, "V9"),
        ("7 U7", {}, "V19"),
        ("0 1 2 3 4 5 6", {}, "V11"),
        ("-4 -4", {}, "V2"),
        ("F4", {}, "V25"),
        ("3", {"flips": 5}, "V32"),
        ("3", {"pile": cards("6")}, "V12"),
    ],
)
def test_impossible_positions_are_refused(line, more, rule):
    with pytest.raises(ImpossibleError) as caught:
        solved(VengeancePosition(cards(line), **more))
    assert rule in {fault.rule for fault in caught.value.faults}


def alone_tree(line, deck=None, pile="", flips=0, goal=0, likely=0.0, **more):
    """The solver for a player alone itself: with states as ``likely`` as that, or with all."""
    house = House(**{key: more.pop(key) for key in ("brutal", "brutal_zero", "lucky_pair") if key in more})
    left = Counter(cards(deck)) if deck else +VENGEANCE.left(cards(line) + cards(pile))
    worth = vengeance_at_least(goal) if goal else VENGEANCE_POINTS
    tree = AloneTree(cards(line), left, worth, pile=Counter(cards(pile)), flips=flips, house=house)
    if likely:
        tree.estimate(likely)
    else:
        assert tree.count(1_000_000)
    return tree


@pytest.mark.parametrize(("line", "rarer"), [("0 8 11", 12.9756), ("3 8 11", None), ("0 1 2 3 4 5", None)])
def test_alone_rarer_states_give_the_same_within_a_quarter_of_the_bound(line, rarer):
    """Alone on a fresh deck rare states are taken for others: what more of them change measures that.

    Of the line of The Zero (V17) states eighty times as rare were counted once.
    """
    few = alone_tree(line, likely=2e-5)
    assert not few.exact
    if rarer is None:
        many = alone_tree(line, likely=5e-6)
        assert few.states < many.states
        rarer = many.plan
    assert few.plan == pytest.approx(rarer, abs=BOUND / 2)


@pytest.mark.parametrize(
    ("line", "deck", "likely", "more"),
    [
        ("2 12", "1 3 4 5 5 6 6 7 7 8 8 9 9 9 10 10 12 12 11 13 JOM DI ST /2 -8", 3e-6, {"brutal": True}),
        ("3 6", "3 5 6 6 7 8 11 11 13 13 DI DI F4 ST -4 -8", 3e-6, {}),
        ("3 6", "3 5 6 6 7 8 11 11 13 13 DI DI F4 ST -4 -8", 3e-6, {"goal": 20}),
        ("8", "4 5 5 6 8 9 9 10 10 10 11 12 12 13 F4 DI -4", 3e-6, {"flips": 4}),
        ("8", "4 5 5 6 8 9 9 10 10 10 11 12 12 13 F4 JOM -4 /2", 3e-6, {"flips": 4}),
        # Without the duplicate that a Discard takes, hitting is wise for longer than the quick estimate says.
        ("3 6", "5 6 7 8 11 13 13 DI DI F4 -8", 1e-6, {}),
        # A hit seems far from wise here, though it is wise: half the deck is actions and modifiers.
        ("13 10", "/2 DI ST ST -8 -4 2 6 13 7 8 9 U7 12", 1e-6, {}),
        ("9", "DI DI /2 ST F4 -8 9 9 11 11 12 13 13 13 5 5 5 10 10 4 8", 1e-5, {}),
    ],
)
def test_alone_an_estimate_is_near_what_counting_everything_gives(line, deck, likely, more):
    exact = alone_tree(line, deck, **more)
    near = alone_tree(line, deck, likely=likely, **more)
    assert (exact.exact, near.exact) == (True, False)
    assert near.states < exact.states
    assert near.plan == pytest.approx(exact.plan, abs=BOUND)
    there, here = exact.walk(), near.walk()
    assert (here.bust, here.flip7) == pytest.approx((there.bust, there.flip7), abs=BOUND / 4)


@pytest.mark.parametrize(
    ("line", "deck", "counted", "off"),
    [
        # Half of the deck is actions and modifiers: much hangs on what a Discard takes.
        ("6 13 12", "DI DI SW F4 F4 JOM /2 -10 -4 -6 6 6 10 10 10 10 11 12 12 13", 20.036598, 0.005),
        # The hardest that was found: the quick estimate is points off, and rarer states once hardly changed it.
        ("13 10", "/2 DI ST ST -8 F4 SW -4 2 6 13 7 8 9 U7 12", 24.299913, 0.1),
    ],
)
def test_alone_even_a_rough_estimate_is_near_in_decks_that_were_counted_once(line, deck, counted, off):
    """Counting them takes 3.9 and 5.3 million states."""
    assert alone_tree(line, deck, likely=2e-5).plan == pytest.approx(counted, abs=off)


@pytest.mark.parametrize(
    ("line", "more"),
    [
        ("", {"flips": 4}),
        ("", {}),
        ("0 8 11", {"flips": 4}),
        ("0 8 11", {"flips": 4, "brutal": True, "brutal_zero": "minus"}),
        ("3 8", {"flips": 4, "lucky_pair": "one"}),
        ("0", {"goal": 98}),
        ("3 8", {"flips": 4, "goal": 1}),
        ("U7 3", {"flips": 4, "pile": "F4 DI JOM 0 13 L13 /2"}),
        ("3", {"pile": "F4 DI JOM 1 4 4 8 8 11 11", "flips": 4}),
        ("13 L13 /2 -2 -4 -6 -8 -10", {"flips": 4, "brutal": True}),
    ],
)
def test_alone_every_position_has_an_answer_whose_scores_fit_it(line, more):
    tree = alone_tree(line, likely=1e-3, **more)
    scores, worth = tree.walk().scores, vengeance_at_least(more["goal"]) if "goal" in more else VENGEANCE_POINTS
    assert not tree.exact
    assert scores.min() >= 0
    assert scores.sum() == pytest.approx(1)
    assert scores @ worth == pytest.approx(tree.plan, abs=1e-9)


def test_v34_forced_cards_with_many_orders_of_what_waits_have_an_answer():
    # More than 15,000 agendas once were an error.
    tree = alone_tree("3 8", flips=4, likely=1e-5)
    assert tree.plan == pytest.approx(15.74, abs=0.05)


def test_an_estimate_never_passes_for_exact(monkeypatch):
    place = VengeancePosition(cards("12"), deck=cards("1 5 8 9 10 11 12 DI F4 -4 -8"), alone=True)
    exact = solved(place)
    assert exact.bound == 0
    monkeypatch.setattr("flip7.odds.vengeance.MOST_STATES", 1)
    monkeypatch.setattr("flip7.odds.vengeance.LIKELY", 2e-2)
    monkeypatch.setattr("flip7.odds.vengeance.ENOUGH", 0)
    near = solved(place)
    assert near.bound >= BOUND
    assert near.hit != exact.hit
    assert near.hit == pytest.approx(exact.hit, abs=near.bound)
    assert "rare-as-alike" in assumed(place, exact=False)
    assert "rare-as-alike" not in assumed(place)


def test_where_no_state_is_rare_any_more_everything_has_been_counted(monkeypatch):
    place = VengeancePosition(cards("12"), deck=cards("1 5 8 9 10 11 12 F4 -4"), alone=True)
    exact = solved(place)
    monkeypatch.setattr("flip7.odds.vengeance.MOST_STATES", 1)
    # First with a rough estimate.
    monkeypatch.setattr("flip7.odds.vengeance.LIKELY", 0.1)
    again = solved(place)
    assert (again.states, again.bound) == (exact.states, 0)
    assert again.hit == pytest.approx(exact.hit, abs=1e-12)


@pytest.mark.parametrize(
    ("deck", "most"),
    [
        # Four cards that all can lie there: 2 ** 4 sets.
        ("1 2 3 /2", 16),
        ("1 2 3 4 /2 -2 -4 -6 -8 -10", 1024),
        # Two states only, but the first has ten cards to come, of which half are reckoned.
        ("11 11 11 11 11 11 11 11 11 11", 5),
    ],
)
def test_everything_is_counted_up_to_so_many_states_those_to_come_reckoned(deck, most):
    left = Counter(cards(deck))
    tree = AloneTree(cards("12"), left, VENGEANCE_POINTS, pile=Counter(), flips=0, house=House())
    assert tree.count(most)
    assert not tree.count(most - 1)


@pytest.mark.parametrize(
    ("answers", "likely", "bound"),
    [
        # It hardly matters at once, but few are counted: nine times as rare; then enough are.
        ([(12.0, ENOUGH // 6), (12.001, ENOUGH), (12.0, ENOUGH + 1)], [2e-5, 2e-5 / 9, 2e-5 / 27], BOUND),
        # It matters: twice what changed last.
        ([(12.0, ENOUGH), (12.1, 2 * ENOUGH), (12.13, 7 * ENOUGH)], [2e-5, 2e-5 / 3, 2e-5 / 9], 0.06),
        ([(12.0, ENOUGH), (12.1, 2 * ENOUGH), (12.104, 3 * ENOUGH)], [2e-5, 2e-5 / 3, 2e-5 / 9], BOUND),
        # After three times as many so many would come, more than are counted.
        ([(12.0, MOST_KEPT // 8), (12.3, MOST_KEPT // 8 * 3)], [2e-5, 2e-5 / 3], 0.6),
    ],
)
def test_ever_rarer_states_are_counted_until_it_hardly_matters_or_there_are_too_many(
    monkeypatch, answers, likely, bound
):
    asked, left = [], iter(answers)

    class Tree:
        exact = False

        def __init__(self, *_, **__):
            pass

        def count(self, most_states):
            return False

        def estimate(self, likely):
            asked.append(likely)
            self.plan, self.states = next(left)

    monkeypatch.setattr("flip7.odds.vengeance.AloneTree", Tree)
    assert solved(VengeancePosition(cards("3 8"), alone=True)).bound == pytest.approx(bound)
    assert asked == pytest.approx(likely)


def test_a_state_has_the_same_parts_after_its_key_whatever_their_numbers():
    agendas, bases = np.array([3, 70_000, 2_000_000]), np.array([0, 5, 1_000_000])
    rng = np.random.default_rng(7)
    parts = [rng.integers(0, top, 500) for top in (1 << 16, 1 << 6)]
    states = States(*parts, rng.choice(bases, 500), rng.choice(agendas, 500), rng.integers(0, 135, 500))
    keys = Keys(agendas)
    again = keys.states(keys.of(states))
    assert all((getattr(again, each.name) == getattr(states, each.name)).all() for each in fields(States))


def test_more_bases_than_a_key_has_bits_for_are_an_error():
    # 30 bits for numbers, modifiers and actions, 20 for the agendas; 13 are left for bases.
    keys = Keys(np.arange(1 << 19))
    some = np.zeros(1 << 13, dtype=np.intp)
    keys.of(States(some[1:], some[1:], np.arange(1, 1 << 13), some[1:], some[1:]))
    with pytest.raises(MemoryError):
        keys.of(States(some, some, np.arange(1 << 13), some, some))


def test_states_that_draw_in_parts_give_the_same(monkeypatch):
    whole = alone_tree("3 8", "1 2 3 5 8 9 11 12 F4 DI JOM -4", flips=2)
    monkeypatch.setattr("flip7.odds.vengeance_draws._AT_ONCE", 7)
    parts = alone_tree("3 8", "1 2 3 5 8 9 11 12 F4 DI JOM -4", flips=2)
    assert (parts.states, parts.plan) == (whole.states, pytest.approx(whole.plan, abs=1e-12))


def test_equal_states_are_counted_once():
    assert distinct(np.array([5, 3, 5, 9, 3, 3])).tolist() == [3, 5, 9]
    assert distinct(np.array([], dtype=np.intp)).tolist() == []


def test_only_alone_with_many_cards_left_takes_long():
    assert takes_long(VengeancePosition(cards("3 8 11"), alone=True))
    assert not takes_long(VengeancePosition(cards("3 8 11")))
    assert not takes_long(VengeancePosition(cards("3"), deck=cards("5 6"), alone=True))
    # What a reshuffle brings is counted too.
    assert takes_long(VengeancePosition(cards("3"), deck=cards("5 6"), pile=cards("7 8 8 9 9 10 11"), alone=True))


def test_the_workers_answer_for_this_game_too():
    place = VengeancePosition(cards("3 8 11"), house=House(brutal=True))
    asked = Quick(1).ask(place)
    here = solved(place)
    answer = asked.answer.result(30)
    assert (answer.hit, answer.scores) == (here.hit, here.scores)
    assert asked.rest.result(30).plans == ()
