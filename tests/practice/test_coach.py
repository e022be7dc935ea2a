"""The coach: costs by hand, luck with mean 0, and lessons that lead somewhere."""

import re
from collections import Counter

import pytest

from flip7.cards import CLASSIC, VENGEANCE, card
from flip7.engine.choices import Give, Hit, Stay, Take, Turned
from flip7.engine.play import do, due
from flip7.engine.record import Moment, replay
from flip7.engine.table import Assign, Offer, Resolve
from flip7.lessons.claims import claims
from flip7.lessons.library import library
from flip7.odds.games import solved
from flip7.practice.coach import advice, grade, luck_of, review, value_after
from flip7.practice.lesson import _BONUS, _CARDS, _MODIFIER, _MOVES, lesson_of
from flip7.practice.reckoning import Worths, position_at, worths
from flip7.practice.rounds import Setup, begin, say
from flip7.practice.temperaments import TEMPERAMENTS, decide
from tests.practice.laid import cards, laid

FREEZE = cards("FR")[0]
FULL = " ".join(face.code for face in (+CLASSIC.left(cards("12 9"))).elements())


def test_a_hit_too_far_costs_what_staying_is_ahead():
    # 10 held, others in. Deck 10 5: the 10 busts, the 5 makes 15 (and then only the 10 is left): 7.5 against 10.
    table = laid(["10", "3"], deck="10 5", agenda=[Offer(0)])
    one = grade(3, table, due(table), Hit(0))
    assert one.worths == ((Stay(0), 10), (Hit(0), 7.5))
    assert (one.cost, one.best, one.right, one.at) == (2.5, Stay(0), False, 3)
    assert grade(3, table, due(table), Stay(0)).cost == 0


def test_a_tie_costs_nothing_and_says_stay():
    # 10 held; deck 10 and 10 more points once: half a bust, half 20. Both are worth 10.
    table = laid(["10", "3"], deck="10 +10", agenda=[Offer(0)])
    assert grade(0, table, due(table), Hit(0)).cost == 0
    assert advice(table, due(table)).said == Stay(0)


def test_r23_a_freeze_on_the_wrong_player_costs_the_lead():
    table = laid(["5", "10", "12 3"], deck="12", play="FR", agenda=[Assign(0, None, (FREEZE,))])
    # See test_reckoning: leads of 2 (Ben), -5 (Cleo), -17 (Ana herself).
    assert grade(0, table, due(table), Give(0, FREEZE, 2)).cost == 7
    assert grade(0, table, due(table), Give(0, FREEZE, 0)).cost == 19
    assert advice(table, due(table)).said == Give(0, FREEZE, 1)
    assert "lead over the strongest" in advice(table, due(table)).phrase


def test_what_takes_too_long_is_not_graded():
    table = laid(["12", "9"], status=["active", "stayed"], deck=FULL, agenda=[Offer(0)])
    one = grade(0, table, due(table), Stay(0))
    assert (one.cost, one.best, one.right) == (None, None, True)
    known = grade(0, table, due(table), Stay(0), lambda position: Worths(12.0, 19.5))
    assert (known.cost, known.best) == (7.5, Hit(0))


def test_where_a_choice_is_not_known_the_lesson_does_not_say_that_all_were_good():
    table = laid(["12", "9"], status=["stayed", "stayed"])
    near, unknown = (table, table, Stay(0), Stay(0), 0.0), (table, table, Stay(0), None, None)
    says = lesson_of([near, unknown], (Moment(None, (), table),), 0).says
    assert says == "As far as the coach knows, nothing was given away: each choice was the best one or as good."
    assert lesson_of([near], (Moment(None, (), table),), 0).says.startswith("Nothing was given away")


def test_luck_says_of_how_many_cards_it_is_not_known():
    table = do(laid(["12", "9"], status=["active", "stayed"], deck=FULL, agenda=[Offer(0)]), Hit(0))
    moments = (Moment(None, (), table), Moment(Turned(cards("5")[0]), (), table))
    assert (review(moments, 0).hits, review(moments, 0).open_hits) == (0, 1)
    known = review(moments, 0, lambda position: Worths(None, 20.0))
    assert (known.hits, known.open_hits, known.luck) == (1, 0, 0.0)


LUCKY = [
    ("3 8 11", "", CLASSIC, "active"),
    ("3 8 SC", "", CLASSIC, "active"),
    ("1 2 3 4 5 6", "", CLASSIC, "active"),
    ("12 x2 +4", "5 5", CLASSIC, "active"),
    ("9 10", "", CLASSIC, "active"),
    ("12 11 10 7", "", CLASSIC, "stayed"),
    ("12 11 10 7 SC", "", CLASSIC, "stayed"),
    ("3 8 11", "", VENGEANCE, "active"),
    ("L13 5 -4", "", VENGEANCE, "active"),
    ("0 5 9", "", VENGEANCE, "active"),
]


@pytest.mark.parametrize(("line", "discard", "edition", "other"), LUCKY)
def test_luck_is_0_on_average_over_all_cards_that_can_come(line, discard, edition, other):
    gone = cards(f"{line} {discard} 12 9")
    deck = " ".join(face.code for face in (+edition.left(gone)).elements())
    table = laid([line, "12 9"], edition=edition, status=["active", other], deck=deck, discard=discard)
    left = Counter(dict(table.deck))
    luck = sum(n * luck_of(table, 0, face, worths) for face, n in left.items()) / left.total()
    assert luck == pytest.approx(0, abs=1e-9)


