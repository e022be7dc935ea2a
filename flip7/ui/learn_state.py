"""What the page "Learn the game" holds: which lesson, at which step, what has been answered. No drawing, no session.

A lesson is chosen by an ordinary link that opens the page anew, so that the browser's Back goes from a lesson to the
list. A tap is an answer: ``3.1`` is the second answer at the fourth step, so one that comes late falls on no other
question; ``3.on`` goes on where nothing is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from flip7.cards import CLASSIC, EDITIONS, Edition
from flip7.errors import quote
from flip7.lessons.courses import Course, Courses
from flip7.lessons.lesson import Lesson, LessonStep
from flip7.ui.asked import read_answers, written_answers
from flip7.ui.kept import MAX_KEPT
from flip7.ui.links import other_version, unknown_edition
from flip7.ui.taps import NO_MARK, TapMark, read_mark

LINK_VERSION = "1"
_KEPT_VERSION = "1"


@dataclass(frozen=True, slots=True)
class Progress:
    """What the device keeps: lessons ``done`` by key, and questions to ``repeat`` as ``lesson:step``, steps from 1."""

    done: frozenset[str] = frozenset()
    repeat: frozenset[str] = frozenset()

    def joined(self, other: Progress) -> Progress:
        """Both together."""
        return Progress(self.done | other.done, self.repeat | other.repeat)

    def within(self, courses: Courses) -> Progress:
        """The part of it that is about these courses."""
        known = courses.lessons.keys()
        return Progress(self.done & known, frozenset(one for one in self.repeat if one.partition(":")[0] in known))

    def without(self, other: Progress) -> Progress:
        """What is left of it when the other one is forgotten."""
        return Progress(self.done - other.done, self.repeat - other.repeat)


@dataclass(frozen=True, slots=True)
class LearnState:
    """A lesson at a step, counted from 0; no lesson is the list, of the game that the link has ``named``.

    ``tried`` are the wrong answers given at this step, the latest last; ``came`` is the answer at the step before.
    ``note`` says what is wrong with the link; ``mark`` is how far the key pad's log has been heard.
    """

    lesson: Lesson | None = None
    step: int = 0
    tried: tuple[int, ...] = ()
    came: int | None = None
    named: Edition | None = None
    note: str = ""
    mark: TapMark = NO_MARK

    @property
    def here(self) -> LessonStep | None:
        """The step that is shown."""
        return self.lesson.steps[self.step] if self.lesson else None

    @property
    def ended(self) -> bool:
        """Whether this is the last step of the lesson."""
        return self.lesson is not None and self.step == len(self.lesson.steps) - 1


def apply(state: LearnState, progress: Progress, tap: str) -> tuple[LearnState, Progress]:
    """Both after one tap; a tap that belongs to another step, or says nothing new, changes nothing."""
    at, _, what = tap.partition(".")
    lesson, here = state.lesson, state.here
    if lesson is None or here is None or at != str(state.step):
        return state, progress
    question = here.question
    answer = int(what) if re.fullmatch(r"[0-3]", what) else None
    if question is None:
        return (_on(state, None), _finished(progress, lesson, state.step)) if what == "on" else (state, progress)
    if answer is None or answer >= len(question.answers) or answer in state.tried:
        return state, progress
    name = f"{lesson.key}:{state.step + 1}"
    if not question.may_go_on(answer):
        return replace(state, tried=(*state.tried, answer), note=""), replace(progress, repeat=progress.repeat | {name})
    if not state.tried:
        progress = replace(progress, repeat=progress.repeat - {name})
    return _on(state, answer), _finished(progress, lesson, state.step)


def _on(state: LearnState, answer: int | None) -> LearnState:
    if state.ended:
        return state
    return replace(state, step=state.step + 1, tried=(), came=answer, note="")


def _finished(progress: Progress, lesson: Lesson, step: int) -> Progress:
    """The lesson is done once its last step has been reached."""
    return replace(progress, done=progress.done | {lesson.key}) if step + 2 >= len(lesson.steps) else progress


def apply_all(state: LearnState, progress: Progress, taps: Iterable[str], mark: TapMark) -> tuple[LearnState, Progress]:
    """Both after these taps in order, with the log heard up to ``mark``."""
    for tap in taps:
        state, progress = apply(state, progress, tap)
    return replace(state, mark=mark), progress


def following(course: Course, progress: Progress) -> Lesson | None:
    """The first lesson that is not done yet."""
    return next((lesson for key, lesson in course.lessons.items() if key not in progress.done), None)


def written_progress(progress: Progress) -> str:
    """The progress as the device keeps it; empty where there is none."""
    if progress == Progress():
        return ""
    return f"{_KEPT_VERSION}|{' '.join(sorted(progress.done))}|{' '.join(sorted(progress.repeat))}"


def read_progress(text: str, courses: Courses) -> Progress:
    """What the device has kept. What these courses do not know is left out."""
    version, *parts = text[:MAX_KEPT].split("|")
    if version != _KEPT_VERSION or len(parts) != 2:
        return Progress()
    known = {
        f"{key}:{at + 1}" for key, one in courses.lessons.items() for at, step in enumerate(one.steps) if step.question
    }
    return Progress(frozenset(parts[0].split()) & courses.lessons.keys(), frozenset(parts[1].split()) & known)


def link_to(lesson: Lesson, step: int = 0) -> str:
    """The part of a link to this lesson after the question mark."""
    return f"v={LINK_VERSION}{_named(lesson.edition)}&lesson={lesson.key}" + (f"&step={step + 1}" if step else "")


def list_link(edition: Edition) -> str:
    """The part of a link to the list of a game's lessons after the question mark."""
    return f"v={LINK_VERSION}&edition={edition.key}"


