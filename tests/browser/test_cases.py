"""A case in a real browser: chosen by one tap, stepped through, reloaded, left by Back, and read by the keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.app_page import PAD, key, open_page, ready, tap_all
from tests.browser.conftest import Server

SIXTH = "Card two of three: Ana turns a Second Chance and keeps it."
SEVENTH = (
    "Card three of three: Ana turns another 8, but the Second Chance saves Ana: both cards go to the discard pile."
)


def says(page: Page) -> Locator:
    return page.locator(".f7-says")


def open_case(page: Page, url: str) -> None:
    open_page(page, url)
    expect(key(page, "next")).to_be_visible()


def test_choose_step_reload_and_back(phone: Page, server: Server) -> None:
    open_page(phone, server.url("/cases"))
    phone.locator("a.f7-case-link", has_text="Freeze inside a Flip Three").tap()
    expect(key(phone, "a1")).to_be_visible()
    key(phone, "a1").tap()
    expect(phone.locator(".stMain")).to_contain_text("It waits until her three cards are done.")
    key(phone, "a0").tap()
    expect(key(phone, "next")).to_be_visible()
    tap_all(phone, "first next next next next next", 120)
    expect(says(phone)).to_have_text(SIXTH)
    expect(phone).to_have_url(re.compile(r"case=a05&step=6&tried=2&said=1(&|$)"))
    phone.reload()
    ready(phone)
    expect(says(phone)).to_have_text(SIXTH)
    tap_all(phone, "next")
    expect(says(phone)).to_have_text(SEVENTH)
    tap_all(phone, "last")
    expect(phone.locator(".f7-ruling")).to_be_visible()
    phone.locator("a.f7-case-link").tap()
    expect(phone.locator("h1")).to_have_text("A bust on card two of three")
    phone.go_back()
    expect(phone.locator("h1")).to_have_text("Freeze inside a Flip Three")
    expect(phone.locator(".f7-ruling")).to_be_visible()
    phone.go_back()
    expect(phone.locator("h1")).to_have_text("What if …?")
    phone.go_forward()
    expect(phone.locator(".f7-ruling")).to_be_visible()


@pytest.mark.parametrize("pause_ms", [0, 60])
def test_no_step_is_lost_in_haste(phone: Page, server: Server, pause_ms: int) -> None:
    open_case(phone, server.url("/cases?v=1&case=a05&step=1&open=1"))
    tap_all(phone, "next next next next next next next back next next", pause_ms)
    expect(phone).to_have_url(re.compile(r"case=a05&step=9&open=1(&|$)"))


def test_a_deep_link_to_the_middle_and_a_killed_server(phone: Page, mortal_server: Server) -> None:
    open_case(phone, mortal_server.url("/cases?v=1&case=a05&step=6&open=1"))
    expect(says(phone)).to_have_text(SIXTH)
    mortal_server.kill()
    phone.wait_for_timeout(300)
    mortal_server.start()
    tap_all(phone, "next")
    expect(says(phone)).to_have_text(SEVENTH, timeout=15_000)


def test_the_keyboard_alone_and_what_is_read_out(phone: Page, server: Server) -> None:
    open_page(phone, server.url("/cases"))
    first = phone.locator("a.f7-case-link").first
    for _ in range(60):
        phone.keyboard.press("Tab")
        if first.evaluate("link => link === document.activeElement"):
            break
    expect(first).to_be_focused()
    phone.keyboard.press("Enter")
    expect(key(phone, "a0")).to_be_visible()
    for _ in range(30):
        phone.keyboard.press("Tab")
        if key(phone, "a0").evaluate("button => button.getRootNode().activeElement === button"):
            break
    phone.keyboard.press("Enter")
    said = phone.locator(f"{PAD} .said")
    expect(said).to_contain_text("The ruling: No. First double the numbers")
    expect(said).to_have_attribute("aria-live", "polite")


def test_the_sentence_stays_in_sight_and_no_key_moves(phone: Page, server: Server) -> None:
    phone.set_viewport_size({"width": 320, "height": 568})
    open_case(phone, server.url("/cases?v=1&case=a05&step=5&open=1"))
    before = key(phone, "next").bounding_box()
    phone.locator(".f7-piles").scroll_into_view_if_needed()
    tap_all(phone, "next")
    expect(says(phone)).to_have_text(SIXTH)
    expect(says(phone)).to_be_in_viewport(ratio=1)
    # A key shrinks a little while it is pressed.
    phone.wait_for_timeout(400)
    assert key(phone, "next").bounding_box() == before
