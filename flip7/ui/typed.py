"""A form for cards that are typed or pasted; what is wrong stays as it was typed, with the reason below it.

The server never writes into its box. A box that followed the taps would, in a hasty series of them, send its older
text back as if somebody had typed it, and so take cards away again (seen in a real browser).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from flip7.errors import Fault, Flip7Error, NotationError
from flip7.ui.frame import notice


def forget_fault(name: str) -> None:
    """What was wrong with the text is past as soon as something else is tapped."""
    st.session_state[f"{name}-text-error"] = ""


def card_form(name: str, label: str, example: str, buttons: Mapping[str, Callable[[str], None]]) -> None:
    """Draw the form. Each button's function gets the text, and may raise ``Flip7Error``."""
    text_key, error_key = f"{name}-text", f"{name}-text-error"

    def take(read: Callable[[str], None]) -> None:
        try:
            if not st.session_state[text_key].strip():
                raise NotationError([Fault(f"Type the cards first, such as {example}.")])
            read(st.session_state[text_key])
            st.session_state[error_key] = ""
        except Flip7Error as error:
            st.session_state[error_key] = error.message

    # Streamlit forgets the text when another page is shown, and then the sentence about it makes no sense either.
    error = st.session_state.get(error_key, "") if text_key in st.session_state else ""
    with st.form(f"{name}-type", border=False, enter_to_submit=True):
        st.text_input(label, key=text_key, placeholder=example)
        if error:
            st.html(notice(error))
        with st.container(horizontal=True, gap="small"):
            for words, read in buttons.items():
                st.form_submit_button(words, on_click=take, args=(read,), width="stretch")
