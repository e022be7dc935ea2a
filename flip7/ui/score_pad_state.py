"""What the page "Score pad" holds, and what each tap makes of it: the stored game, and what is being entered.

What is entered for one player is a draft until it is saved: a draft lives in the page's link, a saved hand in the
store. A tap is a word: ``seat p2``, ``round 3``, a card's code, ``drop 8``, ``cards`` or ``number`` (what the keys
enter), ``digit 9``, ``plus``, ``minus``, a status, ``save``, ``accept`` (although it cannot be), ``close``, ``undo``,
``redo``, ``reshuffle``, ``end``, ``play-on`` and ``advice``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import get_args

from flip7.cards import Card
from flip7.errors import Flip7Error
from flip7.hands import without
from flip7.notation import link_text, read_link
from flip7.scorepad.checks import DoubtError
from flip7.scorepad.entries import Blank, Close, End, Entry, Hand, PlayOn, Reshuffle, Status
from flip7.scorepad.game import Game
from flip7.scorepad.rounds import points_of, status_of
from flip7.scorepad.store import ConflictError, Opened, Store
from flip7.scorepad.typed import MAX_TYPED, read_sum
from flip7.ui.taps import NO_MARK, TapMark, read_mark

LINK_VERSION = "1"
STATUSES: tuple[Status, ...] = get_args(Status)
BECAUSE = "accepted by the table"
MOST_CARDS = 40
_SUM = rf"[0-9+-]{{0,{MAX_TYPED}}}"


@dataclass(frozen=True, slots=True)
class Draft:
    """What is entered for one player: cards, or a number as it is typed, and how the round ended."""

    cards: tuple[Card, ...] = ()
    text: str = ""
    status: Status = ""


@dataclass(frozen=True, slots=True)
class PadState:
    """A game on the pad. ``round`` and ``at`` say whose hand is entered; ``typing``: the keys enter a number.

    ``doubt``: what was to be saved cannot have happened, and is kept only if the table accepts it. ``advice`` shows
    chances.
    """

    opened: Opened
    round: int
    at: str
    typing: bool = False
    draft: Draft = Draft()
    doubt: bool = False
    advice: bool = True
    note: str = ""
    mark: TapMark = NO_MARK

    @property
    def game(self) -> Game:
        """The game as it is stored."""
        return self.opened.game

    @property
    def saved(self) -> Draft:
        """What is stored for the chosen player."""
        return draft_of(self.game, self.round, self.at)

    @property
    def changed(self) -> bool:
        """Whether something is entered that is not saved yet."""
        return self.draft != self.saved

    @property
    def seats(self) -> tuple[str, ...]:
        """Who plays the chosen round."""
        return self.game.rounds[self.round - 1].seats

    @property
    def hand(self) -> Hand | None:
        """The draft as an entry, if anything is entered. Raises ``Flip7Error`` for a number that cannot be."""
        points = read_sum(self.draft.text, self.game.edition, self.game.house) if not self.draft.cards else None
        if points is not None:
            return Hand(self.at, self.round, None, points, self.draft.status, self.draft.text)
        if self.draft.cards or self.draft.status:
            cards = self.draft.cards
            return Hand(self.at, self.round, cards, None, self.draft.status)
        return None

    @property
    def points(self) -> int | None:
        """What the draft is worth; ``None`` where that is not known."""
        try:
            hand = self.hand
        except Flip7Error:
            return None
        return None if hand is None else points_of(hand, self.game.edition, self.game.house)

    @property
    def shown_status(self) -> Status:
        """How the round ended for the player, as the cards show it where nothing was said."""
        try:
            hand = self.hand
        except Flip7Error:
            return self.draft.status
        return "" if hand is None else status_of(hand, self.game.house)


def draft_of(game: Game, round: int, player: str) -> Draft:
    """What is stored for this player, as a draft."""
    hand = game.page.row(round).hands.get(player)
    if hand is None:
        return Draft()
    text = "" if hand.points is None else hand.typed or str(hand.points)
    return Draft(hand.cards or (), text, hand.status)


def opened_at(opened: Opened, round: int = 0, at: str = "", like: PadState | None = None) -> PadState:
    """The pad at this round and player; by default at the open round's first player without a hand.

    What the device has chosen stays as it is in ``like``.
    """
    game = opened.game
    round = round if 1 <= round <= game.open else game.open
    this = game.rounds[round - 1]
    if at not in this.seats:
        at = next((seat for seat in _from_left(game, round) if seat in this.missing), this.seats[0])
    draft = draft_of(game, round, at)
    typing = bool(draft.text) or (like is not None and like.typing and not draft.cards)
    state = PadState(opened, round, at, typing, draft)
    return state if like is None else replace(state, advice=like.advice, mark=like.mark)


def _from_left(game: Game, round: int) -> tuple[str, ...]:
    """The seats in the order of the deal: from the dealer's left."""
    this = game.rounds[round - 1]
    first = (this.seats.index(this.dealer) + 1) % len(this.seats) if this.dealer in this.seats else 0
    return (*this.seats[first:], *this.seats[:first])


