"""What the coach asks the odds: quick answers at once, slow ones once they have been worked out."""

from types import SimpleNamespace

from flip7.odds.desk import Job
from flip7.practice.reckoning import Worths, position_at
from flip7.ui import practice_aside
from flip7.ui.hit_answer import DESK
from tests.practice.laid import laid

BOTH = position_at(laid(["12", "9"], deck="5"), 0)
SLOW = position_at(laid(["12", "9"], status=["active", "stayed"], deck="5 5 6"), 0)


def test_a_quick_question_is_answered_at_once_and_nothing_is_missing():
    missing = []
    # 12 in front and only a 5 to come: 17.
    assert practice_aside.noting(missing)(BOTH) == Worths(12.0, 17.0)
    assert missing == []


def test_a_slow_one_is_missing_once_until_it_has_been_worked_out(monkeypatch):
    monkeypatch.setattr("flip7.ui.practice_aside.takes_seconds", lambda position: position.alone)
    missing = []
    ask = practice_aside.noting(missing)
    assert (ask(SLOW), ask(SLOW), missing) == (None, None, [SLOW])
    job = Job(SLOW, 0, "done", 1.0, answer=SimpleNamespace(stay=12.0, hit=20.0))
    monkeypatch.setitem(DESK._jobs, (SLOW, 0), job)
    assert ask(SLOW) == Worths(12.0, 20.0)
