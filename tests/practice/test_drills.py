"""Drill items; ``python -m tests.practice.drill_campaign 10000`` checks many more."""

import random

import pytest

from flip7.cards import CLASSIC, EDITIONS, VENGEANCE
from flip7.engine.choices import Give, Hit, Stay, Turned
from flip7.engine.play import due
from flip7.engine.table import Assign, Flips, GiveAway, Need, Offer
from flip7.practice import drill_hit, drill_legal, drill_next, drill_score
from flip7.practice.drills import MAKERS, TITLES, TOPICS, Asked, fresh, item, made_of
from flip7.practice.item import DRILLS, a, the
from tests.practice.drill_campaign import campaign
from tests.practice.laid import cards, laid

FREEZE, CHANCE = cards("FR SC")


@pytest.mark.parametrize(("kind", "count"), [("hit", 25), ("score", 40), ("legal", 40), ("next", 40)])
def test_items_hold_against_a_second_path_and_none_comes_twice(kind, count):
    levels, topics = campaign(kind, 0, count)
    assert sum(levels.values()) == count
    assert len(levels) >= 4
    assert len(topics) >= 6


@pytest.mark.parametrize("kind", DRILLS)
@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_the_same_seed_makes_the_same_item(kind, edition):
    assert item(kind, edition, 2, "same") == item(kind, edition, 2, "same")
    assert item(kind, edition, 2, "same").marks != item(kind, edition, 2, "other").marks


@pytest.mark.parametrize("kind", DRILLS)
@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_every_topic_can_be_asked(kind, edition):
    for topic in TOPICS[kind][edition.key]:
        assert item(kind, edition, 3, "topic", topic).topic == topic


def test_every_kind_has_a_maker_and_a_title():
    assert set(MAKERS) == set(TITLES) == set(TOPICS) == set(DRILLS)


def test_a_small_gap_is_hard_and_a_near_tie_is_not_asked():
    assert [drill_hit.level_of(gap) for gap in (9, 6, 3, 1.5, 0.6, 0.1, 0.09)] == [1, 1, 2, 3, 4, 5, 0]


def test_the_cost_of_an_answer_is_the_gap():
    one = item("hit", CLASSIC, 2, "cost")
    wrong = next(answer for answer in one.answers if not answer.right)
    assert 3 <= wrong.cost < 6
    assert f"gives away {wrong.cost:.1f} points" in wrong.why


@pytest.mark.parametrize(
    ("line", "edition", "busted", "topic", "level"),
    [
        ("3 5", CLASSIC, False, "sum", 1),
        ("3 5 +4", CLASSIC, False, "plus", 2),
        ("3 5 x2 +4 +6", CLASSIC, False, "double", 4),
        ("0 1 2 3 4 5 6 x2 +4 +6", CLASSIC, False, "seven", 5),
        ("3 3", CLASSIC, True, "bust", 2),
        ("0 13 /2 -4", VENGEANCE, False, "zero", 4),
        ("13 9 /2", VENGEANCE, False, "half", 2),
    ],
)
def test_what_a_hand_is_about_and_how_hard_it_is(line, edition, busted, topic, level):
    assert drill_score.topic_of(cards(line), edition, busted=busted) == topic
    assert drill_score.level_of(cards(line), edition, busted=busted) == level


def wishes(table):
    return {
        (type(wish.choice).__name__, wish.choice.player, getattr(wish.choice, "to", None)): (wish.allowed, wish.rule)
        for wish in drill_legal._wishes(random.Random(1), table)
    }


def test_r18_r19_who_may_hit_and_stay():
    table = laid(["5", "7", "9 9", "3"], status=["active", "active", "busted", "stayed"], deck="5", agenda=[Offer(0)])
    assert wishes(table) == {
        ("Stay", 0, None): (True, "R18"),
        ("Hit", 0, None): (True, "R9"),
        ("Hit", 1, None): (False, "R9"),
        ("Hit", 2, None): (False, "R19"),
        ("Hit", 3, None): (False, "R19"),
    }


def test_r18_v17_who_must_hit():
    empty = laid(["", "7"], deck="5", agenda=[Need(0, "hit")])
    assert wishes(empty) == {("Stay", 0, None): (False, "R18")}
    zero = laid(["0 5", "7"], edition=VENGEANCE, deck="5", agenda=[Need(0, "hit")])
    assert wishes(zero) == {("Stay", 0, None): (False, "V17")}


def test_r24_and_r32_whom_a_waiting_freeze_may_hit():
    waiting = (FREEZE, cards("F3")[0])
    table = laid(
        ["5", "7", "9"], status=["active", "active", "stayed"], deck="5 6", play="F3 FR F3",
        agenda=[Assign(0, cards("F3")[0], waiting)],
    )  # fmt: skip
    found = [(wish.choice, wish.allowed, wish.rule) for wish in drill_legal._wishes(random.Random(1), table)]
    assert (Give(0, FREEZE, 1), True, "R23") in found
    assert (Give(0, FREEZE, 2), False, "R24") in found
    assert (Give(0, waiting[1], 0), False, "R32") in found


