"""What the page "Should I hit?" holds, and what each tap makes of it: plain values, no drawing, no session.

A tap is a word: a card's code, ``drop 8`` and ``unsee 8`` (take it away again), ``mine`` and ``seen`` (where cards
go), ``undo``, ``round`` and ``deck``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from flip7.cards import CLASSIC, Card, card
from flip7.errors import Fault, Flip7Error, ImpossibleError, NotationError, quote
from flip7.hands import SEVEN, copy_faults, duplicates, hand_faults, toward_seven
from flip7.notation import link_text, print_cards, read_cards, read_link
from flip7.odds.position import Position, position_faults
from flip7.ui.taps import NO_MARK, TapMark, read_mark

Mode = Literal["mine", "seen"]

_SECOND_CHANCE = card("SC")
MINE_KEYS = tuple(face for face in CLASSIC.cards if face.code not in ("FR", "F3"))
SEEN_KEYS = (*MINE_KEYS, card("FR"), card("F3"))
"""Both begin alike, so that no key changes its place with the mode."""
LINK_VERSION = "1"


@dataclass(frozen=True, slots=True)
class HitState:
    """My line and the seen cards in the order tapped; ``note`` explains the last tap where it needs words.

    ``before`` is the state that Undo goes back to; ``mark`` how far the key pad's log has been heard.
    """

    line: tuple[Card, ...] = ()
    seen: tuple[Card, ...] = ()
    mode: Mode = "mine"
    note: str = ""
    mark: TapMark = NO_MARK
    before: HitState | None = field(default=None, compare=False, repr=False)

    @property
    def left(self) -> Counter[Card]:
        """Copies of each card in the deck."""
        return CLASSIC.left(self.line + self.seen)

    @property
    def busted(self) -> bool:
        """A number lies twice in the line."""
        return bool(duplicates(self.line))

    @property
    def flip7(self) -> bool:
        """Seven different numbers lie in the line."""
        return toward_seven(self.line) == SEVEN and not self.busted

    @property
    def over(self) -> bool:
        """No card can come to this line any more."""
        return self.busted or self.flip7

    @property
    def position(self) -> Position:
        """The same for every order of tapping, so that answers can be remembered."""
        return Position(CLASSIC.sorted(self.line), CLASSIC.sorted(self.seen))


def apply(state: HitState, tap: str) -> HitState:
    """The state after one tap. A tap that cannot be changes nothing but the note, which says why."""
    word, _, code = tap.partition(" ")
    match word:
        case "mine" | "seen" if not code:
            return replace(state, mode=word, note="")
        case "undo":
            return _undo(state)
        case "round":
            return _new_round(state)
        case "deck":
            note = "New deck: all 94 cards are in it again." if state.line or state.seen else ""
            return _step(state, line=(), seen=(), mode="mine", note=note)
        case "drop":
            return _without(state, "line", code)
        case "unsee":
            return _without(state, "seen", code)
    face = next((face for face in (MINE_KEYS if state.mode == "mine" else SEEN_KEYS) if face.code == tap), None)
    if face is None:
        return state
    faults = copy_faults(Counter((*state.line, *state.seen, face)), CLASSIC)
    if faults:
        return replace(state, note=str(faults[0]))
    return _mine(state, face) if state.mode == "mine" else _step(state, seen=(*state.seen, face))


def apply_all(state: HitState, taps: Iterable[str], mark: TapMark) -> HitState:
    """The state after these taps in order, with the log heard up to ``mark``."""
    for tap in taps:
        state = apply(state, tap)
    return replace(state, mark=mark)


def _step(
    state: HitState,
    *,
    line: tuple[Card, ...] | None = None,
    seen: tuple[Card, ...] | None = None,
    mode: Mode | None = None,
    note: str = "",
) -> HitState:
    """A change of cards that Undo can take back."""
    return HitState(
        state.line if line is None else line,
        state.seen if seen is None else seen,
        mode or state.mode,
        note,
        state.mark,
        before=state,
    )


def _mine(state: HitState, face: Card) -> HitState:
    if state.over:
        what = "The seventh number ended the round (R41)." if state.flip7 else "A busted player takes no card (R21)."
        return replace(state, note=f"{what} Start a new round, or undo.")
    if face is _SECOND_CHANCE and face in state.line:
        note = "You hold a Second Chance already, so this one goes to another player: it counts as seen (R36)."
        return _step(state, seen=(*state.seen, face), note=note)
    if face.is_number and face in state.line and _SECOND_CHANCE in state.line:
        line = _less(state.line, _SECOND_CHANCE)
        note = f"Second Chance saved you: it and the second {face} are discarded, your line stays (R38)."
        return _step(state, line=line, seen=(*state.seen, _SECOND_CHANCE, face), note=note)
    return _step(state, line=(*state.line, face))


def _less(cards: tuple[Card, ...], face: Card) -> tuple[Card, ...]:
    """The cards without the last one of this face."""
    at = len(cards) - 1 - cards[::-1].index(face)
    return cards[:at] + cards[at + 1 :]


def _without(state: HitState, where: Literal["line", "seen"], code: str) -> HitState:
    cards = state.line if where == "line" else state.seen
    face = next((face for face in cards if face.code == code), None)
    if face is None:
        return state
    rest = _less(cards, face)
    return _step(state, line=rest) if where == "line" else _step(state, seen=rest)


def _undo(state: HitState) -> HitState:
    if state.before is not None:
        return replace(state.before, note="", mark=state.mark)
    # A position that came by link has no history: take away the last card, first where the keys point.
    piles: tuple[Literal["line", "seen"], ...] = ("line", "seen") if state.mode == "mine" else ("seen", "line")
    for where in piles:
        cards = state.line if where == "line" else state.seen
        if cards:
            rest = cards[:-1]
            return replace(state, note="", line=rest) if where == "line" else replace(state, note="", seen=rest)
    return replace(state, note="")


def can_undo(state: HitState) -> bool:
    """Whether Undo would change anything."""
    return state.before is not None or bool(state.line or state.seen)


def _new_round(state: HitState) -> HitState:
    if not state.line:
        return replace(state, note="Your line is empty already: tap your cards of the new round.")
    n = len(state.line)
    cards = "card of the last one counts" if n == 1 else f"{n} cards of the last one count"
    note = f"New round. Your {cards} as seen until a reshuffle (R47)."
    return _step(state, line=(), seen=state.seen + state.line, mode="mine", note=note)


def faults(line: tuple[Card, ...], seen: tuple[Card, ...]) -> list[Fault]:
    """Why these cards cannot be out like this; a line that has just busted or has its seven is possible."""
    busted = sum(duplicates(line).values()) == 1 and _SECOND_CHANCE not in line
    found = hand_faults(line, CLASSIC, busted=busted)
    found += [fault for fault in copy_faults(Counter(line + seen), CLASSIC) if fault not in found]
    if not found and not busted and toward_seven(line) < SEVEN:
        found = position_faults(Position(line, seen))
    return found


def typed(state: HitState, where: Literal["line", "seen"], text: str) -> HitState:
    """The state with one pile replaced by what a person typed; raises ``Flip7Error`` that says what is wrong."""
    cards = read_cards(text, CLASSIC)
    line, seen = (cards, state.seen) if where == "line" else (state.line, cards)
    wrong = faults(line, seen)
    if wrong:
        raise ImpossibleError(wrong)
    if Counter(line) == Counter(state.line) and Counter(seen) == Counter(state.seen):
        return state
    pile = "Your line" if where == "line" else "The seen cards"
    return _step(state, line=line, seen=seen, note=f"{pile} now: {print_cards(cards) or 'none'}.")


def link_of(state: HitState) -> str:
    """The state as the part of a link after the question mark; empty for a page that nobody has touched."""
    parts = {
        "line": ".".join(link_text((face,), CLASSIC) for face in state.line),
        "seen": link_text(state.seen, CLASSIC),
        "mode": "" if state.mode == "mine" else state.mode,
        "tap": str(state.mark),
    }
    words = [f"{name}={value}" for name, value in parts.items() if value]
    return "&".join((f"v={LINK_VERSION}", *words)) if words else ""


def state_of(params: Mapping[str, str]) -> HitState:
    """The state in a link; raises ``Flip7Error`` that says what is wrong with a broken or hostile one.

    Other names are passed over: messengers add their own to links.
    """
    if params.get("v", LINK_VERSION) != LINK_VERSION:
        raise NotationError([Fault(f"The link's version is {quote(params['v'])}; this app reads version 1.")])
    mode = params.get("mode", "mine")
    if mode not in ("mine", "seen"):
        raise NotationError([Fault(f"{quote(mode)} in the link is neither “mine” nor “seen”.")])
    line = read_link(params.get("line", ""), CLASSIC)
    seen = read_link(params.get("seen", ""), CLASSIC)
    wrong = faults(line, seen)
    if wrong:
        raise ImpossibleError(wrong)
    return HitState(line, seen, "mine" if mode == "mine" else "seen", mark=read_mark(params.get("tap", "")))


def from_link(params: Mapping[str, str]) -> tuple[HitState, str]:
    """The state in a link and, where the link cannot be read, an empty state and the sentence that says so."""
    try:
        return state_of(params), ""
    except Flip7Error as error:
        return HitState(), f"This link cannot be used: {error.message}"
