"""Interrupts the real page and counts what was lost: ``python -m tests.scorepad.page_interruptions 20 [PORT]``.

A phone enters a game while the server is killed (in mid-entry, or between a commit and its acknowledgement), the page
is reloaded, the line is cut for ten seconds with sessions that live for three, or a duplicated tab enters at the same
time. Whatever the page draws as saved must be in the store, at any moment; after each interruption every hand must be
there, once, with the points that were tapped. Exit status 1 where that fails. In the environment ``LIMIT=60`` ends it
after so many seconds, and ``SEED=3`` makes other moments.
"""

import contextlib
import os
import random
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections import Counter
from pathlib import Path

from playwright.sync_api import TimeoutError as Timeout
from playwright.sync_api import sync_playwright

from flip7.rulebook import House
from flip7.scorepad.entries import Hand, Start
from flip7.scorepad.store import Store
from tests.browser.app_page import PAD, key, ready
from tests.browser.conftest import ARGS, ROOT

NAMES = ("Ana", "Ben", "Cleo", "Dev", "Eve")
LIFETIME, OFFLINE = 3, 10
"""Seconds: how long the server keeps a lost session, and how long the line is cut."""
KINDS = ("kill", "commit", "reload", "tabs", "kill", "commit", "reload", "tabs", "kill", "offline")
PATIENCE = 20_000
_SEATS = """buttons => buttons.map(button => [
    button.dataset.code, button.getAttribute('aria-label'), button.closest('.section').getAttribute('aria-label')])"""


