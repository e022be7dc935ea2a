"""Kills a writing program again and again and counts what was lost: ``python -m tests.scorepad.interruptions 200``.

Half of the programs are killed by themselves between a commit and its acknowledgement, half from outside at a random
moment. Each is followed by the retry that a page makes. Exit status 1 where anything confirmed is missing, or anything
is there twice.
"""

import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

from flip7.scorepad.entries import Hand
from flip7.scorepad.game import Game
from flip7.scorepad.store import Store
from tests.scorepad.test_store import START, run_writer


def interrupt(path, rng, itself):
    """One interruption; a word for each thing that went wrong."""
    store = Store.at(path)
    code = store.create([START]).code
    writer = run_writer(path, code, "before-acknowledgement" if itself else "on and on")
    writer.stdout.readline()
    if not itself:
        time.sleep(rng.random() * 0.05)
        os.kill(writer.pid, signal.SIGKILL)
    lines = writer.stdout.read().splitlines(keepends=True)
    writer.wait()
    confirmed = max((int(line) for line in lines if line.endswith("\n")), default=0)
    log = store.open(code).game.log
    wrong = []
    if not confirmed <= len(log) - 1 <= confirmed + 1:
        wrong.append(f"{confirmed} confirmed, {len(log) - 1} kept")
    next_one = confirmed + 1
    after = store.write(code, Game.of(log[:next_one]), [Hand("p1", 1, points=next_one % 50)], f"key-{next_one}")
    if [hand.points for hand in after.log[1:]] != [number % 50 for number in range(1, next_one + 1)]:
        wrong.append("the retry was written twice or lost")
    return wrong


def main(times):
    rng = random.Random(7)
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(times):
            wrong += interrupt(Path(folder) / "pad.sqlite3", rng, itself=number % 2 == 0)
    print(f"{times} interruptions: {len(wrong)} wrong. {' '.join(wrong)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
