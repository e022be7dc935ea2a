"""One game on three phones in a browser: two with a seat each, one of them offline for a while, and one to watch."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from flip7.notation import read_cards
from flip7.scorepad.entries import Start
from flip7.scorepad.store import the_store
from tests.browser.app_page import key, ready
from tests.browser.conftest import Server


def test_each_phone_taps_its_own_line_and_all_see_the_table(
    server: Server, context_of: Callable[[int, int, str], BrowserContext]
) -> None:
    opened = the_store().create([Start(("Ana", "Ben"), dealer="p2")])
    contexts = [context_of(width, 664, theme) for width, theme in ((320, "dark"), (390, "light"), (320, "light"))]
    ana, ben, watcher = (context.new_page() for context in contexts)
    for page in (ana, ben):
        page.goto(server.url(f"/score_pad?v=1&pad={opened.code}&sit=yes"))
    watcher.goto(server.url(f"/watch?v=1&watch={opened.watch}"))
    for page in (ana, ben, watcher):
        ready(page)
    key(ana, "sit p1").tap()
    key(ben, "sit p2").tap()
    key(ana, "8").tap()
    _shows(watcher, "Ana", 1)
    _shows(ben, "Ana", 1)
    _shows(ben, "Ben", 0)
    # What stands there still stands there after a second in which nobody has written.
    watcher.wait_for_timeout(1_500)
    _shows(watcher, "Ana", 1)
    contexts[1].set_offline(True)
    for card in ("12", "3"):
        key(ben, card).tap()
    expect(ben.locator(".waiting")).to_contain_text("2 taps are kept")
    expect(ben.locator(".waiting")).to_be_in_viewport(ratio=1)
    key(ana, "11").tap()
    _shows(watcher, "Ana", 2)
    contexts[1].set_offline(False)
    _shows(watcher, "Ben", 2)
    key(ben, "stayed").tap()
    key(ana, "stayed").tap()
    expect(key(ana, "close")).not_to_have_attribute("aria-disabled", "true")
    key(ana, "close").tap()
    expect(watcher.locator(".f7-pad-sheet tfoot")).to_contain_text("19")
    expect(ben.locator(".f7-pad-who")).to_contain_text("Round 2")
    expect(ben.locator(".f7-why")).to_contain_text("Ben")
    first = the_store().open(opened.code).game.rounds[0]
    assert {seat: hand.cards for seat, hand in first.row.hands.items()} == {
        "p1": read_cards("8 11"), "p2": read_cards("12 3"),
    }  # fmt: skip
    assert dict(first.points) == {"p1": 19, "p2": 15}
    for page in (ana, ben, watcher):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def _shows(page: Page, name: str, cards: int) -> None:
    expect(page.locator(f'.f7-seat[aria-label="{name}"] .f7-card')).to_have_count(cards, timeout=10_000)
