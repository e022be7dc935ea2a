"""Card faces in HTML and CSS, drawn for this app: nothing of the publisher's artwork.

A number wears the colour of its step on a ladder from 0 to 13, and a bar at its foot as long as the deck has copies:
a 12 fills it, a 1 barely shows. Every face says in words what it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path
from urllib.parse import quote as percent

from flip7.cards import CLASSIC, Card, Edition, Kind, card

# Strokes in a 24 x 24 box.
_ICONS = {
    "FR": "<path d='M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.5 4.5 12 7l2.5-2.5M9.5 19.5 12 17l2.5 2.5'/>",
    "F3": "<rect x='3' y='8' width='8' height='12' rx='1.5'/><path d='M8 8V5.5h8V17h-5M13 5.5V3h8v11.5h-5'/>",
    "SC": "<path d='M12 20.5S4 16 4 9.8A4.3 4.3 0 0 1 12 7.5a4.3 4.3 0 0 1 8 2.3C20 16 12 20.5 12 20.5z'/>"
    "<path d='M12 10v5M9.5 12.5h5'/>",
    "JOM": "<rect x='6' y='4' width='12' height='16' rx='2'/><path d='M12 9v6M9 12h6'/>",
    "F4": "<path d='M4 4h6v7H4zM14 4h6v7h-6zM4 14h6v7H4zM14 14h6v7h-6z'/>",
    "ST": "<path d='M20 12H5M11 6l-6 6 6 6M20 5v14'/>",
    "SW": "<path d='M4 8.5h15M15 4.5l4 4-4 4M20 15.5H5M9 11.5l-4 4 4 4'/>",
    "undo": "<path d='M8.5 5 4 9.5 8.5 14M4 9.5h10.5a5 5 0 0 1 0 10H9'/>",
    "DI": "<path d='M12 3v11M7.5 9.5 12 14l4.5-4.5M4 15v5h16v-5'/>",
}

# What fits under an icon on a small face; the full name is in the label.
_SHORT = {
    "FR": "Freeze",
    "F3": "Flip 3",
    "SC": "Chance",
    "JOM": "One more",
    "F4": "Flip 4",
    "ST": "Steal",
    "SW": "Swap",
    "DI": "Discard",
}
_GLYPHS = {"x2": "×2", "/2": "÷2"}
_LONGEST = 12
_ONES = tuple("no one two three four five six seven eight nine ten eleven twelve thirteen".split())


def count_word(n: int) -> str:
    """A small count as a word: ``ten``; larger ones as digits."""
    return _ONES[n] if 0 <= n < len(_ONES) else str(n)


def mask(strokes: str) -> str:
    """Strokes as a CSS image, to be used as a mask: ``st.html`` takes SVG elements out."""
    svg = (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='black' stroke-width='2' "
        f"stroke-linecap='round' stroke-linejoin='round'>{strokes}</svg>"
    )
    return f'url("data:image/svg+xml,{percent(svg)}")'


def icon(name: str) -> str:
    """An icon in the text's own colour, silent for screen readers: words stand beside it."""
    return f'<i class="f7-icon f7-icon-{name}"></i>'


CSS = "\n".join(
    (
        (Path(__file__).parent / "faces.css").read_text("utf-8"),
        *(f".f7-icon-{name} {{ --icon: {mask(strokes)}; }}" for name, strokes in _ICONS.items()),
    )
)


def spoken(face: Card, edition: Edition = CLASSIC) -> str:
    """The card in words, as labels and screen readers say it."""
    return edition.name(face)


def _inside(face: Card) -> str:
    if face.kind is Kind.ACTION:
        return f"{icon(face.code)}<small>{escape(_SHORT[face.code])}</small>"
    if face.code in ("U7", "L13"):
        return f"<b>{face.rank}</b><small>{'unlucky' if face.code == 'U7' else 'lucky'}</small>"
    glyph = _GLYPHS.get(face.code, face.code.replace("-", "−"))
    return f"<b>{escape(glyph)}</b>"


def _css_class(face: Card) -> str:
    if face.is_number:
        special = " f7-special" if face.code in ("U7", "L13") else ""
        return f"f7-number f7-n{face.rank}{special}"
    return "f7-modifier" if face.kind is Kind.MODIFIER else "f7-action"


def face_html(face: Card, edition: Edition = CLASSIC, *, left: int | None = None) -> str:
    """The bare face, without a label, for a place that says in words what it is (a key, a chip).

    The bar at the foot shows the copies in the deck, filled as far as ``left`` of them are still there.
    """
    copies = edition.copies.get(face, 0)
    bar = ""
    if face.is_number and face.code.isdigit():
        width = round(100 * min(copies, _LONGEST) / _LONGEST)
        rest = copies if left is None else max(0, min(left, copies))
        fill = round(100 * rest / copies) if copies else 0
        bar = f'<i class="f7-bar" style="width:{width}%"><i style="width:{fill}%"></i></i>'
    return f'<span class="f7-face {_css_class(face)}" aria-hidden="true">{_inside(face)}{bar}</span>'


def card_html(face: Card, edition: Edition = CLASSIC, *, words: str = "", css_class: str = "") -> str:
    """One card to look at. ``words`` is said after its name: ``busts you``, ``worth 0 here``."""
    name = spoken(face, edition)
    label = escape(f"{name}, {words}" if words else name, quote=True)
    extra = f" {escape(css_class, quote=True)}" if css_class else ""
    inside = face_html(face, edition)
    return f'<span class="f7-card{extra}" role="img" aria-label="{label}" title="{label}">{inside}</span>'


def line_html(cards: Iterable[Card], edition: Edition = CLASSIC, *, empty: str = "no cards") -> str:
    """Cards side by side, wrapping where the screen ends."""
    faces = [card_html(face, edition) for face in cards]
    if not faces:
        return f'<span class="f7-empty">{escape(empty)}</span>'
    return f'<span class="f7-line">{"".join(faces)}</span>'


def code_html(code: str, edition: Edition = CLASSIC) -> str:
    """``card_html`` for a code of the strict notation."""
    return card_html(card(code), edition)
