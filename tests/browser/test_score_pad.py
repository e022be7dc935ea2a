"""The score pad in a browser: a round led by the referee, and a server that dies in mid-entry."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from flip7.scorepad.entries import Start
from flip7.scorepad.store import the_store
from tests.browser.app_page import expect_link, key, ready, tap_all
from tests.browser.conftest import Server


def test_the_referee_writes_a_round_and_after_a_restart_an_entry_goes_into_the_round_on_the_screen(
    phone: Page, mortal_server: Server
) -> None:
    code = the_store().create([Start(("Ana", "Ben"), dealer="p2")]).code
    phone.goto(mortal_server.url(f"/score_pad?v=1&pad={code}"))
    ready(phone)
    phone.get_by_role("button", name="Let the referee lead round 1").tap()
    for tap in ("7", "9", "stay 0", "stay 1"):
        key(phone, tap).wait_for()
        # The referee does not hear a key that has just come under the finger.
        phone.wait_for_timeout(400)
        key(phone, tap).tap()
    phone.get_by_role("button", name="Write this round on the score pad").tap()
    expect(phone.locator(".f7-pad-who")).to_have_text("Round 2 · Ana deals")
    key(phone, "number").tap()
    expect_link(phone, "round=2&at=p2&ask=number")
    key(phone, "seat p1").tap()
    expect_link(phone, "round=2&at=p1&ask=number")
    phone.wait_for_timeout(1000)
    mortal_server.kill()
    phone.wait_for_timeout(300)
    tap = phone.locator('[data-code="digit 1"]')
    tap.tap()
    mortal_server.start()
    expect(phone.locator(".f7-word")).to_have_text("1", timeout=15_000)
    tap_all(phone, "save", 200)
    expect(phone.locator(".f7-pad-sheet")).to_contain_text("2 (open)")
    rounds = the_store().open(code).game.rounds
    assert [dict(this.points) for this in rounds] == [{"p1": 7, "p2": 9}, {"p1": 1}]
