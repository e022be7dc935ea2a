"""A phone with a seat of its own: whose it is, and cards that every other phone sees as soon as they are tapped.

A tap ``sit p2`` takes Ben's seat, ``sit all`` keeps the score for everybody, ``sit`` asks again. At the own seat
nothing waits for a Save: each tap is an entry, the player is ``active`` until something else is said, and Undo goes
back in this line only, never in what others have written.
"""

from __future__ import annotations

from dataclasses import replace

from flip7.errors import Flip7Error
from flip7.names import in_sentence
from flip7.scorepad.entries import Blank, Claim, Hand, Move, Penalty, Undo
from flip7.ui.score_pad_moves import unsaved
from flip7.ui.score_pad_pencil import Pencil
from flip7.ui.score_pad_state import Draft, PadState, opened_at

EVERYBODY = "all"


def sitting(state: PadState, rest: str, pencil: Pencil) -> PadState:
    """The state after a tap on whose phone this is."""
    if not rest:
        return replace(state, asks=not state.asks)
    if rest not in (*state.game.now.seats, EVERYBODY):
        return state
    other = state.game.phones.get(rest, pencil.phone) != pencil.phone
    if rest != EVERYBODY:
        state, written = pencil.write(state, [Claim(rest, pencil.phone)])
    else:
        mine = state.game.phones.get(state.mine) == pencil.phone
        state, written = pencil.write(state, [Claim(state.mine, "")]) if mine else (state, True)
    if not written:
        return state
    after = replace(state, mine="" if rest == EVERYBODY else rest, asks=False)
    name = in_sentence(state.game.name(rest)) if rest != EVERYBODY else ""
    words = f"Another phone sat at {name}’s place. Both can enter {name}’s cards now." if other else ""
    # What is being entered for somebody stays on the screen until it is saved.
    return replace(after if after.changed else opened_at(after.opened, like=after), note=words)


def kept_live(state: PadState, pencil: Pencil) -> PadState:
    """Write what a tap at the own seat has changed, for everybody to see."""
    if not state.live or not state.changed or state.clash or state.doubt:
        return state
    try:
        entries = unsaved(state)
    except Flip7Error as error:
        return replace(state, note=error.message)
    after, written = pencil.write(state, entries, "save")
    overtaken = not written and after.game is not state.game and after.changed
    # Whatever others have written, this line is as it was: the same tap holds.
    return kept_live(replace(after, note=state.note), pencil) if overtaken and after.live and not after.clash else after


def anothers(state: PadState, undo: Undo, pencil: Pencil) -> bool:
    """Whether this Undo would take back what somebody else has tapped: at a seat of their own, or for the table."""
    match state.game.log[undo.of - 1]:
        case Hand(player=player) | Blank(player=player) | Penalty(player=player):
            players = {player}
        case Move(player=player, to=to):
            players = {player, to}
        case _:
            # What is said of the whole table is the score keeper's.
            return bool(state.mine)
    return any(state.game.phones.get(player, pencil.phone) != pencil.phone for player in players)


def undone_live(state: PadState) -> PadState:
    """One step back at the own seat: a card that came after the end was said, the end, then card by card."""
    draft = state.draft
    place = (state.mine, state.round)
    hands = [entry for entry in state.game.log if isinstance(entry, Hand) and (entry.player, entry.round) == place]
    if draft.cards and [(hand.cards, hand.status) for hand in hands[-2:-1]] == [(draft.cards[:-1], draft.status)]:
        return replace(state, draft=replace(draft, cards=draft.cards[:-1]))
    if draft.status not in ("", "active"):
        return replace(state, draft=replace(draft, status=""))
    if draft.cards:
        return replace(state, draft=replace(draft, cards=draft.cards[:-1], status=""))
    if draft != Draft():
        return replace(state, draft=Draft())
    return replace(state, note="There is nothing to take back in this line.")
