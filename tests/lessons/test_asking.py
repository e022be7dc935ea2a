"""A question whose answers the engine has checked: what is flipped is refused."""

import pytest

from flip7.engine.reading import Reader
from flip7.lessons.asking import read_question

RECORD = {
    "format": 1,
    "edition": "classic",
    "players": ["Ana", "Ben", "Cleo"],
    "choices": ["Ana stay"],
    "start": {"lines": {"Ana": "12 x2 +10"}, "status": {"Ben": "stayed", "Cleo": "stayed"}},
}
# R45: the numbers are doubled first, then the plus card: 2 * 12 + 10 = 34, not 2 * (12 + 10) = 44.
RIGHT = {"text": "34", "right": True, "why": "Double, then add.", "shows": {"scores": {"Ana": 34}}}
WRONG = {"text": "44", "why": "That doubles the 10.", "shows": {"scores": {"Ana": 44}}}


def faults(*answers, **more):
    reader = Reader()
    read_question(reader, {"ask": "What does Ana score?", "answers": [*answers], **more}, RECORD, ["R45"])
    return " ".join(fault.message for fault in reader.faults)


def test_r45_what_the_engine_shows_is_right():
    assert faults(RIGHT, WRONG) == ""


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ((RIGHT | {"right": False}, WRONG), "said to be wrong, but the round shows it"),
        ((RIGHT, WRONG | {"right": True}), "said to be right, but the round does not show it"),
        ((RIGHT | {"shows": {"scores": {"Ana": 44}}}, WRONG), "said to be right, but"),
        ((RIGHT, WRONG | {"shows": {"scores": {"Ana": 34}}}), "said to be wrong, but"),
        ((RIGHT | {"text": "35"}, WRONG), "has 35, which is in nothing that it shows"),
        ((RIGHT, WRONG | {"shows": {}}), "needs what it “shows”"),
        ((RIGHT,), "2 to 4 [[answers]]"),
    ],
)
def test_a_flipped_answer_is_refused(answers, words):
    assert words in faults(*answers)
