"""The solver against the published figures, against plain fractions, and against paper."""

import json
import random
from fractions import Fraction
from pathlib import Path

import pytest

from flip7.cards import CLASSIC, card
from flip7.errors import ImpossibleError
from flip7.notation import read_cards
from flip7.odds import reference
from flip7.odds.exact import at_least, solve
from flip7.odds.position import Position
from flip7.odds.reference import Oracle

ROWS = json.loads((Path(__file__).parents[1] / "data" / "odds-reference.json").read_text())


def position(line, seen="", **more):
    return Position(read_cards(line), read_cards(seen), **more)


def with_deck(line, deck, pile="", **more):
    """The position in which exactly the cards of ``deck`` are left."""
    return Position(read_cards(line), deck=read_cards(deck), pile=read_cards(pile), **more)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: " ".join(map(str, list(row.values())[:3])))
def test_shared_reference(row):
    answer = solve(
        position(row["cards"], row.get("seen", ""), alone=row.get("alone", False), flips=row.get("flips", 0))
    )
    assert answer.stay == row["stay"]
    if "advice" in row:
        assert answer.advice == row["advice"]
    for key in ("hit", "bust", "flip7"):
        assert getattr(answer, key) == pytest.approx(row[key], abs=1e-8)
    assert sum(chance for _, chance in answer.scores) == pytest.approx(1, abs=1e-12)
    assert sum(points * chance for points, chance in answer.scores) == pytest.approx(row["hit"], abs=1e-8)


def test_there_are_28_shared_rows():
    assert len(ROWS) == 28


def test_r18_fresh_deck_and_no_card_must_hit():
    answer = solve(position(""))
    assert answer.hit == pytest.approx(22.2504034143, abs=1e-8)
    assert (answer.stay, answer.margin, answer.advice, answer.deck_left) == (None, None, "hit", 94)


def random_small_position(rng):
    """A line, a deck of at most nine cards, often rich in actions, and perhaps a pile, all from one real deck."""
    cards = list(CLASSIC.left(()).elements())
    rng.shuffle(cards)
    if rng.random() < 0.6:
        others = [face for face in cards if not face.is_number][: rng.randint(0, 6)]
        for face in others:
            cards.remove(face)
        front = [*others, *cards[: 9 - len(others)]]
        rng.shuffle(front)
        cards = [*front, *cards[9 - len(others) :]]
    size, pile_size = rng.randint(0, 9), rng.choice([0, 0, rng.randint(0, 5)])
    deck, pile, rest = cards[:size], cards[size : size + pile_size], cards[size + pile_size :]
    line, wanted = [], rng.randint(0, 7)
    for face in rest:
        numbers = sum(other.is_number for other in line)
        if len(line) < wanted and face.code not in ("FR", "F3") and face not in line and numbers + face.is_number <= 6:
            line.append(face)
    return CLASSIC.sorted(line), CLASSIC.sorted(deck), CLASSIC.sorted(pile)


MODES = {"others": (False, 0), "alone": (True, 0), "forced": (False, None), "forced alone": (True, None)}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("mode", MODES)
def test_agrees_with_plain_fractions_on_random_small_decks(mode, seed):
    rng = random.Random(f"{mode} {seed}")
    alone, forced = MODES[mode]
    for _ in range(125):
        line, deck, pile = random_small_position(rng)
        flips = rng.choice([1, 2, 3]) if forced is None else 0
        goal = rng.choice([None, None, rng.randint(0, 60)])
        place = Position(line, deck=deck, pile=pile, alone=alone, flips=flips)
        if goal is None:
            answer, oracle = solve(place), Oracle(alone)
        else:
            answer, oracle = solve(place, at_least(goal)), Oracle(alone, lambda n, goal=goal: Fraction(n >= goal))
        exact = oracle.forced(line, deck, pile, flips) if flips else oracle.hit(line, deck, pile)
        assert answer.deck_left == len(deck)
        assert answer.hit == pytest.approx(float(exact.worth), abs=1e-9)
        assert answer.bust == pytest.approx(float(exact.bust), abs=1e-9)
        assert answer.flip7 == pytest.approx(float(exact.flip7), abs=1e-9)
        if deck or pile:
            assert answer.cards == pytest.approx(float(exact.cards), abs=1e-9)
        wanted = {points: float(chance) for points, chance in exact.scores.items() if chance}
        assert dict(answer.scores) == pytest.approx(wanted, abs=1e-9)
        if line and not flips:
            stay = oracle.stay(line).worth
            assert answer.stay == stay
            assert (answer.advice == "hit") == (exact.worth > stay)
    reference.forget()


