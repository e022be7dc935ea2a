"""The cheat sheet: a whole game on one screen and one printed page."""

from __future__ import annotations

import streamlit as st

from flip7.cards import CLASSIC
from flip7.lessons.library import library
from flip7.ui.edition_switch import edition_switch, keep_edition, known_edition, linked_edition
from flip7.ui.frame import bad_link, footer, frame, notice, page_state, write_link
from flip7.ui.printing import print_button
from flip7.ui.sheet_view import sheet_html

STATE = "sheet"

frame("sheet")
named = page_state(STATE, linked_edition)
edition = known_edition(named)
st.session_state[STATE] = None
if wrong := st.session_state[bad_link(STATE)]:
    st.html(notice(wrong))
print_button()
st.html(sheet_html(library(), edition))
edition_switch(edition)
keep_edition()
footer()
if not wrong:
    write_link("" if edition is CLASSIC else f"v=1&edition={edition.key}")