class Pencil:
    """Writes on the pad, each entry once: a tap that comes again after a lost answer finds itself already written."""

    def __init__(self, store: Store, key: str) -> None:
        self._store = store
        self._key = key

    def write(self, state: PadState, entries: Sequence[Entry]) -> PadState:
        """The state with these entries stored, or with the reason why not; only what is stored counts as saved."""
        opened = state.opened
        try:
            if self._store.has(opened.code, self._key):
                game = self._store.open(opened.code).game
            else:
                game = self._store.write(opened.code, opened.game, entries, self._key)
        except DoubtError as error:
            return replace(state, doubt=True, note=error.message)
        except ConflictError as error:
            return replace(state, opened=replace(opened, game=error.game), note=f"Not saved. {error.message}")
        except Flip7Error as error:
            return replace(state, note=f"Not saved. {error.message}")
        return replace(state, opened=replace(opened, game=game), doubt=False, note="")


def apply(state: PadState, tap: str, pencil: Pencil) -> PadState:
    """The state after one tap; ``pencil`` writes what is to be kept."""
    word, _, rest = tap.partition(" ")
    state = replace(state, note="", doubt=state.doubt and tap == "accept")
    if word in ("seat", "round", "save", "close", "accept"):
        return _save(state, word, rest, pencil)
    if tap == "advice":
        return replace(state, advice=not state.advice)
    if tap in ("cards", "number"):
        return replace(state, typing=tap == "number")
    if tap == "undo":
        return _undo(state, pencil)
    if tap in ("redo", "reshuffle", "end", "play-on"):
        return _table(state, tap, pencil)
    return _enter(state, tap)


def apply_all(state: PadState, taps: Sequence[str], mark: TapMark, store: Store) -> PadState:
    """The state after these taps in order, the last of which is number ``mark.count`` of its log."""
    first = mark.count - len(taps) + 1
    for number, tap in enumerate(taps, first):
        state = apply(state, tap, Pencil(store, f"{mark.log}.{number}"))
    return replace(state, mark=mark)


def _save(state: PadState, word: str, rest: str, pencil: Pencil) -> PadState:
    """Save what is entered, then go where the tap says; what cannot be saved stays as it is."""
    entries: list[Entry] = []
    because = BECAUSE if word == "accept" else ""
    try:
        hand = state.hand
    except Flip7Error as error:
        return replace(state, note=error.message)
    if state.changed and hand is not None:
        entries.append(replace(hand, because=because))
    elif state.changed and state.saved != Draft():
        entries.append(Blank(state.at, state.round))
    if word == "close" or (word == "accept" and not entries):
        entries.append(Close(state.game.open, because))
    if entries:
        state = pencil.write(state, entries)
        if state.note:
            return state
    if word == "seat" and rest in state.seats:
        return opened_at(state.opened, state.round, rest, state)
    if word == "round" and rest.isdecimal() and len(rest) < 4:
        return opened_at(state.opened, int(rest), like=state)
    if state.round < state.game.open and word != "close" and entries:
        return opened_at(state.opened, state.round, state.at, state)
    return opened_at(state.opened, like=state)


def _undo(state: PadState, pencil: Pencil) -> PadState:
    """The last card or digit that is not saved yet; then the last entry of the game."""
    if state.changed:
        draft = state.draft
        if draft.cards != state.saved.cards and draft.cards:
            return replace(state, draft=replace(draft, cards=draft.cards[:-1]))
        if draft.text != state.saved.text and draft.text:
            return replace(state, draft=replace(draft, text=draft.text[:-1]))
        return replace(state, draft=state.saved)
    undo = state.game.undo()
    return _moved(pencil.write(state, [undo]), state) if undo else replace(state, note="There is nothing to take back.")


