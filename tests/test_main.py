"""The command line, as it is called from a shell."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from flip7.__main__ import main

ROOT = Path(__file__).parents[1]


def run(*words):
    return subprocess.run(
        [sys.executable, "-m", "flip7", *words],
        cwd=ROOT, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip


def answer(capsys, *words):
    status = main([*words, "--json"])
    return status, json.loads(capsys.readouterr().out)


def test_score_as_in_the_contract(capsys):
    status, data = answer(capsys, "score", "3 5 9 11 x2 +6", "--claimed", "68")
    assert status == 1
    assert data == {
        "edition": "classic",
        "cards": "3 5 9 11 +6 x2",
        "score": 62,
        "flip7": False,
        "steps": [
            {"rule": "R45", "label": "Number cards: 3 + 5 + 9 + 11 = 28", "points": 28, "running": 28},
            {"rule": "R45", "label": "x2 doubles the number cards: +28", "points": 28, "running": 56},
            {"rule": "R45", "label": "+6", "points": 6, "running": 62},
        ],
        "claimed": 68,
        "right": False,
        # (28 + 6) x 2 = 68, and (28 + 3) x 2 + 6 = 68.
        "slips": [
            {"ids": ["doubled-plus"], "explanation": "The +6 was doubled too. x2 doubles only the number cards."},
            {"ids": ["counted-twice"], "explanation": "The 3 was added twice. Each card counts once."},
        ],
    }


def test_score_of_a_right_claim_and_of_none(capsys):
    assert answer(capsys, "score", "3 5 9 11 x2 +6", "--claimed", "62")[1]["right"] is True
    status, data = answer(capsys, "score", "10 12 x2", "--frozen")
    assert (status, data["score"], data["claimed"], data["right"]) == (0, 44, None, None)


@pytest.mark.parametrize(
    ("words", "points"),
    [
        (["-4 13", "--edition", "vengeance"], 9),
        (["-4,13", "--edition", "vengeance"], 9),
        (["-10", "--edition", "vengeance", "--brutal"], -10),
        (["-10", "--edition", "vengeance", "--house", "brutal=yes"], -10),
        (["0 13 -2", "--edition", "Vengeance", "--brutal", "--house", "brutal_zero=minus"], -2),
        (["13 L13 1 2 3 4 5", "--edition", "vengeance", "--house", "lucky_pair=one"], 41),
        (["8 8 -6", "--edition", "vengeance", "--busted", "--brutal"], -6),
        (["8 8", "--busted"], 0),
        ([""], 0),
        ([], 0),
        (["3", "8"], 11),
        (["-4 13", "--edition", "vengeance", "--claimed", "9"], 9),
    ],
)
def test_scores(capsys, words, points):
    status, data = answer(capsys, "score", *words)
    assert (status, data["score"]) == (0, points)


def test_odds_keys_and_figures(capsys):
    status, data = answer(capsys, "odds", "9 11 12", "--seen", "5*11 6*12")
    assert status == 0
    assert set(data) == {
        "deck_left", "stay", "hit", "advice", "margin", "duplicate_next", "bust_next", "flip7_next",
        "bust", "flip7", "next", "scores", "assumes",
    }  # fmt: skip
    assert (data["deck_left"], data["stay"], data["advice"]) == (94 - 14, 32, "stay")
    assert data["hit"] == pytest.approx(29.9103347709, abs=1e-8)
    assert data["margin"] == pytest.approx(29.9103347709 - 32, abs=1e-8)
    assert data["next"][0] == {"card": "0", "left": 1, "chance": 1 / 80, "then": 32}


def test_odds_options(capsys):
    assert answer(capsys, "odds", "3 8 11", "--alone", "--flips", "3")[1]["hit"] == pytest.approx(
        16.6351381574, abs=1e-8
    )
    data = answer(capsys, "odds", "10", "--deck", "5 10", "--goal", "15")[1]
    assert (data["stay"], data["hit"], data["advice"], data["bust"]) == (0.0, 0.5, "hit", 0.5)
    assert data["scores"] == [{"score": 0, "chance": 0.5}, {"score": 15, "chance": 0.5}]
    assert "goal-this-round" in data["assumes"]
    pile = answer(capsys, "odds", "12", "--deck", "", "--discard", "12 5")[1]
    assert (pile["deck_left"], pile["hit"], pile["next"][0]["then"]) == (0, 8.5, 17)
    assert answer(capsys, "odds", "-4", "--seen", "")[0] == 2


def test_odds_of_vengeance(capsys):
    status, data = answer(capsys, "odds", "12", "--deck", "12 F4", "--edition", "vengeance")
    assert status == 0
    # A 12 busts, a Flip Four is given away and the player stays: 12 / 2.
    assert (data["deck_left"], data["stay"], data["hit"], data["bust"], data["advice"]) == (2, 12.0, 6.0, 0.5, "stay")
    assert [row["then"] for row in data["next"]] == ["bust", "given"]
    assert {"others-active", "given-away"} <= set(data["assumes"])
    zero = answer(capsys, "odds", "0 12", "--deck", "5", "--edition", "vengeance")[1]
    assert (zero["stay"], zero["margin"], zero["advice"]) == (None, None, "hit")
    alone = answer(capsys, "odds", "12", "--deck", "-4 DI", "--alone", "--flips", "2", "--edition", "vengeance")[1]
    # -4 first: the Discard takes it, 12. DI first: it must take the 12, and the -4 joins: 0.
    assert alone["hit"] == 6.0
    brutal = answer(capsys, "odds", "1 -10", "--deck", "1", "--edition", "vengeance", "--brutal")
    assert brutal[0] == 2
    brutal = answer(capsys, "odds", "2 -10", "--deck", "2", "--edition", "vengeance", "--brutal")[1]
    assert (brutal["stay"], brutal["scores"]) == (-8.0, [{"score": -10, "chance": 1.0}])


def test_replay(capsys, tmp_path):
    record = ROOT / "tests" / "records" / "classic" / "r31-the-flipper-assigns.toml"
    status, data = answer(capsys, "replay", str(record))
    assert status == 0
    assert set(data) == {
        "ended", "turn", "asks", "lines", "status", "discard", "deck_left", "scores", "totals", "game", "winner",
        "next_dealer", "events", "error",
    }  # fmt: skip
    text = """format = 1