def test_luck_of_one_card_by_hand():
    # 10 held; deck 10 5. Hitting is worth 7.5: the 5 gave 15 - 7.5, the 10 took all of it.
    table = laid(["10", "3"], deck="10 5")
    assert luck_of(table, 0, cards("5")[0]) == 7.5
    assert luck_of(table, 0, cards("10")[0]) == -7.5


def test_a_card_given_away_leaves_the_choice_open():
    table = laid(["10", "3"], deck="FR 5")
    # After the Freeze the 5 is left: 15.
    assert value_after(table, 0, FREEZE) == 15


def test_r26_alone_a_freeze_ends_it():
    table = laid(["10 11 12", "3"], status=["active", "stayed"], deck="FR 5")
    assert value_after(table, 0, FREEZE) == 33


@pytest.mark.parametrize("edition", [CLASSIC, VENGEANCE], ids=["classic", "vengeance"])
def test_every_decision_of_a_round_is_graded_and_its_record_is_graded_the_same(edition):
    for seed in range(2):
        now = begin(Setup(edition, f"coach{seed}", ("odds", "gambler", "spiteful"), seat=seed))
        while not now.over:
            now = say(now, decide(now.table, now.due, TEMPERAMENTS["chaser"]))
        seen = review(now.moments, seed)
        assert [one.said for one in seen.graded] == list(now.own)
        assert seen.lost == sum(one.cost or 0 for one in seen.graded)
        again = review(replay(now.record()).moments, seed)
        assert [(one.at, one.cost) for one in again.graded] == [(one.at, one.cost) for one in seen.graded]
        assert (again.luck, again.lesson) == (seen.luck, seen.lesson)
        for one in seen.graded:
            if one.decision.asks == "hit-or-stay" and one.cost is not None:
                answer = solved(position_at(one.table, seed))
                lead = answer.hit - answer.stay
                assert one.cost == pytest.approx(max(0, -lead if isinstance(one.said, Hit) else lead), abs=1e-6)


def test_by_the_odds_gives_nothing_away():
    now = begin(Setup(CLASSIC, "perfect", ("odds", "gambler", "spiteful")))
    while not now.over:
        now = say(now, decide(now.table, now.due, TEMPERAMENTS["odds"]))
    assert review(now.moments, 0).lost == 0


def lesson(lines, said, best, cost, **kwargs):
    table = laid(lines, agenda=[Offer(0)], **kwargs)
    return lesson_of([(table, due(table), said, best, cost)], (), 0)


def test_the_lesson_is_the_dearest_mistake_with_its_figures():
    late = lesson(["10 12 x2"], Hit(0), Stay(0), 3.25, deck="10 5 5 5")
    assert (late.says, late.where, late.key) == (
        "Hitting on 44 points gave away 3.2 points. With x2 a bust costs twice the numbers.", "claim", "d3",
    )  # fmt: skip
    soon = lesson(["10 SC"], Stay(0), Hit(0), 4.0, deck="10 5")
    assert (soon.key, soon.about) == ("d4", 0)
    assert "cannot bust" in soon.says
    one = lesson(["10"], Stay(0), Hit(0), 4.0, deck="10 5 5 5")
    assert "only in 25 of 100 cases" in one.says


def test_of_two_mistakes_the_dearer_one_is_the_lesson():
    table = laid(["10 SC"], deck="10 5", agenda=[Offer(0)])
    cheap, dear = (table, due(table), Hit(0), Stay(0), 1.0), (table, due(table), Stay(0), Hit(0), 4.0)
    assert lesson_of([cheap, dear], (), 0).about == 1
    assert lesson_of([dear, cheap], (), 0).key == "d4"


def moved(best):
    """The lesson where Ana, with 5 and 9, had a Steal and took Ben's 9, and this would have been best."""
    table = laid(["5 9", "9 3"], edition=VENGEANCE, play="ST", agenda=[Resolve(0, card("ST"))])
    return lesson_of([(table, due(table), Take(0, card("9"), 1), best, 20.0)], (), 0)


def test_v9_a_stolen_duplicate_is_the_lesson_where_it_busts():
    assert (moved(None).where, moved(None).key) == ("case", "v09")
    assert "busts you" in moved(None).says


def test_v28_a_seventh_that_was_there_to_be_stolen_is_the_lesson():
    table = laid(["1 2 3 4 5 6", "9 -4"], edition=VENGEANCE, play="ST", agenda=[Resolve(0, card("ST"))])
    seventh, other = Take(0, card("9"), 1), Take(0, card("-4"), 1)
    assert lesson_of([(table, due(table), other, seventh, 40.0)], (), 0).key == "v28"


@pytest.mark.parametrize(("status", "key"), [("busted", "r1"), ("flip7", "d5"), ("frozen", "a08"), ("stayed", "r4")])
def test_without_a_mistake_the_lesson_is_what_happened(status, key):
    table = laid(["10", "9"], status=[status, "stayed"])
    near = (table, table, Hit(0), Stay(0), 0.05)
    assert lesson_of([near], (Moment(None, (), table),), 0).key == key


def test_every_lesson_leads_to_a_case_or_claim_that_is_there():
    words = [*_CARDS.values(), *_MOVES.values(), _MODIFIER, _BONUS]
    words += [("", "claim", key) for key in ("d1", "d3", "d4", "d5", "r1", "r4")]
    words += [("", "case", key) for key in ("a03", "a08", "d31", "v07", "v11")]
    for _, where, key in words:
        assert key in (claims() if where == "claim" else library().cases), key
    assert all(re.match(r"[A-Z0-9].*\.$", says) for says, _, _ in words if says)
