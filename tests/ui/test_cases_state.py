"""What a link and each tap make of the page "What if …?"."""

import pytest

from flip7.lessons.library import library
from flip7.ui.cases_state import CasesState, apply, apply_all, from_link, link_of
from flip7.ui.taps import TapMark


def opened(**params):
    return from_link(params, library())


def params(link):
    return dict(part.split("=") for part in link.split("&"))


def test_a_link_leads_to_its_step_and_back():
    state = opened(v="1", case="a05", step="7")
    assert (state.case.key, state.step, state.note) == ("a05", 6, "")
    assert link_of(state) == "v=1&case=a05&step=7"
    assert opened(**params(link_of(state))) == state


def test_no_case_is_the_list():
    assert opened() == CasesState()
    assert link_of(CasesState()) == ""


def test_the_steps_end_at_both_ends():
    state = opened(case="a05")
    assert apply(state, "back") == state
    assert apply(state, "next").step == 1
    assert apply(state, "last").step == state.last == 10
    assert apply(apply(state, "last"), "next").step == state.last
    assert apply(apply(state, "last"), "first") == state
    assert apply(state, "<script>") == state
    assert apply(CasesState(), "next").step == 0


def test_every_tap_counts_once_and_the_mark_stands_in_the_link():
    state = apply_all(opened(case="a05"), ["next", "next", "back", "next"], TapMark("abcd", 4))
    assert link_of(state) == "v=1&case=a05&step=3&tap=abcd.4"
    assert opened(**params(link_of(state))) == state


@pytest.mark.parametrize("step", ["0", "12", "-1", "seven", "", "9" * 400, "²"])
def test_a_wrong_step_begins_the_case_and_says_so(step):
    state = opened(case="a05", step=step)
    assert (state.case.key, state.step) == ("a05", 0)
    assert state.note.endswith("this case has steps 1 to 11.")
    assert len(state.note) < 120
    assert apply(state, "next").note == ""


@pytest.mark.parametrize("case", ["zzz", "a14", "A05", "../a05", "<b>" * 200])
def test_a_wrong_case_shows_the_list_and_says_so(case):
    state = opened(case=case)
    assert state.case is None
    assert state.note.startswith("There is no case “")
    assert len(state.note) < 120


def test_another_version_shows_the_list_and_says_so():
    assert opened(v="2", case="a05").note == "The link's version is “2”; this app reads version 1."
