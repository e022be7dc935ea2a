"""Flip 7 rule by rule: every rule number has a named test, made of round records whose outcome was derived by hand.

What a record cannot show (several rounds, refusals of the engine itself, which answers are legal) is tested below its
rule. The ``hunt-…`` records are further situations, made up from the rules alone.
"""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from flip7.cards import CLASSIC, card
from flip7.engine.choices import CardDue, Decision, Give, Hit, Shuffled, ShuffleDue, Stay, Turned
from flip7.engine.events import evolve
from flip7.engine.play import begin, can, do, due, next_round, start_in_mid_round, step, verify
from flip7.engine.reading import read_record
from flip7.engine.record import replay
from flip7.engine.table import new_round
from flip7.engine.writing import record_of, write_record
from flip7.errors import Flip7Error, ImpossibleError, NotAllowedError
from flip7.rulebook import House

RECORDS = Path(__file__).parents[1] / "records" / "classic"
HUNT = sorted(path.stem for path in RECORDS.glob("hunt-*.toml"))

# The replay must end in an error that carries no rule: choices are left over.
LEFT_OVER = {"hunt-105-a-choice-after-the-end", "hunt-106-a-choice-after-the-cards-ran-out"}

NUMBERS = [
    *(f"R{n}" for n in range(1, 36)),
    *("R35a", "R35b", "R35c"),
    *(f"R{n}" for n in range(36, 47)),
    "R46a",
    *(f"R{n}" for n in range(47, 55)),
]

# Rules without a course of play to replay, and where they are tested instead.
NOT_EXECUTABLE = {
    "R1": "what the deck holds: tests/test_cards.py, test_r1_number_cards",
    "R2": "what the deck holds: tests/test_cards.py, test_r2_modifier_cards",
    "R3": "what the deck holds: tests/test_cards.py, test_r3_action_cards_and_94_in_all",
}


def replayed(name):
    return replay(read_record((RECORDS / f"{name}.toml").read_text(encoding="utf-8")))


def check(name):
    """The record's outcome is the expected one, and it ends in an error only where it says so."""
    played = replayed(name)
    assert played.record.edition is CLASSIC
    assert played.differences() == [], name
    if name in LEFT_OVER:
        assert played.error is not None
        assert played.error.rule is None
    elif not played.record.expect.get("error"):
        assert played.error is None, played.error


def holds(prefix, *, at_least):
    """All records of one rule hold."""
    names = [path.stem for path in sorted(RECORDS.glob(f"{prefix}-*.toml"))]
    assert len(names) >= at_least
    for name in names:
        check(name)


def began(names="ABC", house=None, **known):
    """A table after ``begin``."""
    table = new_round(names, CLASSIC, house or House(), **known)
    for event in begin(table):
        table = evolve(table, event)
    return table


def fed(table, *given):
    """The table after these inputs; a text is cards that are turned."""
    for item in given:
        for one in [Turned(card(code)) for code in item.split()] if isinstance(item, str) else [item]:
            table = do(table, one)
    return table


def mid_round(*lines, turn=0, status=None, discard="", deck=None):
    """A table in mid-round with these lines; ``deck``: all that is left of the deck."""
    given = tuple(tuple(card(code) for code in line.split()) for line in lines)
    pile = [card(code) for code in discard.split()]
    left = CLASSIC.left([*(one for line in given for one in line), *pile])
    if deck is not None:
        left = Counter(card(code) for code in deck.split())
    table = new_round("ABCDEF"[: len(lines)], CLASSIC, deck=+left, discard=Counter(pile))
    table = start_in_mid_round(replace(table, lines=given, status=status or table.status), turn)
    for event in begin(table):
        table = evolve(table, event)
    return table


def gives(code, *seats, by=0):
    return {Give(by, card(code), seat) for seat in seats}


def options(table):
    wanted = due(table)
    assert isinstance(wanted, Decision)
    return set(wanted.options)


def refused(table, given):
    """The rule by which this input is refused; ``verify``, ``can``, ``step`` and ``do`` agree."""
    fault = verify(table, given)
    assert fault is not None
    assert fault.message
    assert not can(table, given)
    for act in (step, do):
        with pytest.raises(Flip7Error) as caught:
            act(table, given)
        assert caught.value.faults == (fault,)
        assert type(caught.value) is (ImpossibleError if isinstance(given, Turned) else NotAllowedError)
    return fault.rule


