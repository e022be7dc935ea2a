"""The house rules that change points and odds of With a Vengeance: each a key that flips it, and a word in a link."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flip7.rulebook import STANDARD, House, read_house

HOUSE_KEYS = ("brutal", "lucky_pair", "brutal_zero")
_OTHER: Mapping[str, Any] = {"brutal": True, "lucky_pair": "one", "brutal_zero": "minus"}
_WORDS = {
    "brutal": "Brutal Mode: a round may score below 0, and a busted player loses the minus cards (V38, V39).",
    "lucky_pair": "House rule: two 13s count as one of the seven (V22).",
    "brutal_zero": "House rule: The Zero scores 0 less the minus cards (V41).",
}


def turned(house: House, key: str) -> tuple[House, str]:
    """The house rules with this one the other way, and what that means where it is not the usual way."""
    usual = getattr(house, key) == getattr(STANDARD, key)
    setting: dict[str, Any] = {key: _OTHER[key] if usual else getattr(STANDARD, key)}
    return replace(house, **setting), _WORDS[key] if usual else ""


def house_words(house: House) -> dict[str, str]:
    """These rules as words of a link, without those that are as usual."""
    changed = {key: getattr(house, key) for key in HOUSE_KEYS if getattr(house, key) != getattr(STANDARD, key)}
    return {key: "yes" if value is True else value for key, value in changed.items()}


def house_of(params: Mapping[str, str]) -> House:
    """The house rules that a link names; raises ``NotationError`` for values that they cannot have."""
    return read_house({name: params[name] for name in HOUSE_KEYS if name in params})
