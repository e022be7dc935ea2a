"""What the page "Check a round" holds, and what each tap makes of it: plain values, no drawing, no session.

A whole round as it lies on the table and stands on the score sheet. Nothing that can be tapped is refused: what cannot
be is what the check is for. A tap is a word: ``seat 2`` (from 0), ``gone`` (cards gone since the last shuffle),
``add`` (a player), ``leave`` (takes the chosen player away), a card's code, ``drop 8``, ``cards`` or ``claim`` (what
the keys enter), ``digit 9``, a status, an edition's key, ``house brutal``, ``undo`` and ``clear``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import get_args
from urllib.parse import quote as percent

from flip7.cards import CLASSIC, EDITIONS, Card, Edition
from flip7.checker.sheet import Entry, Sheet, SheetStatus
from flip7.engine.table import Table
from flip7.engine.table import new_round as new_table
from flip7.errors import Fault, Flip7Error, ImpossibleError, NotationError, quote
from flip7.hands import SEVEN, copy_faults, duplicates, hand_faults, toward_seven, without
from flip7.names import clean_names
from flip7.notation import link_text, read_link
from flip7.rulebook import STANDARD, House
from flip7.ui.digits import TOO_LONG, entered, is_total, number
from flip7.ui.house_rules import HOUSE_KEYS, house_of, house_words, turned
from flip7.ui.links import linked_game
from flip7.ui.referee_game import MAX_PLAYERS
from flip7.ui.taps import NO_MARK, TapMark, read_mark

LINK_VERSION = "1"
GONE = -1
"""The place of the cards gone, beside the seats from 0."""
MOST_CARDS = 40
"""More cards than this lie in front of nobody."""
STATUSES: tuple[SheetStatus, ...] = get_args(SheetStatus)
_LETTERS = dict(zip("asfb7", STATUSES, strict=True))


@dataclass(frozen=True, slots=True)
class Seat:
    """One player: cards in the order tapped, how the round ended for them, and the total claimed or typed."""

    name: str
    cards: tuple[Card, ...] = ()
    status: SheetStatus = "stayed"
    claim: str = ""


@dataclass(frozen=True, slots=True)
class RoundState:
    """The round; ``at`` is the seat that the keys speak of, or ``GONE``; ``claiming``: they enter its total.

    ``note`` explains the last tap where it needs words; ``before`` is what Undo goes back to; ``mark`` how far the key
    pad's log has been heard.
    """

    seats: tuple[Seat, ...]
    gone: tuple[Card, ...] = ()
    at: int = 0
    claiming: bool = False
    edition: Edition = CLASSIC
    house: House = STANDARD
    note: str = ""
    mark: TapMark = NO_MARK
    before: RoundState | None = field(default=None, compare=False, repr=False)

    @property
    def seat(self) -> Seat | None:
        """The chosen player; ``None`` where the keys speak of the cards gone."""
        return None if self.at == GONE else self.seats[self.at]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that the keys speak of."""
        return self.gone if self.seat is None else self.seat.cards

    @property
    def sheet(self) -> Sheet:
        """The round as the checker takes it. A total without cards is a typed one; nothing at all is left out."""
        entries = tuple(
            Entry(
                seat.name,
                seat.cards if seat.cards or number(seat.claim) is None else None,
                # A typed total says by itself how it came about, unless somebody has said so.
                None if not seat.cards and seat.status == "stayed" else seat.status,
                number(seat.claim),
            )
            for seat in self.seats
            if seat.cards or number(seat.claim) is not None or seat.status != "stayed"
        )
        return Sheet(self.edition, entries, self.gone, self.house)


def new_round(players: int = 3) -> RoundState:
    """A round in which nothing has been tapped yet."""
    return RoundState(tuple(map(Seat, clean_names([""] * players))))


def apply(state: RoundState, tap: str) -> RoundState:
    """The state after one tap; one that says nothing here changes nothing."""
    word, _, rest = tap.partition(" ")
    if tap == "undo":
        return _undo(state)
    if tap == "clear":
        fresh = replace(state, seats=tuple(Seat(seat.name) for seat in state.seats), gone=(), at=0, claiming=False)
        return _step(state, fresh)
    if tap in ("cards", "claim"):
        return replace(state, claiming=tap == "claim" and state.at != GONE, note="")
    if tap == "gone":
        return replace(state, at=GONE, claiming=False, note="")
    if word == "seat" and rest.isdecimal() and int(rest) < len(state.seats):
        return replace(state, at=int(rest), claiming=False, note="")
    if tap in ("add", "leave"):
        return _more(state) if tap == "add" else _fewer(state)
    if tap in EDITIONS:
        return _other_edition(state, EDITIONS[tap])
    if word == "house" and rest in HOUSE_KEYS:
        house, words = turned(state.house, rest)
        return _step(state, replace(state, house=house), words)
    return _on_cards(state, tap)


