"""What the page "Learn the game" holds: which lesson, at which step, what has been answered. No drawing, no session.

A lesson is chosen by an ordinary link that opens the page anew, so that the browser's Back goes from a lesson to the
list. A tap is an answer: ``3.1`` is the second answer at the fourth step, so one that comes late falls on no other
question; ``3.on`` goes on where nothing is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from flip7.errors import quote
from flip7.lessons.lesson import Course, Lesson, LessonStep
from flip7.ui.asked import read_answers, written_answers
from flip7.ui.kept import MAX_KEPT
from flip7.ui.links import other_version
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


@dataclass(frozen=True, slots=True)
class LearnState:
    """A lesson at a step, counted from 0; no lesson is the list.

    ``tried`` are the wrong answers given at this step, the latest last; ``came`` is the answer at the step before.
    ``note`` says what is wrong with the link; ``mark`` is how far the key pad's log has been heard.
    """

    lesson: Lesson | None = None
    step: int = 0
    tried: tuple[int, ...] = ()
    came: int | None = None
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


def read_progress(text: str, course: Course) -> Progress:
    """What the device has kept. What this course does not know is left out."""
    version, *parts = text[:MAX_KEPT].split("|")
    if version != _KEPT_VERSION or len(parts) != 2:
        return Progress()
    known = {
        f"{key}:{at + 1}" for key, one in course.lessons.items() for at, step in enumerate(one.steps) if step.question
    }
    return Progress(frozenset(parts[0].split()) & course.lessons.keys(), frozenset(parts[1].split()) & known)


def link_to(lesson: Lesson, step: int = 0) -> str:
    """The part of a link to this lesson after the question mark."""
    return f"v={LINK_VERSION}&lesson={lesson.key}" + (f"&step={step + 1}" if step else "")


def link_of(state: LearnState) -> str:
    """The state as the part of a link after the question mark; empty for the list."""
    if state.lesson is None:
        return ""
    tried = written_answers(state.tried)
    parts = (
        f"v={LINK_VERSION}&lesson={state.lesson.key}&step={state.step + 1}",
        f"tried={tried}" if tried else "",
        f"came={state.came + 1}" if state.came is not None else "",
        f"tap={state.mark}" if state.mark.log else "",
    )
    return "&".join(filter(None, parts))


def from_link(params: Mapping[str, str], course: Course) -> LearnState:
    """The state in a link, with a note where it cannot be had."""
    if wrong := other_version(params, LINK_VERSION):
        return LearnState(note=wrong)
    asked = params.get("lesson", "")
    lesson = course.lessons.get(asked)
    if lesson is None:
        return LearnState(note=f"There is no lesson {quote(asked)}. Choose one of these." if asked else "")
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
