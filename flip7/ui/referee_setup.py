"""The form in which a table sits down: who plays, which game, who deals, and the house rules.

The server never writes into its boxes: a new form gets its first words once, and from then on only reads them.
"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from flip7.cards import CLASSIC, EDITIONS, Edition
from flip7.errors import Flip7Error
from flip7.names import clean_names, too_long
from flip7.rulebook import STANDARD, SWITCHES, TARGETS, House, Switch, read_house
from flip7.ui.edition_switch import keep_edition, known_edition
from flip7.ui.frame import notice
from flip7.ui.referee_game import MAX_PLAYERS, Setup

FORM = "referee-form"
"""The number of the form in the session: a new number makes new boxes."""


def setup_form(known: Setup | None, begin: Callable[[Setup], None], words: str = "Start: deal the first card") -> None:
    """Draw the form, filled with what is ``known``; ``begin`` gets the setup when the table starts by ``words``."""
    known = known or Setup(("", "", ""), known_edition(None), dealer=2)
    form = f"referee-{st.session_state.setdefault(FORM, 0)}"
    edition = EDITIONS[
        st.segmented_control(
            "Game",
            list(EDITIONS),
            default=known.edition.key,
            format_func=lambda key: {"vengeance": "With a Vengeance"}.get(key, EDITIONS[key].title),
            # The device tells which game was chosen last only after the first run; then this is another control.
            key=f"{form}-edition-{known.edition.key}",
            required=True,
        )
        or CLASSIC.key
    ]
    players = int(st.number_input("Players", 1, MAX_PLAYERS, len(known.names), key=f"{form}-players"))
    texts = [_name(form, seat, known) for seat in range(players)]
    names, wrong = clean_names(texts), too_long(texts)
    if not wrong and any(text.strip() and text.strip() != name for text, name in zip(texts, names, strict=True)):
        st.html(notice(f"At this table: {', '.join(names)}.", "info"))
    dealer = st.selectbox(
        "Who deals first?",
        range(players),
        index=min(known.dealer, players - 1),
        format_func=lambda seat: names[seat],
        filter_mode=None,
        key=f"{form}-dealer-of-{players}",
    )
    with st.expander("House rules"):
        house = house_boxes(form, edition, known.house)
    if edition is not known.edition:
        known_edition(edition)
    keep_edition()
    if wrong:
        st.html(notice(wrong))
    # Not by a callback: it would get the names of the run before, without the one typed last.
    if st.button(words, type="primary", width="stretch") and not wrong:
        try:
            begin(Setup(names, edition, dealer or 0, house))
        except Flip7Error as error:
            st.html(notice(error.message))
        else:
            st.rerun()


def _name(form: str, seat: int, known: Setup) -> str:
    # Names that nobody has given stay hints, so that nobody has to delete them first.
    name = known.names[seat] if seat < len(known.names) else ""
    hint = f"Player {seat + 1}"
    given = "" if name == hint else name
    return st.text_input(
        hint,
        value=given,
        placeholder=hint,
        label_visibility="collapsed",
        key=f"{form}-name-{seat}",
    )


def house_boxes(form: str, edition: Edition, known: House) -> House:
    """The switches of this edition; those of the other one stay as they are by default."""
    letter = "R" if edition is CLASSIC else "V"
    values: dict[str, object] = {
        "target": int(
            st.number_input("Points to reach", TARGETS.start, TARGETS.stop - 1, known.target, key=f"{form}-target")
        )
    }
    if edition is not CLASSIC:
        values["brutal"] = st.checkbox("Brutal Mode", known.brutal, key=f"{form}-brutal")
    for switch in SWITCHES.values():
        rules = [number for number in switch.rules if number.startswith(letter)]
        if switch.key and rules and (switch.key != "brutal_zero" or values.get("brutal")):
            values[switch.key] = _switch(form, switch, rules, known)
    return read_house(values)


def _switch(form: str, switch: Switch, rules: list[str], known: House) -> str:
    texts = {option.value: option.text for option in switch.options}
    values = list(texts)
    assert switch.key
    chosen = st.radio(
        f"{switch.title} ({', '.join(rules)})",
        values,
        index=values.index(getattr(known, switch.key, getattr(STANDARD, switch.key))),
        format_func=texts.__getitem__,
        key=f"{form}-{switch.key}",
    )
    return chosen or switch.default
