"""How the page "What if …?" looks: the list, and a case at a step, as HTML and as keys. It decides nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape

from flip7.cards import CLASSIC, EDITIONS, Edition
from flip7.lessons.case import WHERE, Case
from flip7.lessons.steps import Step
from flip7.ui.asked import answer_keys
from flip7.ui.bars import percent
from flip7.ui.cases_state import CasesState, link_to, list_link
from flip7.ui.faces import card_html
from flip7.ui.pad import Key, Section, word_key
from flip7.ui.rules_view import CERTAINTY
from flip7.ui.score_view import rule_link, steps_html
from flip7.ui.table_view import table_html

_WHERE = {
    "second-chance": "I have a Second Chance",
    "flip-three": "In a Flip Three",
    "freeze": "A Freeze",
    "stayed": "I have stayed",
    "modifier": "A modifier lies on me",
    "zero": "The Zero",
    "unlucky-7": "Unlucky 7",
    "lucky-13": "Lucky 13",
    "moves": "Steal, Swap or Discard",
    "just-one-more": "Just One More",
    "flip-four": "In a Flip Four",
    "flip-7": "Flip 7",
    "bust": "A bust",
    "deal": "At the deal",
    "alone": "I am alone",
    "deck-ran-out": "The deck ran out",
    "end-of-game": "The end of the game",
    "scoring": "Scoring",
    "table": "Players and seats",
    "brutal": "Brutal Mode",
}

TITLE_HTML = (
    '<h1 class="f7-title">What if …?</h1><p class="f7-cases-lead">Moments over which tables argue. Choose one, say '
    "what happens, and see it played out, card by card, with the ruling.</p>"
)


def filters_html(state: CasesState, edition: Edition) -> str:
    """The filters of a game as links: the chosen one is the first, and a tap on it takes it away."""
    chips = []
    for word in sorted(WHERE[edition], key=lambda word: word != state.where):
        on = word == state.where
        current = ' aria-current="true"' if on else ""
        link = escape(list_link(edition, "" if on else word, state.query), quote=True)
        chips.append(f'<li><a href="cases?{link}" target="_self"{current}>{escape(_WHERE[word])}</a></li>')
    return f'<ul class="f7-case-filters" aria-label="Only where">{"".join(chips)}</ul>'


def rulings_html(edition: Edition) -> str:
    """Where to go with a quarrel that is not about the sum."""
    links = "".join(
        f'<a href="cases?{escape(list_link(edition, word), quote=True)}" target="_self">{escape(_WHERE[word])}</a>'
        for word in WHERE[edition]
        if word != "scoring"
    )
    return (
        '<section class="f7-no-print"><h2 class="f7-h2">Not about the sum?</h2><p>Pick what happened: the ruling, the '
        f'rule, and a round that shows it.</p><p class="f7-situations">{links}</p></section>'
    )


def list_html(
    found: Sequence[Case], state: CasesState, edition: Edition, *, better: str = "", elsewhere: int = 0
) -> str:
    """The cases found, each one tap away. ``better`` is the query that found them in place of the one typed.

    ``elsewhere``: how many cases the query would find in the other game, where it finds none in this one.
    """
    count = ""
    if state.query or state.where:
        count = f"{len(found)} case{'' if len(found) == 1 else 's'}"
        count += f" for “{better or state.query}”" if state.query else ""
        count += f", {_WHERE[state.where]}." if state.where else "."
        hint = "" if found else _nothing(state, edition, elsewhere)
        count = f'<p class="f7-found" role="status">{escape(count)}{hint}</p>'
    links = "".join(f"<li>{_case_link(case)}</li>" for case in found)
    return f'{count}<ul class="f7-cases">{links}</ul>'


def _nothing(state: CasesState, edition: Edition, elsewhere: int) -> str:
    """Where to look when nothing is found."""
    if elsewhere:
        other = next(each for each in EDITIONS.values() if each is not edition)
        link = escape(list_link(other, query=state.query), quote=True)
        count = f"{elsewhere} case{'' if elsewhere == 1 else 's'}"
        return f' <a href="cases?{link}" target="_self">{escape(other.title)} has {count}</a>'
    example = "SC, or a rule such as R36" if edition is CLASSIC else "ST, or a rule such as V28"
    return (
        f' Try one word less, a card such as {example}; or look through <a href="cases?{list_link(edition)}" '
        f'target="_self">all cases</a>, or <a href="how_it_works?edition={edition.key}" target="_self">the rules</a>.'
    )


def _case_link(case: Case, before: str = "") -> str:
    return (
        f'<a class="f7-case-link" href="cases?{link_to(case)}" target="_self"><b>{before}{escape(case.title)}</b>'
        f"<span>{escape(case.question)}</span></a>"
    )


def case_html(state: CasesState, case: Case) -> str:
    """The question, what has just happened, the ruling at the end, and the table. ``case`` is what is played now."""
    step = case.steps[state.step]
    table = table_html(step.table, case.names, new=step.card, at=step.seat, gone=step.gone)
    ruling = ruling_html(case, other=state.other) if state.ended else ""
    return (
        f"{question_html(case)}{_house_html(state, case)}{_right_html(state, case)}{step_html(state, step)}{ruling}"
        f'<div class="f7-case-table">{table}</div>'
    )


def question_html(case: Case) -> str:
    """The case's title, the way back to the list, and what the table asks."""
    return (
        f'<div class="f7-case"><div class="f7-case-head"><h1>{escape(case.title)}</h1>'
        f'<a href="cases?{list_link(case.edition)}" target="_self">All cases</a></div>'
        f'<p class="f7-question">{escape(case.question)}</p></div>'
    )


