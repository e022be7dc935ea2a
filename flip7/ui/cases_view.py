"""How the page "What if …?" looks: a case at a step as HTML and as keys. Nothing here decides anything."""

from __future__ import annotations

from dataclasses import replace
from html import escape

from flip7.lessons.case import Case
from flip7.lessons.library import Library
from flip7.lessons.steps import Step
from flip7.ui.bars import percent
from flip7.ui.cases_state import CasesState, link_to
from flip7.ui.faces import card_html
from flip7.ui.pad import Section, word_key
from flip7.ui.rules_view import CERTAINTY
from flip7.ui.score_view import rule_link, steps_html
from flip7.ui.table_view import table_html


def list_html(library: Library) -> str:
    """All cases, each one tap away."""
    links = "".join(f"<li>{_case_link(case)}</li>" for case in library.cases.values())
    return (
        '<h1 class="f7-title">What if …?</h1><p class="f7-cases-lead">Moments over which tables argue. Choose one and '
        f'see it played out, card by card, with the ruling.</p><ul class="f7-cases">{links}</ul>'
    )


def _case_link(case: Case, before: str = "") -> str:
    return (
        f'<a class="f7-case-link" href="cases?{link_to(case)}" target="_self"><b>{before}{escape(case.title)}</b>'
        f"<span>{escape(case.question)}</span></a>"
    )


def case_html(state: CasesState, case: Case) -> str:
    """The question, what has just happened, the ruling at the end, and the table."""
    step = case.steps[state.step]
    table = table_html(step.table, case.names, new=step.card, at=step.seat, gone=step.gone)
    ruling = ruling_html(case) if state.ended else ""
    return f'{question_html(case)}{step_html(state, step)}{ruling}<div class="f7-case-table">{table}</div>'


def question_html(case: Case) -> str:
    """The case's title, the way back to the list, and what the table asks."""
    return (
        f'<div class="f7-case"><div class="f7-case-head"><h1>{escape(case.title)}</h1>'
        f'<a href="cases" target="_self">All cases</a></div><p class="f7-question">{escape(case.question)}</p></div>'
    )


def step_html(state: CasesState, step: Step) -> str:
    """What has just happened, with its rules."""
    rules = "".join(map(rule_link, step.rules))
    chances = ""
    if step.chances:
        rows = "".join(
            f"<li>{card_html(face, step.table.edition)}<span>another comes next: <b>{percent(chance)}</b></span></li>"
            for face, chance in step.chances
        )
        chances = f'<ul class="f7-waiting" aria-label="Chances of a duplicate">{rows}</ul>'
    # It stays in sight when the table is scrolled; at the end the ruling needs the room.
    stays = "" if state.ended else " f7-step-stays"
    return (
        f'<div class="f7-step{stays}"><p class="f7-says">{escape(step.says)}</p>{chances}'
        f'<p class="f7-step-foot"><span>Step {state.step + 1} of {state.last + 1}</span><span>{rules}</span></p></div>'
    )


def ruling_html(case: Case) -> str:
    """The ruling with its rules, how sure it is, and the sources."""
    rows = "".join(
        f"<li>{rule_link(rule.number)}<span>{escape(rule.title)}<br><small>{escape(rule.source)}</small></span></li>"
        for rule in case.rules
    )
    myth = f'<p class="f7-myth"><b>Not so:</b> {escape(case.myth)}</p>' if case.myth else ""
    return (
        f'<section class="f7-ruling" aria-label="The ruling"><h2>The ruling</h2><p>{escape(case.ruling)}</p>{myth}'
        f'<p class="f7-sure f7-sure-{case.certainty}">{escape(CERTAINTY[case.certainty].capitalize())}.</p>'
        f'<ul class="f7-grounds" aria-label="Rules and sources">{rows}</ul></section>'
    )


def end_html(case: Case, following: Case | None) -> str:
    """Below the last step: the scored hand step by step, where the case is about points, and the next case."""
    hand = ""
    if case.reckoning is not None and case.hand is not None:
        name = escape(case.names[case.hand])
        hand = f'<h2 class="f7-case-hand">What {name} scores</h2>{steps_html(case.reckoning)}'
    last = '<a class="f7-case-link" href="cases" target="_self"><b>That was the last one: all cases</b></a>'
    return hand + (_case_link(following, "Next: ") if following else last)


def spoken_step(state: CasesState, case: Case) -> str:
    """What has just happened, for screen readers; at the end the ruling too."""
    words = f"Step {state.step + 1} of {state.last + 1}. {case.steps[state.step].says}"
    return f"{words} The ruling: {case.ruling}" if state.ended else words


def pad_sections(state: CasesState) -> list[Section]:
    """First, Back, Next, Last."""
    start, end = state.step == 0, state.ended
    keys = (
        word_key("first", "First", label="First step", off=start),
        word_key("back", "Back", label="One step back", off=start),
        replace(word_key("next", "Next", label="Next step", off=end), held=not end),
        word_key("last", "Last", label="Last step, with the ruling", off=end),
    )
    return [Section("row", "Steps", keys)]
