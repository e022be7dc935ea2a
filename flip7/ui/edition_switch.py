"""Which game a page teaches: the one that its link names, else the one chosen last on this device, else Flip 7."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

import streamlit as st

from flip7.cards import CLASSIC, EDITIONS, VENGEANCE, Edition
from flip7.ui.frame import notice, page_state
from flip7.ui.kept import keep, told
from flip7.ui.links import other_version, unknown_edition
from flip7.ui.pad import Pad
from flip7.ui.switch import switch
from flip7.ui.taps import TapMark

_CHOSEN, _SWITCH, _KEPT = "f7-edition", "f7-edition-switch", "edition"
S = TypeVar("S", bound=Any)
NAMES = {CLASSIC.key: "Flip 7", VENGEANCE.key: "With a Vengeance"}


def known_edition(named: Edition | None) -> Edition:
    """The game in force: ``named`` by a link, chosen in this visit, or told by the device, in this order."""
    session, heard = st.session_state, told(_KEPT).text
    if named is not None:
        session[_CHOSEN] = named.key
    elif heard in EDITIONS and _CHOSEN not in session:
        session[_CHOSEN] = heard
    return EDITIONS[session.get(_CHOSEN, CLASSIC.key)]


def linked_edition(params: Mapping[str, str]) -> tuple[Edition | None, str]:
    """The game in a link that names nothing else, and what is wrong with it."""
    return EDITIONS.get(params.get("edition", "")), other_version(params, "1") or unknown_edition(params)


def heard_in_game(
    pad: Pad,
    read: Callable[[Mapping[str, str]], tuple[S, str]],
    apply_all: Callable[[S, tuple[str, ...], TapMark], S],
) -> tuple[S, S]:
    """The state of the pad's page before and after its taps; a game chosen by one of them is remembered."""
    before = _in_game(pad.name, read)
    state: S = pad.hear(before, apply_all)
    if state.edition is not before.edition:
        known_edition(state.edition)
    return before, state


def _in_game(key: str, read: Callable[[Mapping[str, str]], tuple[S, str]]) -> S:
    """The session's state of a page (see ``page_state``); where nothing has been entered, in the game chosen last.

    The link that a session opens with counts even if it names no more than the game.
    """
    opened = key not in st.session_state
    state: S = page_state(key, read)
    blank = read({})[0]
    untouched = state == blank if opened else replace(state, edition=blank.edition, mark=blank.mark) == blank
    if untouched:
        state = st.session_state[key] = replace(state, edition=known_edition(None))
    elif opened and state.edition is not blank.edition:
        known_edition(state.edition)
    return state


def edition_switch(edition: Edition) -> None:
    """Both games, one pressed; a tap is heard by ``known_edition`` before the page is drawn again."""
    switch(_SWITCH, "Game", NAMES, edition.key, _switched)


def about_flip_7(what: str) -> None:
    """Say on a page that knows Flip 7 only what it is about, for whoever plays the other game; and the switch."""
    edition = known_edition(None)
    if edition is not CLASSIC:
        st.html(notice(f"{what} about Flip 7, not about {NAMES[edition.key]}.", "info"))
    edition_switch(edition)
    keep_edition()


def _switched() -> None:
    st.session_state[_CHOSEN] = st.session_state[_SWITCH]


def keep_edition() -> None:
    """Have the device remember the game: call it last in the page."""
    keep(_KEPT, st.session_state.get(_CHOSEN, ""))
