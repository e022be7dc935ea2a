"""What if …? Choose a tricky moment, say what happens, and see it played out by the engine, with the ruling."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from flip7.lessons.finding import find_cases
from flip7.lessons.library import library
from flip7.rulebook import QUERY_LIMIT, corrected
from flip7.ui.cases_state import CasesState, apply_all, from_link, link_of
from flip7.ui.cases_view import (
    TITLE_HTML,
    ask_html,
    case_html,
    end_html,
    filters_html,
    list_html,
    pad_sections,
    spoken_step,
)
from flip7.ui.frame import footer, frame, notice, page_state, write_link
from flip7.ui.pad import Pad

STATE, QUERY = "cases", "cases-query"

frame("cases")
cases, pad = library(), Pad(STATE)
state: CasesState = page_state(STATE, lambda params: (from_link(params, cases), ""))
state = pad.hear(state, apply_all)
if state.case is None:
    for words in cases.faults:
        st.html(notice(f"A case cannot be used: {words}"))
    st.html(TITLE_HTML)
    if QUERY not in st.session_state:
        st.session_state[QUERY] = state.query
    query = st.text_input(
        "Search by word, card or rule", key=QUERY, placeholder="freeze, SC, R36, tie …", max_chars=QUERY_LIMIT
    )
    if query != state.query:
        state = replace(state, query=query or "", note="")
if state.note:
    st.html(notice(state.note))
if state.case is None or state.played is None:
    found, better = find_cases(cases.cases.values(), state.query, state.where), ""
    if not found and (better := corrected(state.query)):
        found = find_cases(cases.cases.values(), better, state.where)
    st.html(filters_html(state) + list_html(found, state, better if found else ""))
else:
    st.html(case_html(state, state.played))
    if state.ended:
        st.html(end_html(state.played, cases.after(state.case.key)))
    link = None if state.note else link_of(state)
    with st.container(key="f7-case-foot"):
        if not state.open:
            st.html(ask_html(state, state.case))
        pad.draw(pad_sections(state, state.played), state.mark, link=link, say=spoken_step(state, state.played))
st.session_state[STATE] = state
footer()
if not state.note:
    # A link that could not be read stays in the address, so that it can be mended there.
    write_link(link_of(state))
