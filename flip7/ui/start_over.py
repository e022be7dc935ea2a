"""Starting over: forgetting what the device has kept needs a second tap."""

from __future__ import annotations

import streamlit as st


def start_over(name: str, asks: str, words: str) -> bool:
    """Draw the key that ``asks`` or, once tapped, the question; whether to forget ``words`` now."""
    yes = bool(st.session_state.get(f"{name}-yes", False))
    with st.container(key=f"f7-over-{name}", horizontal=True):
        if st.session_state.get(name, False):
            st.button(f"Yes, forget {words}", key=f"{name}-yes")
            st.button("No, keep it", key=f"{name}-no")
        elif not yes:
            st.button(asks, key=name)
    return yes
