"""The page "Check a round" as Streamlit runs it."""

from functools import partial

from tests.pages.app_page import html, open_page, run

WORKED = {
    "v": "1",
    "names": "Ana\nBen\nCleo\nDev",
    "hands": "3.8.11.p4-4.9.9-0.1.2.4.5.6.7-10.12.x2",
    "status": "sb7f",
}


page = partial(open_page, "check_round")


def test_a_right_round_is_right():
    shown = html(page(**WORKED, claims="26.0.40.44"))
    assert '<p class="f7-word">Right</p>' in shown
    for points in (26, 0, 40, 44):
        assert f"{points} is right." in shown


def test_wrong_totals_are_named_with_their_slips():
    # (10 + 12) x 2 = 44; 10 + 12 = 22 forgets the x2; 25 without the 15 forgets the bonus.
    shown = html(page(**WORKED, claims="26.0.25.22"))
    assert '<p class="f7-word">Wrong</p>' in shown
    assert "2 wrong totals" in shown
    assert "22 is wrong: it is 44." in shown
    assert "x2 was forgotten." in shown
    assert "The 15 for Flip 7 was forgotten." in shown


def test_an_empty_page_asks_for_cards():
    assert "Tap each player’s cards" in html(page())


def test_a_hostile_name_is_text():
    shown = html(page(v="1", names="<script>alert(1)</script>", hands="5"))
    assert "&lt;script&gt;" in shown
    assert "<script>alert" not in shown


def test_a_fault_names_the_player():
    app = page(v="1", names="A\nB", hands="5-7.7", status="ss")
    assert "A second 7" in html(app)
    assert "B: " in html(app)


def test_paper_says_which_game_and_which_cards_are_gone():
    shown = html(page(v="1", edition="vengeance", brutal="yes", names="A", hands="5", status="s", gone="12"))
    assert '<p class="f7-print-only">Flip 7: With a Vengeance, Brutal Mode</p>' in shown
    assert '<p class="f7-print-only">Cards gone: ' in shown


def test_whom_to_hit_with_a_drawn_card_and_what_it_says_where_nothing_can_be_chosen():
    app = page(v="1", edition="vengeance", names="Ana\nBen\nCleo", hands="5.9-9.10.11-2", status="ass")
    app.session_state["round-whom"] = True
    run(app)
    app.session_state["round-turned-by"] = "Ana"
    app.session_state["round-turned"] = "Steal"
    shown = html(run(app))
    # Ana has 14 and takes Ben's 11.
    assert "<b>Keep the Steal; take 11 from Ben</b>" in shown
    assert "Ana 14 → <b>25</b> · Ben 30 → <b>19</b>" in shown
    assert "lead +22" in shown
    app = page(v="1", edition="vengeance", names="Ana\nBen", hands="-", status="as")
    app.session_state["round-whom"] = True
    app.session_state["round-turned-by"] = "Ana"
    app.session_state["round-turned"] = "Steal"
    assert "Nobody can do anything with it now: it is discarded (V25, V31)." in html(run(app))
