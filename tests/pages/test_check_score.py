"""The page "Check a score" as Streamlit runs it."""

from streamlit.testing.v1 import AppTest


def page(**params):
    app = AppTest.from_file("../../app.py", default_timeout=20)
    for name, value in params.items():
        app.query_params[name] = value
    app.switch_page("pages/check_score.py")
    app.run()
    assert not app.exception
    return app


def type_cards(app, text):
    app.text_input[0].input(text)
    app.button[0].click().run()


def html(app):
    return " ".join(block.proto.body for block in app.get("html"))


def test_a_typed_hand_is_scored_step_by_step():
    app = page()
    type_cards(app, "3 5 9 11 x2 +6")
    assert '<p class="f7-word">62</p>' in html(app)
    assert "Number cards: 3 + 5 + 9 + 11 = 28" in html(app)
    assert 'href="how_it_works?q=R45"' in html(app)


def test_a_link_is_scored():
    assert '<p class="f7-word">0</p>' in html(page(v="1", hand="8.8.p4", busted="yes"))
    assert '<p class="f7-word">11</p>' in html(page(v="1", edition="vengeance", hand="13.L13.5.d2.m4"))


def test_wrong_text_is_kept_and_explained():
    app = page(v="1", hand="5.9")
    type_cards(app, "5 9 elf")
    assert "“elf” (word 3) is not a card of Flip 7." in html(app)
    assert app.text_input[0].value == "5 9 elf"
    assert '<p class="f7-word">14</p>' in html(app)
    type_cards(app, "5 5")
    assert "A second 5 is a bust" in html(app)
    assert not app.exception


def test_a_hostile_link_is_shown_as_text():
    app = page(hand="<script>alert(1)</script>")
    assert "This link cannot be used" in html(app)
    assert "<script>alert" not in html(app)
