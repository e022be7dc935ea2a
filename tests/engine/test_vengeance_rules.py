"""With a Vengeance by rule number: round records whose expectations were derived from the rules ledger by hand.

``records/vengeance/vNN-….toml`` show rule VNN; the first line of each names the wrong engines that it catches.
``hunt-NNN-….toml`` are further situations, the nastier the better.
"""

import re
from collections import Counter
from pathlib import Path

import pytest

from flip7.cards import card
from flip7.engine.choices import (
    Bonus,
    CardDue,
    Exchange,
    Give,
    Hit,
    Penalty,
    Remove,
    Shuffled,
    ShuffleDue,
    Stay,
    Take,
    Turned,
)
from flip7.engine.play import can, do, due, next_round, verify
from flip7.engine.reading import read_record
from flip7.engine.record import replay
from flip7.engine.writing import record_of, write_record
from flip7.errors import Flip7Error, ImpossibleError, NotAllowedError

RECORDS = Path(__file__).parents[1] / "records" / "vengeance"
HUNT = sorted(path.stem for path in RECORDS.glob("hunt-*.toml"))
ALL = sorted(path.stem for path in RECORDS.glob("*.toml"))
ANA, BEN, CLEO = range(3)

NOT_EXECUTABLE = {
    "V1": "a count of cards, not a course of play: tests/test_cards.py",
    "V2": "a count of cards, not a course of play: tests/test_cards.py",
    "V3": "a count of cards, not a course of play: tests/test_cards.py",
    "V4": "a count of cards, not a course of play: tests/test_cards.py",
}


def played(name):
    return replay(read_record((RECORDS / f"{name}.toml").read_text(encoding="utf-8")))


def faults_of(name):
    """What a replay of this record does otherwise than it must; a refusal counts unless it is expected."""
    result = played(name)
    found = result.differences()
    if result.error and not result.record.expect.get("error"):
        found.append(result.error.message)
    return found


def check(rule):
    """Every record named after this rule holds, and says that it shows the rule."""
    names = [name for name in ALL if name.startswith(f"{rule}-")]
    number = f"V{int(rule[1:])}"
    assert names, f"no record shows {number}"
    assert [name for name in names if number not in played(name).record.rules] == []
    assert {name: faults for name in names if (faults := faults_of(name))} == {}


def table_of(name):
    return played(name).table


def refusal(table, choice):
    """The rule by which a choice is refused; ``verify``, ``can`` and ``do`` must agree."""
    fault = verify(table, choice)
    assert fault is not None
    assert not can(table, choice)
    with pytest.raises(NotAllowedError):
        do(table, choice)
    return fault.rule


def test_v5_one_to_eighteen_players():
    check("v05")
    record = (RECORDS / "v05-eighteen-players.toml").read_text(encoding="utf-8")
    with pytest.raises(Flip7Error) as refused:
        read_record(record.replace('"P18"]', '"P18", "P19"]'))
    assert "R4" in [fault.rule for fault in refused.value.faults]


def test_v6_deal_and_offers_from_the_dealers_left():
    check("v06")


def test_v6_a_card_is_due_before_any_choice():
    record = 'format = 1\nedition = "vengeance"\nplayers = ["Ana", "Ben"]\n'
    table = replay(read_record(record)).table
    assert due(table) == CardDue(ANA)
    assert refusal(table, Hit(ANA)) == "R9"


def test_v7_stayed_cards_are_not_banked():
    check("v07")
    assert refusal(table_of("v07-stay-takes-no-more-cards"), Hit(ANA)) == "R9"


def test_v8_targets_are_all_who_have_not_busted():
    check("v08")


def test_v8_every_action_refuses_a_busted_player():
    base = (RECORDS / "v08-a-busted-player-is-no-target.toml").read_text(encoding="utf-8")
    found = {}
    for code in ("JOM", "F4", "ST", "SW", "DI"):
        record = base.replace("JOM", code)
        result = replay(read_record(record))
        found[code] = (result.error and result.error.rule, refusal(result.table, Give(ANA, card(code), BEN)))
        assert can(result.table, Give(ANA, card(code), CLEO))
    assert found == dict.fromkeys(("JOM", "F4", "ST", "SW", "DI"), ("V8", "V8"))


def test_v9_equal_ranks_bust_however_received():
    check("v09")


def test_v10_no_stay_without_a_card():
    check("v10")
    table = played("v10-stay-without-a-card-is-no-choice").moments[3].table
    assert due(table) == CardDue(ANA)
    assert refusal(table, Stay(ANA)) == "R9"