def all_cards(table):
    """How many of each card there are anywhere."""
    lying = Counter([*table.play, *(one for line in table.lines for one in line)])
    return lying + Counter(dict(table.deck)) + Counter(dict(table.discard))


def test_every_rule_has_a_named_test_or_a_reason():
    tested = {found[1].upper() for name in globals() if (found := re.match(r"test_(r\d+)[_a-c]", name))}
    tested |= {f"R{found[1]}" for name in globals() if (found := re.match(r"test_r(\d+[a-c])_", name))}
    assert [number for number in NUMBERS if number not in tested and number not in NOT_EXECUTABLE] == []
    assert tested <= set(NUMBERS)
    assert not set(NOT_EXECUTABLE) & tested
    assert all(NOT_EXECUTABLE.values())


def test_every_record_is_replayed_by_some_test():
    source = Path(__file__).read_text(encoding="utf-8")
    prefixes = re.findall(r'holds\("(r\d+[a-c]?)"', source)
    assert len(prefixes) == len(set(prefixes))
    names = {path.stem for path in RECORDS.glob("*.toml")}
    assert {name for name in names if name.split("-")[0] not in prefixes} == set(HUNT)
    assert len(HUNT) >= 100


@pytest.mark.parametrize("name", HUNT)
def test_hunted_situation(name):
    check(name)


def test_r4_one_deck_serves_18():
    seats = ", ".join(f'"P{n}"' for n in range(1, 20))
    with pytest.raises(Flip7Error) as caught:
        read_record(f'format = 1\nedition = "classic"\nplayers = [{seats}]\ndeck = ""\n')
    assert caught.value.rule == "R4"


def test_r5_three_to_eighteen_players():
    holds("r05", at_least=1)


def test_r6_the_undealt_deck_passes_to_the_left():
    holds("r06", at_least=2)
    table, dealers = began("ABC"), []
    for number in range(4):
        dealers.append(table.dealer)
        first = (table.dealer + 1) % 3
        # The player who ends the round changes from round to round and has no say in who deals.
        stays = [Stay((first + i) % 3) for i in range(3)]
        table = fed(table, "5 6 7", *stays)
        assert table.result.next_dealer == (dealers[-1] + 1) % 3
        assert table.deck_left == 94 - 3 * (number + 1)
        table = next_round(table)
        for event in begin(table):
            table = evolve(table, event)
    assert dealers == [2, 0, 1, 2]


def test_r7_the_dealer_plays_too():
    holds("r07", at_least=1)


def test_r8_from_the_dealers_left():
    holds("r08", at_least=2)
    assert due(began("ABCD", dealer=1)) == CardDue(2)
    assert due(began("ABCD", House(first="dealer"), dealer=1)) == CardDue(1)


def test_r9_one_offer_for_each_player_in_turn():
    holds("r09", at_least=3)
    table = mid_round("9", "3", "4")
    assert options(table) == {Hit(0), Stay(0)}
    assert refused(table, Hit(1)) == "R9"
    assert refused(table, Give(0, card("FR"), 1)) == "R9"
    assert refused(table, Turned(card("5"))) == "R9"
    waiting = do(table, Hit(0))
    assert due(waiting) == CardDue(0)
    assert refused(waiting, Hit(0)) == "R9"
    assert refused(waiting, Stay(0)) == "R9"


def test_r10_an_action_stops_the_deal():
    holds("r10", at_least=2)
    table = fed(began("ABC"), "FR")
    assert refused(table, Turned(card("5"))) == "R9"


def test_r11_no_replacement():
    holds("r11", at_least=2)


def test_r12_any_active_player_dealt_or_not():
    holds("r12", at_least=3)
    for code in ("FR", "F3"):
        table = fed(began("ABCD"), f"5 {code}")
        assert options(table) == gives(code, 0, 1, 2, 3, by=1)


def test_r13_out_before_the_deal():
    holds("r13", at_least=2)


def test_r14_asked_after_an_early_flip_three():
    holds("r14", at_least=6)
    table = fed(began("ABC"), "F3", Give(0, card("F3"), 1), "2 3 4")
    assert options(table) == {Hit(1), Stay(1)}
    assert table.phase == "deal"


