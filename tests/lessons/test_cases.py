"""The edge cases: each replay is true, its ruling is that of the rules ledger, and its file is what is told.

The expected values stand here a second time, in the words of the ledger's rules, so that a case and its expectation
cannot drift together.
"""

import re

import pytest

from flip7.cards import CLASSIC, VENGEANCE
from flip7.engine.reading import read_record
from flip7.engine.record import replay
from flip7.errors import Flip7Error
from flip7.lessons.case import WHERE, read_case
from flip7.lessons.finding import find_cases
from flip7.lessons.library import FOLDER, library, read_library
from flip7.lessons.steps import steps_of
from flip7.notation import print_cards
from flip7.rulebook import RULES
from flip7.ui.table_view import table_html

KEYS = [f"a{n:02}" for n in range(1, 14)]
TEXTS = {path.stem.partition("-")[0]: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.toml"))}
ALL = [*TEXTS]

# What the ledger rules for each case: scores, lines, status, piles as they must be at the stop.
LEDGER = {
    "a01": {"rules": "R45", "scores": {"Ana": 2 * 36 + 10}},
    "a02": {"rules": "R41", "ended": False, "turn": "Ben", "status": {"Ana": "active"}},
    "a03": {
        "rules": "R37 R38",
        "status": {"Ana": "active"},
        "lines": {"Ana": "4 9"},
        "discard": "9 SC",
        "turn": "Ben",
    },
    "a04": {"rules": "R36", "lines": {"Ana": "6 SC", "Ben": "5 12", "Cleo": "11 SC"}, "discard": "SC"},
    "a05": {
        "rules": "R31 R35 R30",
        "status": {"Ana": "active", "Ben": "frozen"},
        "lines": {"Ana": "8", "Ben": "3 10 FR"},
        "discard": "8 F3 SC",
        "turn": "Cleo",
    },
    "a06": {"rules": "R29 R21 R35b", "scores": {"Ana": 0}, "status": {"Ana": "busted"}, "deck_left": 1},
    "a07": {
        "rules": "R29 R41 R43",
        "scores": {"Ana": 1 + 3 + 5 + 8 + 12 + 6 + 9 + 15, "Ben": 7 + 10, "Cleo": 0},
        "status": {"Ana": "flip7", "Ben": "active"},
        "deck_left": 1,
    },
    "a08": {
        "rules": "R26 R27",
        "scores": {"Dev": 2 * (10 + 12)},
        "status": {"Dev": "frozen"},
        "lines": {"Dev": "10 12 x2 FR"},
    },
    "a09": {"rules": "R40", "scores": {"Ana": 6 + 11}},
    "a10": {"rules": "R1 R20", "ended": False, "status": {"Ana": "active"}, "lines": {"Ana": "0 9"}},
    "a11": {"rules": "R23 R24 R25", "scores": {"Ana": 3 + 7 + 4 + 10}, "status": {"Ana": "frozen"}},
    "a12": {"rules": "R21", "scores": {"Ana": 0}, "lines": {"Ana": "9 12 12 x2"}},
    "a13": {
        "rules": "R48 R47",
        "lines": {"Ana": "4 6 11", "Ben": "5 10 10", "Cleo": "3 7 8"},
        "status": {"Ben": "busted"},
        "discard": "",
        "deck_left": 85,
    },
}


def case(key):
    return library().cases[key]


def said(some_case):
    return [step.says for step in some_case.steps]


def rewritten(key, old, new):
    """The case after this change of its file."""
    assert TEXTS[key].count(old) == 1
    return read_case(key, TEXTS[key].replace(old, new))


def test_all_are_there_and_none_is_broken():
    assert library().faults == ()
    assert list(library().cases) == ALL
    assert len(ALL) >= 60
    assert {*KEYS, *(f"b{n:02}" for n in range(1, 9))} <= {*ALL}
    assert len(library().of(VENGEANCE)) >= 45
    assert {key for key in ALL if key.startswith("v")} == {each.key for each in library().of(VENGEANCE)}


@pytest.mark.parametrize("edition", [CLASSIC, VENGEANCE])
def test_every_rule_that_a_player_can_see_broken_has_a_case(edition):
    shown = {rule.number for each in library().of(edition) for rule in each.rules}
    assert {number for number, rule in RULES.items() if rule.edition == edition.key} == shown


def test_every_filter_of_a_game_finds_several_cases():
    for edition, words in WHERE.items():
        found = {word: len(find_cases(library().of(edition), where=word)) for word in words}
        assert {word for word, n in found.items() if n < 2} == set()


@pytest.mark.parametrize(
    ("query", "first"), [("ties", "v13"), ("v 28", "v07"), ("Lucky13", "v21"), ("unlucky7", "v19")]
)
def test_cases_are_found_as_people_write(query, first):
    assert find_cases(library().of(VENGEANCE), query)[0].key == first


# Part 5 of the ledger, the disputes of With a Vengeance: case, rules, and what must come of it.
DISPUTES = {
    # 40: stayed on 13 12 9 6 = 40, and the 13 is stolen.
    "v07": ("V7 V28", {"scores": {"Ana": 12 + 9 + 6, "Ben": 10 + 5 + 13}}),
    "v31": ("V31 V25 V6", {"discard": "SW", "lines": {"Ana": "", "Ben": "9", "Cleo": "5"}}),  # 42
    "v29": ("V29 V9", {"status": {"Ben": "busted", "Cleo": "busted", "Ana": "active"}}),  # 44
    "v29b": ("V29", {"error": "V29"}),  # 45
    "v33": ("V33 V32", {"status": {"Ana": "busted"}, "discard": "F4 DI", "deck_left": 1}),  # 47
    "v22": ("V22", {"scores": {"Ana": 1 + 2 + 3 + 6 + 13 + 13 + 8 + 15}}),  # 49
    "v19": ("V19", {"lines": {"Ana": "U7"}, "status": {"Ana": "active"}, "discard": "7 10 -6"}),  # 51
    "v19b": ("V19 V9", {"status": {"Ana": "busted"}}),  # 51
    "v14": ("V14", {"scores": {"Ana": 23 // 2 - 4}}),  # 54
    "v23b": ("V23 V9", {"error": "V23"}),  # 56
    "v39": ("V39 V38", {"scores": {"Ben": -8}}),  # 56, in Brutal Mode
    "v13": ("V13", {"game": "tie-break", "winner": "", "totals": {"Ana": 204, "Ben": 204, "Cleo": 203}}),  # 59
    "v30": ("V30", {"lines": {"Cleo": "2 4"}, "discard": "13 DI"}),  # 60
    # V16, first vector: (3 + 11 + 5 + 7 + 10 + 8 + 4) / 2 - 4 + 15.
    "v16": ("V16 V14", {"scores": {"Ana": 48 // 2 - 4 + 15}}),
    # V14: 21 less 24 is not below 0, and the 15 come after that.
    "v14b": ("V14 V15", {"scores": {"Ana": 15}}),
    "v18b": ("V18 V27", {"status": {"Ana": "stayed"}, "lines": {"Ana": "0 3 4 6 9 11"}}),
    "v21c": ("V21 V29 V9", {"status": {"Ana": "busted", "Ben": "active"}, "lines": {"Ben": "4 L13"}}),
    "v34b": ("V34 V32", {"lines": {"Ana": "2 8 9", "Ben": "3 6 10 12", "Cleo": "-4"}, "turn": "Ben"}),
    "v40b": ("V40", {"totals": {"Cleo": -15}}),
}


@pytest.mark.parametrize("key", DISPUTES)
def test_disputes_of_with_a_vengeance_are_ruled_as_the_ledger_does(key):
    rules, expected = DISPUTES[key]
    assert [rule.number for rule in case(key).rules] == rules.split()
    outcome = case(key).played.outcome()
    for name, wanted in expected.items():
        got = outcome[name]
        if isinstance(wanted, dict):
            got = {player: got[player] for player in wanted}
        assert (name, got) == (name, wanted)
    assert "error" in expected or case(key).played.error is None


def test_v02_v03_one_of_each_minus_card_and_two_of_each_action():
    # Dispute 58.
    assert [answer.text for answer in case("vd2").asked.answers if answer.right] == ["1"]
    assert [answer.text for answer in case("vd3").asked.answers if answer.right] == ["0"]
    assert "no ×2" in case("vd4").ruling


def test_the_switches_of_the_ledger_are_flipped_before_the_eyes():
    switched = {
        key: (each.other.played.record.house, each.other.ruling) for key, each in library().cases.items() if each.other
    }
    assert switched["b07"][0].tie == "shared"
    assert switched["d10"][0].tie == "tied-only"
    assert switched["d35"][0].first == "dealer"
    assert switched["v06b"][0].first == "dealer"
    assert switched["v13"][0].tie == "shared"
    assert switched["v22"][0].lucky_pair == "one"
    assert switched["v26"][0].action_resolver == "flipper"
    assert switched["v37"][0].late_opening_card == "force"
    assert switched["v41"][0].brutal_zero == "minus"
    assert all(ruling != case(key).ruling for key, (_, ruling) in switched.items())


@pytest.mark.parametrize("key", ALL)
def test_a_flipped_answer_is_caught(key):
    """Calling a wrong answer right, where the engine can tell, is refused."""
    text = TEXTS[key]
    blocks = text.split("[[answers]]")
    right = next(at for at, block in enumerate(blocks) if "\nright = true" in block)
    other = next(at for at, block in enumerate(blocks) if at and at != right)
    blocks[right] = blocks[right].replace("\nright = true", "", 1)
    blocks[other] = blocks[other].replace("\nwhy", "\nright = true\nwhy", 1)
    if "shows" in blocks[right].partition("\n\n")[0] or "shows" in blocks[other].partition("\n\n")[0]:
        with pytest.raises(Flip7Error, match="is said to be"):
            read_case(key, "[[answers]]".join(blocks))
    else:
        assert case(key).asked.answers[right - 1].right


@pytest.mark.parametrize("key", KEYS)
def test_the_replay_is_true_and_rules_as_the_ledger_does(key):
    expected = dict(LEDGER[key])
    assert [rule.number for rule in case(key).rules] == expected.pop("rules").split()
    assert case(key).played.differences() == []
    assert case(key).played.error is None
    outcome = case(key).played.outcome()
    for name, wanted in expected.items():
        got = outcome[name]
        if isinstance(wanted, dict):
            got = {player: got[player] for player in wanted}
        assert (name, got) == (name, wanted)


@pytest.mark.parametrize("key", ALL)
def test_the_record_is_a_round_record_by_itself(key):
    text = TEXTS[key].partition("[record]")[2].partition("[switch]")[0].replace("[record.", "[")
    assert read_record(text).expect == case(key).played.record.expect


@pytest.mark.parametrize("key", KEYS)
def test_the_last_step_is_where_the_replay_stops(key):
    steps = case(key).steps
    at_stop = steps[-2] if case(key).cleared else steps[-1]
    assert at_stop.table == case(key).played.table
    assert all(step.says for step in steps)
    assert all(re.search(r"[.?”]$", step.says) for step in steps)
    # Every card that the record turns is shown, and said, at one step.
    drawn = [event.card for event in case(key).played.events if event.kind == "draw"]
    shown = [step.card for step in steps if step.card and (" turns " in step.says or " is dealt " in step.says)]
    assert shown == drawn


def test_a01_double_first_then_add():
    assert [(step.points, step.running) for step in case("a01").reckoning.steps] == [(36, 36), (36, 72), (10, 82)]


def test_a03_the_duplicate_is_shown_and_is_gone_at_once():
    step = case("a03").steps[2]
    assert (str(step.card), step.gone, step.seat) == ("9", True, 0)
    assert step.says == ("Ana turns another 9, but the Second Chance saves Ana: both cards go to the discard pile.")
    assert step.rules == ("R37", "R38")


def test_a04_first_to_somebody_then_to_nobody():
    assert "Ana says: “Second Chance for Cleo.”" in said(case("a04"))
    assert "Nobody else can take it: the Second Chance goes to the discard pile." in said(case("a04"))


def test_a05_the_second_chance_at_once_and_the_freeze_after_the_third_card():
    assert said(case("a05"))[4:] == [
        "Card one of three: Ana turns a Freeze. It waits until the forced cards are turned.",
        "Card two of three: Ana turns a Second Chance and keeps it.",
        "Card three of three: Ana turns another 8, but the Second Chance saves Ana: both cards go to the discard pile.",
        "The cards of Ana are turned. Now comes what waited: Freeze.",
        "Ana says: “Freeze for Ben.” The Flip Three is done and goes to the discard pile.",
        "Ben is frozen: no more cards, and the points so far are safe.",
        "Cleo is asked: hit or stay?",
    ]


@pytest.mark.parametrize(("key", "last"), [("a06", "9 and busts"), ("a07", "a 9, which joins the line. Flip 7!")])
def test_a06_and_a07_stop_at_card_two(key, last):
    forced = [words for words in said(case(key)) if words.startswith("Card ")]
    assert len(forced) == 2
    assert last in forced[1]


def test_a09_the_second_chance_goes_with_the_table():
    step = case("a09").steps[-1]
    assert step.rules == ("R40", "R47")
    assert step.table.lines == ((), (), ())
    assert print_cards(face for face, n in step.table.discard.items() for _ in range(n)) == "5 6 7 7 8 11 12 SC"


def test_a10_the_engine_refuses_a_second_zero_and_the_odds_of_it_are_nil():
    step = case("a10").steps[-1]
    assert step.rules == ("R1",)
    assert step.says == "Could the next card for Ana be another 0? No 0 is left in the deck."
    # Nine 9s less the one in front, of 94 cards less the six on the table.
    assert {str(face): chance for face, chance in step.chances} == {"0": 0.0, "9": pytest.approx(8 / 88)}


def test_a11_nobody_is_asked_who_gets_it():
    assert not any("says" in words for words in said(case("a11"))[2:])
    assert "Only Ana can get the Flip Three. Ana takes three cards." in said(case("a11"))


def test_r33_what_lapses_is_said_with_its_reason():
    assert said(case("r33"))[-2] == "Ben is out by now: the Freeze goes to the discard pile without effect."


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("v06", "Ana is dealt the −8. It must be given to somebody at once."),
        ("v06", "Ana says: “−8 for Ben.”"),
        ("v19", "Unlucky 7 sweeps away 7, 10 and −6 of Ana."),
        ("v28", "Ana says: “I steal the 9 from Cleo.” Flip 7! Ana has seven numbers"),
        ("v30b", "Ana says: “I discard the ÷2 of Ana.”"),
        ("v23b", "Ana says: “−8 for Ben.” That is not allowed."),
        ("v28b", "Ana says: “I steal the 13 from Ben.” That is not allowed."),
        ("v29b", "Ana says: “I swap the 5 of Ben with the 8 of Ben.” That is not allowed."),
    ],
)
def test_cards_of_with_a_vengeance_are_called_as_they_are_printed(key, words):
    assert words in " ".join(said(case(key)))


def test_a12_nothing_is_left_of_a_busted_hand():
    assert [(step.rule, step.running) for step in case("a12").reckoning.steps] == [("R21", 0)]


def test_a13_all_94_cards_are_there_and_only_the_discard_pile_is_shuffled():
    for step in case("a13").steps:
        table = step.table
        assert sum(map(len, table.lines)) + table.deck_left + sum(table.discard.values()) == 94
    before, after = next(
        (one.table, two.table)
        for one, two in zip(case("a13").steps, case("a13").steps[1:], strict=False)
        if two.rules == ("R47", "R48")
    )
    assert (before.deck_left, sum(before.discard.values())) == (0, 86)
    assert (after.deck_left, sum(after.discard.values())) == (86, 0)
    assert after.lines == before.lines


def test_the_certainty_is_that_of_the_weakest_rule():
    assert {key for key in KEYS if case(key).certainty != "certain"} == set()
    assert rewritten("a01", 'rules = ["R45"]', 'rules = ["R45", "R32"]').certainty == "probable"
    assert rewritten("a01", 'rules = ["R45"]', 'rules = ["R45", "R32", "R50"]').certainty == "house"
    # V13: the rulebook says who wins, and nothing about a tie. A case may be less sure than its rules, never more.
    assert case("v13b").certainty == "certain"
    assert case("v13").certainty == "house"
    assert rewritten("v37", 'rules = ["V37"]', 'rules = ["V37"]\ncertainty = "certain"').certainty == "house"


def _played(key, deck):
    """The steps of a case's record with another deck."""
    record = TEXTS[key].partition("[record]")[2].partition("[record.expect]")[0].replace("[record.", "[")
    return steps_of(replay(read_record(record.replace('"F3 4 9 1"', f'"{deck}"'))))


def test_swapping_two_cards_changes_what_is_drawn_and_said():
    with pytest.raises(Flip7Error, match="does not show what it expects"):
        rewritten("a06", '"F3 4 9 1"', '"F3 9 4 1"')
    one, other = (_played("a06", deck) for deck in ("F3 4 9 1", "F3 9 4 1"))
    assert one[4].says == "Card one of three: Ana turns a 4, which joins the line."
    assert other[4].says == "Card one of three: Ana turns another 9 and busts: out of this round."
    assert str(one[4].card) == "4"
    assert str(other[4].card) == "9"
    assert one[4].table != other[4].table


@pytest.mark.parametrize("key", KEYS)
def test_a_flipped_expectation_is_caught(key):
    """Every number, name, status, yes and no of every expectation counts."""
    head, mark, expect = TEXTS[key].partition("[record.expect]")
    flips = {"true": "false", "false": "true", "active": "stayed", "Ben": "Ana", "Cleo": "Ben"}
    for found in re.finditer(r"= (\d+)|(true|false)|\"(active|Ben|Cleo)\"", expect):
        old = next(filter(None, found.groups()))
        new = flips.get(old) or str(int(old) + 1)
        changed = expect[: found.start()] + found[0].replace(old, new) + expect[found.end() :]
        with pytest.raises(Flip7Error, match="does not show what it expects"):
            read_case(key, head + mark + changed)


def test_all_faults_of_a_file_come_at_once():
    text = (
        TEXTS["a01"]
        .replace("question", "qestion")
        .replace('"R45"', '"R99"')
        .replace('hand = "Ana"', "hand = 7")
        .replace('choices = ["Ana hit"', 'choices = ["Zoe hit"')
    )
    with pytest.raises(Flip7Error) as caught:
        read_case("a01", text)
    faults = " ".join(fault.message for fault in caught.value.faults)
    for part in ("Did you mean “question”?", "“question” must say", "“rules” must list", "“hand” must be", "“Zoe”"):
        assert part in faults


@pytest.mark.parametrize(
    ("key", "old", "new", "fault"),
    [
        ("a01", 'hand = "Ana"', 'hand = "Zoe"', "“hand” must be a player"),
        ("a02", 'rules = ["R41"]', 'rules = ["R41"]\nhand = "Ana"', "“hand” must be a player"),
        ("a02", 'rules = ["R41"]', 'rules = ["R41"]\ncleared = true', "“cleared” needs"),
        ("a10", 'card = "0"', 'card = "12"', "must be one card that cannot come"),
        (
            "a10",
            'choices = ["Ana hit", "Ben stay", "Cleo stay", "Ana hit"]',
            'choices = ["Ana hit"]',
            "[refused] needs",
        ),
        ("a02", "[record]", "[record]\nformat = 1", "not TOML"),
        ("v13", 'certainty = "house"', 'certainty = "maybe"', "certainty"),
        ("a02", 'where = ["flip-7", "scoring"]', 'where = ["zero"]', "must list words of these: second-chance"),
        ("v22", 'where = ["lucky-13", "flip-7"]', 'where = ["freeze"]', "must list words of these: stayed"),
        ("a01", 'choices = ["Ana hit", ', "choices = [", "R9"),
    ],
)
def test_what_a_file_may_not_say(key, old, new, fault):
    with pytest.raises(Flip7Error, match=re.escape(fault)):
        rewritten(key, old, new)


def test_a_broken_file_does_not_take_the_others_with_it(tmp_path):
    (tmp_path / "a01-good.toml").write_text(TEXTS["a01"], "utf-8")
    (tmp_path / "a02-broken.toml").write_text("title = ", "utf-8")
    (tmp_path / "a03-bytes.toml").write_bytes(b"\xff")
    (tmp_path / "a01-twice.toml").write_text(TEXTS["a01"], "utf-8")
    read = read_library(tmp_path)
    assert list(read.cases) == ["a01"]
    assert len(read.faults) == 3


def test_the_next_case_and_after_the_last_none():
    assert library().after(case("a01")) is case("a02")
    assert library().after(case("a13")) is case("b01")
    assert library().after(case("r51c")) is None
    assert library().after(case("v06")) is case("v06b")
    assert library().after(case(ALL[-1])) is None


def test_every_table_between_two_steps_can_be_drawn():
    for key in KEYS:
        for step in case(key).steps:
            drawn = table_html(step.table, case(key).names, new=step.card, at=step.seat, gone=step.gone)
            assert drawn.count('class="f7-seat ') == 3
            assert ("f7-new" in drawn) == (
                step.card in step.table.lines[step.seat] if step.card and not step.gone else False
            )
