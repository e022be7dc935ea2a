"""What a table is worth, with the arithmetic written out for tiny decks."""

import random
from fractions import Fraction

import pytest

from flip7.cards import CLASSIC, EDITIONS, VENGEANCE
from flip7.engine.choices import Bonus, Decision, Give, Hit, Penalty, Stay, Take
from flip7.engine.play import due
from flip7.engine.table import Assign, BonusOrPenalty, GiveAway, Offer, Pass, Resolve
from flip7.odds.games import solved
from flip7.odds.reference import Oracle
from flip7.odds.tree import TIE
from flip7.practice.item import tables
from flip7.practice.reckoning import (
    ONE_CARD,
    PHRASES,
    REST,
    Worths,
    assumes,
    best_choice,
    expected,
    hits,
    leads,
    position_at,
    quick_worths,
    takes_seconds,
)
from flip7.rulebook import House
from tests.practice.laid import cards, laid

FREEZE, FLIP_THREE, CHANCE = cards("FR F3 SC")
STEAL, MINUS, MORE = cards("ST -10 JOM")


def test_r23_a_freeze_goes_where_it_moves_the_lead_most():
    # One card is left, a 12. Playing on: Ana 5 + 12 = 17, Ben 10 + 12 = 22, Cleo stays on 15 (the 12 busts).
    table = laid(
        ["5", "10", "12 3"], deck="12", play="FR", agenda=[Assign(0, None, (FREEZE,))],
    )  # fmt: skip
    wanted = due(table)
    points = {option.to: lead.points for option, lead in leads(table, wanted).items()}
    # On Ana: 5 - 22. On Ben: 17 - 15 (Cleo is then the strongest). On Cleo: 17 - 22.
    assert points == {0: -17, 1: 2, 2: -5}
    assert best_choice(table, wanted) == Give(0, FREEZE, 1)


def test_r28_a_flip_three_is_reckoned_with_all_its_cards():
    # Two cards are left, 10 and 2; Ben (10) must take both: the 10 busts in either order. Ana 12 is better off staying
    # or taking 10 and 2 (24). Forced on Ana: 24 at the end.
    table = laid(["12", "10"], deck="10 2", play="F3", agenda=[Assign(0, None, (FLIP_THREE,))])
    points = {option.to: lead.points for option, lead in leads(table, due(table)).items()}
    # On Ben: Ana 24 - Ben 0. On Ana: Ana 24; Ben by himself stays on 10 or hits: half a bust, half 12 = 6. So 24 - 10.
    assert points == {1: 24, 0: 14}


def test_r36_a_spare_second_chance_goes_where_it_helps_least():
    # Ana gets 5 + 12 + 6 = 23, saved from one 12. Ben without it: 19 after a 12, 7 + 6 + 12 = 25 after the 6, so 21;
    # with it 25. Cleo without it stays on 12, for two of three cards bust; with it 18.
    table = laid(["5 SC", "3 4", "12"], deck="12 12 6", play="SC", agenda=[Pass(0, CHANCE)])
    points = {option.to: lead.points for option, lead in leads(table, due(table)).items()}
    assert points == {1: 23 - 25, 2: 23 - 21}


def test_v23_a_minus_card_reaches_who_stayed_and_leads():
    table = laid(
        ["5", "13 12", "4"], edition=VENGEANCE, status=["active", "stayed", "active"], deck="5", play="-10",
        agenda=[GiveAway(0, MINUS)],
    )  # fmt: skip
    points = {option.to: lead.points for option, lead in leads(table, due(table)).items()}
    # Ana stays on 5, Ben has 25, Cleo gets the 5 and has 9. The -10 takes 10 from Ben, everything from the others.
    assert points == {0: 0 - 25, 1: 5 - 15, 2: 5 - 25}


def test_v27_just_one_more_is_one_card_and_then_a_stay():
    table = laid(
        ["5", "13 12"], edition=VENGEANCE, status=["active", "stayed"], deck="12 4", play="JOM",
        agenda=[GiveAway(0, MORE)],
    )  # fmt: skip
    points = {option.to: lead.points for option, lead in leads(table, due(table)).items()}
    # On Ben: 0 with the 12, 29 with the 4, so 14.5; Ana then takes both cards: 21. On Ana: 17 or 9, so 13; Ben 25.
    assert points == {1: 21 - 14.5, 0: 13 - 25}


def test_v28_a_steal_counts_for_the_thief_and_against_the_owner():
    table = laid(
        ["5", "13", "2"], edition=VENGEANCE, status=["active", "stayed", "stayed"], deck="5", play="ST",
        agenda=[Resolve(0, STEAL)],
    )  # fmt: skip
    points = {option.card.code: lead.points for option, lead in leads(table, due(table)).items()}
    # The 13: 18 against 2. The 2: 7 against 13. The 5 in the deck would bust Ana, so she takes no more.
    assert points == {"13": 16, "2": -6}
    assert best_choice(table, due(table)) == Take(0, cards("13")[0], 1)


