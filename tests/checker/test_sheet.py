"""A whole round: points, claims and all faults of the table. Totals are reckoned here."""

import random

import pytest

from flip7.cards import CLASSIC, EDITIONS, VENGEANCE, Kind
from flip7.checker.sheet import Entry, Sheet, check, read_sheet
from flip7.errors import Flip7Error
from flip7.hands import SEVEN, duplicates, toward_seven
from flip7.notation import read_cards
from flip7.rulebook import House
from flip7.scoring import score


def entry(name, cards=None, status=None, claim=None, game=CLASSIC):
    return Entry(name, None if cards is None else read_cards(cards, game), status, claim)


def checked(*entries, game=CLASSIC, discard="", house=None):
    return check(Sheet(game, entries, read_cards(discard, game), house or House()))


def problems(*entries, **how):
    return [(p.rule, p.players) for p in checked(*entries, **how).problems]


def test_the_worked_game_has_no_problem():
    result = checked(
        entry("Ana", "3 8 11 +4", "stayed", 26),
        entry("Ben", "5 9 9", "busted", 0),
        entry("Cleo", "0 1 2 4 5 6 7", "flip7", 25 + 15),
        entry("Dev", "10 12 x2", "frozen", 44),
    )
    assert [row.points for row in result.rows] == [26, 0, 40, 44]
    assert result.problems == ()
    assert result.holds


def test_a_wrong_claim_is_explained_and_the_sheet_does_not_hold():
    result = checked(entry("Ana", "3 5 9 11 x2 +6", "stayed", 68))
    assert result.rows[0].verdict.slips[0].ids == ("doubled-plus",)
    assert (result.problems, result.holds) == ((), False)


def test_r1_r2_copies_across_the_table_and_the_cards_gone():
    result = checked(entry("Ana", "2 x2"), entry("Ben", "2 x2"), entry("Cleo", "3"), discard="2")
    assert [(p.rule, p.players, [c.code for c in p.cards]) for p in result.problems] == [
        ("R1", ("Ana", "Ben"), ["2"]),
        ("R2", ("Ana", "Ben"), ["x2"]),
    ]
    assert "the cards gone (1)" in result.problems[0].message


def test_r27_each_frozen_player_has_a_freeze():
    frozen = [entry(name, "12", "frozen") for name in ("Ana", "Ben", "Cleo", "Dev")]
    assert problems(*frozen[:3]) == []
    assert problems(*frozen) == [("R3", ("Ana", "Ben", "Cleo", "Dev"))]


def test_r41_two_flip_sevens():
    ana, ben = entry("Ana", "0 2 3 4 5 6 7"), entry("Ben", "6 7 8 9 10 11 12")
    assert problems(ana, ben) == [("R41", ("Ana", "Ben"))]
    assert problems(ana) == []


def test_r41_an_eighth_number():
    result = checked(entry("Ana", "0 1 2 3 4 5 6 7"))
    assert [(p.rule, len(p.cards)) for p in result.problems] == [("R41", 8)]
    assert result.rows[0].score is None


def test_r41_marked_flip_7_without_seven():
    assert problems(entry("Ana", "1 2 3", "flip7")) == [("R41", ("Ana",))]
    assert problems(entry("Ana", "1 2 3", "flip7", game=VENGEANCE), game=VENGEANCE) == [("V11", ("Ana",))]


def test_r20_a_duplicate_not_marked_busted():
    result = checked(entry("Ana", "9 9 4"))
    assert [(p.rule, [c.code for c in p.cards]) for p in result.problems] == [("R20", ["9", "9"])]
    assert problems(entry("Ana", "9 9 4", "busted")) == []
    assert problems(entry("Ana", "13 13", game=VENGEANCE), game=VENGEANCE) == [("V9", ("Ana",))]
    assert problems(entry("Ana", "13 L13", game=VENGEANCE), game=VENGEANCE) == []


def test_r44_an_active_player_in_a_round_that_nobody_ended():
    cleo = entry("Cleo", "3 4", "active")
    assert problems(entry("Ana", "9"), cleo) == [("R44", ("Cleo",))]
    assert problems(entry("Ana", "0 2 5 6 7 8 9"), cleo) == []
    assert problems(entry("Ana", None, "flip7", 60), cleo) == []
    assert problems(entry("Ana", None, None, 150 + 1), cleo) == []  # more than 144: only Flip 7 brings that


