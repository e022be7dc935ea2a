"""The cheat sheet as Streamlit runs it."""

import re

from tests.pages.app_page import html, open_page

TEXT = html(open_page("cheat_sheet"))


def test_r1_r2_r3_the_deck_is_counted():
    assert 94 == 79 + 6 + 9
    assert "<b>94 cards</b>: 79 numbers (twelve 12s, eleven 11s … two 2s, one 1, one 0)" in TEXT
    assert (
        "6 modifiers (+2 +4 +6 +8 +10 x2, one each), 9 actions (Freeze, Flip Three, Second Chance, three each)" in TEXT
    )


def test_r45_the_scoring_order_and_r51_the_target():
    score = TEXT[TEXT.index("<dt>Score</dt>") :]
    order = [score.index(words) for words in ("Add the numbers", "x2 doubles that", "Add the + cards", "15 more")]
    assert order == sorted(order)
    assert "with 200 or more the most points win" in TEXT


def test_the_five_disputes_lead_to_their_cases_with_the_rules():
    found = re.findall(r'href="cases\?v=1&case=(a\d\d)" target="_self">[^<]+<small>([^<]+)</small>', TEXT)
    assert found == [
        ("a01", "R45"),
        ("a03", "R37 R38"),
        ("a05", "R31 R35 R30"),
        ("a08", "R26 R27"),
        ("a13", "R48 R47"),
    ]
