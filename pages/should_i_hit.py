"""Should I hit? Tap what lies in front of you, and see at once: one more, or stay."""

from __future__ import annotations

from typing import Literal

import streamlit as st

from flip7.errors import Flip7Error
from flip7.ui.frame import footer, frame, link_params, notice, write_link
from flip7.ui.hit_state import HitState, apply_all, from_link, link_of, typed
from flip7.ui.hit_view import answer_to, details_html, hurt_html, pad_sections, spoken_verdict, verdict_html
from flip7.ui.pad import Pad

STATE, BAD_LINK, TEXT, TEXT_ERROR = "hit", "hit-bad-link", "hit-text", "hit-text-error"


def _state() -> HitState:
    """The session's state; a session without one begins with what the link says."""
    if STATE not in st.session_state:
        st.session_state[STATE], st.session_state[BAD_LINK] = from_link(link_params())
    state: HitState = st.session_state[STATE]
    return state


def _take(where: Literal["line", "seen"]) -> None:
    """Take over what was typed, or keep it and say what is wrong with it."""
    try:
        st.session_state[STATE] = typed(_state(), where, st.session_state[TEXT])
        st.session_state[BAD_LINK] = st.session_state[TEXT_ERROR] = ""
    except Flip7Error as error:
        st.session_state[TEXT_ERROR] = error.message


def _text_form() -> None:
    # A form, and never filled by the server: a field that follows the taps could, in a hasty series of them, send back
    # its older text as if somebody had typed it, and take a card out of the line again.
    with st.form("hit-type", border=False, enter_to_submit=True):
        st.text_input("Type or paste cards", key=TEXT, placeholder="3 8 11 +4 SC, or 3*12", max_chars=2000)
        if st.session_state.get(TEXT_ERROR):
            st.html(notice(st.session_state[TEXT_ERROR]))
        with st.container(horizontal=True, gap="small"):
            st.form_submit_button("They are my line", on_click=_take, args=("line",), width="stretch")
            st.form_submit_button("They are seen", on_click=_take, args=("seen",), width="stretch")


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
_text_form()
st.html(details_html(answer))
footer()
if not bad_link:
    # A link that could not be read stays in the address, so that it can be mended there.
    write_link(link_of(state))
