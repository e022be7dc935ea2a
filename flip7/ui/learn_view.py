"""How the page "Learn the game" looks: the list of lessons, a lesson at a step, and its end, as HTML and as keys."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Literal

from flip7.cards import CLASSIC, VENGEANCE, Card, Edition
from flip7.hands import SEVEN
from flip7.lessons.courses import Course, Courses
from flip7.lessons.lesson import Lesson, LessonStep
from flip7.ui.asked import answer_keys
from flip7.ui.faces import card_html, count_word
from flip7.ui.learn_state import LearnState, Progress, following, link_to, list_link
from flip7.ui.pad import Section, word_key
from flip7.ui.score_view import rule_link, steps_html
from flip7.ui.sitemap import BY_KEY
from flip7.ui.table_view import table_html

_MORE = {
    CLASSIC: ("practice", "cases", "replay", "claims", "game", "sheet"),
    VENGEANCE: ("practice", "cases", "replay", "claims", "sheet", "how"),
}
_OF_BOTH = ("practice", "cases", "replay", "claims", "sheet", "how", "referee")
_LEAD = {
    CLASSIC: "New to the game? Learn by playing, one rule at a time.",
    VENGEANCE: "The same race to {seven} numbers, but nobody is ever safe. Learn it by playing.",
}

TITLE_HTML = '<h1 class="f7-title">Learn the game</h1>'


def hub_html(courses: Courses, edition: Edition, progress: Progress) -> str:
    """Where to go on, all lessons with what is done, and everything else that teaches. All of one game."""
    done, known = len(progress.done & courses.lessons.keys()), len(courses.lessons)
    count = f"{done} of {known} lessons done." if done else ""
    lead = "You know the game." if done == known else _LEAD[edition].format(seven=count_word(SEVEN))
    starts = "".join(_start_html(course, progress, main=not at) for at, course in enumerate(courses.courses))
    lists = "".join(_course_html(course, progress) for course in courses.courses)
    more = "".join(
        f'<li><a class="f7-case-link" href="{_href(key, edition)}" target="_self">'
        f"<b>{escape(BY_KEY[key].title)}</b><span>{escape(BY_KEY[key].job)}</span></a></li>"
        for key in _MORE[edition]
    )
    return (
        f'<p class="f7-cases-lead">{lead} {count}</p>{starts}{_repeat_html(courses.lessons, progress)}{lists}'
        f'<h2 class="f7-learn-head">More</h2><ul class="f7-cases">{more}</ul>'
    )


def _start_html(course: Course, progress: Progress, *, main: bool) -> str:
    """One tap into the course: its first lesson that is not done. ``main``: the stronger of two such keys."""
    due = following(course, progress)
    if due is None:
        return ""
    begun = "Go on" if progress.done & course.lessons.keys() else "" if course.door else "Start"
    words = ": ".join(filter(None, (course.door, begun, due.title)))
    other = "" if main else " f7-learn-other"
    return f'<a class="f7-learn-start{other}" href="learn?{link_to(due)}" target="_self">{escape(words)}</a>'


def _course_html(course: Course, progress: Progress) -> str:
    rows = "".join(_lesson_row(at, lesson, progress) for at, lesson in enumerate(course.lessons.values(), 1))
    return f'<h2 class="f7-learn-head">{escape(course.title)}</h2><ol class="f7-cases f7-lessons">{rows}</ol>'


def _href(key: str, edition: Edition = CLASSIC) -> str:
    """The link to a page, of this game where the page has both."""
    named = f"?edition={edition.key}" if edition is not CLASSIC and key in _OF_BOTH else ""
    return f"{BY_KEY[key].file.removeprefix('pages/').removesuffix('.py')}{named}"


def _lesson_row(at: int, lesson: Lesson, progress: Progress) -> str:
    done = lesson.key in progress.done
    mark = '<i class="f7-learn-done">done</i>' if done else ""
    return (
        f'<li><a class="f7-case-link{" f7-lesson-done" if done else ""}" href="learn?{link_to(lesson)}" target="_self">'
        f"<b>{at}. {escape(lesson.title)}{mark}</b><span>{escape(lesson.teaches)}</span></a></li>"
    )


def _repeat_html(lessons: Mapping[str, Lesson], progress: Progress) -> str:
    """The questions that were first answered wrong, each with its way back."""
    rows = []
    for key, lesson in lessons.items():
        for at, step in enumerate(lesson.steps):
            if step.question and f"{key}:{at + 1}" in progress.repeat:
                words = f"<b>{escape(step.question.ask)}</b><span>{escape(lesson.title)}, step {at + 1}</span>"
                rows.append(
                    f'<li><a class="f7-case-link" href="learn?{link_to(lesson, at)}" target="_self">{words}</a></li>'
                )
    if not rows:
        return ""
    return f'<h2 class="f7-learn-head">To repeat</h2><ul class="f7-cases">{"".join(rows)}</ul>'


def lesson_html(state: LearnState, lesson: Lesson, here: LessonStep) -> str:
    """The title, the reason of the last answer, what has happened, what it means, and the table."""
    table = table_html(here.table, here.names, new=here.card, at=here.seat, gone=here.gone, due_first=True)
    told = "".join(f"<span>{escape(words)}</span> " for words in here.told)
    happened = f'<p class="f7-happened">{told}</p>' if told else ""
    count = f'<h2 class="f7-learn-head">The points, counted</h2>{steps_html(here.reckoning)}' if here.reckoning else ""
    return (
        f'<div class="f7-case f7-lesson"><div class="f7-case-head"><div><h1>{escape(lesson.title)}</h1>'
        f'<p class="f7-learn-count">Step {state.step + 1} of {len(lesson.steps)}</p></div>{_back_html(state, lesson)}'
        f'<a href="learn?{list_link(lesson.edition)}" target="_self">All lessons</a></div></div>'
        f"{_came_html(state, lesson)}"
        f'<div class="f7-step f7-learn-step">{happened}<p class="f7-says">{escape(here.says)}</p></div>'
        f'{_fan_html(here.fan, lesson.edition)}{count}<div class="f7-case-table">{table}</div>'
    )


def _back_html(state: LearnState, lesson: Lesson) -> str:
    """The way to the step before."""
    if not state.step:
        return ""
    return f'<a href="learn?{link_to(lesson, state.step - 1)}" target="_self">Step back</a>'


def _came_html(state: LearnState, lesson: Lesson) -> str:
    """The reason of the answer by which one came here; a wrong answer since then has a reason of its own."""
    reason = "" if state.tried else _reason(state, lesson)
    return f'<p class="f7-reason f7-reason-right">{escape(reason)}</p>' if reason else ""


def _reason(state: LearnState, lesson: Lesson) -> str:
    before = lesson.steps[state.step - 1].question if state.step else None
    return before.answers[state.came].why if before and state.came is not None else ""


def _fan_html(fan: tuple[tuple[Card, int], ...], edition: Edition) -> str:
    """The copies that are left of each card, laid out like a hand of cards."""
    rows = "".join(
        f'<li><span class="f7-fan-cards" role="img" aria-label="cards that say {escape(face.code, quote=True)}">'
        f"{card_html(face, edition) * left}</span><b>{left} ×</b></li>"
        for face, left in fan
    )
    return f'<ul class="f7-copies" aria-label="Left in the deck">{rows}</ul>' if rows else ""


def ask_html(state: LearnState, here: LessonStep) -> str:
    """The question above its keys, with the reason why the last answer was wrong."""
    if here.question is None:
        return ""
    wrong = here.question.answers[state.tried[-1]] if state.tried else None
    reason = ""
    if wrong:
        reason = f'<p class="f7-reason f7-reason-wrong"><b>Not “{escape(wrong.text)}”.</b> {escape(wrong.why)}</p>'
    return f'{reason}<p class="f7-learn-ask">{escape(here.question.ask)}</p>'


def pad_sections(state: LearnState, here: LessonStep) -> list[Section]:
    """The answers; where nothing is asked, one key to go on; nothing at the end."""
    if state.ended:
        return []
    if here.question is None:
        return [Section("words", "Go on", (word_key(f"{state.step}.on", "Go on"),))]
    keys = answer_keys(here.question, state.tried, f"{state.step}.")
    layout: Literal["row", "words"] = (
        "row" if all(len(answer.text) <= 8 for answer in here.question.answers) else "words"
    )
    return [Section(layout, here.question.ask, keys)]


def spoken(state: LearnState, lesson: Lesson, here: LessonStep) -> str:
    """What a screen reader says after a tap."""
    question = here.question
    if question and state.tried:
        wrong = question.answers[state.tried[-1]]
        return f"Not “{wrong.text}”. {wrong.why} {question.ask}"
    parts = (_reason(state, lesson), f"Step {state.step + 1} of {len(lesson.steps)}.", *here.told, here.says)
    return " ".join(filter(None, (*parts, question.ask if question else "")))


def next_html(after: Lesson) -> str:
    """The way on to the next lesson, where the answers have been."""
    return f'<a class="f7-learn-start" href="learn?{link_to(after)}" target="_self">Next: {escape(after.title)}</a>'


def end_html(course: Course, lesson: Lesson, progress: Progress) -> str:
    """At the end of a lesson its rules; at the end of the last one also what has been learnt, and where to go."""
    rules = "".join(f"<li>{rule_link(rule.number)}<span>{escape(rule.title)}</span></li>" for rule in lesson.rules)
    grounds = (
        '<details class="f7-learn-rules"><summary>The rules of this lesson</summary>'
        f'<ul class="f7-grounds">{rules}</ul></details>'
    )
    if course.after(lesson.key):
        return grounds
    further, words = ("sheet", "Cheat sheet") if course.edition is CLASSIC else ("cases", "Tricky moments")
    known = "".join(f"<li>{escape(one.teaches)}</li>" for one in course.lessons.values() if one.key in progress.done)
    learnt = f'<h2 class="f7-learn-head">What you now know</h2><ul class="f7-known">{known}</ul>' if known else ""
    referee = _href("referee", course.edition)
    return (
        f'{learnt}<a class="f7-learn-start" href="{referee}" target="_self">Play with the referee</a>'
        f'<a class="f7-learn-start f7-learn-other" href="{_href(further, course.edition)}" target="_self">{words}</a>'
        f"{_repeat_html(course.lessons, progress)}{grounds}"
    )
