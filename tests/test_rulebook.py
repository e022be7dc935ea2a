"""The rulebook says what the ledger says: numbers, certainty, switches; house rules are read; rules are found."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import get_args, get_type_hints

import pytest

from flip7.cards import EDITIONS
from flip7.errors import NotationError
from flip7.rulebook import RULES, SWITCHES, House, find_rules, read_house, rule

# In the order of the ledger, where R35a to R35c stand with Flip Three, before R35.
NUMBERS = [
    *(f"R{n}" for n in range(1, 35)),
    *("R35a", "R35b", "R35c"),
    *(f"R{n}" for n in range(35, 47)),
    "R46a",
    *(f"R{n}" for n in range(47, 55)),
    *(f"V{n}" for n in range(1, 42)),
]

CERTAINTY = {
    "certain": "R1 R2 R3 R5 R6 R9 R10 R12 R18 R20 R23 R26 R27 R28 R31 R34 R36 R37 R38 R41 R43 R45 R47 R48 R51 R53"
    " V1 V6 V9 V14 V17 V19 V21 V23 V28 V29 V30 V33 V38 V40",
    "probable": "R8 R14 R32 R33 R49 V5 V20 V22 V26 V34 V35 V36",
    "house": "R15 R50 V10 V37 V41",
}

# Switch: house key, rule of the ledger's table, default and alternatives (CONTRACT §2), worth showing as "advanced".
SWITCH_TABLE: list[tuple[str, str | None, str, list[str], bool]] = [
    ("SW-1", "first", "R8", ["dealer-left", "dealer"], False),
    ("SW-2", "late_opening_card", "R14 V37", ["ask", "force", "skip"], True),
    ("SW-3", "waiting_cards_after_bust", "R31", ["lapse", "still-played"], False),
    ("SW-4", None, "R49", ["when-needed", "at-once"], True),
    ("SW-5", "tie", "R53 V13", ["everyone", "shared", "tied-only"], False),
    ("SW-6", "lucky_pair", "V22", ["two", "one"], False),
    ("SW-7", "action_resolver", "V26", ["receiver", "flipper"], True),
    ("SW-8", "brutal_zero", "V41", ["flat", "minus"], False),
]


def numbers(query: str) -> list[str]:
    return [r.number for r in find_rules(query)]


def messages(values: Mapping[str, object]) -> list[tuple[str, str | None]]:
    with pytest.raises(NotationError) as caught:
        read_house(values)
    return [(fault.message, fault.rule) for fault in caught.value.faults]


# --- The rules ------------------------------------------------------------------------------------------------


def test_exactly_the_99_rules_of_the_ledger_in_its_order() -> None:
    assert len(NUMBERS) == 99
    assert list(RULES) == NUMBERS
    assert all(key == r.number for key, r in RULES.items())


@pytest.mark.parametrize("number", NUMBERS)
def test_every_rule_can_be_read(number: str) -> None:
    r = RULES[number]
    assert r.edition == {"R": "classic", "V": "vengeance"}[number[0]]
    assert 0 < len(r.text) <= 420
    assert 0 < len(r.title) <= 60
    assert r.source.strip()
    assert r.note is None or r.note.strip()
    assert set(r.cards) <= {c.code for c in EDITIONS[r.edition].cards}


@pytest.mark.parametrize(("certainty", "listed"), CERTAINTY.items())
def test_certainty_is_the_ledgers(certainty: str, listed: str) -> None:
    assert {n: RULES[n].certainty for n in listed.split()} == dict.fromkeys(listed.split(), certainty)


def test_nothing_else_is_a_house_choice() -> None:
    assert " ".join(n for n, r in RULES.items() if r.certainty == "house") == CERTAINTY["house"]


@pytest.mark.parametrize(
    ("number", "words"),
    [
        ("R3", "three Freeze|three Flip Three|three Second Chance|94"),
        ("R8", "clockwise|dealer's left"),
        ("R11", "no other card"),
        ("R18", "Second Chance"),
        ("R32", "None takes effect until all are given out"),
        ("R36", "still in who has none|discarded"),
        ("R43", "without having stayed|15"),
        ("R46a", "171|144|36|78"),
        ("R51", "exactly 200"),
        ("V1", "92|seven 7s|thirteen 13s"),
        ("V4", "108"),
        ("V14", "round down|below 0|15"),
        ("V16", "20|35|91|98"),
        ("V21", "a third 13 busts you"),
    ],
)
def test_texts_keep_what_decides_a_case(number: str, words: str) -> None:
    assert [word for word in words.split("|") if word not in RULES[number].text] == []


def test_rules_that_a_text_points_to_exist() -> None:
    named = {n for r in RULES.values() for n in re.findall(r"\b[RV]\d+[a-c]?\b", f"{r.text} {r.source} {r.note}")}
    assert {"R31", "R47", "V19", "V33"} <= named <= set(NUMBERS)


def test_rule_by_number_in_any_case() -> None:
    assert [rule(n).number for n in ("R31", "r31", "r35A", "R46a", "v41")] == ["R31", "R31", "R35a", "R46a", "V41"]


@pytest.mark.parametrize("number", ["R55", "V42", "R0", "31", "", "SW-1"])
def test_unknown_rule(number: str) -> None:
    assert number not in NUMBERS
    with pytest.raises(KeyError):
        rule(number)


def test_rules_are_read_only() -> None:
    with pytest.raises(TypeError):
        RULES["R1"] = RULES["R2"]  # type: ignore[index]
    assert RULES["R1"].title == "Number cards: 79"


# --- Switches -------------------------------------------------------------------------------------------------


def test_the_switches_are_those_of_the_ledger() -> None:
    assert list(SWITCHES) == [number for number, *_ in SWITCH_TABLE]


@pytest.mark.parametrize(("number", "key", "rules", "values", "advanced"), SWITCH_TABLE)
def test_switch(number: str, key: str | None, rules: str, values: list[str], advanced: bool) -> None:
    switch = SWITCHES[number]
    assert (switch.key, switch.advanced) == (key, advanced)
    assert [o.value for o in switch.options] == values
    assert switch.default == values[0]
    assert set(rules.split()) <= set(switch.rules)
    assert all(o.text.strip() for o in switch.options)


def test_rules_and_switches_point_at_each_other() -> None:
    by_switch = {(s.number, number) for s in SWITCHES.values() for number in s.rules}
    assert by_switch == {(r.switch, r.number) for r in RULES.values() if r.switch}
    assert ("SW-1", "V6") in by_switch


def test_house_types_and_defaults_are_those_of_the_switches() -> None:
    hints = get_type_hints(House)
    for _, key, _, values, _ in SWITCH_TABLE:
        if key:
            assert list(get_args(hints[key])) == values
            assert getattr(House(), key) == values[0]
    assert (House().target, House().brutal) == (200, False)


# --- House rules ----------------------------------------------------------------------------------------------


def test_nothing_chosen_is_the_ledgers_default() -> None:
    assert read_house({}) == House("dealer-left", "ask", "lapse", "everyone", 200, "two", "receiver", False, "flat")


@pytest.mark.parametrize(("number", "key", "rules", "values", "advanced"), SWITCH_TABLE)
def test_every_option_can_be_chosen(
    number: str, key: str | None, rules: str, values: list[str], advanced: bool
) -> None:
    for value in values if key else []:
        assert getattr(read_house({key: f" {value.upper()} "}), key) == value  # type: ignore[dict-item, arg-type]


def test_a_documented_switch_cannot_be_set() -> None:
    assert SWITCHES["SW-4"].key is None
    assert messages({"reshuffle": "at-once"})[0][0].startswith("There is no house rule “reshuffle”.")


@pytest.mark.parametrize("value", [True, "true", "YES", " 1 "])
def test_brutal_on(value: object) -> None:
    assert read_house({"brutal": value}).brutal is True


@pytest.mark.parametrize("value", [False, "false", "No", "0"])
def test_brutal_off(value: object) -> None:
    assert read_house({"brutal": value}).brutal is False


@pytest.mark.parametrize(("value", "target"), [(200, 200), (" 150 ", 150), (1, 1), ("10000", 10_000)])
def test_target(value: object, target: int) -> None:
    assert read_house({"target": value}).target == target


@pytest.mark.parametrize("value", [0, 10_001, -5, True, 200.0, "", "x", "²", "٣", "-1", "1e3", "9" * 5000, [200], None])
def test_no_target(value: object) -> None:
    [(message, number)] = messages({"target": value})
    assert message.endswith("it must be a whole number from 1 to 10000.")
    assert number == "R51"


@pytest.mark.parametrize("value", [1, 0, "maybe", "", None, [], {}])
def test_not_brutal_or_not(value: object) -> None:
    [(message, number)] = messages({"brutal": value})
    assert message.endswith("it must be true or false.")
    assert number == "V38"


def test_unknown_value_names_key_value_and_what_is_allowed() -> None:
    assert messages({"tie": "winners"}) == [
        ("House rule tie cannot be “winners”; it must be everyone, shared or tied-only.", "R53")
    ]


@pytest.mark.parametrize(("key", "near"), [("frist", "first"), ("Brutal", "brutal"), ("luckypair", "lucky_pair")])
def test_unknown_key_offers_the_nearest(key: str, near: str) -> None:
    assert messages({key: "x"}) == [(f"There is no house rule “{key}”. Did you mean {near}?", None)]


def test_all_faults_at_once_each_with_its_rule() -> None:
    wrong = {"first": 1, "zzz": 1, "target": 0, "brutal_zero": "none", "tie": "shared", "action_resolver": True}
    assert [number for _, number in messages(wrong)] == ["R8", None, "R51", "V41", "V26"]


@pytest.mark.parametrize(
    "values", [{"first": "x" * 9999}, {"y" * 9999: 1}, {"first": 16**9999}, {"first": ["x"] * 999}]
)
def test_untrusted_text_is_cut(values: dict[str, object]) -> None:
    [(message, _)] = messages(values)
    assert "x" * 41 not in message
    assert "y" * 41 not in message
    assert len(message) < 260
    assert "first" in message


def test_control_characters_are_not_repeated() -> None:
    assert "\x1b" not in messages({"first": "\x1b[2J"})[0][0]
    assert messages({"first": "\x1b[2J"})[0][1] == "R8"


# --- Search ---------------------------------------------------------------------------------------------------


def test_empty_query_gives_all() -> None:
    assert numbers("") == numbers("  ") == NUMBERS


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("r31", ["R31"]),
        ("31", ["R31", "V31"]),
        ("V41", ["V41"]),
        ("r3", ["R3"]),
        ("R46A", ["R46a"]),
        ("freeze", ["R26", "R27", "R31"]),
        ("FR", ["R26", "R27", "R31"]),
        ("x2", ["R2", "R45", "R46"]),
        ("×2", ["R2", "R45", "R46"]),
        ("+10", ["R2", "R45", "R46"]),
        ("plus 10", ["R2", "R45", "R46"]),
        ("−4", ["V2", "V14"]),
        ("sw", ["V29"]),
        ("steal", ["V28", "V31"]),
        ("unlucky", ["V19", "V20"]),
        ("u7", ["V19", "V20"]),
        ("The Zero", ["V17", "V18", "V41"]),
        ("case 16", ["R32", "R33", "R34"]),
        ("tie top", ["R53"]),
        ("95", ["R2"]),
    ],
)
def test_best_matches_first(query: str, first: list[str]) -> None:
    assert numbers(query)[: len(first)] == first


@pytest.mark.parametrize("code", ["FR", "F3", "SC", "x2", "JOM", "F4", "ST", "SW", "DI", "U7", "L13", "/2", "-10"])
def test_a_card_finds_every_rule_about_it(code: str) -> None:
    about = [n for n in NUMBERS if code in RULES[n].cards]
    assert about
    assert set(about) <= set(numbers(code.lower()))


def test_every_word_must_occur() -> None:
    assert "R53" in numbers("tie round")
    assert numbers("tie xyzzy") == []


@pytest.mark.parametrize("query", ["(", "[a", "\\", "<script>", "%s{0}"])
def test_signs_are_only_signs(query: str) -> None:
    assert set(numbers(query)) <= set(NUMBERS)
    assert numbers(f"R31 {query}zz") == []


def test_a_long_query_is_cut_at_100_characters() -> None:
    assert numbers("R31" + " " * 97 + "xyzzy") == numbers("R31")
    assert numbers("R31" + " " * 96 + "xyzzy") != numbers("R31")
