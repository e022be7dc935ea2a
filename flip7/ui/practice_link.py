"""The link of the page "Practice": what is shown, and what the other parts hold, so that nothing of it is lost."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from urllib.parse import urlencode

from flip7.cards import CLASSIC, EDITIONS, Edition
from flip7.errors import NotationError, quote
from flip7.practice.daily import read_word as read_day
from flip7.practice.daily import setup_of
from flip7.practice.daily import word_of as word_of_day
from flip7.practice.drills import TOPICS, Asked, made_of
from flip7.practice.item import DRILLS
from flip7.practice.reckoning import Ask
from flip7.practice.rounds import read_word, word_of
from flip7.practice.temperaments import TEMPERAMENTS
from flip7.ui.links import other_version, unknown_edition
from flip7.ui.practice_state import PARTS, RIVALS, Drilled, PracticeState
from flip7.ui.taps import read_mark

LINK_VERSION = "1"
_ITEM = re.compile(r"([cv])\.(hit|score|legal|next)\.([1-5])\.([a-z0-9]{1,20})\.([a-z0-9-]{0,20})")


def link_of(state: PracticeState, edition: Edition = CLASSIC) -> str:
    """The state as the part of a link after the question mark; empty where nothing has been done yet."""
    drill = state.drill
    parts = {
        "part": state.part if state.part != "round" else "",
        "edition": "" if edition is CLASSIC else edition.key,
        "with": "" if state.rivals == RIVALS else ".".join(state.rivals),
        "round": word_of(state.round) if state.round else "",
        "day": word_of_day(state.day) if state.day and (state.deal or state.part == "daily") else "",
        "deal": word_of(state.deal) if state.deal else "",
        "kind": state.kind or "",
        "item": _item_word(drill.asked) if drill else "",
        "said": str(drill.said + 1) if drill and drill.said is not None else "",
        "tip": "1" if state.tip else "",
        "tap": str(state.mark),
    }
    link = urlencode({name: value for name, value in parts.items() if value})
    return f"v={LINK_VERSION}&{link}" if link else ""


def round_link(state: PracticeState) -> str:
    """A link to the round on show alone, with all its choices."""
    name = "deal" if state.part == "daily" else "round"
    now = state.played
    day = f"&part=daily&day={word_of_day(state.day)}" if state.part == "daily" and state.day else ""
    return f"v={LINK_VERSION}{day}&{name}={word_of(now)}" if now else day_link(state.day)


def day_link(day: date | None) -> str:
    """A link to the deal of a day that gives nothing away."""
    return f"v={LINK_VERSION}&part=daily" + (f"&day={word_of_day(day)}" if day else "")


def from_link(params: Mapping[str, str], ask: Ask, today: date) -> PracticeState:
    """The state in a link; what cannot be read is left out, with a note of the first such thing."""
    if wrong := other_version(params, LINK_VERSION) or unknown_edition(params):
        return PracticeState(note=wrong)
    notes: list[str] = []
    state = PracticeState(
        named=EDITIONS.get(params.get("edition", "")),
        tip=params.get("tip") == "1",
        mark=read_mark(params.get("tap", "")),
    )
    state = _rounds(_choices(state, params, notes), params, ask, today, notes)
    return replace(_drill(state, params, notes), note=notes[0] if notes else "")


def _choices(state: PracticeState, params: Mapping[str, str], notes: list[str]) -> PracticeState:
    if part := params.get("part", ""):
        found = next((one for one in PARTS if one == part), None)
        state = replace(state, part=found or "round")
        if not found:
            notes.append(f"There is no part {quote(part)} of this page. This is the round.")
    if text := params.get("with", ""):
        asked = text.split(".")
        rivals = tuple(key for key in TEMPERAMENTS if key in asked)
        if {*asked} != {*rivals}:
            notes.append(f"The rivals {quote(text)} in the link are not known.")
        else:
            state = replace(state, rivals=rivals)
    if kind := params.get("kind", ""):
        state = replace(state, kind=next((one for one in DRILLS if one == kind), None))
        if not state.kind:
            notes.append(f"There is no drill {quote(kind)}. All kinds come.")
    return state


def _rounds(state: PracticeState, params: Mapping[str, str], ask: Ask, today: date, notes: list[str]) -> PracticeState:
    try:
        if word := params.get("round", ""):
            state = replace(state, round=read_word(word, ask))
        day = read_day(params["day"]) if params.get("day") else None
        if day and day > today:
            notes.append(f"The deal of {day.isoformat()} is not out yet. This is the deal of today.")
            day = None
        state = replace(state, day=day)
        if day and (word := params.get("deal", "")):
            deal = read_word(word, ask)
            if deal.setup == setup_of(day):
                state = replace(state, deal=deal)
            else:
                notes.append(f"The round in this link is not the deal of {day.isoformat()}.")
    except NotationError as error:
        notes.append(str(error.faults[0]))
    return state


def _item_word(asked: Asked) -> str:
    return f"{asked.edition.key[0]}.{asked.kind}.{asked.level}.{asked.seed}.{asked.topic}"


def _drill(state: PracticeState, params: Mapping[str, str], notes: list[str]) -> PracticeState:
    text = params.get("item", "")
    if not text:
        return state
    found = _ITEM.fullmatch(text)
    edition = next((one for key, one in EDITIONS.items() if found and key[0] == found[1]), CLASSIC)
    kind = next((one for one in DRILLS if found and one == found[2]), None)
    if not found or not kind or (found[5] and found[5] not in TOPICS[kind][edition.key]):
        notes.append(f"{quote(text)} is no drill; ask for the link once more.")
        return state
    asked = Asked(kind, edition, int(found[3]), found[4], found[5])
    made = made_of(asked)
    said = params.get("said", "")
    at = int(said) - 1 if re.fullmatch(r"[1-4]", said) and int(said) <= len(made.answers) else None
    drill = Drilled(asked, made, at)
    named = edition if state.part == "drills" else state.named
    return replace(state, drill=drill, shown=frozenset({made.marks}), named=named)
