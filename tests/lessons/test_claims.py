"""Claims put to the numbers. Expected figures are counted here from the deck, or are the independent reference's."""

import json
import re
from pathlib import Path

import pytest

from benchmarks.rules_of_thumb import one_step_hits
from flip7.cards import VENGEANCE, card
from flip7.errors import Flip7Error
from flip7.lessons.claims import FOLDER, advice, busting, claims, figure, read_claim
from flip7.odds.exact import solve
from flip7.odds.position import Position

CLAIMS = claims()
ROWS = json.loads((Path(__file__).parents[1] / "data" / "odds-reference.json").read_text())
FRESH = {row["cards"]: row for row in ROWS if row.keys() <= {"cards", "stay", "hit", "bust", "flip7", "advice"}}


def place(claim, key):
    return CLAIMS[claim].trial(key).position


def test_all_claims_of_the_seed_and_the_rules_of_thumb_are_there():
    assert [*CLAIMS] == [
        "a10",
        *(f"d{n}" for n in range(1, 8)),
        *(f"r{n}" for n in range(1, 5)),
        *(f"v{n}" for n in range(1, 5)),
    ]
    assert [key for key, claim in CLAIMS.items() if claim.edition is VENGEANCE] == ["v1", "v2", "v3", "v4"]


@pytest.mark.parametrize(
    ("claim", "trial", "copies", "deck"),
    [
        ("d1", "twelve", 12 - 1, 94 - 1),
        ("d1", "one", 1 - 1, 94 - 1),
        ("d1", "two", 2 - 1, 94 - 1),
        ("d1", "both", 11 + 10, 94 - 2),
        ("a10", "zero", 1 - 1, 94 - 1),
        ("a10", "both", 0 + 11, 94 - 2),
        ("d5", "low", 0 + 0 + 1 + 2 + 3 + 4, 94 - 6),
        ("d5", "high", 6 + 7 + 8 + 9 + 10 + 11, 94 - 6),
        ("d4", "kept", 0, 94 - 5),
        ("d7", "fresh", 7 + 8 + 9, 94 - 3),
        ("d7", "poor", 4 + 5 + 6, 94 - 3 - 9),
        ("d7", "rich", 7 + 8 + 9, 94 - 3 - 16),
        # With a Vengeance: n copies of n, 108 cards (V1-V4).
        ("v1", "two", 8 + 10, 108 - 2),
        ("v2", "low", 0 + 0 + 1 + 2 + 3 + 4, 108 - 6),
        ("v3", "plain", 11, 108 - 1),
    ],
)
def test_r20_the_cards_that_bust_next_are_the_other_copies(claim, trial, copies, deck):
    assert busting(place(claim, trial)) == (copies, deck)
    assert figure(place(claim, trial), "copies") == f"{copies} of {deck}"


@pytest.mark.parametrize(
    ("claim", "trial", "row"),
    [
        ("d1", "both", "11 12"),
        ("d5", "low", "0 1 2 3 4 5"),
        ("d6", "ready", "10 11 12"),
        ("r3", "high", "10 11 12"),
        ("r4", "worst", "0 1 2 10 11"),
    ],
)
def test_figures_are_those_of_the_independent_reference(claim, trial, row):
    position, wanted = place(claim, trial), FRESH[row]
    assert figure(position, "hit") == f"{wanted['hit']:.2f}"
    assert figure(position, "stay") == str(wanted["stay"])
    assert figure(position, "advice") == wanted["advice"]
    assert figure(position, "flip7") == f"{100 * wanted['flip7']:.1f} %"


def test_v21_lucky_13_shelters_from_one_13():
    # All other twelve 13s may come beside Lucky 13; beside the pair the eleven that are left bust (V21).
    assert busting(place("v3", "lucky")) == (0, 107)
    assert busting(place("v3", "pair")) == (11, 106)
    assert figure(place("v3", "pair"), "stay") == str(13 + 13)


