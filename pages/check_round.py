"""Check a round: every player's cards and totals as they stand on the sheet; every slip and every impossible thing."""

from __future__ import annotations

import streamlit as st

from flip7.cards import VENGEANCE
from flip7.engine.choices import Decision
from flip7.engine.play import due
from flip7.errors import Flip7Error
from flip7.odds.whom import drawn
from flip7.ui.edition_switch import heard_in_game, keep_edition
from flip7.ui.frame import bad_link, footer, frame, notice, page_state, write_link
from flip7.ui.pad import Pad
from flip7.ui.round_state import apply_all, from_link, link_of, renamed, shared_link, table_of
from flip7.ui.round_view import checked, pad_sections, result_html, spoken_round, verdict_html
from flip7.ui.share import share
from flip7.ui.whom_view import whom_html

STATE = "round"
BAD_LINK, NAMES = bad_link(STATE), "round-names"
NOBODY = "Nobody can do anything with it now: it is discarded (V25, V31)."


def _rename() -> None:
    st.session_state[STATE] = renamed(page_state(STATE, from_link), st.session_state[NAMES].splitlines())
    st.session_state[BAD_LINK] = ""


def _whom_to_hit() -> None:
    """With a Vengeance in mid-round: what each choice about a drawn card does to everybody's points."""
    known = {seat.name: at for at, seat in enumerate(state.seats) if seat.status != "busted"}
    faces = {state.edition.name(face): face for face in state.edition.cards if not face.is_number}
    who = st.selectbox("Who turned a card?", list(known), key="round-turned-by")
    what = st.pills("Which card?", list(faces), key="round-turned")
    if who is None or what is None:
        return
    try:
        table = drawn(table_of(state), known[who], faces[what])
    except Flip7Error as error:
        st.html(notice(error.message))
        return
    wanted = due(table)
    if isinstance(wanted, Decision) and wanted.options:
        st.html(whom_html(table, wanted))
    else:
        st.html(notice(NOBODY, "toast"))


frame("round")
pad = Pad(STATE)
_, state = heard_in_game(pad, from_link, apply_all)
wrong_link = st.session_state[BAD_LINK]

result = checked(state)
notes = (notice(wrong_link) if wrong_link else "") + (notice(state.note, "toast") if state.note else "")
st.html(f'<div class="f7-hit">{verdict_html(result)}{notes}</div>')
link = None if wrong_link else link_of(state)
pad.draw(pad_sections(state, result), state.mark, link=link, say=spoken_round(state, result))
if result is not None:
    st.html(result_html(state, result))
if state.edition is VENGEANCE:
    turned = st.expander("A card was turned: whom to hit?", key="round-whom", on_change="rerun")
    if turned.open:
        with turned:
            _whom_to_hit()
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
