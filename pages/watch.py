"""Watch a game: what is on somebody's score pad, as it changes. There is nothing here that could write."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

import streamlit as st

from flip7.errors import Flip7Error
from flip7.scorepad.game import Game
from flip7.scorepad.store import Watched
from flip7.ui.frame import bad_link, footer, frame, notice, page_state, write_link
from flip7.ui.links import other_version
from flip7.ui.race_chart import race_block
from flip7.ui.score_pad_table import table_html
from flip7.ui.score_pad_view import sheet_html, standing_html, summary_html, watched_head_html
from flip7.ui.visitors import store_or_stop, watch_game

STATE = "watch"
BAD_LINK = bad_link(STATE)
TABLE = f"{STATE}-table"
LINK_VERSION = "1"


def _from_link(params: Mapping[str, str]) -> tuple[Watched | None, str]:
    """The game that a link shows, and what is wrong with a broken one."""
    if not params.get("watch"):
        return None, ""
    if wrong := other_version(params, LINK_VERSION):
        return None, f"This link cannot be used: {wrong}"
    try:
        return watch_game(STORE, params["watch"]), ""
    except Flip7Error as error:
        return None, f"This link cannot be used: {error.message}"


@st.fragment(run_every=1)
def _follow() -> None:
    """Each second one number is read; where somebody has written since, the table is drawn anew.

    The whole page costs four times as much, so it is only drawn anew with a new round and at the end. What stands
    here is said again each second, for the browser takes away whatever a fragment has not drawn in its latest run.
    """
    watched = st.session_state[STATE]
    if watched is None:
        return
    with suppress(Flip7Error):
        if STORE.last(watched.watch) != len(watched.game.log):
            now = st.session_state[STATE] = STORE.watch(watched.watch)
            if (now.game.open, now.game.over) != (watched.game.open, watched.game.over):
                st.rerun()
            st.session_state[TABLE] = _table_html(now.game)
    st.html(st.session_state[TABLE])


def _table_html(game: Game) -> str:
    head = f'<div class="f7-hit">{watched_head_html(game)}{standing_html(game)}</div>'
    return head + (summary_html(game) if game.over else table_html(game)) + sheet_html(game)


def _ask() -> None:
    st.html(
        '<h1 class="f7-title">Watch a game</h1><p class="f7-lead">Whoever keeps the score has a link and a code for '
        "those who look on: on the score pad, under “Other phones”.</p>"
    )
    code = st.text_input("Code to watch", max_chars=60, key="watch-code")
    if st.button("Watch", width="stretch") and code.strip():
        st.session_state[STATE], st.session_state[BAD_LINK] = _from_link({"watch": code})
        st.rerun()


def _show(watched: Watched) -> None:
    game = watched.game
    st.session_state[TABLE] = _table_html(game)
    _follow()
    race_block(game, "watch-race")
    st.button("Watch another game", on_click=lambda: st.session_state.update({STATE: None}), width="stretch")


frame("watch", follows=st.session_state.get(STATE) is not None)
STORE = store_or_stop()
watched = page_state(STATE, _from_link)
if watched is not None:
    try:
        watched = st.session_state[STATE] = STORE.watch(watched.watch)
    except Flip7Error as error:
        st.html(notice(error.message))
if st.session_state[BAD_LINK]:
    st.html(notice(st.session_state[BAD_LINK]))
if watched is None:
    _ask()
else:
    _show(watched)
footer()
if not st.session_state[BAD_LINK]:
    write_link(f"v={LINK_VERSION}&watch={watched.watch}" if watched else "", keep=STATE)