def test_r26_an_active_player_with_a_freeze():
    assert ("R26", ("Ana",)) in problems(entry("Ana", "3 FR", "active"))


def test_r18_nobody_stays_without_a_card():
    assert problems(entry("Ana", "", "stayed")) == [("R18", ("Ana",))]
    assert problems(entry("Ana", "", "frozen")) == []
    assert problems(entry("Ana", "", "stayed"), entry("Ben", "0 2 5 6 7 8 9")) == []


def test_v4_nobody_is_frozen_in_the_second_edition():
    assert problems(entry("Ana", "3", "frozen", game=VENGEANCE), game=VENGEANCE) == [("V4", ("Ana",))]
    assert problems(entry("Ana", None, "frozen", 3), game=VENGEANCE) == [("V4", ("Ana",))]


@pytest.mark.parametrize(
    ("claim", "status", "rule"),
    [
        (146, None, "R46a"),
        (172, "flip7", "R46a"),
        (35, "flip7", "R46a"),
        (89, "stayed", "R46a"),
        (-1, None, "R45"),
        (3, "busted", "R21"),
    ],
)
def test_r46a_typed_totals_that_cannot_be(claim, status, rule):
    assert problems(entry("Ana", None, status, claim)) == [(rule, ("Ana",))]


def test_a_typed_total_is_final():
    result = checked(entry("Ana", None, "flip7", 60))
    assert (result.rows[0].points, result.rows[0].flip7, result.holds) == (60, True, True)


def test_r2_two_totals_over_87_without_flip_7():
    # 57 + 30 = 87 is the most without x2.
    assert problems(entry("Ana", None, "stayed", 100), entry("Ben", None, "stayed", 88)) == [("R2", ("Ana", "Ben"))]
    assert problems(entry("Ana", None, None, 100), entry("Ben", None, "flip7", 88)) == []
    assert problems(entry("Ana", "3 x2"), entry("Ben", None, "stayed", 88), entry("Cleo", "4")) == [("R2", ("Ben",))]
    assert problems(entry("Ben", None, "stayed", 88), discard="x2") == [("R2", ("Ben",))]
    # 87 is odd, so not doubled: 57 + all five + cards. 59 then has neither + cards nor, being odd, x2.
    assert problems(entry("Ana", None, "stayed", 87), entry("Ben", None, "stayed", 59)) == [("R2", ("Ana", "Ben"))]
    assert problems(entry("Ana", None, "stayed", 87), entry("Ben", None, "stayed", 58)) == []  # 29 x 2
    assert problems(entry("Ana", None, "stayed", 87), entry("Ben", None, "stayed", 87)) == [("R2", ("Ana", "Ben"))]


def test_r41_a_total_of_which_nobody_has_said_how_it_came_may_be_the_flip_7():
    # 4 + 5 + 6 + 7 + 11 + 8 + 12 = 53, and 15 more is 68: no Lucky 13 is needed.
    ana = entry("Ana", "L13 13 10", game=VENGEANCE)
    assert problems(ana, entry("Ben", None, None, 68), game=VENGEANCE) == []
    assert problems(ana, entry("Ben", None, "stayed", 68), game=VENGEANCE) == [("V22", ("Ben",))]
    # 62 + 15 = 77; without Flip 7 it is odd, so not doubled, and 57 + 20 needs + cards.
    elsewhere = entry("Ana", "3 +2 +4 +6 +8 +10")
    assert problems(elsewhere, entry("Ben", None, None, 77)) == []
    assert problems(elsewhere, entry("Ben", None, "stayed", 77)) == [("R2", ("Ben",))]
    # 88 is 73 + 15 with 63 and the +10, 90 is 45 x 2.
    # Beside a third of this kind, or a Flip 7, they cannot stand.
    ben, cleo = entry("Ben", None, None, 88), entry("Cleo", None, None, 90)
    (told,) = checked(ben, cleo).problems
    assert (told.rule, told.players) == ("R2", ("Ben", "Cleo"))
    assert told.message == (
        "Without Flip 7, Ben's 88 and Cleo's 90 both need x2, and there is only one. If Ben or Cleo flipped seven, "
        "say so."
    )
    assert problems(ben, entry("Cleo", None, "stayed", 90)) == []
    for third in (entry("Dev", None, "stayed", 92), entry("Dev", "0 1 2 3 4 5 6")):
        found = checked(entry("Ben", None, "stayed", 88), entry("Cleo", None, "stayed", 90), third).problems
        assert [problem.rule for problem in found] == ["R2"]
    found = checked(ben, cleo, entry("Dev", "0 1 2 3 4 5 6")).problems
    assert [("say so" in problem.message, problem.rule) for problem in found] == [(False, "R2")]


