"""What a page shows, as a link to copy, as a code to photograph, and on paper."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path

import segno
import streamlit as st

from flip7.ui.printing import print_button

_HERE = Path(__file__).parent
_COPY = st.components.v2.component(
    "flip7_share",
    html="<input type='text' readonly aria-label='Link to what this page shows'>\n"
    "<button type='button'>Copy the link</button>\n<p role='status'></p>",
    css=(_HERE / "share.css").read_text("utf-8"),
    js=(_HERE / "share.js").read_text("utf-8"),
)


def code_html(link: str) -> str:
    """The link as a QR code: dark on light in both themes, as cameras want it."""
    image = segno.make(link, error="l", micro=False).svg_data_uri(scale=4, border=3, light="#fff", dark="#000")
    return (
        f'<img class="f7-code" src="{escape(image, quote=True)}" alt="This link as a QR code" width="220" height="220">'
    )


def save_round(
    text: str | Callable[[], str], name: str = "flip7-round.toml", words: str = "Save this round as a file"
) -> None:
    """Draw the button that saves a round record as a file of this name."""
    st.download_button(words, text, name, "application/toml", on_click="ignore", width="stretch")


def share(query: str) -> None:
    """Draw all three; ``query`` is the link's part after the question mark."""
    share_link(query)
    print_button()


def share_link(query: str, page: str = "") -> None:
    """The link and the code: to this page, or to another one of ours by the name in its address."""
    _COPY(key=f"f7-share{page}", data={"query": query, "page": page})
    here = (st.context.url or "").partition("?")[0]
    if here:
        there = here.rpartition("/")[0] + f"/{page}" if page else here
        st.html(code_html(f"{there}?{query}" if query else there))
