"""Which game a page teaches: the one that its link names, else the one chosen last on this device, else Flip 7."""

from __future__ import annotations

import streamlit as st

from flip7.cards import CLASSIC, EDITIONS, VENGEANCE, Edition
from flip7.ui.kept import keep, told

_CHOSEN, _SWITCH, _KEPT = "f7-edition", "f7-edition-switch", "edition"
_NAMES = {CLASSIC.key: "Flip 7", VENGEANCE.key: "With a Vengeance"}


def known_edition(named: Edition | None) -> Edition:
    """The game in force: ``named`` by a link, chosen in this visit, or told by the device, in this order."""
    session, heard = st.session_state, told(_KEPT)
    if named is not None:
        session[_CHOSEN] = named.key
    elif heard in EDITIONS and _CHOSEN not in session:
        session[_CHOSEN] = heard
    return EDITIONS[session.get(_CHOSEN, CLASSIC.key)]


def edition_switch(edition: Edition) -> None:
    """Both games, one pressed; a tap is heard by ``known_edition`` before the page is drawn again."""
    st.session_state[_SWITCH] = edition.key
    st.segmented_control(
        "Game",
        list(_NAMES),
        key=_SWITCH,
        format_func=_NAMES.__getitem__,
        label_visibility="collapsed",
        required=True,
        on_change=_switched,
    )


def _switched() -> None:
    st.session_state[_CHOSEN] = st.session_state[_SWITCH]


def keep_edition() -> None:
    """Have the device remember the game: call it last in the page."""
    keep(_KEPT, st.session_state.get(_CHOSEN, ""))
