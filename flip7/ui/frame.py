"""The frame around every page: title, styles, tabs, reconnecting, and the link that holds the page's state.

Plain ``pages/`` mode: each page file runs by itself, so each calls ``frame`` first.

    frame("hit")
    state = page_state("hit", from_link)
    ...
    write_link(link_of(state), keep="hit")
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import TypeVar
from urllib.parse import parse_qsl

import streamlit as st

from flip7.ui import faces
from flip7.ui.sitemap import BY_KEY, PAGES, Page

_HERE = Path(__file__).parent
_ROOT = _HERE.parent.parent
MAX_LINK = 16_000
T = TypeVar("T")
UNOFFICIAL = "An unofficial aid for players, not connected with the publisher of Flip 7."

_BROWSER = st.components.v2.component("flip7_frame", html="<span></span>\n", js=(_HERE / "frame.js").read_text("utf-8"))


@cache
def _styles() -> str:
    """All rules that are the same on each page, with the icon of each tab as a mask (no icon font to load)."""
    masks = (
        f".st-key-f7-tab-{page.key}, .st-key-f7-job-{page.key} {{ --icon: {faces.mask(page.icon)}; }}" for page in PAGES
    )
    sheets = (
        sheet.read_text("utf-8") for sheet in sorted(_HERE.glob("*.css")) if sheet.stem not in ("faces", "pad", "share")
    )
    css = "\n".join((*sheets, faces.CSS, *masks))
    return f"<style>{css}</style>"


def frame(key: str, *, follows: bool = False) -> Page:
    """Begin the page: call this before anything else is drawn.

    ``follows``: the page has a timer of its own, so it needs no other to notice a lost server.
    """
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
    tab = page.under or key
    st.html(f"<style>.st-key-f7-tab-{tab} a {{ color: var(--f7-strong); border-color: var(--f7-strong); }}</style>")
    _tabs()
    _BROWSER(key="f7-frame", data={"job": "tabs", "page": tab})
    if not follows:
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

    The link is cut to a length that every link of ours stays below; readers refuse what they do not know.
    """
    return {name[:40]: value[:MAX_LINK] for name, value in list(st.query_params.items())[:20]}


def page_state(key: str, read: Callable[[Mapping[str, str]], tuple[T, str]]) -> T:
    """The session's state of a page; a session without one begins with what ``read`` makes of a link.

    Three places can hold it. The browser's key pad knows best: after a lost server Streamlit's client asks with the
    address that it was opened with, not with the present one. Then comes the address, and where it says nothing the
    device's own memory of this page (see frame.js): so a rule that was looked up, a lost server or a closed tab costs
    nobody the cards. The sentence about a link that cannot be read stands under ``bad_link(key)``.
    """
    session, heard = st.session_state, f"{key}-heard"
    state: T
    if key not in session:
        session[key], session[bad_link(key)] = read(_told(key) or link_params())
        session[heard] = bool(_told(key))
    elif untold(key):
        session[heard] = True
        state, wrong = read(_told(key))
        if not wrong:
            session[key], session[bad_link(key)] = state, ""
    elif (kept := _kept(key)) and session.get(f"{key}-kept") != kept:
        # Told once, and only a page that nobody has touched yet listens.
        session[f"{key}-kept"] = kept
        state, wrong = read(kept)
        if not wrong and session[key] == read({})[0]:
            session[key] = state
    state = session[key]
    return state


def pad_key(name: str) -> str:
    """The key of a page's key pad among the session's components."""
    return f"f7-pad-{name}"


def untold(key: str) -> bool:
    """Whether the browser's key pad holds a position that this session has not heard of."""
    told = _told(key)
    return bool(told) and not st.session_state.get(f"{key}-heard", True) and told != st.session_state.get(f"{key}-link")


def heard(key: str) -> bool:
    """Whether this session has heard what the browser's key pad holds."""
    return bool(st.session_state.get(f"{key}-heard", False))


def written(key: str, query: str) -> None:
    """Remember which link the page has written itself: what the browser then tells of it is no news.

    A session that has changed its position has a life of its own: what the browser tells late would only throw it back.
    """
    session, link = st.session_state, _params(query)
    if session.get(f"{key}-link", link) != link:
        session[f"{key}-heard"] = True
    session[f"{key}-link"] = link


def told_link(key: str) -> str:
    """The link that the browser's key pad sent with its taps: what it had drawn by then. It may be anything."""
    shown = st.session_state.get(pad_key(key))
    taps = shown.get("taps") if isinstance(shown, Mapping) else None
    link = taps.get("link") if isinstance(taps, Mapping) else None
    return link[:MAX_LINK] if isinstance(link, str) else ""


def _told(key: str) -> Mapping[str, str]:
    return _params(told_link(key))


def _params(query: str) -> Mapping[str, str]:
    return {name[:40]: value for name, value in parse_qsl(query[:MAX_LINK])[:20]}


def bad_link(key: str) -> str:
    """Where the session keeps the sentence about a broken link to this page; empty for a good one."""
    return f"{key}-bad-link"


def _kept(key: str) -> Mapping[str, str]:
    """What the device remembers of this page, told once by frame.js."""
    told = st.session_state.get("f7-link")
    kept = told.get("kept") if isinstance(told, Mapping) else None
    if not isinstance(kept, Mapping) or kept.get("page") != key or not isinstance(kept.get("query"), str):
        return {}
    return _params(kept["query"])


def write_link(query: str, keep: str = "", entry: str = "") -> None:
    """Put the page's state into the address, without a new entry in the browser's history.

    ``st.query_params`` would add an entry at each tap, and Back would go dead. ``keep`` names the page for which the
    device remembers it (see ``page_state``). A new word as ``entry`` does add one, so that Back returns to what this
    page showed before.
    """
    if keep:
        written(keep, query)
    data = {"job": "link", "query": query, "page": keep, "entry": entry}
    _BROWSER(key="f7-link", data=data, on_kept_change=lambda: None)


def notice(words: str, kind: str = "warn") -> str:
    """A sentence that must be seen, as HTML; ``words`` may hold untrusted text."""
    return f'<p class="f7-notice f7-{kind}" role="{"alert" if kind == "warn" else "note"}">{escape(words)}</p>'


def footer() -> None:
    """The quiet last line of each page."""
    st.html(f'<p class="f7-foot">{UNOFFICIAL}</p>')
