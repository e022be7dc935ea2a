"""Quick answers from standing processes: the same as here, remembered, and there even when a process dies."""

import pickle
import threading
import time

import pytest

from flip7.errors import ImpossibleError
from flip7.notation import read_cards
from flip7.odds import quick as quicks
from flip7.odds import worker
from flip7.odds.exact import POINTS, at_least, solve
from flip7.odds.plans import fixed_plans
from flip7.odds.position import Position
from flip7.odds.quick import BusyError, Quick

WAIT = 60


@pytest.fixture(scope="module")
def quick():
    return Quick(workers=2)


def test_a_worker_answers_as_the_process_itself_would(quick):
    place = Position(read_cards("3 8 11 +4"))
    asked = quick.ask(place)
    answer, here = asked.answer.result(WAIT), solve(place)
    assert (answer.hit, answer.stay, answer.next, answer.states) == (here.hit, here.stay, here.next, here.states)
    assert (answer.bust, answer.flip7, answer.scores) == (here.bust, here.flip7, here.scores)
    plans = asked.rest.result(WAIT).plans
    assert [plan.cards for plan in plans] == [1, 2, 3, 4]
    assert plans == fixed_plans(place, POINTS, 4)


def test_a_goal_is_passed_on(quick):
    asked = quick.ask(Position(read_cards("10"), deck=read_cards("5 10")), 15)
    assert (asked.answer.result(WAIT).hit, asked.answer.result(WAIT).stay) == (0.5, 0.0)
    assert asked.rest.result(WAIT).plans[0].worth == 0.5
    assert at_least(15)[14:16].tolist() == [0.0, 1.0]


def test_the_same_question_is_worked_out_once(quick):
    place = Position(read_cards("1 2 3"))
    assert quick.ask(place) is quick.ask(Position(read_cards("1 2 3")))
    assert quick.ask(place, 30) is not quick.ask(place)


def test_an_answer_travels_without_its_states():
    answer = solve(Position(read_cards("3 8 11"), alone=True))
    packed = pickle.dumps(answer)
    assert len(packed) < 5_000
    arrived = pickle.loads(packed)
    arrived.outcome_from(lambda: answer.outcome)
    assert (arrived.hit, arrived.scores) == (answer.hit, answer.scores)


def test_a_worker_that_dies_loses_no_answer(monkeypatch):
    real, quick, place = worker.sys.executable, Quick(workers=1), Position(read_cards("0 5 9"))
    monkeypatch.setattr(worker.sys, "executable", "false")
    asked = quick.ask(place)
    assert asked.answer.result(WAIT).hit == solve(place).hit
    assert asked.answer.result(WAIT).scores == solve(place).scores
    monkeypatch.setattr(worker.sys, "executable", real)
    assert (
        quick.ask(Position(read_cards("0 5 10"))).answer.result(WAIT).hit == solve(Position(read_cards("0 5 10"))).hit
    )


def test_an_impossible_position_is_an_error_and_the_next_answer_comes(quick):
    with pytest.raises(ImpossibleError, match="R20"):
        quick.ask(Position(read_cards("3 3")))
    place = Position(read_cards("2 4 6"))
    assert quick.ask(place).answer.result(WAIT).hit == solve(place).hit


def test_a_crowd_is_told_to_come_back_and_who_is_in_the_queue_is_answered(monkeypatch):
    monkeypatch.setattr(quicks, "MOST_WAITING", 2)
    quick, release = Quick(workers=1), threading.Event()
    monkeypatch.setattr(quick, "_by_worker", lambda place, goal, asked: release.wait(WAIT) and asked.fail(KeyError()))
    places = [Position(read_cards(f"0 1 {n}")) for n in range(2, 6)]
    first = quick.ask(places[0])
    until = time.monotonic() + WAIT
    while quick._waiting and time.monotonic() < until:
        time.sleep(0.01)
    waiting = [quick.ask(place) for place in places[1:3]]
    with pytest.raises(BusyError, match=r"Too many tables .* again in a few seconds\."):
        quick.ask(places[3])
    assert quick.ask(places[1]) is waiting[0], "the same question needs no place of its own"
    release.set()
    for asked in (first, *waiting):
        assert isinstance(asked.answer.exception(WAIT), KeyError)
    assert isinstance(quick.ask(places[3]).answer.exception(WAIT), KeyError)