def test_v11_the_end_of_a_round():
    check("v11")
    table = table_of("v11-flip-7-ends-the-round-at-once")
    assert due(table) is None
    assert refusal(table, Hit(BEN)) == "V11"


def test_v12_rounds_follow_one_another():
    check("v12")


def test_v12_the_table_goes_to_the_pile_and_the_deck_stays():
    before = table_of("v11-nobody-is-active")
    after = next_round(before)
    assert (after.dealer, after.totals, after.lines) == (ANA, (13, 10, 0), ((), (), ()))
    assert set(after.status) == {"active"}
    assert after.deck_left == before.deck_left == 108 - 6
    assert +Counter(after.discard) == Counter(map(card, "9 4 12 -2 5 5".split()))


def test_v12_a_shuffle_only_when_a_card_is_needed():
    table = table_of("hunt-062-nothing-left-in-mid-flip-four")
    assert due(table) is None
    assert not can(table, Shuffled())
    table = table_of("v12-a-wrong-reshuffle-is-refused")
    assert isinstance(due(table), ShuffleDue)
    assert verify(table, Turned(card("3"))) is not None
    assert do(table, Shuffled()).deck_left == 3


def test_v12_a_card_that_the_deck_does_not_hold():
    table = replay(read_record('format = 1\nedition = "vengeance"\nplayers = ["Ana"]\ndeck = "0 L13"\n')).table
    assert can(table, Turned(card("13")))
    assert [can(table, Turned(card(code))) for code in ("0", "L13", "SC")] == [False, False, False]
    with pytest.raises(ImpossibleError):
        do(table, Turned(card("0")))


def test_v13_the_end_of_the_game():
    check("v13")
    with pytest.raises(ValueError, match="no next round"):
        next_round(table_of("v13-exactly-200-counts"))
    tied = next_round(table_of("v13-only-the-tied-play-on"))
    assert (tied.names, tied.totals, tied.names[tied.dealer]) == (("Ana", "Cleo"), (200, 200), "Cleo")
    everyone = next_round(table_of("v13-a-tie-plays-on"))
    assert (everyone.names, everyone.totals, everyone.dealer) == (("Ana", "Ben", "Cleo"), (200, 200, 5), ANA)


def test_v14_the_order_of_scoring():
    check("v14")


def test_v15_busted_or_with_the_zero():
    check("v15")


def test_v16_the_vectors_played_out():
    check("v16")


def test_v17_the_zero():
    check("v17")


def test_v18_the_end_of_the_duty_to_hit():
    check("v18")


def test_v19_unlucky_7():
    check("v19")


def test_v20_unlucky_7_inside_flip_four():
    check("v20")


def test_v21_lucky_13():
    check("v21")


def test_v22_two_13s_and_the_seven():
    check("v22")


def test_v23_giving_modifiers():
    check("v23")
    table = played("v23-not-to-a-busted-player").table
    assert refusal(table, Give(ANA, card("-8"), BEN)) == "V23"
    assert refusal(table, Give(BEN, card("-8"), CLEO)) == "R9"
    assert can(table, Give(ANA, card("-8"), ANA))


def test_v24_modifiers_are_no_numbers():
    check("v24")


def test_v25_actions_are_used_and_then_discarded():
    check("v25")


def test_v26_the_receiver_resolves():
    check("v26")


def test_v26_only_to_somebody_who_can_resolve_it():
    table = table_of("hunt-070-a-single-card-to-discard")
    assert [can(table, Give(ANA, card("DI"), seat)) for seat in (ANA, BEN, CLEO)] == [True, True, False]
    record = """
        format = 1
        edition = "vengeance"
        players = ["Ana", "Ben", "Cleo"]
        deck = "ST"
        choices = ["Ana hit"]
        [start]
        lines = { Ana = "5" }
    """
    table = replay(read_record(record)).table
    assert [can(table, Give(ANA, card("ST"), seat)) for seat in (ANA, BEN, CLEO)] == [False, True, True]


def test_v27_just_one_more():
    check("v27")


def test_v28_steal():
    check("v28")
    table = table_of("v26-the-receiver-is-asked")
    assert can(table, Take(BEN, card("3"), ANA))
    assert refusal(table, Take(ANA, card("5"), CLEO)) == "R9"
    assert refusal(table, Take(BEN, card("9"), BEN)) == "V28"
    assert refusal(table, Take(BEN, card("3"), CLEO)) == "V28"
    assert refusal(table, Remove(BEN, card("3"), ANA)) == "R9"
    assert refusal(table, Stay(BEN)) == "R9"


