"""How the page "Practice" looks: a round, the coach's review, a drill, and the running figures, as HTML."""

from __future__ import annotations

from datetime import date
from html import escape

from flip7.checker.words import signs
from flip7.practice.coach import Graded, Review
from flip7.practice.daily import number_of
from flip7.practice.drills import TITLES
from flip7.practice.figures import Figures
from flip7.practice.lesson import Lesson
from flip7.practice.rounds import Round
from flip7.practice.schedule import Progress
from flip7.practice.temperaments import TEMPERAMENTS
from flip7.ui.faces import line_html
from flip7.ui.hit_view import points
from flip7.ui.practice_state import Drilled, PracticeState
from flip7.ui.practice_words import (
    advised,
    ask,
    choice_of,
    counted,
    ended,
    luck,
    luck_of,
    said,
    skill_of,
    told,
    verdict,
    weak,
    worth,
)
from flip7.ui.referee_words import Told
from flip7.ui.score_view import rule_link
from flip7.ui.table_view import table_html

_OPEN = 2
"""Sentences of what has happened that are seen at once."""
_OPTIONS = 6
"""Options of which the coach says the worth."""
WAIT_HTML = '<p class="f7-found" role="status">The coach looks at your choices …</p>'


def title_html(state: PracticeState) -> str:
    """The title; while something is being played it takes no room."""
    busy = state.played is not None or (state.part == "drills" and state.drill is not None)
    return f'<h1 class="{"f7-hidden" if busy else "f7-title"}">Practice</h1>'


def setup_html(state: PracticeState) -> str:
    """Before a round: what it is, and how the chosen rivals play."""
    rows = "".join(
        f"<li><b>{escape(one.name)}</b><span>{escape(one.does)}</span></li>"
        for one in TEMPERAMENTS.values()
        if one.key in state.rivals
    )
    return (
        '<p class="f7-cases-lead">Play one round against the computer. Afterwards the coach says what each of your '
        f'choices cost.</p><h2 class="f7-learn-head">Your rivals</h2><ul class="f7-rivals">{rows}</ul>'
        '<p class="f7-cases-lead">The coach also looks at a round that you have as a file, as text or from the '
        'referee: <a href="replay" target="_self">open it as a replay</a>.</p>'
    )


def daily_html(day: date) -> str:
    """Before the deal of the day."""
    return (
        f'<h2 class="f7-learn-head">Deal {number_of(day)}, {day.isoformat()}</h2><p class="f7-cases-lead">Everybody '
        "gets the same cards and the same three rivals on this day. The day changes at midnight UTC. Afterwards you "
        "can share how well you chose, without a word of what came.</p>"
    )


def news_html(now: Round) -> str:
    """How the round ended, or the last things that have happened since the learner's choice."""
    over = f'<p class="f7-practice-end" role="status">{escape(ended(now))}</p>' if now.over else ""
    rows = [_move_html(one) for one in told(now)]
    last = f'<ul class="f7-moves" aria-label="What has just happened">{"".join(rows[-_OPEN:])}</ul>' if rows else ""
    return f"{over}{last}"


def lying_html(now: Round) -> str:
    """The table, and what had happened before the news."""
    table = table_html(now.table, now.table.names, at=now.setup.seat if now.due else None)
    rows = [_move_html(one) for one in told(now)]
    before = ""
    if rows[:-_OPEN]:
        before = (
            f'<details class="f7-learn-rules"><summary>Before that: {len(rows) - _OPEN} more</summary>'
            f'<ul class="f7-moves">{"".join(rows[:-_OPEN])}</ul></details>'
        )
    return f'<div class="f7-case-table f7-practice-table">{table}</div>{before}'


def _move_html(one: Told) -> str:
    words, rules = one
    return f'<li><span>{escape(words)}</span> <span class="f7-moves-rules">{"".join(map(rule_link, rules))}</span></li>'


def ask_html(now: Round, state: PracticeState, advice: Graded | None) -> str:
    """The question above its keys, with the advice where it was asked for."""
    if now.due is None:
        return ""
    words = "Swap it with which card?" if state.pick else ask(now)
    coach = f'<p class="f7-coach" role="status">The coach: {escape(advised(advice))}</p>' if advice else ""
    return f'{coach}<p class="f7-learn-ask">{escape(words)}</p>'


def advice_html(graded: Graded) -> str:
    """What the coach's advice rests on: the worth of each option."""
    if not graded.worths:
        return ""
    rows = "".join(
        f"<tr><td>{escape(said(graded.table, choice))}</td><td>{signs(points(value))}</td></tr>"
        for choice, value in graded.worths[:_OPTIONS]
    )
    more = len(graded.worths) - _OPTIONS
    left = f"<p>And {more} more, worth no more.</p>" if more > 0 else ""
    head = f'<tr><th scope="col">choice</th><th scope="col">{worth(graded)}</th></tr>'
    return (
        '<section class="f7-advice" aria-label="What the advice rests on">'
        f'<table class="f7-table"><thead>{head}</thead><tbody>{rows}</tbody></table>{left}'
        f"<p>{escape(graded.phrase)}</p></section>"
    )


