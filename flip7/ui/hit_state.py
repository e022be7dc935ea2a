"""What the page "Should I hit?" holds, and what each tap makes of it: plain values, no drawing, no session.

A tap is a word: a card's code, ``drop 8`` and ``unsee 8`` (take it away again), ``mine`` and ``seen`` (where cards
go), ``undo``; ``others``, ``alone`` and ``flip`` (who is in, and cards of a Flip Three to come); ``round`` (it ends),
``reshuffle`` and ``deck`` (a new one); ``unknown`` and ``counts`` (switches); ``classic`` and ``vengeance`` (the game),
``house brutal`` (a house rule the other way).

Each card is in the deck, in my line, on the table or on the discard pile. The last two are ``seen``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal

from flip7.cards import CLASSIC, EDITIONS, VENGEANCE, Card, Edition, card
from flip7.errors import Fault, ImpossibleError
from flip7.hands import SEVEN, copy_faults, duplicates, hand_faults, may_lie_in_front, toward_seven, without
from flip7.notation import print_cards, read_cards
from flip7.odds.games import GAMES, position_of
from flip7.odds.position import Limits, Position, position_faults
from flip7.rulebook import STANDARD, House
from flip7.scoring import score
from flip7.ui.house_rules import HOUSE_KEYS, turned
from flip7.ui.taps import NO_MARK, TapMark

Mode = Literal["mine", "seen"]
Pile = Literal["line", "seen", "pile"]

_SECOND_CHANCE, _FREEZE, _UNLUCKY = card("SC"), card("FR"), card("U7")


@dataclass(frozen=True, slots=True)
class Rules:
    """The numbers of the rules that only the notes of this page cite; the others stand in ``Limits``."""

    no_card: str
    bust: str
    out: str
    cleared: str
    done: str
    """When an action card goes to the discard pile."""


RULES = MappingProxyType(
    {
        CLASSIC: Rules("R18", "R20", "R21", "R47", "R35a"),
        VENGEANCE: Rules("V10", "V9", "V9", "V12", "V25"),
    }
)


def mine_keys(edition: Edition) -> tuple[Card, ...]:
    """The cards that can lie in front of a player who is still in."""
    return tuple(face for face in edition.cards if may_lie_in_front(face) and face is not _FREEZE)


def seen_keys(edition: Edition) -> tuple[Card, ...]:
    """All cards. Both begin alike, so that no key changes its place with the mode."""
    mine = mine_keys(edition)
    return (*mine, *(face for face in edition.cards if face not in mine))


@dataclass(frozen=True, slots=True)
class HitState:
    """My line and the seen cards in the order tapped; those of them in ``pile`` lie on the discard pile.

    ``alone``: nobody else is in. ``flips``: so many cards of a Flip Three (or Four) on me are still to come.
    ``unknown``: cards went before anybody tapped them. ``goal``: play for at least so many points this round; 0 plays
    for points. ``counts_only``: no advice. ``house`` matters in With a Vengeance only. ``note`` explains the last tap
    where it needs words, ``before`` is the state that Undo goes back to, ``mark`` how far the key pad's log has been
    heard.
    """

    line: tuple[Card, ...] = ()
    seen: tuple[Card, ...] = ()
    pile: tuple[Card, ...] = ()
    alone: bool = False
    flips: int = 0
    unknown: bool = False
    goal: int = 0
    counts_only: bool = False
    mode: Mode = "mine"
    edition: Edition = CLASSIC
    house: House = STANDARD
    note: str = ""
    mark: TapMark = NO_MARK
    before: HitState | None = field(default=None, compare=False, repr=False)

    @property
    def left(self) -> Counter[Card]:
        """Copies of each card in the deck."""
        return self.edition.left(self.line + self.seen)

    @property
    def limits(self) -> Limits:
        """What this game allows."""
        return GAMES[self.edition].position.limits

    @property
    def rules(self) -> Rules:
        """The rules that notes of this game cite."""
        return RULES[self.edition]

    @property
    def table(self) -> Counter[Card]:
        """The seen cards that lie on the table: a reshuffle leaves them out (R48, V12)."""
        return Counter(self.seen) - Counter(self.pile)

    @property
    def busted(self) -> bool:
        """A number lies twice in the line."""
        return bool(duplicates(self.line))

    @property
    def flip7(self) -> bool:
        """Seven different numbers lie in the line."""
        return toward_seven(self.line, self.house) == SEVEN and not self.busted

    @property
    def over(self) -> bool:
        """No card can come to this line any more."""
        return self.busted or self.flip7

    @property
    def points(self) -> int:
        """What the line is worth as it lies."""
        return score(self.line, self.edition, busted=self.busted, house=self.house).points

    @property
    def position(self) -> Position:
        """The same for every order of tapping, so that answers can be remembered."""
        ordered = self.edition.sorted
        line, seen, pile = ordered(self.line), ordered(self.seen), ordered(self.pile)
        return position_of(self.edition, line, seen, pile, self.alone, self.flips, house=self.house)


def apply(state: HitState, tap: str) -> HitState:
    """The state after one tap. A tap that cannot be changes nothing but the note, which says why."""
    word, _, code = tap.partition(" ")
    match word:
        case "mine" | "seen" if not code:
            return replace(state, mode=word, note="")
        case "undo":
            return _undo(state)
        case "others" | "alone" if not code:
            changed = replace(state, alone=word == "alone", note="")
            return state if changed == state else _step(state, changed)
        case "flip":
            return _step(state, replace(state, flips=(state.flips or state.limits.flips + 1) - 1))
        case "unknown":
            return _step(state, replace(state, unknown=not state.unknown), "" if state.unknown else _UNKNOWN)
        case "counts":
            return _step(state, replace(state, counts_only=not state.counts_only))
        case "classic" | "vengeance" if not code:
            return _other_game(state, EDITIONS[word])
        case "house" if state.edition is VENGEANCE and code in HOUSE_KEYS:
            house, words = turned(state.house, code)
            return _step(state, replace(state, house=house), words)
        case "round":
            return _end_round(state)
        case "reshuffle":
            return _reshuffle(state)
        case "deck":
            return _new_deck(state)
        case "drop":
            return _without(state, "line", code)
        case "unsee":
            return _without(state, "seen", code)
    keys = mine_keys(state.edition) if state.mode == "mine" else seen_keys(state.edition)
    face = next((face for face in keys if face.code == tap), None)
    if face is None:
        return state
    faults = copy_faults(Counter((*state.line, *state.seen, face)), state.edition)
    if faults:
        return replace(state, note=str(faults[0]))
    return _mine(state, face) if state.mode == "mine" else _seen(state, face)


def apply_all(state: HitState, taps: Iterable[str], mark: TapMark) -> HitState:
    """The state after these taps in order, with the log heard up to ``mark``."""
    for tap in taps:
        state = apply(state, tap)
    return replace(state, mark=mark)


def _step(before: HitState, after: HitState, note: str = "") -> HitState:
    """A change that Undo can take back."""
    return replace(after, note=note, before=before)


def _seen(state: HitState, face: Card) -> HitState:
    seen = (*state.seen, face)
    if not may_lie_in_front(face):
        when = "its cards are done" if state.edition is CLASSIC else "it has been played"
        note = f"{face.name} goes to the discard pile when {when} ({state.rules.done})."
        return _step(state, replace(state, seen=seen, pile=(*state.pile, face)), note)
    return _step(state, replace(state, seen=seen))


def _mine(state: HitState, face: Card) -> HitState:
    if state.over:
        what = (
            f"The seventh number ended the round ({state.limits.seventh_rule})."
            if state.flip7
            else f"A busted player takes no card ({state.rules.out})."
        )
        return replace(state, note=f"{what} End the round, or undo.")
    line, seen, pile, note = state.line, state.seen, state.pile, ""
    if face is _SECOND_CHANCE and face in line:
        seen = (*seen, face)
        if state.alone:
            pile, note = (*pile, face), "You hold a Second Chance already and are alone: it is discarded (R36)."
        else:
            note = "You hold a Second Chance already, so this one goes to another player: it counts as seen (R36)."
    elif face.is_number and face in line and _SECOND_CHANCE in line:
        spent = (_SECOND_CHANCE, face)
        line, seen, pile = without(line, _SECOND_CHANCE.code), seen + spent, pile + spent
        note = f"Second Chance saved you: it and the second {face} are discarded, your line stays (R38)."
    elif face is _UNLUCKY:
        if line:
            note = "Unlucky 7: all that lay in front of you is discarded, only the 7 stays (V19)."
        line, seen, pile = (face,), seen + line, pile + line
    else:
        line = (*line, face)
    after = replace(state, line=line, seen=seen, pile=pile)
    return _step(state, replace(after, flips=0 if after.over else max(0, state.flips - 1)), note)


def _without(state: HitState, where: Literal["line", "seen"], code: str) -> HitState:
    face = next((face for face in getattr(state, where) if face.code == code), None)
    if face is None:
        return state
    if where == "line":
        note = _TAKEN.format(face) if state.edition is VENGEANCE else ""
        return _step(state, replace(state, line=without(state.line, code)), note)
    return _step(state, _unseen(state, face))


def _unseen(state: HitState, face: Card) -> HitState:
    """The state without this seen card, which is taken from the table if it lies there."""
    pile = state.pile if state.table[face] else without(state.pile, face.code)
    return replace(state, seen=without(state.seen, face.code), pile=pile)


def _undo(state: HitState) -> HitState:
    if state.before is not None:
        # The switch is no step: the keys go on entering what they entered.
        return replace(state.before, note="", mark=state.mark, mode=state.mode)
    # A position that came by link has no history: take away the last card, first where the keys point.
    piles: tuple[Literal["line", "seen"], ...] = ("line", "seen") if state.mode == "mine" else ("seen", "line")
    for where in piles:
        cards = state.line if where == "line" else state.seen
        if cards:
            rest = replace(state, line=cards[:-1]) if where == "line" else _unseen(state, cards[-1])
            return replace(rest, note="")
    return replace(state, note="")


def can_undo(state: HitState) -> bool:
    """Whether Undo would change anything."""
    return state.before is not None or bool(state.line or state.seen)


_TAKEN = "{0} counts as in the deck again. If another player has it now, or it was discarded, tap Seen and then {0}."
_UNKNOWN = (
    "The odds now take every card that you have not tapped as still in the deck. A reshuffle makes it known again."
)


def _cards(n: int) -> str:
    return f"{n} card{'s' if n != 1 else ''}"


def _end_round(state: HitState) -> HitState:
    """All that lies on the table goes to the discard pile (R47)."""
    n = len(state.line) + state.table.total()
    if not n:
        return replace(state, note="No card lies on the table: tap your cards of the new round.")
    gone = state.seen + state.line
    note = f"The round is over: {_cards(n)} put on the discard pile, which now has {len(gone)} ({state.rules.cleared})."
    after = replace(state, line=(), seen=gone, pile=gone, alone=False, flips=0, goal=0, mode="mine")
    return _step(state, after, note)


def _reshuffle(state: HitState) -> HitState:
    """The discard pile becomes the deck; what lies on the table stays out (R48)."""
    if not state.pile and not state.unknown:
        what = f"The discard pile is empty: there is nothing to shuffle ({state.limits.no_card_rule})."
        return replace(state, note=what)
    table, rule = state.table, state.limits.pile_rule
    if state.unknown:
        note = f"Shuffled: the deck is known again, all cards but those tapped on the table and in your line ({rule})."
    else:
        kept = f" The {_cards(table.total() + len(state.line))} on the table stay out." if table or state.line else ""
        note = f"{_cards(len(state.pile))} shuffled back into the deck ({rule}).{kept}"
    return _step(state, replace(state, seen=state.edition.sorted(table.elements()), pile=(), unknown=False), note)


def _new_deck(state: HitState) -> HitState:
    """Everything back, as for a new game; what the player wants to see stays as it is."""
    fresh = HitState(counts_only=state.counts_only, edition=state.edition, house=state.house, mark=state.mark)
    if fresh == replace(state, note="", mode="mine"):
        return replace(state, mode="mine", note="")
    return _step(state, fresh, f"New deck: all {state.edition.size} cards are in it again.")


def _other_game(state: HitState, edition: Edition) -> HitState:
    """The other game begins with its own deck; Undo brings the cards of this one back."""
    if edition is state.edition:
        return replace(state, note="")
    fresh = HitState(counts_only=state.counts_only, edition=edition, mark=state.mark)
    note = f"{edition.title}: all {edition.size} cards are in the deck. Undo goes back."
    return _step(state, fresh, note if state.line or state.seen else "")


def can_end_round(state: HitState) -> bool:
    """Whether any card lies on the table."""
    return bool(state.line or state.table)


def with_goal(state: HitState, goal: int) -> HitState:
    """Play for at least so many points this round, or with 0 for points."""
    most = state.limits.points
    if not 0 <= goal <= most:
        what = f"A goal is a number from 0 to {most}: no round brings more ({state.limits.points_rule})."
        return replace(state, note=what)
    return state if goal == state.goal else _step(state, replace(state, goal=goal))


def faults(state: HitState) -> list[Fault]:
    """Why the cards cannot be out like this; a line that has just busted or has its seven is possible."""
    line, seen = state.line, state.seen
    busted = sum(duplicates(line).values()) == 1 and _SECOND_CHANCE not in line
    found = hand_faults(line, state.edition, busted=busted, house=state.house)
    found += [fault for fault in copy_faults(Counter(line + seen), state.edition) if fault not in found]
    if not found:
        ended = busted or toward_seven(line, state.house) == SEVEN
        found = position_faults(replace(state, line=()).position if ended else state.position)
    return found


def typed(state: HitState, where: Pile, text: str) -> HitState:
    """The state with one pile replaced by what a person typed; raises ``Flip7Error`` that says what is wrong.

    ``seen`` are all seen cards, those on the discard pile included; ``pile`` leaves the table as it is.
    """
    cards = read_cards(text, state.edition)
    seen, pile = Counter(state.seen), Counter(state.pile)
    if where == "seen":
        seen, pile = Counter(cards), pile & Counter(cards)
    elif where == "pile":
        seen, pile = state.table + Counter(cards), Counter(cards)
    names = {"line": "Your line", "seen": "The seen cards", "pile": "The discard pile"}
    changed = replace(
        state,
        line=cards if where == "line" else state.line,
        seen=state.seen if where == "line" else cards if where == "seen" else tuple(seen.elements()),
        pile=tuple(pile.elements()),
    )
    after = _step(state, changed, f"{names[where]} now: {print_cards(cards) or 'none'}.")
    wrong = faults(after)
    if wrong:
        raise ImpossibleError(wrong)
    return state if after.position == state.position else after