def test_the_reference_itself_on_decks_small_enough_for_paper():
    others, alone = Oracle(), Oracle(alone=True)
    # 10 in front, a 5 and a 10 left: half bust; on 15 the last card is a 10, so stay. (15 + 0) / 2.
    assert others.hit(read_cards("10"), read_cards("5 10")).worth == Fraction(15, 2)
    # 3 in front and SC: the 3 is saved (1/2), then the 12 is safe: 15; or 12 first, then stay or be saved: 15.
    assert others.hit(read_cards("3 SC"), read_cards("3 12")).worth == 15
    # Six numbers, two cards: the 6 makes seven (21 + 15), the 5 busts.
    six = others.hit(read_cards("0 1 2 3 4 5"), read_cards("5 6"))
    assert (six.worth, six.bust, six.flip7, six.cards) == (18, Fraction(1, 2), Fraction(1, 2), 1)
    # A Freeze goes to somebody else: the choice is open again. Alone it ends the round with what lies there.
    assert others.hit(read_cards("12"), read_cards("FR 12")).worth == Fraction(12, 2)
    assert alone.hit(read_cards("12"), read_cards("FR 12")).worth == Fraction(12, 2)
    # Alone a Flip Three takes all of the rest: 2 and 3 (17), or the 12 among them (bust).
    assert alone.hit(read_cards("12"), read_cards("F3 2 3")).worth == 17
    # R32: a Freeze that waits lets the three cards be done, and a later Flip Three lapses.
    assert alone.forced(read_cards("4"), read_cards("FR"), read_cards("6"), 2).worth == 10
    # R35c: the pile comes back inside a Flip Three; afterwards no card is left (R50).
    assert alone.forced(read_cards("4"), read_cards("5"), read_cards("6"), 3).worth == 15


def test_one_card_is_not_enough_to_judge_by():
    # One more card and then stop says stay; the whole plan says hit, by 3.38 points (the known worst case).
    answer = solve(position("0 1 2 10 11"))
    given = {"given": 24}
    one_card = sum(
        row.chance * (row.then if isinstance(row.then, int) else given.get(row.then, 0)) for row in answer.next
    )
    assert one_card < 24
    assert answer.margin == pytest.approx(3.3824520526, abs=1e-8)


def test_next_cards_are_the_deck():
    answer = solve(position("3 8 SC", "2*12 SC"))
    assert sum(row.left for row in answer.next) == answer.deck_left == 94 - 6
    assert sum(row.chance for row in answer.next) == pytest.approx(1)
    rows = {row.card.code: row for row in answer.next}
    assert (rows["3"].then, rows["3"].left) == ("saved", 2)
    assert (rows["SC"].then, rows["SC"].left) == ("given", 1)
    assert (rows["12"].then, rows["12"].left, rows["12"].chance) == (23, 10, 10 / 88)
    assert (rows["x2"].then, rows["+10"].then, rows["FR"].then, rows["F3"].then) == (22, 21, "given", "given")
    assert (answer.duplicate_next, answer.bust_next) == (pytest.approx((2 + 7) / 88), 0.0)


def test_alone_the_actions_are_ones_own():
    rows = {row.card.code: row.then for row in solve(position("3 8 11 SC", alone=True)).next}
    assert (rows["FR"], rows["F3"], rows["SC"]) == ("frozen", "flips", "discarded")


