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


@pytest.fixture(scope="session")
def mortal() -> Iterator[Server]:
    """The place of a server that is killed again and again, always at the same address."""
    place = Server()
    yield place
    place.kill()


@pytest.fixture
def mortal_server(mortal: Server) -> Server:
    """A server to be killed at will; others may have visited it."""
    return mortal if mortal.process else mortal.start()


@pytest.fixture
def fresh_server(mortal: Server) -> Server:
    """A server that nobody has visited yet, to be killed at will."""
    mortal.kill()
    return mortal.start()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


def chromium() -> str | None:
    """The path of a browser on this machine, if it has one of its own."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return os.environ.get("FLIP7_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    path = chromium()
    if path is None and not Path(playwright.chromium.executable_path).exists():
        no_browser("no Chromium found: install one, or run `playwright install chromium`")
    launched = playwright.chromium.launch(executable_path=path, args=ARGS)
    yield launched
    launched.close()


@pytest.fixture(scope="session")
def pixel(browser: Browser, playwright: Playwright) -> BrowserContext:
    """The profile of a Pixel 7: the scripts and styles that one test has loaded, the next one has at hand."""
    return browser.new_context(**playwright.devices["Pixel 7"])


@pytest.fixture
def phone(pixel: BrowserContext) -> Iterator[Page]:
    """A new page on a Pixel 7 that keeps nothing of the test before."""
    pixel.set_storage_state({})
    yield pixel.new_page()
    for page in pixel.pages:
        page.close()
    pixel.clear_permissions()


@pytest.fixture(scope="session")
def window(browser: Browser) -> Page:
    """A window that takes any size, and touches."""
    return browser.new_context(has_touch=True).new_page()


@pytest.fixture
def screen(window: Page) -> Page:
    """The window, light and empty, with nothing kept of the test before."""
    window.goto("about:blank")
    window.emulate_media(color_scheme="light")
    window.context.set_storage_state({})
    return window


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
