"""Every page at every size, light and dark: nothing beyond the edge, targets for thumbs, no barrier for anybody."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import FloatRect, Locator, Page, ViewportSize, expect

from flip7.ui.sitemap import PAGES
from tests.browser.app_page import expect_link, key, open_page, tap_all, verdict
from tests.browser.conftest import Server

SIZES = tuple(ViewportSize(width=width, height=height) for width, height in ((320, 568), (390, 664), (1280, 800)))
PATHS = {page.key: "/" if page.file == "app.py" else f"/{page.file[6:-3]}" for page in PAGES}
FULL = "/should_i_hit?v=1&line=3.8.11.0.5.4.p2.p4.p10.x2.SC&seen=3_12.5.FR"
TARGETS = (
    ".st-key-f7-tabs a, [class*=st-key-f7-job] a, [class*=st-key-f7-pad] button, .stMain .stButton button, "
    ".f7-case-link, .f7-learn-start, .f7-case-head a, .f7-step a, .f7-ruling a"
)
SMALLER_THAN_48 = """targets => targets
  .map(target => [target.ariaLabel ?? target.innerText, target.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.width < 48 || box.height < 48))
  .map(([words, box]) => `${words}: ${box.width} x ${box.height}`)"""
BUSTED = "/should_i_hit?v=1&line=3.8.8&seen=1&mode=seen"
BROKEN = "/should_i_hit?v=1&line=999"
CASE = "/cases?v=1&case=a05&step=7&open=1"
QUESTION = "/cases?v=1&case=d35&tried=2"
SWITCHED = "/cases?v=1&case=b07&open=1&step=3&other=1"
RULING = "/cases?v=1&case=a06&step=10"
OFFER = "/referee?v=1&n=5&names=Ana%0ABen%0ACleo&dealer=3&in=7.3.12.5.p4"
SWAP = "/referee?v=1&n=7&edition=vengeance&names=Ana%0AElisabeth%20the%20Second&dealer=2&in=7.3.5.m4.o0.SW.o0&pick=1.5"
OVER = "/referee?v=1&n=6&names=Ana%0ABen%0ACleo&dealer=3&totals=150.190.199&in=7.3.12.7.3.s"
ALONE = "/should_i_hit?v=1&line=3.8.11.p4&seen=3_12.5.FR&pile=3_12&alone=1"
NOT_COMPUTED = "/should_i_hit?v=1&line=3.8&alone=1&unknown=1"
FORCED = "/should_i_hit?v=1&line=3.8.11&flips=3&seen=F3&pile=F3&mode=seen"
GOAL = "/should_i_hit?v=1&line=3.8.11.p4&goal=45&unknown=1"
COUNTS = "/should_i_hit?v=1&line=3.8.11.p4&counts=1&unknown=1"
SEVEN = "/should_i_hit?v=1&line=1.2.3.4.5.6.12.x2&seen=3_12.5.FR&mode=seen"
CLAIM = "/check_score?v=1&hand=5.9.10.12.p10.x2&claimed=92&ask=claim"
TOTAL = "/check_score?v=1&claimed=83&ask=claim"
ROUND = "/check_round?v=1&names=Ana%0ABen&hands=3.8.x2-9.9.x2&status=ss&claims=26.13"
LESSON = "/learn?v=1&lesson=first-minute&step=4"
METHOD = "/how_it_works?about=one-reshuffle"
HITS = (PATHS["hit"], FULL, BUSTED, SEVEN, ALONE, NOT_COMPUTED, FORCED, GOAL, COUNTS)
FIRST = ("/", "/should_i_hit", "/learn")
VIEWS = (
    *(path for path in PATHS.values() if path not in HITS),
    *HITS,
    METHOD,
    BROKEN,
    CASE,
    RULING,
    OFFER,
    SWAP,
    OVER,
    CLAIM,
    TOTAL,
    ROUND,
    LESSON,
)


@pytest.mark.parametrize("path", FIRST)
def test_first_deep_link_on_a_fresh_server(phone: Page, fresh_server: Server, path: str) -> None:
    open_page(phone, fresh_server.url(path))
    expect(phone.locator(".st-key-f7-tabs a")).to_have_count(sum(page.in_tabs for page in PAGES))
    expect(phone.locator('[data-testid="stException"]')).to_have_count(0)


@pytest.mark.parametrize("path", VIEWS)
def test_every_page_fits_every_screen_and_everybody(screen: Page, server: Server, path: str) -> None:
    screen.set_viewport_size(SIZES[1])
    open_page(screen, server.url(path))
    if path in HITS:
        _pad_in_its_place(screen)
    assert not _serious_faults(screen)
    for size in SIZES:
        screen.set_viewport_size(size)
        screen.wait_for_timeout(80)
        widths = screen.evaluate(
            "[document.documentElement, document.querySelector('[data-testid=stMain]')].map(e => e.scrollWidth)"
        )
        assert max(widths) <= size["width"]
        small = screen.locator(TARGETS).evaluate_all(SMALLER_THAN_48)
        assert not small
    ground = screen.locator("[data-testid=stApp]")
    expect(ground).to_have_css("background-color", "rgb(250, 246, 238)")
    # In the dark only the colours are others.
    screen.emulate_media(color_scheme="dark")
    expect(ground).to_have_css("background-color", "rgb(16, 23, 28)")
    assert not _serious_faults(screen, "color-contrast")


def _serious_faults(page: Page, *rules: str) -> list[object]:
    """What axe-core finds serious or critical, by all of its rules or by these."""
    return [
        (fault["id"], [node["html"][:160] for node in fault["nodes"][:3]])
        for fault in Axe().run(page, options={"runOnly": rules} if rules else None).response["violations"]
        if fault["impact"] in ("serious", "critical")
    ]


def _pad_in_its_place(page: Page) -> None:
    """Verdict and pad without scrolling at 390 x 664, the keys in the same place whatever is shown above them."""
    tabs = _box(page.locator(".st-key-f7-tabs"))
    assert tabs["height"] <= 48
    assert _box(verdict(page))["y"] >= 0
    # The last key, and who is in, can be tapped there too.
    for code in ("undo", "flip"):
        box = _box(key(page, code))
        assert box["y"] + box["height"] <= tabs["y"]
    # Six keys in a row.
    first, *others = (_box(key(page, code))["y"] for code in ("0", "4", "5"))
    assert first == pytest.approx(289, abs=12)
    assert others == [first, first]


def _box(target: Locator) -> FloatRect:
    box = target.bounding_box()
    assert box
    return box


def test_five_keys_in_a_row_at_320(screen: Page, server: Server) -> None:
    screen.set_viewport_size(SIZES[0])
    open_page(screen, server.url("/should_i_hit"))
    zero, four, five = (_box(key(screen, code))["y"] for code in ("0", "4", "5"))
    assert zero == four < five


def test_a_hostile_link_is_shown_as_text_and_nothing_runs(phone: Page, server: Server) -> None:
    dialogs = []
    phone.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    hostile = "line=3.%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E.8"
    open_page(phone, server.url(f"/should_i_hit?v=1&{hostile}"))
    said = phone.locator(".f7-warn")
    expect(said).to_contain_text("This link cannot be used")
    expect(said).to_contain_text("<img src=x onerror=alert(1)>")
    assert phone.locator("img[src=x]").count() == 0
    assert dialogs == []
    # No dead end: the pad works, the sentence goes, the address is a good one again.
    tap_all(phone, "3")
    expect_link(phone, "line=3")
    expect(said).to_have_count(0)


def test_a_wrong_word_keeps_what_was_typed(phone: Page, server: Server) -> None:
    open_page(phone, server.url("/should_i_hit"))
    field = phone.get_by_label("Type or paste cards")
    field.fill("3 8 elven +4")
    phone.get_by_role("button", name="This is my line").tap()
    expect(phone.locator(".f7-warn")).to_contain_text("Did you mean 11?")
    expect(field).to_have_value("3 8 elven +4")
    field.fill("3 8 eleven +4")
    field.press("Enter")
    expect_link(phone, "line=3.8.11.p4")
    expect(phone.locator(".f7-warn")).to_have_count(0)
    field.fill("3*12 FR")
    phone.get_by_role("button", name="All seen cards").tap()
    expect_link(phone, "line=3.8.11.p4&seen=3_12.FR")


def test_home_is_a_real_link_and_the_current_tab_says_so(phone: Page, server: Server) -> None:
    open_page(phone, server.url("/should_i_hit"))
    expect(phone.locator(".st-key-f7-tab-home a")).to_have_attribute("href", "/")
    expect(phone.locator(".st-key-f7-tabs [aria-current=page]")).to_have_count(1)
    expect(phone.locator(".st-key-f7-tab-hit a")).to_have_attribute("aria-current", "page")
