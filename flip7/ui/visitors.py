"""The store as strangers reach it: codes that open nothing and new games are counted by address (flip7.hosting.limits).

What a session holds already is not asked for like this again.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from flip7.errors import Flip7Error
from flip7.hosting.limits import address_of, look_up, may_begin, opened
from flip7.scorepad.entries import Entry
from flip7.scorepad.store import Opened, Store, Watched, the_store
from flip7.ui.frame import footer, notice


def store_or_stop() -> Store:
    """The store; where it cannot be opened the page says why and ends."""
    try:
        return the_store()
    except Flip7Error as error:
        st.html(notice(f"The games cannot be reached: {error.message}"))
        footer()
        st.stop()


def open_game(store: Store, code: str) -> Opened:
    """The game with this code; raises ``NotAllowedError`` where there is none, or after too many wrong codes."""
    return look_up(store.open, code, _address())


def watch_game(store: Store, code: str) -> Watched:
    """The game with this code for watching; raises like ``open_game``."""
    return look_up(store.watch, code, _address())


def new_game(store: Store, entries: Sequence[Entry]) -> Opened:
    """A new game with these entries; raises ``NotAllowedError`` where this address has begun too many."""
    address = _address()
    may_begin(address)
    made = store.create(entries)
    opened(made.code, address)
    return made


def _address() -> str | None:
    return address_of(st.context.ip_address)
