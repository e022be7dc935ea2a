"""What a link, each tap and the device's memory make of the page "Learn the game"."""

import pytest

from flip7.cards import CLASSIC, VENGEANCE
from flip7.lessons.courses import courses
from flip7.ui.learn_state import (
    LearnState,
    Progress,
    apply,
    apply_all,
    following,
    from_link,
    link_of,
    read_progress,
    written_progress,
)
from flip7.ui.taps import TapMark

NONE = Progress()


def opened(**params):
    return from_link(params, courses())


def params(link):
    return dict(part.split("=") for part in link.split("&"))


def play(state, progress=NONE, taps=""):
    return apply_all(state, progress, taps.split(), TapMark("abcd", len(taps.split())))


def test_a_free_choice_goes_on_whatever_is_chosen():
    start = opened(lesson="first-minute")
    for answer in (0, 1):
        state, progress = apply(start, NONE, f"0.{answer}")
        assert (state.step, state.came, state.tried) == (1, answer, ())
        assert progress == NONE


def test_a_wrong_answer_stays_is_to_be_repeated_and_may_be_mended():
    state, progress = apply(opened(lesson="first-minute", step="3"), NONE, "2.0")
    assert (state.step, state.tried) == (2, (0,))
    assert progress.repeat == {"first-minute:3"}
    state, progress = apply(state, progress, "2.1")
    assert (state.step, state.tried, state.came) == (3, (), 1)
    assert progress.repeat == {"first-minute:3"}
    _, progress = apply(opened(lesson="first-minute", step="3"), progress, "2.1")
    assert progress.repeat == frozenset()


@pytest.mark.parametrize("tap", ["1.0", "0.2", "0.3", "0.9", "0.on", "0.", "", "x", "0.-1", "<b>", "²"])
def test_a_tap_that_belongs_elsewhere_changes_nothing(tap):
    start = opened(lesson="first-minute")
    assert apply(start, NONE, tap) == (start, NONE)
    assert apply(LearnState(), NONE, tap) == (LearnState(), NONE)


def test_a_hasty_second_tap_falls_on_no_other_question():
    state, _ = play(opened(lesson="first-minute"), taps="0.0 0.0 0.0")
    assert state.step == 1


def test_a_lesson_played_to_its_end_is_done():
    state, progress = play(opened(lesson="first-minute"), taps="0.0 1.0 2.1 3.1 4.1 5.1 6.1 7.0 7.1 8.0")
    assert (state.step, state.ended) == (8, True)
    assert progress == Progress(frozenset({"first-minute"}), frozenset({"first-minute:8"}))
    (course,) = courses().of(CLASSIC).courses
    assert following(course, progress).key == "deck"
    assert following(course, NONE).key == "first-minute"
    assert following(course, Progress(frozenset(course.lessons))) is None


def test_the_state_is_its_link():
    state, _ = play(opened(lesson="first-minute"), taps="0.1 1.0 2.2 2.0")
    assert link_of(state) == "v=1&lesson=first-minute&step=3&tried=31&came=1&tap=abcd.4"
    assert opened(**params(link_of(state))) == state
    assert link_of(LearnState()) == ""
    assert opened() == LearnState()


def test_a_link_names_the_game_and_a_lesson_knows_its_own():
    state, _ = play(opened(lesson="the-zero"), taps="0.1")
    assert link_of(state) == "v=1&edition=vengeance&lesson=the-zero&step=2&came=2&tap=abcd.1"
    assert opened(**params(link_of(state))) == state
    assert opened(edition="classic", lesson="the-zero").lesson.edition is VENGEANCE
    assert opened(edition="vengeance").named is VENGEANCE
    assert opened(edition="classic").named is CLASSIC
    assert opened().named is None
    assert link_of(LearnState(), VENGEANCE) == "v=1&edition=vengeance"
    assert opened(edition="vengeance", lesson="zzz").named is VENGEANCE
    assert opened(edition="poker").note == "“poker” in the link is neither “classic” nor “vengeance”."


@pytest.mark.parametrize("step", ["0", "10", "-1", "seven", "", "9" * 400, "²"])
def test_a_wrong_step_begins_the_lesson_and_says_so(step):
    state = opened(lesson="first-minute", step=step)
    assert (state.lesson.key, state.step) == ("first-minute", 0)
    assert state.note.endswith("this lesson has steps 1 to 9.")
    assert len(state.note) < 120


@pytest.mark.parametrize("lesson", ["zzz", "First-minute", "../deck", "<b>" * 200])
def test_a_wrong_lesson_shows_the_list_and_says_so(lesson):
    state = opened(lesson=lesson)
    assert state.lesson is None
    assert state.note.startswith("There is no lesson “")
    assert opened(v="2").note == "The link's version is “2”; this app reads version 1."


def test_answers_in_a_link_must_fit_the_step():
    # The right answer is the second of three, so it was neither tried in vain nor is there a fourth.
    assert opened(lesson="first-minute", step="3", tried="241").tried == (0,)
    assert opened(lesson="first-minute", step="4", came="1").came is None
    assert opened(lesson="first-minute", step="4", came="2").came == 1
    assert opened(lesson="first-minute", step="3", tried="<b>").tried == ()


def test_progress_is_kept_as_text_and_read_back():
    progress = Progress(frozenset({"deck", "first-minute"}), frozenset({"bust:1"}))
    assert written_progress(progress) == "1|deck first-minute|bust:1"
    assert read_progress(written_progress(progress), courses()) == progress
    assert written_progress(NONE) == ""


@pytest.mark.parametrize(
    "text", ["", "1", "2|deck|", "1|<script>|bust:99 x:1", "1||", "|||||", "1|" + "deckx " * 9000 + "|", "\0"]
)
def test_what_the_device_tells_is_not_trusted(text):
    assert read_progress(text, courses()) == NONE


def test_progress_of_two_visits_is_joined():
    one, two = Progress(frozenset({"deck"})), Progress(frozenset({"bust"}), frozenset({"deck:1"}))
    assert one.joined(two) == Progress(frozenset({"deck", "bust"}), frozenset({"deck:1"}))


def test_starting_over_in_one_game_keeps_what_was_learnt_of_the_other():
    both = Progress(frozenset({"deck", "the-zero", "zero"}), frozenset({"bust:1", "the-zero:2"}))
    vengeance = both.within(courses().of(VENGEANCE))
    assert vengeance == Progress(frozenset({"the-zero", "zero"}), frozenset({"the-zero:2"}))
    assert both.without(vengeance) == Progress(frozenset({"deck"}), frozenset({"bust:1"}))