def apply_all(state: RoundState, taps: Iterable[str], mark: TapMark) -> RoundState:
    """The state after these taps in order, with the log heard up to ``mark``."""
    for tap in taps:
        state = apply(state, tap)
    return replace(state, mark=mark)


def renamed(state: RoundState, names: Iterable[str]) -> RoundState:
    """The players with these names; a line more is a player more."""
    given = clean_names([*names][:MAX_PLAYERS])
    seats = [replace(seat, name=name) for seat, name in zip(state.seats, given, strict=False)]
    seats += [Seat(name) for name in given[len(seats) :]]
    kept = (*seats, *state.seats[len(seats) :])
    return _step(state, replace(state, seats=kept))


def _step(before: RoundState, after: RoundState, note: str = "") -> RoundState:
    return replace(after, note=note, before=before)


def _undo(state: RoundState) -> RoundState:
    """One step back; a round that came by link has no history, so there the chosen player's last digit or card goes."""
    if state.before is not None:
        return replace(state.before, note="", mark=state.mark)
    state = replace(state, note="")
    if state.seat is not None and state.seat.claim and state.claiming:
        return _with_seat(state, replace(state.seat, claim=state.seat.claim[:-1]))
    return _with_cards(state, state.cards[:-1])


def _on_cards(state: RoundState, tap: str) -> RoundState:
    """A tap about the chosen player, or about the cards gone."""
    word, _, rest = tap.partition(" ")
    face = next((face for face in state.edition.cards if face.code == tap), None)
    if face is not None:
        return _add(state, face)
    if word == "drop":
        kept = without(state.cards, rest)
        return state if kept == state.cards else _step(state, _with_cards(state, kept))
    if state.seat is None:
        return state
    if tap in STATUSES:
        return _step(state, _with_seat(state, replace(state.seat, status=tap)))
    if word == "digit" and (claim := entered(state.seat.claim, rest)) != state.seat.claim:
        if not is_total(claim):
            return replace(state, note=TOO_LONG)
        return _step(state, replace(_with_seat(state, replace(state.seat, claim=claim)), claiming=True))
    return state


def _with_seat(state: RoundState, seat: Seat) -> RoundState:
    return replace(state, seats=(*state.seats[: state.at], seat, *state.seats[state.at + 1 :]))


def _with_cards(state: RoundState, cards: tuple[Card, ...]) -> RoundState:
    if state.seat is None:
        return replace(state, gone=cards)
    return _with_seat(state, replace(state.seat, cards=cards))


def _add(state: RoundState, face: Card) -> RoundState:
    """One more card. A second copy of a number marks a bust, a seventh number a Flip 7; another tap takes that back."""
    cards = (*state.cards, face)
    if state.seat is None and len(cards) > state.edition.size:
        return replace(state, note=f"The deck has {state.edition.size} cards; more than these cannot be gone.")
    if len(cards) > MOST_CARDS and state.seat is not None:
        return replace(state, note=f"More than {MOST_CARDS} cards lie in front of nobody.")
    after = _with_cards(state, cards)
    seat = state.seat
    if seat is None:
        return _step(state, after)
    busts = hand_faults(cards, state.edition, house=state.house) and not hand_faults(
        cards, state.edition, busted=True, house=state.house
    )
    if busts and seat.status != "busted":
        note = f"A second {face.rank}: {seat.name} is marked busted."
        return _step(state, _with_seat(state, replace(seat, cards=cards, status="busted")), note)
    if toward_seven(cards, state.house) == SEVEN and seat.status == "stayed":
        note = f"Seven different numbers: {seat.name} is marked Flip 7."
        return _step(state, _with_seat(state, replace(seat, cards=cards, status="flip7")), note)
    return _step(state, after)


def _more(state: RoundState) -> RoundState:
    if len(state.seats) == MAX_PLAYERS:
        return replace(state, note=f"At most {MAX_PLAYERS} players sit at one table.")
    names = clean_names([*(seat.name for seat in state.seats), ""])
    return _step(state, replace(state, seats=(*state.seats, Seat(names[-1])), at=len(state.seats), claiming=False))


def _fewer(state: RoundState) -> RoundState:
    if state.seat is None or len(state.seats) == 1:
        return state
    seats = state.seats[: state.at] + state.seats[state.at + 1 :]
    return _step(state, replace(state, seats=seats, at=min(state.at, len(seats) - 1), claiming=False))


