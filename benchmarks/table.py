"""One game on many phones: writers who tap at their own seats, watchers who look on, and what each of them is shown.

    python -m benchmarks.table [SECONDS] [WRITERS] [WATCHERS] [--browsers] [--at http://127.0.0.1:8080]

Every phone is a client of Streamlit's own protocol: it sends taps as the browser would, asks each second whether
anything has changed because the page tells it to, and reads the table out of the HTML that it gets. Printed: how long
a tap takes until every other phone shows it (median, p95, in ms), the server's share of one core and its memory, and
whether at the end all screens show the same table as the store. ``--browsers`` adds two real ones. With ``--at`` the
server is somebody else's, such as a proxy with several behind it, and its store is the one of the environment
(``DATABASE_URL`` or ``FLIP7_STORE``). Exit status 1 where an entry was lost, doubled or not shown.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import statistics
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import async_playwright
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from flip7.cards import CLASSIC
from flip7.scorepad.entries import Hand, Start
from flip7.scorepad.sqlite import VARIABLE
from flip7.scorepad.store import Opened, Store, the_store
from tests.browser.conftest import ARGS, Server, chromium

THINK = 3.0
"""Seconds between two taps of one writer, on average."""
_SEAT = re.compile(r'<section class="f7-seat [^>]*aria-label="([^"]*)">(.*?)</section>', re.S)
_ROUND = re.compile(r"The table, round (\d+)")
_TOTAL = re.compile(r"total (\S+?)<")

Line = tuple[int, str, int]
"""A round, a player's name, and how many cards lie there."""


@dataclass
class Screen:
    """One phone: what it shows, and when each line was first seen on it."""

    page: str
    query: str
    log: str = ""
    name: str = ""
    taps: list[list[object]] = field(default_factory=list)
    pad: str = ""
    link: str = ""
    script: str = ""
    keys: dict[str, bool] = field(default_factory=dict)
    html: list[str] = field(default_factory=list)
    seen: dict[Line, float] = field(default_factory=dict)
    redraws: int = 0
    lost: int = 0
    socket: ClientConnection | None = None
    timers: dict[str, asyncio.Task[None]] = field(default_factory=dict)

    @property
    def table(self) -> tuple[int, dict[str, tuple[int, str]]]:
        """The open round, and each player's number of cards and total as they stand on the screen."""
        text = "".join(self.html)
        found = _ROUND.search(text)
        lines = {
            name: (inside.count('class="f7-card'), total[1] if (total := _TOTAL.search(inside)) else "")
            for name, inside in _SEAT.findall(text)
        }
        return (int(found[1]) if found else 0, lines)

    async def live(self, url: str, until: float) -> None:
        """Show the page until the time is over; a lost server is asked again, as the browser does."""
        while time.monotonic() < until:
            try:
                async with connect(url, subprotocols=["streamlit"], max_size=None) as socket:  # type: ignore[list-item]
                    self.socket = socket
                    await self.ask()
                    async for message in socket:
                        self.hear(ForwardMsg.FromString(message if isinstance(message, bytes) else message.encode()))
                        if time.monotonic() > until:
                            break
            except (OSError, ConnectionClosed, TimeoutError, asyncio.IncompleteReadError):
                self.lost += 1
                await asyncio.sleep(0.5)
            except Exception as error:  # a proxy without a server behind it answers no handshake
                if "HTTP" not in str(error):
                    raise
                self.lost += 1
                await asyncio.sleep(0.5)
            finally:
                self.socket = None
                for timer in self.timers.values():
                    timer.cancel()
                self.timers.clear()

    async def ask(self, fragment: str = "") -> None:
        """Have the page drawn anew with the taps so far, or one part of it."""
        if self.socket is None:
            return
        message = BackMsg()
        script = message.rerun_script
        script.query_string = self.query
        if self.script:
            script.page_script_hash = self.script
        else:
            script.page_name = self.page
        if fragment:
            script.fragment_id = fragment
            script.is_auto_rerun = True
        if self.pad:
            state = script.widget_states.widgets.add()
            state.id = self.pad
            state.json_value = json.dumps({"taps": {"log": self.log, "taps": self.taps[-8:], "link": self.link}})
        await self.socket.send(message.SerializeToString())

    def hear(self, message: ForwardMsg) -> None:
        """Take in what the server says."""
        kind = message.WhichOneof("type")
        if kind == "new_session" and not message.metadata.run.fragment_ids:
            self.html = []
        elif kind == "navigation":
            self.script = message.navigation.page_script_hash
        elif kind == "auto_rerun":
            rerun = message.auto_rerun
            if rerun.fragment_id not in self.timers:
                self.timers[rerun.fragment_id] = asyncio.create_task(self._again(rerun.interval, rerun.fragment_id))
        elif kind == "stop_auto_rerun":
            for timer in self.timers.values():
                timer.cancel()
            self.timers.clear()
        elif kind == "delta":
            element = message.delta.new_element
            if element.WhichOneof("type") == "html":
                self.html.append(element.html.body)
            elif element.bidi_component.component_name == "flip7_pad":
                self._keys(element.bidi_component.id, element.bidi_component.json)
        elif kind == "script_finished" and not message.metadata.run.fragment_ids:
            self._look()

    def _keys(self, identity: str, data: str) -> None:
        self.pad = identity
        said = json.loads(data or "{}")
        self.link = said.get("link") or self.link
        self.keys = {key["code"]: not key["off"] for section in said["sections"] for key in section["keys"]}

    def _look(self) -> None:
        """Remember when each line was first there."""
        self.redraws += 1
        now, (number, lines) = time.monotonic(), self.table
        for name, (cards, _) in lines.items():
            for n in range(cards + 1):
                self.seen.setdefault((number, name, n), now)

    async def _again(self, seconds: float, fragment: str) -> None:
        await asyncio.sleep(random.random() * seconds)
        while True:
            await self.ask(fragment)
            await asyncio.sleep(seconds)

    async def tap(self, code: str) -> None:
        """One tap of the finger."""
        self.taps.append([len(self.taps) + 1, code])
        await self.ask()


