"""What links have in common: the version of their form, and the game that they name."""

from __future__ import annotations

from collections.abc import Mapping

from flip7.cards import CLASSIC, EDITIONS, Edition
from flip7.errors import Fault, NotationError, quote


def other_version(params: Mapping[str, str], version: str) -> str:
    """What is wrong with a link of another version than this; empty for one that fits, or names none."""
    found = params.get("v", version)
    return "" if found == version else f"The link's version is {quote(found)}; this app reads version {version}."


def unknown_edition(params: Mapping[str, str]) -> str:
    """What is wrong with a link that names no game of ours; empty for one that fits, or names none."""
    found = params.get("edition", "classic")
    return "" if found in EDITIONS else f"{quote(found)} in the link is neither “classic” nor “vengeance”."


def linked_game(params: Mapping[str, str], version: str) -> Edition:
    """The game of a link of this version, Flip 7 where it names none; raises ``NotationError`` for what is wrong."""
    if wrong := other_version(params, version) or unknown_edition(params):
        raise NotationError([Fault(wrong)])
    return EDITIONS[params.get("edition", CLASSIC.key)]
