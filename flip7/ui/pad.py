"""The key pad: a component that any page can lay out, with its own log of taps.

A pad is a list of sections (grids of cards, a row of chips, a switch, rows of words), each a list of keys. What a
tap means is the page's business: it gets the codes, in order, exactly once (see ``taps``).

    pad = Pad("hit")                        # the name of the page's state, too
    state = pad.hear(state, apply_all)      # first thing in the page
    ...                                     # draw the answer
    pad.draw(sections, state.mark, link=link)   # reruns the page if it was the browser's first word after a restart
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Literal, Protocol, TypeVar

import streamlit as st

from flip7.cards import CLASSIC, Card, Edition
from flip7.ui import faces
from flip7.ui.frame import bad_link, pad_key, untold, written
from flip7.ui.taps import TapMark, fresh_taps

_HERE = Path(__file__).parent
_COMPONENT = st.components.v2.component(
    "flip7_pad",
    html="<div class='pad'></div>\n<p class='waiting' role='status'></p>\n<p class='said' aria-live='polite'></p>",
    css=faces.CSS + (_HERE / "pad.css").read_text("utf-8"),
    js=(_HERE / "pad.js").read_text("utf-8"),
)


@dataclass(frozen=True, slots=True)
class Key:
    """One button. ``face`` is HTML made by ``faces`` or escaped by the caller, never raw text of a person.

    ``label`` is the whole of it in words; ``note`` the small line under the face. A key that is ``off`` is greyed and
    says so, but its tap still arrives, so that the page can say why it is refused.
    """

    code: str
    face: str
    label: str
    note: str = ""
    off: bool = False
    pressed: bool | None = None
    held: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """Keys that belong together. ``empty`` is said where there are none.

    ``words`` are keys with whole phrases, as many side by side as fit; ``lying`` is a grid under its visible label;
    ``seats`` is one row of players that scrolls by itself, ``status`` a row of words in small print.
    """

    layout: Literal["grid", "chips", "switch", "row", "words", "lying", "seats", "status"]
    label: str
    keys: tuple[Key, ...]
    empty: str = ""


def card_key(face: Card, left: int, edition: Edition = CLASSIC, *, words: str = "", held: bool = False) -> Key:
    """A card as a key with the copies that are left: ``7, 5 left, in your line``."""
    label = ", ".join(filter(None, (faces.spoken(face, edition), f"{left} left", words)))
    return Key(face.code, faces.face_html(face, edition, left=left), label, f"{left} left", off=left <= 0, held=held)


def undo_key(what: str = "Undo", *, off: bool = False) -> Key:
    """The last key of every pad."""
    face = f'<span class="f7-face f7-plain" aria-hidden="true">{faces.icon("undo")}</span>'
    return Key("undo", face, what, "undo", off=off)


def word_key(code: str, words: str, *, label: str = "", pressed: bool | None = None, off: bool = False) -> Key:
    """A key that shows words."""
    return Key(code, f"<span>{escape(words)}</span>", label or words, off=off, pressed=pressed)


class _Marked(Protocol):
    @property
    def mark(self) -> TapMark: ...


State = TypeVar("State", bound=_Marked)


class Pad:
    """One pad of one page; ``name`` keeps its log apart from other pads in the same browser."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.key = pad_key(name)

    def heard(self, mark: TapMark) -> tuple[tuple[str, ...], TapMark]:
        """The taps since ``mark``, as far as the session knows this pad already."""
        state = st.session_state.get(self.key)
        return fresh_taps(state.get("taps") if isinstance(state, Mapping) else None, mark)

    def hear(self, state: State, apply_all: Callable[[State, tuple[str, ...], TapMark], State]) -> State:
        """The page's state after the taps since its mark, kept for the session; a tap settles what a link got wrong."""
        taps, mark = self.heard(state.mark)
        if taps:
            state = st.session_state[self.name] = apply_all(state, taps, mark)
            st.session_state[bad_link(self.name)] = ""
        return state

    def draw(
        self, sections: Iterable[Section], mark: TapMark, *, link: str | None, say: str = "", careful: bool = False
    ) -> None:
        """Show the keys and confirm ``mark`` to the browser; ``say`` is read out by screen readers when it changes.

        ``link`` holds the state that has heard ``mark``; the browser puts it into the address in the same moment in
        which it forgets the taps up to there. ``None`` leaves the address alone. ``careful``: keys come and go here, so
        a tap does not count on one that has just come under the finger.
        """
        if link is not None:
            written(self.name, link)
        shown = _COMPONENT(
            key=self.key,
            data={
                "name": self.name,
                "heard": [mark.log, mark.count],
                "link": link,
                "careful": careful,
                "say": say,
                "sections": [_section(section) for section in sections],
            },
            on_taps_change=lambda: None,
        )
        # A new session learns what the browser holds only by drawing the pad; then the page starts over with it.
        if fresh_taps(shown.get("taps"), mark)[0] or untold(self.name):
            st.rerun()


def _section(section: Section) -> dict[str, object]:
    return {
        "layout": section.layout,
        "label": section.label,
        "empty": section.empty,
        "keys": [
            {
                "code": key.code,
                "face": key.face,
                "label": key.label,
                "note": key.note,
                "off": key.off,
                "pressed": key.pressed,
                "held": key.held,
            }
            for key in section.keys
        ],
    }
