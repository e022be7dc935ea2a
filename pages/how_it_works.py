"""How it works: the rulebook to search, the house rules, the decks, and what is exact and what is assumed."""

from __future__ import annotations

from html import escape
from urllib.parse import urlencode

import streamlit as st

from flip7.cards import EDITIONS
from flip7.odds.assumptions import ASSUMPTIONS
from flip7.rulebook import QUERY_LIMIT, corrected, find_rules
from flip7.ui.frame import footer, frame, link_params, notice, write_link
from flip7.ui.method import method_html
from flip7.ui.rules_view import GAME_HTML, deck_html, rules_html, switches_html

GAMES = {"": "Both", "classic": "Flip 7", "vengeance": "Vengeance"}

frame("how")
st.html("<h1 class='f7-title'>How it works</h1>")
if "how-query" not in st.session_state:
    params = link_params()
    st.session_state["how-query"] = params.get("q", "")[:QUERY_LIMIT]
    about = params.get("about", "")
    st.session_state["how-about"] = about if about in ASSUMPTIONS else ""
    named = params.get("edition", "")
    st.session_state["how-edition"] = named if named in GAMES else ""
    st.session_state["how-bad-link"] = "" if named in GAMES else "The link names a game that is not known here."
query = st.text_input(
    "Search the rules by word, number or card",
    key="how-query",
    placeholder="freeze, R31, +10, tie …",
    max_chars=QUERY_LIMIT,
)
game = st.segmented_control(
    "Game", list(GAMES), key="how-edition", format_func=GAMES.__getitem__, label_visibility="collapsed", required=True
)
if st.session_state["how-bad-link"]:
    st.html(notice(st.session_state["how-bad-link"]))

found = [rule for rule in find_rules(query or "") if not game or rule.edition == game]
if query:
    count = f"{len(found)} rule{'s' if len(found) != 1 else ''} for “{query}”."
    better = "" if found else corrected(query)
    if better:
        found = [rule for rule in find_rules(better) if not game or rule.edition == game]
        count += f" {len(found)} for “{better}”:"
    hint = "" if found else " Try one word less, a card such as x2, or a number such as R31."
    st.html(f'<p class="f7-found" role="status">{escape(count + hint)}</p>{rules_html(found)}')
else:
    with st.expander("The game in six sentences"):
        st.html(GAME_HTML)
    about = st.session_state["how-about"]
    with st.expander("What is exact, and what is assumed", expanded=bool(about)):
        st.html(method_html(about))
    with st.expander("Where tables differ: house rules"):
        st.html(switches_html())
    with st.expander("The cards in the decks"):
        st.html("".join(deck_html(edition) for edition in EDITIONS.values() if game in ("", edition.key)))
    with st.expander(f"All {len(found)} rules", expanded=True):
        st.html(rules_html(found))
footer()
parts = {"q": query or "", "edition": game or "", "about": "" if query else st.session_state["how-about"]}
write_link(urlencode({name: value for name, value in parts.items() if value}))
