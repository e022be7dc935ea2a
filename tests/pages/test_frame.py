"""What all pages share: the table of pages, the tabs, the faces, and that nothing below a page knows Streamlit."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from flip7.cards import CLASSIC, EDITIONS, VENGEANCE, Edition, card
from flip7.ui import bars, faces, frame
from flip7.ui.sitemap import HOME, JOBS, PAGES

ROOT = Path(__file__).parents[2]
USES = ("Pad", "page_state", "bad_link")


@pytest.fixture(scope="module")
def door() -> AppTest:
    return AppTest.from_file(ROOT / "app.py", default_timeout=20).run()


def test_the_front_door_opens_and_leads_to_every_job(door: AppTest) -> None:
    assert not door.exception
    links = [link.label for link in door.get("page_link")]
    for job in JOBS:
        assert any(job.title in label and job.job in label for label in links)


def test_the_tabs_stand_on_the_front_door(door: AppTest) -> None:
    links = [link.label for link in door.get("page_link")]
    tabs = [page.tab for page in PAGES if page.in_tabs]
    assert links[: len(tabs)] == tabs == ["Home", "Learn", "Hit?", "Score", "Referee", "Pad"]


def test_every_other_page_belongs_to_a_tab() -> None:
    assert {page.under for page in PAGES if not page.in_tabs} <= {page.key for page in PAGES if page.in_tabs}


def test_it_says_that_it_is_unofficial(door: AppTest) -> None:
    assert any(frame.UNOFFICIAL in block.body for block in door.get("html"))


def test_every_page_of_the_table_exists() -> None:
    assert HOME.file == "app.py"
    assert [page.file for page in PAGES if not (ROOT / page.file).is_file()] == []
    assert {f"pages/{path.name}" for path in (ROOT / "pages").glob("*.py")} == {
        page.file for page in PAGES if page is not HOME
    }


def test_only_the_ui_package_imports_streamlit_and_only_pages_read_the_session() -> None:
    for path in (ROOT / "flip7").rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        imported = {
            name.split(".")[0]
            for node in ast.walk(tree)
            for name in (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
        }
        assert "streamlit" not in imported or path.parent.name == "ui", path


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=str)
def test_every_card_has_a_face_and_says_its_name(edition: Edition) -> None:
    for face in edition.cards:
        drawn = faces.card_html(face, edition)
        assert f'aria-label="{edition.name(face)}"' in drawn
        assert f'title="{edition.name(face)}"' in drawn


def test_rarity_is_drawn_as_the_length_of_the_bar() -> None:
    assert "width:100%" in faces.face_html(card("12"))
    assert "width:8%" in faces.face_html(card("1"))
    assert '<i style="width:50%">' in faces.face_html(card("12"), left=6)


def test_the_same_number_can_look_different_in_the_other_edition() -> None:
    assert faces.face_html(card("7"), VENGEANCE) != faces.face_html(card("7"), CLASSIC)
    assert "unlucky" in faces.face_html(card("U7"), VENGEANCE)


def test_words_from_outside_are_escaped() -> None:
    assert "<b>" not in frame.notice("<b>bold</b>")
    assert '"x"' not in faces.card_html(card("7"), words='"x"')
    assert "<i>" not in bars.stacked_bar("t", [bars.Part("safe", "<i>", 0.5)]).replace("</i>", "")
    assert "<script>" not in faces.line_html((), empty="<script>")


def test_each_page_calls_its_state_and_its_pad_by_one_name() -> None:
    # Otherwise what the pad tells after a restart is never found, and taps fall on an old position.
    for path in sorted((ROOT / "pages").glob("*.py")):
        calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
        called = {
            name: [ast.unparse(call.args[0]) for call in calls if ast.unparse(call.func) == name] for name in USES
        }
        assert {word for words in called.values() for word in words} <= {"STATE"}, path
        assert bool(called["Pad"]) <= bool(called["page_state"]), path
