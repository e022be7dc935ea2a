"""A worked game: three rounds, each hand's score to be found, step by step, with the totals and the race."""

from __future__ import annotations

import streamlit as st

from flip7.lessons.game import worked_game
from flip7.ui.edition_switch import about_flip_7
from flip7.ui.frame import footer, frame, notice, page_state, write_link
from flip7.ui.game_state import apply_all, from_link, link_of
from flip7.ui.game_view import answer_html, end_html, hand_html, head_html, pad_sections, spoken, totals_html
from flip7.ui.pad import Pad
from flip7.ui.race_chart import race_chart

STATE = "game"

frame("game")
game, pad = worked_game(), Pad(STATE)
state = page_state(STATE, lambda params: (from_link(params, game), ""))
state = pad.hear(state, apply_all)
if state.note:
    st.html(notice(state.note))
st.html(head_html(state))
if state.hand:
    st.html(hand_html(state.hand))
else:
    st.html(end_html(game))
pad.draw(pad_sections(state), state.mark, link=None if state.note else link_of(state), say=spoken(state))
if state.hand and state.said is not None:
    st.html(answer_html(state, state.hand))
if state.rounds_done:
    st.html(totals_html(game, state.rounds_done))
if not state.hand:
    st.plotly_chart(race_chart(game.players, game.totals), config={"displayModeBar": False}, key="race")
about_flip_7("This game is")
footer()
if not state.note:
    # A link that could not be read stays in the address, so that it can be mended there.
    write_link(link_of(state))
