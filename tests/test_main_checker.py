"""The commands that judge claims, totals and whole rounds, as they are called from a shell."""

import json

import pytest

from flip7.__main__ import main

SHEET = """edition = "classic"
discard = "x2"
[hands]
Ana = "3 5 9 11 +6 x2"
Ben = "8 8"
[status]
Ben = "busted"
[claims]
Ana = 68
Cleo = 146
"""


def answer(capsys, *words):
    status = main([*words, "--json"])
    return status, json.loads(capsys.readouterr().out)


def text(capsys, *words):
    status = main(list(words))
    return status, capsys.readouterr().out


def sheet(tmp_path, content):
    file = tmp_path / "sheet.toml"
    file.write_text(content, encoding="utf-8")
    return str(file)


def test_score_names_the_slip(capsys):
    status, data = answer(capsys, "score", "3 5 9 11 x2 +6", "--claimed", "68")
    assert (status, data["right"]) == (1, False)
    assert data["slips"][0] == {
        "ids": ["doubled-plus"],
        "explanation": "The +6 was doubled too. x2 doubles only the number cards.",
    }
    status, data = answer(capsys, "score", "3 5 9 11 x2 +6", "--claimed", "62")
    assert (status, data["right"], data["slips"]) == (0, True, [])
    assert answer(capsys, "score", "3 5 9 11 x2 +6")[1]["slips"] == []


def test_score_in_words(capsys):
    status, said = text(capsys, "score", "3 11 5 7 10 x2 +10", "--claimed", "92")
    assert status == 1
    assert "92 is wrong: it is 82." in said
    assert "The +10 was doubled too." in said
    assert "One of these slips explains it:\n  Most likely: The +10 was doubled too." in said
    assert "\n  Or perhaps: The 5 was added twice." in said
    assert "One slip explains it:" in text(capsys, "score", "10 12 x2", "--claimed", "22")[1]
    assert "No slip explains it" in text(capsys, "score", "10 12", "--claimed", "500")[1]
    assert "Two slips together explain it:" in text(capsys, "score", "9 4 +2", "--claimed", "9")[1]


def test_score_of_a_negative_claim(capsys):
    status, data = answer(capsys, "score", "1 -10", "--edition", "vengeance", "--claimed", "-9")
    assert (status, data["claimed"], data["slips"][0]["ids"]) == (1, -9, ["below-zero"])


@pytest.mark.parametrize(
    ("words", "possible", "hands"),
    [
        (["171"], True, 1),
        (["172"], False, 0),
        (["146"], False, 0),
        (["89", "--flip7", "no"], False, 0),
        (["36", "--flip7", "yes"], True, 1),
        (["-5", "--edition", "vengeance"], False, 0),
        (["91", "--edition", "vengeance"], True, 1),
    ],
)
def test_total(capsys, words, possible, hands):
    status, data = answer(capsys, "total", *words)
    assert status == 0
    assert (data["possible"], data["hands"], len(data["examples"])) == (possible, hands, hands)
    assert data["reason"]


def test_total_of_a_negative_number_in_brutal_mode(capsys):
    data = answer(capsys, "total", "-5", "--edition", "vengeance", "--brutal")[1]
    assert data["possible"] is True
    assert len(data["examples"]) == 5


def test_total_in_words(capsys):
    assert "6 7 8 9 10 11 12 +2 +4 +6 +8 +10 x2" in text(capsys, "total", "171")[1]
    assert text(capsys, "total", "172") == (0, "A round brings at most 171 points (R46a).\n")


def test_total_that_is_no_number(capsys):
    status, data = answer(capsys, "total", "many")
    assert status == 2
    assert "whole number" in data["error"]["message"]


def test_check_finds_everything_at_once(capsys, tmp_path):
    status, data = answer(capsys, "check", sheet(tmp_path, SHEET))
    assert status == 1
    assert [(p["name"], p["score"], p["claimed"], p["right"]) for p in data["players"]] == [
        ("Ana", 62, 68, False),
        ("Ben", 0, None, None),
        ("Cleo", 146, 146, None),
    ]
    assert data["players"][0]["slips"][0]["ids"] == ["doubled-plus"]
    assert [(p["rule"], p["players"], p["cards"]) for p in data["problems"]] == [
        ("R2", ["Ana"], ["x2"]),
        ("R46a", ["Cleo"], []),
    ]
    assert set(data["problems"][0]) == {"rule", "message", "players", "cards"}


def test_check_in_words(capsys, tmp_path):
    status, said = text(capsys, "check", sheet(tmp_path, SHEET))
    assert status == 1
    assert "Ana: 62" in said
    assert "Cleo: 146 (typed)" in said
    assert "the cards gone (1). (R2)" in said


def test_check_of_a_good_round(capsys, tmp_path):
    status, said = text(
        capsys, "check", sheet(tmp_path, 'edition = "classic"\n[hands]\nAna = "3 8"\n[claims]\nAna = 11')
    )
    assert status == 0
    assert "11 is right." in said
    assert "The table is possible." in said


def test_check_of_a_broken_sheet(capsys, tmp_path):
    status, data = answer(capsys, "check", sheet(tmp_path, 'edition = "classic"\n[hands]\nAna = "3 99"\n'))
    assert status == 2
    assert "hands of Ana" in data["error"]["message"]
    assert answer(capsys, "check", str(tmp_path / "none.toml"))[0] == 2
