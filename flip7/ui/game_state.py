"""What the page "A worked game" holds: which hand is asked and what was answered. Plain values, no drawing.

Taps: a score answers, ``next`` goes to the next hand, ``back`` to the one before, ``end`` to the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from flip7.errors import quote
from flip7.lessons.game import Game, Hand
from flip7.ui.links import other_version
from flip7.ui.taps import NO_MARK, TapMark, read_mark

LINK_VERSION = "1"


@dataclass(frozen=True, slots=True)
class GameState:
    """At hand ``at`` (from 0; one past the last is the end) with the score ``said``, if any.

    ``note`` says what is wrong with the link; ``mark`` is how far the key pad's log has been heard.
    """

    game: Game
    at: int = 0
    said: int | None = None
    note: str = ""
    mark: TapMark = NO_MARK

    @property
    def hand(self) -> Hand | None:
        """The hand that is asked; none at the end."""
        return self.game.hands[self.at] if self.at < len(self.game.hands) else None

    @property
    def right(self) -> bool:
        """Whether the answer is the score."""
        return self.hand is not None and self.said == self.hand.reckoning.points

    @property
    def rounds_done(self) -> int:
        """How many rounds have been scored whole."""
        return min(self.hand.round if self.hand else len(self.game.rounds), len(self.game.rounds))


def apply(state: GameState, tap: str) -> GameState:
    """The state after one tap; what cannot be tapped here changes nothing."""
    hand = state.hand
    if tap == "end":
        return replace(state, at=len(state.game.hands), said=None, note="")
    if tap == "back" and state.at:
        return replace(state, at=state.at - 1, said=None, note="")
    if tap == "next" and state.right:
        return replace(state, at=state.at + 1, said=None, note="")
    if hand and tap in map(str, hand.offers):
        return replace(state, said=int(tap), note="")
    return state


def apply_all(state: GameState, taps: Iterable[str], mark: TapMark) -> GameState:
    """The state after these taps in order, with the log heard up to ``mark``."""
    for tap in taps:
        state = apply(state, tap)
    return replace(state, mark=mark)


def link_of(state: GameState) -> str:
    """The state as the part of a link after the question mark."""
    said = f"&said={state.said}" if state.said is not None else ""
    mark = f"&tap={state.mark}" if state.mark.log else ""
    return f"v={LINK_VERSION}&hand={state.at + 1}{said}{mark}"


def from_link(params: Mapping[str, str], game: Game) -> GameState:
    """The state in a link, with a note where it cannot be had."""
    state = GameState(game, mark=read_mark(params.get("tap", "")))
    if wrong := other_version(params, LINK_VERSION):
        return replace(state, note=wrong)
    text, most = params.get("hand", "1"), len(game.hands) + 1
    at = int(text) if re.fullmatch(r"[0-9]{1,3}", text) else 0
    if not 1 <= at <= most:
        return replace(
            state, note=f"The link names hand {quote(text)}; this game has 1 to {most}, the last is the end."
        )
    state = replace(state, at=at - 1)
    said = params.get("said", "")
    if not said or (state.hand and said in map(str, state.hand.offers)):
        return apply(state, said)
    return replace(state, note=f"The link answers {quote(said)}, which is no choice here.")
