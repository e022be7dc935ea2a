"""Should I hit? Tap what lies in front of you, and see at once: one more, or stay."""

from __future__ import annotations

from functools import partial
from typing import Literal

import streamlit as st

from flip7.ui.frame import footer, frame, link_params, notice, write_link
from flip7.ui.hit_state import HitState, apply_all, from_link, link_of, typed
from flip7.ui.hit_view import answer_to, details_html, hurt_html, pad_sections, spoken_verdict, verdict_html
from flip7.ui.pad import Pad
from flip7.ui.typed import card_form

STATE, BAD_LINK = "hit", "hit-bad-link"


def _state() -> HitState:
    """The session's state; a session without one begins with what the link says."""
    if STATE not in st.session_state:
        st.session_state[STATE], st.session_state[BAD_LINK] = from_link(link_params())
    state: HitState = st.session_state[STATE]
    return state


def _take(where: Literal["line", "seen"], text: str) -> None:
    st.session_state[STATE] = typed(_state(), where, text)
    st.session_state[BAD_LINK] = ""


frame("hit")
pad = Pad("hit")
state = _state()
taps, mark = pad.heard(state.mark)
if taps:
    state = st.session_state[STATE] = apply_all(state, taps, mark)
    st.session_state[BAD_LINK] = ""
bad_link = st.session_state[BAD_LINK]

answer = None if state.over else answer_to(state.position)
notes = (notice(bad_link) if bad_link else "") + (notice(state.note, "toast") if state.note else "")
st.html(f'<div class="f7-hit">{verdict_html(state, answer)}{notes}</div>')
pad.draw(pad_sections(state), state.mark, say=spoken_verdict(state, answer))
st.html(hurt_html(state, answer))
card_form(
    "hit",
    "Type or paste cards",
    "3 8 11 +4 SC, or 3*12",
    {"They are my line": partial(_take, "line"), "They are seen": partial(_take, "seen")},
)
st.html(details_html(answer))
footer()
if not bad_link:
    # A link that could not be read stays in the address, so that it can be mended there.
    write_link(link_of(state))
