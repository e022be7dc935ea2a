"""The front door: what this is, and each job one tap away."""

from __future__ import annotations

import streamlit as st

from flip7.cards import CLASSIC, VENGEANCE
from flip7.ui.edition_switch import NAMES, edition_switch, keep_edition, known_edition
from flip7.ui.faces import code_html
from flip7.ui.frame import footer, frame
from flip7.ui.sitemap import JOBS

FANS = {CLASSIC: ("1", "4", "7", "9", "12", "x2", "SC"), VENGEANCE: ("0", "4", "U7", "9", "L13", "/2", "ST")}

frame("home")
edition = known_edition(None)
fan = "".join(code_html(code, edition) for code in FANS[edition])
st.html(
    f'<div class="f7-door"><div class="f7-fan" aria-hidden="true">{fan}</div><h1>Flip 7 Table</h1>'
    f"<p>Right answers for a table that plays {NAMES[edition.key]}: exact odds, checked scores, and the rule behind "
    "each of them.</p></div>"
)
edition_switch(edition)
for job in JOBS:
    with st.container(key=f"f7-job-{job.key}"):
        st.page_link(job.file, label=f"**{job.title}**  \n{job.job}", width="stretch")
keep_edition()
footer()
