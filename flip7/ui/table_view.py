"""The table as HTML: every line with its status, what waits, and the piles. For replays, lessons and the referee."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from flip7.cards import Card
from flip7.engine.choices import Decision, Due
from flip7.engine.play import due
from flip7.engine.table import Assign, Effect, Flips, GiveAway, Pass, Resolve, Table, Waiting
from flip7.lessons.second_person import second_person
from flip7.ui.faces import card_html, line_html

STATUS = {"active": "in", "stayed": "stayed", "frozen": "frozen", "busted": "busted", "flip7": "Flip 7!"}


def table_html(
    table: Table,
    names: tuple[str, ...],
    *,
    new: Card | None = None,
    at: int | None = None,
    gone: bool = False,
    due_first: bool = False,
) -> str:
    """What waits, all seats in order, the piles. ``new`` is the card that has just come to seat ``at``.

    ``gone``: it came and went again, so one like it in the line is another. The seat ``at`` is outlined; without one,
    or with ``due_first``, the seat from which something is due.
    """
    wanted = _wanted(table)
    lies = not gone and (new in table.play or (at is not None and new in table.lines[at]))
    outlined = wanted.player if wanted is not None and (due_first or at is None) else at
    seats = "".join(
        _seat(table, names, seat, wanted, new if lies and seat == at else None, outlined=seat == outlined)
        for seat in table.seats
    )
    rows = _waiting(table, names) if new is None or lies else [(new, "turned, discarded"), *_waiting(table, names)]
    return f'{_in_play(table, rows)}<div class="f7-table-top">{seats}</div>{_piles(table)}'


def _wanted(table: Table) -> Due | None:
    """What is due next; nothing while the table is between two things that need no input."""
    return due(table) if table.agenda and table.phase != "over" else None


def _seat(
    table: Table, names: tuple[str, ...], seat: int, wanted: Due | None, new: Card | None, *, outlined: bool
) -> str:
    status = table.status[seat]
    turn = wanted is not None and wanted.player == seat
    marks = [STATUS[status]]
    if seat == table.dealer:
        marks.append("dealer")
    if turn:
        marks.append("to choose" if isinstance(wanted, Decision) else "to take a card")
    if table.result:
        points = table.result.scores[seat]
        marks.append(f"{points} point{'' if abs(points) == 1 else 's'}")
        if table.result.totals != table.result.scores:
            marks.append(f"total {table.result.totals[seat]}")
    elif any(table.totals):
        marks.append(f"total {table.totals[seat]}")
    classes = f"f7-seat f7-seat-{status}{' f7-seat-turn' if outlined else ''}"
    line = _line(table, seat, new)
    return (
        f'<section class="{classes}" aria-label="{escape(names[seat], quote=True)}">'
        f'<p class="f7-who"><b>{escape(names[seat])}</b> <span>{escape(" · ".join(marks))}</span></p>{line}</section>'
    )


def _line(table: Table, seat: int, new: Card | None) -> str:
    """The cards in front of one seat, the newest of its kind marked where it has just come."""
    cards, edition = table.lines[seat], table.edition
    if new not in cards:
        return line_html(cards, edition, empty="no card in front")
    last = len(cards) - 1 - cards[::-1].index(new)
    faces = (
        card_html(card, edition, words="new", css_class="f7-new") if i == last else card_html(card, edition)
        for i, card in enumerate(cards)
    )
    return f'<span class="f7-line">{"".join(faces)}</span>'


def _waiting(table: Table, names: tuple[str, ...]) -> list[tuple[Card, str]]:
    """Cards that were turned and have not taken effect, in the order in which they will."""
    rows: list[tuple[Card, str]] = []
    for task in table.agenda:
        match task:
            case Flips(player, card, left, aside):
                rows.append((card, f"{names[player]}: {f'{left} more to turn' if left else 'all turned'}"))
                rows += [(waits, "waits") for waits in aside]
            case Assign(player, _, waiting, assigned):
                rows += [(card, f"goes to {names[to]}") for card, to in assigned]
                rows += [(card, f"{_says(names[player])} who gets it") for card in waiting]
            case Pass(player, card) | GiveAway(player, card):
                rows.append((card, f"{_says(names[player])} who gets it"))
            case Resolve(player, card):
                rows.append((card, f"{_says(names[player])} what it does"))
            case Effect(card, target):
                rows.append((card, f"goes to {names[target]}"))
            case Waiting(player, _, cards):
                rows += [(card, f"waits for {names[player]}") for card in cards]
    return rows


def _says(name: str) -> str:
    """A learner sits at the seat that is named ``You``."""
    return second_person(f"{name} says")


def _in_play(table: Table, rows: Iterable[tuple[Card, str]]) -> str:
    shown = "".join(f"<li>{card_html(card, table.edition)}<span>{escape(words)}</span></li>" for card, words in rows)
    return f'<ul class="f7-waiting" aria-label="Cards in play">{shown}</ul>' if shown else ""


def _piles(table: Table) -> str:
    pile = sum(table.discard.values())
    return f'<p class="f7-piles"><span>deck <b>{table.deck_left}</b></span><span>discard pile <b>{pile}</b></span></p>'
