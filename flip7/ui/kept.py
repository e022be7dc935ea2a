"""A short text that is kept on the device, such as what has been learnt; the server stores nothing.

text = told("learn")       # first thing in the page: what the device has kept, or empty; untrusted
...                        # join it with what the session knows
keep("learn", text)        # last: what the device shall keep
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

MAX_KEPT = 4000
_KEPT = st.components.v2.component(
    "flip7_kept", html="<span></span>\n", js=(Path(__file__).parent / "kept.js").read_text("utf-8")
)


def told(name: str) -> str:
    """What the device has told since this was last asked; empty where there is no news."""
    shown = st.session_state.get(_key(name))
    text = shown.get("told") if isinstance(shown, Mapping) else None
    if not isinstance(text, str) or text == st.session_state.get(f"{name}-told"):
        return ""
    st.session_state[f"{name}-told"] = text
    return text[:MAX_KEPT]


def keep(name: str, text: str) -> None:
    """Have the device keep this text; empty forgets it.

    What it told last goes back to it: otherwise nothing would have changed, and the device would not be asked again.
    """
    data = {"name": name, "text": text[:MAX_KEPT], "heard": st.session_state.get(f"{name}-told", "")}
    _KEPT(key=_key(name), data=data, on_told_change=lambda: None)


def _key(name: str) -> str:
    return f"f7-kept-{name}"
