"""Twenty phones tapping at once, without and with somebody's slow answer being worked out aside.

    python -m benchmarks.phones

Each phone is a client of Streamlit's own protocol on the page "Should I hit?" of a real server: it sends a tap of the
key pad as the browser would and waits until the page has been drawn anew, then thinks for about a second and a half.
Printed: median and 95th percentile of that time, in milliseconds, for both halves.
"""

from __future__ import annotations

import asyncio
import json
import pickle
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from flip7.odds.position import Position
from tests.browser.conftest import Server

PHONES = 20
SECONDS = 20
THINK = 1.5
CARDS = [str(n) for n in range(13)] + ["+2", "+4", "+6", "+8", "+10"]


class Phone:
    """One client with its own log of taps."""

    def __init__(self, number: int) -> None:
        self.chance = random.Random(number)
        self.log = f"phone{number:03d}"
        self.taps: list[list[object]] = []
        self.pad = ""
        self.times: list[float] = []

    async def _rerun(self, socket: ClientConnection) -> None:
        """Ask for the page and read until it has been drawn."""
        message = BackMsg()
        message.rerun_script.page_name = "should_i_hit"
        if self.pad:
            state = message.rerun_script.widget_states.widgets.add()
            state.id = self.pad
            state.json_value = json.dumps({"taps": {"log": self.log, "taps": self.taps[-8:], "link": ""}})
        await socket.send(message.SerializeToString())
        while True:
            answer = ForwardMsg.FromString(await socket.recv())
            component = answer.delta.new_element.bidi_component
            if component.component_name == "flip7_pad":
                self.pad = component.id
            if answer.WhichOneof("type") == "script_finished":
                return

    async def play(self, url: str, until: float) -> None:
        """Tap until the time is over: cards into the line, and a new deck now and then."""
        async with connect(url, subprotocols=["streamlit"], max_size=None) as socket:  # type: ignore[list-item]
            await self._rerun(socket)
            await asyncio.sleep(self.chance.random() * THINK)
            while time.monotonic() < until:
                code = "deck" if len(self.taps) % 6 == 5 else self.chance.choice(CARDS)
                self.taps.append([len(self.taps) + 1, code])
                begun = time.perf_counter()
                await self._rerun(socket)
                self.times.append((time.perf_counter() - begun) * 1000)
                await asyncio.sleep(THINK * (0.5 + self.chance.random()))


async def half(url: str, name: str, first: int) -> None:
    """All phones for a while, numbered from ``first``: other numbers tap other lines."""
    phones = [Phone(first + number) for number in range(PHONES)]
    until = time.monotonic() + SECONDS
    await asyncio.gather(*(phone.play(url, until) for phone in phones))
    times = sorted(taken for phone in phones for taken in phone.times)
    p95 = statistics.quantiles(times, n=20)[-1]
    print(f"{name}: {len(times)} taps, median {statistics.median(times):.0f} ms, p95 {p95:.0f} ms", flush=True)


def main() -> None:
    """Measure both halves on one server."""
    server = Server().start()
    url = f"ws://127.0.0.1:{server.port}/_stcore/stream"
    try:
        asyncio.run(half(url, f"{PHONES} phones", 0))
        slow = subprocess.Popen(
            [sys.executable, "-m", "flip7.odds.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=Path(__file__).parents[1],
        )
        assert slow.stdin
        slow.stdin.write(pickle.dumps((Position(alone=True), 0)))
        slow.stdin.close()
        asyncio.run(half(url, f"{PHONES} phones and a slow answer aside", PHONES))
        slow.kill()
    finally:
        server.kill()


if __name__ == "__main__":
    main()
