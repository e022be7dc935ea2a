"""Cards as text: read generously, print strictly, refuse with the word, its place and the nearest card."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flip7.cards import CLASSIC, EDITIONS, VENGEANCE
from flip7.errors import Flip7Error, NotationError
from flip7.notation import MAX_FAULTS, link_text, print_cards, read_cards, read_link


def codes(text, edition=CLASSIC):
    return [face.code for face in read_cards(text, edition)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3 8 11 +4 SC", "3 8 11 +4 SC"),
        ("3,8;11\t+4\nsc", "3 8 11 +4 SC"),
        ("×2 X2 x2 2x 2×", "x2 x2 x2 x2 x2"),
        ("Freeze FREEZE fr", "FR FR FR"),
        ("Flip3 Flip Three flip-three FLIP_THREE f3 flip 3", "F3 F3 F3 F3 F3 F3"),
        ("second chance Second Chance 2nd chance secondchance", "SC SC SC SC"),
        ("3*12", "12 12 12"),
        ("2 * 8 5", "8 8 5"),
        ("2*Flip Three 8", "F3 F3 8"),
        ("plus 4 plus ten +10", "+4 +10 +10"),
        ("zero twelve", "0 12"),
        ("1 2 12", "1 2 12"),
        ("\u200e3\u200b \ufeff8", "3 8"),
        ("", ""),
        (" , ; ", ""),
    ],
)
def test_classic_is_read_generously(text, expected):
    assert codes(text) == expected.split()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("÷2 /2 ½ half halve", "/2 /2 /2 /2 /2"),
        ("−4 –4 -4 minus 4 minus four", "-4 -4 -4 -4 -4"),
        ("Unlucky 7 unlucky7 U7 u7", "U7 U7 U7 U7"),
        ("lucky13 Lucky 13 L13 13", "L13 L13 L13 13"),
        ("just one more JustOneMore jom", "JOM JOM JOM"),
        ("Flip Four flip4 F4", "F4 F4 F4"),
        ("steal Swap DISCARD st sw di", "ST SW DI ST SW DI"),
        ("The Zero 0 zero", "0 0 0"),
        ("unlucky 7 7", "U7 7"),
    ],
)
def test_vengeance_is_read_generously(text, expected):
    assert codes(text, VENGEANCE) == expected.split()


@pytest.mark.parametrize(
    ("text", "edition", "word", "place", "near"),
    [
        ("3 foo", CLASSIC, "foo", 2, None),
        ("3 8 freze", CLASSIC, "freze", 3, "FR (Freeze)"),
        ("14", CLASSIC, "14", 1, "12"),
        ("99", VENGEANCE, "99", 1, "13"),
        ("+5", CLASSIC, "+5", 1, "+4"),
        ("+11", CLASSIC, "+11", 1, "+10"),
        ("x3", CLASSIC, "x3", 1, "x2"),
        ("007", CLASSIC, "007", 1, "7"),
        ("-7", VENGEANCE, "-7", 1, "-6"),
        ("secnd chance", CLASSIC, "secnd", 1, "SC (Second Chance)"),
        ("13", CLASSIC, "13", 1, "12"),
        ("x2", VENGEANCE, "x2", 1, None),
    ],
)
def test_an_unknown_word_is_named_with_its_place_and_the_nearest_card(text, edition, word, place, near):
    with pytest.raises(NotationError) as caught:
        read_cards(text, edition)
    message = caught.value.faults[0].message
    assert f"“{word}” (word {place})" in message
    assert "Did you mean " in message
    if near:
        assert f"Did you mean {near}?" in message


def test_a_card_of_the_other_game_is_called_so():
    with pytest.raises(NotationError, match="card JOM of Flip 7: With a Vengeance, not of Flip 7"):
        read_cards("jom")


def test_every_unknown_word_is_reported_up_to_a_limit():
    with pytest.raises(NotationError) as caught:
        read_cards("foo 3 bar " + "baz " * 20)
    assert "“bar” (word 3)" in caught.value.message
    assert len(caught.value.faults) == MAX_FAULTS + 1
    assert caught.value.faults[-1].message.endswith(f"{22 - MAX_FAULTS}.")


@pytest.mark.parametrize("text", ["0*3", "*3", "1000*3", "-1*3", "3**4", "1e9*2", "٣*2"])
def test_a_wrong_count_is_refused(text):
    with pytest.raises(NotationError, match=r"from 1 to 108"):
        read_cards(text)


def test_long_text_and_long_words_are_cut_off():
    with pytest.raises(NotationError, match="10000 characters"):
        read_cards("3" * 10_000)
    with pytest.raises(NotationError) as caught:
        read_cards("z" * 1500)
    assert len(caught.value.message) < 160


def test_printing_is_strict():
    assert print_cards(read_cards("sc +4 11 fr x2 3 +10 8 3")) == "3 3 8 11 +4 +10 x2 FR SC"
    assert print_cards(read_cards("di -10 L13 half 0 u7 7 13", VENGEANCE), VENGEANCE) == "0 7 13 U7 L13 /2 -10 DI"


def test_link_text():
    assert link_text(read_cards("5*12 3 +4 x2 SC")) == "3.5_12.p4.x2.SC"
    assert link_text(read_cards("/2 -4 U7", VENGEANCE), VENGEANCE) == "U7.d2.m4"


@pytest.mark.parametrize("text", ["3..4", "13", "3 4", "<b>", "999_3", "0_3", "_3", "x_3", "+4", "3." + "x" * 3000])
def test_a_broken_link_is_refused(text):
    with pytest.raises(NotationError, match="link"):
        read_link(text)


hands = st.sampled_from(list(EDITIONS.values())).flatmap(
    lambda e: st.tuples(st.just(e), st.lists(st.sampled_from(e.cards), max_size=30))
)


@given(hands)
def test_what_is_printed_reads_back(hand):
    edition, cards = hand
    assert read_cards(print_cards(cards, edition), edition) == edition.sorted(cards)
    assert read_link(link_text(cards, edition), edition) == edition.sorted(cards)
    assert set(link_text(cards, edition)) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-")


@given(st.text(max_size=300), st.sampled_from(list(EDITIONS.values())))
def test_any_text_is_read_or_refused_in_words(text, edition):
    for read in (read_cards, read_link):
        try:
            cards = read(text, edition)
        except Flip7Error as error:
            assert error.message
            assert error.message.isprintable()
        else:
            assert all(face in edition.copies for face in cards)