def test_v26_a_steal_is_kept():
    table = laid(["5", "13"], edition=VENGEANCE, deck="5 6", play="ST", agenda=[GiveAway(0, STEAL)])
    assert best_choice(table, due(table)) == Give(0, STEAL, 0)


def test_v40_fifteen_for_oneself_or_off_the_strongest():
    seven = "1 2 3 4 5 6 8"
    house = House(brutal=True)
    table = laid(
        [seven, "13 12", "9"], edition=VENGEANCE, status=["flip7", "stayed", "stayed"], house=house,
        agenda=[BonusOrPenalty(0)],
    )  # fmt: skip
    points = {type(option).__name__ + str(getattr(option, "to", "")): one.points for option, one in
              leads(table, due(table)).items()}  # fmt: skip
    # 29 and 15 more against 25; or 29 against 10 (Ben at 10, Cleo at 9); or 29 against 25.
    assert points == {"Bonus": 44 - 25, "Penalty1": 29 - 10, "Penalty2": 29 - 25}
    # Equal for the strongest other; all others together are hurt more by the penalty, but the bonus gains 15 itself.
    assert best_choice(table, due(table)) in (Bonus(0), Penalty(0, 1))


def test_game_totals_count_for_who_is_strongest():
    table = laid(["5", "10"], deck="5 10", status=["active", "stayed"], totals=[100, 0])
    assert expected(table)[1] == 10
    assert expected(table)[0] > 105


def test_r32_a_freeze_assigned_already_counts():
    # Ana has given the first Freeze to Ben, the second is still to be given. Ben is worth his 10, not 10 + 12.
    freeze = (FREEZE, 1)
    table = laid(
        ["5", "10", "12"], deck="12", play="F3 FR FR", agenda=[Assign(0, FLIP_THREE, (FREEZE,), (freeze,))],
    )  # fmt: skip
    assert expected(table)[1] == 10


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_the_shortcut_says_what_the_exact_odds_say(edition):
    rng = random.Random(3)
    checked = {Hit: 0, Stay: 0}
    while min(checked.values()) < 12:
        for table in tables(rng, edition):
            wanted = due(table)
            if not isinstance(wanted, Decision) or wanted.asks != "hit-or-stay" or len(table.active) < 2:
                continue
            if len(table.lines[wanted.player]) < 3 or rng.random() < 0.5:
                continue
            answer = solved(position_at(table, wanted.player))
            right = answer.hit > answer.stay + TIE
            assert hits(table, wanted.player) == right
            checked[Hit if right else Stay] += 1


def test_alone_who_would_stay_with_others_stays():
    table = laid(["10 11 12", "3"], status=["active", "stayed"], deck="10 11 12 5", agenda=[Offer(0)])
    assert not hits(table, 0, lambda position: Worths(33.0, 20.0) if not position.alone else pytest.fail("not needed"))


def test_what_a_line_is_worth_is_best_play_with_blanks():
    # Numbers 12 12 5 and one +4 that counts as a blank: the oracle with a Freeze in its place.
    table = laid(["12", "9"], status=["active", "stayed"], deck="12 12 5 +4")
    truth = max(Fraction(12), Oracle().hit(cards("12"), cards("5 12 12 FR")).worth)
    assert expected(table)[0] == pytest.approx(float(truth))


def test_what_takes_seconds_has_no_quick_answer():
    full = " ".join(face.code for face in (+CLASSIC.left(cards("12 9"))).elements())
    alone = laid(["12", "9"], status=["active", "stayed"], deck=full)
    assert position_at(alone, 0).alone
    assert quick_worths(position_at(alone, 0)) is None
    two = laid(["9 10", "3"], status=["active", "stayed"], deck=" ".join(face.code for face in CLASSIC.cards))
    assert not takes_seconds(position_at(two, 0))
    # With two cards left nothing can bust: 12 + 5 + 6.
    small = laid(["12", "9"], status=["active", "stayed"], deck="5 6")
    assert quick_worths(position_at(small, 0)) == Worths(12.0, 23.0)
    both = laid(["12", "9"], deck="5")
    assert quick_worths(position_at(both, 0)) == Worths(12.0, 17.0)


def test_v8_with_others_to_be_given_cards_nobody_is_alone():
    stayed = laid(["12", "9"], edition=VENGEANCE, status=["active", "stayed"], deck="5 6")
    busted = laid(["12", "9 9"], edition=VENGEANCE, status=["active", "busted"], deck="5 6")
    assert not position_at(stayed, 0).alone
    assert position_at(busted, 0).alone


def test_each_figure_has_its_phrase():
    freeze = Decision(0, "target", (Give(0, FREEZE, 0), Give(0, FREEZE, 1)), FREEZE)
    steal = Decision(0, "card", (Take(0, FREEZE, 1),), STEAL)
    assert PHRASES[assumes(freeze)] == REST
    assert PHRASES[assumes(steal)] == ONE_CARD
    assert CLASSIC.key == "classic"
