"""What two phones may write at once: entries about different lines are in nobody's way."""

from __future__ import annotations

from collections.abc import Sequence

from flip7.scorepad.entries import (
    Advice,
    Aside,
    Blank,
    Claim,
    Entry,
    Hand,
    Move,
    Penalty,
    Redo,
    Rename,
    Reshuffle,
    Undo,
)


def apart(entries: Sequence[Entry], since: Sequence[Entry]) -> bool:
    """Whether what others have written since is in nobody's way: it concerns other lines, or nothing but the screens.

    What changes the rounds or the seats, an Undo among it, must be seen before anything else is written.
    """
    if any(isinstance(entry, Undo | Redo) for entry in entries):
        return False
    mine = {place for entry in entries for place in _places(entry) or ()}
    for entry in since:
        places = _places(entry)
        if places is None:
            return all(isinstance(own, Claim | Advice) for own in entries)
        if places & mine:
            return False
    return True


def _places(entry: Entry) -> set[tuple[str, int]] | None:
    """The lines and piles that an entry writes, by player and round; None where it changes more than those."""
    match entry:
        case Claim() | Advice():
            return set()
        case Rename(player=player):
            return {(player, 0)}
        case Hand(player=player, round=round) | Blank(player=player, round=round) | Penalty(player=player, round=round):
            return {(player, round)}
        case Aside(round=round) | Reshuffle(round=round):
            return {("", round)}
        case Move(player=player, to=to, round=round):
            return {(player, round), (to, round)}
    return None