def test_r43_nobody_says_that_nobody_flipped_seven_where_a_typed_total_may_be_it():
    # 3 + 8 + 9 + 12 + 7 + 4 + 5 = 48, and 15 more is 63.
    active, none = entry("Ana", "12 3", "active"), entry("Cleo", "", "stayed")
    assert problems(active, none, entry("Ben", None, None, 63)) == []
    assert problems(active, entry("Ben", None, "stayed", 63)) == [("R44", ("Ana",))]
    assert problems(none, entry("Ben", None, "stayed", 63)) == [("R18", ("Cleo",))]
    # The least Flip 7 is 0 + 1 + 2 + 3 + 4 + 5 + 6 + 15 = 36.
    assert problems(active, entry("Ben", None, None, 35)) == [("R44", ("Ana",))]


def test_v40_a_typed_total_that_may_be_a_flip_7_may_have_taken_15():
    brutal = {"game": VENGEANCE, "house": House(brutal=True)}
    cleo = entry("Cleo", "5 4", None, 9 - 15, VENGEANCE)
    assert checked(cleo, entry("Ben", None, None, 40), **brutal).rows[0].verdict.unless
    assert not checked(cleo, entry("Ben", None, "stayed", 40), **brutal).rows[0].verdict.unless


def test_r41_two_typed_totals_that_need_flip_7():
    assert ("R41", ("Ana", "Ben")) in problems(entry("Ana", None, None, 151), entry("Ben", None, None, 149))


def test_v22_there_is_one_lucky_pair():
    # 13 + 12 + 11 + 10 + 9 + 8 = 63 without the pair of 13s.
    ana, ben = entry("Ana", None, "stayed", 64), entry("Ben", None, "stayed", 65)
    assert problems(ana, ben, game=VENGEANCE) == [("V22", ("Ana", "Ben"))]
    assert problems(ana, entry("Ben", None, "stayed", 63), game=VENGEANCE) == []


def test_r1_the_numbers_in_the_deck_are_not_enough():
    # All numbers make 1 + 4 + 9 + ... + 144 = 650; 650 + 63 doubled + 30 + 15 = 758 < 18 x 50.
    entries = [entry(f"P{n}", None, "stayed", 50) for n in range(18)]
    assert problems(*entries) == [("R1", tuple(f"P{n}" for n in range(18)))]


def test_r1_as_many_points_as_the_deck_can_bring():
    # 17 x 42 + 44 = 758.
    entries = [entry(f"P{n}", None, "stayed", 42) for n in range(17)]
    assert problems(*entries, entry("Zoe", None, "stayed", 44)) == []
    assert [rule for rule, _ in problems(*entries, entry("Zoe", None, "stayed", 45))] == ["R1"]


def test_r2_two_x2_in_one_hand_are_one_problem():
    assert problems(entry("Ana", "2 x2 x2")) == [("R2", ("Ana",))]


def test_v39_a_typed_total_of_a_brutal_bust():
    brutal = {"game": VENGEANCE, "house": House(brutal=True)}
    assert problems(entry("Ana", None, "busted", -10), **brutal) == []
    assert problems(entry("Ana", None, "busted", 5), **brutal) == [("V39", ("Ana",))]
    assert problems(entry("Ana", None, "busted", -3), **brutal) == [("V39", ("Ana",))]


