"""One game on many phones: writers who tap at their own seats, watchers who look on, and what each of them is shown.

    python -m benchmarks.table [SECONDS] [WRITERS] [WATCHERS] [--think S] [--browsers] [--replicas [--trouble]]

Every phone is a client of Streamlit's own protocol: it sends taps as the browser would, asks each second whether
anything has changed because the page tells it to, and reads the table out of the HTML that it gets. Printed: how long
a tap takes until every other phone shows it (median, p95, in ms), each process's share of one core and its memory, and
whether at the end all screens show the same table as the store. ``--browsers`` adds two real ones, ``--replicas`` puts
nginx, two replicas and PostgreSQL in the place of one process with SQLite, and with ``--trouble`` PostgreSQL is killed
and started in the middle, and later one replica killed. Exit status 1 where an entry was lost, doubled or not shown.
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
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import async_playwright
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Subprotocol

from flip7.cards import CLASSIC
from flip7.scorepad.entries import Hand, Start
from flip7.scorepad.sqlite import VARIABLE
from flip7.scorepad.store import Opened, Store, the_store
from tests.browser.conftest import ARGS, Server, chromium
from tests.deploy.hosts import Nginx, Replica
from tests.postgres_server import PostgresServer

STREAMLIT = [Subprotocol("streamlit")]
THINK = 8.0
"""Seconds between two taps of one writer, on average, where ``--think`` says nothing else."""
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
    cookie: str = ""
    taps: list[list[object]] = field(default_factory=list)
    pad: str = ""
    link: str = ""
    script: str = ""
    keys: dict[str, bool] = field(default_factory=dict)
    html: dict[tuple[int, ...], str] = field(default_factory=dict)
    seen: dict[Line, float] = field(default_factory=dict)
    fresh: bool = False
    redraws: int = 0
    lost: int = 0
    socket: ClientConnection | None = None
    timers: dict[str, asyncio.Task[None]] = field(default_factory=dict)

    @property
    def table(self) -> tuple[int, dict[str, tuple[int, str]]]:
        """The open round, and each player's number of cards and total as they stand on the screen."""
        text = "".join(self.html.values())
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
                headers = {"Cookie": self.cookie}
                async with connect(url, subprotocols=STREAMLIT, max_size=None, additional_headers=headers) as socket:
                    self.socket = socket
                    await self.ask()
                    async for message in socket:
                        self.hear(ForwardMsg.FromString(message if isinstance(message, bytes) else message.encode()))
                        if time.monotonic() > until:
                            break
            except (OSError, ConnectionClosed, InvalidHandshake, EOFError):
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
        # Where the line has just been lost, the taps are sent again with the next one.
        with contextlib.suppress(ConnectionClosed):
            await self.socket.send(message.SerializeToString())

    def hear(self, message: ForwardMsg) -> None:
        """Take in what the server says."""
        kind = message.WhichOneof("type")
        if kind == "new_session" and not message.metadata.run.fragment_ids:
            self.html.clear()
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
                self.html[tuple(message.metadata.delta_path)] = element.html.body
                self.fresh = True
            elif element.bidi_component.component_name == "flip7_pad":
                self._keys(element.bidi_component.id, element.bidi_component.json)
        elif kind == "script_finished" and self.fresh:
            self._look()

    def _keys(self, identity: str, data: str) -> None:
        self.pad = identity
        said = json.loads(data or "{}")
        self.link = said.get("link") or self.link
        self.keys = {key["code"]: not key["off"] for section in said["sections"] for key in section["keys"]}

    def _look(self) -> None:
        """Remember when each line was first there."""
        self.redraws, self.fresh = self.redraws + 1, False
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


async def play(
    screen: Screen, seat: int, name: str, deck: Deck, sent: dict[Line, float], until: float, think: float
) -> None:
    """Tap cards at this seat, stay after three to five, and go on with the next round when it is there."""
    chance = random.Random(seat)
    await asyncio.sleep(chance.random() * think)
    while time.monotonic() < until and f"sit p{seat}" not in screen.keys:
        await asyncio.sleep(0.2)
    await screen.tap(f"sit p{seat}")
    number, line, aim, stayed = 0, [""][:0], 3, False
    while time.monotonic() < until:
        await asyncio.sleep(think * (0.5 + chance.random()))
        shown = screen.table[0]
        if shown == 0 or screen.socket is None or time.monotonic() > until:
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


def seconds_of(pid: int) -> float:
    """Processor time of a process and its children so far."""
    ticks = 0
    for each in (pid, *_children(pid)):
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def megabytes_of(pid: int) -> float:
    """Memory of a process and its children that is their own, in MB."""
    total = 0
    for each in (pid, *_children(pid)):
        with contextlib.suppress(OSError):
            found = re.search(r"Pss:\s+(\d+)", Path(f"/proc/{each}/smaps_rollup").read_text())
            total += int(found[1]) if found else 0
    return total / 1024


def _children(pid: int) -> list[int]:
    with contextlib.suppress(OSError):
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


@dataclass
class Host:
    """Where the app runs: its address, its processes by name, and what can go wrong in the middle, in order."""

    address: str
    processes: dict[str, int]
    trouble: tuple[Callable[[], object], ...] = ()


