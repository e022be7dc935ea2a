"""The page "Check a score" as Streamlit runs it."""

from functools import partial

from tests.pages.app_page import html, open_page

page = partial(open_page, "check_score")


def type_cards(app, text):
    app.text_input[0].input(text)
    app.button[0].click().run()


def test_a_typed_hand_is_scored_step_by_step():
    app = page()
    type_cards(app, "3 5 9 11 x2 +6")
    assert '<p class="f7-word">62</p>' in html(app)
    assert "Number cards: 3 + 5 + 9 + 11 = 28" in html(app)
    assert 'href="how_it_works?q=R45"' in html(app)


def test_a_link_is_scored():
    assert '<p class="f7-word">0</p>' in html(page(v="1", hand="8.8.p4", busted="yes"))
    assert '<p class="f7-word">11</p>' in html(page(v="1", edition="vengeance", hand="13.L13.5.d2.m4"))


def test_a_quarrel_that_is_not_about_the_sum_leads_to_the_cases_of_the_game_that_is_scored():
    here, there = html(page(v="1", hand="5.9")), html(page(v="1", edition="vengeance", hand="13.5"))
    assert "where=freeze" in here
    assert "where=unlucky-7" not in here
    assert "where=freeze" not in there
    assert "edition=vengeance&amp;where=unlucky-7" in there


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


def test_a_wrong_claim_is_named_with_its_slip():
    # 5 + 9 + 10 + 12 = 36; 36 x 2 + 10 = 82; (36 + 10) x 2 = 92.
    shown = html(page(v="1", hand="5.9.10.12.p10.x2", claimed="92", ask="claim"))
    assert "92 is wrong: it is 82." in shown
    assert "The +10 was doubled too. x2 doubles only the number cards." in shown
    # (36 + 5) x 2 + 10 = 92 too.
    assert '<p class="f7-slip">not 92: most likely the +10 was doubled too.</p>' in shown
    assert "<li>Or perhaps: The 5 was added twice." in shown


def test_a_right_claim_is_right():
    shown = html(page(v="1", hand="5.9.10.12.p10.x2", claimed="82"))
    assert "82 is right." in shown
    assert "is wrong" not in shown


def test_a_claim_that_nothing_explains_says_so():
    shown = html(page(v="1", hand="3", claimed="150"))
    assert "150 is wrong: it is 3." in shown
    assert "No slip that we know, and no two together, lead there." in shown
    # 3 counted twice is 6, with the 15 it is 18: the nearest of single slips.
    assert "<b>18</b>" in shown


def test_a_bare_total_can_be_or_not():
    assert "172 cannot be." in html(page(v="1", claimed="172"))
    shown = html(page(v="1", claimed="171"))
    # 12 + 11 + 10 + 9 + 8 + 7 + 6 = 63; 63 x 2 + 2 + 4 + 6 + 8 + 10 + 15 = 171, and nothing else (R46a).
    assert "171 can be." in shown
    assert "One set of scoring cards brings 171" in shown


def test_v40_a_claim_that_brutal_mode_may_have_made_right_is_not_called_wrong():
    # 5 + 4 = 9, less 15 is -6.
    shown = html(page(v="1", edition="vengeance", hand="5.4", brutal="yes", claimed="-6"))
    assert "−6 is right if another player&#x27;s Flip 7 took 15 away (V40). If not, it is 9." in shown
    assert "is wrong" not in shown
    lost = html(page(v="1", edition="vengeance", hand="5.4", brutal="yes", penalty="yes", claimed="-6"))
    assert "−6 is right." in lost
