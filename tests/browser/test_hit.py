"""Should I hit?, in a browser: sharing a position, the switches, an evening's buttons."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.app_page import expect_link, key, open_page, ready, tap_all, verdict
from tests.browser.conftest import Server


def test_the_link_is_copied_and_opens_the_same_position(phone: Page, server: Server) -> None:
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_page(phone, server.url("/should_i_hit?v=1&line=3.8.11&seen=2_12&pile=12&goal=45&mode=seen"))
    tap_all(phone, "11")
    expect_link(phone, "seen=11.2_12&pile=12&goal=45&mode=seen")
    phone.get_by_text("Share this position").tap()
    phone.get_by_role("button", name="Copy the link").tap()
    expect(phone.get_by_text("Copied.")).to_be_visible()
    copied = phone.evaluate("navigator.clipboard.readText()")
    assert copied == server.url("/should_i_hit?v=1&line=3.8.11&seen=11.2_12&pile=12&goal=45")
    code = phone.get_by_alt_text("This link as a QR code")
    expect(code).to_be_visible()
    assert code.evaluate("image => image.naturalWidth") > 100
    # The link follows the next tap, and what was said about the old one goes.
    tap_all(phone, "mine 5")
    field = phone.get_by_label("Link to what this page shows")
    expect(field).to_have_value(server.url("/should_i_hit?v=1&line=3.8.11.5&seen=11.2_12&pile=12&goal=45"))
    expect(phone.get_by_text("Copied.")).to_have_count(0)
    other = phone.context.new_page()
    open_page(other, copied)
    expect(verdict(other)).to_have_text("HIT")
    expect(key(other, "drop 11")).to_be_visible()


def test_rounds_a_reshuffle_and_the_switches(phone: Page, server: Server) -> None:
    open_page(phone, server.url("/should_i_hit"))
    tap_all(phone, "8 SC 8 seen 12 round")
    expect_link(phone, "seen=2_8.12.SC&pile=2_8.12.SC")
    tap_all(phone, "5 6 reshuffle alone flip flip 7")
    expect_link(phone, "line=5.6.7&alone=1&flips=1")
    expect(verdict(phone)).to_have_text("FLIP 1")
    phone.reload()
    ready(phone)
    expect(verdict(phone)).to_have_text("FLIP 1")
    expect(key(phone, "alone")).to_have_attribute("aria-pressed", "true")
    tap_all(phone, "flip others")
    expect(verdict(phone)).to_have_text("HIT")


def test_counts_only_hides_every_advice(phone: Page, server: Server) -> None:
    open_page(phone, server.url("/should_i_hit?v=1&line=3.8.11.p4"))
    tap_all(phone, "counts")
    expect(verdict(phone)).to_have_text("19 of 90")
    page = phone.locator("[data-testid=stMain]")
    for words in ("HIT", "STAY", "over staying", "then stop"):
        expect(page.get_by_text(words, exact=True)).to_have_count(0)
    tap_all(phone, "counts")
    expect(verdict(phone)).to_have_text("HIT")
