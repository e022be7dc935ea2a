"""The state of "Score pad" in a link and back: the game's code, how much of its log the screen shows, and the draft."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from flip7.cards import Edition
from flip7.errors import Flip7Error
from flip7.notation import link_text, read_link
from flip7.scorepad.entries import Status
from flip7.scorepad.game import Game
from flip7.scorepad.store import Opened
from flip7.scorepad.typed import MAX_TYPED
from flip7.ui.links import other_version
from flip7.ui.score_pad_state import (
    ASIDE,
    DOUBTS,
    MOST_LAID,
    STATUSES,
    Draft,
    Laid,
    PadState,
    Pick,
    laid_aside,
    opened_at,
)
from flip7.ui.score_pad_taps import MOST_CARDS
from flip7.ui.taps import read_mark

LINK_VERSION = "1"
_TEXT = re.compile(rf"[0-9pm]{{0,{MAX_TYPED}}}")
_ROUND = re.compile("[0-9]{1,3}")
_PLAYER = re.compile(f"p[0-9]{{1,2}}|{ASIDE}")


def link_of(state: PadState) -> str:
    """The state as the part of a link after the question mark."""
    draft, edition = state.draft, state.game.edition
    kept = state.changed or draft != state.saved
    parts = {
        "pad": state.opened.code,
        "log": str(state.seen),
        "round": str(state.round),
        "at": state.at,
        "ask": "number" if state.typing else "",
        "draft": "yes" if kept else "",
        "cards": _cards(draft, edition) if kept else "",
        "text": _text(draft) if kept else "",
        "status": draft.status if kept else "",
        "begun": "yes" if state.begun else "",
        "doubt": state.doubt,
        "mine": state.mine,
        "sit": "yes" if state.asks else "",
        "laid": "-".join(
            f"{laid.round}.{laid.player}.{laid.draft.status or 'x'}.{_text(laid.draft)}.{_cards(laid.draft, edition)}"
            for laid in state.laid
        ),
        "move": _pick(state.moving, edition),
        "tap": str(state.mark),
    }
    return "&".join((f"v={LINK_VERSION}", *(f"{name}={value}" for name, value in parts.items() if value)))


def _cards(draft: Draft, edition: Edition) -> str:
    """The cards one by one: the order in which they were tapped is kept."""
    return ".".join(link_text((face,), edition) for face in draft.cards)


def _pick(pick: Pick | None, edition: Edition) -> str:
    if pick is None:
        return ""
    return "yes" if pick.face is None else f"{pick.player}.{link_text((pick.face,), edition)}"


def _picked(text: str, edition: Edition) -> Pick | None:
    player, _, cards = text.partition(".")
    if not text:
        return None
    return Pick(player, read_link(cards, edition)[0]) if cards and _PLAYER.fullmatch(player) else Pick()


def _text(draft: Draft) -> str:
    return draft.text.replace("+", "p").replace("-", "m")


def from_link(params: Mapping[str, str], open_: Callable[[str], Opened]) -> tuple[PadState | None, str]:
    """The state in a link, ``None`` without a game, and the sentence that says what is wrong with a broken one.

    The game is as the screen with this link showed it: taps that are still to come were meant for that.
    """
    if not params.get("pad"):
        return None, ""
    if wrong := other_version(params, LINK_VERSION):
        return None, f"This link cannot be used: {wrong}"
    try:
        return _state(params, open_), ""
    except Flip7Error as error:
        return None, f"This link cannot be used: {error.message}"


def _state(params: Mapping[str, str], open_: Callable[[str], Opened]) -> PadState:
    opened = open_(params["pad"])
    log, seen = opened.game.log, params.get("log", "")
    if re.fullmatch("[0-9]{1,4}", seen) and 1 <= int(seen) < len(log):
        opened = replace(opened, game=Game.of(log[: int(seen)]))
    asked, at, mine = params.get("round", ""), params.get("at", ""), params.get("mine", "")
    state = opened_at(opened, int(asked) if _ROUND.fullmatch(asked) else 0, at)
    if mine in opened.game.page.players:
        state = opened_at(opened, state.round, at, replace(state, mine=mine))
    edition, typing = opened.game.edition, params.get("ask") == "number" and state.at != ASIDE
    state = replace(
        state,
        typing=typing,
        begun=params.get("begun") == "yes",
        doubt=next((doubt for doubt in DOUBTS if doubt == params.get("doubt")), ""),
        asks=params.get("sit") == "yes",
        laid=tuple(_laid(edition, params.get("laid", ""))),
        mark=read_mark(params.get("tap", "")),
        moving=_picked(params.get("move", ""), edition),
        silent=True,
    )
    if params.get("draft") != "yes":
        return state
    draft = _draft(params.get("status", ""), params.get("text", ""), params.get("cards", ""), edition)
    if (asked and asked != str(state.round)) or (at and at != state.at):
        lost = _place(asked or str(state.round), at or state.at)
        return laid_aside(state, Laid(*lost, draft)) if lost else state
    return replace(state, draft=draft)


def _draft(status: str, text: str, cards: str, edition: Edition) -> Draft:
    said: Status = next((known for known in STATUSES if known == status), "")
    typed = text.replace("p", "+").replace("m", "-") if _TEXT.fullmatch(text) else ""
    return Draft(read_link(cards, edition)[:MOST_CARDS], typed, said)


def _laid(edition: Edition, text: str) -> list[Laid]:
    """The drafts laid aside; what is none of ours is left out."""
    found = []
    for item in text.split("-")[:MOST_LAID]:
        words = item.split(".", 4)
        place = _place(*words[:2]) if len(words) == 5 else None
        if place:
            found.append(Laid(*place, _draft(words[2], words[3], words[4], edition)))
    return found


def _place(round: str, player: str) -> tuple[int, str] | None:
    """A round and a player that a draft can have been for."""
    return (int(round), player) if _ROUND.fullmatch(round) and _PLAYER.fullmatch(player) else None
