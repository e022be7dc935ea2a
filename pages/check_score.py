"""Check a score: tap or type a hand and what was claimed; see the points step by step, and the slip by its name."""

from __future__ import annotations

import streamlit as st

from flip7.cards import CLASSIC, VENGEANCE
from flip7.ui.cases_view import rulings_html
from flip7.ui.edition_switch import heard_in_game, keep_edition
from flip7.ui.frame import bad_link, footer, frame, notice, page_state, write_link
from flip7.ui.pad import Pad
from flip7.ui.score_state import apply_all, from_link, link_of, shared_link, typed
from flip7.ui.score_view import (
    claim_html,
    pad_sections,
    printed_hand,
    result_html,
    score_of,
    spoken_score,
    steps_html,
    verdict_of,
)
from flip7.ui.share import share
from flip7.ui.typed import card_form, forget_fault

STATE = "score"
EXAMPLES = {CLASSIC: "3 5 9 11 x2 +6", VENGEANCE: "3 8 L13 /2 -4"}
BAD_LINK = bad_link(STATE)


def _take(text: str) -> None:
    st.session_state[STATE] = typed(page_state(STATE, from_link), text)
    st.session_state[BAD_LINK] = ""


frame("score")
pad = Pad(STATE)
before, state = heard_in_game(pad, from_link, apply_all)
if state is not before:
    forget_fault(STATE)
wrong_link = st.session_state[BAD_LINK]

result, verdict = score_of(state), verdict_of(state)
notes = (notice(wrong_link) if wrong_link else "") + (notice(state.note, "toast") if state.note else "")
st.html(f'<div class="f7-hit">{result_html(state, result, verdict)}{notes}</div>')
said = spoken_score(state, result, verdict)
pad.draw(pad_sections(state), state.mark, link=None if wrong_link else link_of(state), say=said)
details = claim_html(state, verdict) + (printed_hand(state) + steps_html(result) if state.cards else "")
if details:
    st.html(f'<div class="f7-details">{details}</div>')
shared = st.expander("Share this verdict", key="score-share", on_change="rerun")
if shared.open:
    with shared:
        share(shared_link(state))
st.page_link("pages/check_round.py", label="Check the whole round instead", width="stretch")
card_form("score", "Type or paste cards", EXAMPLES[state.edition], {"Score these cards": _take})
st.html(rulings_html(state.edition))
keep_edition()
footer()
if not wrong_link:
    write_link(link_of(state), keep=STATE)
