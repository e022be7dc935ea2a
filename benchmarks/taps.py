"""How long from a tap to the new verdict on a phone's screen, beside a bare page with one button, in the same run.

    python -m benchmarks.taps

Real server, real browser, Pixel 7 profile. Times run from the pointer's first contact to the first frame that shows
the new answer. Every measured position is new to the server, so that no answer is remembered.
"""

from __future__ import annotations

import os
import random
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Locator, Page, sync_playwright

from tests.browser.app_page import expect_link, key, open_page, tap_all
from tests.browser.conftest import ARGS, Server

ROUNDS = 16
CARDS_A_ROUND = 5
HASTE_RUNS = 20
HASTE = "3 8 11 +4 0 5 +2 x2"
BARE = """
import streamlit as st
st.session_state.setdefault("n", 0)
if st.button("one more"):
    st.session_state.n += 1
st.html(f"<div class='f7-hit'>{st.session_state.n}</div>")
"""
WATCH = """() => {
  const shown = () => document.querySelector(".f7-hit")?.innerHTML
  const before = shown()
  window.measured = null
  document.addEventListener("pointerdown", (event) => {
    const begun = event.timeStamp
    const look = () => {
      if (shown() !== undefined && shown() !== before) window.measured = performance.now() - begun
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, { once: true, capture: true })
}"""


def one_tap(page: Page, target: Locator) -> float:
    """Milliseconds from this tap to its answer on the screen."""
    page.evaluate(WATCH)
    target.tap()
    measured = page.wait_for_function("window.measured", timeout=10_000).json_value()
    page.wait_for_timeout(150)
    return float(measured)


def line(name: str, times: list[float]) -> float:
    """Print median and 95th percentile; return the median."""
    median = statistics.median(times)
    p95 = statistics.quantiles(times, n=20)[-1]
    print(f"{name}: median {median:.0f} ms, p95 {p95:.0f} ms, {len(times)} taps")
    return median


def verdict_times(page: Page, url: str) -> list[float]:
    """Taps on new positions of one to five cards."""
    chance = random.Random(7)
    times = []
    for _ in range(ROUNDS):
        open_page(page, f"{url}?v=1&seen=" + ".".join(map(str, sorted(chance.sample(range(2, 13), 4)))))
        page.wait_for_timeout(400)
        for code in chance.sample(["0", *map(str, range(3, 13)), "+4", "+10", "x2"], CARDS_A_ROUND):
            times.append(one_tap(page, key(page, code)))
    return times


def main() -> int:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        bare_script = Path(folder) / "bare.py"
        bare_script.write_text(BARE, "utf-8")
        app, bare = Server().start(), Server(bare_script).start()
        path = os.environ.get("FLIP7_CHROMIUM") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=ARGS)
        page = browser.new_context(**playwright.devices["Pixel 7"]).new_page()
        try:
            page.goto(bare.url())
            button = page.get_by_role("button", name="one more")
            button.wait_for()
            page.wait_for_timeout(500)
            floor = line("bare page, one button", [one_tap(page, button) for _ in range(40)])
            median = line("tap to new verdict", verdict_times(page, app.url("/should_i_hit")))
            print(f"ratio of the medians: {median / floor:.1f}")
            for _ in range(HASTE_RUNS):
                # A device of its own each time: another one would remember the cards of the run before.
                context = browser.new_context(**playwright.devices["Pixel 7"])
                haste = context.new_page()
                open_page(haste, app.url("/should_i_hit"))
                tap_all(haste, HASTE)
                expect_link(haste, "line=3.8.11.p4.0.5.p2.x2")
                context.close()
            print(f"eight taps at 60 ms spacing: all counted in {HASTE_RUNS} of {HASTE_RUNS} runs")
        finally:
            browser.close()
            app.kill()
            bare.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
