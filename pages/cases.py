"""What if …? Choose a tricky moment and see it played out by the engine, step by step, with the ruling."""

from __future__ import annotations

import streamlit as st

from flip7.lessons.library import library
from flip7.ui.cases_state import apply_all, from_link, link_of
from flip7.ui.cases_view import case_html, end_html, list_html, pad_sections, spoken_step
from flip7.ui.frame import footer, frame, notice, page_state, write_link
from flip7.ui.pad import Pad

STATE = "cases"

frame("cases")
cases, pad = library(), Pad("cases")
state = page_state(STATE, lambda params: (from_link(params, cases), ""))
taps, mark = pad.heard(state.mark)
if taps:
    state = apply_all(state, taps, mark)
st.session_state[STATE] = state
if state.note:
    st.html(notice(state.note))
if state.case is None:
    for words in cases.faults:
        st.html(notice(f"A case cannot be used: {words}"))
    st.html(list_html(cases))
else:
    st.html(case_html(state, state.case))
    if state.ended:
        st.html(end_html(state.case, cases.after(state.case.key)))
    link = None if state.note else link_of(state)
    pad.draw(pad_sections(state), state.mark, link=link, say=spoken_step(state, state.case))
footer()
if not state.note:
    # A link that could not be read stays in the address, so that it can be mended there.
    write_link(link_of(state))
