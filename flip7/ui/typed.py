"""A box for cards that are typed or pasted: it follows the taps, and keeps what was typed where it is wrong."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from flip7.errors import Flip7Error
from flip7.notation import MAX_TEXT
from flip7.ui.frame import notice


def text_box(name: str, label: str, example: str, shown: str, take: Callable[[str], None]) -> None:
    """Draw the box with ``shown`` in it. ``take`` gets what a person typed, and may raise ``Flip7Error``.

    While the box holds an error, its text stays as it was typed and the sentence stands below it.
    """
    text_key, error_key = f"{name}-text", f"{name}-error"

    def changed() -> None:
        try:
            take(st.session_state[text_key])
            st.session_state[error_key] = ""
        except Flip7Error as error:
            st.session_state[error_key] = error.message

    # Streamlit forgets the text when another page is shown, and then the sentence about it makes no sense either.
    error = st.session_state.get(error_key, "") if text_key in st.session_state else ""
    if not error:
        st.session_state[text_key] = shown
    st.text_input(label, key=text_key, placeholder=example, on_change=changed, max_chars=MAX_TEXT)
    if error:
        st.html(notice(error))
