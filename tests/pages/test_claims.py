"""The page "Myths and claims" as Streamlit runs it."""

import re

from flip7.lessons.claims import claims
from flip7.ui.claims_state import ClaimsState, apply_all, from_link, link_of
from flip7.ui.taps import NO_MARK
from tests.pages.app_page import html as said
from tests.pages.app_page import open_page, run


def html(**params):
    return said(open_page("claims", **params))


def test_the_list_has_every_claim_as_a_link():
    listed = r'href="claims\?v=1&claim=(\w+)"'
    assert re.findall(listed, html()) == [key for key in claims() if not key.startswith("v")]
    assert re.findall(listed, html(edition="vengeance")) == ["v1", "v2", "v3", "v4"]


def test_a_link_opens_a_claim_at_a_position_with_its_figures_and_the_verdict():
    text = html(v="1", claim="d1", **{"try": "two"})
    assert "<dt>Cards that bust next</dt><dd>1 of 93</dd>" in text
    assert "<h2>Half true</h2>" in text
    assert 'href="how_it_works?q=R20"' in text


def test_stored_figures_say_so_with_their_program():
    assert "python -m benchmarks.claims" in html(claim="d3")
    assert "All figures were computed just now." in html(claim="d1")


def test_r47_cards_that_have_gone_are_named():
    assert "Also out of the deck: 8 8 8 9 9 9 10 10 10" in html(claim="d7", **{"try": "poor"})


def test_a_link_that_cannot_be_read_says_so_and_is_only_text():
    assert "There is no claim “&lt;b&gt;x”" in html(claim="<b>x")
    assert "this claim has twelve, one, two, both" in html(claim="d1", **{"try": "nine"})
    assert "version is “9”" in html(v="9")


def test_a_tap_shows_another_position_and_the_link_holds_it():
    state = from_link({"claim": "d1"}, claims())
    state = apply_all(state, ["two", "nonsense"], NO_MARK)
    assert link_of(state) == "v=1&claim=d1&try=two"
    assert link_of(ClaimsState()) == ""


def test_the_claims_are_those_of_the_chosen_game_and_an_open_one_leaves_it_alone():
    app = open_page("claims")
    app.session_state["f7-edition"] = "vengeance"
    assert "The Zero ruins the round" in said(run(app))
    app = open_page("claims", claim="v4", **{"try": "half"})
    assert "<dt>Staying scores</dt><dd>12</dd>" in said(app)
    assert "f7-edition" not in app.session_state
    assert "is neither “classic” nor “vengeance”" in html(edition="poker")