def test_the_seventh_number_is_named():
    answer = solve(position("0 1 2 3 4 5", "6"))
    assert {row.then for row in answer.next if row.card.is_number and row.card.points > 5} == {"flip7"}
    assert answer.flip7_next == pytest.approx((5 + 7 + 8 + 9 + 10 + 11 + 12) / 87)
    assert answer.bust_next == pytest.approx((1 + 2 + 3 + 4) / 87)


def test_r20_a_second_zero_cannot_come():
    answer = solve(position("0"))
    assert answer.duplicate_next == 0
    assert card("0") not in {row.card for row in answer.next}


def test_r50_an_empty_deck_deals_nothing():
    answer = solve(with_deck("3 8", ""))
    assert (answer.deck_left, answer.stay, answer.hit, answer.advice, answer.bust) == (0, 11.0, 11.0, "stay", 0.0)
    assert answer.scores == ((11, 1.0),)
    nothing = solve(with_deck("", ""))
    assert (nothing.hit, nothing.advice) == (0, "stay")


def test_r48_the_pile_comes_back_when_the_deck_is_empty():
    # Deck empty: the 12 of the pile is the next card, half of it busts.
    answer = solve(with_deck("12", "", "12 5"))
    assert (answer.deck_left, answer.hit, answer.bust_next) == (0, 17 / 2, 0.5)
    # After the one card of the deck the pile is shuffled: 4 + 5, then stay on 9 rather than risk the 5.
    assert solve(with_deck("4", "5", "5")).hit == 9


def test_only_blanks_left_change_nothing():
    answer = solve(with_deck("3 8", "FR F3"))
    assert (answer.hit, answer.margin, answer.advice, answer.bust) == (11.0, 0.0, "stay", 0.0)


def test_equal_values_say_stay():
    # A 0 adds nothing to a 12.
    answer = solve(with_deck("12", "0"))
    assert (answer.margin, answer.advice) == (0.0, "stay")


def test_a_blank_at_the_root_leaves_the_choice_open():
    # 33 in front, deck: one 12 (bust), one Freeze (given away, then stay): 33 / 2.
    answer = solve(with_deck("10 11 12", "12 FR"))
    assert answer.hit == pytest.approx(16.5)
    assert answer.bust == pytest.approx(0.5)
    assert answer.cards == 1


def test_a_goal_changes_the_plan():
    # 10 in front, deck 5 and 10. For 15 points one must hit; for 10 points one must not.
    assert solve(with_deck("10", "5 10"), at_least(15)).advice == "hit"
    at_ten = solve(with_deck("10", "5 10"), at_least(10))
    assert (at_ten.advice, at_ten.stay, at_ten.hit) == ("stay", 1.0, 0.5)


@pytest.mark.parametrize(
    ("line", "seen", "more", "rule"),
    [
        ("5 5", "", {}, "R20"),
        ("3 FR", "", {}, "R26"),
        ("0 1 2 3 4 5 6", "", {}, "R41"),
        ("3", "3*3", {}, "R1"),
        ("x2", "x2", {}, "R2"),
        ("SC", "3*SC", {}, "R3"),
        ("F3", "", {}, "R35a"),
        ("3", "5", {"pile": read_cards("6")}, "R48"),
        ("3", "", {"flips": 4}, "R28"),
        ("3", "", {"deck": read_cards("0 0")}, "R1"),
    ],
)
def test_impossible_positions_are_refused(line, seen, more, rule):
    with pytest.raises(ImpossibleError) as caught:
        solve(position(line, seen, **more))
    assert rule in {fault.rule for fault in caught.value.faults}


def test_states_are_counted_once_each():
    # Two free numbers and one modifier beside two numbers in front: four sets times two.
    answer = solve(with_deck("10 11", "5 6 +2"))
    assert answer.states == 4 * 2
