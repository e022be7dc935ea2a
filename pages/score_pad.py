"""Score pad: a whole game on one page, each entry kept for good the moment it is shown as saved."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st

from flip7.errors import Flip7Error
from flip7.scorepad.store import Opened
from flip7.ui.frame import bad_link, footer, frame, heard, notice, page_state, told_link, write_link
from flip7.ui.pad import Pad
from flip7.ui.race_chart import race_block
from flip7.ui.referee_state import start
from flip7.ui.score_pad_forms import begin_form, house_form, other_phones, players_form, take_along
from flip7.ui.score_pad_keys import pad_sections
from flip7.ui.score_pad_link import from_link
from flip7.ui.score_pad_referee import can_lead, setup_of
from flip7.ui.score_pad_silence import address, as_drawn, settled, up_to_date, waits
from flip7.ui.score_pad_state import PadState, changed_since, opened_at
from flip7.ui.score_pad_table import table_html
from flip7.ui.score_pad_taps import apply_all
from flip7.ui.score_pad_view import (
    banner_html,
    head_html,
    log_html,
    sheet_html,
    spoken_pad,
    summary_html,
)
from flip7.ui.visitors import new_game, open_game, store_or_stop

STATE = "pad"
BAD_LINK = bad_link(STATE)
LISTENED = f"{STATE}-listened"
NEW_CODE = "This is a new game: the other phones join with its own code, under “Other phones”."


def _show(state: PadState | None) -> None:
    st.session_state[STATE] = state
    st.session_state[BAD_LINK] = ""


def _begin(opened: Opened) -> None:
    _show(opened_at(opened))


def _rematch(state: PadState) -> None:
    try:
        opened = new_game(STORE, [state.game.rematch()])
    except Flip7Error as error:
        st.session_state[STATE] = replace(state, note=error.message)
        return
    # The browser's log of taps goes on: those of the finished game must not fall on this one.
    _show(replace(opened_at(opened), mark=state.mark, note=NEW_CODE if state.game.phones else ""))


@st.fragment(run_every=2)
def _listen(state: PadState) -> None:
    """The browser says what it holds as soon as its keys are drawn; after two seconds it has nothing to say."""
    if st.session_state[LISTENED]:
        st.session_state[STATE] = settled(state, STORE)
        st.rerun()
    st.session_state[LISTENED] = True


@st.fragment(run_every=1)
def _follow(state: PadState) -> None:
    """Each second one number is read; where others have written since, the page is drawn anew."""
    if changed_since(state, STORE):
        st.rerun()


def _around(state: PadState) -> None:
    """Everything that is not wanted at each tap; what is closed is not drawn."""
    game = state.game
    blocks = {
        "Players": partial(players_form, state, STORE, _show),
        "House rules": partial(house_form, state, STORE, _show),
        "All changes": lambda: st.html(log_html(game)),
        "Save, print, take along": partial(take_along, state.opened.code, game),
        "Other phones: play along, or watch": partial(other_phones, state.opened),
        "Another game": lambda: st.button("Leave this game and begin another", on_click=_show, args=(None,)),
    }
    for name, draw in blocks.items():
        block = st.expander(name, key=f"pad-{name}", on_change="rerun")
        if block.open:
            with block:
                draw()


def _address(state: PadState) -> str | None:
    return address(state, told=heard(STATE))


def _pad(state: PadState) -> None:
    pad.draw(pad_sections(state), state.mark, link=_address(state), say=spoken_pad(state))


def _end(state: PadState) -> None:
    """How a finished game went."""
    st.html(summary_html(state.game))
    st.button("Rematch: the same seats", on_click=_rematch, args=(state,), type="primary", width="stretch")


def _play(state: PadState) -> None:
    game = state.game
    banner = banner_html(state)
    note = notice(state.note, "toast") if state.note else ""
    st.html(f'<div class="f7-hit">{banner if game.over else head_html(state) + banner}{note}</div>')
    if game.over:
        _end(state)
    else:
        _pad(state)
        st.html(table_html(game, state.mine))
    if can_lead(game) and st.button(f"Let the referee lead round {game.open}", width="stretch"):
        st.session_state["referee"] = start(setup_of(state.opened), before=st.session_state.get("referee"))
        st.switch_page("pages/referee.py")
    st.html(sheet_html(game))
    race_block(game, "pad-race")
    if game.over:
        # A round can still be put right.
        _pad(state)
    _around(state)


frame("pad", follows=st.session_state.get(STATE) is not None)
pad = Pad(STATE)
STORE = store_or_stop()
state = page_state(STATE, lambda params: from_link(params, partial(open_game, STORE)))
if state is not None:
    # The taps were meant for what this screen showed; only then comes what others have written since.
    meant = as_drawn(state, told_link(STATE), STORE) if pad.heard(state.mark)[0] else state
    tapped = pad.hear(meant, partial(apply_all, store=STORE))
    state = st.session_state[STATE] = up_to_date(tapped, STORE)
if st.session_state[BAD_LINK]:
    st.html(notice(st.session_state[BAD_LINK]))
if state is None:
    begin_form(STORE, _begin)
else:
    _play(state)
    if waits(state, STORE):
        st.session_state[LISTENED] = False
        _listen(state)
    else:
        _follow(state)
footer()
link = _address(state) if state else ""
if link is not None and not st.session_state[BAD_LINK]:
    write_link(link, keep=STATE)
