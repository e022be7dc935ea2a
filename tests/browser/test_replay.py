"""A round replayed in a real browser: from the referee, by itself, after a reload, and by the list of its steps."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from flip7.cards import CLASSIC, VENGEANCE
from flip7.ui.replay_state import examples, link_to
from tests.browser.app_page import key, open_page, ready, tap_all
from tests.browser.conftest import Server

GAME = "/referee?v=1&n=4&names=Ana%0ABen%0ACleo&dealer=3&in=7.3.12.FR"


def says(page: Page, words: str) -> None:
    expect(page.locator(".f7-says")).to_have_text(words, timeout=10_000)


def test_from_the_referee_stepped_reloaded_and_left_by_back(phone: Page, server: Server) -> None:
    open_page(phone, server.url(GAME))
    phone.get_by_text("Replay or keep this round").tap()
    phone.get_by_role("button", name="Replay this round").tap()
    says(phone, "A new round. Cleo deals; the first card goes to Ana.")
    tap_all(phone, "next next")
    says(phone, "Ben is dealt a 3.")
    expect(phone.locator(".f7-replay-odds")).to_have_text("The chance of this card: 3 of 93 cards, 3%.")
    expect(phone).to_have_url(re.compile(r"/replay\?v=1&round=[A-Za-z0-9_-]+&step=3(&|$)"))
    phone.reload()
    ready(phone)
    says(phone, "Ben is dealt a 3.")
    phone.go_back()
    expect(phone.locator(".f7-ask-big")).to_be_visible(timeout=10_000)


def test_back_from_a_pasted_round_returns_to_the_page_before_it(phone: Page, server: Server) -> None:
    open_page(phone, server.url("/replay?v=1&edition=vengeance"))
    phone.locator("textarea").fill(examples(VENGEANCE)[0].text)
    phone.get_by_role("button", name="Replay this round").tap()
    says(phone, "A new round. Cleo deals; the first card goes to Ana.")
    expect(phone).to_have_url(re.compile(r"[?&]round=[A-Za-z0-9_-]+&step=1"))
    phone.go_back()
    expect(phone.locator("textarea")).to_be_visible(timeout=10_000)
    expect(phone).to_have_url(re.compile(r"/replay\?v=1&edition=vengeance$"))


def test_it_plays_by_itself_until_it_is_paused(phone: Page, server: Server) -> None:
    phone.set_viewport_size({"width": 320, "height": 568})
    open_page(phone, server.url("/replay?" + link_to(examples(CLASSIC)[0], 3)))
    says(phone, "Cleo is dealt a 12.")
    assert phone.evaluate("document.documentElement.scrollWidth") == 320
    key(phone, "play").tap()
    key(phone, "faster").tap()
    says(phone, "Ana turns a 7, which joins the line.")
    key(phone, "pause").tap()
    expect(key(phone, "next")).to_be_visible()
    here = phone.locator(".f7-says").inner_text()
    phone.wait_for_timeout(1500)
    says(phone, here)


def test_the_list_marks_the_bad_choice_and_leads_to_it(phone: Page, server: Server) -> None:
    open_page(phone, server.url("/replay?" + link_to(examples(CLASSIC)[1])))
    phone.get_by_text("All steps, and choices against the odds").tap()
    marked = phone.locator(".f7-replay-list a", has_text="Against the odds: −7.6")
    expect(marked).to_have_count(1, timeout=15_000)
    marked.tap()
    says(phone, "Ben says: “Stay.”")
    expect(phone.locator(".f7-replay-odds")).to_contain_text("Given away: 7.6.")
