"""The courses: every lesson is played by the engine and holds what it says."""

import copy
import json
import re
import tomllib
from itertools import pairwise

import pytest

from flip7.cards import CLASSIC, VENGEANCE
from flip7.errors import Flip7Error
from flip7.lessons.courses import FOLDER, courses, read_course
from flip7.lessons.lesson import MOST_STEPS, read_lesson
from flip7.lessons.second_person import second_person

FILES = sorted(FOLDER.rglob("*.toml"))
RAW = {path.relative_to(FOLDER).with_suffix("").as_posix(): tomllib.loads(path.read_text("utf-8")) for path in FILES}
WORDS = "zero one two three four five six seven eight nine ten eleven twelve thirteen".split()


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
    ("different/01-nobody-is-safe", 3): "When the round is over",  # V7
    ("different/02-new-deck", 2): "Nothing",  # V4, V9
    ("different/03-giving-minus-cards", 4): "To me",  # V23
    ("different/05-unlucky-and-lucky", 2): "No, never",  # V19
    ("different/06-moving-cards", 3): "Two cards of one player",  # V29
    ("different/07-one-more-and-four", 2): "That player must stay",  # V27
    ("different/07-one-more-and-four", 5): "One after the other, as they were turned",  # V34
    ("different/08-brutal-mode", 2): "Yes, and it would have cost points",  # V39
    ("vengeance/02-no-shelter", 3): "Ben would have busted",  # V9, V28
    ("vengeance/07-lucky-13", 2): "Three",  # V22: a 2 and both 13s
    ("vengeance/08-swap-and-discard", 3): "It is discarded without effect",  # V31
    ("vengeance/10-flip-four", 4): "Ben, and then used the Discard",  # V34
    ("vengeance/11-round-and-game", 2): "Cleo has more points",  # V13
    ("vengeance/11-round-and-game", 3): "They go to the discard pile",  # V12, as R47
    ("vengeance/12-at-the-table", 3): "They are turned face down and stay there",  # V9
    ("13-set-up", 6): "Yes, to anybody still in",  # R12
}


def test_the_thirteen_lessons_of_the_course_in_order():
    assert courses().faults == ()
    (course,) = courses().of(CLASSIC).courses
    assert [*course.lessons] == [
        "first-minute", "deck", "hit-and-stay", "bust", "scoring", "modifiers", "flip-7", "freeze", "flip-three",
        "second-chance", "end-of-a-round", "end-of-the-game", "set-up",
    ]  # fmt: skip
    assert course.after("first-minute").key == "deck"
    assert course.after("set-up") is None


def test_two_courses_for_with_a_vengeance():
    different, scratch = courses().of(VENGEANCE).courses
    assert [*different.lessons] == [
        "nobody-is-safe", "new-deck", "giving-minus-cards", "the-zero", "unlucky-and-lucky", "moving-cards",
        "one-more-and-four", "brutal-mode",
    ]  # fmt: skip
    assert [*scratch.lessons] == [
        "first-cards", "no-shelter", "minus-cards", "seven-numbers", "zero", "unlucky-7", "lucky-13",
        "swap-and-discard", "just-one-more", "flip-four", "round-and-game", "at-the-table",
    ]  # fmt: skip
    assert different.after("brutal-mode") is None
    assert courses().holding("zero") is scratch
    # Whoever knows neither game is told nothing about the other one.
    assert "In Flip 7" not in json.dumps([RAW[name] for name in RAW if name.startswith("vengeance/")])


def test_no_two_courses_share_the_name_of_a_lesson_and_each_plays_its_own_game():
    assert len(courses().lessons) == sum(len(course.lessons) for course in courses().courses) == len(FILES)
    for course in courses().courses:
        assert {lesson.edition for lesson in course.lessons.values()} == {course.edition}


def test_a_course_of_with_a_vengeance_shows_all_that_a_player_meets():
    """Every rule but those about numbers of players, examples worked out, and what hardly ever happens."""
    shown = {rule.number for lesson in courses().of(VENGEANCE).lessons.values() for rule in lesson.rules}
    never = {"V10", "V15", "V16", "V20", "V35", "V37"}
    assert {f"V{n}" for n in range(1, 42)} - shown == never


def test_a_broken_lesson_does_not_take_the_others_with_it(tmp_path):
    (tmp_path / "01-good.toml").write_text(FILES[0].read_text("utf-8"), "utf-8")
    (tmp_path / "02-broken.toml").write_text("title = ", "utf-8")
    read = read_course(tmp_path, CLASSIC, "A course")
    assert [*read.lessons] == ["good"]
    assert [words.partition(":")[0] for words in read.faults] == ["02-broken.toml"]


@pytest.mark.parametrize("lesson", courses().lessons.values(), ids=lambda lesson: lesson.key)
def test_at_most_ten_steps_and_no_two_without_a_choice(lesson):
    asks = [step.question is not None for step in lesson.steps]
    assert 2 <= len(asks) <= MOST_STEPS == 10
    assert not any(not one and not two for one, two in pairwise(asks))


def test_the_first_minute_is_the_one_of_the_design():
    steps = courses().lessons["first-minute"].steps
    hands = [" ".join(map(str, step.table.lines[0])) for step in steps]
    assert hands == ["12", "12 5", "12 5", "12 5", "12 5 12", "1 2", "1 2 9", "1 2 9", "1 2 9"]
    assert [step.table.status[0] for step in steps][4] == "busted"
    assert [answer.text for answer in steps[2].question.answers if answer.right] == ["11"]
    assert [(str(face), left) for face, left in steps[3].fan] == [("12", 11)]
    # 1 + 2 + 9
    assert steps[-1].reckoning.points == 12
    # Every step but the last asks, so nobody is shown a key that only says Next.
    assert all(step.question for step in steps[:-1])


@pytest.mark.parametrize("lesson", courses().lessons.values(), ids=lambda lesson: lesson.key)
def test_the_engine_speaks_to_the_learner_as_you(lesson):
    told = " ".join(words for step in lesson.steps for words in step.told)
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
    """ "Twelve 12s": a number card n is there n times, a 0 once; but two 13s or 7s are a pair that somebody holds."""
    text = json.dumps(RAW[name], ensure_ascii=False).replace("two 13s", "").replace("two 7s", "")
    for word, card in re.findall(r"\b(one|two|three|five|six|seven|eleven|twelve|thirteen) (\d+)s\b", text):
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
        ("Another 7: You busts and is out of this round.", "Another 7: you bust and are out of this round."),
        ("Unlucky 7 sweeps away 4 and minus 8 of You.", "Unlucky 7 sweeps away your 4 and minus 8."),
        ("Ben says: “I swap the 12 of You with the 9 of Ben.”", "Ben says: “I swap your 12 with the 9 of Ben.”"),
        ("You says: “I discard The Zero of You.”", "You say: “I discard my Zero.”"),
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
