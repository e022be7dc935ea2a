"""What a link and each tap make of the page "Replay", and what its steps are worth."""

from dataclasses import replace
from pathlib import Path

import pytest

from flip7.cards import CLASSIC, EDITIONS, VENGEANCE
from flip7.errors import NotationError
from flip7.lessons.marks import Account, Worth, chance_of
from flip7.ui.replay_link import pack, unpack
from flip7.ui.replay_state import MAX_WORD, apply, examples, from_link, link_of, link_to, opened, read_round, tick
from flip7.ui.replay_view import account_words, chance_words, stop_words, worth_words
from flip7.ui.taps import TapMark

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*/*.toml"))
NOON = 1000.0
TWO = """
format = 1
edition = "classic"
players = ["Ana", "Ben"]
deck = "12 FR"
choices = ["Ana FR > Ben"]

[start]
lines = { Ana = "12 5", Ben = "12" }
"""
WORD = "ePnPJPK1I5DgkVIhOCJi4ekKlJyAqQYAmFYStg"


def params(link):
    return dict(part.split("=", 1) for part in link.split("&"))


def example():
    return opened(examples(CLASSIC)[0])


def test_a_link_leads_to_its_step_and_back():
    state = apply(apply(example(), "next", NOON), "next", NOON)
    assert state.step == 2
    assert from_link(params(link_of(state))) == state
    marked = replace(state, mark=TapMark("abcd", 7))
    assert link_of(marked).endswith("&step=3&tap=abcd.7")
    assert from_link(params(link_of(marked))) == marked


@pytest.mark.parametrize("path", RECORDS[::12], ids=lambda path: path.stem)
def test_a_link_carries_every_kind_of_round(path):
    found = read_round(path.read_text("utf-8"))
    again = from_link(params(link_to(found))).round
    assert again.record == found.record
    assert [step.says for step in again.steps] == [step.says for step in found.steps]
    assert again.differences == ()


def test_links_that_are_out_in_the_world_stay_readable():
    assert unpack(WORD) == 'format = 1\nedition = "classic"\nplayers = ["Ana"]\ndeck = "12 12"\n'


@pytest.mark.parametrize("word", ["", "AAAA", "é", WORD[:-4], WORD + "AAAA", "a" * 4000])
def test_a_damaged_link_is_said(word):
    with pytest.raises(NotationError, match="damaged or cut short"):
        unpack(word)


def test_a_link_that_would_unpack_to_megabytes_is_refused():
    with pytest.raises(NotationError, match="damaged or cut short"):
        unpack(pack("a" * 3_000_000))


def test_a_round_that_is_too_long_has_no_link():
    noise = "".join(chr(0x4E00 + n * 7919 % 20000) for n in range(2 * MAX_WORD))
    found = read_round(f'format = 1\nedition = "classic"\ntitle = "{noise}"\nplayers = ["Ana"]\n')
    assert link_of(opened(found)) == ""


def test_the_steps_end_at_both_ends():
    state = example()
    assert apply(state, "back", NOON) == state
    assert apply(state, "last", NOON).step == state.last == 38
    assert apply(apply(state, "last", NOON), "next", NOON).step == 38
    assert apply(state, "dance", NOON) == state


def test_it_plays_a_step_every_two_seconds_until_the_end():
    state = apply(replace(example(), step=36), "play", NOON)
    assert tick(state, NOON + 1) == state
    state = tick(state, NOON + 2)
    assert (state.step, state.due) == (37, NOON + 4)
    state = tick(state, NOON + 4)
    assert (state.step, state.due) == (38, None)
    assert tick(state, NOON + 99) == state


def test_slower_and_faster():
    state = apply(example(), "play", NOON)
    assert apply(state, "slower", NOON).due == NOON + 4
    fast = apply(apply(state, "faster", NOON), "faster", NOON)
    assert fast.due == NOON + 1
    assert tick(fast, NOON + 1).step == 1


def test_pause_and_every_step_by_hand_stop_it():
    state = apply(example(), "play", NOON)
    for tap in ("pause", "next", "back", "first", "last"):
        assert apply(state, tap, NOON).due is None
    assert apply(example(), "faster", NOON) == example()


def test_playing_at_the_end_begins_anew():
    state = apply(apply(example(), "last", NOON), "play", NOON)
    assert (state.step, state.due) == (0, NOON + 2)


def test_r1_the_chance_of_a_card_counts_what_is_out():
    # Two 12s and a 5 lie there, so 91 of 94 cards are left, ten of them 12s; Ana must not hit for this record.
    steps = read_round(TWO.replace('"Ana FR > Ben"', '"Ana hit"')).steps
    drawn = next(step for step in steps if chance_of(step))
    assert (chance_of(drawn).copies, chance_of(drawn).deck) == (10, 91)
    assert chance_words(drawn) == "The chance of this card: 10 of 91 cards, 11%."


def test_r47_the_chance_of_a_card_in_a_deck_that_ends():
    steps = read_round(TWO.replace('"Ana FR > Ben"', '"Ana hit"').replace("choices", "deck_ends = true\nchoices")).steps
    assert (
        chance_words(next(step for step in steps if chance_of(step))) == "The chance of this card: 1 of 2 cards, 50%."
    )


def test_what_a_choice_cost():
    # 3 8 11 +4 in a fresh deck: staying is worth 26 points, hitting 26.7686 (the published reference).
    assert Worth("stay", 26, 26.7686016158).cost == pytest.approx(0.7686016158)
    assert Worth("hit", 26, 26.7686016158).cost == 0
    # 10 11 12: 33 against 26.2654.
    assert Worth("hit", 33, 26.2654154898).cost == pytest.approx(6.7345845102)
    assert worth_words(Worth("hit", 33, 26.2654154898)) == (
        "Against the odds: staying was worth 33 points, hitting 26.3. Given away: 6.7."
    )
    assert worth_words(Worth("stay", 33, 26.2654154898)) == "With the odds: staying was worth 33 points, hitting 26.3."


def test_a_tie_costs_nothing():
    assert Worth("hit", 20, 20 - 1e-12).cost == Worth("stay", 20, 20 + 1e-12).cost == 0


def test_the_account_of_a_round():
    account = Account({3: Worth("stay", 26, 26.75), 9: Worth("hit", 26, 26.75), 11: None, 15: Worth("hit", 33, 31)})
    assert (account.against, account.unknown, account.cost) == ((3, 15), 1, 2.75)
    assert account_words(account, 0) == (
        "3 choices to hit or to stay: 2 against the odds, 2.8 points given away. "
        "For 1 more it takes too long to count: nobody else was in."
    )
    assert account_words(account, 2) == "Looked at 4 of 6 choices to hit or to stay …"


def test_the_choice_is_judged_by_what_lies_there():
    found = read_round(TWO.replace('"Ana FR > Ben"', '"Ana hit"').replace("12 FR", "4"))
    (at,) = found.choices
    position = found.choices[at].position
    assert (found.choices[at].said, [*map(str, position.line)], position.alone) == ("hit", ["12", "5"], False)
    # A fresh deck has 94 cards; three lie in front of players.
    assert len(position.deck) == 91
    stayed = read_round(
        TWO.replace('"Ana FR > Ben"', '"Ana hit"').replace('Ben = "12" }', 'Ben = "12" }\nstatus = { Ben = "stayed" }')
    )
    assert next(iter(stayed.choices.values())).position.alone


def test_why_a_record_stops():
    assert stop_words(read_round(TWO.replace('choices = ["Ana FR > Ben"]', "choices = []"))) == (
        "Here the record stops: Ana says hit or stay."
    )
    missing = TWO.replace('"12 FR"', '""').replace('"Ana FR > Ben"', '"Ana hit"')
    assert stop_words(read_round(missing)) == "Here the record stops: a card is needed, and it lists no more."
    assert "(R9)" in stop_words(read_round(TWO))
    assert stop_words(examples(CLASSIC)[0]) == ""


def test_the_page_without_a_round_is_of_the_game_in_its_link():
    assert link_of(from_link({}), VENGEANCE) == "v=1&edition=vengeance"
    assert from_link(params("v=1&edition=vengeance")).named is VENGEANCE
    assert from_link({"edition": "poker"}).note == "“poker” in the link is neither “classic” nor “vengeance”."
    assert link_of(from_link({})) == ""


def test_every_example_holds():
    assert [len(examples(edition)) for edition in (CLASSIC, VENGEANCE)] == [2, 1]
    for found in (found for edition in EDITIONS.values() for found in examples(edition)):
        assert found.differences == ()
        assert found.played.table.result


def test_r1_the_deck_shrinks_with_each_card():
    # Twelve 12s among 94 cards, then eleven among 93 (R1).
    steps = read_round(
        'format = 1\nedition = "classic"\nplayers = ["Ana"]\ndeck = "12 12"\nchoices = ["Ana hit"]\n'
    ).steps
    chances = [(chance.copies, chance.deck) for chance in map(chance_of, steps) if chance]
    assert chances == [(12, 94), (11, 93)]
