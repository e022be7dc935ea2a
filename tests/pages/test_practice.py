"""The page "Practice" as Streamlit runs it."""

from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import pytest

from flip7.errors import Fault
from flip7.odds.desk import Job
from flip7.odds.quick import BusyError
from flip7.practice.coach import review
from flip7.practice.daily import setup_of
from flip7.practice.reckoning import worths
from flip7.practice.rounds import begin, read_word, say
from flip7.ui.hit_answer import DESK, QUICK
from flip7.ui.practice_view import drill_foot_html, lying_html, news_html, review_html
from flip7.ui.replay_state import ReplayState
from tests.pages.app_page import html, open_page, run

page = partial(open_page, "practice")
OVER = "c0cog-abc-hs"


def over_on(day):
    """The deal of a day of which the learner takes each time the last option."""
    now = begin(setup_of(day))
    while now.due:
        now = say(now, now.due.options[-1])
    return now


def finished(app):
    """As if a tap of this session had ended the round on show."""
    app.session_state["practice"] = replace(app.session_state["practice"], finished=True)
    return run(app)


def test_it_opens_with_the_choice_of_rivals_in_both_games():
    text = html(page())
    assert "<b>Clara</b><span>Stays at 12 points, or once the next card busts in 12 of 100 cases." in text
    assert "<b>Sybil</b>" not in text
    app = page(edition="vengeance", **{"with": "spiteful"})
    assert "<b>Sybil</b><span>Stays at 15 points." in html(app)
    assert app.get("button_group")[1].value == "vengeance"


def test_a_round_shows_the_table_what_has_happened_and_advice_only_on_request():
    text = html(page(round="c0cog-abc-"))
    assert 'aria-label="You"' in text
    assert "Hit, or stay on " in text
    assert "The coach:" not in text
    assert "points on average, against" in html(page(round="c0cog-abc-", tip="1"))


def test_a_finished_round_has_its_review_a_lesson_with_a_link_and_a_replay():
    app = page(round=OVER)
    text = html(app)
    now = read_word(OVER, worths)
    found = review(now.moments, now.setup.seat, worths)
    assert review_html(found) in text
    assert news_html(now) + lying_html(now) in text
    assert f"?v=1&{found.lesson.where}={found.lesson.key}" in text
    assert f"You score {now.table.result.scores[0]}" in text
    next(button for button in app.button if button.label == "Replay this round").click()
    run(app)
    replayed: ReplayState = app.session_state["replay"]
    assert replayed.round.played.events == now.events


def test_a_round_out_of_a_link_does_not_count_and_one_ended_here_counts_once():
    app = page(round=OVER)
    assert app.session_state["practice-rounds"].figures.rounds == 0
    finished(app)
    assert app.session_state["practice-rounds"].figures.rounds == 1
    assert run(app).session_state["practice-rounds"].figures.rounds == 1


def test_the_figures_are_shown_with_their_meaning_and_begin_anew_only_after_a_question():
    app = finished(page(round=OVER))
    app.get("button_group")[0].set_value("figures").run()
    assert "<dt>Rounds</dt><dd>1</dd>" in html(app)
    assert "a round " in html(app)
    next(button for button in app.button if button.label == "Start the figures over").click()
    run(app)
    next(button for button in app.button if button.label == "Yes, forget my figures").click()
    run(app)
    assert "<dt>Rounds</dt><dd>0</dd>" in html(app)
    # The round that is still open does not come back into them.
    app.get("button_group")[0].set_value("round").run()
    assert finished(app).session_state["practice-rounds"].figures.rounds == 0


def test_a_part_left_and_come_back_to_is_as_it_was():
    app = page(round="v1cs-abc-")
    before = app.session_state["practice"].round
    app.get("button_group")[0].set_value("daily").run()
    assert "midnight UTC" in html(app)
    app.get("button_group")[0].set_value("round").run()
    assert app.session_state["practice"].round == before


def test_a_drill_hides_its_answer_and_then_says_why():
    text = html(page(part="drills", item="c.score.2.abc."))
    assert "What does this hand score?" in text
    assert "Right: " not in text
    assert "Rules: " not in text
    app = page(part="drills", item="c.score.2.abc.", said="1")
    drill = app.session_state["practice"].drill
    assert drill_foot_html(drill) in html(app)
    assert f"Right: {drill.item.right.text}" in html(app)
    assert "Rules: <a" in html(app)


