"""Everybody's line as it lies on the table now, for each phone that has the game open: points, totals, chances."""

from __future__ import annotations

from html import escape

from flip7.scorepad.deck import known
from flip7.scorepad.entries import Status
from flip7.scorepad.game import Game
from flip7.ui.bars import percent
from flip7.ui.digits import minus
from flip7.ui.faces import line_html
from flip7.ui.hit_link import shared_link
from flip7.ui.hit_state import HitState, faults

MARKS: dict[Status, str] = {"busted": "bust", "frozen": "frozen", "flip7": "Flip 7", "active": "still in"}


def bdi(name: str) -> str:
    """A name within a sentence, as HTML: whatever its letters, the words around it stay where they are."""
    return f"<bdi>{escape(name)}</bdi>"


def table_html(game: Game, mine: str = "") -> str:
    """A seat a row in the open round; ``mine`` is the player of this phone and is outlined.

    Chances are those of the next card, from all cards that anybody has tapped, and only where the table shows them.
    """
    seats = "".join(_seat(game, seat, seat == mine) for seat in game.now.seats)
    return f'<h2 class="f7-h2">The table, round {game.open}</h2><div class="f7-table-top">{seats}</div>'


def _seat(game: Game, seat: str, mine: bool) -> str:
    this = game.now
    hand, status = this.row.hands.get(seat), this.status.get(seat, "")
    points = this.points.get(seat)
    marks = [
        "this phone" if mine else "",
        "dealer" if seat == this.dealer else "",
        MARKS.get(status, status),
        f"{minus(points)} this round" if points is not None else "",
        f"total {minus(game.totals[seat])}",
    ]
    line = f"{minus(hand.points)} typed" if hand and hand.points is not None else ""
    if hand and hand.cards is not None:
        line = line_html(hand.cards, game.edition, empty="no card in front")
    classes = f"f7-seat f7-seat-{status or 'active'}{' f7-seat-turn' if mine else ''}"
    return (
        f'<section class="{classes}" aria-label="{escape(game.name(seat), quote=True)}">'
        f'<p class="f7-who"><b>{bdi(game.name(seat))}</b> <span>{" · ".join(filter(None, marks))}</span></p>{line}'
        f"{_chance(game, seat)}</section>"
    )


def _chance(game: Game, seat: str) -> str:
    """The chance to bust, and the calculator with the deck that is really left."""
    hand, status = game.now.row.hands.get(seat), game.now.status.get(seat)
    still = hand is not None and hand.cards and hand.status in ("", "active") and status in ("active", "stayed")
    chance = game.busts_next[seat] if still and game.page.advice else None
    if chance is None:
        return ""
    link = _calculator(game, seat)
    more = f'<a href="should_i_hit?{escape(link, quote=True)}" target="_self">Should I hit?</a>' if link else ""
    return f'<p class="f7-chance"><span>Next card busts: <b>{percent(float(chance))}</b></span>{more}</p>'


def _calculator(game: Game, seat: str) -> str:
    """The link of "Should I hit?" with this player's line and the deck left; empty where that page refuses it."""
    where = game.position(seat)
    state = HitState(
        where.line,
        where.seen,
        where.pile,
        where.alone,
        unknown=not known(game.page),
        edition=game.edition,
        house=game.house,
    )
    return "" if faults(state) else shared_link(state)
