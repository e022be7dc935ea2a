"""Should I hit? Tap what lies in front of you, and see at once: one more, or stay."""

from __future__ import annotations

from functools import partial

import streamlit as st

from flip7.cards import CLASSIC, VENGEANCE
from flip7.odds.position import Limits
from flip7.odds.quick import BusyError
from flip7.ui.edition_switch import heard_in_game, keep_edition
from flip7.ui.frame import bad_link, footer, frame, notice, page_state, write_link
from flip7.ui.hit_answer import DESK, Reading, reading
from flip7.ui.hit_keys import pad_sections
from flip7.ui.hit_link import from_link, link_of, shared_link
from flip7.ui.hit_state import Pile, apply_all, typed, with_goal
from flip7.ui.hit_view import spoken_verdict, verdict_html
from flip7.ui.hit_why import details_html, ends_html, hurt_html
from flip7.ui.pad import Pad
from flip7.ui.share import share
from flip7.ui.typed import card_form, forget_fault

STATE = "hit"
EXAMPLES = {CLASSIC: "3 8 11 +4 SC, or 3*12", VENGEANCE: "3 8 L13 -4, or 3*12"}
BAD_LINK, GOAL = bad_link(STATE), "hit-goal"


def _take(where: Pile, text: str) -> None:
    st.session_state[STATE] = typed(page_state(STATE, from_link), where, text)
    st.session_state[BAD_LINK] = ""


def _aim(*, points: bool = False) -> None:
    goal = 0 if points else int(st.session_state[GOAL] or 0)
    st.session_state[STATE] = with_goal(page_state(STATE, from_link), goal)
    st.session_state[BAD_LINK] = ""


def _goal_form(goal: int, limits: Limits) -> None:
    name = f"Goal: at least {goal} points this round" if goal else "Another goal than most points"
    # What is closed is not drawn: each tap draws the whole page.
    if not (aim := st.expander(name, key="hit-aim", on_change="rerun")).open:
        return
    with aim, st.form("hit-goal-form", border=False):
        st.number_input("At least so many points this round", 0, limits.points, None, 1, key=GOAL, placeholder="45")
        with st.container(horizontal=True, gap="small"):
            st.form_submit_button("Play for these", on_click=_aim, width="stretch")
            most = partial(_aim, points=True)
            st.form_submit_button("Play for most points", on_click=most, width="stretch")


def _work_out(known: Reading) -> None:
    """An answer that takes long is worked out when somebody asks for it, aside, so that nobody else waits."""
    job = known.job
    if job is not None and job.state in ("waiting", "running"):
        _progress(known)
        return
    if job is not None and job.state == "failed":
        st.html(notice(f"Not computed: {job.reason}."))
    ask = partial(DESK.ask, known.position, known.goal)
    exactly = "exactly " if known.bounded else ""
    st.button(f"Work it out {exactly}(some 10 to 20 seconds)", on_click=ask, width="stretch")


@st.fragment(run_every=1)
def _progress(known: Reading) -> None:
    job = known.job
    if job is None or job.state in ("done", "failed"):
        st.rerun()
    elif job.state == "waiting":
        st.progress(0.0, "Waiting for another table's answer.")
    else:
        st.progress(min(job.progress, 1.0), f"Counting the ways to go on: {job.progress:.0%}")


frame("hit")
pad = Pad(STATE)
before, state = heard_in_game(pad, from_link, apply_all)
if state is not before:
    forget_fault(STATE)
wrong_link = st.session_state[BAD_LINK]

try:
    known = reading(state)
except BusyError as error:
    st.html(notice(error.message))
    pad.draw(pad_sections(state), state.mark, link=None if wrong_link else link_of(state), say=error.message)
    footer()
    st.stop()
notes = (notice(wrong_link) if wrong_link else "") + (notice(state.note, "toast") if state.note else "")
st.html(f'<div class="f7-hit">{verdict_html(state, known)}{notes}</div>')
pad.draw(pad_sections(state), state.mark, link=None if wrong_link else link_of(state), say=spoken_verdict(state, known))
st.html(hurt_html(state, known) + ends_html(state, known))
if known is not None and known.answer is None and not state.counts_only:
    _work_out(known)
_goal_form(state.goal, state.limits)
shared = st.expander("Share this position", key="hit-share", on_change="rerun")
if shared.open:
    with shared:
        share(shared_link(state))
card_form(
    "hit",
    "Type or paste cards",
    EXAMPLES[state.edition],
    {
        "This is my line": partial(_take, "line"),
        "All seen cards": partial(_take, "seen"),
        "Discard pile": partial(_take, "pile"),
    },
)
if details := details_html(state, known):
    st.html(details)
keep_edition()
footer()
if not wrong_link:
    # A link that could not be read stays in the address, so that it can be mended there.
    write_link(link_of(state), keep=STATE)