@pytest.mark.parametrize(
    ("line", "face", "deck", "edition", "happens"),
    [
        ("5 9", "9", "9 3", CLASSIC, "bust"),
        ("5 9", "3", "9 3", CLASSIC, "joins"),
        ("5 9 SC", "9", "9 3", CLASSIC, "saved"),
        ("5 9 SC", "SC", "SC", CLASSIC, "spare"),
        ("5 9", "SC", "SC", CLASSIC, "joins"),
        ("1 2 3 4 5 6", "9", "9", CLASSIC, "flip7"),
        ("5", "FR", "FR", CLASSIC, "give"),
        ("5 7", "U7", "U7", VENGEANCE, "sweep"),
        ("L13", "13", "13", VENGEANCE, "joins"),
        ("5", "-4", "-4", VENGEANCE, "give"),
    ],
)
def test_what_a_card_does(line, face, deck, edition, happens):
    table = laid([line, "8"], edition=edition, deck=f"{deck} 12 12", agenda=[Need(0, "hit")])
    assert drill_next.outcome(table, 0, cards(face)[0]) == happens


def test_r31_r36_v25_what_a_card_does_in_special_places():
    flips = Flips(0, cards("F3")[0], 2)
    inside = laid(["5", "8"], deck="FR 12 12", play="F3", agenda=[flips])
    assert drill_next.outcome(inside, 0, FREEZE) == "waits"
    alone = laid(["5", "8"], status=["active", "stayed"], deck="FR 12", agenda=[Need(0, "hit")])
    assert drill_next.outcome(alone, 0, FREEZE) == "alone"
    nobody = laid(["5 SC", "8"], status=["active", "stayed"], deck="SC 12", agenda=[Need(0, "hit")])
    assert drill_next.outcome(nobody, 0, CHANCE) == "lapses"
    steal = laid(["5", ""], edition=VENGEANCE, status=["active", "busted"], deck="ST 12", agenda=[Need(0, "hit")])
    assert drill_next.outcome(steal, 0, cards("ST")[0]) == "lapses"


def test_every_wrong_outcome_has_a_reason_of_its_own_place():
    for seed in range(60):
        one = item("next", CLASSIC if seed % 2 else VENGEANCE, 1 + seed % 5, f"why{seed}")
        assert isinstance(due(one.table), type(due(one.table)))
        for answer in one.answers:
            assert answer.why.endswith(".")
            assert "None" not in answer.why
        assert Turned(one.card)


@pytest.mark.parametrize(
    ("line", "face", "edition", "happens", "rules"),
    [
        ("5 9", "3", CLASSIC, "joins", ("R20",)),
        ("5 9", "3", VENGEANCE, "joins", ("V9",)),
        ("5 9", "9", CLASSIC, "bust", ("R20", "R21")),
        ("5 9", "9", VENGEANCE, "bust", ("V9",)),
    ],
)
def test_an_outcome_rests_on_rules_about_it_not_on_whose_turn_comes_next(line, face, edition, happens, rules):
    table = laid([line, "8"], edition=edition, deck=f"{face} 12 12", agenda=[Need(0, "hit")])
    one = drill_next._item(random.Random(1), table, 0, cards(face)[0], happens, "seed")
    assert one.rules == rules


def test_no_card_that_busts_is_said_as_none():
    table = laid(["5 9", "8"], deck="1 12 11 11", agenda=[Offer(0)])
    one = drill_hit._item(table, 0, 14.0, 22.0, 1, "seed")
    assert one.right.why.endswith("None of the 4 cards in the deck busts.")
    table = laid(["5 9", "8"], deck="9 9 11 11", agenda=[Offer(0)])
    assert drill_hit._item(table, 0, 14.0, 12.0, 1, "seed").right.why.endswith("2 of the 4 cards in the deck bust.")


def test_fresh_items_avoid_what_was_shown():
    asked = Asked("score", CLASSIC, 1, "seed")
    first = made_of(fresh(asked))
    second = made_of(fresh(asked, {first.marks}))
    assert first.marks != second.marks
    assert second.kind == "score"


def test_cards_in_sentences():
    assert [a(card, CLASSIC) for card in cards("8 3 FR +4")] == ["an 8", "a 3", "a Freeze", "the +4"]
    assert [the(card, VENGEANCE) for card in cards("8 0 -4 ST U7")] == ["the 8", "The Zero", "the −4", "the Steal",
                                                                        "Unlucky 7"]  # fmt: skip
    assert drill_legal.described(laid(["5", "7"]), Give(0, FREEZE, 1)) == "Ana wants to give the Freeze to Ben."
    assert drill_legal.described(laid(["5", "7"]), Hit(1)) == "Ben wants to hit."
    assert drill_legal.described(laid(["5", "7"]), Stay(1)) == "Ben wants to stay."
    assert GiveAway(0, FREEZE).waited is False