def test_a_deal_of_the_day_that_is_over_has_a_result_without_a_card():
    app = page(part="daily", day="d2026-01-03")
    assert "Deal 3, 2026-01-03" in html(app)
    state = app.session_state["practice"]
    app.session_state["practice"] = replace(state, deal=over_on(state.day))
    run(app)
    assert app.code[0].value.startswith("Flip 7 Table, deal 3 (2026-01-03)\n")


@pytest.mark.parametrize(
    "params",
    [
        {"round": "<script>alert(1)</script>"},
        {"round": "c9zzz-a-h"},
        {"part": "<b>"},
        {"item": "c.hit.2." + "a" * 5000},
        {"day": "d9999-99-99", "deal": "x"},
        {"with": "." * 900},
        {"tap": "x.y", "said": "9", "kind": "<i>"},
        {"edition": "\u0000"},
        {"v": "<2>"},
    ],
)
def test_a_hostile_link_is_refused_in_a_sentence(params):
    app = page(**params)
    text = html(app)
    assert 'class="f7-notice f7-warn"' in text
    for bad in ("<script>alert", "<b>”", "<i>”", "<2>"):
        assert bad not in text


def test_what_takes_long_is_worked_out_on_request_and_then_counts(monkeypatch):
    # The last two of three choices are made alone, with over a hundred cards left.
    app = finished(page(round="v0g-lone0-hhs"))
    assert html(app).count("Not graded yet: this takes long to work out.") == 2
    assert "Your one choice was the best." not in html(app)
    assert "Two more are not graded yet." in html(app)
    assert app.session_state["practice-rounds"].figures.decisions == 1
    assert app.button[0].label.startswith("Work it out (some 5 to 20 seconds, ")
    # As if the worker had answered: staying is worth 500 more than hitting, each time.
    job = Job(None, 0, "done", 1.0, answer=SimpleNamespace(stay=510.0, hit=10.0))
    monkeypatch.setattr(DESK, "known", lambda position, goal=0: job)
    run(app)
    assert "Not graded yet" not in html(app)
    assert "Stay was better. Given away: 500." in html(app)
    assert "Given away: 500" in html(app)
    figures = app.session_state["practice-rounds"].figures
    assert (figures.rounds, figures.decisions) == (1, 3)
    assert figures.lost >= 500
    # Drawn once more, it does not count once more.
    assert run(app).session_state["practice-rounds"].figures == figures


def test_advice_that_takes_long_can_be_worked_out(monkeypatch):
    app = page(round="v0g-lone0-hh", tip="1")
    assert "This takes long to work out: ask for it under the table." in html(app)
    begun = []
    job = Job(None, 0, "running", 0.4)
    monkeypatch.setattr(DESK, "ask", lambda position: begun.append(position) or job)
    monkeypatch.setattr(DESK, "known", lambda position, goal=0: job if begun else None)
    app.button[0].click()
    run(app)
    assert len(begun) == 1
    assert begun[0].alone
    job.state, job.answer = "done", SimpleNamespace(stay=26.0, hit=19.25)
    run(app)
    assert "Stay. 26 points on average, against 19.2." in html(app)


def test_while_too_many_are_asking_a_link_and_the_coach_say_so_and_lose_nothing(monkeypatch):
    def busy(position):
        raise BusyError([Fault("Too many tables are asking just now.")])

    app = page(round=OVER)
    monkeypatch.setattr(QUICK, "ask", busy)
    run(app)
    assert html(app).count("Not graded yet") == len(app.session_state["practice"].round.own)
    # Otto asks the odds in this round, so its link waits.
    assert "Too many tables are asking just now." in html(page(round=OVER))
    monkeypatch.undo()
    assert "Too many" not in html(page(round=OVER))


def test_a_reason_that_stands_for_both_answers_is_said_once():
    drill = page(part="drills", item="c.next.1.abc.bust").session_state["practice"].drill
    said = next(
        at for at, answer in enumerate(drill.item.answers) if answer.why == drill.item.right.why and not answer.right
    )
    words = drill_foot_html(replace(drill, said=said))
    assert words.count(drill.item.right.why) == 1
    assert f"Right: {drill.item.right.text}" in words
