"""Around the pad: how a game begins or is opened, who comes, leaves or is renamed, and what is taken along."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from dataclasses import astuple, replace
from functools import partial

import streamlit as st

from flip7.engine.writing import write_record
from flip7.errors import Flip7Error
from flip7.scorepad.codes import spoken
from flip7.scorepad.entries import Dealer, Entry, Join, Order, Rename, Settings, Start
from flip7.scorepad.export import from_json, round_record, to_csv, to_json
from flip7.scorepad.game import Game
from flip7.scorepad.sheet_pdf import empty_sheet, game_sheet
from flip7.scorepad.store import Opened, Store
from flip7.ui.frame import notice
from flip7.ui.referee_game import Setup
from flip7.ui.referee_setup import house_boxes, setup_form
from flip7.ui.score_pad_pencil import Pencil
from flip7.ui.score_pad_state import PadState
from flip7.ui.share import save_round, share_link
from flip7.ui.visitors import new_game, open_game

INTRO = """<h1 class="f7-title">Score pad</h1><p class="f7-lead">The whole game on one page: cards tapped or numbers
typed, nothing lost, any round put right.</p>"""


def begin_form(store: Store, begin: Callable[[Opened], None]) -> None:
    """A new game, or one that exists already; ``begin`` gets it."""

    def start(setup: Setup) -> None:
        seats = Start(setup.names, setup.edition.key, f"p{setup.dealer + 1}", setup.house)
        begin(new_game(store, [seats]))

    st.html(INTRO)
    setup_form(None, start, "Begin the game")
    with st.expander("Open a game: code or file"):
        code = st.text_input("Code of the game, or its link", key="pad-code")
        if st.button("Open", width="stretch") and code.strip():
            _tried(lambda: begin(open_game(store, re.sub(r".*[?&]pad=([^&#]*).*", r"\1", code))))
        file = st.file_uploader("A game saved as a file (JSON)", type=["json"], key="pad-file")
        if file is not None and st.button("Take up this game", width="stretch"):
            _tried(lambda: begin(new_game(store, from_json(file.getvalue().decode("utf-8", "replace")).log)))
    with st.expander("Print an empty score sheet"):
        players = int(st.number_input("Players on the sheet", 1, 18, 4, key="pad-sheet-players"))
        st.download_button(
            "Empty sheet as PDF", lambda: empty_sheet(players), "flip7-score-sheet.pdf", "application/pdf",
            on_click="ignore", width="stretch",
        )  # fmt: skip


def _tried(do: Callable[[], None]) -> None:
    try:
        do()
    except Flip7Error as error:
        st.html(notice(error.message))
    else:
        st.rerun()


def players_form(state: PadState, store: Store, show: Callable[[PadState], None]) -> None:
    """Rename, join, seats and dealer."""
    game, now = state.game, state.game.open
    here = {seat: game.name(seat) for seat in game.now.seats}

    def write(entry: Entry) -> None:
        _write(state, entry, store, show)

    with st.form("pad-rename", border=False):
        who = st.selectbox("Player", list(game.page.players), format_func=game.name, filter_mode=None)
        name = st.text_input("New name")
        if st.form_submit_button("Rename", width="stretch") and who:
            write(Rename(who, name))
    with st.form("pad-join", border=False):
        # Who has joined leaves an empty box for the next one; a name that was refused stays in its box.
        joiner = st.text_input("Late joiner", key=f"pad-join-{game.next_id()}")
        points = int(st.number_input("Starts with so many points", 0, 1000, 0))
        if st.form_submit_button("Join from this round on", width="stretch"):
            write(Join(game.next_id(), joiner, now, points))
    with st.form("pad-dealer", border=False):
        dealer = st.selectbox("Deals this round", list(here), format_func=here.__getitem__, filter_mode=None)
        if st.form_submit_button("Set the dealer", width="stretch") and dealer:
            write(Dealer(dealer, now))
    with st.form("pad-seats", border=False):
        order = [*game.page.order(now)]
        up = st.selectbox("Moves one seat on", order, format_func=game.name, filter_mode=None)
        if st.form_submit_button("Move", width="stretch") and up:
            at = order.index(up)
            order[at], order[(at + 1) % len(order)] = order[(at + 1) % len(order)], order[at]
            write(Order(tuple(order), now))


def house_form(state: PadState, store: Store, show: Callable[[PadState], None]) -> None:
    """All house rules and the target, changed for the whole game in one entry of the log."""
    game = state.game
    # Named after what holds, so that rules changed on another phone come with boxes of their own.
    boxes = "-".join(("pad-house", *map(str, astuple(game.house))))
    house = house_boxes(boxes, game.edition, game.house)
    if st.button("Play by these rules", width="stretch", disabled=house == game.house):
        _write(state, Settings(house), store, show)


def _write(state: PadState, entry: Entry, store: Store, show: Callable[[PadState], None]) -> None:
    """Write what a form says; it is never sent twice by the browser, so any new key will do."""
    after, _ = Pencil(store, f"form.{secrets.token_hex(8)}").write(replace(state, note=""), [entry])
    show(after)
    st.rerun()


def other_phones(opened: Opened) -> None:
    """One link for those who play, one for those who look on, each as a code to photograph."""
    st.html(
        '<h3 class="f7-h3">To play along</h3><p class="f7-lead">Each phone takes a seat and taps its own cards. '
        "Whoever has this link can write.</p>"
    )
    share_link(f"v=1&pad={opened.code}&sit=yes", "score_pad")
    st.html(
        '<h3 class="f7-h3">Only to watch</h3><p class="f7-lead">Lines, totals and chances as they change. Nothing can '
        "be written with this link.</p>"
    )
    share_link(f"v=1&watch={opened.watch}", "watch")


def take_along(code: str, game: Game) -> None:
    """The game as files, and its code."""
    st.html(f'<p class="f7-lead">Code of this game: <b class="f7-pad-code">{spoken(code)}</b></p>')
    files: tuple[tuple[str, Callable[[Game], bytes | str], str, str], ...] = (
        ("Score sheet (PDF)", game_sheet, "flip7-game.pdf", "application/pdf"),
        ("Table (CSV)", to_csv, "flip7-game.csv", "text/csv"),
        ("Whole game (JSON)", to_json, "flip7-game.json", "application/json"),
    )
    for words, make, name, mime in files:
        st.download_button(words, partial(make, game), name, mime, on_click="ignore", width="stretch")
    records = {this.number: record for this in game.rounds if (record := round_record(game, this.number))}
    if records:
        number = st.selectbox(
            "Round to replay", list(records), format_func=lambda n: f"Round {n}", filter_mode=None, key="pad-record"
        )
        name = f"flip7-round-{number}.toml"
        save_round(lambda: write_record(records[number]), name, "This round as a round record")
