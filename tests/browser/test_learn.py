"""The course in a real browser: the first minute by taps, reload and Back, and what the device keeps."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.app_page import key, open_page, ready
from tests.browser.conftest import Server


def answer(page: Page, codes: str) -> None:
    """Answer each question once it stands there."""
    for code in codes.split():
        expect(key(page, code)).to_be_visible()
        # A tap does not count on a key that has just come.
        page.wait_for_timeout(400)
        key(page, code).tap()


def test_the_first_minute_reload_back_progress_and_start_over(phone: Page, server: Server) -> None:
    open_page(phone, server.url("/learn"))
    phone.locator("a.f7-learn-start").tap()
    answer(phone, "0.1 1.0 2.0")
    expect(phone.locator(".f7-reason")).to_contain_text("Not “1”.")
    answer(phone, "2.1")
    expect(phone.locator(".f7-reason")).to_contain_text("12 in all, and one of them is yours.")
    phone.reload()
    ready(phone)
    expect(phone.locator(".f7-learn-count")).to_have_text("Step 4 of 9")
    expect(phone.locator(".f7-fan-cards .f7-card")).to_have_count(11)
    answer(phone, "3.1")
    expect(phone.locator(".f7-happened")).to_have_text("You turn another 12 and bust: out of this round.")
    phone.go_back()
    expect(phone.locator("h1")).to_have_text("Learn the game")
    phone.go_forward()
    expect(phone.locator(".f7-learn-count")).to_have_text("Step 5 of 9")
    answer(phone, "4.1 5.1 6.1 7.1")
    expect(phone.locator(".f7-learn-count")).to_have_text("Step 9 of 9")
    expect(phone.locator("a.f7-learn-start")).to_have_text("Next: The deck, and why a 12 is dangerous")

    open_page(phone, server.url("/learn"))
    expect(phone.locator(".f7-cases-lead")).to_contain_text("1 of 13 lessons done.")
    expect(phone.locator("a.f7-case-link", has_text="How many 12s are still in the deck?")).to_be_visible()
    phone.get_by_role("button", name="Start over").tap()
    phone.get_by_role("button", name="Yes, forget what I have done").tap()
    expect(phone.locator("a.f7-learn-start")).to_have_text("Start: Your first minute")
    phone.wait_for_function("localStorage.getItem('flip7.kept.learn') === null")
    phone.reload()
    ready(phone)
    expect(phone.locator("a.f7-learn-start")).to_have_text("Start: Your first minute")


def test_what_is_learnt_outlives_the_server_and_what_is_forgotten_stays_so(phone: Page, mortal_server: Server) -> None:
    open_page(phone, mortal_server.url("/learn"))
    phone.evaluate("localStorage.setItem('flip7.kept.learn', '1|bust deck|freeze:2')")
    open_page(phone, mortal_server.url("/learn"))
    expect(phone.locator(".f7-cases-lead")).to_contain_text("2 of 13 lessons done.")
    mortal_server.kill()
    mortal_server.start()
    # A page that has lost its server runs again by itself.
    phone.wait_for_timeout(5000)
    expect(phone.locator(".f7-cases-lead")).to_contain_text("2 of 13 lessons done.")
    assert phone.evaluate("localStorage.getItem('flip7.kept.learn')") == "1|bust deck|freeze:2"

    other = phone.context.new_page()
    open_page(other, mortal_server.url("/learn?v=1&lesson=hit-and-stay"))
    answer(other, "0.0")
    other.wait_for_function("localStorage.getItem('flip7.kept.learn').includes('hit-and-stay:1')")
    phone.get_by_role("button", name="Start over").tap()
    phone.get_by_role("button", name="Yes, forget what I have done").tap()
    phone.wait_for_function("localStorage.getItem('flip7.kept.learn') === null")
    # The other tab drops what it knew, and keeps only what comes after that.
    answer(other, "0.1")
    other.wait_for_timeout(1500)
    kept = other.evaluate("localStorage.getItem('flip7.kept.learn')")
    assert "bust" not in (kept or "")


def test_a_step_that_was_answered_can_be_opened_again(phone: Page, server: Server) -> None:
    open_page(phone, server.url("/learn?v=1&lesson=freeze"))
    answer(phone, "0.1")
    expect(phone.locator(".f7-learn-count")).to_have_text("Step 2 of 5")
    phone.get_by_role("link", name="Step back").tap()
    expect(phone.locator(".f7-learn-count")).to_have_text("Step 1 of 5")
    phone.wait_for_timeout(1000)
    expect(phone.locator(".f7-learn-count")).to_have_text("Step 1 of 5")
    answer(phone, "0.2")
    expect(phone.locator(".f7-learn-count")).to_have_text("Step 2 of 5")


def test_the_keyboard_alone_at_320_px(phone: Page, server: Server) -> None:
    phone.set_viewport_size({"width": 320, "height": 568})
    open_page(phone, server.url("/learn?v=1&lesson=flip-three&step=2"))
    expect(key(phone, "1.1")).to_be_visible()
    for _ in range(30):
        phone.keyboard.press("Tab")
        if key(phone, "1.1").evaluate("button => button.getRootNode().activeElement === button"):
            break
    phone.keyboard.press("Enter")
    expect(phone.locator(".f7-learn-count")).to_have_text("Step 3 of 9")
    expect(key(phone, "2.0")).to_be_focused()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
