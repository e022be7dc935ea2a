"""Programs of their own that write on a game until they end or are killed."""

import os
import subprocess
import sys
from pathlib import Path

from flip7.scorepad.entries import Start

ROOT = Path(__file__).parents[2]
START = Start(("Ana", "Ben"))
WRITER = """
import os, signal, sys
from flip7.scorepad.entries import Hand
from flip7.scorepad.store import StoreError, the_store
store, (_, code, player, how, times) = the_store(), sys.argv
print("ready", flush=True)
for number in range(1, int(times) + 1):
    hand = [Hand(player, 1, points=number % 50)]
    while True:
        try:
            store.write(code, store.open(code).game, hand, f"{player}-{number}")
            break
        except StoreError:
            if how != "in spite of all":
                raise
    if how == "before acknowledgement" and number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    print(number, flush=True)
"""


def environment(where):
    """What tells a program where its games are kept."""
    names = {"FLIP7_STORE": str(where)} if isinstance(where, Path) else {"DATABASE_URL": where}
    return {name: value for name, value in os.environ.items() if name != "DATABASE_URL"} | names


def writer(where, code, how="on and on", player="p1", times=10_000):
    """A program that writes the hands 1, 2, 3 … of a player over each other and says each number that is confirmed."""
    command = [sys.executable, "-c", WRITER, code, player, how, str(times)]
    return subprocess.Popen(command, cwd=ROOT, env=environment(where), stdout=subprocess.PIPE, text=True)


def points(game, player="p1"):
    """Every number that this player's program has written, in the order of the log."""
    return [hand.points for hand in game.log[1:] if hand.player == player]
