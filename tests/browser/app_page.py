"""What the browser tests do with a page: open it, tap its keys, read what it says."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

PAD = "[class*=st-key-f7-pad-]"


def open_page(page: Page, url: str) -> None:
    """Open and wait until the script has run to its last line."""
    page.goto(url)
    ready(page)


def ready(page: Page) -> None:
    """Wait until the page stands: its last line, and its pad where it has one."""
    page.locator(".f7-foot").wait_for(state="attached", timeout=20_000)
    if page.url.partition("?")[0].endswith(("/should_i_hit", "/check_score", "/check_round")):
        key(page, "undo").wait_for(state="visible")
    page.wait_for_function("document.querySelector('.st-key-f7-tabs a[aria-current=page]') !== null")


def key(page: Page, code: str) -> Locator:
    """A key of the pad by its code."""
    return page.locator(f'{PAD} button[data-code="{code}"]')


def tap_all(page: Page, codes: str, pause_ms: int = 60) -> None:
    """Tap these keys, in this rhythm, without waiting for any answer."""
    for code in codes.split():
        key(page, code).dispatch_event("click") if pause_ms == 0 else key(page, code).tap(no_wait_after=True)
        page.wait_for_timeout(pause_ms)


def expect_link(page: Page, part: str) -> None:
    """The address holds this part, literally, soon."""
    expect(page).to_have_url(re.compile(re.escape(part) + r"(&|$)"), timeout=10_000)


def verdict(page: Page) -> Locator:
    return page.locator(".f7-word")