def _other_edition(state: RoundState, edition: Edition) -> RoundState:
    if edition is state.edition:
        return state

    def kept(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(face for face in cards if face in edition.copies and face.is_number)

    seats = tuple(replace(seat, cards=kept(seat.cards)) for seat in state.seats)
    gone = kept(state.gone)
    lost = gone != state.gone or any(a.cards != b.cards for a, b in zip(seats, state.seats, strict=True))
    note = f"Cards that {edition.title} does not have were taken away." if lost else ""
    return _step(state, replace(state, seats=seats, gone=gone, edition=edition), note)


def link_of(state: RoundState) -> str:
    """The round as the part of a link after the question mark; empty for a page that nobody has touched."""
    letters = {status: letter for letter, status in _LETTERS.items()}
    parts = {
        "edition": "" if state.edition is CLASSIC else state.edition.key,
        "names": percent("\n".join(seat.name for seat in state.seats), safe=""),
        "hands": "-".join(_cards(seat.cards, state.edition) for seat in state.seats),
        "status": "".join(letters[seat.status] for seat in state.seats),
        "claims": ".".join(seat.claim.replace("-", "m") for seat in state.seats),
        "gone": _cards(state.gone, state.edition),
        **house_words(state.house),
        "at": "gone" if state.at == GONE else str(state.at) if state.at else "",
        "ask": "claim" if state.claiming else "",
        "tap": str(state.mark),
    }
    if replace(state, mark=NO_MARK) == new_round() and not state.mark.log:
        return ""
    return "&".join((f"v={LINK_VERSION}", *(f"{name}={value}" for name, value in parts.items() if value)))


def table_of(state: RoundState) -> Table:
    """The same as a table of the engine, with what is left in the deck; raises ``ImpossibleError`` if it cannot be."""
    laid = [face for seat in state.seats for face in seat.cards]
    faults = copy_faults(Counter((*laid, *state.gone)), state.edition)
    if faults:
        raise ImpossibleError(faults)
    names = tuple(seat.name for seat in state.seats)
    deck = state.edition.left((*laid, *state.gone))
    table = new_table(names, state.edition, state.house, deck=dict(deck), discard=Counter(state.gone))
    return replace(
        table,
        lines=tuple(seat.cards for seat in state.seats),
        status=tuple("busted" if duplicates(seat.cards) else seat.status for seat in state.seats),
        phase="offers",
        dealt=len(names),
    )


def shared_link(state: RoundState) -> str:
    """The round and its verdict for others: without this device's own taps."""
    return link_of(replace(state, at=0, claiming=False, mark=NO_MARK))


def _cards(cards: tuple[Card, ...], edition: Edition) -> str:
    return ".".join(link_text((face,), edition) for face in cards)


def state_of(params: Mapping[str, str]) -> RoundState:
    """The state in a link; raises ``Flip7Error`` that says what is wrong with a broken or hostile one."""
    edition = linked_game(params, LINK_VERSION)
    if "names" not in params:
        return replace(new_round(), edition=edition, mark=read_mark(params.get("tap", "")))
    names = params["names"].split("\n")
    if len(names) > MAX_PLAYERS:
        raise NotationError([Fault(f"The link names {len(names)} players; at most {MAX_PLAYERS} can play.", "R4")])
    hands = _each(params, "hands", "-", len(names))
    claims = [claim.replace("m", "-") for claim in _each(params, "claims", ".", len(names))]
    status = params.get("status", "s" * len(names))
    if len(status) != len(names) or any(letter not in _LETTERS for letter in status):
        raise NotationError([Fault(f"{quote(status)} in the link: “status” has a letter of asfb7 for each player.")])
    for claim in claims:
        if not is_total(claim):
            raise NotationError([Fault(f"{quote(claim)} in the link is no total; it has one to three digits.")])
    at = params.get("at", "0")
    if at != "gone" and not (at.isdecimal() and len(at) < 3 and int(at) < len(names)):
        raise NotationError([Fault(f"{quote(at)} in the link: “at” is a player, counted from 0, or “gone”.")])
    rows = zip(clean_names(names), hands, status, claims, strict=True)
    return RoundState(
        tuple(Seat(name, _read(hand, edition), _LETTERS[letter], claim) for name, hand, letter, claim in rows),
        _read(params.get("gone", ""), edition, most=edition.size),
        GONE if at == "gone" else int(at),
        params.get("ask") == "claim" and at != "gone",
        edition,
        house_of(params),
        mark=read_mark(params.get("tap", "")),
    )


def _each(params: Mapping[str, str], key: str, between: str, players: int) -> list[str]:
    """A part of a link that has a piece for each player."""
    parts = params[key].split(between) if key in params else [""] * players
    if len(parts) != players:
        raise NotationError([Fault(f"The link has {len(parts)} {key} for {players} players.")])
    return parts


def _read(text: str, edition: Edition, most: int = MOST_CARDS) -> tuple[Card, ...]:
    cards = read_link(text, edition)
    if len(cards) > most:
        raise NotationError([Fault(f"The link holds {len(cards)} cards in one place; at most {most} lie there.")])
    return cards


def from_link(params: Mapping[str, str]) -> tuple[RoundState, str]:
    """The state in a link and, where the link cannot be read, a new round and the sentence that says so."""
    try:
        return state_of(params), ""
    except Flip7Error as error:
        return new_round(), f"This link cannot be used: {error.message}"