def test_v14_v17_what_staying_scores_in_with_a_vengeance():
    assert figure(place("v4", "half"), "stay") == str((12 + 13) // 2)
    assert figure(place("v4", "minus"), "stay") == str(12 + 13 - 10)
    assert figure(place("v2", "low"), "stay") == "0"
    assert advice(place("v2", "low")) == "hit"


def test_one_more_card_is_no_figure_of_with_a_vengeance():
    text = (FOLDER / "v1-stay-at-20.toml").read_text("utf-8")
    with pytest.raises(Flip7Error, match="for Flip 7 only"):
        read_claim("v1", text.replace('"hit", ', '"one", '))
    with pytest.raises(Flip7Error, match="“edition” must be one of"):
        read_claim("v1", text.replace('"vengeance"', '"poker"'))


def test_r26_a_freeze_costs_what_going_on_would_have_brought_and_never_less_than_nothing():
    assert figure(place("d6", "chaser"), "cost") == f"{34.8735808924 - 15:.2f}"
    assert figure(place("d6", "ready"), "cost") == "0"


def test_the_reasons_hold_the_figures():
    assert (
        "busts with 11 of 93 (11.8 %), after a lone 1 with 0 of 93 and after a lone 2 with 1 of 93"
        in CLAIMS["d1"].reasons
    )
    assert "on 586 and a stay into a hit on 0" in CLAIMS["d3"].reasons
    assert "it earns 21.96 points a round. A limit of 22 earns 22.16" in CLAIMS["r1"].reasons
    assert "wrong on 232" in CLAIMS["r4"].reasons


def test_what_the_words_say_of_each_position_is_so():
    said = {
        ("d1", "twelve"): "hit",
        ("d3", "plain"): "hit",
        ("d3", "plainx"): "stay",
        ("d3", "low"): "hit",
        ("d3", "lowx"): "hit",
        ("d3", "chasedx"): "stay",
        ("d4", "kept"): "hit",
        ("d4", "alone"): "hit",
        ("d5", "high"): "stay",
        ("d6", "sated"): "stay",
        ("d6", "early"): "hit",
        ("d7", "fresh"): "stay",
        ("d7", "poor"): "hit",
        ("d7", "rich"): "stay",
        ("r1", "near"): "hit",
        ("r1", "rich"): "stay",
        ("r2", "plain"): "stay",
        ("r2", "doubled"): "hit",
        ("r2", "chase"): "hit",
        ("r3", "low"): "hit",
        ("r3", "high"): "stay",
        ("v1", "two"): "hit",
        ("v1", "three"): "hit",
        ("v1", "chase"): "hit",
        ("v1", "high"): "stay",
        ("v3", "pair"): "hit",
        ("v4", "plain"): "stay",
        ("v4", "minus"): "hit",
        ("v4", "half"): "hit",
        ("v4", "three"): "hit",
        ("v4", "threeminus"): "hit",
        ("v4", "rich"): "stay",
    }
    assert {key: advice(place(*key)) for key in said} == said
    # The rule of 26 % stays on the first, which hits, and hits on the second, which stays.
    near, rich = busting(place("r1", "near")), busting(place("r1", "rich"))
    assert near[0] / near[1] > 0.26 > rich[0] / rich[1]


def test_stored_a_sample_of_the_lines_with_and_without_x2_and_of_the_one_step_rule():
    numbers = [card(str(n)) for n in range(13)]
    for line in (
        tuple(numbers[n] for n in some) for some in ((7,), (5, 9), (1, 10, 12), (2, 6, 8, 9), (0, 1, 2, 9, 12))
    ):
        plain, doubled = (solve(Position(cards)).advice for cards in (line, (*line, card("x2"))))
        assert (plain, doubled) != ("stay", "hit")
    worst = place("r4", "worst").line
    assert not one_step_hits(worst)
    assert solve(Position(worst)).advice == "hit"
    assert CLAIMS["r1"].stored["best"] == pytest.approx(22.2504034143, abs=1e-4)


@pytest.mark.parametrize("claim", CLAIMS.values(), ids=list(CLAIMS))
def test_no_figure_is_typed_by_hand(claim):
    """What is left of the words without figures names cards, rules and settings only."""
    words = re.sub(r"\{\w+\.\w+\}", "", claim.why)
    cards = {face.code for trial in claim.trials for face in trial.position.line} | {"0", "1", "2", "1s", "2s"}
    allowed = {"d3": {"15", "7"}, "d2": {"7"}, "r1": {"22"}, "d1": {"2s"}, "a10": {"0s"}, "d5": {"7"}, "v1": {"20"}}
    typed = set(re.findall(r"[+\dx]*\d\w*", words)) - cards - allowed.get(claim.key, set())
    assert typed <= {"7"}


def test_the_files_are_in_order_and_a_broken_one_names_every_fault():
    text = (FOLDER / "d1-high-cards.toml").read_text("utf-8")
    broken = (
        text.replace("{twelve.copies}", "{twelve.cards}").replace('"half true"', '"perhaps"').replace("12 11", "12 12")
    )
    with pytest.raises(Flip7Error) as error:
        read_claim("d1", broken)
    said = str(error.value)
    assert "{twelve.cards}" in said
    assert "half true" in said
    assert "Trial both" in said