def _named(edition: Edition) -> str:
    return "" if edition is CLASSIC else f"&edition={edition.key}"


def link_of(state: LearnState, edition: Edition = CLASSIC) -> str:
    """The state as the part of a link after the question mark; empty for the list of Flip 7."""
    if state.lesson is None:
        return "" if edition is CLASSIC else list_link(edition)
    tried = written_answers(state.tried)
    parts = (
        f"v={LINK_VERSION}{_named(state.lesson.edition)}&lesson={state.lesson.key}&step={state.step + 1}",
        f"tried={tried}" if tried else "",
        f"came={state.came + 1}" if state.came is not None else "",
        f"tap={state.mark}" if state.mark.log else "",
    )
    return "&".join(filter(None, parts))


def from_link(params: Mapping[str, str], courses: Courses) -> LearnState:
    """The state in a link, with a note where it cannot be had. A lesson's own game is stronger than the one named."""
    if wrong := other_version(params, LINK_VERSION) or unknown_edition(params):
        return LearnState(note=wrong)
    asked, named = params.get("lesson", ""), EDITIONS.get(params.get("edition", ""))
    lesson = courses.lessons.get(asked)
    if lesson is None:
        note = f"There is no lesson {quote(asked)}. Choose one of these." if asked else ""
        return LearnState(named=named, note=note)
    state = LearnState(lesson, mark=read_mark(params.get("tap", "")))
    text = params.get("step", "1")
    number = int(text) if re.fullmatch(r"[0-9]{1,3}", text) else 0
    if not 1 <= number <= len(lesson.steps):
        return replace(
            state, note=f"The link names step {quote(text)}; this lesson has steps 1 to {len(lesson.steps)}."
        )
    here, before = lesson.steps[number - 1].question, lesson.steps[number - 2].question if number > 1 else None
    tried = read_answers(here, params.get("tried", ""), going_on=False) if here else ()
    came = read_answers(before, params.get("came", ""), going_on=True) if before else ()
    return replace(state, step=number - 1, tried=tried, came=came[0] if came else None)