def test_v29_swap():
    check("v29")
    table = played("v29-not-within-one-line").table
    nine, four, three, minus = map(card, ("9", "4", "3", "-2"))
    assert refusal(table, Exchange(ANA, nine, BEN, four, BEN)) == "V29"
    assert refusal(table, Exchange(ANA, nine, BEN, four, CLEO)) == "V29"
    assert refusal(table, Exchange(BEN, nine, BEN, three, CLEO)) == "R9"
    one_way = do(table, Exchange(ANA, nine, BEN, minus, CLEO))
    other_way = do(table, Exchange(ANA, minus, CLEO, nine, BEN))
    assert one_way.lines == other_way.lines
    assert [sorted(face.code for face in line) for line in one_way.lines] == [["5"], ["-2", "4"], ["3", "9"]]


def test_v30_discard():
    check("v30")
    table = played("v30-not-from-a-busted-line").table
    assert refusal(table, Remove(ANA, card("9"), BEN)) == "V30"
    assert refusal(table, Remove(ANA, card("DI"), ANA)) == "V30"
    assert can(table, Remove(ANA, card("5"), ANA))


def test_v31_nothing_to_work_on():
    check("v31")


def test_v32_flip_four():
    check("v32")


def test_v33_waiting_until_the_four_are_done():
    check("v33")


def test_v34_one_at_a_time_in_flip_order():
    check("v34")


def test_v35_other_lines_made_and_broken():
    check("v35")


def test_v36_who_is_next_after_a_chain():
    check("v36")


def test_v37_before_the_deal_reached_them():
    check("v37")


def test_v38_below_zero():
    check("v38")


def test_v39_modifiers_for_the_busted():
    check("v39")


def test_v40_bonus_or_penalty():
    check("v40")
    table = table_of("v40-the-bonus-is-asked")
    assert [can(table, choice) for choice in (Bonus(ANA), Penalty(ANA, BEN), Penalty(ANA, CLEO))] == [True, True, True]
    assert refusal(table, Penalty(ANA, ANA)) == "V40"
    assert refusal(table, Penalty(BEN, ANA)) == "R9"
    assert refusal(table, Hit(ANA)) == "R9"


def test_v41_the_zero_in_brutal_mode():
    check("v41")


def test_every_rule_has_a_test_or_a_reason():
    tested = {f"V{int(found[1])}" for name in globals() if (found := re.match(r"test_v(\d+)_", name))}
    wanted = {f"V{number}" for number in range(1, 42)}
    assert tested | NOT_EXECUTABLE.keys() == wanted
    assert not tested & NOT_EXECUTABLE.keys()


def test_choices_left_over_are_an_error_without_a_rule():
    record = (RECORDS / "v11-flip-7-ends-the-round-at-once.toml").read_text(encoding="utf-8")
    result = replay(read_record(record.replace('["Ana hit"]', '["Ana hit", "Ben stay"]')))
    assert result.error is not None
    assert result.error.rule is None
    assert "Ben stay" in result.error.message


def test_choices_left_over_where_a_card_is_missing():
    record = (RECORDS / "hunt-126-a-card-is-missing.toml").read_text(encoding="utf-8")
    result = replay(read_record(record.replace('["Ana hit"]', '["Ana hit", "Ben stay"]')))
    assert result.error is not None
    assert result.error.rule is None


def test_at_least_a_hundred_situations_were_hunted():
    assert len(HUNT) >= 100


@pytest.mark.parametrize("name", HUNT)
def test_hunted_situation(name):
    assert faults_of(name) == []


@pytest.mark.parametrize("name", ALL)
def test_no_card_is_lost_and_the_round_written_back_is_the_same(name):
    result = played(name)
    record = result.record
    start = record.table()
    whole = sum(start.deck.values()) + sum(start.discard.values()) + sum(map(len, start.lines))
    for moment in result.moments:
        table = moment.table
        lying = sum(map(len, table.lines)) + len(table.play)
        assert sum(table.deck.values()) + sum(table.discard.values()) + lying == whole
    given = [moment.given for moment in result.moments if moment.given is not None]
    again = replay(read_record(write_record(record_of(start, given))))
    assert again.events == result.events
    assert again.differences() == []