class Deck:
    """Number cards without a repetition in one line; shuffled anew each round."""

    def __init__(self, chance: random.Random) -> None:
        self.chance, self.round = chance, 0
        self.cards: list[str] = []

    def deal(self, number: int, line: list[str]) -> str | None:
        """The next card for this line in this round."""
        if number != self.round:
            self.round = number
            self.cards = [face.code for face, n in CLASSIC.copies.items() if face.is_number for _ in range(n)]
            self.chance.shuffle(self.cards)
        card = next((card for card in self.cards if card not in line), None)
        if card is not None:
            self.cards.remove(card)
        return card


async def play(screen: Screen, seat: int, name: str, deck: Deck, sent: dict[Line, float], until: float) -> None:
    """Tap cards at this seat, stay after three to five, and go on with the next round when it is there."""
    chance = random.Random(seat)
    await asyncio.sleep(chance.random() * THINK)
    while time.monotonic() < until and f"sit p{seat}" not in screen.keys:
        await asyncio.sleep(0.2)
    await screen.tap(f"sit p{seat}")
    number, line, aim, stayed = 0, [""][:0], 3, False
    while time.monotonic() < until:
        await asyncio.sleep(THINK * (0.5 + chance.random()))
        shown = screen.table[0]
        if shown == 0 or screen.socket is None:
            continue
        if shown != number:
            number, line, aim, stayed = shown, [], chance.randint(3, 5), False
        if len(line) < aim and (card := deck.deal(number, line)) is not None:
            line.append(card)
            sent[number, name, len(line)] = time.monotonic()
            await screen.tap(card)
        elif not stayed:
            stayed = True
            await screen.tap("stayed")
        elif seat == 1 and screen.keys.get("close"):
            await screen.tap("close")
            await screen.tap("reshuffle")


