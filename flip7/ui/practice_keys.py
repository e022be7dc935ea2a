"""The keys of the page "Practice"."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from flip7.engine.choices import Decision, Exchange, Remove, Take
from flip7.practice.drills import TITLES
from flip7.practice.item import DRILLS
from flip7.practice.rounds import Round
from flip7.practice.temperaments import TEMPERAMENTS
from flip7.ui.faces import face_html
from flip7.ui.pad import Key, Section, word_key
from flip7.ui.practice_state import Drilled, Lying, PracticeState, swappable, swaps_of
from flip7.ui.practice_words import said

_SHORT = {"hit": "Hit?", "score": "Score", "legal": "Legal", "next": "Next?"}


def pad_sections(state: PracticeState, drill: Drilled | None, today: date) -> list[Section]:
    """The keys of the part on show; none where there is nothing to tap."""
    if state.part == "drills":
        return _drill_sections(state, drill)
    now = state.played
    if state.part == "figures":
        return []
    if now is None:
        if state.part == "daily":
            return [Section("row", "Deal", (word_key("deal", "Play the deal"), *_today(state, today)))]
        return [_rivals(state), Section("row", "Deal", (word_key("deal", "Deal"),))]
    if now.due is not None:
        return _choice_sections(state, now, now.due)
    if state.part == "daily":
        return [Section("row", "Go on", (*_today(state, today), word_key("to.round", "Another round")))]
    again = word_key("again", "Play again", label="Play again: new cards, the same rivals")
    return [Section("row", "Go on", (again, word_key("rivals", "Other rivals")))]


def _today(state: PracticeState, today: date) -> tuple[Key, ...]:
    """The way from an older deal to the one of today."""
    return (word_key("today", "Today’s deal"),) if state.day and state.day < today else ()


def _rivals(state: PracticeState) -> Section:
    keys = (
        replace(
            word_key(
                f"v.{one.key}", one.name, label=f"{one.name}, {one.title}: {one.does}", pressed=one.key in state.rivals
            ),
            note=one.title,
        )
        for one in TEMPERAMENTS.values()
    )
    return Section("row", "Your rivals", tuple(keys))


def _choice_sections(state: PracticeState, now: Round, due: Decision) -> list[Section]:
    at = len(now.own)
    advice = Section("row", "Coach", (word_key("advice", "Advice", label="Ask the coach", off=state.tip),))
    if due.asks == "card":
        return [*_lines(state, now, due, at), advice]
    keys = tuple(word_key(f"{at}.{number}", said(now.table, choice)) for number, choice in enumerate(due.options))
    if due.asks == "hit-or-stay":
        return [Section("row", "Your choice", keys), advice]
    return [Section("words", "Your choice", keys), advice]


def _lines(state: PracticeState, now: Round, due: Decision, at: int) -> list[Section]:
    """Every card that can be chosen under its owner's name: first the one, for a Swap then the other."""
    table, sections = now.table, []
    codes: dict[Lying, tuple[str, str]] = {}
    if state.pick:
        codes = {two: (f"{at}.{n}", said(table, due.options[n])) for two, n in swaps_of(due, state.pick).items()}
        codes[state.pick] = (f"{at}.p{state.pick[0]} {state.pick[1].code}", "picked: tap to put it back")
    elif any(isinstance(option, Exchange) for option in due.options):
        name = table.edition.name
        codes = {one: (f"{at}.p{one[0]} {one[1].code}", f"swap {name(one[1])}") for one in swappable(due)}
    else:
        for number, option in enumerate(due.options):
            assert isinstance(option, Take | Remove)
            codes[option.owner, option.card] = (f"{at}.{number}", said(table, option))
    for seat in table.seats:
        faces = [face for face in table.edition.sorted({*table.lines[seat]}) if (seat, face) in codes]
        keys = tuple(_lying(state, now, (seat, face), *codes[seat, face]) for face in faces)
        if keys:
            owner = "Your line" if seat == due.player else table.names[seat]
            sections.append(Section("lying", owner, keys))
    return sections


def _lying(state: PracticeState, now: Round, lying: Lying, code: str, words: str) -> Key:
    picked = lying == state.pick
    face = face_html(lying[1], now.table.edition)
    return Key(code, face, words, "picked" if picked else "", pressed=picked or None, held=picked)


def _drill_sections(state: PracticeState, drill: Drilled | None) -> list[Section]:
    kinds = Section(
        "switch",
        "Which drills",
        (
            word_key("k.all", "All", label="All kinds of drill", pressed=state.kind is None),
            *(word_key(f"k.{one}", _SHORT[one], label=TITLES[one], pressed=state.kind == one) for one in DRILLS),
        ),
    )
    if drill is None or drill.said is not None:
        return [Section("row", "Go on", (word_key("next", "Start" if drill is None else "Next"),)), kinds]
    answers = drill.item.answers
    keys = tuple(word_key(f"a{number}", answer.text) for number, answer in enumerate(answers))
    short = all(len(answer.text) <= 8 for answer in answers)
    return [Section("row" if short else "words", drill.item.ask, keys), kinds]
