"""Fixed plans against the same question asked card by card in plain fractions."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from flip7.cards import CLASSIC, Card, Kind, card
from flip7.hands import SEVEN, of_kind
from flip7.notation import read_cards
from flip7.odds.exact import POINTS, at_least
from flip7.odds.plans import fixed_plans
from flip7.odds.position import Position
from flip7.scoring import score

SECOND_CHANCE = card("SC")
BLANKS = (card("FR"), card("F3"))
Cards = tuple[Card, ...]
Result = tuple[Fraction, Fraction, Fraction]


def without(cards: Cards, face: Card) -> Cards:
    at = cards.index(face)
    return cards[:at] + cards[at + 1 :]


def planned(line: Cards, deck: Cards, cards: int, goal: int) -> Result:
    """Worth, chance to bust and of Flip 7 of taking so many cards that are no blanks, then stopping."""

    def worth(points: int) -> Fraction:
        return Fraction(int(points >= goal)) if goal else Fraction(points)

    if not cards:
        return worth(score(line).points), Fraction(0), Fraction(0)
    total = [Fraction(0)] * 3
    for face in set(deck):
        chance, rest = Fraction(deck.count(face), len(deck)), without(deck, face)
        if face in BLANKS:
            after = planned(line, rest, cards, goal)
        elif face is SECOND_CHANCE and face in line:
            after = planned(line, rest, cards - 1, goal)
        elif face.is_number and face in line and SECOND_CHANCE in line:
            after = planned(without(line, SECOND_CHANCE), rest, cards - 1, goal)
        elif face.is_number and face in line:
            after = worth(0), Fraction(1), Fraction(0)
        elif face.is_number and len(of_kind(line, Kind.NUMBER)) == SEVEN - 1:
            after = worth(score((*line, face)).points), Fraction(0), Fraction(1)
        else:
            after = planned((*line, face), rest, cards - 1, goal)
        total = [so_far + chance * more for so_far, more in zip(total, after, strict=True)]
    return total[0], total[1], total[2]


@pytest.mark.parametrize("seed", range(80))
def test_plans_on_small_decks_agree_with_fractions(seed: int) -> None:
    chance = random.Random(seed)
    numbers = chance.sample([face for face in CLASSIC.cards if face.is_number], chance.choice([0, 1, 2, 5, 6]))
    line = (*numbers, *chance.sample(read_cards("+2 +10 x2 SC"), chance.randint(0, 2)))
    deck = tuple(chance.sample(list(CLASSIC.left(line).elements()), 5))
    deck += tuple(face for face in read_cards("SC FR F3") if face not in (*deck, *line) and chance.random() < 0.5)
    goal = chance.choice([0, 0, 25])
    plans = fixed_plans(Position(line, deck=deck), at_least(goal) if goal else POINTS, 4)
    assert [plan.cards for plan in plans] == list(range(1, min(4, sum(face not in BLANKS for face in deck)) + 1))
    for plan in plans:
        expected = planned(line, deck, plan.cards, goal)
        assert (plan.worth, plan.bust, plan.flip7) == pytest.approx(tuple(map(float, expected)), abs=1e-12)


def test_a_plan_of_one_card_from_a_fresh_deck() -> None:
    (plan,) = fixed_plans(Position(read_cards("3 8 11 +4")), POINTS, 1)
    assert plan.bust == pytest.approx(19 / 84)


@pytest.mark.parametrize("position", [Position(alone=True), Position(flips=2)])
def test_no_plan_where_the_cards_are_not_free(position: Position) -> None:
    assert fixed_plans(position, POINTS, 3) == ()
