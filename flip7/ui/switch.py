"""A switch: a few words side by side, one of them pressed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st


def switch(key: str, label: str, names: Mapping[str, str], pressed: str, changed: Callable[[], None]) -> None:
    """Draw the switch. A tap puts the chosen key of ``names`` into the session under ``key`` and calls ``changed``."""
    st.session_state[key] = pressed
    st.segmented_control(
        label,
        list(names),
        key=key,
        format_func=names.__getitem__,
        label_visibility="collapsed",
        required=True,
        width="stretch",
        on_change=changed,
    )
