"""What players call themselves: text from strangers made fit to be shown, in one way for the whole app."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from flip7.errors import Fault, NotationError, quote

MAX_NAME = 40
MAX_REASON = 200
_ISOLATE, _POP = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


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
    if wrong := too_long([text]):
        raise NotationError([Fault(wrong)])
    return name


def too_long(texts: Iterable[str]) -> str:
    """A sentence for each of these names that has more than 40 characters; empty where none has.

    >>> too_long(["Ana", "x" * 41])
    '“xxxxxxxxxxxxxxxxxxxx…” has 41 characters; a name has at most 40.'
    """
    said = []
    for text in texts:
        name = visible(text)
        if len(name) > MAX_NAME:
            length = len(name) if len(text) <= MAX_REASON else len(text)
            said.append(f"{quote(name, 20)} has {length} characters; a name has at most {MAX_NAME}.")
    return " ".join(said)


def clean_names(texts: Iterable[str]) -> tuple[str, ...]:
    """Names of a table, none refused: visible characters only, cut to 40, ``Player 2`` where empty, each of them once.

    >>> clean_names(["Ana", "", "ana"])
    ('Ana', 'Player 2', 'ana 2')
    """
    names: list[str] = []
    taken: set[str] = set()
    for seat, text in enumerate(texts, 1):
        first = visible(text)[:MAX_NAME].strip() or f"Player {seat}"
        name, again = first, 2
        while name.casefold() in taken:
            name, again = f"{first[: MAX_NAME - 4].strip()} {again}", again + 1
        taken.add(name.casefold())
        names.append(name)
    return tuple(names)


def clean_reason(text: str) -> str:
    """A reason in plain characters, cut to 200."""
    return visible(text)[:MAX_REASON].strip()


def in_sentence(name: str) -> str:
    """The name as it stands in a sentence: one written from right to left must not turn the words around it.

    >>> in_sentence("Ana")
    'Ana'
    """
    turned = any(unicodedata.bidirectional(c) in ("R", "AL", "AN") for c in name)
    return f"{_ISOLATE}{name}{_POP}" if turned else name