def _moved(after: PadState, before: PadState) -> PadState:
    """Stay where the table was looking, if that is still there."""
    if after.note:
        return after
    return opened_at(after.opened, before.round, before.at, before)


def _table(state: PadState, tap: str, pencil: Pencil) -> PadState:
    """What is said about the whole table."""
    entry: Entry | None = {
        "redo": state.game.redo(),
        "reshuffle": Reshuffle(state.game.open),
        "end": End("" if state.game.standing.game == "over" else BECAUSE),
        "play-on": PlayOn(),
    }[tap]
    if entry is None:
        return replace(state, note="There is nothing to bring back.")
    return _moved(pencil.write(state, [entry]), state)


def _enter(state: PadState, tap: str) -> PadState:
    """A card, a digit or a status for the chosen player."""
    word, _, rest = tap.partition(" ")
    draft, edition = state.draft, state.game.edition
    face = next((face for face in edition.cards if face.code == tap), None)
    if face is not None:
        if len(draft.cards) >= MOST_CARDS:
            return replace(state, note=f"More than {MOST_CARDS} cards lie in front of nobody.")
        return replace(state, draft=replace(draft, cards=(*draft.cards, face), text=""), typing=False)
    if word == "drop":
        return replace(state, draft=replace(draft, cards=without(draft.cards, rest)))
    if tap in STATUSES and tap:
        status = "" if draft.status == tap else tap
        return replace(state, draft=replace(draft, status=status))
    sign = {"plus": "+", "minus": "-"}.get(tap, rest if word == "digit" and re.fullmatch("[0-9]", rest) else "")
    if sign and len(draft.text) < MAX_TYPED:
        return replace(state, draft=replace(draft, text=draft.text + sign, cards=()), typing=True)
    return state


def link_of(state: PadState) -> str:
    """The state as the part of a link after the question mark."""
    draft, changed = state.draft, state.changed
    parts = {
        "pad": state.opened.code,
        "round": str(state.round),
        "at": state.at,
        "ask": "number" if state.typing else "",
        "draft": "yes" if changed else "",
        "cards": ".".join(link_text((face,), state.game.edition) for face in draft.cards) if changed else "",
        "text": draft.text.replace("+", "p").replace("-", "m") if changed else "",
        "status": draft.status if changed else "",
        "advice": "" if state.advice else "no",
        "tap": str(state.mark),
    }
    return "&".join((f"v={LINK_VERSION}", *(f"{name}={value}" for name, value in parts.items() if value)))


def from_link(params: Mapping[str, str], store: Store) -> tuple[PadState | None, str]:
    """The state in a link, ``None`` without a game, and the sentence that says what is wrong with a broken one."""
    if not params.get("pad"):
        return None, ""
    if params.get("v", LINK_VERSION) != LINK_VERSION:
        return None, "This link cannot be used: it was made by another version of this app."
    try:
        opened = store.open(params["pad"])
        round = params.get("round", "")
        state = opened_at(opened, int(round) if re.fullmatch("[0-9]{1,3}", round) else 0, params.get("at", ""))
        if params.get("draft") == "yes":
            text = params.get("text", "").replace("p", "+").replace("m", "-")
            status = params.get("status", "")
            cards = read_link(params.get("cards", ""), opened.game.edition)[:MOST_CARDS]
            if re.fullmatch(_SUM, text) and status in STATUSES:
                state = replace(state, draft=Draft(cards, text, status))
    except Flip7Error as error:
        return None, f"This link cannot be used: {error.message}"
    typing = params.get("ask") == "number"
    mark = read_mark(params.get("tap", ""))
    return replace(state, typing=typing, advice=params.get("advice") != "no", mark=mark), ""


def refreshed(state: PadState, store: Store) -> PadState:
    """The state with what other phones or tabs have written since."""
    opened = state.opened
    if store.last(opened.code) == len(opened.game.log):
        return state
    fresh = replace(opened, game=store.open(opened.code).game)
    after = opened_at(fresh, state.round, state.at, state)
    return replace(after, draft=state.draft, typing=state.typing) if state.changed else after
