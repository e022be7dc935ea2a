"""Interrupts writing programs again and again and counts what was lost.

    python -m tests.scorepad.interruptions 200 [postgresql]

Half of the programs are killed by themselves between a commit and its acknowledgement, half from outside at a random
moment; on a PostgreSQL server of its own every fourth time the server is ended in the middle instead, and comes back.
Each is followed by the retry that a page makes. Exit status 1 where anything confirmed is missing, or anything is there
twice. ``SEED=3`` in the environment makes other moments.
"""

import contextlib
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from flip7.scorepad.entries import Hand
from flip7.scorepad.game import Game
from flip7.scorepad.store import Store
from tests.postgres_server import PostgresServer
from tests.scorepad.writers import START, points, writer

WRITES = {"itself": "before acknowledgement", "server": "in spite of all"}


def interrupt(where, store, rng, how, server):
    """One interruption; a word for each thing that went wrong."""
    code = store.create([START]).code
    program = writer(where, code, WRITES.get(how, "on and on"))
    program.stdout.readline()
    if how != "itself":
        time.sleep(rng.random() * 0.05)
    if how == "server":
        server.restart()
        time.sleep(rng.random() * 0.1)
    if how != "itself":
        os.kill(program.pid, signal.SIGKILL)
    lines = program.stdout.read().splitlines(keepends=True)
    program.wait()
    confirmed = max((int(line) for line in lines if line.endswith("\n")), default=0)
    log = store.open(code).game.log
    wrong = []
    if not confirmed <= len(log) - 1 <= confirmed + 1:
        wrong.append(f"{confirmed} confirmed, {len(log) - 1} kept")
    next_one = confirmed + 1
    after = store.write(code, Game.of(log[:next_one]), [Hand("p1", 1, points=next_one % 50)], f"p1-{next_one}")
    if points(after) != [number % 50 for number in range(1, next_one + 1)]:
        wrong.append("the retry was written twice or lost")
    return wrong


def main(times, kind):
    """Interrupt so many times and say how it went."""
    rng, wrong, done = random.Random(int(os.environ.get("SEED", "7"))), [], Counter()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(PostgresServer()) if kind == "postgresql" else None
        where = server.database() if server else folder / "pad.sqlite3"
        store = Store.at(where)
        for number in range(times):
            how = ("itself", "outside", "itself", "server" if server else "outside")[number % 4]
            wrong += interrupt(where, store, rng, how, server)
            done[how] += 1
        store.engine.dispose()
    print(f"{kind}: {times} interruptions {dict(done)}: {len(wrong)} wrong. {' '.join(wrong)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, sys.argv[2] if len(sys.argv) > 2 else "sqlite"))
