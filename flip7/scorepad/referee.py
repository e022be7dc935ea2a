"""A round that the referee led, written on the pad: the same cards, statuses and discards."""

from __future__ import annotations

from collections import Counter

from flip7.engine.table import Table, new_round
from flip7.errors import Fault, NotAllowedError
from flip7.scorepad.entries import Aside, Close, Deed, Hand, Penalty, Reshuffle
from flip7.scorepad.game import Game


def table_of(game: Game) -> Table:
    """The open round as a table for the referee, seats as they play it, with the deck that is left."""
    now = game.now
    return new_round(
        [game.name(seat) for seat in now.seats],
        game.edition,
        game.house,
        dealer=now.seats.index(now.dealer),
        totals=[game.totals[seat] for seat in now.seats],
        deck=dict(+game.left()),
        discard=dict(Counter(game.pile())),
    )


def entries_of(game: Game, table: Table, *, shuffled: bool) -> tuple[Deed, ...]:
    """What a scored table adds to the pad, in order; ``shuffled``: the discard pile was shuffled during the round.

    Raises ``NotAllowedError`` where the round is not over or other people sit there.
    """
    now = game.now
    if table.result is None:
        raise NotAllowedError([Fault("This round is not over yet.", "R44")])
    if table.edition is not game.edition or table.names != tuple(game.name(seat) for seat in now.seats):
        raise NotAllowedError([Fault("Other players, or another game, than the open round of this pad.")])
    aside = Counter(dict(table.discard)) - Counter(() if shuffled else game.pile())
    entries: list[Deed] = [Reshuffle(game.open)] if shuffled else []
    if aside:
        entries.append(Aside(table.edition.sorted(aside.elements()), game.open))
    for seat, line, status in zip(now.seats, table.lines, table.status, strict=True):
        said = "stayed" if status == "active" else status
        entries.append(Hand(seat, game.open, line, status=said))
    if table.penalty is not None:
        giver = now.seats[table.status.index("flip7")]
        entries.append(Penalty(giver, now.seats[table.penalty], game.open))
    return (*entries, Close(game.open))
