"""Disputes settled on a phone: a claim, a whole round, both by taps alone."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.app_page import expect_link, key, open_page, tap_all
from tests.browser.conftest import Server


def test_a_five_card_hand_and_its_claim_in_eight_taps(phone: Page, server: Server) -> None:
    open_page(phone, server.url("/check_score"))
    taps = ["5", "9", "12", "x2", "+10", "claim", "digit 7", "digit 2"]
    for tap in taps:
        key(phone, tap).tap()
        expect(phone.locator(".waiting")).to_be_empty()
    # (5 + 9 + 12) x 2 + 10 = 62; (5 + 9 + 12 + 10) x 2 = 72.
    expect(phone.locator(".f7-claim")).to_contain_text("72 is wrong: it is 62.")
    expect(phone.locator(".f7-claim")).to_contain_text("The +10 was doubled too.")
    assert len(taps) <= 12
    box = phone.locator(".f7-claim h2").bounding_box()
    assert box
    assert box["y"] + box["height"] < phone.viewport_size["height"] - 48  # type: ignore[index]
    phone.reload()
    expect(phone.locator(".f7-claim")).to_contain_text("72 is wrong: it is 62.")


def test_a_round_by_taps_and_a_reload(phone: Page, server: Server) -> None:
    open_page(phone, server.url("/check_round"))
    tap_all(phone, "3 8 x2", 120)
    for tap in ("seat 1", "9", "9", "claim", "digit 9"):
        key(phone, tap).tap()
    expect_link(phone, "claims=.9.")
    expect(phone.locator(".f7-rows")).to_contain_text("9 is wrong: it is 0.")
    key(phone, "seat 2").tap()
    tap_all(phone, "x2 5", 120)
    expect(phone.locator(".f7-problems")).to_contain_text("2 copies of x2 cannot be")
    phone.reload()
    expect(phone.locator(".f7-problems")).to_contain_text("2 copies of x2 cannot be")
    key(phone, "undo").tap()
    expect(phone.locator(".f7-problems")).to_contain_text("2 copies of x2 cannot be")
    key(phone, "undo").tap()
    expect(phone.locator(".f7-problems")).to_have_count(0)
