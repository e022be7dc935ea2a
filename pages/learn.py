"""Learn the game: a course or two for each game, and everything else that teaches, one tap away."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from flip7.lessons.courses import courses
from flip7.ui.edition_switch import edition_switch, keep_edition, known_edition
from flip7.ui.frame import footer, frame, notice, page_state, write_link
from flip7.ui.kept import keep, told
from flip7.ui.learn_state import Progress, apply_all, from_link, link_of, read_progress, written_progress
from flip7.ui.learn_view import TITLE_HTML, ask_html, end_html, hub_html, lesson_html, next_html, pad_sections, spoken
from flip7.ui.pad import Pad
from flip7.ui.start_over import start_over

STATE, PROGRESS, SURE = "learn", "learn-progress", "learn-sure"

frame("learn")
school, pad = courses(), Pad(STATE)
state = page_state(STATE, lambda params: (from_link(params, school), ""))
# An open lesson has its own game and leaves the chosen one alone.
edition = state.lesson.edition if state.lesson else known_edition(state.named)
state = replace(state, named=None)
news = told("learn")
known = Progress() if news.anew else st.session_state.get(PROGRESS, Progress())
progress: Progress = known.joined(read_progress(news.text, school))
taps, mark = pad.heard(state.mark)
if taps:
    state, progress = apply_all(state, progress, taps, mark)
st.session_state[STATE] = state
over = False
if state.note:
    st.html(notice(state.note))
if state.lesson is None or state.here is None:
    here = school.of(edition)
    for words in here.faults:
        st.html(notice(f"A lesson cannot be used: {words}"))
    st.html(TITLE_HTML)
    edition_switch(edition)
    hub = st.empty()
    if progress.within(here) != Progress():
        over = start_over(SURE, "Start over", "what I have done")
    if over:
        progress = progress.without(progress.within(here))
    hub.html(hub_html(here, edition, progress))
else:
    st.html(lesson_html(state, state.lesson, state.here))
    course = school.holding(state.lesson.key)
    after = course.after(state.lesson.key) if state.ended else None
    if state.ended:
        st.html(end_html(course, state.lesson, progress))
    with st.container(key="f7-learn-foot" if after or not state.ended else "f7-learn-end"):
        if words := next_html(after) if after else ask_html(state, state.here):
            st.html(words)
        link = None if state.note else link_of(state)
        say = spoken(state, state.lesson, state.here)
        pad.draw(pad_sections(state, state.here), state.mark, link=link, say=say, careful=True)
st.session_state[PROGRESS] = progress
keep("learn", written_progress(progress), forget=over)
keep_edition()
footer()
if not state.note:
    write_link(link_of(state, edition))
