"""The game that is learnt: one switch, remembered on the device, and stronger in a link."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.app_page import open_page
from tests.browser.conftest import Server


def test_the_switch_is_remembered_on_the_device_and_a_link_is_stronger(phone: Page, server: Server) -> None:
    open_page(phone, server.url("/learn"))
    phone.get_by_role("radio", name="With a Vengeance").tap()
    expect(phone.locator("a.f7-learn-start").first).to_have_text("I know Flip 7: Nobody is safe")
    phone.wait_for_url("**/learn?v=1&edition=vengeance")
    phone.wait_for_function("localStorage.getItem('flip7.kept.edition') === 'vengeance'")

    open_page(phone, server.url("/cases"))
    expect(phone.locator("a.f7-case-link").first).to_contain_text("My opening card is a minus card")
    expect(phone.get_by_role("radio", name="With a Vengeance")).to_be_checked()

    open_page(phone, server.url("/cases?edition=classic&where=freeze"))
    expect(phone.locator(".f7-found")).to_contain_text("A Freeze.")
    phone.wait_for_function("localStorage.getItem('flip7.kept.edition') === 'classic'")
