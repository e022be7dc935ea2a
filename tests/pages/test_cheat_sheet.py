"""The cheat sheet as Streamlit runs it."""

import re

from tests.pages.app_page import html, open_page

TEXT = html(open_page("cheat_sheet"))
VENGEANCE_ACTIONS = ("Just One More", "Flip Four", "Steal", "Swap", "Discard")  # V3


def test_r1_r2_r3_the_deck_is_counted():
    assert 94 == 79 + 6 + 9
    assert "<b>94 cards</b>: 79 numbers (twelve 12s, eleven 11s … two 2s, one 1, one 0)" in TEXT
    assert "6 modifiers (+2 +4 +6 +8 +10 x2, one each), 9 actions (three each)." in TEXT


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


def test_the_sheet_of_with_a_vengeance_counts_its_own_deck_and_leads_to_its_cases():
    text = html(open_page("cheat_sheet", v="1", edition="vengeance"))
    assert 108 == 92 + 6 + 10  # V4
    assert "<b>108 cards</b>: 92 numbers (thirteen 13s, twelve 12s … two 2s, one 1, one 0)" in text
    assert "6 modifiers (÷2 −2 −4 −6 −8 −10, one each), 10 actions (two each)." in text
    assert [name for name in VENGEANCE_ACTIONS if f"<b>{name}</b>" not in text] == []
    score = text[text.index("<dt>Score</dt>") :]
    # V14
    order = [score.index(words) for words in ("Add the numbers", "÷2 halves", "Subtract", "Not below 0", "15 more")]
    assert order == sorted(order)
    found = re.findall(r'href="cases\?v=1&case=(v\d\d)" target="_self">', text)
    assert found == ["v07", "v14", "v22", "v33", "v29"]


def test_a_link_to_no_game_of_ours_is_said():
    text = html(open_page("cheat_sheet", edition="poker"))
    assert "“poker” in the link is neither “classic” nor “vengeance”" in text
    assert "94 cards" in text
