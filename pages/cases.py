"""What if …? Choose a tricky moment, say what happens, and see it played out by the engine, with the ruling."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from flip7.cards import CLASSIC, EDITIONS, VENGEANCE
from flip7.lessons.case import WHERE
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
from flip7.ui.edition_switch import edition_switch, keep_edition, known_edition
from flip7.ui.frame import footer, frame, notice, page_state, write_link
from flip7.ui.pad import Pad

STATE, QUERY = "cases", "cases-query"
EXAMPLES = {CLASSIC: "freeze, SC, R36, tie …", VENGEANCE: "steal, L13, V28, tie …"}

frame("cases")
cases, pad = library(), Pad(STATE)
state: CasesState = page_state(STATE, lambda params: (from_link(params, cases), ""))
state = pad.hear(state, apply_all)
edition = state.case.edition if state.case else known_edition(state.named)
state = replace(state, named=None, where=state.where if state.where in WHERE[edition] else "")
if state.case is None:
    for words in cases.faults:
        st.html(notice(f"A case cannot be used: {words}"))
    st.html(TITLE_HTML)
    edition_switch(edition)
    if QUERY not in st.session_state:
        st.session_state[QUERY] = state.query
    query = st.text_input(
        "Search by word, card or rule", key=QUERY, placeholder=EXAMPLES[edition], max_chars=QUERY_LIMIT
    )
    if query != state.query:
        state = replace(state, query=query or "", note="")
if state.note:
    st.html(notice(state.note))
if state.case is None or state.played is None:
    here, there = (cases.of(one) for one in sorted(EDITIONS.values(), key=lambda one: one is not edition))
    found, better = find_cases(here, state.query, state.where), ""
    elsewhere = len(find_cases(there, state.query)) if state.query and not found else 0
    if not found and not elsewhere and (better := corrected(state.query)):
        found = find_cases(here, better, state.where)
    listed = list_html(found, state, edition, better=better if found else "", elsewhere=elsewhere)
    st.html(filters_html(state, edition) + listed)
else:
    st.html(case_html(state, state.played))
    if state.ended:
        st.html(end_html(state.played, cases.after(state.case)))
    link = None if state.note else link_of(state)
    with st.container(key="f7-case-foot"):
        if not state.open:
            st.html(ask_html(state, state.case))
        pad.draw(pad_sections(state, state.played), state.mark, link=link, say=spoken_step(state, state.played))
st.session_state[STATE] = state
keep_edition()
footer()
if not state.note:
    # A link that could not be read stays in the address, so that it can be mended there.
    write_link(link_of(state, edition))
