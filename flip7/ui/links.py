"""What links have in common: the version of their form, and the game that they name."""

from __future__ import annotations

from collections.abc import Mapping

from flip7.cards import EDITIONS
from flip7.errors import quote


def other_version(params: Mapping[str, str], version: str) -> str:
    """What is wrong with a link of another version than this; empty for one that fits, or names none."""
    found = params.get("v", version)
    return "" if found == version else f"The link's version is {quote(found)}; this app reads version {version}."


def unknown_edition(params: Mapping[str, str]) -> str:
    """What is wrong with a link that names no game of ours; empty for one that fits, or names none."""
    found = params.get("edition", "classic")
    return "" if found in EDITIONS else f"{quote(found)} in the link is neither “classic” nor “vengeance”."
