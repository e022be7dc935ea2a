"""What the page tests do with a page: open it by a link, run it, read what it says."""

from __future__ import annotations

from pathlib import Path

from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).parents[2]


def open_page(name: str, /, **params: str) -> AppTest:
    """The page as it opens with these words in its link."""
    app = AppTest.from_file(ROOT / "app.py", default_timeout=20)
    for word, value in params.items():
        app.query_params[word] = value
    app.switch_page(f"pages/{name}.py")
    return run(app)


def run(app: AppTest) -> AppTest:
    """The page run once more, without a traceback."""
    app.run()
    assert not app.exception
    return app


def html(app: AppTest) -> str:
    """All that the page says in HTML."""
    return " ".join(block.proto.body for block in app.get("html"))