@contextlib.contextmanager
def one_process() -> Iterator[Host]:
    """The app as the README starts it."""
    server = Server().start()
    assert server.process
    yield Host(server.url(""), {"the app": server.process.pid})
    server.kill()


@contextlib.contextmanager
def replicas(folder: Path) -> Iterator[Host]:
    """nginx as in deploy/, two replicas and PostgreSQL, which goes down once, and one replica after it."""
    os.environ["PATH"] += os.pathsep + "/usr/sbin"
    with PostgresServer() as postgres:
        os.environ["DATABASE_URL"] = postgres.database()
        both = [Replica(folder / f"replica{n}").ready() for n in (1, 2)]
        nginx = Nginx(folder, both)
        pids = {f"replica {n}": replica.process.pid for n, replica in enumerate(both, 1)}
        pids |= {"nginx": nginx.process.pid, "PostgreSQL": postgres.process.pid}
        yield Host(f"http://127.0.0.1:{nginx.port}", pids, (postgres.restart, both[0].kill))
        nginx.stop()
        for replica in both:
            replica.kill()


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
    if len(tables) > 1:
        for table, n in tables.most_common(4):
            print(f"  {n} screens show {table}")
    same = len(tables) == 1 and all(shown[name] == total for name, total in totals.items())
    print(
        f"rounds {game.game.open}, entries {len(game.game.log)}; lost {len(lost)}, doubled {len(doubled)}, "
        f"never shown {unseen}; the same table everywhere and in the store: {'yes' if same else 'NO'}; "
        f"connections lost {sum(screen.lost for screen in screens)}"
    )
    print(f"redraws a phone and minute: {statistics.mean(screen.redraws for screen in screens):.0f} in all")
    return len(lost) + len(doubled) + unseen + (not same)


async def browse(where: str, opened: Opened, name: str, seat: int, until: float, think: float) -> None:
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
            await asyncio.sleep(think)
            if time.monotonic() > until:
                break
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


async def run(store: Store, opened: Opened, host: Host, options: argparse.Namespace) -> int:
    """The whole evening; returns how many faults there were."""
    url = f"{host.address.replace('http', 'ws', 1)}/_stcore/stream"
    seconds, writers = options.seconds, options.writers
    until = time.monotonic() + seconds
    # The last ten seconds nobody taps, so that every screen can show the end.
    end = until + 10
    deck, sent = Deck(random.Random(7)), dict[Line, float]()
    names = [opened.game.name(f"p{seat}") for seat in range(1, writers + 1)]
    joins = f"v=1&pad={opened.code}&sit=yes"
    writing = [Screen("score_pad", joins, f"writer{seat:02d}", names[seat - 1]) for seat in range(1, writers + 1)]
    watching = [Screen("watch", f"v=1&watch={opened.watch}") for _ in range(options.watchers)]
    for n, screen in enumerate((*writing, *watching)):
        screen.cookie = f"flip7_seat=phone{n}"
    jobs = [screen.live(url, end) for screen in (*writing, *watching)]
    jobs += [
        play(screen, seat, names[seat - 1], deck, sent, until, options.think) for seat, screen in enumerate(writing, 1)
    ]
    if options.trouble:
        jobs.append(fail(host, seconds))
    if options.browsers:
        seat = writers + 1
        jobs.append(browse(host.address, opened, opened.game.name(f"p{seat}"), seat, until, options.think))
    await asyncio.gather(*(asyncio.wait_for(job, seconds + 60) for job in jobs))
    return told(store.open(opened.code), [*writing, *watching], sent)


async def fail(host: Host, seconds: float) -> None:
    """What can go wrong does, spread over the time."""
    for what in host.trouble:
        await asyncio.sleep(seconds / (len(host.trouble) + 1))
        await asyncio.to_thread(what)
        print(f"trouble: {getattr(what, '__qualname__', what)}", flush=True)


def main() -> int:
    """Measure."""
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("seconds", nargs="?", type=float, default=60)
    asked.add_argument("writers", nargs="?", type=int, default=10)
    asked.add_argument("watchers", nargs="?", type=int, default=50)
    asked.add_argument("--think", type=float, default=THINK)
    asked.add_argument("--browsers", action="store_true")
    asked.add_argument("--replicas", action="store_true")
    asked.add_argument("--trouble", action="store_true")
    options = asked.parse_args()
    folder = Path(tempfile.mkdtemp())
    os.environ[VARIABLE] = str(folder / "pad.sqlite3")
    with replicas(folder) if options.replicas else one_process() as host:
        store = the_store()
        seats = options.writers + options.browsers
        opened = store.create([Start(tuple(f"Player {seat}" for seat in range(1, seats + 1)))])
        began, used = time.monotonic(), {name: seconds_of(pid) for name, pid in host.processes.items()}
        faults = asyncio.run(run(store, opened, host, options))
        for name, pid in host.processes.items():
            if not Path(f"/proc/{pid}/exe").exists():
                print(f"{name}: killed on the way")
                continue
            share = (seconds_of(pid) - used[name]) / (time.monotonic() - began)
            print(f"{name}: {share:.0%} of one core, {megabytes_of(pid):.0f} MB")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
