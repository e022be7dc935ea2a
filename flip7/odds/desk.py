"""Slow answers: worked out one at a time, aside and with a memory cap, so that no phone waits for another's.

A player alone with hardly a card in front has so many states that counting them takes many seconds. ``ask`` puts the
question into a short queue and returns at once; the job says how far it is.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Literal

from flip7.odds.exact import Answer
from flip7.odds.position import Position
from flip7.odds.worker import LostError, Worker

SECONDS = 120
"""A worker that has not answered by then is stopped."""
MOST_WAITING = 6
MOST_KEPT = 64
_NICENESS = 5


@dataclass(slots=True)
class Job:
    """One question: where it stands, the share done (0-1), since when, and at last its answer or why there is none."""

    position: Position
    goal: int
    state: Literal["waiting", "running", "done", "failed"] = "waiting"
    progress: float = 0.0
    begun: float = field(default_factory=time.monotonic)
    answer: Answer | None = None
    reason: str = ""


class Desk:
    """Takes questions and works on one at a time; answers are remembered."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._jobs: OrderedDict[tuple[Position, int], Job] = OrderedDict()
        self._waiting: list[Job] = []
        self._working = False

    def ask(self, position: Position, goal: int = 0) -> Job:
        """The job for this question, begun if it is new; ``goal`` 0 plays for points."""
        key = (position, goal)
        with self._lock:
            job = self._jobs.get(key)
            if job is None or job.state == "failed":
                job = self._jobs[key] = Job(position, goal)
                while len(self._jobs) > MOST_KEPT:
                    self._jobs.popitem(last=False)
                if len(self._waiting) >= MOST_WAITING:
                    job.state, job.reason = "failed", "too many others are asking right now"
                    return job
                self._waiting.append(job)
                if not self._working:
                    self._working = True
                    threading.Thread(target=self._work, daemon=True).start()
            return job

    def known(self, position: Position, goal: int = 0) -> Job | None:
        """The job for this question, if it has been asked."""
        with self._lock:
            return self._jobs.get((position, goal))

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._working = False
                    return
                job = self._waiting.pop(0)
            _answer(job)


def _answer(job: Job) -> None:
    """Let a process of its own work on this job; it takes its memory with it."""

    def progress(share: float) -> None:
        job.progress = share

    job.state, job.begun = "running", time.monotonic()
    try:
        worker = Worker(_NICENESS)
    except (OSError, LostError):
        job.state, job.reason = "failed", "no worker could be started"
        return
    stopper = threading.Timer(SECONDS, worker.stop)
    stopper.start()
    try:
        answer = worker.answer(job.position, job.goal, progress)
        rest = worker.rest(progress)
        answer.outcome_from(lambda: rest.outcome)
        job.answer, job.state = answer, "done"
    except LostError as lost:
        job.state, job.reason = "failed", str(lost)
    finally:
        stopper.cancel()
        worker.stop()
