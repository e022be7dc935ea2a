"""The coach for a round that was written down: a seat is chosen, and its choices are graded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import streamlit as st

from flip7.engine.choices import Decision
from flip7.engine.play import due
from flip7.engine.record import Moment
from flip7.names import clean_names
from flip7.odds.position import Position
from flip7.practice.coach import review
from flip7.practice.rounds import YOU
from flip7.ui.practice_aside import noting, work_out
from flip7.ui.practice_view import WAIT_HTML, review_html
from flip7.ui.replay_state import Round

WORKING = "practice-coach-working"
_LEARNER = "Learner"


def choosers(moments: Sequence[Moment], names: Sequence[str]) -> Mapping[int, str]:
    """The seats that have chosen something, by name; a learner's own seat stands first."""
    seats = set()
    for before, after in pairwise(moments):
        wanted = due(before.table)
        if isinstance(wanted, Decision) and after.given in wanted.options:
            seats.add(wanted.player)
    return {seat: names[seat] for seat in sorted(seats, key=lambda seat: (names[seat] != YOU, seat))}


def seen_from(moments: Sequence[Moment], names: Sequence[str], seat: int) -> tuple[Moment, ...]:
    """The same moments, told to who sits here: that seat is ``You``, and no other one."""
    others = [_LEARNER if name.casefold() == YOU.casefold() else name for name in names]
    told = clean_names(YOU if at == seat else name for at, name in enumerate(others))
    return tuple(replace(moment, table=replace(moment.table, names=told)) for moment in moments)


def coach(found: Round) -> None:
    """Draw the choice of a seat and what the coach says of it; nothing where nobody has chosen anything."""
    moments, names = found.played.moments, found.record.shown
    seats = choosers(moments, names)
    if not seats or not st.toggle("What the coach says", key="practice-coach"):
        return
    own = f"practice-coach-seat-{hash(found.text)}"
    seat = st.selectbox("Whose choices?", list(seats), key=own, format_func=seats.__getitem__)
    drawn = st.empty()
    drawn.html(WAIT_HTML)
    missing: list[Position] = []
    drawn.html(review_html(review(seen_from(moments, names, seat), seat, noting(missing))))
    work_out(missing, WORKING)
