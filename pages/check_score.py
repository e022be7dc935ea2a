"""Check a score: tap or type a hand, and see its points step by step with the rules."""

from __future__ import annotations

import streamlit as st

from flip7.ui.frame import footer, frame, link_params, notice, write_link
from flip7.ui.pad import Pad
from flip7.ui.score_state import ScoreState, apply_all, from_link, link_of, typed
from flip7.ui.score_view import pad_sections, result_html, score_of, spoken_score, steps_html
from flip7.ui.typed import card_form

STATE, BAD_LINK = "score", "score-bad-link"


def _state() -> ScoreState:
    """The session's state; a session without one begins with what the link says."""
    if STATE not in st.session_state:
        st.session_state[STATE], st.session_state[BAD_LINK] = from_link(link_params())
    state: ScoreState = st.session_state[STATE]
    return state


def _take(text: str) -> None:
    st.session_state[STATE] = typed(_state(), text)
    st.session_state[BAD_LINK] = ""


frame("score")
pad = Pad("score")
state = _state()
taps, mark = pad.heard(state.mark)
if taps:
    state = st.session_state[STATE] = apply_all(state, taps, mark)
    st.session_state[BAD_LINK] = ""
bad_link = st.session_state[BAD_LINK]

result = score_of(state)
notes = (notice(bad_link) if bad_link else "") + (notice(state.note, "info") if state.note else "")
st.html(f'<div class="f7-hit">{result_html(state, result)}{notes}</div>')
pad.draw(pad_sections(state), state.mark, say=spoken_score(state, result))
st.html(f'<div class="f7-details">{steps_html(result)}</div>')
card_form("score", "Type or paste cards", "3 5 9 11 x2 +6", {"Score these cards": _take})
footer()
if not bad_link:
    write_link(link_of(state))
