"""Myths and claims: what people say about the game, with positions to try and the exact figures."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from flip7.lessons.claims import claims
from flip7.ui.claims_state import apply_all, from_link, link_of
from flip7.ui.claims_view import TITLE_HTML, claim_html, list_html, pad_sections, spoken_trial, verdict_html
from flip7.ui.edition_switch import edition_switch, keep_edition, known_edition
from flip7.ui.frame import footer, frame, notice, page_state, write_link
from flip7.ui.pad import Pad

STATE = "claims"

frame("claims")
known, pad = claims(), Pad(STATE)
state = page_state(STATE, lambda params: (from_link(params, known), ""))
state = pad.hear(state, apply_all)
# A claim has its own game and leaves the chosen one alone.
edition = state.claim.edition if state.claim else known_edition(state.named)
state = st.session_state[STATE] = replace(state, named=None)
if state.note:
    st.html(notice(state.note))
if state.claim is None or state.trial is None:
    st.html(TITLE_HTML)
    edition_switch(edition)
    st.html(list_html(known, edition))
else:
    st.html(claim_html(state.claim, state.trial))
    link = None if state.note else link_of(state)
    pad.draw(pad_sections(state.claim, state.trial), state.mark, link=link, say=spoken_trial(state.claim, state.trial))
    st.html(verdict_html(state.claim))
keep_edition()
footer()
if not state.note:
    # A link that could not be read stays in the address, so that it can be mended there.
    write_link(link_of(state, edition))
