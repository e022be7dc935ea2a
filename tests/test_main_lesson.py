"""``lesson check``: what it says of files, and its exit status."""

import json
from pathlib import Path

import pytest

from flip7.__main__ import main

LESSONS = Path("flip7/lessons")
CASE = next((LESSONS / "cases").glob("d31-*")).read_text("utf-8")


def checked(capsys, *files):
    status = main(["lesson", "check", *map(str, files), "--json"])
    return status, json.loads(capsys.readouterr().out)["files"]


@pytest.mark.parametrize(
    ("file", "kind"),
    [
        ("cases/d31-*", "an edge case"),
        ("course/08-*", "a lesson"),
        ("claims/d1-*", "a claim"),
        ("game/*", "a worked game"),
    ],
)
def test_each_kind_of_file_is_known_and_holds(capsys, file, kind):
    status, files = checked(capsys, next(LESSONS.glob(file + ".toml")))
    assert status == 0
    assert [(one["kind"], one["holds"], one["faults"]) for one in files] == [(kind, True, [])]


def test_a_wrong_answer_said_to_be_right_is_named_and_exits_1(capsys, tmp_path):
    answers = CASE.split("[[answers]]")
    right = next(at for at, text in enumerate(answers) if "right = true" in text)
    other = 1 if right != 1 else 2
    answers[right] = answers[right].replace("right = true\n", "")
    answers[other] = "\nright = true" + answers[other]
    file = tmp_path / "d31-flipped.toml"
    file.write_text("[[answers]]".join(answers), "utf-8")
    status, files = checked(capsys, file)
    assert (status, files[0]["holds"]) == (1, False)
    told = " ".join(fault["message"] for fault in files[0]["faults"])
    assert "“9” is said to be wrong, but the round shows it." in told
    assert "“0” is said to be right, but the round does not show it: scores of Dev: expected 0, but it is 9" in told


@pytest.mark.parametrize(
    ("text", "says"),
    [("a = 1", "nothing that the tutor knows"), ("= what", "TOML"), ("\x00", "TOML")],
)
def test_a_file_that_is_none_of_these_exits_2(capsys, tmp_path, text, says):
    file = tmp_path / "x.toml"
    file.write_text(text, "utf-8")
    status, files = checked(capsys, file, next(LESSONS.glob("claims/d1-*.toml")))
    assert status == 2
    assert says in files[0]["faults"][0]["message"]
    assert files[1]["holds"] is True


def test_a_file_that_is_not_there_exits_2(capsys, tmp_path):
    status, files = checked(capsys, tmp_path / "none.toml")
    assert status == 2
    assert "none.toml" in files[0]["faults"][0]["message"]
