"""Referee: a table deals its own cards; tap what was turned, and the app says what happens and what may be chosen."""

from __future__ import annotations

import streamlit as st

from flip7.cards import VENGEANCE
from flip7.engine.choices import Decision
from flip7.engine.play import due
from flip7.engine.writing import write_record
from flip7.errors import Flip7Error
from flip7.scorepad.store import the_store
from flip7.ui.edition_switch import known_edition, linked_edition
from flip7.ui.frame import bad_link, footer, frame, link_params, notice, page_state, write_link
from flip7.ui.pad import Pad
from flip7.ui.referee_game import Setup
from flip7.ui.referee_keys import pad_sections
from flip7.ui.referee_link import from_link, link_of
from flip7.ui.referee_setup import FORM, setup_form
from flip7.ui.referee_state import RefereeState, apply, apply_all, start
from flip7.ui.referee_view import (
    due_html,
    reckoning_html,
    rules_html,
    standings_html,
    table_section_html,
)
from flip7.ui.referee_words import spoken
from flip7.ui.replay_state import opened, read_round
from flip7.ui.score_pad_referee import write_round
from flip7.ui.score_pad_state import opened_at
from flip7.ui.share import save_round
from flip7.ui.taps import NO_MARK
from flip7.ui.whom_view import LOOKING_HTML, whom_html

STATE = "referee"
BAD_LINK, SETTING_UP = bad_link(STATE), "referee-setting-up"
INTRO = """<h1 class="f7-title">Referee</h1><p class="f7-lead">Deal your own cards and tap each one that is turned: the
app says what happens and what may be chosen.</p>"""


def _state() -> RefereeState | None:
    """The running game, if any."""
    return page_state(STATE, from_link)


def _begin(setup: Setup) -> None:
    state = _state()
    st.session_state[STATE] = start(setup, mark=state.mark if state else NO_MARK, before=state)
    st.session_state[BAD_LINK] = ""
    st.session_state[SETTING_UP] = False


def _again(state: RefereeState) -> None:
    st.session_state[STATE] = apply(state, "again")


def _set_up(yes: bool) -> None:
    st.session_state[SETTING_UP] = yes
    st.session_state[FORM] = st.session_state.get(FORM, 0) + 1


def _sit_down(state: RefereeState | None) -> None:
    """The page before a game."""
    st.html(INTRO)
    if st.session_state[BAD_LINK]:
        st.html(notice(st.session_state[BAD_LINK]))
    setup_form(state.game.setup if state else None, _begin)
    if state:
        st.button("Back to the running game", on_click=_set_up, args=(False,), width="stretch")
    if not st.session_state[BAD_LINK]:
        # A link that could not be read stays in the address, so that it can be mended there.
        write_link(link_of(state) if state else "", keep=STATE)


def _record(state: RefereeState) -> str:
    return write_record(state.game.record())


def _keep(state: RefereeState) -> None:
    """Everything that is not wanted at each turn."""
    with st.expander("Replay or keep this round, or start anew"):
        if st.button("Replay this round", width="stretch"):
            st.session_state["replay"] = opened(read_round(_record(state)), st.session_state.get("replay"))
            st.switch_page("pages/replay.py")
        save_round(lambda: _record(state), f"flip7-round-{state.game.round}.toml")
        if st.toggle("Show it as text", key="referee-as-text"):
            st.code(_record(state), language=None, wrap_lines=True)
        st.button("New game with the same players", on_click=_again, args=(state,), width="stretch")
        st.button("Change players or rules", on_click=_set_up, args=(True,), width="stretch")


def _to_the_pad(state: RefereeState) -> None:
    """A round led for a score pad goes there, once it is over."""
    if st.button("Write this round on the score pad", type="primary", width="stretch"):
        try:
            written = write_round(the_store(), state.game)
        except Flip7Error as error:
            st.html(notice(error.message))
            return
        st.session_state["pad"] = opened_at(written, like=st.session_state.get("pad"))
        st.switch_page("pages/score_pad.py")


def _whom_to_hit(state: RefereeState) -> None:
    """Where a drawn card of With a Vengeance needs somebody: what each choice does, for whoever wants to know."""
    wanted = due(state.table)
    if state.table.edition is not VENGEANCE or not isinstance(wanted, Decision) or wanted.asks == "hit-or-stay":
        return
    # What is closed is not worked out.
    shown = st.expander("Whom to hit? What each choice does", key="referee-whom", on_change="rerun")
    if shown.open:
        with shown:
            drawn = st.empty()
            drawn.html(LOOKING_HTML)
            drawn.html(whom_html(state.table, wanted, state.pick))


def _play(state: RefereeState) -> None:
    """The page during a game."""
    pad = Pad(STATE)
    state = pad.hear(state, apply_all)
    over = state.table.result is not None
    note = notice(state.note, "toast") if state.note else ""
    st.html(due_html(state) + (standings_html(state.game) if over else "") + note)
    pad.draw(pad_sections(state), state.mark, link=link_of(state), say=spoken(state), careful=True)
    _whom_to_hit(state)
    if over and state.game.setup.pad:
        _to_the_pad(state)
    st.html((reckoning_html(state.table) if over else "") + table_section_html(state) + rules_html(state))
    _keep(state)
    write_link(link_of(state), keep=STATE)


frame("referee")
if STATE not in st.session_state:
    # A link may name no more than the game.
    known_edition(linked_edition(link_params())[0])
state = _state()
if state is None or st.session_state.get(SETTING_UP):
    _sit_down(state)
else:
    _play(state)
footer()
