"""Replay: a round that was written down, step by step, with the rule and the odds of each thing that happens."""

from __future__ import annotations

import secrets
import time
from contextlib import suppress
from dataclasses import replace
from functools import partial

import streamlit as st

from flip7.cards import Edition
from flip7.engine.reading import MAX_RECORD
from flip7.errors import Fault, Flip7Error, NotationError
from flip7.lessons.marks import Account, Worth, worth_of
from flip7.odds.quick import BusyError
from flip7.ui.edition_switch import edition_switch, keep_edition, known_edition
from flip7.ui.frame import footer, frame, notice, page_state, write_link
from flip7.ui.hit_answer import answer_to
from flip7.ui.pad import Pad
from flip7.ui.practice_coach import coach
from flip7.ui.replay_state import (
    ReplayState,
    Round,
    apply_all,
    examples,
    from_link,
    link_of,
    link_to,
    opened,
    read_round,
    tick,
)
from flip7.ui.replay_view import (
    account_html,
    bring_html,
    examples_html,
    list_html,
    looking_html,
    pad_sections,
    replay_html,
    spoken,
    worth_html,
)
from flip7.ui.share import save_round, share

STATE, TEXT, FILE, FAULTS, WORTHS = "replay", "replay-text", "replay-file", "replay-faults", "replay-worths"
# A mark of the round that was brought last, and of the one that was shown last.
BROUGHT, SHOWN = "replay-brought", "replay-shown"
# Seconds for which the choices of a round are looked at in one go.
PATIENCE = 0.3


def _take(text: str) -> None:
    """Open the round that was brought; what is wrong with it stands beside the text, which stays."""
    st.session_state[FAULTS] = ()
    try:
        if not text.strip():
            raise NotationError([Fault("Paste a round first, or choose a file.")])
        st.session_state[STATE] = opened(read_round(text), st.session_state[STATE])
        st.session_state[BROUGHT] = secrets.token_hex(4)
    except Flip7Error as error:
        st.session_state[FAULTS] = error.faults


def _paste() -> None:
    _take(st.session_state[TEXT])


def _upload() -> None:
    file = st.session_state[FILE]
    if file is None:
        return
    try:
        text = file.getvalue()[: 4 * MAX_RECORD + 1].decode("utf-8-sig")
    except UnicodeDecodeError:
        st.session_state[FAULTS] = (Fault("This file is not text in UTF-8, so it is no round."),)
        return
    st.session_state[TEXT] = text[: MAX_RECORD + 1]
    _take(st.session_state[TEXT])


def _bring(edition: Edition) -> None:
    """The page without a round."""
    st.html(bring_html())
    edition_switch(edition)
    st.file_uploader("A round as a file", key=FILE, on_change=_upload, max_upload_size=1)
    form = f'format = 1\nedition = "{edition.key}"\n…'
    st.text_area("Or a round as text", key=TEXT, height=150, placeholder=form)
    faults = st.session_state.get(FAULTS, ())
    if faults:
        st.html("".join(notice(str(fault)) for fault in faults))
    st.button("Replay this round", on_click=_paste, width="stretch", type="primary")
    st.html(examples_html(examples(edition)))


def _worth(state: ReplayState, found: Round) -> Worth | None:
    choice = found.choices.get(state.step)
    with suppress(BusyError):
        return worth_of(choice, answer_to) if choice else None
    return None


def _show(state: ReplayState, found: Round, pad: Pad, link: str | None) -> None:
    """The page with a round: first what can be seen at once, then what has to be counted."""
    drawn = st.empty()
    worth = None
    if state.step in found.choices:
        drawn.html(replay_html(state, found, looking_html()))
        worth = _worth(state, found)
    drawn.html(replay_html(state, found, worth_html(worth)))
    pad.draw(pad_sections(state), state.mark, link=link, say=spoken(state, found, worth), careful=True)
    words = "All steps, and choices against the odds" if found.choices else "All steps"
    if st.toggle(words, key="replay-all"):
        looking = len(_worths(found)) < len(found.choices)
        st.fragment(_all_steps, run_every=PATIENCE if looking else None)(state, found)
    coach(found)
    _keep(state, found)
    if state.due is not None:
        st.fragment(_play, run_every=float(state.seconds))()


def _worths(found: Round) -> dict[int, Worth | None]:
    """What this session has counted of this round so far."""
    kept: tuple[str, dict[int, Worth | None]] = st.session_state.get(WORTHS, ("", {}))
    if kept[0] != found.text:
        kept = st.session_state[WORTHS] = (found.text, {})
    return kept[1]


def _all_steps(state: ReplayState, found: Round) -> None:
    """The list; some choices are looked at each time, so that no tap waits for all of them."""
    worths, until = _worths(found), time.monotonic() + PATIENCE
    looked = len(worths)
    for at, choice in found.choices.items():
        if at not in worths and time.monotonic() < until:
            with suppress(BusyError):
                worths[at] = worth_of(choice, answer_to)
    to_come = len(found.choices) - len(worths)
    if looked < len(worths) and not to_come:
        # The timer has no more to do.
        st.rerun()
    st.html((account_html(Account(worths), to_come) if found.choices else "") + list_html(state, found, worths))


def _keep(state: ReplayState, found: Round) -> None:
    kept = st.expander("Share or keep this round", key="replay-keep", on_change="rerun")
    if not kept.open:
        return
    with kept:
        if found.word:
            share(link_to(found, state.step))
        else:
            st.html(notice("This round is too long for a link: it is gone after a reload. Save it as a file.", "toast"))
        save_round(found.text)
        if st.toggle("Show it as text", key="replay-as-text"):
            st.code(found.text, language=None, wrap_lines=True)


def _play() -> None:
    """The timer of a round that plays by itself."""
    state = st.session_state[STATE]
    following = tick(state, time.monotonic())
    if following != state:
        st.session_state[STATE] = following
        st.rerun()


frame("replay")
pad = Pad(STATE)
state = page_state(STATE, lambda params: (from_link(params), ""))
state = pad.hear(state, partial(apply_all, now=time.monotonic()))
# A round has its own game and leaves the chosen one alone.
edition = state.round.record.edition if state.round else known_edition(state.named)
state = st.session_state[STATE] = replace(state, named=None)
link, brought = link_of(state, edition), st.session_state.get(BROUGHT, "")
if state.note:
    st.html(notice(state.note))
if state.round is None:
    _bring(edition)
else:
    # The pad would put the link of a round that was just brought in the place of the page before it.
    fresh = brought != st.session_state.get(SHOWN, "")
    _show(state, state.round, pad, None if state.note or fresh else link)
keep_edition()
footer()
if not state.note:
    # A link that could not be read stays in the address, so that it can be mended there.
    write_link(link, entry=brought)
    st.session_state[SHOWN] = brought
