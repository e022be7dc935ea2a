"""What a link and each tap make of the page "What if …?"."""

from dataclasses import replace

import pytest

from flip7.cards import CLASSIC, VENGEANCE
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
    assert link_of(CasesState(), VENGEANCE) == "edition=vengeance"


def test_the_steps_end_at_both_ends():
    state = opened(case="a05", step="1", open="1")
    assert apply(state, "back") == state
    assert apply(state, "next").step == 1
    assert apply(state, "last").step == state.last == 10
    assert apply(apply(state, "last"), "next").step == state.last
    assert apply(apply(state, "last"), "first") == state
    assert apply(state, "<script>") == state
    assert apply(CasesState(), "next").step == 0


def test_every_tap_counts_once_and_the_mark_stands_in_the_link():
    state = apply_all(opened(case="a05", step="1"), ["next", "next", "back", "next"], TapMark("abcd", 4))
    assert link_of(state) == "v=1&case=a05&step=3&tap=abcd.4"
    assert opened(**params(link_of(state))) == state


@pytest.mark.parametrize("step", ["0", "12", "-1", "seven", "", "9" * 400, "²"])
def test_a_wrong_step_begins_the_case_and_says_so(step):
    state = opened(case="a05", step=step)
    assert state == replace(opened(case="a05"), note=state.note)
    assert state.note.endswith("this case has steps 1 to 11.")
    assert len(state.note) < 120
    assert apply(state, "back").note == ""


def test_a_wrong_step_keeps_the_house_rule_of_the_link():
    state = opened(case="v22", other="1", step="99")
    assert state.other
    assert state.open
    assert "names step “99”" in state.note


@pytest.mark.parametrize("case", ["zzz", "a14", "A05", "../a05", "<b>" * 200])
def test_a_wrong_case_shows_the_list_and_says_so(case):
    state = opened(case=case)
    assert state.case is None
    assert state.note.startswith("There is no case “")
    assert len(state.note) < 120


def test_another_version_shows_the_list_and_says_so():
    assert opened(v="2", case="a05").note == "The link's version is “2”; this app reads version 1."


def test_a_case_opens_at_its_question_and_hides_what_follows():
    state = opened(case="a01")
    assert not state.open
    assert apply(state, "next").step == state.step == state.last == state.case.predict_at


def test_a_wrong_answer_stays_marked_and_the_right_one_leads_on():
    state = opened(case="a01")
    wrong = apply(apply(state, "a1"), "a1")
    assert (wrong.tried, wrong.open, wrong.step) == ((1,), False, state.step)
    right = apply(wrong, "a0")
    assert (right.said, right.open, right.step) == (0, True, state.step + 1)
    assert apply(right, "a2") == right
    assert opened(**params(link_of(right))) == right
    assert opened(**params(link_of(wrong))) == wrong


def test_the_ruling_can_be_had_at_once():
    shown = apply(opened(case="a05"), "ruling")
    assert (shown.open, shown.ended, shown.said) == (True, True, None)
    assert opened(**params(link_of(shown))) == shown


def test_the_house_switch_changes_the_replay_and_back():
    state = apply(opened(case="b07"), "ruling")
    other = apply(state, "switch")
    assert other.other
    assert "together" in other.played.ruling
    assert other.played.steps[other.step].says != state.case.steps[state.step].says
    assert not apply(other, "switch").other
    assert apply(opened(case="b07"), "switch") == opened(case="b07")
    assert opened(**params(link_of(other))) == other


def test_the_list_can_be_filtered_by_a_link():
    assert opened(where="deal").where == "deal"
    assert opened(q="R36").query == "R36"
    assert "There is no filter" in opened(where="<b>").note
    assert link_of(opened(q="R36")) == "edition=classic&q=R36"


def test_a_link_names_the_game_and_a_case_knows_its_own():
    state = opened(case="v22", step="2")
    assert link_of(state) == "v=1&edition=vengeance&case=v22&step=2"
    assert opened(**params(link_of(state))) == state
    assert opened(edition="classic", case="v22").case.edition is VENGEANCE
    assert (opened().named, opened(edition="vengeance").named) == (None, VENGEANCE)
    # Filters belong to a game; a link from before there were two is about Flip 7.
    assert (opened(where="freeze").where, opened(where="freeze").named) == ("freeze", CLASSIC)
    assert opened(edition="vengeance", where="zero").where == "zero"
    assert opened(edition="vengeance", where="freeze").note == "There is no filter “freeze”. All cases are shown."
    assert opened(edition="poker").note == "“poker” in the link is neither “classic” nor “vengeance”."
