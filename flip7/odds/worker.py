"""Slow answers in a process of their own: one at a time, with a memory cap, so that no phone waits for another's.

A player alone with hardly a card in front has so many states that counting them takes many seconds. ``ask`` puts the
question into a short queue and returns at once; the job says how far it is.
"""

from __future__ import annotations

import os
import pickle
import resource
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from flip7.odds.exact import POINTS, Answer, at_least
from flip7.odds.position import Position

MEMORY_CAP = 2 * 1024**3
"""Bytes that a worker may allocate."""
SECONDS = 60
"""A worker that has not answered by then is stopped."""
MOST_WAITING = 6
MOST_KEPT = 64

_ROOT = Path(__file__).parents[2]


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
                job = Job(position, goal)
                if len(self._waiting) >= MOST_WAITING:
                    job.state, job.reason = "failed", "too many others are asking right now"
                    return job
                self._jobs[key] = job
                self._waiting.append(job)
                while len(self._jobs) > MOST_KEPT:
                    self._jobs.popitem(last=False)
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
    """Let a process of its own work on this job."""
    job.state, job.begun = "running", time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "flip7.odds.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=_ROOT,
    )
    stopper = threading.Timer(SECONDS, process.kill)
    stopper.start()
    try:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(pickle.dumps((job.position, job.goal)))
        process.stdin.close()
        for line in process.stderr:
            try:
                job.progress = float(line)
            except ValueError:
                continue
        answer = process.stdout.read()
        if process.wait() == 0:
            job.answer = pickle.loads(answer)
            job.state = "done"
        else:
            job.state, job.reason = "failed", "it needs more memory or time than is allowed here"
    except (OSError, pickle.UnpicklingError, EOFError):
        job.state, job.reason = "failed", "the worker was lost"
    finally:
        stopper.cancel()
        process.kill()


def main() -> int:
    """Answer one question from standard input; the share done goes to standard error, a line each."""
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_CAP, MEMORY_CAP))
    os.nice(5)
    position, goal = pickle.loads(sys.stdin.buffer.read())
    halves = [0.0]

    def progress(share: float) -> None:
        # Solving is the first half of the way, walking through the states the second.
        print((halves[0] + share) / 2, file=sys.stderr, flush=True)
        if share == 1:
            halves[0] = 1.0

    try:
        answer = Answer(position, at_least(goal) if goal else POINTS, progress)
        sys.stdout.buffer.write(pickle.dumps(answer))
    except MemoryError:
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
