"""The race to the target as a Plotly chart, for pages where one studies. Plotly itself is loaded by who draws it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from flip7.scorepad.game import Game

# Colours that hold 3:1 on white and on the dark page, each with its own dash and mark.
_LINES = (
    ("#0f8a7e", "solid", "circle"),
    ("#c2571a", "dash", "square"),
    ("#7a5cd6", "dot", "diamond"),
    ("#b8860b", "dashdot", "triangle-up"),
    ("#d0407a", "longdash", "x"),
    ("#3b82c4", "longdashdot", "star"),
)

LONGEST = 24
"""Characters of a name in the legend."""
PLOT, LEGEND_ROW = 280, 22
"""Heights in pixels. Plotly cuts off a legend that is higher than half of the chart."""


def race_chart(names: Sequence[str], totals: Sequence[Sequence[int]], target: int = 200) -> dict[str, object]:
    """One line for each player through the totals (points) after each round, from 0, and a line at the target.

    ``totals`` has a row for each round, a column for each name; the chart is a figure for ``st.plotly_chart``.
    Names are text: Plotly would read some HTML in them.
    """
    rounds, legend = len(totals), LEGEND_ROW * len(names)
    shown = [name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…" for name in names]
    lines = []
    for place, name in enumerate(shown):
        colour, _, mark = _LINES[place % len(_LINES)]
        # From the seventh on the colours come again, each with another dash.
        dash = _LINES[(place + place // len(_LINES)) % len(_LINES)][1]
        lines.append(
            {
                "type": "scatter",
                "x": [*range(rounds + 1)],
                "y": [0, *(row[place] for row in totals)],
                "name": escape(name, quote=False),
                "mode": "lines+markers",
                "line": {"color": colour, "dash": dash, "width": 3},
                "marker": {"symbol": mark, "size": 9},
                "hovertemplate": "%{y} after round %{x}",
            }
        )
    goal = {"x0": 0, "x1": 1, "xref": "paper", "y0": target, "y1": target}
    words = {"text": f"{target} to win", "x": 1, "xref": "paper", "xanchor": "right", "y": target, "yanchor": "bottom"}
    layout = {
        "height": max(PLOT + legend, 2 * legend),
        "margin": {"l": 44, "r": 8, "t": 24, "b": 40 + legend},
        "hovermode": "x unified",
        "legend": {"yref": "container", "y": 0, "yanchor": "bottom", "x": 0},
        "xaxis": {"title": {"text": "round", "standoff": 4}, "dtick": max(1, rounds // 10), "fixedrange": True},
        "yaxis": {"title": {"text": "points"}, "rangemode": "tozero", "fixedrange": True},
        "shapes": [{"type": "line", **goal, "line": {"dash": "dot", "color": "#808a92"}}],
        "annotations": [{**words, "showarrow": False}],
    }
    return {"data": lines, "layout": layout}


def race_block(game: Game, key: str) -> None:
    """The race of a game on the pad, as a block that is open once the game is over; nothing before the first round."""
    players = [*game.page.players]
    totals = [[this.totals[player] for player in players] for this in game.rounds if this.row.closed]
    if not totals:
        return
    block = st.expander("The race", key=key, on_change="rerun", expanded=game.over)
    if block.open:
        chart = race_chart([game.name(player) for player in players], totals, game.house.target)
        block.plotly_chart(chart, config={"displayModeBar": False}, key="race")
