"""The score pad in a browser: a server that dies in mid-entry."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from flip7.scorepad.entries import Start
from flip7.scorepad.store import the_store
from tests.browser.app_page import expect_link, key, ready, tap_all
from tests.browser.conftest import Server


def test_after_a_restart_an_entry_goes_into_the_round_on_the_screen(phone: Page, fresh_server: Server) -> None:
    code = the_store().create([Start(("Ana", "Ben"), dealer="p2")]).code
    phone.goto(fresh_server.url(f"/score_pad?v=1&pad={code}"))
    ready(phone)
    key(phone, "number").tap()
    for tap in ("digit 7", "save", "digit 9", "close"):
        key(phone, tap).tap()
        phone.wait_for_timeout(200)
    expect_link(phone, "round=2&at=p2&ask=number")
    key(phone, "seat p1").tap()
    expect_link(phone, "round=2&at=p1&ask=number")
    phone.wait_for_timeout(1000)
    fresh_server.kill()
    phone.wait_for_timeout(300)
    tap = phone.locator('[data-code="digit 1"]')
    tap.tap()
    fresh_server.start()
    expect(phone.locator(".f7-word")).to_have_text("1", timeout=15_000)
    tap_all(phone, "save", 200)
    expect(phone.locator(".f7-pad-sheet")).to_contain_text("2 (open)")
    rounds = the_store().open(code).game.rounds
    assert [dict(this.points) for this in rounds] == [{"p1": 7, "p2": 9}, {"p1": 1}]
