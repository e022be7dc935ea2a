"""Quick answers for many sessions at once, from standing workers; the latest thousands are remembered."""

from __future__ import annotations

import threading
from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

from flip7.errors import Fault, Flip7Error, ImpossibleError
from flip7.odds.exact import Answer
from flip7.odds.games import solved
from flip7.odds.position import Position, position_faults
from flip7.odds.worker import ClosedError, LostError, Rest, Worker, rest_of

MOST_WAITING = 100
"""Questions that nobody works on yet. More would wait longer than a table looks at its phone: some 15 seconds."""
MOST_KEPT = 5000
"""An answer that is remembered takes a few kilobytes."""


class BusyError(Flip7Error):
    """Too many are asking at once."""


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """A question on its way: first comes the answer, a little later the rest."""

    answer: Future[Answer] = field(default_factory=Future)
    rest: Future[Rest] = field(default_factory=Future)

    def fail(self, error: BaseException) -> None:
        """Hand this error to whoever waits."""
        for future in (self.answer, self.rest):
            if not future.done():
                future.set_exception(error)


class Quick:
    """A few workers, each begun when it is first needed. The same question is worked out once."""

    def __init__(self, workers: int) -> None:
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="odds")
        self._own = threading.local()
        self._lock = threading.Lock()
        self._asked: OrderedDict[tuple[Position, int], Asked] = OrderedDict()
        self._waiting = 0

    def ask(self, position: Position, goal: int = 0) -> Asked:
        """The question, begun if it is new; ``goal`` 0 plays for points.

        Raises ``ImpossibleError`` with every fault of an impossible position, and ``BusyError``.
        """
        faults = position_faults(position)
        if faults:
            raise ImpossibleError(faults)
        key = (position, goal)
        with self._lock:
            asked = self._asked.get(key)
            if asked is None:
                if self._waiting >= MOST_WAITING:
                    raise BusyError([Fault("Too many tables are asking just now. Tap again in a few seconds.")])
                self._waiting += 1
                asked = self._asked[key] = Asked()
                self._threads.submit(self._work, position, goal, asked)
                if len(self._asked) > MOST_KEPT:
                    self._asked.popitem(last=False)
            else:
                self._asked.move_to_end(key)
            return asked

    def _work(self, position: Position, goal: int, asked: Asked) -> None:
        with self._lock:
            self._waiting -= 1
        try:
            try:
                self._by_worker(position, goal, asked)
            except ClosedError:
                raise
            except (LostError, OSError):
                # Better slowly here than not at all.
                answer = solved(position, goal)
                if not asked.answer.done():
                    asked.answer.set_result(answer)
                asked.rest.set_result(rest_of(answer, goal))
        except BaseException as error:
            with self._lock:
                self._asked.pop((position, goal), None)
            asked.fail(error)

    def _by_worker(self, position: Position, goal: int, asked: Asked) -> None:
        worker: Worker | None = getattr(self._own, "worker", None)
        if worker is None:
            worker = self._own.worker = Worker()
        try:
            answer = worker.answer(position, goal)
            answer.outcome_from(lambda: asked.rest.result().outcome)
            asked.answer.set_result(answer)
            asked.rest.set_result(worker.rest())
        except LostError:
            self._own.worker = None
            worker.stop()
            raise
