"""Check a score: tap or type a hand, and see its points step by step with the rules."""

from __future__ import annotations

import streamlit as st

from flip7.ui.frame import bad_link, footer, frame, notice, page_state, write_link
from flip7.ui.pad import Pad
from flip7.ui.score_state import apply_all, from_link, link_of, typed
from flip7.ui.score_view import pad_sections, result_html, score_of, spoken_score, steps_html
from flip7.ui.typed import card_form, forget_fault

STATE, BAD_LINK = "score", bad_link("score")


def _take(text: str) -> None:
    st.session_state[STATE] = typed(page_state(STATE, from_link), text)
    st.session_state[BAD_LINK] = ""


frame("score")
pad = Pad("score")
state = page_state(STATE, from_link)
taps, mark = pad.heard(state.mark)
if taps:
    state = st.session_state[STATE] = apply_all(state, taps, mark)
    st.session_state[BAD_LINK] = ""
    forget_fault("score")
wrong_link = st.session_state[BAD_LINK]

result = score_of(state)
notes = (notice(wrong_link) if wrong_link else "") + (notice(state.note, "toast") if state.note else "")
st.html(f'<div class="f7-hit">{result_html(state, result)}{notes}</div>')
pad.draw(pad_sections(state), state.mark, link=None if wrong_link else link_of(state), say=spoken_score(state, result))
st.html(f'<div class="f7-details">{steps_html(result)}</div>')
card_form("score", "Type or paste cards", "3 5 9 11 x2 +6", {"Score these cards": _take})
footer()
if not wrong_link:
    write_link(link_of(state), keep=STATE)