def review_html(review: Review) -> str:
    """The coach after the round: the one lesson, every decision, and what the cards gave."""
    rows = "".join(
        f'<li class="f7-grade f7-grade-{_grade(one)}"><b>{escape(choice_of(one))}</b>'
        f"<span>{escape(verdict(one))}</span></li>"
        for one in review.graded
    )
    lost = f" Given away in all: {points(review.lost)} points." if review.lost >= 0.05 else ""
    phrases = "".join(f"<p>{escape(one)}</p>" for one in dict.fromkeys(one.phrase for one in review.graded))
    luck_words = f'<p class="f7-luck">{escape(luck(review))}</p>' if luck(review) else ""
    return (
        f'<section class="f7-review" aria-label="The coach"><h2 class="f7-learn-head">The coach</h2>'
        f'<p class="f7-cases-lead">{counted(review)}{lost}</p>{_lesson_html(review.lesson)}'
        f'<ol class="f7-grades">{rows}</ol>{luck_words}<details class="f7-learn-rules">'
        f"<summary>How this is reckoned</summary>{phrases}"
        "<p>Luck is what each card that you hit for gave beyond the average of all that could have come.</p></details>"
        "</section>"
    )


def _grade(graded: Graded) -> str:
    return "open" if graded.cost is None else "best" if graded.right else "lost"


def _lesson_html(lesson: Lesson) -> str:
    page, word = ("cases", "The case behind it") if lesson.where == "case" else ("claims", "The numbers behind it")
    return (
        f'<div class="f7-lesson-box"><p class="f7-says">{escape(lesson.says)}</p>'
        f'<a href="{page}?v=1&{lesson.where}={escape(lesson.key, quote=True)}" target="_self">{word}</a></div>'
    )


def drill_start_html(progress: Progress) -> str:
    """Before the first drill."""
    known = len(progress.seen)
    lead = "Short questions out of real rounds. What you miss comes back sooner, and they get harder as you get better."
    count = f" You have met {known} topic{'' if known == 1 else 's'}." if known else ""
    return f'<p class="f7-cases-lead">{lead}{count}</p>'


def drill_html(drill: Drilled) -> str:
    """The situation of a drill: a table, or the cards of one hand."""
    made = drill.item
    if made.table is not None:
        lies = table_html(made.table, made.table.names, at=made.seat)
        situation = f'<div class="f7-case-table f7-practice-table">{lies}</div>'
    else:
        situation = f'<div class="f7-practice-hand">{line_html(made.cards, made.edition)}</div>'
    again = " · once more" if drill.again else ""
    return (
        f'<div class="f7-case-head f7-drill-head"><h2 class="f7-learn-head">{escape(TITLES[made.kind])}</h2>'
        f'<span class="f7-learn-count">Level {made.level}{again}</span></div>{situation}'
    )


def drill_foot_html(drill: Drilled) -> str:
    """The question; after the answer the verdict with its reason and cost."""
    made = drill.item
    question = f'<p class="f7-learn-ask f7-drill-ask">{escape(made.ask)}</p>'
    if drill.said is None:
        return question
    answer = made.answers[drill.said]
    if answer.right:
        return (
            f'<p class="f7-reason f7-reason-right" role="status"><b>Right: {_ended(answer.text)}</b> '
            f"{escape(signs(answer.why))}</p>"
        )
    right = made.right
    cost = f"{points(answer.cost)} points off." if made.kind == "score" and answer.cost else ""
    why = answer.why if answer.why != right.why else ""
    also = f'<b class="f7-right">Right: {_ended(right.text)}</b> {escape(signs(right.why))}'
    parts = (cost, escape(signs(why)), also if len(made.answers) > 2 else "")
    words = " ".join(filter(None, parts))
    return (
        f'<p class="f7-reason f7-reason-wrong" role="status"><b>Not “{escape(answer.text.rstrip("."))}”.</b> '
        f"{words}</p>"
    )


def _ended(words: str) -> str:
    """An answer as a sentence."""
    return escape(words.rstrip(".")) + "."


def drill_rules_html(drill: Drilled) -> str:
    """What the answer rests on, once it is given."""
    if drill.said is None or not drill.item.rules:
        return ""
    return f'<p class="f7-drill-rules">Rules: {"".join(map(rule_link, drill.item.rules))}</p>'


def figures_html(figures: Figures, progress: Progress) -> str:
    """The running figures, each with what it means, and what to drill."""
    lost = "–" if figures.lost_each is None else f"{figures.lost_each:.2f}"
    best = "–" if figures.accuracy is None else f"{100 * figures.accuracy:.0f} %"
    gave = f"{figures.luck / figures.rounds:+.1f}".replace("-", "−") if figures.rounds else "–"
    tiles = "".join(
        f"<div><dt>{name}</dt><dd>{value}</dd></div>"
        for name, value in (
            ("Rounds", str(figures.rounds)),
            ("Best choices", best),
            ("Points lost a choice", lost),
            ("Luck a round", gave),
        )
    )
    topics = weak(progress)
    rows = "".join(f"<li>{escape(one)}</li>" for one in topics[:8])
    again = f'<ul class="f7-known">{rows}</ul>' if rows else "<p>Nothing that you have missed is open.</p>"
    levels = " · ".join(f"{escape(TITLES[kind])} {progress.level(kind)}" for kind in TITLES if kind in progress.levels)
    drilled = f'<p class="f7-cases-lead">Levels, 1 to 5: {levels}</p>' if levels else ""
    return (
        f'<dl class="f7-running">{tiles}</dl><p class="f7-cases-lead">{skill_of(figures)}</p>'
        f'<p class="f7-cases-lead">{luck_of(figures)}</p><h2 class="f7-learn-head">To repeat in the drills</h2>{again}'
        f"{drilled}"
    )
