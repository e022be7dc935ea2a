"""A round at a real table, tapped on a phone: reload in the middle, undo, the score, and from the keyboard."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.app_page import expect_link, key, open_page, ready
from tests.browser.conftest import Server


def asked(page: Page, words: str) -> None:
    expect(page.locator(".f7-ask-big")).to_have_text(words, timeout=10_000)


def tap(page: Page, *codes: str) -> None:
    """Tap these keys as people do: a key that is not there yet is waited for, and looked at."""
    for code in codes:
        key(page, code).wait_for()
        page.wait_for_timeout(400)
        key(page, code).tap(no_wait_after=True)


def test_a_round_by_taps(phone: Page, server: Server) -> None:
    open_page(phone, server.url("/referee"))
    for seat, name in enumerate(("Ana", "Ben", "Cleo <b>"), 1):
        phone.get_by_label(f"Player {seat}", exact=True).fill(name)
    phone.get_by_role("button", name="Start").tap()
    asked(phone, "Turn a card for Ana")
    tap(phone, "7", "3", "12")
    asked(phone, "Ana: hit or stay?")
    tap(phone, "F3", "to 1", "5", "FR")
    expect_link(phone, "in=7.3.12.F3.o1.5.FR")
    asked(phone, "Turn a card for Ben")

    phone.reload()
    ready(phone)
    asked(phone, "Turn a card for Ben")
    tap(phone, "4")
    asked(phone, "Ben: who gets the Freeze?")
    tap(phone, "undo", "3")
    expect(phone.locator(".f7-ask .f7-told")).to_contain_text("Ben busts")
    asked(phone, "Cleo <b>: hit or stay?")
    # Ben is out: refused, with the rule.
    tap(phone, "FR")
    asked(phone, "Cleo <b>: who gets the Freeze?")
    expect(key(phone, "to 1")).to_have_attribute("aria-disabled", "true")
    key(phone, "to 1").dispatch_event("click")
    expect(phone.locator(".f7-toast")).to_contain_text("R24")
    tap(phone, "to 0")
    asked(phone, "Cleo <b>: hit or stay?")
    tap(phone, "stay 2")
    asked(phone, "Round over: Cleo <b> leads with 12")
    expect(phone.locator(".f7-standings tbody tr").first).to_contain_text("Cleo <b>")
    tap(phone, "next")
    asked(phone, "Turn a card for Ben")


def test_a_killed_server_and_a_hasty_hand_lose_nothing(phone: Page, mortal_server: Server) -> None:
    open_page(phone, mortal_server.url("/referee"))
    phone.get_by_role("button", name="Start").tap()
    asked(phone, "Turn a card for Player 1")
    tap(phone, "7", "3", "12", "5")
    expect_link(phone, "in=7.3.12.5")
    mortal_server.kill()
    phone.wait_for_timeout(300)
    mortal_server.start()
    tap(phone, "9")
    expect_link(phone, "in=7.3.12.5.9")
    asked(phone, "Player 3: hit or stay?")


def test_the_second_tap_of_a_hasty_two_does_not_count(phone: Page, server: Server) -> None:
    open_page(phone, server.url("/referee?v=1&n=3&names=Ana%0ABen%0ACleo&dealer=3&in=7.3.5"))
    for code, gap in (("stay 0", 0), ("stay 1", 120)):
        phone.wait_for_timeout(500)
        box = key(phone, code).bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        phone.touchscreen.tap(x, y)
        phone.wait_for_timeout(gap)
        phone.touchscreen.tap(x, y)
        phone.wait_for_timeout(700)
    expect_link(phone, "in=7.3.5.s.s")


def test_from_the_keyboard_alone(phone: Page, server: Server) -> None:
    open_page(phone, server.url("/referee?v=1&n=3&names=Ana%0ABen&dealer=2&in=7.3.5"))
    key(phone, "FR").focus()
    phone.keyboard.press("Enter")
    asked(phone, "Ben: who gets the Freeze?")
    # The cards are gone; the first answer has the focus, and the next ones follow.
    expect(key(phone, "to 0")).to_be_focused()
    phone.keyboard.press("Tab")
    expect(key(phone, "to 1")).to_be_focused()
    phone.keyboard.press("Space")
    asked(phone, "Ana: hit or stay?")
    expect(phone.locator("[class*=st-key-f7-pad-] .said")).to_contain_text("Ben is frozen")
    expect(phone.locator("[class*=st-key-f7-pad-] .said")).to_contain_text("Ana: hit or stay?")


def test_the_round_can_be_saved(phone: Page, server: Server) -> None:
    open_page(phone, server.url("/referee?v=1&n=5&names=Ana%0ABen&dealer=2&in=7.3.5.s.s"))
    phone.get_by_text("Keep this round").tap()
    with phone.expect_download() as saved:
        phone.get_by_role("button", name="Save this round as a file").tap()
    assert saved.value.suggested_filename == "flip7-round-1.toml"
    assert 'deck = "7 3 5"' in saved.value.path().read_text("utf-8")