def test_v40_the_15_taken_is_seen_from_the_claims():
    ana = entry("Ana", "0 1 2 3 4 5 6 -8", None, 21 - 8, VENGEANCE)
    ben = entry("Ben", "8 9 -10", None, 17 - 10 - 15, VENGEANCE)
    brutal = {"game": VENGEANCE, "house": House(brutal=True)}
    result = checked(ana, ben, **brutal)
    assert ([row.points for row in result.rows], result.holds) == ([13, -8], True)
    # With the bonus claimed as well, Ben is simply wrong.
    greedy = entry("Ana", "0 1 2 3 4 5 6 -8", None, 21 - 8 + 15, VENGEANCE)
    assert [row.verdict.right for row in checked(greedy, ben, **brutal).rows] == [True, False]
    # Two who claim 15 less: nobody can tell from whom they were taken.
    cleo = entry("Cleo", "9 10", None, 19 - 15, VENGEANCE)
    assert [row.verdict.right for row in checked(ana, ben, cleo, **brutal).rows] == [False, False, False]
    named = check(Sheet(VENGEANCE, (entry("Ana", "1 2", game=VENGEANCE), ben), (), House(brutal=True), "Ben"))
    assert [row.points for row in named.rows] == [3, -8]


def test_v40_a_15_that_may_have_been_taken_is_said_and_one_that_cannot_is_not():
    brutal = {"game": VENGEANCE, "house": House(brutal=True)}
    cleo = entry("Cleo", "5 4", None, 9 - 15, VENGEANCE)

    def unless(*others):
        return bool(
            next(row.verdict.unless for row in checked(cleo, *others, **brutal).rows if row.entry.name == "Cleo")
        )

    assert unless(entry("Ana", "0 1 2 3 4 5 6", None, None, VENGEANCE))
    assert unless(entry("Ana", None, "flip7", 21))
    # 21 + 15: this Flip 7 kept the bonus, so it took nothing.
    assert not unless(entry("Ana", "0 1 2 3 4 5 6", None, 36, VENGEANCE))
    assert not unless(entry("Ana", "8 9", None, 17, VENGEANCE))


def test_the_sentences_count_list_and_sign_like_people():
    def says(*entries, **how):
        return [problem.message for problem in checked(*entries, **how).problems]

    sevens = entry("Ana", None, "flip7", 40), entry("Ben", None, "flip7", 42)
    assert says(*sevens) == ["Ana and Ben cannot both have flipped seven: the first ends the round."]
    assert says(*sevens, entry("Cleo", None, "flip7", 44)) == [
        "Ana, Ben and Cleo cannot all have flipped seven: the first ends the round."
    ]
    assert says(entry("Ana", "9", "flip7")) == ["Ana is marked Flip 7 with one number card."]
    assert says(entry("Ana", None, None, 146)) == [
        "Ana: 146 cannot be. More than 144 needs Flip 7 and x2. Twice the numbers and the + cards are even, and 15 "
        "more make it odd: 146 is even."
    ]
    assert says(entry("Ana", None, "busted", -30)) == ["Ana: a busted player scores 0, not −30."]
    assert says(entry("Ana", None, "stayed", 100), entry("Ben", None, "stayed", 88)) == [
        "Without Flip 7, Ana's 100 and Ben's 88 both need x2, and there is only one."
    ]
    assert says(entry("Ana", None, "stayed", 87), entry("Ben", None, "stayed", 59)) == [
        "Without Flip 7, Ana's 87 and Ben's 59 cannot both be: Ana's 87 needs +2, +4, +6, +8 and +10, and what is left "
        "does not make Ben's 59."
    ]
    assert says(entry("Ben", None, "stayed", 88), discard="x2") == [
        "Without Flip 7, Ben's 88 needs x2, and the only one is elsewhere."
    ]
    minus = says(entry("Anne-Marie", "3 -4", game=VENGEANCE), entry("Ben", "2 -4", game=VENGEANCE), game=VENGEANCE)
    assert minus == ["2 copies of −4 cannot be: the deck has 1. Held by Anne-Marie and Ben."]


def test_all_problems_at_once():
    found = problems(
        entry("Ana", "3 x2"),
        entry("Ben", "4 x2"),
        entry("Cleo", "9 9"),
        entry("Dev", "2 3", "active"),
        entry("Eve", None, None, 170),
    )
    assert found == [("R2", ("Ana", "Ben")), ("R20", ("Cleo",)), ("R44", ("Dev",)), ("R46a", ("Eve",))]


