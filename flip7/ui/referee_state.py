"""What the page "Referee" holds, and what each tap makes of it: plain values, no drawing, no session.

A tap is a word: a card's code (the card that was turned; while hit or stay is asked, it also says that the player hit),
``hit 0``, ``stay 0`` (by seat, so that a second tap is not the next player's), ``to 2`` (the card, or the 15 points,
concern seat 2), ``at 2 -4`` (the card -4 in front of seat 2), ``bonus``, ``shuffle``, ``next`` (round), ``again`` (a
new game with the same players) and ``undo``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from flip7.cards import Card, card
from flip7.engine.choices import (
    Bonus,
    Choice,
    Decision,
    Exchange,
    Give,
    Hit,
    Input,
    Penalty,
    Remove,
    Shuffled,
    Stay,
    Take,
    Turned,
)
from flip7.engine.play import canonical, due, untimely, verify
from flip7.engine.table import Table
from flip7.errors import Flip7Error
from flip7.ui.referee_game import Game, NextRound, Setup
from flip7.ui.taps import NO_MARK, TapMark

STEAL, SWAP = card("ST"), card("SW")
Lying = tuple[int, Card]
"""A card in front of a seat."""


@dataclass(frozen=True, slots=True)
class RefereeState:
    """One game. ``pick`` is the first card of a Swap while the second is asked for.

    ``note`` says why the last tap was refused; ``before`` is the game that a new one replaced, for Undo; ``mark`` how
    far the key pad's log has been heard.
    """

    game: Game
    pick: Lying | None = None
    note: str = ""
    mark: TapMark = NO_MARK
    before: RefereeState | None = field(default=None, compare=False, repr=False)

    @property
    def table(self) -> Table:
        """The table now."""
        return self.game.table

    @property
    def can_undo(self) -> bool:
        """Whether there is anything to take back."""
        return bool(self.pick or self.game.entries or self.before)


def start(setup: Setup, *, mark: TapMark = NO_MARK, before: RefereeState | None = None) -> RefereeState:
    """A new game; ``before`` is the one that it replaces."""
    return RefereeState(Game.begin(setup), mark=mark, before=before)


def apply(state: RefereeState, tap: str) -> RefereeState:
    """The state after one tap. A tap that cannot be changes nothing but the note, which says why."""
    word, _, rest = tap.partition(" ")
    match word:
        case "undo":
            return _undo(state)
        case "again" if not state.game.entries:
            # The second tap of a hasty two: the new game has begun already.
            return state
        case "again":
            return start(same_players(state.game), mark=state.mark, before=state)
        case "next":
            return _played(state, NextRound())
        case "shuffle":
            return _played(state, Shuffled())
        case "hit" | "stay" | "bonus" | "to" | "at":
            return _answer(state, word, rest)
    face = next((face for face in state.table.edition.cards if face.code == tap), None)
    return state if face is None else _turn(state, face)


def apply_all(state: RefereeState, taps: Iterable[str], mark: TapMark) -> RefereeState:
    """The state after these taps in order, with the log heard up to ``mark``."""
    for tap in taps:
        state = apply(state, tap)
    return replace(state, mark=mark)


def same_players(game: Game) -> Setup:
    """A new game of the same players under the same rules; the deal goes on to the next of them (R6)."""
    setup = game.setup
    dealer = setup.names.index(game.table.names[game.table.dealer])
    return Setup(setup.names, setup.edition, (dealer + 1) % len(setup.names), setup.house)


def _undo(state: RefereeState) -> RefereeState:
    if state.pick:
        return replace(state, pick=None, note="")
    if state.game.entries:
        return replace(state, game=state.game.back(), note="")
    return replace(state.before or state, note="", mark=state.mark)


def _played(state: RefereeState, *entries: Input | NextRound) -> RefereeState:
    """All of the inputs played, or none and the reason."""
    game = state.game
    try:
        for entry in entries:
            game = game.play(entry)
    except Flip7Error as error:
        return replace(state, note=error.message)
    return replace(state, game=game, pick=None, note="")


def _turn(state: RefereeState, face: Card) -> RefereeState:
    wanted = due(state.table)
    hits = isinstance(wanted, Decision) and wanted.asks == "hit-or-stay"
    return _played(state, Hit(wanted.player), Turned(face)) if wanted and hits else _played(state, Turned(face))


def _answer(state: RefereeState, word: str, rest: str) -> RefereeState:
    wanted = due(state.table)
    if not isinstance(wanted, Decision):
        return replace(state, note=_not_now(state.table))
    if word == "at" and wanted.card is SWAP:
        return _swap(state, wanted, _lying(state.table, rest))
    if word in ("hit", "stay") and rest not in ("", str(wanted.player)):
        return replace(state, note=_not_now(state.table))
    choice = _choice(state.table, wanted, word, rest)
    return replace(state, note=_not_now(state.table)) if choice is None else _played(state, choice)


def _not_now(table: Table) -> str:
    return str(untimely(table, "That is not asked now"))


def _choice(table: Table, wanted: Decision, word: str, rest: str) -> Choice | None:
    """The answer that the tap gives to this question; ``None`` where it is an answer to another one."""
    player = wanted.player
    match word:
        case "hit":
            return Hit(player)
        case "stay":
            return Stay(player)
        case "bonus":
            return Bonus(player)
        case "to":
            seat = _seat(table, rest)
            if seat is not None:
                return Penalty(player, seat) if wanted.asks == "bonus" else give(wanted, seat)
        case "at":
            lying = _lying(table, rest)
            return move(wanted, lying) if lying else None
    return None


def _seat(table: Table, text: str) -> int | None:
    return next((seat for seat in table.seats if str(seat) == text), None)


def _lying(table: Table, text: str) -> Lying | None:
    """The card in front of a seat that ``2 -4`` names, if it lies there."""
    where, _, code = text.partition(" ")
    seat = _seat(table, where)
    lies = None if seat is None else next((face for face in table.lines[seat] if face.code == code), None)
    return None if seat is None or lies is None else (seat, lies)


def give(wanted: Decision, seat: int) -> Choice | None:
    """The card in question for this seat; ``None`` where the question is not who gets a card."""
    return Give(wanted.player, wanted.card, seat) if wanted.card and wanted.asks != "card" else None


def move(wanted: Decision, lying: Lying) -> Choice | None:
    """Steal or Discard of a card that lies there; ``None`` where neither is asked."""
    seat, face = lying
    if wanted.asks != "card" or wanted.card is SWAP:
        return None
    return Take(wanted.player, face, seat) if wanted.card is STEAL else Remove(wanted.player, face, seat)


def swapped(wanted: Decision, one: Lying, two: Lying) -> Choice:
    """The Swap of two cards that lie there."""
    return canonical(Exchange(wanted.player, one[1], one[0], two[1], two[0]))


def swap_of(choice: Choice) -> tuple[Lying, ...]:
    """The two cards of a Swap; none for another choice."""
    if not isinstance(choice, Exchange):
        return ()
    return (choice.owner, choice.card), (choice.other, choice.other_card)


def movable(wanted: Decision) -> set[Lying]:
    """Every card that a Swap could begin with."""
    return {lying for option in wanted.options for lying in swap_of(option)}


def _swap(state: RefereeState, wanted: Decision, lying: Lying | None) -> RefereeState:
    """The first card is picked, the second carries the Swap out, the first once more puts it back."""
    if lying is None:
        return replace(state, note=_not_now(state.table))
    if lying == state.pick:
        return replace(state, pick=None, note="")
    if state.pick:
        return _played(state, swapped(wanted, state.pick, lying))
    if lying in movable(wanted):
        return replace(state, pick=lying, note="")
    return replace(state, note=str(verify(state.table, swapped(wanted, lying, lying)) or _not_now(state.table)))
