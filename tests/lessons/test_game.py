"""The worked game, to the point."""

import pytest

from flip7.errors import Flip7Error
from flip7.lessons.game import FILE, read_game, worked_game

GAME = worked_game()


def scored(number, player):
    return next(hand for hand in GAME.hands if (hand.round, hand.player) == (number, player))


@pytest.mark.parametrize(
    ("number", "player", "points", "status"),
    [
        (0, "Ana", 3 + 8 + 11 + 4, "stayed"),
        (0, "Ben", 0, "busted"),
        (0, "Cleo", 0 + 1 + 2 + 4 + 5 + 6 + 7 + 15, "flip7"),
        (0, "Dev", (10 + 12) * 2, "frozen"),
        (1, "Ana", 0, "busted"),
        (1, "Ben", 37, "stayed"),
        (1, "Cleo", 19, "stayed"),
        (1, "Dev", 0, "busted"),
        (2, "Ana", 52, "stayed"),
        (2, "Ben", 12, "stayed"),
        (2, "Cleo", 0, "busted"),
        (2, "Dev", 30, "stayed"),
    ],
)
def test_each_hand_scores_what_the_game_says(number, player, points, status):
    hand = scored(number, player)
    assert (hand.reckoning.points, hand.status) == (points, status)
    assert GAME.rounds[number].outcome()["scores"][player] == points


def test_the_totals_after_each_round():
    assert GAME.totals == ((26, 0, 40, 44), (26, 37, 59, 44), (78, 49, 59, 74))


def test_r45_the_extra_hand():
    assert GAME.hands[-1].reckoning.points == (3 + 5 + 9 + 11) * 2 + 6 == 62


def test_r45_a_wrong_offer_has_its_own_reason():
    assert "+6 was doubled too" in GAME.hands[-1].slip(68)
    assert "busted" in scored(0, "Ben").slip(24)
    assert scored(0, "Ana").slip(26) == ""


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("Ana = 52, Ben = 12", "Ana = 51, Ben = 12", "Round 3 does not show"),
        ("Ana = [26, 22, 15]", "Ana = [26, 99]", "explains the offer 99"),
        ("Ana = [26, 22, 15]", "Ana = [22, 15]", "26 among them once"),
        ('discard = "3 8 11 +4 6 9 9 0 1 2 4 5 6 7 10 12 x2 FR"', 'discard = "3 8 11 +4"', "the rounds before"),
        ('deck = "3 9 0 10', 'deck = "9 3 0 10', "Round 1 does not show"),
    ],
)
def test_r47_a_flipped_fact_is_a_fault(before, after, said):
    text = FILE.read_text("utf-8")
    assert before in text
    with pytest.raises(Flip7Error, match=said):
        read_game(text.replace(before, after))
