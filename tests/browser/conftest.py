"""A real server and a real browser for these tests. Without a Chromium they are skipped, with the reason.

``FLIP7_REQUIRE_BROWSER=1`` makes a missing browser a failure; ``FLIP7_CHROMIUM`` names one that is not on the path.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

ROOT = Path(__file__).parents[2]
ARGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
START_SECONDS = 30


def no_browser(reason: str) -> NoReturn:
    """Skip, or fail where a browser is required."""
    if os.environ.get("FLIP7_REQUIRE_BROWSER") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


class Server:
    """The app on a free port, which stays the same when the server is killed and started again."""

    def __init__(self, script: Path = ROOT / "app.py") -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.script = script
        self.process: subprocess.Popen[bytes] | None = None

    def url(self, path: str = "/") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def start(self) -> Server:
        command = [sys.executable, "-m", "streamlit", "run", str(self.script)]
        command += [f"--server.port={self.port}", "--server.address=127.0.0.1", "--server.headless=true"]
        self.process = subprocess.Popen(
            [*command, "--server.fileWatcherType=none"],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            try:
                with urllib.request.urlopen(self.url("/_stcore/health"), timeout=1) as answer:
                    if answer.status == 200:
                        return self
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        self.kill()
        raise RuntimeError("the server did not start")

    def kill(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One server for all tests that do not kill it."""
    running = Server().start()
    yield running
    running.kill()


@pytest.fixture
def fresh_server() -> Iterator[Server]:
    """A server that nobody has visited yet, to be killed at will."""
    running = Server().start()
    yield running
    running.kill()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    path = os.environ.get("FLIP7_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if path is None and not Path(playwright.chromium.executable_path).exists():
        no_browser("no Chromium found: install one, or run `playwright install chromium`")
    launched = playwright.chromium.launch(executable_path=path, args=ARGS)
    yield launched
    launched.close()


@pytest.fixture
def phone(browser: Browser, playwright: Playwright) -> Iterator[Page]:
    """A page with the profile of a Pixel 7."""
    context = browser.new_context(**playwright.devices["Pixel 7"])
    yield context.new_page()
    context.close()


@pytest.fixture
def context_of(browser: Browser) -> Iterator[object]:
    """Make a context of a given size and theme; all are closed at the end."""
    made: list[BrowserContext] = []

    def make(width: int, height: int, theme: str) -> BrowserContext:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=theme,  # type: ignore[arg-type]
            has_touch=width < 1000,
        )
        made.append(context)
        return context

    yield make
    for context in made:
        context.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser on a busy machine can miss a deadline that says nothing about the app: such a test may try again.

    The report counts every second try, so that a test which needs it often is seen.
    """
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=3))
