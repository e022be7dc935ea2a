"""A practice round in a real browser: dealt, played, reviewed, reloaded, and counted once."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.app_page import PAD, key, open_page, ready
from tests.browser.conftest import Server


def test_a_round_is_played_reviewed_and_counted_once(phone: Page, server: Server) -> None:
    open_page(phone, server.url("/practice"))
    key(phone, "deal").tap()
    number = 0
    while True:
        # Each choice has a key of its own number, so a tap that comes late falls on no other one.
        last = phone.locator(f'{PAD} button[data-code^="{number}."]').last
        expect(last.or_(key(phone, "again"))).to_be_visible(timeout=15_000)
        if key(phone, "again").is_visible():
            break
        phone.wait_for_timeout(400)
        last.tap()
        number += 1
    expect(phone.locator(".f7-review")).to_be_visible()
    assert phone.locator(".f7-grades li").count() == number
    end = phone.locator(".f7-practice-end").inner_text()
    phone.reload()
    ready(phone)
    expect(phone.locator(".f7-practice-end")).to_have_text(end)
    phone.get_by_text("My figures").tap()
    expect(phone.locator(".f7-running dd").first).to_have_text("1")
    phone.reload()
    ready(phone)
    expect(phone.locator(".f7-running dd").first).to_have_text("1")
