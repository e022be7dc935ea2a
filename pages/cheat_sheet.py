"""The cheat sheet: the whole game on one screen and one printed page."""

from __future__ import annotations

import streamlit as st

from flip7.lessons.library import library
from flip7.ui.frame import footer, frame
from flip7.ui.printing import print_button
from flip7.ui.sheet_view import sheet_html

frame("sheet")
print_button()
st.html(sheet_html(library()))
footer()
