"""The frame around every page: title, styles, tabs, reconnecting, and the link that holds the page's state.

Plain ``pages/`` mode: each page file runs by itself, so each calls ``frame`` first.

    frame("hit")
    state = st.session_state.get("hit") or state_from(link_params())
    ...
    write_link(link_of(state))
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path

import streamlit as st

from flip7.ui import faces
from flip7.ui.sitemap import BY_KEY, PAGES, Page

_HERE = Path(__file__).parent
_ROOT = _HERE.parent.parent
MAX_LINK = 4000
UNOFFICIAL = "An unofficial aid for players, not connected with the publisher of Flip 7."

_BROWSER = st.components.v2.component("flip7_frame", html="<span></span>\n", js=(_HERE / "frame.js").read_text("utf-8"))


@cache
def _styles() -> str:
    """All rules that are the same on each page, with the icon of each tab as a mask (no icon font to load)."""
    masks = (
        f".st-key-f7-tab-{page.key}, .st-key-f7-job-{page.key} {{ --icon: {faces.mask(page.icon)}; }}" for page in PAGES
    )
    sheets = ((_HERE / name).read_text("utf-8") for name in ("frame.css", "pages.css"))
    css = "\n".join((*sheets, faces.CSS, *masks))
    return f"<style>{css}</style>"


def frame(key: str) -> Page:
    """Begin the page: call this before anything else is drawn."""
    page = BY_KEY[key]
    title = page.title if page.file == "app.py" else f"{page.title} · Flip 7 Table"
    st.set_page_config(
        page_title=title,
        page_icon=str(_ROOT / "static" / "icon.svg"),
        layout="centered",
        initial_sidebar_state="collapsed",
        menu_items={"About": UNOFFICIAL},
    )
    st.html(_styles())
    st.html(f"<style>.st-key-f7-tab-{key} a {{ color: var(--f7-strong); border-color: var(--f7-strong); }}</style>")
    _tabs()
    _BROWSER(key="f7-frame", data={"job": "tabs", "page": key})
    _reconnect()
    return page


def _tabs() -> None:
    with st.container(key="f7-tabs", horizontal=True, gap=None):
        for page in PAGES:
            if page.in_tabs:
                with st.container(key=f"f7-tab-{page.key}"):
                    st.page_link(page.file, label=page.tab, width="stretch")


@st.fragment(run_every=2)
def _reconnect() -> None:
    """Empty on purpose: its timer is what makes a page that lost its server run again, before the next tap.

    A restarted server does not know this fragment, so it runs the whole page, which rebuilds itself from its link.
    """


def link_params() -> Mapping[str, str]:
    """What the address says after the question mark: untrusted text, read only while the page has no state.

    The link is cut to a length that every link of ours stays far below; readers refuse what they do not know.
    """
    return {name[:40]: value[:MAX_LINK] for name, value in list(st.query_params.items())[:20]}


def write_link(query: str) -> None:
    """Put the page's state into the address, without a new entry in the browser's history.

    ``st.query_params`` would add an entry at each tap, and Back would go dead.
    """
    _BROWSER(key="f7-link", data={"job": "link", "query": query})


def notice(words: str, kind: str = "warn") -> str:
    """A sentence that must be seen, as HTML; ``words`` may hold untrusted text."""
    return f'<p class="f7-notice f7-{kind}" role="{"alert" if kind == "warn" else "note"}">{escape(words)}</p>'


def footer() -> None:
    """The quiet last line of each page."""
    st.html(f'<p class="f7-foot">{UNOFFICIAL}</p>')
