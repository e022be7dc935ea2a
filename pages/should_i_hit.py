"""Should I hit? Tap what lies in front of you, and see at once: one more, or stay."""

from __future__ import annotations

from typing import Literal

import streamlit as st

from flip7.errors import Flip7Error
from flip7.notation import print_cards
from flip7.ui.frame import footer, frame, link_params, notice, write_link
from flip7.ui.hit_state import HitState, apply_all, from_link, link_of, typed
from flip7.ui.hit_view import answer_to, details_html, hurt_html, pad_sections, spoken_verdict, verdict_html
from flip7.ui.pad import Pad

STATE, BAD_LINK = "hit", "hit-bad-link"


def _state() -> HitState:
    """The session's state; a session without one begins with what the link says."""
    if STATE not in st.session_state:
        st.session_state[STATE], st.session_state[BAD_LINK] = from_link(link_params())
    state: HitState = st.session_state[STATE]
    return state


def _read_typed(where: Literal["line", "seen"]) -> None:
    """Take over a typed pile, or keep the text and say what is wrong with it."""
    try:
        st.session_state[STATE] = typed(_state(), where, st.session_state[f"hit-{where}-text"])
        st.session_state[f"hit-{where}-error"] = ""
    except Flip7Error as error:
        st.session_state[f"hit-{where}-error"] = error.message


def _text_box(where: Literal["line", "seen"], label: str, example: str, state: HitState) -> None:
    error = st.session_state.get(f"hit-{where}-error", "")
    if not error:
        # The box follows the taps; while it holds an error, what was typed stays as it is.
        st.session_state[f"hit-{where}-text"] = print_cards(state.line if where == "line" else state.seen)
    st.text_input(
        label, key=f"hit-{where}-text", placeholder=example, on_change=_read_typed, args=(where,), max_chars=2000
    )
    if error:
        st.html(notice(error))


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
_text_box("line", "My line, typed or pasted", "3 8 11 +4 SC", state)
_text_box("seen", "Seen cards, typed or pasted", "12 12 5 FR, or 3*12", state)
st.html(details_html(answer))
footer()
if not bad_link:
    # A link that could not be read stays in the address, so that it can be mended there.
    write_link(link_of(state))
