"""Cards that change hands in mid-round on the page "Score pad": a card that lies anywhere, then who gets it.

After the key ``move`` a tap ``lies p2 9`` takes up Ben's 9, ``give p1`` gives it to Ana, ``give aside`` puts it on the
discard pile, and a second ``lies p1 3``, of another player, lets the two cards change places (V28-V30).
"""

from __future__ import annotations

from dataclasses import replace

from flip7.cards import CLASSIC, Card
from flip7.errors import Flip7Error
from flip7.names import in_sentence
from flip7.scorepad.entries import Blank, Entry, Move
from flip7.scorepad.moves import sweeps
from flip7.scorepad.telling import tell_log
from flip7.ui.score_pad_pencil import Pencil
from flip7.ui.score_pad_state import ASIDE, PadState, Pick, clash_words, joined, opened_at


def can_move(state: PadState) -> bool:
    """Whether cards can change hands here at all."""
    return state.game.edition is not CLASSIC and any(lying(state, seat) for seat in state.seats)


def lying(state: PadState, seat: str) -> tuple[Card, ...]:
    """The cards in front of a player as the screen shows them, what is not saved yet among them."""
    if seat == state.at:
        return state.entered.cards
    hand = state.game.page.row(state.round).hands.get(seat)
    return () if hand is None or hand.points is not None else hand.cards or ()


def picking(state: PadState, word: str, rest: str, pencil: Pencil) -> PadState:
    """The state after a tap on a card that lies somewhere, or on who gets it."""
    picked = state.moving or Pick()
    if word == "move":
        return replace(state, moving=Pick() if state.moving is None and can_move(state) else None)
    if word == "give":
        if picked.face is None or rest not in (*state.seats, ASIDE):
            return replace(state, note="Tap the card first, then who gets it.")
        return _moved(state, Move(picked.player, "" if rest == ASIDE else rest, (picked.face,), state.round), pencil)
    seat, _, code = rest.partition(" ")
    face = next((face for face in lying(state, seat) if face.code == code), None) if seat in state.seats else None
    if face is None:
        return state
    if picked.face is None or picked.player == seat:
        again = (picked.player, picked.face) == (seat, face)
        return replace(state, moving=Pick() if again else Pick(seat, face))
    return _moved(state, Move(picked.player, seat, (picked.face, face), state.round), pencil)


def _moved(state: PadState, move: Move, pencil: Pencil) -> PadState:
    """Write the move, after what was entered here, and say what it has done."""
    if state.clash:
        return replace(state, note=clash_words(state))
    if move.player == move.to:
        return replace(state, note=f"It lies in front of {in_sentence(state.game.name(move.to))} already.")
    try:
        entries = [*unsaved(state), move]
    except Flip7Error as error:
        return replace(state, note=error.message)
    after, written = pencil.write(state, entries)
    if not written:
        return after
    after = opened_at(after.opened, after.round, after.at, replace(after, moving=None))
    return replace(after, note=joined(tell_log(after.game)[-1], _seven(after, move)))


def _seven(state: PadState, move: Move) -> str:
    """Whether the move has ended the round; a bust comes first (V35)."""
    status = state.game.rounds[state.round - 1].status
    sevens = [seat for seat in (move.player, move.to) if status.get(seat) == "flip7"]
    return f"{in_sentence(state.game.name(sevens[0]))} flips seven: the round is over (V11)." if sevens else ""


def unlucky(state: PadState, face: Card, pencil: Pencil) -> PadState | None:
    """Unlucky 7 drawn beside other cards: all of them go to the discard pile at once (V19). ``None`` for other cards.

    Both are written in this moment, so that Undo brings everything back.
    """
    if state.at == ASIDE or not sweeps(state.draft.cards, face) or state.shown_status == "busted":
        return None
    return _moved(replace(state, typing=False), Move("", state.at, (face,), state.round), pencil)


def unsaved(state: PadState) -> list[Entry]:
    """What saving would write. Raises ``Flip7Error`` for a number that cannot be."""
    if not state.changed:
        return []
    entry = state.entry
    return [Blank(state.at, state.round) if entry is None else entry]
