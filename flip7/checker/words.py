"""Counts, lists and signs as they stand in the checker's sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

_HYPHEN = re.compile(r"(?<![\w.-])-(?=[0-9])")


def listed(words: Sequence[str], last: str = "and") -> str:
    """``Ana``, ``Ana and Ben``, ``Ana, Ben and Cleo``."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def counted(n: int, what: str) -> str:
    """``1 fault``, ``2 faults``."""
    return f"{n} {what}{'' if n == 1 else 's'}"


def signs(text: object) -> str:
    """The text with a true minus sign before numbers below zero: hyphens between words stay."""
    return _HYPHEN.sub("−", str(text))


def number_cards(n: int) -> str:
    """``no number cards``, ``one number card``, ``5 different number cards``: what somebody counts toward seven."""
    return {0: "no number cards", 1: "one number card"}.get(n, f"{n} different number cards")
