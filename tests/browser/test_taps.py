"""No tap is lost, doubled or reordered: not by haste, not by a reload, not by a server that dies."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.app_page import expect_link, key, open_page, ready, tap_all, verdict
from tests.browser.conftest import Server


def test_eight_taps_at_60_ms_all_count(phone: Page, server: Server) -> None:
    open_page(phone, server.url("/should_i_hit"))
    tap_all(phone, "3 8 11 +4 0 5 +2 x2")
    expect_link(phone, "line=3.8.11.p4.0.5.p2.x2")


def test_eight_taps_on_one_key_all_count(phone: Page, server: Server) -> None:
    open_page(phone, server.url("/should_i_hit?v=1&mode=seen"))
    tap_all(phone, "12 12 12 12 12 12 12 12")
    expect_link(phone, "seen=8_12")
    expect(key(phone, "12")).to_have_attribute("aria-label", "12, 4 left, 8 seen")


def test_the_switch_and_the_keys_stay_in_order(phone: Page, server: Server) -> None:
    open_page(phone, server.url("/should_i_hit"))
    tap_all(phone, "3 seen 12 12 mine 8 undo 9", pause_ms=0)
    expect_link(phone, "line=3.9&seen=2_12")


@pytest.mark.parametrize("pause_ms", [0, 60])
def test_taps_on_the_score_page_all_count(phone: Page, server: Server, pause_ms: int) -> None:
    open_page(phone, server.url("/check_score"))
    tap_all(phone, "3 8 11 +4 0 5 +2 x2", pause_ms)
    expect_link(phone, "hand=3.8.11.p4.0.5.p2.x2")


def test_reload_keeps_the_position_and_the_next_tap_counts(phone: Page, server: Server) -> None:
    open_page(phone, server.url("/should_i_hit"))
    tap_all(phone, "3 8 11")
    expect_link(phone, "line=3.8.11")
    phone.reload()
    ready(phone)
    expect(key(phone, "drop 11")).to_be_visible()
    tap_all(phone, "+4")
    expect_link(phone, "line=3.8.11.p4")
    tap_all(phone, "undo undo")
    expect_link(phone, "line=3.8")


def test_back_leaves_the_page_and_forward_finds_the_position(phone: Page, server: Server) -> None:
    open_page(phone, server.url("/"))
    phone.locator(".st-key-f7-job-hit a").tap()
    ready(phone)
    tap_all(phone, "3 8 11")
    expect_link(phone, "line=3.8.11")
    phone.go_back()
    expect(phone.locator(".f7-door")).to_be_visible()
    ready(phone)
    # Nobody reads the page before in less; on a busy machine it is still being drawn.
    phone.wait_for_timeout(700)
    phone.go_forward()
    expect(key(phone, "drop 11")).to_be_visible(timeout=10_000)
    tap_all(phone, "2")
    expect_link(phone, "line=3.8.11.2")


def test_another_page_and_back_by_the_tabs(phone: Page, server: Server) -> None:
    open_page(phone, server.url("/should_i_hit"))
    tap_all(phone, "3 8")
    expect_link(phone, "line=3.8")
    phone.locator(".st-key-f7-tab-home a").tap()
    expect(phone.locator(".f7-door")).to_be_visible()
    phone.locator(".st-key-f7-tab-hit a").tap()
    expect(key(phone, "drop 8")).to_be_visible()
    tap_all(phone, "11 +4")
    expect_link(phone, "line=3.8.11.p4")


def test_a_killed_server_loses_nothing(phone: Page, mortal_server: Server) -> None:
    open_page(phone, mortal_server.url("/should_i_hit"))
    tap_all(phone, "3 8 11")
    expect_link(phone, "line=3.8.11")
    mortal_server.kill()
    phone.wait_for_timeout(300)
    mortal_server.start()
    # The first tap after the restart, before the page has had time to notice anything.
    tap_all(phone, "+4")
    expect_link(phone, "line=3.8.11.p4")
    expect(key(phone, "drop +4")).to_be_visible()
    expect(verdict(phone)).to_have_text("HIT")


def test_taps_while_the_server_is_down_count_once_it_is_back(phone: Page, mortal_server: Server) -> None:
    open_page(phone, mortal_server.url("/should_i_hit"))
    tap_all(phone, "3 8")
    expect_link(phone, "line=3.8")
    mortal_server.kill()
    phone.wait_for_timeout(300)
    tap_all(phone, "11 +4 +4")
    expect(phone.locator(".waiting")).to_contain_text("3 taps are kept")
    # Long enough for the dialog about terminals that would lie over the keys.
    phone.wait_for_timeout(9000)
    expect(phone.locator("[data-testid=stDialog]")).to_have_count(0)
    tap_all(phone, "2")
    mortal_server.start()
    expect_link(phone, "line=3.8.11.p4.2")
    expect(phone.locator(".waiting")).to_be_empty()


def test_keys_work_from_the_keyboard_and_keep_the_focus(phone: Page, server: Server) -> None:
    open_page(phone, server.url("/should_i_hit"))
    key(phone, "8").focus()
    phone.keyboard.press("Enter")
    expect_link(phone, "line=8")
    expect(key(phone, "8")).to_be_focused()
    expect(key(phone, "8")).to_have_attribute("aria-label", "8, 7 left, in your line")
    phone.keyboard.press("Space")
    expect(verdict(phone)).to_have_text("BUST")


def test_a_rule_looked_up_by_link_and_a_closed_tab_cost_nobody_the_cards(phone: Page, server: Server) -> None:
    open_page(phone, server.url("/should_i_hit"))
    tap_all(phone, "3 8 11")
    expect_link(phone, "line=3.8.11")
    phone.locator(".st-key-f7-tab-score a").tap()
    # The page before has a 5 too.
    expect(phone.locator(".f7-formula")).to_be_visible()
    tap_all(phone, "5 x2")
    expect_link(phone, "hand=5.x2")
    # A link to a rule loads the whole document anew, and with it a new session.
    phone.locator("a.f7-rule").first.tap()
    expect(phone.locator(".f7-found")).to_contain_text("R45")
    phone.locator(".st-key-f7-tab-hit a").tap()
    expect_link(phone, "line=3.8.11")
    expect(verdict(phone)).to_have_text("HIT")
    again = phone.context.new_page()
    phone.close()
    open_page(again, server.url("/check_score"))
    expect_link(again, "hand=5.x2")
    # What has been cleared stays cleared.
    tap_all(again, "clear")
    expect(again.locator(".f7-word")).to_have_text("0")
    again.wait_for_timeout(500)
    again.goto(server.url("/check_score"))
    ready(again)
    again.wait_for_timeout(1000)
    expect(again.locator(".f7-word")).to_have_text("0")


def test_a_position_from_a_link_survives_a_server_that_dies(phone: Page, mortal_server: Server) -> None:
    # Streamlit's client asks the new server with the address that the page was opened with.
    open_page(phone, mortal_server.url("/should_i_hit?v=1&line=12"))
    tap_all(phone, "4 5 6")
    expect_link(phone, "line=12.4.5.6")
    phone.get_by_label("Type or paste cards").fill("3*9")
    phone.get_by_role("button", name="All seen cards").tap()
    expect_link(phone, "line=12.4.5.6&seen=3_9")
    phone.wait_for_timeout(500)
    mortal_server.kill()
    phone.wait_for_timeout(1500)
    mortal_server.start()
    tap_all(phone, "8")
    expect_link(phone, "line=12.4.5.6.8&seen=3_9")


@pytest.mark.parametrize("wait", [0, 60, 120])
def test_a_reload_right_after_a_tap_loses_nothing(phone: Page, server: Server, wait: int) -> None:
    open_page(phone, server.url("/should_i_hit"))
    tap_all(phone, "4 5", pause_ms=20)
    phone.wait_for_timeout(wait)
    phone.reload()
    ready(phone)
    expect_link(phone, "line=4.5")
    tap_all(phone, "6")
    expect_link(phone, "line=4.5.6")
    tap_all(phone, "8", pause_ms=wait + 1)
    phone.reload()
    ready(phone)
    expect_link(phone, "line=4.5.6.8")


def test_a_key_touched_while_the_page_changes_does_not_hold_it_back(phone: Page, server: Server) -> None:
    open_page(phone, server.url("/should_i_hit"))
    tap_all(phone, "3")
    expect_link(phone, "line=3")
    phone.evaluate(
        """() => {
          const pad = document.querySelector('[class*=st-key-f7-pad-]')
          const inside = (root) => root.querySelector('button[data-code="8"]')
            ?? [...root.querySelectorAll('*')].map((e) => e.shadowRoot && inside(e.shadowRoot)).find(Boolean)
          document.querySelector('.st-key-f7-tab-score a').click()
          setTimeout(() => inside(pad)?.click(), 10)
        }"""
    )
    expect(phone.locator(".f7-formula")).to_be_visible(timeout=10_000)
    phone.wait_for_timeout(2500)
    expect(phone.locator(".f7-formula")).to_be_visible()
    phone.locator(".st-key-f7-tab-hit a").tap()
    expect_link(phone, "line=3.8")


def test_an_undo_is_not_heard_twice_by_a_restarted_server(phone: Page, mortal_server: Server) -> None:
    open_page(phone, mortal_server.url("/should_i_hit?v=1&line=3.8.12&seen=2_9"))
    tap_all(phone, "seen 12", 120)
    expect_link(phone, "seen=2_9.12")
    tap_all(phone, "mine undo", 120)
    expect_link(phone, "line=3.8.12&seen=2_9")
    phone.wait_for_timeout(1200)
    mortal_server.kill()
    phone.wait_for_timeout(300)
    mortal_server.start()
    phone.wait_for_timeout(4000)
    tap_all(phone, "5")
    expect_link(phone, "line=3.8.12.5&seen=2_9")