def deal(chance, game):
    """A round as it may lie on a table: cards from one deck, nobody beyond a bust or a seventh number."""
    deck = [face for face, n in game.copies.items() for _ in range(n) if face.kind is not Kind.ACTION]
    chance.shuffle(deck)
    hands, ended = [], False
    for _ in range(chance.randint(1, 18)):
        line, status = [], "stayed"
        for _ in range(0 if ended else chance.randint(1, 10)):
            face = deck.pop()
            if face.code == "U7":
                line = []
            line.append(face)
            if duplicates(line):
                status = "busted"
                break
            if toward_seven(line) == SEVEN:
                ended = True
                status = "flip7"
                break
            if len(deck) < 10:
                break
        if len(deck) < 10:
            break
        hands.append((line, status))
    return [hand for hand in hands if hand[0]]


@pytest.mark.parametrize("game", [CLASSIC, VENGEANCE], ids=lambda game: game.key)
@pytest.mark.parametrize("brutal", [False, True])
def test_a_possible_table_is_never_accused(game, brutal):
    chance = random.Random(11)
    house = House(brutal=brutal)
    for _ in range(200):
        entries = []
        for n, (line, status) in enumerate(deal(chance, game)):
            points = score(line, game, busted=status == "busted", house=house).points
            typed = chance.random() < 0.6
            said = status if typed or chance.random() < 0.5 or status == "busted" else None
            entries.append(Entry(f"P{n}", None if typed else tuple(line), said, points))
        result = check(Sheet(game, tuple(entries), (), house))
        assert result.problems == ()
        assert result.holds


@pytest.mark.parametrize("game", [CLASSIC, VENGEANCE], ids=lambda game: game.key)
@pytest.mark.parametrize("brutal", [False, True])
def test_r43_a_true_total_without_a_status_is_never_a_fault(game, brutal):
    chance = random.Random(23)
    house = House(brutal=brutal)
    for _ in range(150):
        hands = deal(chance, game)[: chance.randint(2, 6)]
        ended = any(status == "flip7" for _, status in hands)
        entries = []
        for n, (line, status) in enumerate(hands):
            points = score(line, game, busted=status == "busted", house=house).points
            if chance.random() < 0.5:
                entries.append(Entry(f"P{n}", None, None, points))
            else:
                entries.append(Entry(f"P{n}", tuple(line), "active" if ended and status == "stayed" else status))
        assert check(Sheet(game, tuple(entries), (), house)).problems == (), entries


GOOD = """
edition = "classic"
discard = "2*12"
[hands]
Ana = "3 5 9 11 x2 +6"
Ben = "9 9"
[status]
Ben = "busted"
Cleo = "frozen"
[claims]
Ana = 62
"Dev D" = 40
[house]
target = 200
"""


def test_a_sheet_is_read():
    sheet = read_sheet(GOOD)
    rows = [(e.name, e.cards and len(e.cards), e.status, e.claim) for e in sheet.entries]
    assert rows == [
        ("Ana", 6, "stayed", 62),
        ("Ben", 2, "busted", None),
        ("Dev D", None, None, 40),
        ("Cleo", (), "frozen", None),
    ]
    assert [face.code for face in sheet.discard] == ["12", "12"]
    assert check(sheet).holds


def test_every_fault_of_the_text_at_once():
    with pytest.raises(Flip7Error) as caught:
        read_sheet(
            'edition = "x"\nclaim = 3\n[hands]\nAna = "3 13"\nBen = 4\n[status]\nAna = "gone"\nCleo = "stayed"\n'
            "[claims]\nBen = 1.5\n"
        )
    text = caught.value.message
    for words in (
        "“edition”",
        "“claim” is not a key",
        "“13”",
        "hands of Ben",
        "status of Ana",
        "“Cleo” needs",
        "claims of Ben",
    ):
        assert words in text


def test_r4_one_to_eighteen_players():
    rows = "\n".join(f"P{n} = 1" for n in range(19))
    with pytest.raises(Flip7Error) as caught:
        read_sheet(f'edition = "classic"\n[claims]\n{rows}')
    assert caught.value.rule == "R4"
    with pytest.raises(Flip7Error):
        read_sheet('edition = "classic"')


def test_both_editions_are_known():
    assert [read_sheet(f'edition = "{key}"\n[hands]\nAna = "3"').edition.key for key in EDITIONS] == list(EDITIONS)
