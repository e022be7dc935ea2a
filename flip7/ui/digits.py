"""A claimed total, entered digit by digit: ``digit 9``, ``digit -`` (turns the sign round)."""

from __future__ import annotations

import re

from flip7.cards import CLASSIC, Edition
from flip7.ui.pad import Key, Section

TOO_LONG = "No round brings a thousand points: a total has at most three digits."
_TOTAL = re.compile(r"-?[0-9]{0,3}")
_SPOKEN = {"-": "minus"}


def is_total(text: str) -> bool:
    """Whether these are the digits of a total, or the beginning of one."""
    return _TOTAL.fullmatch(text) is not None


def number(text: str) -> int | None:
    """The total that has been entered; ``None`` as long as there is no digit."""
    return int(text) if text.strip("-") else None


def entered(text: str, digit: str) -> str:
    """The total after one more digit; it may be too long (``is_total``). What is no digit changes nothing."""
    sign, digits = ("-" if text.startswith("-") else ""), text.strip("-")
    if digit == "-":
        return digits if sign else f"-{digits}"
    if len(digit) == 1 and digit in "0123456789":
        return f"{sign}{(digits + digit).lstrip('0') or '0'}"
    return text


def digit_section(label: str, edition: Edition, undo: Key) -> Section:
    """The keys; a minus where a round, or a slip in one, can end below 0."""
    digits = "1234567890" if edition is CLASSIC else "1234567890-"
    keys = (
        Key(f"digit {digit}", f'<span class="f7-face"><b>{minus(digit)}</b></span>', _SPOKEN.get(digit, digit))
        for digit in digits
    )
    return Section("grid", label, (*keys, undo))


def minus(text: object) -> str:
    """The text with a true minus sign."""
    return str(text).replace("-", "−")
