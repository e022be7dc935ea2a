"""What stands on the pad after some entries: players, rounds and hands as written, nothing worked out yet.

``write`` never judges: whether an entry may be written is asked before, in ``checks``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from flip7.cards import CLASSIC, Card, Edition, edition
from flip7.names import in_sentence
from flip7.rulebook import STANDARD, House
from flip7.scorepad import moves
from flip7.scorepad.entries import (
    Advice,
    Aside,
    Blank,
    Close,
    Dealer,
    Deed,
    End,
    Hand,
    Join,
    Leave,
    Move,
    Order,
    Penalty,
    PlayOn,
    Rename,
    Reopen,
    Reshuffle,
    Return,
    Settings,
    Start,
    Void,
)


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at the table; ``spans`` are the rounds played: the first, and the first one missed (None: none yet)."""

    id: str
    name: str
    points: int
    spans: tuple[tuple[int, int | None], ...]

    def plays(self, round: int) -> bool:
        """Whether the player is there in this round."""
        return any(first <= round and (end is None or round < end) for first, end in self.spans)


@dataclass(frozen=True, slots=True)
class Row:
    """A round as written. ``dealer`` and ``order`` only where the table set them in this round."""

    hands: Mapping[str, Hand] = field(default_factory=dict)
    closed: bool = False
    void: bool = False
    because: str = ""
    dealer: str = ""
    order: tuple[str, ...] = ()
    penalty: Penalty | None = None
    aside: tuple[Card, ...] = ()
    reshuffled: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """Everything written; the last of ``rows`` is the open round. ``advice``: the table shows chances."""

    edition: Edition = CLASSIC
    house: House = STANDARD
    players: Mapping[str, Player] = field(default_factory=dict)
    rows: tuple[Row, ...] = ()
    end: End | None = None
    advice: bool = True

    @property
    def open(self) -> int:
        """The number of the open round."""
        return len(self.rows)

    def name(self, player: str) -> str:
        """What the player is called now."""
        return self.players[player].name

    def said(self, player: str) -> str:
        """The same name for use in a sentence."""
        return in_sentence(self.name(player))

    def order(self, round: int) -> tuple[str, ...]:
        """All seats clockwise as they are in this round, also of those who do not play it."""
        return next(row.order for row in reversed(self.rows[:round]) if row.order)

    def row(self, round: int) -> Row:
        """The round with this number."""
        return self.rows[round - 1]

    def with_row(self, round: int, row: Row) -> Page:
        """The page with this round as given."""
        return replace(self, rows=(*self.rows[: round - 1], row, *self.rows[round:]))


def write(page: Page, entry: Deed) -> Page:
    """The page after this entry."""
    match entry:
        case Start():
            ids = [f"p{seat}" for seat in range(1, len(entry.names) + 1)]
            players = {
                player: Player(player, name, 0, ((1, None),)) for player, name in zip(ids, entry.names, strict=True)
            }
            first = Row(dealer=entry.dealer, order=tuple(ids))
            return Page(edition(entry.edition), entry.house, players, (first,))
        case Settings(house):
            return replace(page, house=house)
        case Join():
            player = Player(entry.player, entry.name, entry.points, ((entry.round, None),))
            rows = tuple(replace(row, order=_seated(row.order, entry)) if row.order else row for row in page.rows)
            return replace(page, players={**page.players, entry.player: player}, rows=rows)
        case Leave(player=left, round=round):
            spans = page.players[left].spans
            ended = ((spans[-1][0], round),) if spans[-1][0] < round else ()
            return _with_player(page, replace(page.players[left], spans=(*spans[:-1], *ended)))
        case Return(player=back, round=round):
            return _with_player(page, replace(page.players[back], spans=(*page.players[back].spans, (round, None))))
        case Rename(player=who, name=name):
            return _with_player(page, replace(page.players[who], name=name))
        case Order(players=order, round=round):
            return page.with_row(round, replace(page.row(round), order=order))
        case Dealer(player=dealer, round=round):
            return page.with_row(round, replace(page.row(round), dealer=dealer))
        case Hand():
            return page.with_row(
                entry.round, replace(page.row(entry.round), hands={**page.row(entry.round).hands, entry.player: entry})
            )
        case Blank(player=who, round=round):
            hands = {player: hand for player, hand in page.row(round).hands.items() if player != who}
            return page.with_row(round, replace(page.row(round), hands=hands))
        case Penalty():
            return page.with_row(entry.round, replace(page.row(entry.round), penalty=entry if entry.against else None))
        case Aside(cards=cards, round=round):
            return page.with_row(round, replace(page.row(round), aside=cards))
        case Move(round=round):
            return page.with_row(round, _moved(page.row(round), entry))
        case Reshuffle(round=round, happened=happened):
            return page.with_row(
                round, replace(page.row(round), reshuffled=happened, aside=() if happened else page.row(round).aside)
            )
        case Close(round=round, because=because):
            page = page.with_row(round, replace(page.row(round), closed=True, because=because))
            return replace(page, rows=(*page.rows, Row()))
        case Reopen(round=round):
            page = replace(page, rows=page.rows[:round], end=None)
            return page.with_row(round, replace(page.row(round), closed=False, void=False, because=""))
        case Void(round=round, because=because, happened=happened):
            because = because if happened else ""
            return page.with_row(round, replace(page.row(round), void=happened, because=because))
        case End():
            return replace(page, end=entry)
        case PlayOn():
            return replace(page, end=None)
        case Advice(shown):
            return replace(page, advice=shown)
    assert_never(entry)


def read_page(entries: Iterable[Deed]) -> Page:
    """The page after all of these."""
    page = Page()
    for entry in entries:
        page = write(page, entry)
    return page


def _with_player(page: Page, player: Player) -> Page:
    return replace(page, players={**page.players, player.id: player})


def _moved(row: Row, entry: Move) -> Row:
    """All cards leave before any arrives (V29)."""
    hands, aside = dict(row.hands), list(row.aside)
    for face, giver, _ in moves.ways(entry):
        if giver:
            hands[giver] = moves.given(hands[giver], face)
    for face, _, taker in moves.ways(entry):
        if taker:
            hands[taker], swept = moves.taken(hands.get(taker, Hand(taker, entry.round, ())), face)
            aside += swept
        else:
            aside.append(face)
    return replace(row, hands=hands, aside=tuple(aside))


def _seated(order: tuple[str, ...], entry: Join) -> tuple[str, ...]:
    at = order.index(entry.after) + 1 if entry.after in order else len(order)
    return (*order[:at], entry.player, *order[at:])