class Server:
    """The app on a port of its own; it comes back on the same one."""

    def __init__(self, folder, port):
        self.port, self.flag = port, folder / "die"
        self.path = folder / "pad.sqlite3"
        self.process = None

    def start(self):
        options = {
            "port": self.port, "address": "127.0.0.1", "headless": "true", "fileWatcherType": "none",
            "disconnectedSessionTTL": LIFETIME,
        }  # fmt: skip
        command = [sys.executable, "-m", "tests.scorepad.dying_server", str(self.flag), "run", str(ROOT / "app.py")]
        self.process = subprocess.Popen(
            [*command, *(f"--server.{name}={value}" for name, value in options.items())],
            cwd=ROOT, env={**os.environ, "FLIP7_STORE": str(self.path)}, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        for _ in range(600):
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/_stcore/health", timeout=1).close()
                return
            time.sleep(0.05)
        raise RuntimeError("the server did not start")

    def kill(self):
        self.process.kill()
        self.process.wait()


class Line:
    """The line between phone and server, which can be cut."""

    def __init__(self, port, to):
        self.to, self.up, self.pairs = to, True, []
        self.listener = socket.create_server(("127.0.0.1", port))
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        while True:
            phone, _ = self.listener.accept()
            try:
                if not self.up:
                    raise ConnectionRefusedError
                server = socket.create_connection(("127.0.0.1", self.to), 2)
            except OSError:
                phone.close()
                continue
            server.settimeout(None)
            self.pairs.append((phone, server))
            threading.Thread(target=self._carry, args=(phone, server), daemon=True).start()

    def _carry(self, phone, server):
        with contextlib.suppress(OSError, ValueError):
            while True:
                for ready in select.select([phone, server], [], [])[0]:
                    data = ready.recv(65_536)
                    if not data:
                        raise OSError
                    (server if ready is phone else phone).sendall(data)
        phone.close()
        server.close()

    def cut(self):
        self.up = False
        for pair in self.pairs:
            for end in pair:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
        self.pairs.clear()


class Evening:
    """One phone and one game, and what went wrong with them."""

    def __init__(self, server, line, port, context, rng):
        self.server, self.line, self.rng, self.context = server, line, rng, context
        self.store = Store.at(server.path)
        self.code = self.store.create([Start(NAMES, dealer="p5", house=House(target=10_000))]).code
        self.page = context.new_page()
        self.page.goto(f"http://127.0.0.1:{port}/score_pad?v=1&pad={self.code}")
        ready(self.page)
        self.tap(self.page, "number")
        key(self.page, "digit 1").wait_for(timeout=PATIENCE)
        self.round, self.missing = 1, [f"p{n}" for n in range(1, len(NAMES) + 1)]
        self.wrong, self.looks, self.clashes = [], 0, 0

    def fault(self, words):
        """What went wrong is told at once: a run may be ended from outside."""
        self.wrong.append(words)
        print(words, flush=True)

    def tap(self, page, code):
        wanted = key(page, code)
        until = time.monotonic() + PATIENCE / 1000
        while code == "save" and time.monotonic() < until:
            # Where two tabs clash the page asks in the place of this key, at any moment; see ``shows``.
            if key(page, "mine").count():
                return
            with contextlib.suppress(Timeout):
                return wanted.first.dispatch_event("click", timeout=500)
        wanted.first.dispatch_event("click", timeout=PATIENCE)

    def look(self, page):
        """Everything that the page draws as saved now must be in the store."""
        try:
            seats = page.locator(f'{PAD} button[data-code^="seat p"]').evaluate_all(_SEATS)
        except Exception:  # the document is just being replaced
            return
        log = self.store.open(self.code).game.log
        kept = {(entry.player, entry.round, entry.points) for entry in log if isinstance(entry, Hand)}
        for code, label, where in seats:
            points = re.search(r"(\d+) saved", label)
            number = re.search(r"round (\d+)", where or "")
            if points and number and (code.split()[1], int(number[1]), int(points[1])) not in kept:
                self.fault(f"drawn as saved, but not stored: {label}, {where}")
        self.looks += 1

    def shows(self, page, seat, points):
        """Wait until the page draws this hand as saved."""
        name = NAMES[int(seat[1:]) - 1]
        saved = page.locator(f'{PAD} button[data-code="seat {seat}"][aria-label*="{points} saved"]')
        # Streamlit's client looks for a lost line ever more seldom, up to half a minute apart.
        until = time.monotonic() + PATIENCE / 1000 * (3 if self.kind == "offline" else 1)
        while time.monotonic() < until:
            self.look(page)
            with contextlib.suppress(Timeout):
                if key(page, "mine").count():
                    # The duplicated tab has saved what stood there half typed: the phone is asked, and insists.
                    self.clashes += 1
                    if self.kind != "tabs":
                        self.fault(f"{self.kind}: asked about another phone, and there is none")
                    self.tap(page, "mine")
                    key(page, "mine").wait_for(state="detached", timeout=PATIENCE)
                saved.first.wait_for(timeout=300)
                self.look(page)
                return
        shown = page.locator(".f7-hit").inner_text()
        self.fault(f"{self.kind}: {name}'s {points} in round {self.round} never came; the page says: {shown}")

    def interrupt(self, kind):
        """One player's hand with one interruption in it, then the checks."""
        self.kind, seat, points = kind, self.missing.pop(0), self.rng.randint(10, 60)
        taps = [f"seat {seat}", *(f"digit {digit}" for digit in str(points)), "save"]
        at = len(taps) - 1 if kind == "commit" else self.rng.randrange(len(taps) + 1)
        expected = {seat: points}
        for number, tap in enumerate((*taps, None)):
            if number == at:
                expected.update(getattr(self, f"_{kind}")(tap) or {})
            elif tap:
                self.tap(self.page, tap)
                self.page.wait_for_timeout(self.rng.choice((0, 20, 60)))
            self.look(self.page)
            if number == at and kind != "commit" and tap:
                self.tap(self.page, tap)
        self._back(kind)
        if kind == "tabs":
            # A screen learns of other tabs with its next tap.
            self.tap(self.page, "number")
        for who, worth in expected.items():
            self.shows(self.page, who, worth)
        self._check(expected)
        if not self.missing:
            self.tap(self.page, "close")
            self.round, self.missing = self.round + 1, [f"p{n}" for n in range(1, len(NAMES) + 1)]
            self.page.locator(f".f7-pad-who:has-text('Round {self.round}')").wait_for(timeout=PATIENCE)

    def _kill(self, _tap):
        self.page.wait_for_timeout(self.rng.choice((0, 5, 20, 60)))
        self.server.kill()

    def _commit(self, tap):
        self.server.flag.touch()
        self.tap(self.page, tap)
        until = time.monotonic() + 20
        while self.server.process.poll() is None and time.monotonic() < until:
            self.look(self.page)
            self.page.wait_for_timeout(20)
        if self.server.process.poll() is None:
            self.fault("the server did not die at its commit")
            self.server.kill()

    def _reload(self, _tap):
        self.page.reload(wait_until="commit")
        key(self.page, "number").wait_for(timeout=PATIENCE)

    def _offline(self, _tap):
        self.line.cut()
        self.since = time.monotonic()

    def _tabs(self, _tap):
        """A duplicated tab, which has the same log of taps, enters somebody else at the same time."""
        if not self.missing:
            return self._reload(_tap)
        with self.context.expect_page() as opened:
            self.page.evaluate("window.open(location.href)")
        other = opened.value
        key(other, "number").wait_for(timeout=PATIENCE)
        seat, points = self.missing.pop(0), self.rng.randint(10, 60)
        for tap in (f"seat {seat}", *(f"digit {digit}" for digit in str(points)), "save"):
            self.tap(other, tap)
            self.look(other)
        self.shows(other, seat, points)
        self.look(self.page)
        other.close()
        return {seat: points}

    def _back(self, kind):
        """The interruption ends; until then nothing that was tapped may look saved unless it is."""
        if kind == "offline":
            while time.monotonic() - self.since < OFFLINE:
                self.look(self.page)
                self.page.wait_for_timeout(200)
            self.line.up = True
        if kind in ("kill", "commit"):
            self.look(self.page)
            self.server.start()

    def _check(self, expected):
        game = self.store.open(self.code).game
        written = Counter((e.player, e.round, e.points) for e in game.log if isinstance(e, Hand))
        for seat, points in expected.items():
            hand = game.page.row(self.round).hands.get(seat)
            if hand is None or hand.points != points:
                self.fault(f"round {self.round}, {seat}: {points} tapped, {hand and hand.points} stored")
            if written[(seat, self.round, points)] != 1:
                self.fault(f"round {self.round}, {seat}: written {written[(seat, self.round, points)]} times")


def main(times, port):
    rng = random.Random(int(os.environ.get("SEED", "7")))
    done = Counter()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, line = Server(Path(folder), port + 1), Line(port, port + 1)
        chromium = os.environ.get("FLIP7_CHROMIUM") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGS)
        try:
            server.start()
            evening = Evening(server, line, port, browser.new_context(**playwright.devices["Pixel 7"]), rng)
            until = time.monotonic() + float(os.environ.get("LIMIT", "inf"))
            for number in range(times):
                if time.monotonic() > until:
                    break
                kind = KINDS[number % len(KINDS)]
                try:
                    evening.interrupt(kind)
                except Timeout as late:
                    evening.fault(f"{kind}: the page did not come back: {str(late)[:300]}")
                    evening.fault(evening.page.locator(".stMain").inner_text()[:500])
                    break
                done[kind] += 1
        finally:
            server.kill()
            browser.close()
        kinds = ", ".join(f"{n} {kind}" for kind, n in sorted(done.items()))
        hands = sum(isinstance(entry, Hand) for entry in evening.store.open(evening.code).game.log)
    looks, clashes, wrong = evening.looks, evening.clashes, evening.wrong
    seen = f"{hands} hands, {clashes} clashes asked about, {looks} looks at the page"
    print(f"{done.total()} interruptions ({kinds}), {seen}: {len(wrong)} wrong.")
    return 1 if wrong else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended from outside"))
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20, int(sys.argv[2]) if len(sys.argv) > 2 else 8620))
