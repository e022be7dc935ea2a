"""Records from their text: every fault at once, each with what is wrong and where."""

import pytest

from flip7.engine.reading import read_record
from flip7.errors import Flip7Error

GOOD = """format = 1
edition = "classic"
title = "t"
rules = ["R31"]
players = ["Ana", "Ben", "Cleo"]
names = { Ana = "Anna Maria" }
dealer = "Cleo"
deck = "3*12 FR"
choices = ["Ana hit", "Ana Flip Three > Ben"]
"""


def faults(text):
    with pytest.raises(Flip7Error) as caught:
        read_record(text)
    return caught.value.faults


def test_a_good_record_is_read():
    record = read_record(GOOD)
    assert record.shown == ("Anna Maria", "Ben", "Cleo")
    assert [card.code for card in record.deck] == ["12", "12", "12", "FR"]
    assert record.dealer == 2
    assert [type(choice).__name__ for choice in record.choices] == ["Hit", "Give"]


@pytest.mark.parametrize(
    ("change", "part", "rule"),
    [
        (("format = 1", "format = 2"), "“format” must be 1", None),
        (("format = 1", "format = true"), "“format” must be 1", None),
        (('"classic"', '"poker"'), "“classic” or “vengeance”", None),
        (('title = "t"', 'titel = "t"'), "“titel” is not a key of a round record. Did you mean “title”?", None),
        (('title = "t"', "title = 5"), "“title” must be text", None),
        (('["R31"]', '["R99"]'), "“R99” in “rules”", None),
        (('"Ben", "Cleo"]', '"Ana", "Cleo"]'), "stands twice", None),
        (('"Ben", "Cleo"]', '"Big Ben", "Cleo"]'), "must be one word", None),
        (('"Ana", "Ben", "Cleo"]', "]"), "1 to 18 names", "R4"),
        (('{ Ana = "Anna Maria" }', '{ Zed = "Z" }'), "names “Zed”", None),
        (('dealer = "Cleo"', 'dealer = "Zed"'), "“dealer” is “Zed”", "R6"),
        (('"3*12 FR"', '"12 foo"'), "deck: “foo” (word 2)", None),
        (('"3*12 FR"', '"2*x2"'), "2 copies of x2", "R2"),
        (('"3*12 FR"', '"4*FR"'), "4 copies of FR", "R3"),
        (('"Ana hit"', '"Ana jumps"'), "Choice 1 (“Ana jumps”)", None),
        (('"Ana hit"', '"Zed hit"'), "“Zed” is none of the players", None),
        (('"Ana hit"', '"Ana 14 > Ben"'), "Did you mean 12?", None),
    ],
)
def test_each_fault_is_named(change, part, rule):
    found = faults(GOOD.replace(*change))
    assert any(part in fault.message and fault.rule == rule for fault in found)


@pytest.mark.parametrize(
    ("more", "part", "rule"),
    [
        ('[house]\nties = "shared"', "ties", None),
        ('[house]\ntie = "never"', "everyone", "R53"),
        ('[start]\nlines = { Ana = "5 5" }', "line of Ana: A second 5", "R20"),
        ('[start]\nlines = { Ana = "0 1 2 3 4 5 6" }', "has seven already", "R41"),
        ('[start]\nlines = { Ana = "FR" }', "must be frozen", "R26"),
        ('[start]\nlines = { Ana = "F3" }', "Flip Three", "R35a"),
        ('[start]\nlines = { Ana = "12", Ben = "12" }\nstatus = { Ben = "asleep" }', "active, stayed", None),
        ('[start]\nturn = "Zed"', "“Zed”", None),
        ('[start]\ntotals = { Ana = "many" }', "whole number", None),
        ('[start]\nturns = "Ana"', "Did you mean “turn”?", None),
        ("[expect]\nending = true", "“ending” is not a key of [expect]", None),
        ('[expect]\nasks = "what"', "hit-or-stay", None),
        ('[expect]\nerror = "R99"', "“error” must be one of", None),
        ('[expect]\nwinner = "Ana Zed"', "“Zed”", None),
    ],
)
def test_faults_in_the_tables(more, part, rule):
    assert any(part in fault.message and fault.rule == rule for fault in faults(GOOD + more))


def test_all_faults_come_at_once():
    text = GOOD.replace("format = 1", "format = 3").replace('"3*12 FR"', '"2*x2 foo"').replace("Ana hit", "Zed hit")
    messages = " ".join(fault.message for fault in faults(text))
    for part in ("“format”", "“foo”", "“Zed”"):
        assert part in messages


def test_lines_deck_and_pile_must_fit_into_the_deck_together():
    text = GOOD.replace('"3*12 FR"', '"8*12"') + 'discard = "3*12"\n[start]\nlines = { Ana = "12", Ben = "12" }'
    assert [(fault.message, fault.rule) for fault in faults(text)] == [
        ("13 copies of 12 cannot be: the deck has 12.", "R1")
    ]


def test_a_flood_of_faults_and_of_key_parts_is_cut_short():
    assert len(faults(GOOD + "".join(f"k{n} = 1\n" for n in range(5000)))) == 21
    assert "parts" in faults("a." * 5000 + "a = 1")[0].message
    assert "“[]” in “rules”" in faults(GOOD.replace('["R31"]', "[[]]"))[0].message


@pytest.mark.parametrize("text", ["", "format =", "[[[[", "x = " + "[" * 5000, "a = 1" + "0" * 5000, "é\x00"])
def test_text_that_is_no_record_is_refused_in_words(text):
    assert faults(text)[0].message
