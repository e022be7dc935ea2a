"""The state of "Should I hit?" in a link and back: short, versioned, and checked like everything from outside."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from flip7.cards import CLASSIC
from flip7.errors import Fault, Flip7Error, ImpossibleError, NotationError, quote
from flip7.notation import link_text, read_link
from flip7.odds.games import GAMES
from flip7.ui.hit_state import HitState, faults
from flip7.ui.house_rules import house_of, house_words
from flip7.ui.links import linked_game
from flip7.ui.taps import NO_MARK, read_mark

LINK_VERSION = "1"
_SWITCHES = ("alone", "unknown", "counts")


def link_of(state: HitState) -> str:
    """The state as the part of a link after the question mark; empty for a page that nobody has touched."""
    edition = state.edition
    parts = {
        "edition": "" if edition is CLASSIC else edition.key,
        "line": ".".join(link_text((face,), edition) for face in state.line),
        "seen": link_text(state.seen, edition),
        "pile": link_text(state.pile, edition),
        "alone": "1" if state.alone else "",
        "flips": str(state.flips or ""),
        "goal": str(state.goal or ""),
        "unknown": "1" if state.unknown else "",
        "counts": "1" if state.counts_only else "",
        **house_words(state.house),
        "mode": "" if state.mode == "mine" else state.mode,
        "tap": str(state.mark),
    }
    words = [f"{name}={value}" for name, value in parts.items() if value]
    return "&".join((f"v={LINK_VERSION}", *words)) if words else ""


def shared_link(state: HitState) -> str:
    """The same for somebody else, whose taps are none of ours."""
    return link_of(replace(state, mark=NO_MARK, mode="mine"))


def _number(params: Mapping[str, str], name: str, most: int) -> int:
    text = params.get(name, "0")
    if not re.fullmatch(r"[0-9]{1,3}", text) or int(text) > most:
        raise NotationError([Fault(f"{quote(text)} in the link is no number from 0 to {most} for “{name}”.")])
    return int(text)


def state_of(params: Mapping[str, str]) -> HitState:
    """The state in a link; raises ``Flip7Error`` that says what is wrong with a broken or hostile one.

    Other names are passed over: messengers add their own to links.
    """
    edition = linked_game(params, LINK_VERSION)
    limits = GAMES[edition].position.limits
    mode = params.get("mode", "mine")
    if mode not in ("mine", "seen"):
        raise NotationError([Fault(f"{quote(mode)} in the link is neither “mine” nor “seen”.")])
    alone, unknown, counts = (bool(_number(params, name, 1)) for name in _SWITCHES)
    flips, goal = _number(params, "flips", limits.flips), _number(params, "goal", limits.points)
    state = HitState(
        read_link(params.get("line", ""), edition),
        read_link(params.get("seen", ""), edition),
        read_link(params.get("pile", ""), edition),
        alone,
        flips,
        unknown,
        goal,
        counts,
        "mine" if mode == "mine" else "seen",
        edition,
        house_of(params),
        mark=read_mark(params.get("tap", "")),
    )
    if found := faults(state):
        raise ImpossibleError(found)
    return state


def from_link(params: Mapping[str, str]) -> tuple[HitState, str]:
    """The state in a link and, where the link cannot be read, an empty state and the sentence that says so."""
    try:
        return state_of(params), ""
    except Flip7Error as error:
        return HitState(), f"This link cannot be used: {error.message}"