def test_r15_a_surplus_second_chance_in_the_deal():
    holds("r15", at_least=1)
    table = fed(began("ABCD"), "SC F3", Give(1, card("F3"), 0), "SC")
    assert options(table) == gives("SC", 1, 2, 3)


def test_r16_the_deal_can_end_the_round():
    holds("r16", at_least=2)


def test_r17_a_duplicate_in_the_deal():
    holds("r17", at_least=1)


def test_r18_stay_needs_a_card():
    holds("r18", at_least=3)
    table = mid_round("", "3", "4")
    assert due(table) == CardDue(0)
    assert refused(table, Stay(0)) == "R9"
    for line in ("5", "x2", "SC"):
        assert can(mid_round(line, "3", "4"), Stay(0))


def test_r19_only_active_players():
    holds("r19", at_least=1)


def test_r20_only_the_own_number_busts():
    holds("r20", at_least=1)


def test_r21_a_bust_scores_0():
    holds("r21", at_least=1)


def test_r22_stayed_and_frozen_cards_stay():
    holds("r22", at_least=1)


def test_r23_the_drawer_chooses():
    holds("r23", at_least=2)
    for code in ("FR", "F3"):
        assert options(fed(mid_round("9", "3", "4"), Hit(0), code)) == gives(code, 0, 1, 2)
    alone = fed(mid_round("9", "3", "4", status=("active", "stayed", "busted")), Hit(0), "F3")
    assert due(alone) == CardDue(0)


def test_r24_only_active_targets():
    holds("r24", at_least=4)
    status = ("active", "stayed", "frozen", "busted", "active")
    for code in ("FR", "F3"):
        table = fed(mid_round("9", "3", "4", "7 7", "10", status=status), Hit(0), code)
        assert options(table) == gives(code, 0, 4)
        assert [refused(table, Give(0, card(code), seat)) for seat in (1, 2, 3)] == ["R24"] * 3
        assert refused(table, Give(4, card(code), 0)) == "R9"


def test_r25_mandatory_and_at_once():
    holds("r25", at_least=1)
    table = fed(mid_round("9", "3", "4"), Hit(0), "FR")
    assert [refused(table, given) for given in (Stay(0), Hit(0), Hit(1))] == ["R9"] * 3


def test_r26_a_freeze_banks():
    holds("r26", at_least=2)


def test_r27_the_freeze_stays_in_front():
    holds("r27", at_least=1)


def test_r28_every_card_counts():
    holds("r28", at_least=4)


def test_r29_stops_on_bust_and_on_seven():
    holds("r29", at_least=2)
    lines = 'lines = { Ana = "0 1 2 3 4 5 6" }'
    with pytest.raises(Flip7Error) as caught:
        read_record(f'format = 1\nedition = "classic"\nplayers = ["Ana", "Ben"]\ndeck = ""\n[start]\n{lines}\n')
    assert caught.value.rule == "R41"


def test_r30_second_chance_inside_the_three():
    holds("r30", at_least=2)


def test_r31_waiting_cards_are_the_flippers():
    holds("r31", at_least=5)
    table = fed(mid_round("9", "3", "4"), Hit(0), "F3", Give(0, card("F3"), 2), "FR 5 6")
    assert options(table) == gives("FR", 0, 1, 2, by=2)
    assert refused(table, Give(0, card("FR"), 1)) == "R9"


def test_r32_assigned_in_order_before_any_takes_effect():
    holds("r32", at_least=3)
    table = fed(mid_round("9", "3", "4"), Hit(0), "F3", Give(0, card("F3"), 0), "FR F3 6")
    assert refused(table, Give(0, card("F3"), 1)) == "R32"
    after = do(table, Give(0, card("FR"), 1))
    assert after.status == ("active",) * 3
    assert options(after) == gives("F3", 0, 1, 2)


def test_r33_first_in_first_out():
    holds("r33", at_least=2)


def test_r34_two_flip_threes_in_a_row():
    holds("r34", at_least=2)
    table = fed(mid_round("9", "3", "4"), Hit(0), "F3", Give(0, card("F3"), 0), "F3 F3 6")
    table = fed(table, Give(0, card("F3"), 2), Give(0, card("F3"), 2), "7 8 10")
    assert due(table) == CardDue(2)
    assert refused(table, Give(2, card("F3"), 1)) == "R9"


