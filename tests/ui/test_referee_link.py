"""The referee's link brings the whole game back, and a broken one is said to be one."""

import random
import re
from urllib.parse import parse_qsl

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flip7.cards import EDITIONS
from flip7.engine.choices import CardDue, Decision, Shuffled, Turned
from flip7.engine.dealer import Seeded
from flip7.engine.play import due
from flip7.names import clean_names
from flip7.rulebook import House
from flip7.ui.frame import MAX_LINK
from flip7.ui.referee_game import Game, NextRound, Setup
from flip7.ui.referee_link import MAX_QUERY, from_link, link_of, state_of
from flip7.ui.referee_state import RefereeState, apply, start
from flip7.ui.taps import TapMark


def params(link):
    return dict(parse_qsl(link, strict_parsing=True))


def random_game(setup, seed, inputs):
    """A game of at most so many inputs, each of them legal, over as many rounds as it takes."""
    game, choose, dealer = Game.begin(setup), random.Random(seed), Seeded(seed)
    while len(game.entries) < inputs:
        wanted = due(game.table)
        if wanted is None:
            if game.table.result.next_dealer is None:
                break
            game = game.play(NextRound())
        elif isinstance(wanted, CardDue):
            game = game.play(Turned(dealer.turn(game.table)))
        elif isinstance(wanted, Decision):
            game = game.play(choose.choice(wanted.options))
        else:
            game = game.play(Shuffled())
    return game


houses = st.builds(
    House,
    first=st.sampled_from(["dealer-left", "dealer"]),
    late_opening_card=st.sampled_from(["ask", "force", "skip"]),
    waiting_cards_after_bust=st.sampled_from(["lapse", "still-played"]),
    tie=st.sampled_from(["everyone", "shared", "tied-only"]),
    target=st.sampled_from([1, 30, 200, 10_000]),
    lucky_pair=st.sampled_from(["two", "one"]),
    action_resolver=st.sampled_from(["receiver", "flipper"]),
    brutal=st.booleans(),
    brutal_zero=st.sampled_from(["flat", "minus"]),
)


@st.composite
def setups(draw):
    names = clean_names(draw(st.lists(st.text(max_size=50), min_size=1, max_size=18)))
    edition = EDITIONS[draw(st.sampled_from(sorted(EDITIONS)))]
    return Setup(names, edition, draw(st.integers(0, len(names) - 1)), draw(houses))


@settings(max_examples=60, deadline=None)
@given(setups(), st.integers(0, 10**6), st.integers(0, 120))
def test_any_game_comes_back_from_its_link(setup, seed, inputs):
    state = RefereeState(random_game(setup, seed, inputs), mark=TapMark("abcd1234", 7))
    link = link_of(state)
    assert re.fullmatch(r"[A-Za-z0-9._%=&-]*", link)
    assert all("%" not in part or part.startswith("names=") for part in link.split("&"))
    again = state_of(params(link))
    assert (again.game, again.mark) == (state.game, state.mark)
    assert again.table == state.table
    assert link_of(again) == link


@pytest.mark.parametrize(("edition", "tie"), [("classic", "tied-only"), ("vengeance", "everyone")])
def test_a_very_long_game_leaves_its_first_rounds_out(edition, tie):
    setup = Setup(clean_names([""] * 18), EDITIONS[edition], 3, House(target=10_000, tie=tie))
    state = RefereeState(random_game(setup, 5, 3000))
    link = link_of(state)
    assert 3000 < len(link) <= MAX_QUERY < MAX_LINK
    again = state_of(params(link))
    assert again.table == state.table
    assert again.game.round == state.game.round
    assert 1 < again.game.setup.round < again.game.round
    assert link_of(again) == link


def test_a_picked_card_comes_back():
    state = start(Setup(("Ana", "Ben"), EDITIONS["vengeance"], 1))
    for tap in ("7", "3", "5", "-4", "to 1", "SW", "to 0", "at 1 -4"):
        state = apply(state, tap)
        assert not state.note
    assert "pick=2.m4" in link_of(state)
    assert state_of(params(link_of(state))) == state


def test_a_hit_whose_card_is_still_to_come():
    state = start(Setup(("Ana", "Ben")))
    for tap in ("7", "3", "hit"):
        state = apply(state, tap)
    assert "in=3.7.h&" in link_of(state) + "&" or "in=7.3.h" in link_of(state)
    assert state_of(params(link_of(state))) == state


def test_no_game_is_no_fault():
    assert from_link({}) == (None, "")
    assert from_link({"v": "1"}) == (None, "")


GOOD = {"names": "Ana\nBen\nCleo", "dealer": "3", "n": "4", "in": "7.3.12.s"}


def test_a_plain_link():
    state = state_of(GOOD)
    assert state.table.status == ("stayed", "active", "active")


@pytest.mark.parametrize(
    "broken",
    [
        {"v": "2"},
        {"edition": "poker"},
        {"names": ""},
        {"names": "\n".join("x" * 19)},
        {"dealer": "0"},
        {"dealer": "4"},
        {"dealer": "9" * 500},
        {"dealer": "<script>alert(1)</script>"},
        {"tie": "fight"},
        {"target": "-1"},
        {"totals": "1.2"},
        {"totals": "1.2.3.4"},
        {"totals": "1.2.x"},
        {"totals": "1.2.99999999"},
        {"pile": "8_7"},
        {"pile": "U7"},
        {"pile": "<b>"},
        {"round": "0"},
        {"n": "3"},
        {"n": ""},
        {"n": "99999"},
        {"in": "7.3.12.s.s"},
        {"in": "7.3.12.x"},
        {"in": "7.3.12.o0x"},
        {"in": "7.3.12.o7"},
        {"in": "7.3.s.12"},
        {"in": "7.3.12.n"},
        {"in": "7.3.12.z"},
        {"in": "0.0.0.0"},
        {"in": "7.3.12.", "n": "4"},
        {"in": "<img src=x onerror=alert(1)>", "n": "1"},
        {"in": "." * 3999, "n": "4000"},
    ],
)
def test_a_broken_link_is_said_to_be_one(broken):
    state, sentence = from_link({**GOOD, **broken})
    assert state is None
    assert sentence.startswith("This link cannot be used: ")
    assert len(sentence) < 400


@pytest.mark.parametrize("cut", range(1, 60))
def test_a_link_that_was_cut_short_is_no_other_game(cut):
    state = RefereeState(random_game(Setup(("Ana", "Ben")), 1, 12))
    whole = link_of(state)
    cut_short, sentence = from_link(dict(parse_qsl(whole[:-cut])))
    assert sentence or cut_short is None or cut_short.game == state.game or not cut_short.game.entries


@given(
    st.dictionaries(
        st.sampled_from(["v", "n", "edition", "names", "dealer", "totals", "pile", "in", "pick", "tap", "tie"]),
        st.one_of(st.text(max_size=30), st.sampled_from(["1", "3", "vengeance", "Ana\nBen", "7.3", "o1.h"])),
    )
)
def test_any_link_gives_a_game_or_a_sentence(link):
    state, sentence = from_link(link)
    assert state is None or not sentence
    if state:
        assert state_of(params(link_of(state))) == state
