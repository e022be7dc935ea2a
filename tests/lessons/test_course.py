"""The course: every lesson is played by the engine and holds what it says."""

import copy
import json
import re
import tomllib
from itertools import pairwise

import pytest

from flip7.errors import Flip7Error
from flip7.lessons.lesson import FOLDER, MOST_STEPS, read_course, read_lesson
from flip7.lessons.second_person import second_person

FILES = sorted(FOLDER.glob("*.toml"))
RAW = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in FILES}
WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split()


def toml(value):
    """A table as TOML, which the standard library only reads."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def read(raw):
    return read_lesson("x", "\n".join(f"{key} = {toml(value)}" for key, value in raw.items()))


def questions(*, shown):
    """Questions with one right answer: those that a table shows, or those that rest on rules alone."""
    return [
        (name, at)
        for name, raw in RAW.items()
        for at, step in enumerate(raw["steps"])
        if "answers" in step and not step.get("open")
        if all(answer.get("shows") for answer in step["answers"]) is shown
    ]


# What no table shows is held against the ledger here: rule, and the answer that follows from it.
BY_RULE = {
    ("02-deck", 2): "You, with the 12",  # R1: eleven 12s are left, and two 3s
    ("02-deck", 4): "No, never",  # R20
    ("03-hit-and-stay", 3): "No, I must hit",  # R18
    ("04-bust", 1): "An 8",  # R20: 3, 8 and 11 lie there
    ("04-bust", 3): "I keep them",  # R21 speaks of the round score
    ("05-scoring", 2): "No points, but one more number",  # R41, R45
    ("06-modifiers", 4): "Nothing",  # R46
    ("09-flip-three", 5): "It stops at once",  # R29
    ("09-flip-three", 7): "A Second Chance",  # R30; a Freeze and a Flip Three wait, R31
    ("10-second-chance", 3): "No, it is used at once",  # R37
    ("10-second-chance", 5): "No, only a repeated number",  # R26: a Second Chance does not stop a Freeze
    ("10-second-chance", 7): "No, and it is worth nothing",  # R40
    ("11-end-of-a-round", 3): "No, not yet",  # R47
    ("12-end-of-the-game", 3): "Yes",  # R51
    ("13-set-up", 1): "Anybody",  # R6
    ("13-set-up", 3): "They say so, and their cards stay",  # R22
    ("13-set-up", 6): "Yes, to anybody still in",  # R12
}


def test_the_thirteen_lessons_of_the_course_in_order():
    course = read_course()
    assert course.faults == ()
    assert [*course.lessons] == [
        "first-minute", "deck", "hit-and-stay", "bust", "scoring", "modifiers", "flip-7", "freeze", "flip-three",
        "second-chance", "end-of-a-round", "end-of-the-game", "set-up",
    ]  # fmt: skip
    assert course.after("first-minute").key == "deck"
    assert course.after("set-up") is None


@pytest.mark.parametrize("lesson", read_course().lessons.values(), ids=lambda lesson: lesson.key)
def test_at_most_ten_steps_and_no_two_without_a_choice(lesson):
    asks = [step.question is not None for step in lesson.steps]
    assert 2 <= len(asks) <= MOST_STEPS == 10
    assert not any(not one and not two for one, two in pairwise(asks))


def test_the_first_minute_is_the_one_of_the_design():
    steps = read_course().lessons["first-minute"].steps
    hands = [" ".join(map(str, step.table.lines[0])) for step in steps]
    assert hands == ["12", "12 5", "12 5", "12 5", "12 5 12", "1 2", "1 2 9", "1 2 9", "1 2 9"]
    assert [step.table.status[0] for step in steps][4] == "busted"
    assert [answer.text for answer in steps[2].question.answers if answer.right] == ["11"]
    assert [(str(face), left) for face, left in steps[3].fan] == [("12", 11)]
    # 1 + 2 + 9
    assert steps[-1].reckoning.points == 12
    # Every step but the last asks, so nobody is shown a key that only says Next.
    assert all(step.question for step in steps[:-1])


@pytest.mark.parametrize("name", RAW)
def test_the_engine_speaks_to_the_learner_as_you(name):
    told = " ".join(words for step in read(RAW[name]).steps for words in step.told)
    assert not re.search(r"\b[Yy]ou (?:\w+s|is|has)\b|\bof You\b|\w You\b", told)


def test_answers_that_rest_on_rules_are_those_of_the_ledger():
    right = {
        (name, at + 1): next(one["text"] for one in RAW[name]["steps"][at]["answers"] if one.get("right"))
        for name, at in questions(shown=False)
    }
    assert right == BY_RULE


@pytest.mark.parametrize(("name", "at"), questions(shown=True))
def test_another_right_answer_is_refused(name, at):
    raw = copy.deepcopy(RAW[name])
    answers = raw["steps"][at]["answers"]
    right = next(i for i, answer in enumerate(answers) if answer.get("right"))
    other = (right + 1) % len(answers)
    del answers[right]["right"]
    answers[other]["right"] = True
    with pytest.raises(Flip7Error, match=f"Step {at + 1}: The answer .* is said to be"):
        read(raw)


@pytest.mark.parametrize("name", RAW)
def test_what_a_table_must_show_is_held_against_the_engine(name):
    raw = copy.deepcopy(RAW[name])
    raw["steps"][-1]["shows"] = {"lines": {"You": "0 1 2 3"}}
    with pytest.raises(Flip7Error, match="does not show what it should"):
        read(raw)


def test_two_cards_swapped_change_what_is_said_and_are_refused():
    raw = copy.deepcopy(RAW["01-first-minute"])
    raw["steps"][1]["deck"] = "9 5"
    with pytest.raises(Flip7Error, match="Step 2"):
        read(raw)
    for step in raw["steps"][:2]:
        step.pop("shows", None)
    raw["steps"] = [raw["steps"][0], {"says": "x", "deck": "9 5", "choices": ["You hit", "Ben hit", "Cleo stay"]}]
    for answer in raw["steps"][0]["answers"]:
        answer["shows"] = {"lines": {"You": "12 9"}} if answer["text"] == "Hit" else answer["shows"]
    assert read(raw).steps[1].told[1] == "You turn a 9."


@pytest.mark.parametrize("name", RAW)
def test_copies_in_words_are_those_of_r1(name):
    """ "Twelve 12s": a number card n is there n times, a 0 once."""
    text = json.dumps(RAW[name], ensure_ascii=False)
    for word, card in re.findall(r"\b(one|two|three|five|seven|eleven|twelve) (\d+)s?\b(?! points)", text):
        assert WORDS.index(word) == max(1, int(card)), f"{word} {card}"


def test_a_number_that_nothing_checks_is_refused():
    raw = copy.deepcopy(RAW["01-first-minute"])
    raw["steps"][0]["says"] = "You have 99 points."
    with pytest.raises(Flip7Error, match=r"“99” in “You have 99 points\.” is checked by nothing"):
        read(raw)


def test_what_is_wrong_with_a_lesson_is_said():
    raw = copy.deepcopy(RAW["01-first-minute"])
    two = {"says": "x"}
    for change, words in (
        ({"steps": [*raw["steps"][:1], two, two]}, "Steps 2 and 3 pass without a choice."),
        ({"steps": raw["steps"][:1] + raw["steps"][5:6] * 10}, "A lesson has 1 to 10"),
        ({"steps": raw["steps"][:8]}, "The last step must ask nothing"),
        ({"rules": ["R999"]}, "“rules” must list at least one rule"),
        ({"teaches": " "}, "“teaches” must say something."),
        ({"colour": "red"}, "“colour” is not a key of a lesson."),
        ({"steps": [two]}, "The first step needs a"),
    ):
        with pytest.raises(Flip7Error) as caught:
            read({**raw, **change})
        assert words in str(caught.value)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("You turns a 5.", "You turn a 5."),
        ("Card two of three: You turns another 8 and busts: out of this round.",
         "Card two of three: you turn another 8 and bust: out of this round."),
        ("The cards of You are turned.", "Your cards are turned."),
        ("Ben says: “Freeze for You.”", "Ben says: “Freeze for you.”"),
        ("Flip 7! You has seven numbers.", "Flip 7! You have seven numbers."),
        ("Ben turns a 5.", "Ben turns a 5."),
    ],
)  # fmt: skip
def test_second_person(words, said):
    assert second_person(words) == said
