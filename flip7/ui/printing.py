"""A button that opens the browser's print dialog."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_BUTTON = st.components.v2.component(
    "flip7_print",
    html="<button type='button'>Print</button>",
    css="""
button {
  inline-size: 100%; min-block-size: 48px; border: 1px solid var(--f7-edge); border-radius: 10px; cursor: pointer;
  font: 650 16px/1.2 system-ui, sans-serif; color: var(--f7-strong); background: var(--f7-card);
}
button:focus-visible { outline: 3px solid var(--f7-focus); outline-offset: -3px; }
""",
    js=(Path(__file__).parent / "printing.js").read_text("utf-8"),
)


def print_button() -> None:
    """Draw it."""
    with st.container(key="f7-print"):
        _BUTTON(key="f7-print-button")
