"""The cheat sheet in print, and two opened study pages on the narrowest phone."""

import re

import pytest


def test_on_one_screen_and_in_print_on_one_page_without_tabs(server, phone):
    phone.goto(server.url("/cheat_sheet?v=1&edition=vengeance"))
    phone.locator(".f7-foot").wait_for(state="attached")
    foot, top = (phone.locator(part).bounding_box() for part in (".f7-sheet", ".st-key-f7-tabs"))
    assert foot["y"] + foot["height"] <= top["y"]
    printer = phone.get_by_role("button", name="Print")
    printer.wait_for()
    assert printer.bounding_box()["height"] >= 48
    phone.evaluate("window.print = () => { document.title = 'printing' }")
    printer.click()
    assert phone.title() == "printing"
    assert len(re.findall(rb"/Type\s*/Page\b", phone.pdf(format="A4"))) == 1
    phone.emulate_media(media="print")
    assert not phone.locator(".st-key-f7-tabs").is_visible()
    assert phone.locator(".f7-sheet").is_visible()


@pytest.mark.parametrize("path", ["/claims?v=1&claim=d3", "/worked_game?v=1&hand=14"])
def test_nothing_scrolls_sideways_at_320(server, phone, path):
    phone.set_viewport_size({"width": 320, "height": 640})
    phone.goto(server.url(path))
    phone.locator(".f7-foot").wait_for()
    assert phone.evaluate("document.documentElement.scrollWidth") == 320
