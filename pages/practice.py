"""Practice: rounds against computer players with a coach, drills, the deal of the day, and the running figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime

import streamlit as st

from flip7.engine.writing import write_record
from flip7.odds.position import Position
from flip7.odds.quick import BusyError
from flip7.odds.size import takes_long
from flip7.practice.coach import Review, advice, review
from flip7.practice.daily import result_text
from flip7.practice.reckoning import position_at
from flip7.practice.rounds import Round
from flip7.practice.schedule import Progress, merged, read_progress, write_progress
from flip7.ui.edition_switch import edition_switch, keep_edition, known_edition
from flip7.ui.frame import footer, frame, notice, page_state, write_link
from flip7.ui.hit_answer import QUICK
from flip7.ui.kept import keep, told
from flip7.ui.pad import Pad, Section
from flip7.ui.practice_aside import ask, noting, work_out
from flip7.ui.practice_keys import pad_sections
from flip7.ui.practice_ledger import Ledger, read_ledger, write_ledger
from flip7.ui.practice_link import day_link, from_link, link_of, round_link
from flip7.ui.practice_state import Around, PracticeState, apply_all, left, on_part
from flip7.ui.practice_view import (
    WAIT_HTML,
    advice_html,
    ask_html,
    daily_html,
    drill_foot_html,
    drill_html,
    drill_rules_html,
    drill_start_html,
    figures_html,
    lying_html,
    news_html,
    review_html,
    setup_html,
    title_html,
)
from flip7.ui.practice_words import advised, drill_spoken, spoken
from flip7.ui.replay_state import opened, read_round
from flip7.ui.share import save_round, share
from flip7.ui.start_over import start_over
from flip7.ui.switch import switch

STATE, PART, LEDGER, PROGRESS = "practice", "practice-part", "practice-rounds", "practice-drills"
_PARTS = {"round": "Round", "drills": "Drills", "daily": "Daily deal", "figures": "My figures"}
# How far the coach is with what takes long, and what has been counted of the last round.
WORKING, COUNTED = "practice-working", "practice-counted"


def _switched() -> None:
    st.session_state[STATE] = on_part(st.session_state[STATE], st.session_state[PART])


def _switch(state: PracticeState) -> None:
    """The four parts, one pressed."""
    switch(PART, "Part", _PARTS, state.part, _switched)


def _leave() -> None:
    st.session_state[STATE] = left(st.session_state[STATE])


def _keep(state: PracticeState, now: Round) -> None:
    """A finished round as a link, as a file, and on the page that replays."""
    text = write_record(now.record("A practice round"))
    if st.button("Replay this round", width="stretch"):
        st.session_state["replay"] = opened(read_round(text), st.session_state.get("replay"))
        st.switch_page("pages/replay.py")
    kept = st.expander("Share or keep this round", key="practice-keep", on_change="rerun")
    if kept.open:
        with kept:
            share(round_link(state))
            save_round(text)


def _result(state: PracticeState, found: Review) -> None:
    """The result of the deal of the day, to copy and to share."""
    if state.day:
        st.code(result_text(state.day, found), language=None, wrap_lines=True)
        if st.toggle("Share a link to this deal", key="practice-share"):
            share(day_link(state.day))


def _draw_pad(state: PracticeState, sections: Iterable[Section], words: str, say: str, *, high: bool = False) -> None:
    with st.container(key="f7-learn-end" if high else "f7-learn-foot"):
        if words:
            st.html(words)
        link = None if state.note else link_of(state, edition)
        pad.draw(sections, state.mark, link=link, say=say, careful=True)


def _look_ahead(now: Round) -> None:
    """Begin what the coach will be asked, at the latest after the round, while the learner thinks."""
    if now.due and now.due.asks == "hit-or-stay":
        position = position_at(now.table, now.due.player)
        if not takes_long(position):
            with suppress(BusyError):
                QUICK.ask(position)


def _show_round(state: PracticeState, now: Round, ledger: Ledger) -> Ledger:
    """A round: first the table and the keys, then what has to be counted."""
    missing: list[Position] = []
    coach = advice(now.table, now.due, noting(missing)) if now.due and state.tip else None
    high = now.due is not None and now.due.asks == "card"
    st.html((advice_html(coach) if coach else "") + news_html(now) + ("" if high else lying_html(now)))
    sections = pad_sections(state, None, clock.date())
    say = " ".join(filter(None, (f"The coach: {advised(coach)}" if coach else "", spoken(now))))
    words = ask_html(now, state, coach)
    if high:
        # The cards to choose from are keys already: they come before the table.
        _draw_pad(state, sections, words, say, high=True)
    below = st.container()
    if not high:
        _draw_pad(state, sections, words, say)
    with below:
        if high:
            st.html(lying_html(now))
        if not now.over:
            _look_ahead(now)
            work_out(missing, WORKING)
            if state.part == "round":
                st.button("Leave this round", on_click=_leave)
            return ledger
        drawn = st.empty()
        drawn.html(WAIT_HTML)
        found = review(now.moments, now.setup.seat, noting(missing))
        drawn.html(review_html(found))
        work_out(missing, WORKING)
        if state.part == "daily":
            _result(state, found)
        _keep(state, now)
    return _counted(ledger, now, found) if state.finished else ledger


def _counted(ledger: Ledger, now: Round, found: Review) -> Ledger:
    """The figures with this round or, where this session has counted it already, with what is known of it by now."""
    setup, before = st.session_state.get(COUNTED, (None, None))
    if setup == now.setup:
        if (len(before.known), before.hits) == (len(found.known), found.hits):
            return ledger
        later = ledger.and_more(before, found)
    else:
        later = ledger.and_round(now.setup, found)
        if later is ledger:
            return ledger
    st.session_state[COUNTED] = (now.setup, found)
    return later


def _show_drill(state: PracticeState, progress: Progress) -> None:
    """A drill with its answers, or the way to the first one."""
    drill = state.drill if state.drill and state.drill.asked.edition is edition else None
    if drill is None:
        st.html(drill_start_html(progress))
    else:
        st.html(drill_html(drill) + drill_rules_html(drill))
    if drill is None or drill.said is not None:
        edition_switch(edition)
    say = drill_spoken(drill) if drill else ""
    _draw_pad(state, pad_sections(state, drill, clock.date()), drill_foot_html(drill) if drill else "", say)


def _opened(params: Mapping[str, str]) -> PracticeState:
    try:
        return from_link(params, ask, clock.date())
    except BusyError as error:
        return PracticeState(note=str(error))


frame("practice")
pad, clock = Pad(STATE), datetime.now(UTC)
opens = STATE not in st.session_state
state: PracticeState = page_state(STATE, lambda params: (_opened(params), ""))
# What the device remembers of this page names a game, too, but not the one chosen last.
edition = known_edition(state.named if opens else None)
news = told(PROGRESS)
progress = merged(Progress() if news.anew else st.session_state.get(PROGRESS, Progress()), read_progress(news.text))
news = told(LEDGER)
ledger = (Ledger() if news.anew else st.session_state.get(LEDGER, Ledger())).joined(read_ledger(news.text))
if news.anew:
    st.session_state.pop(COUNTED, None)
forget_drills = forget_figures = False
state = replace(state, named=None)
if state.part == "daily" and state.day is None:
    state = replace(state, day=clock.date())
taps, mark = pad.heard(state.mark)
if taps:
    try:
        state, progress = apply_all(state, progress, taps, mark, Around(edition, ask, clock))
    except BusyError as error:
        # The taps are heard again with the next one.
        state = replace(state, note=str(error))
st.session_state[STATE] = state
st.html(title_html(state))
_switch(state)
if state.note:
    st.html(notice(state.note))
if state.part == "drills":
    _show_drill(state, progress)
elif state.part == "figures":
    drawn = st.empty()
    if ledger.figures.rounds:
        forget_figures = start_over("practice-figures-sure", "Start the figures over", "my figures")
    if progress != Progress():
        forget_drills = start_over("practice-drills-sure", "Start the drills over", "what I have drilled")
    if forget_figures:
        ledger = ledger.anew()
        st.session_state.pop(COUNTED, None)
    progress = Progress() if forget_drills else progress
    drawn.html(figures_html(ledger.figures, progress))
    _draw_pad(state, [], "", "", high=True)
elif state.played is not None:
    ledger = _show_round(state, state.played, ledger)
else:
    if state.part == "round":
        edition_switch(edition)
    st.html(daily_html(state.day) if state.part == "daily" and state.day else setup_html(state))
    _draw_pad(state, pad_sections(state, None, clock.date()), "", "")
st.session_state[PROGRESS], st.session_state[LEDGER] = progress, ledger
keep(PROGRESS, write_progress(progress) if progress != Progress() else "", forget=forget_drills)
keep(LEDGER, write_ledger(ledger), forget=forget_figures)
keep_edition()
footer()
if not state.note:
    # A link that could not be read stays in the address, so that it can be mended there.
    write_link(link_of(state, edition), keep=STATE)