edition = "classic"
players = ["Ana", "Ben"]
deck = "FR"
choices = ["Ana hit", "Ana FR > Ben"]
start = { lines = { Ana = "9", Ben = "3" } }
expect = { status = { Ben = "%s" } }
"""
    file = tmp_path / "round.toml"
    file.write_text(text % "frozen")
    assert main(["replay", str(file)]) == 0
    file.write_text(text % "stayed")
    assert main(["replay", str(file)]) == 1
    assert "status of Ben: expected 'stayed', but it is 'frozen'." in capsys.readouterr().err
    file.write_text(text.replace("Ana FR", "Ben FR") % "frozen")
    status, data = answer(capsys, "replay", str(file))
    assert (status, data["error"]["rule"]) == (2, "R9")
    assert "Choice 2 (“Ben FR > Ben”)" in data["error"]["message"]


@pytest.mark.parametrize(
    ("words", "rule", "part"),
    [
        (["score", "x2 x2"], "R2", "x2"),
        (["score", "3 fuu"], None, "“fuu” (word 2)"),
        (["score", "3", "--house", "tie"], None, "KEY=VALUE"),
        (["score", "3", "--house", "ties=shared"], None, "tie"),
        (["score", "3", "--house", "tie=never"], "R53", "shared"),
        (["score", "3", "--claimed", "many"], None, "whole number"),
        (["score", "3", "--edition", "poker"], None, "vengeance"),
        (["score", "3", "--colour"], None, "--colour"),
        (["odds", "5 5"], "R20", "second 5"),
        (["odds", "3", "--seen", "3*3"], "R1", "deck has 3"),
        (["odds", "U7"], None, "With a Vengeance"),
        (["odds", "3", "--seen", "5", "--deck", "6"], None, "--deck"),
        (["odds", "3", "--seen", "5", "--discard", "6"], "R48", "discard pile"),
        (["odds", "3", "--flips", "4"], "R28", "Flip Three"),
        (["odds", "3", "--goal", "200"], "R46a", "171"),
        (["odds", "3", "--goal", "99", "--edition", "vengeance"], "V16", "98"),
        (["odds", "3", "--flips", "5", "--edition", "vengeance"], "V32", "Flip Four"),
        (["replay", "no-such-file.toml"], None, "cannot be read"),
        (["guess"], None, "guess"),
        ([], None, "COMMAND"),
    ],
)
def test_wrong_input_is_one_sentence_and_exit_2(capsys, words, rule, part):
    status, data = answer(capsys, *words)
    assert status == 2
    assert set(data) == {"error"}
    assert data["error"]["rule"] == rule
    assert part in data["error"]["message"]
    assert main(words) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert part in printed.err
    assert printed.err.count("\n") == 1


def test_text_for_people():
    scored = run("score", "3 5 9 11 x2 +6", "--claimed", "68")
    assert scored.returncode == 1
    assert "Score: 62" in scored.stdout
    assert "68 is wrong: it is 62." in scored.stdout
    odds = run("odds", "10 11 12")
    assert odds.returncode == 0
    assert "STAY (6.73 points over hitting)" in odds.stdout
    assert "not allowed without a card (R18)" in run("odds", "").stdout


def test_an_estimate_says_by_how_much_it_may_be_off_and_what_is_exact_does_not(capsys, monkeypatch):
    alone = ("odds", "12", "--deck", "1 5 8 9 10 11 12 F4 -4", "--alone", "--edition", "vengeance")
    assert "bound" not in answer(capsys, *alone)[1]
    monkeypatch.setattr("flip7.odds.vengeance.VengeanceAnswer.bound", 0.01)
    assert answer(capsys, *alone)[1]["bound"] == 0.01
    assert main(list(alone)) == 0
    assert "measured to be off by up to 0.0100 points" in capsys.readouterr().out
    assert main([*alone, "--goal", "30"]) == 0
    assert "measured to be off by up to 1.00%" in capsys.readouterr().out


@pytest.mark.parametrize("words", [("odds", "3 8 11"), ("odds", "3 8 11", "--json")])
def test_a_reader_that_has_read_enough_is_no_error(words):
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as closed:
        done = subprocess.run(
            [sys.executable, "-m", "flip7", *words], cwd=ROOT, stdout=closed, stderr=subprocess.PIPE, check=False
        )
    assert (done.returncode, done.stderr) == (0, b"")


def test_no_traceback_for_bytes_that_are_no_text():
    done = subprocess.run(
        [sys.executable, "-m", "flip7", "score", b"\xff\xfe"], cwd=ROOT, capture_output=True, check=False
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert b"not a card of Flip 7" in done.stderr
