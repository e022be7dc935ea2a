"""Slow answers, worked out aside one at a time."""

import time

import pytest

from flip7.notation import read_cards
from flip7.odds import desk as desks
from flip7.odds import worker
from flip7.odds.exact import solve
from flip7.odds.position import Position


def finished(job):
    until = time.monotonic() + 60
    while job.state in ("waiting", "running") and time.monotonic() < until:
        time.sleep(0.02)
    return job


def test_the_worker_answers_as_the_process_itself_would():
    desk, place = desks.Desk(), Position(read_cards("0 1 2 3 4"), alone=True)
    job = finished(desk.ask(place))
    assert (job.state, job.progress) == ("done", 1.0)
    here = solve(place)
    assert (job.answer.hit, job.answer.bust, job.answer.scores) == (here.hit, here.bust, here.scores)
    assert desk.ask(place) is job
    assert desk.known(place, 30) is None


def test_a_goal_is_passed_on():
    job = finished(desks.Desk().ask(Position(read_cards("10"), deck=read_cards("5 10")), goal=15))
    assert (job.answer.hit, job.answer.stay) == (0.5, 0.0)


def test_too_little_memory_is_said_and_the_desk_goes_on(monkeypatch, tmp_path):
    # A worker that dies, as one does that is refused its memory.
    real = worker.sys.executable
    monkeypatch.setattr(worker.sys, "executable", "false")
    desk, place = desks.Desk(), Position(read_cards("0 1 2 3 4 5"), alone=True)
    job = finished(desk.ask(place))
    assert job.state == "failed"
    assert job.reason
    monkeypatch.setattr(worker.sys, "executable", real)
    assert finished(desk.ask(place)).state == "done"


def test_a_crowd_is_sent_away(monkeypatch):
    monkeypatch.setattr(desks, "MOST_WAITING", 0)
    desk, place = desks.Desk(), Position(read_cards("3"), alone=True)
    job = desk.ask(place)
    assert job.state == "failed"
    assert "others" in job.reason
    # Whoever asked is told, and may ask again.
    assert desk.known(place) is job
    assert desk.ask(place) is not job


@pytest.mark.parametrize("goal", [0, 40])
def test_jobs_wait_for_each_other(goal):
    desk = desks.Desk()
    places = [Position(read_cards(f"0 1 2 3 {n}"), alone=True) for n in (10, 11, 12)]
    jobs = [desk.ask(place, goal) for place in places]
    assert sum(job.state == "running" for job in jobs) <= 1
    assert [finished(job).state for job in jobs] == ["done"] * 3
