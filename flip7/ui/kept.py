"""A short text that is kept on the device, such as what has been learnt; the server stores nothing.

news = told("learn")       # first thing in the page: what the device has kept; untrusted
...                        # join it with what the session knows, or put it in its place
keep("learn", text)        # last: what the device shall keep
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import streamlit as st

MAX_KEPT = 4000
_KEPT = st.components.v2.component(
    "flip7_kept", html="<span></span>\n", js=(Path(__file__).parent / "kept.js").read_text("utf-8")
)


class News(NamedTuple):
    """What the device has kept; empty without news. ``anew``: somebody has started over, so it replaces all."""

    text: str = ""
    anew: bool = False


def told(name: str) -> News:
    """What the device has told since this was last asked.

    What it told another session is none: a browser repeats it to the session that follows after a restart.
    """
    session = st.session_state
    shown = session.get(_key(name))
    news = shown.get("told") if isinstance(shown, Mapping) else None
    if not isinstance(news, Mapping) or news.get("session") != _token() or news.get("n") == session.get(f"{name}-n"):
        return News()
    text, generation = news.get("text"), news.get("generation")
    if not isinstance(text, str) or not isinstance(generation, int | float):
        return News()
    session[f"{name}-n"], session[f"{name}-base"] = news.get("n"), text
    anew = bool(session.get(f"{name}-kept")) and generation > session.get(f"{name}-generation", 0)
    session[f"{name}-generation"] = generation
    return News(text[:MAX_KEPT], anew)


def keep(name: str, text: str, *, forget: bool = False) -> None:
    """Have the device keep this text; with ``forget`` at once, whatever other tabs have stored there."""
    session = st.session_state
    session[f"{name}-kept"] = bool(text) or session.get(f"{name}-kept", False)
    forgets = session[f"{name}-forgets"] = session.get(f"{name}-forgets", 0) + forget
    data = {
        "name": name,
        "session": _token(),
        "base": session.get(f"{name}-base"),
        "text": text[:MAX_KEPT],
        "forget": forgets,
    }
    _KEPT(key=_key(name), data=data, on_told_change=lambda: None)


def _token() -> str:
    """What tells this session from those before it."""
    token: str = st.session_state.setdefault("f7-session", secrets.token_hex(8))
    return token


def _key(name: str) -> str:
    return f"f7-kept-{name}"
