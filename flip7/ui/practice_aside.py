"""What the coach asks the odds: quick answers at once, slow ones when somebody wants them, worked out aside."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from flip7.odds.desk import Job
from flip7.odds.position import Position
from flip7.odds.quick import BusyError
from flip7.practice.reckoning import Ask, Worths, takes_seconds
from flip7.ui.frame import notice
from flip7.ui.hit_answer import DESK, QUICK

_RUNNING = ("waiting", "running")


def ask(position: Position) -> Worths | None:
    """What hitting and staying are worth; ``None`` where it takes long and has not been worked out.

    Raises ``BusyError`` while too many are asking.
    """
    if takes_seconds(position):
        job = DESK.known(position)
        answer = job.answer if job else None
    else:
        answer = QUICK.ask(position).answer.result()
    return Worths(answer.stay, answer.hit) if answer else None


def noting(missing: list[Position]) -> Ask:
    """The same, also while too many are asking; every position without an answer is put into ``missing``, once."""

    def noted(position: Position) -> Worths | None:
        try:
            found = ask(position)
        except BusyError:
            found = None
        if found is None and position not in missing:
            missing.append(position)
        return found

    return noted


def work_out(missing: Sequence[Position], key: str) -> None:
    """A button that lets the missing answers be worked out, one after the other, or how far that is."""
    if not missing:
        st.session_state.pop(key, None)
        return
    if st.session_state.get(key):
        _progress(tuple(missing), key)
        return
    reasons = {job.reason for job in map(DESK.known, missing) if job and job.state == "failed"}
    if reasons:
        st.html(notice(f"Not everything could be worked out: {', '.join(sorted(reasons))}."))
    many = "" if len(missing) == 1 else f", {len(missing)} times"
    st.button(f"Work it out (some 5 to 20 seconds{many})", on_click=partial(_begin, key), width="stretch")


def _begin(key: str) -> None:
    st.session_state[key] = True


@st.fragment(run_every=1)
def _progress(missing: tuple[Position, ...], key: str) -> None:
    jobs = [DESK.known(position) for position in missing]
    done = sum(job is not None and job.state not in _RUNNING for job in jobs)
    at = next((at for at, job in enumerate(jobs) if job is None or job.state in _RUNNING), None)
    if at is None:
        st.session_state[key] = False
        st.rerun()
    job: Job = jobs[at] or DESK.ask(missing[at])
    which = "" if len(missing) == 1 else f"{done + 1} of {len(missing)}: "
    if job.state == "waiting":
        st.progress(0.0, f"{which}waiting for another table’s answer.".capitalize())
    else:
        st.progress(min(job.progress, 1.0), f"{which}counting every way to go on, {job.progress:.0%}.".capitalize())
