"""What a new session of "Score pad" does before the browser has said which taps are still to come.

A session that a restarted server begins, or a reload, starts from a link that may be older than the last taps. Those
taps may be stored already, and the browser says them again: they were meant for the game that the link shows. Judged
before, a half-typed number would clash with the hand that it became. Until the browser has spoken the address stays as
it is, too: it is newer than the one that a new session is given, and a reload must find it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import parse_qsl

from flip7.errors import Flip7Error
from flip7.scorepad.codes import read_code
from flip7.scorepad.entries import Aside, Blank, Entry, Hand
from flip7.scorepad.store import Store
from flip7.ui.score_pad_link import from_link, link_of
from flip7.ui.score_pad_state import ASIDE, PadState, opened_at, refreshed


def up_to_date(state: PadState, store: Store) -> PadState:
    """The state with what is stored by now, unless the browser has to be heard first."""
    return state if waits(state, store) else refreshed(state, store)


def as_drawn(state: PadState, drawn: str, store: Store) -> PadState:
    """The state that new taps were meant for: the one that the browser had ``drawn``, as a link, when it sent them.

    Where others write, a screen moves on to another round or player without a tap; a finger may be on its way then.
    """
    if not drawn or drawn == link_of(state):
        return state
    said = dict(parse_qsl(drawn))
    # What the browser says may be anything: no other game is looked up for it, and no code can be tried like this.
    if read_code(said.get("pad", "")) != state.opened.code:
        return state
    shown, _ = from_link(said, store.open)
    return shown if shown is not None and shown.mark == state.mark else state


def waits(state: PadState, store: Store) -> bool:
    """Whether taps of this very pad are stored that the state, out of a link, has not heard."""
    return state.silent and bool(_own(state, store))


def address(state: PadState, *, told: bool) -> str | None:
    """The link for the browser's address; ``None`` leaves it alone. ``told``: the browser itself gave this state."""
    return None if state.silent and not told else link_of(state)


def settled(state: PadState, store: Store) -> PadState:
    """The state when the browser has stayed silent: nothing is to come, and a draft that was saved since is over."""
    over = any(_place(entry) == (state.round, state.at) for entry in _own(state, store))
    heard = replace(state, silent=False)
    return refreshed(opened_at(heard.opened, heard.round, heard.at, heard) if over else heard, store)


def _own(state: PadState, store: Store) -> list[Entry]:
    """What this pad has written since, with taps that the state has not heard."""
    try:
        since = store.since(state.opened.code, len(state.game.log))
    except Flip7Error:
        return []
    found = []
    for key, entry in since:
        tap = re.match(rf"{re.escape(state.mark.log)}\.([0-9]+)\.", key) if state.mark.log else None
        if tap and int(tap[1]) > state.mark.count:
            found.append(entry)
    return found


def _place(entry: Entry) -> tuple[int, str] | None:
    """The round and the player whose draft an entry stores."""
    match entry:
        case Hand() | Blank():
            return entry.round, entry.player
        case Aside(round=round):
            return round, ASIDE
    return None
