"""How the page "Referee" looks, as HTML: what is due, what has happened, the end of a round. Decides nothing."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from flip7.engine.choices import Decision, ShuffleDue
from flip7.engine.play import due
from flip7.engine.table import Table
from flip7.rulebook import RULES
from flip7.ui.faces import line_html
from flip7.ui.referee_game import Game
from flip7.ui.referee_state import RefereeState
from flip7.ui.referee_words import Told, ask, ask_why, happened, outcome, points_of
from flip7.ui.score_view import steps_html
from flip7.ui.table_view import table_html


def due_html(state: RefereeState) -> str:
    """What is due at arm's length, the line of whoever it concerns, and what the last input did."""
    table = state.table
    wanted = due(table)
    tone = "flip7" if wanted is None else "stay" if isinstance(wanted, Decision | ShuffleDue) else "hit"
    line = ""
    if wanted is not None and not isinstance(wanted, ShuffleDue):
        cards = line_html(table.lines[wanted.player], table.edition, empty="no card in front yet")
        line = f'<div class="f7-ask-line">{cards}</div>'
    return (
        f'<section class="f7-ask f7-is-{tone}" aria-label="What is due"><h1 class="f7-hidden">Referee</h1>'
        f'<p class="f7-ask-big">{escape(ask(state))}</p><p class="f7-ask-why">{escape(ask_why(state.game))}</p>{line}'
        f"{_told_html(happened(state), 'What has just happened')}</section>"
    )


def _told_html(told: Iterable[Told], label: str) -> str:
    rows = "".join(f"<li>{escape(words)} {_cited(rules)}</li>" for words, rules in told)
    return f'<ul class="f7-told" aria-label="{label}">{rows}</ul>' if rows else ""


def _cited(rules: Iterable[str]) -> str:
    return " ".join(f'<b class="f7-number-tag">{number}</b>' for number in rules)


def rules_html(state: RefereeState) -> str:
    """The rules behind what has just happened, each a link to its text."""
    told = happened(state) + (outcome(state.game) if state.table.result else [])
    cited = [number for _, rules in told for number in rules]
    rows = "".join(
        f'<li><a href="how_it_works?q={number}" target="_self"><b>{number}</b> {escape(RULES[number].title)}</a></li>'
        for number in dict.fromkeys(cited)
    )
    return f'<h2 class="f7-h2">The rules behind it</h2><ul class="f7-rules">{rows}</ul>' if rows else ""


def table_section_html(state: RefereeState) -> str:
    """The whole table."""
    return f'<h2 class="f7-h2">The table</h2>{table_html(state.table, state.table.names)}'


def standings_html(game: Game) -> str:
    """The end of a round: everybody's points and totals, highest total first, and how the game goes on."""
    table, result = game.table, game.table.result
    assert result
    order = sorted(table.seats, key=lambda seat: (-result.totals[seat], seat))
    rows = "".join(
        f'<tr><th scope="row">{escape(table.names[seat])}</th><td>{_number(result.scores[seat])}</td>'
        f"<td><b>{_number(result.totals[seat])}</b></td></tr>"
        for seat in order
    )
    return (
        '<table class="f7-table f7-standings"><caption class="f7-hidden">Points and totals</caption><thead><tr>'
        '<th scope="col">player</th><th scope="col">this round</th><th scope="col">total</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>{_told_html(outcome(game), 'How the game goes on')}"
    )


def reckoning_html(table: Table) -> str:
    """Each player's score step by step; open from the start where there are few."""
    opened = " open" if len(table.names) <= 4 else ""
    blocks = "".join(
        f'<details class="f7-reckoning"{opened}><summary>{escape(table.names[seat])}: '
        f"{_number(points_of(table, seat).points)}</summary>{line_html(table.lines[seat], table.edition)}"
        f"{steps_html(points_of(table, seat))}</details>"
        for seat in table.seats
    )
    return f'<h2 class="f7-h2">The scores, step by step</h2>{blocks}'


def _number(n: int) -> str:
    return str(n).replace("-", "−")
