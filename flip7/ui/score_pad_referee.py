"""Between the score pad and the referee: the open round goes there with seats and deck, and comes back played."""

from __future__ import annotations

from collections import Counter

from flip7.engine.choices import Shuffled
from flip7.errors import Fault, NotAllowedError
from flip7.scorepad.game import Game as PadGame
from flip7.scorepad.referee import entries_of, table_of
from flip7.scorepad.store import Opened, Store
from flip7.ui.referee_game import Game, Setup
from flip7.ui.visitors import open_game


def can_lead(game: PadGame) -> bool:
    """Whether the referee can lead the open round: nothing of it has been entered yet."""
    return not game.over and not game.now.row.hands


def setup_of(opened: Opened) -> Setup:
    """How the referee begins with the open round; what has gone of the deck since the last shuffle is in the pile."""
    game = opened.game
    table = table_of(game)
    pile = Counter(dict(table.discard)) & Counter(dict(game.edition.copies))
    return Setup(
        table.names,
        table.edition,
        table.dealer,
        table.house,
        table.totals,
        table.edition.sorted(pile.elements()),
        game.open,
        opened.code,
    )


def write_round(store: Store, led: Game) -> Opened:
    """Write the round that the referee has led on its pad, and close it.

    Raises ``Flip7Error`` where it is not over, where the pad has gone on since, and where the store cannot be used.
    """
    opened = open_game(store, led.setup.pad)
    game = opened.game
    if game.open != led.round or game.now.row.hands:
        raise NotAllowedError([Fault(f"Round {led.round} is on the score pad already, or has been begun there.")])
    entries = entries_of(game, led.table, shuffled=any(isinstance(entry, Shuffled) for entry in led.entries))
    store.write(opened.code, game, entries, f"referee.{led.round}")
    return store.open(opened.code)