def test_r35_the_first_second_chance_is_kept():
    holds("r35", at_least=2)


def test_r35a_a_resolved_flip_three_is_discarded():
    holds("r35a", at_least=2)
    table = fed(mid_round("9", "3", "4"), Hit(0), "F3", Give(0, card("F3"), 2), "5 6")
    assert not table.discard
    assert table.play == (card("F3"),)
    assert dict(do(table, Turned(card("7"))).discard) == {card("F3"): 1}


def test_r35b_the_turn_goes_on_from_the_first_drawer():
    holds("r35b", at_least=2)


def test_r35c_the_deck_runs_out_inside():
    holds("r35c", at_least=1)
    table = fed(mid_round("9", "3", deck="F3 5", discard="6 7"), Hit(0), "F3", Give(0, card("F3"), 1), "5")
    assert due(table) == ShuffleDue(1)
    assert refused(table, Turned(card("6"))) == "R9"
    table = fed(table, Shuffled(), "7 6")
    assert due(table).asks == "hit-or-stay"
    assert table.lines[1] == (card("3"), card("5"), card("7"), card("6"))


def test_r36_a_surplus_second_chance_is_passed_on():
    holds("r36", at_least=4)
    status = ("active", "active", "active", "stayed", "active")
    table = fed(mid_round("9 SC", "3", "4 SC", "5", "6", status=status), Hit(0), "SC")
    assert options(table) == gives("SC", 1, 4)
    assert [refused(table, Give(0, card("SC"), seat)) for seat in (0, 2)] == ["R36", "R36"]
    assert refused(table, Give(0, card("SC"), 3)) == "R24"


def test_r37_used_automatically():
    holds("r37", at_least=1)


def test_r38_the_pair_is_discarded_and_the_turn_is_over():
    holds("r38", at_least=1)


def test_r39_one_after_another():
    holds("r39", at_least=1)


def test_r40_unused_ones_are_discarded_at_the_end():
    holds("r40", at_least=1)
    table = fed(mid_round("0 1 2 3 4 5 SC", "10 SC", "4 SC"), Hit(0), "6")
    after = next_round(table)
    assert after.lines == ((), (), ())
    assert after.discard[card("SC")] == 3


def test_r41_seven_end_the_round():
    holds("r41", at_least=2)
    table = fed(mid_round("0 1 2 3 4 5", "10", "4"), Hit(0), "6")
    assert due(table) is None
    assert table.phase == "over"
    for given in (Hit(1), Stay(1), Turned(card("5"))):
        assert refused(table, given) == "R9"


def test_r42_the_seventh_must_be_new():
    holds("r42", at_least=2)


def test_r43_all_not_busted_score():
    holds("r43", at_least=1)


def test_r44_nobody_active():
    holds("r44", at_least=1)


def test_r45_x2_doubles_numbers_only():
    holds("r45", at_least=1)


def test_r46_modifiers_alone_score():
    holds("r46", at_least=1)


def test_r46a_the_greatest_score_without_flip_7():
    holds("r46a", at_least=1)


def test_r47_the_deck_is_carried_over():
    holds("r47", at_least=1)
    table = fed(began("ABC"), "5 6 FR", Give(2, card("FR"), 0), Stay(1), "7", Stay(2))
    assert table.phase == "over"
    after = next_round(table)
    assert after.deck_left == 94 - 4
    assert dict(after.discard) == {card(code): 1 for code in ("5", "6", "7", "FR")}
    assert after.deck == table.deck
    assert after.play == ()
    assert all_cards(after) == all_cards(table) == Counter(dict(CLASSIC.copies))


def test_r48_the_pile_only():
    holds("r48", at_least=2)
    table = fed(mid_round("9", "4 4", "3", status=("active", "busted", "active"), deck="", discard="8 10"), Hit(0))
    after = do(table, Shuffled())
    assert {one: n for one, n in after.deck.items() if n} == {card("8"): 1, card("10"): 1}
    assert not after.discard


def test_r49_when_a_card_is_needed():
    holds("r49", at_least=2)
    table = fed(mid_round("9", "3", deck="5", discard="8"), Hit(0), "5")
    assert refused(table, Shuffled()) == "R49"
    table = do(table, Hit(1))
    assert due(table) == ShuffleDue(1)
    assert can(table, Shuffled())


