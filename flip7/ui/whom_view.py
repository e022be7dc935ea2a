"""Whom to hit, as HTML: what each choice does to everybody's points, best first."""

from __future__ import annotations

from dataclasses import replace
from html import escape

from flip7.engine.choices import Bonus, Choice, Decision, Give, Penalty
from flip7.engine.table import Table
from flip7.odds.whom import Effect, effects
from flip7.ui.bars import percent
from flip7.ui.hit_view import points
from flip7.ui.referee_state import Lying, swap_of
from flip7.ui.referee_words import answer

MOST_SHOWN = 8
_EVEN = 0.005
"""Changes below this are no change: they would be shown as 0.0."""


LOOKING_HTML = '<p class="f7-assumes">Playing every choice out …</p>'
"""What stands there until it is known."""


def whom_html(table: Table, wanted: Decision, pick: Lying | None = None) -> str:
    """The best choices with the points that they change, and in what sense they are best.

    ``pick`` is the first card of a Swap: then only choices with it are shown.
    """
    if pick:
        with_it = tuple(option for option in wanted.options if pick in swap_of(option))
        wanted = replace(wanted, options=with_it)
    found = effects(table, wanted)
    rows = "".join(_row(table, effect, best=at == 0) for at, effect in enumerate(found[:MOST_SHOWN]))
    more = len(found) - MOST_SHOWN
    rest = f"<p>{more} more choices do less for {escape(table.names[wanted.player])}.</p>" if more > 0 else ""
    return (
        f'<ol class="f7-whom" aria-label="What each choice does, best first">{rows}</ol>{rest}'
        "<p>Points as they lie now. Best is what adds most to the lead over the strongest rival, with the totals so "
        "far. A card that must still be turned counts with every card of the deck; what is turned and given on is left "
        "out. Who is given an action plays it for themselves.</p>"
    )


def _row(table: Table, effect: Effect, *, best: bool) -> str:
    player = effect.choices[0].player
    said = "; ".join(_said(table, player, choice) for choice in effect.choices)
    changes = [
        f"{escape(table.names[seat])} {_points(effect.before[seat])} → <b>{_points(effect.after[seat])}</b>"
        for seat in table.seats
        if abs(effect.before[seat] - effect.after[seat]) > _EVEN
    ]
    fates = [_fate(table, seat, chance, "busts") for seat, chance in effect.bust]
    fates += [_fate(table, seat, chance, "flips seven") for seat, chance in effect.seven]
    what = " · ".join([*(changes or ["nobody’s points change"]), *fates])
    gain = (
        f"lead {'+' if effect.gain > 0 else ''}{_points(effect.gain)}" if abs(effect.gain) > _EVEN else "lead as it was"
    )
    css = ' class="f7-whom-best"' if best else ""
    return f"<li{css}><b>{escape(said[:1].upper() + said[1:])}</b><span>{what}</span><small>{gain}</small></li>"


def _fate(table: Table, seat: int, chance: float, what: str) -> str:
    sure = chance > 1 - 1e-9
    return f"{escape(table.names[seat])} {what}" + ("" if sure else f" in {percent(chance)}")


def _said(table: Table, player: int, choice: Choice) -> str:
    """A choice in words: who gives a card to themselves keeps it; what another then does is said of them."""
    if isinstance(choice, Give) and choice.to == player:
        return f"keep the {table.edition.name(choice.card)}"
    if isinstance(choice, Give | Bonus | Penalty) or choice.player == player:
        return answer(table, choice)
    return f"then {table.names[choice.player]} would {answer(table, choice)}"


def _points(value: float) -> str:
    return points(value).replace("-", "−")
