"""The solver against the published figures and against plain fractions."""

import json
import random
from fractions import Fraction
from pathlib import Path

import pytest

from flip7.cards import CLASSIC, card
from flip7.errors import ImpossibleError
from flip7.notation import read_cards
from flip7.odds import reference
from flip7.odds.exact import solve
from flip7.odds.position import Position

ROWS = json.loads((Path(__file__).parents[1] / "data" / "odds-reference.json").read_text())
OTHERS = [row for row in ROWS if not row.get("alone") and not row.get("flips")]


def position(line, seen=""):
    return Position(read_cards(line), read_cards(seen))


def with_deck(line, deck):
    """The position in which exactly the cards of ``deck`` are left."""
    rest = CLASSIC.left([*read_cards(line), *read_cards(deck)])
    return Position(read_cards(line), tuple(rest.elements()))


@pytest.mark.parametrize("row", OTHERS, ids=lambda row: row["cards"])
def test_shared_reference(row):
    answer = solve(position(row["cards"], row.get("seen", "")))
    assert answer.stay == row["stay"]
    assert answer.advice == row["advice"]
    for key in ("hit", "bust", "flip7"):
        assert getattr(answer, key) == pytest.approx(row[key], abs=1e-8)


def test_there_are_shared_rows():
    assert len(OTHERS) == 13


def test_r18_fresh_deck_and_no_card_must_hit():
    answer = solve(position(""))
    assert answer.hit == pytest.approx(22.2504034143, abs=1e-8)
    assert (answer.stay, answer.margin, answer.advice, answer.deck_left) == (None, None, "hit", 94)


def random_small_position(rng):
    """A line and a deck of at most eleven cards, drawn from one full deck; the rest has been seen."""
    cards = list(CLASSIC.left(()).elements())
    rng.shuffle(cards)
    size = rng.randint(0, 11)
    deck, rest = cards[:size], cards[size:]
    line = []
    wanted = rng.randint(0, 8)
    for face in rest:
        numbers = sum(other.is_number for other in line)
        if len(line) < wanted and face.code not in ("FR", "F3") and face not in line and numbers + face.is_number <= 6:
            line.append(face)
    for face in line:
        rest.remove(face)
    return Position(CLASSIC.sorted(line), tuple(rest)), CLASSIC.sorted(deck)


@pytest.mark.parametrize("seed", range(10))
def test_agrees_with_plain_fractions_on_random_small_decks(seed):
    rng = random.Random(seed)
    for _ in range(60):
        place, deck = random_small_position(rng)
        answer, oracle = solve(place), reference.hit(place.line, deck)
        assert answer.deck_left == len(deck)
        assert answer.hit == pytest.approx(float(oracle.points), abs=1e-9)
        assert answer.bust == pytest.approx(float(oracle.bust), abs=1e-9)
        assert answer.flip7 == pytest.approx(float(oracle.flip7), abs=1e-9)
        if place.line:
            stay = reference.stay(place.line).points
            assert answer.stay == stay
            assert (answer.advice == "hit") == (oracle.points > stay)
    reference.hit.cache_clear()
    reference.best.cache_clear()


def test_the_reference_itself_on_decks_small_enough_for_paper():
    # 10 in front, a 5 and a 10 left: half bust; on 15 the last card is a 10, so stay. (15 + 0) / 2.
    assert reference.hit(read_cards("10"), read_cards("5 10")).points == Fraction(15, 2)
    # 3 in front and SC: the 3 is saved (1/2), then the 12 is safe: 15; or 12 first, then stay or be saved: 15.
    assert reference.hit(read_cards("3 SC"), read_cards("3 12")).points == 15
    # Six numbers, two cards: the 6 makes seven (21 + 15), the 5 busts.
    line = read_cards("0 1 2 3 4 5")
    assert reference.hit(line, read_cards("5 6")) == reference.Outcome(Fraction(36, 2), Fraction(1, 2), Fraction(1, 2))
    # A Freeze goes to somebody else: the choice is open again.
    assert reference.hit(read_cards("12"), read_cards("FR 12")).points == Fraction(12, 2)


def test_one_card_is_not_enough_to_judge_by():
    # One more card and then stop says stay; the whole plan says hit, by 3.38 points (the known worst case).
    answer = solve(position("0 1 2 10 11"))
    one_card = sum(row.chance * (row.then if isinstance(row.then, int) else {"given": 24}.get(row.then, 0))
                   for row in answer.next)  # fmt: skip
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
    assert solve(with_deck("", "")).hit == 0


def test_only_blanks_left_change_nothing():
    answer = solve(with_deck("3 8", "FR F3"))
    assert (answer.hit, answer.margin, answer.advice, answer.bust) == (11.0, 0.0, "stay", 0.0)


def test_equal_values_say_stay():
    # 12 in front; a 12 and a 12 that is saved … here: deck 0 only, 0 adds nothing.
    answer = solve(with_deck("12", "0"))
    assert (answer.margin, answer.advice) == (0.0, "stay")


def test_a_blank_at_the_root_leaves_the_choice_open():
    # 33 in front, deck: one 12 (bust), one Freeze (given away, then stay): 33 / 2.
    answer = solve(with_deck("10 11 12", "12 FR"))
    assert answer.hit == pytest.approx(16.5)
    assert answer.bust == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("line", "seen", "rule"),
    [
        ("5 5", "", "R20"),
        ("3 FR", "", "R26"),
        ("0 1 2 3 4 5 6", "", "R41"),
        ("3", "3*3", "R1"),
        ("x2", "x2", "R2"),
        ("SC", "3*SC", "R3"),
        ("F3", "", "R35a"),
    ],
)
def test_impossible_positions_are_refused(line, seen, rule):
    with pytest.raises(ImpossibleError) as caught:
        solve(position(line, seen))
    assert rule in {fault.rule for fault in caught.value.faults}
