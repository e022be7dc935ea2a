"""Answers worked out in a process of their own.

numpy lets go of Python's one lock in each of the thousands of small steps of an answer, and beside a thread that draws
a page it waits up to 5 ms to get it back: an answer of 45 ms then takes 12 seconds. So a server of many sessions
asks a process that does nothing else.

    python -m flip7.odds.worker [NICENESS]

reads questions (position, goal), one after the other, as pickles from standard input. For each it writes pickles to
standard output: shares done (0-1) now and then, the `Answer`, and then the `Rest`; where memory does not suffice, the
reason as text.
"""

from __future__ import annotations

import os
import pickle
import resource
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from flip7.odds.exact import Answer
from flip7.odds.games import plans, solved
from flip7.odds.plans import Plan
from flip7.odds.position import Position
from flip7.odds.tree import Walk

MEMORY_CAP = 2 * 1024**3
"""Bytes that a worker may allocate."""
MOST_PLANNED = 4
"""Plans of one to so many more cards are worked out."""

_ROOT = Path(__file__).parents[2]
_T = TypeVar("_T")


class LostError(Exception):
    """The worker gives no answer; the message says why."""


class ClosedError(LostError):
    """The program is ending: no worker answers any more, and nobody shall do its work instead."""


@dataclass(frozen=True, slots=True)
class Rest:
    """What follows the verdict: the whole outcome, and the fixed plans beside the best one."""

    outcome: Walk
    plans: tuple[Plan, ...]


def rest_of(answer: Answer, goal: int) -> Rest:
    """What follows this answer, worked out here."""
    return Rest(answer.outcome, plans(answer.position, goal, MOST_PLANNED))


class Worker:
    """One process, asked from one thread at a time: ``answer`` and then ``rest``. Both raise ``LostError``.

    Raises ``ClosedError`` where the program is ending.
    """

    def __init__(self, niceness: int = 0) -> None:
        with _ENDING:
            if _closed.is_set():
                raise ClosedError("the program is ending")
            self._process = subprocess.Popen(
                [sys.executable, "-m", "flip7.odds.worker", str(niceness)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=_ROOT,
            )
            _living.add(self)

    def answer(self, position: Position, goal: int, progress: Callable[[float], None] = lambda share: None) -> Answer:
        """The answer without its outcome, which comes with ``rest``."""
        assert self._process.stdin
        try:
            pickle.dump((position, goal), self._process.stdin)
            self._process.stdin.flush()
        except OSError as error:
            raise _lost() from error
        return self._read(Answer, progress)

    def rest(self, progress: Callable[[float], None] = lambda share: None) -> Rest:
        """What follows the last answer."""
        return self._read(Rest, progress)

    def _read(self, kind: type[_T], progress: Callable[[float], None]) -> _T:
        assert self._process.stdout
        while True:
            try:
                told = pickle.load(self._process.stdout)
            except (OSError, EOFError, pickle.UnpicklingError) as error:
                raise _lost() from error
            if isinstance(told, kind):
                return told
            if isinstance(told, str):
                raise LostError(told)
            progress(told)

    def stop(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()
        _living.discard(self)


_ENDING = threading.Lock()
_closed = threading.Event()
_living: set[Worker] = set()


def _lost() -> LostError:
    return ClosedError("the program is ending") if _closed.is_set() else LostError("the worker was lost")


def close() -> None:
    """At the end of the program: every worker ends, and none begins any more."""
    with _ENDING:
        _closed.set()
        for worker in tuple(_living):
            worker._process.kill()
            worker._process.wait()


def _tell(what: float | str | Answer | Rest) -> None:
    pickle.dump(what, sys.stdout.buffer)
    sys.stdout.buffer.flush()


def _progress() -> Callable[[float], None]:
    """Solving is the first half of the way, walking through the states the second; each goes from 0 to 1."""
    begun = [0.0]

    def progress(share: float) -> None:
        _tell((begun[0] + share) / 2)
        if share == 1:
            begun[0] = 1.0

    return progress


def main() -> int:
    """Answer questions until there are no more."""
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_CAP, MEMORY_CAP))
    os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    while True:
        try:
            position, goal = pickle.load(sys.stdin.buffer)
        except EOFError:
            return 0
        try:
            _answer(position, goal)
        except MemoryError:
            _tell("it needs more memory than is allowed here")


def _answer(position: Position, goal: int) -> None:
    answer = solved(position, goal, _progress())
    _tell(answer)
    _tell(rest_of(answer, goal))


if __name__ == "__main__":
    # As ``__main__`` this module's own classes would travel under a name that the other side does not know.
    from flip7.odds import worker

    sys.exit(worker.main())
