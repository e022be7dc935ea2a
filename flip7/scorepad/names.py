"""What players call themselves: text from strangers made fit to be shown."""

from __future__ import annotations

import unicodedata

from flip7.errors import Fault, NotationError, quote

MAX_NAME = 40
MAX_REASON = 200


def visible(text: str) -> str:
    """The text without marks that cannot be seen, right-to-left marks among them, and with single spaces."""
    plain = unicodedata.normalize("NFC", text[: 50 * MAX_REASON])
    kept = "".join(c if c.isprintable() else " " for c in plain if unicodedata.category(c) != "Cf")
    return " ".join(kept.split())


def clean_name(text: str) -> str:
    """The name as it is shown; raises ``NotationError`` where nothing of it can be seen or it is too long."""
    name = visible(text)
    if not name:
        raise NotationError([Fault("A name needs at least one character that can be seen.")])
    if len(text) > MAX_NAME and len(name) > MAX_NAME:
        what = f"{quote(name, 20)} has {len(name) if len(text) <= MAX_REASON else len(text)} characters"
        raise NotationError([Fault(f"{what}; a name has at most {MAX_NAME}.")])
    return name


def clean_reason(text: str) -> str:
    """A reason in plain characters, cut to 200."""
    return visible(text)[:MAX_REASON].strip()
