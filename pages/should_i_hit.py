"""Should I hit? Tap what lies in front of you, and see at once: one more, or stay."""

from __future__ import annotations

from functools import partial
from typing import Literal

import streamlit as st

from flip7.ui.frame import bad_link, footer, frame, notice, page_state, write_link
from flip7.ui.hit_state import apply_all, from_link, link_of, typed
from flip7.ui.hit_view import answer_to, details_html, hurt_html, pad_sections, spoken_verdict, verdict_html
from flip7.ui.pad import Pad
from flip7.ui.typed import card_form, forget_fault

STATE, BAD_LINK = "hit", bad_link("hit")


def _take(where: Literal["line", "seen"], text: str) -> None:
    st.session_state[STATE] = typed(page_state(STATE, from_link), where, text)
    st.session_state[BAD_LINK] = ""


frame("hit")
pad = Pad("hit")
state = page_state(STATE, from_link)
taps, mark = pad.heard(state.mark)
if taps:
    state = st.session_state[STATE] = apply_all(state, taps, mark)
    st.session_state[BAD_LINK] = ""
    forget_fault("hit")
wrong_link = st.session_state[BAD_LINK]

answer = None if state.over else answer_to(state.position)
notes = (notice(wrong_link) if wrong_link else "") + (notice(state.note, "toast") if state.note else "")
st.html(f'<div class="f7-hit">{verdict_html(state, answer)}{notes}</div>')
pad.draw(
    pad_sections(state), state.mark, link=None if wrong_link else link_of(state), say=spoken_verdict(state, answer)
)
st.html(hurt_html(state, answer))
card_form(
    "hit",
    "Type or paste cards",
    "3 8 11 +4 SC, or 3*12",
    {"This is my line": partial(_take, "line"), "All seen cards": partial(_take, "seen")},
)
st.html(details_html(answer))
footer()
if not wrong_link:
    # A link that could not be read stays in the address, so that it can be mended there.
    write_link(link_of(state), keep=STATE)
