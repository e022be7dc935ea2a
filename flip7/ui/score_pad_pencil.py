"""How the page "Score pad" writes: each entry once, and nothing shown as saved that the store has not confirmed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flip7.errors import Flip7Error
from flip7.names import in_sentence
from flip7.scorepad.checks import DoubtError
from flip7.scorepad.entries import Aside, Blank, Close, End, Entry, Hand
from flip7.scorepad.game import Game
from flip7.scorepad.store import ConflictError, Store
from flip7.scorepad.telling import tell_log
from flip7.scorepad.trouble import StoreError
from flip7.ui.score_pad_state import Doubt, PadState, caught_up, joined

BECAUSE = "accepted by the table"


class Pencil:
    """Writes on the pad, each entry once: a tap that comes again after a lost answer finds itself already written."""

    def __init__(self, store: Store, key: str) -> None:
        self._store = store
        self._key = key

    @property
    def phone(self) -> str:
        """The mark of the phone that writes: the name of its log of taps."""
        return self._key.partition(".")[0]

    def write(
        self, state: PadState, entries: Sequence[Entry], asks: Doubt = "", *, accepted: bool = False
    ) -> tuple[PadState, bool]:
        """The state with these entries stored and True, or with the reason why not and False.

        ``asks`` is the tap that may be accepted where it is doubted; ``accepted``: it was. What was written already is
        shown as it was then, so that the taps after it meet the same game as the first time.
        """
        opened = state.opened
        try:
            if accepted:
                entries = _reasoned(opened.game, entries)
            written = self._store.written(opened.code, self._key, entries)
            if written is None:
                game = self._store.write(opened.code, opened.game, entries, self._key)
            else:
                game = Game.of(self._store.open(opened.code).game.log[:written])
        except DoubtError as error:
            return replace(state, doubt=asks, note=error.message), False
        except ConflictError as error:
            after = caught_up(state, error.game)
            if state.changed and not after.changed and after.laid == state.laid:
                # Both agree on the hand; what else this tap says is still to be written.
                after = replace(after, note=f"Another phone has saved the same for {in_sentence(after.name)}.")
                rest = [entry for entry in entries if not isinstance(entry, Hand | Blank | Aside)]
                return self.write(after, rest, asks, accepted=accepted) if rest else (after, True)
            return _overtaken(state, after), False
        except StoreError as error:
            # It says itself what has become of the write; where only a reading failed, nothing is known of it.
            return replace(state, note=error.message), False
        except Flip7Error as error:
            return replace(state, note=f"Not saved. {error.message}"), False
        return caught_up(state, game), True


def _overtaken(before: PadState, after: PadState) -> PadState:
    """The state with the sentence that says what another phone has written first."""
    if after.clash:
        return after
    faster = f"Another phone was faster: {tell_log(after.game)[-1]}"
    if after.laid != before.laid:
        return replace(after, note=joined(faster, after.note))
    return replace(after, note=f"Not saved. {faster} Tap again if yours still holds.")


def _reasoned(game: Game, entries: Sequence[Entry]) -> list[Entry]:
    """The entries, those that are doubted with a reason."""
    found: list[Entry] = []
    for entry in entries:
        try:
            game = game.play(entry)
        except DoubtError:
            if not isinstance(entry, Hand | Close | End):
                raise
            entry = replace(entry, because=BECAUSE)
            game = game.play(entry)
        found.append(entry)
    return found