def _house_html(state: CasesState, case: Case) -> str:
    """Which house rule is played, once nothing is hidden any more."""
    if not state.open or not case.house:
        return ""
    word = "Played the other way" if state.other else "Tables differ. Played here"
    return f'<p class="f7-house"><b>{word}:</b> {escape(case.house)}</p>'


def _right_html(state: CasesState, case: Case) -> str:
    """The reason of the answer that led on, beside the first step that was hidden."""
    if state.said is None or state.step != case.predict_at + 1 or state.other:
        return ""
    reason = _reason_html(case, state.said, "" if case.asked.open else "Right: ")
    return f'<p class="f7-case-why f7-case-right">{reason}</p>'


def _reason_html(case: Case, at: int, word: str) -> str:
    answer = case.asked.answers[at]
    return f"<b>{word}“{escape(answer.text)}”.</b> {escape(answer.why)}"


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
        f'<p class="f7-step-foot"><span>{_count(state)}</span><span>{rules}</span></p></div>'
    )


def _count(state: CasesState) -> str:
    """How far the replay is; before the prediction nobody is told how long it goes on."""
    return f"Step {state.step + 1} of {state.last + 1}" if state.open else f"Step {state.step + 1}"


def ruling_html(case: Case, *, other: bool = False) -> str:
    """The ruling with its rules, how sure it is, and the sources; that of another house rule says so."""
    rows = "".join(
        f"<li>{rule_link(rule.number)}<span>{escape(rule.title)}<br><small>{escape(rule.source)}</small></span></li>"
        for rule in case.rules
    )
    myth = f'<p class="f7-myth"><b>Not so:</b> {escape(case.myth)}</p>' if case.myth else ""
    sure = "a house rule: agree on it before you play" if other else CERTAINTY[case.certainty]
    if case.other is not None:
        sure += ". Some tables play it otherwise: see below"
    name = "The ruling at a table that plays it the other way" if other else "The ruling"
    return (
        f'<section class="f7-ruling" aria-label="{name}"><h2>{name}</h2><p>{escape(case.ruling)}</p>{myth}'
        f'<p class="f7-sure f7-sure-{"house" if other else case.certainty}">{escape(sure[:1].upper() + sure[1:])}.</p>'
        f'<ul class="f7-grounds" aria-label="Rules and sources">{rows}</ul></section>'
    )


def ask_html(state: CasesState, case: Case) -> str:
    """The prediction above its keys, with the reason why the last answer was wrong."""
    wrong = (
        f'<p class="f7-case-why f7-case-wrong">{_reason_html(case, state.tried[-1], "Not ")}</p>' if state.tried else ""
    )
    return f'{wrong}<p class="f7-case-ask">{escape(case.asked.ask)}</p>'


def end_html(case: Case, following: Case | None) -> str:
    """Below the last step: the scored hand step by step, where the case is about points, and the next case."""
    hand = ""
    if case.reckoning is not None and case.hand is not None:
        name = escape(case.names[case.hand])
        hand = f'<h2 class="f7-case-hand">What {name} scores</h2>{steps_html(case.reckoning)}'
    last = (
        f'<a class="f7-case-link" href="cases?{list_link(case.edition)}" target="_self">'
        "<b>That was the last one: all cases</b></a>"
    )
    return hand + (_case_link(following, "Next: ") if following else last)


def spoken_step(state: CasesState, case: Case) -> str:
    """What has just happened, for screen readers; the question while it is open, at the end the ruling."""
    asked, words = case.asked, f"{_count(state)}. {case.steps[state.step].says}"
    if not state.open:
        reason = (
            f"Not “{asked.answers[state.tried[-1]].text}”. {asked.answers[state.tried[-1]].why} " if state.tried else ""
        )
        return f"{reason}{words} {asked.ask}".strip()
    if state.said is not None and state.step == case.predict_at + 1 and not state.other:
        words = f"{asked.answers[state.said].why} {words}"
    if state.other:
        words = f"Played the other way: {case.house} {words}"
    return f"{words} The ruling: {case.ruling}" if state.ended else words


def pad_sections(state: CasesState, case: Case) -> list[Section]:
    """The answers, and the steps so far; then all steps, and the other house rule."""
    if not state.open:
        answers = answer_keys(case.asked, state.tried, "a")
        ruling = word_key("ruling", "Ruling", label="Skip the question: show the ruling")
        return [Section("words", case.asked.ask, answers), Section("row", "Steps", (*_steps(state)[1:3], ruling))]
    rows = [Section("row", "Steps", _steps(state))]
    if state.case and state.case.other:
        one = state.case if state.other else state.case.other
        words = "Back to the usual rule" if state.other else "Play it the other way"
        rows.insert(
            0, Section("words", "Where tables differ", (word_key("switch", words, label=f"{words}: {one.house}"),))
        )
    return rows


def _steps(state: CasesState) -> tuple[Key, Key, Key, Key]:
    start, end = state.step == 0, state.step == state.last
    return (
        word_key("first", "First", label="First step", off=start),
        word_key("back", "Back", label="One step back", off=start),
        replace(word_key("next", "Next", label="Next step", off=end), held=not end),
        word_key("last", "Last", label="Last step, with the ruling", off=end),
    )
