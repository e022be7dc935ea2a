"""Check a round: every player's cards and totals as they stand on the sheet; every slip and every impossible thing."""

from __future__ import annotations

import streamlit as st

from flip7.ui.edition_switch import keep_edition, known_edition, state_in_game
from flip7.ui.frame import bad_link, footer, frame, notice, page_state, write_link
from flip7.ui.pad import Pad
from flip7.ui.round_state import apply_all, from_link, link_of, renamed, shared_link
from flip7.ui.round_view import checked, pad_sections, result_html, spoken_round, verdict_html
from flip7.ui.share import share

STATE = "round"
BAD_LINK, NAMES = bad_link(STATE), "round-names"


def _rename() -> None:
    st.session_state[STATE] = renamed(page_state(STATE, from_link), st.session_state[NAMES].splitlines())
    st.session_state[BAD_LINK] = ""


frame("round")
pad = Pad(STATE)
state = state_in_game(STATE, from_link, link_of)
state = pad.hear(state, apply_all)
known_edition(state.edition)
wrong_link = st.session_state[BAD_LINK]

result = checked(state)
notes = (notice(wrong_link) if wrong_link else "") + (notice(state.note, "toast") if state.note else "")
st.html(f'<div class="f7-hit">{verdict_html(result)}{notes}</div>')
link = None if wrong_link else link_of(state)
pad.draw(pad_sections(state, result), state.mark, link=link, say=spoken_round(state, result))
if result is not None:
    st.html(result_html(state, result))
shared = st.expander("Share this round", key="round-share", on_change="rerun")
if shared.open:
    with shared:
        share(shared_link(state))
named = st.expander("Names", key="round-named", on_change="rerun")
if named.open:
    with named, st.form("round-names-form", border=False):
        st.text_area("One player a line, in order", key=NAMES, placeholder="Ana\nBen\nCleo")
        st.form_submit_button("Use these names", on_click=_rename, width="stretch")
keep_edition()
footer()
if not wrong_link:
    write_link(link_of(state), keep=STATE)