@dataclass
class Load:
    """What a process and its children use."""

    pid: int
    began: float = 0.0
    used: float = 0.0

    def _processes(self) -> list[int]:
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children")
        return [self.pid, *(int(pid) for pid in children.read_text().split())] if children.exists() else []

    def seconds(self) -> float:
        """Processor time so far."""
        ticks = 0
        for pid in self._processes():
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """Resident memory of the process itself."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", status)
        return int(found[1]) / 1024 if found else 0.0


def told(game: Opened, screens: list[Screen], sent: dict[Line, float]) -> int:
    """Print what came of it; returns how many faults there were."""
    latencies, unseen = [], 0
    for line, at in sent.items():
        for screen in screens:
            if screen.name == line[1]:
                continue
            if line in screen.seen:
                latencies.append((screen.seen[line] - at) * 1000)
            elif at < min(max(screen.seen.values(), default=0.0) for screen in screens) - 5:
                unseen += 1
    ordered = sorted(latencies)
    p95, p99 = ordered[int(len(ordered) * 0.95)], ordered[int(len(ordered) * 0.99)]
    print(f"{len(sent)} cards tapped, shown {len(ordered)} times: median {statistics.median(ordered):.0f} ms, "
          f"p95 {p95:.0f} ms, p99 {p99:.0f} ms, longest {ordered[-1]:.0f} ms")  # fmt: skip
    counted = Counter((entry.round, entry.player, len(entry.cards or ())) for entry in game.game.log
                      if isinstance(entry, Hand) and entry.status == "active")  # fmt: skip
    names = {game.game.name(player): player for player in game.game.page.players}
    lost = [line for line in sent if (line[0], names[line[1]], line[2]) not in counted]
    doubled = [line for line, n in counted.items() if n > 1]
    tables = Counter(json.dumps(screen.table) for screen in screens)
    totals = {game.game.name(seat): str(total) for seat, total in game.game.totals.items()}
    shown = {name: total for name, (_, total) in screens[0].table[1].items()}
    same = len(tables) == 1 and all(shown[name] == total for name, total in totals.items())
    print(
        f"rounds {game.game.open}, entries {len(game.game.log)}; lost {len(lost)}, doubled {len(doubled)}, "
        f"never shown {unseen}; the same table everywhere and in the store: {'yes' if same else 'NO'}; "
        f"connections lost {sum(screen.lost for screen in screens)}"
    )
    print(f"redraws a phone and minute: {statistics.mean(screen.redraws for screen in screens):.0f} in all")
    return len(lost) + len(doubled) + unseen + (not same)


async def browse(where: str, opened: Opened, name: str, seat: int, until: float) -> None:
    """Two real browsers: one taps at its seat, one looks on; printed is how long each takes to show the card."""
    lies = """([name, n]) => [...document.querySelectorAll('.f7-seat')].some(
        seat => seat.ariaLabel === name && seat.querySelectorAll('.f7-card').length === n)"""
    own, other = list[float](), list[float]()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=[*ARGS])
        shape = playwright.devices["Pixel 7"]
        taps, looks = [await (await browser.new_context(**shape)).new_page() for _ in range(2)]
        await taps.goto(f"{where}/score_pad?v=1&pad={opened.code}&sit=yes")
        await looks.goto(f"{where}/watch?v=1&watch={opened.watch}")
        await taps.locator(f"button[data-code='sit p{seat}']").click()
        cards, number = 0, ""
        while time.monotonic() < until:
            await asyncio.sleep(THINK)
            shown = await taps.locator("h2", has_text="The table, round").inner_text()
            if shown != number:
                cards, number = 0, shown
            cards += 1
            if cards == 4:
                await taps.locator("button[data-code='stayed']").click()
            if cards >= 4:
                continue
            began = time.monotonic()
            await taps.locator(f"button[data-code='{'+2 +4 +6'.split()[cards - 1]}']").click()
            with contextlib.suppress(PlaywrightError):
                await taps.wait_for_function(lies, arg=[name, cards], polling=20, timeout=10_000)
                own.append((time.monotonic() - began) * 1000)
                await looks.wait_for_function(lies, arg=[name, cards], polling=20, timeout=10_000)
                other.append((time.monotonic() - began) * 1000)
        await browser.close()
    for words, found in (("its own screen", own), ("the other screen", other)):
        ordered = sorted(found)
        print(
            f"browsers: {len(ordered)} taps until {words} shows it: median {statistics.median(ordered):.0f} ms, "
            f"p95 {ordered[int(len(ordered) * 0.95)]:.0f} ms, longest {ordered[-1]:.0f} ms"
        )


async def run(
    store: Store, opened: Opened, where: str, seconds: float, writers: int, watchers: int, *, browsers: bool
) -> int:
    """The whole evening; returns how many faults there were."""
    url = f"{where.replace('http', 'ws', 1)}/_stcore/stream"
    until = time.monotonic() + seconds
    # The last ten seconds nobody taps, so that every screen can show the end.
    end = until + 10
    deck, sent = Deck(random.Random(7)), dict[Line, float]()
    names = [opened.game.name(f"p{seat}") for seat in range(1, writers + 1)]
    joins = f"v=1&pad={opened.code}&sit=yes"
    writing = [Screen("score_pad", joins, f"writer{seat:02d}", names[seat - 1]) for seat in range(1, writers + 1)]
    watching = [Screen("watch", f"v=1&watch={opened.watch}") for _ in range(watchers)]
    jobs = [screen.live(url, end) for screen in (*writing, *watching)]
    jobs += [play(screen, seat, names[seat - 1], deck, sent, until) for seat, screen in enumerate(writing, 1)]
    if browsers:
        seat = writers + 1
        jobs.append(browse(where, opened, opened.game.name(f"p{seat}"), seat, until))
    await asyncio.gather(*(asyncio.wait_for(job, seconds + 60) for job in jobs))
    return told(store.open(opened.code), [*writing, *watching], sent)


def main() -> int:
    """Measure."""
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("seconds", nargs="?", type=float, default=60)
    asked.add_argument("writers", nargs="?", type=int, default=10)
    asked.add_argument("watchers", nargs="?", type=int, default=50)
    asked.add_argument("--at", default="")
    asked.add_argument("--browsers", action="store_true")
    options = asked.parse_args()
    server = None
    if not options.at:
        os.environ.setdefault(VARIABLE, str(Path(tempfile.mkdtemp()) / "pad.sqlite3"))
    store = the_store()
    seats = options.writers + options.browsers
    opened = store.create([Start(tuple(f"Player {seat}" for seat in range(1, seats + 1)))])
    if not options.at:
        server = Server().start()
    where = options.at or f"http://127.0.0.1:{server.port if server else 0}"
    load = Load(server.process.pid) if server and server.process else None
    began, used = time.monotonic(), load.seconds() if load else 0.0
    try:
        faults = asyncio.run(
            run(store, opened, where, options.seconds, options.writers, options.watchers, browsers=options.browsers)
        )
        if load:
            share = (load.seconds() - used) / (time.monotonic() - began)
            print(f"server: {share:.0%} of one core, {load.megabytes():.0f} MB")
    finally:
        if server:
            server.kill()
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