def test_r50_no_cards_anywhere():
    holds("r50", at_least=2)
    table = fed(mid_round("9", "3", "4", deck="5"), Hit(0), "5", Hit(1))
    assert table.phase == "over"
    assert table.status == ("stayed",) * 3
    assert table.result.scores == (14, 3, 4)


def test_r51_exactly_200_after_the_round():
    holds("r51", at_least=3)


def test_r52_the_highest_total_wins():
    holds("r52", at_least=1)


def test_r53_a_tie_plays_on():
    holds("r53", at_least=3)
    for tie, names, dealer, totals in (
        ("everyone", ("A", "B", "C"), 0, (205, 150, 205)),
        ("tied-only", ("A", "C"), 0, (205, 205)),
    ):
        table = began("ABC", House(tie=tie), totals=(200, 145, 200))
        after = next_round(fed(table, "5 5 5", Stay(0), Stay(1), Stay(2)))
        assert (after.names, after.dealer, after.totals) == (names, dealer, totals)
        assert after.discard == {card("5"): 3}
        assert after.deck_left == 91
    # In the next tied-only round the deal passes among the tied, and its scores decide.
    for event in begin(after):
        after = evolve(after, event)
    assert due(after) == CardDue(1)
    over = fed(after, "8 9", Stay(1), Stay(0))
    assert over.result.totals == (214, 213)
    assert (over.result.game, over.result.winners, over.result.next_dealer) == ("over", (0,), None)
    with pytest.raises(ValueError, match="no next round"):
        next_round(over)


def test_r53_a_shared_win_ends_the_game():
    table = began("ABC", House(tie="shared"), totals=(200, 145, 200))
    over = fed(table, "5 5 5", Stay(0), Stay(1), Stay(2))
    assert (over.result.game, over.result.winners, over.result.next_dealer) == ("over", (0, 2), None)
    with pytest.raises(ValueError, match="no next round"):
        next_round(over)


def test_no_next_round_before_the_end_of_this_one():
    with pytest.raises(ValueError, match="no next round"):
        next_round(began("ABC"))


def test_r54_two_players():
    holds("r54", at_least=2)


def test_a_card_that_is_not_left_cannot_be_turned():
    table = fed(mid_round("0", "+2", "4"), Hit(0))
    assert refused(table, Turned(card("0"))) == "R1"
    assert refused(table, Turned(card("+2"))) == "R2"
    table = fed(mid_round("9 SC", "3 SC", "4 SC"), Hit(0))
    assert refused(table, Turned(card("SC"))) == "R3"


@pytest.mark.parametrize("name", ["r09-out-of-turn", "r24-no-freeze-for-a-frozen-player", "r32-the-order-flipped"])
def test_a_refusal_names_the_choice_the_rule_and_what_was_legal(name):
    played = replayed(name)
    wanted = due(played.table)
    assert played.refused == len(played.record.choices) - 1
    assert f"Choice {played.refused + 1}" in played.error.message
    assert played.error.rule == played.record.expect["error"]
    legal = played.error.message.split("Legal:")[1]
    assert legal.count(",") == len(wanted.options) - 1


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.toml")), ids=lambda path: path.stem)
def test_no_card_appears_or_vanishes_at_any_moment(path):
    played = replayed(path.stem)
    before = all_cards(played.moments[0].table)
    assert all(all_cards(moment.table) == before for moment in played.moments)


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.toml")), ids=lambda path: path.stem)
def test_written_back_it_gives_the_same_events(path):
    played = replayed(path.stem)
    given = [moment.given for moment in played.moments if moment.given is not None]
    again = replay(read_record(write_record(record_of(played.record.table(), given))))
    assert again.events == played.events
    assert again.differences() == []
    # A round that stopped where a shuffle is due ends there again, for want of the pile's order.
    assert again.error is None or isinstance(due(played.table), ShuffleDue)


def test_an_error_that_is_not_expected_is_a_difference():
    text = 'format = 1\nedition = "classic"\nplayers = ["Ana", "Ben"]\ndeck = "5 6"\nchoices = ["Ben hit"]\n'
    assert replay(read_record(text)).error.rule == "R9"
    assert len(replay(read_record(text)).differences()) == 1
