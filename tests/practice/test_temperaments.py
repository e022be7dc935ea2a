"""The computer players: what each does, and that they differ.

``python -m tests.practice.temperament_campaign`` plays 2,000 rounds of each game and holds every pair against each
other in busts, scores and targets. Here 400 rounds of Flip 7 do, with one of each temperament at one table and all
comparisons paired by round: neighbours in busts, the clearest pairs in targets, the odds ahead of everybody in points.
"""

import pytest

from flip7.cards import CLASSIC, VENGEANCE
from flip7.engine.choices import Decision, Exchange, Give, Hit, Remove, Stay, Take
from flip7.engine.play import due
from flip7.engine.table import Assign, GiveAway, Offer, Pass, Resolve
from flip7.practice.reckoning import position_at, worths
from flip7.practice.rounds import Setup, begin, say
from flip7.practice.temperaments import TEMPERAMENTS, decide
from tests.practice.laid import cards, laid
from tests.practice.temperament_campaign import KEYS, apart, campaign, paired, tap_times

FREEZE, FLIP_THREE, CHANCE, MINUS, STEAL, SWAP, DISCARD, FLIP_FOUR = cards("FR F3 SC -10 ST SW DI F4")
SURE = 2.6
"""Standard errors: a difference like this comes by chance once in a hundred times."""


def says(key, table):
    return decide(table, due(table), TEMPERAMENTS[key])


@pytest.mark.parametrize(
    ("line", "hitting"),
    [
        # A lone 5: 4 of 15 cards would bust a player who minds.
        ("5", {"gambler", "spiteful", "chaser"}),
        ("10 6", {"gambler", "chaser"}),
        ("10 9 12 11 8", {"chaser"}),
        ("10 9 12 11 8 SC", {"careful", "gambler", "spiteful", "chaser"}),
    ],
)
def test_each_hits_as_far_as_it_says(line, hitting):
    table = laid([line, "3"], deck="5 5 5 5 6 6 9 9 10 10 11 12 2 1 7", agenda=[Offer(0)])
    found = {key for key in KEYS if key != "odds" and says(key, table) == Hit(0)}
    assert found == hitting


def test_who_plays_by_the_odds_does_what_is_worth_more():
    # 10 held. Deck 10 5: half a bust, half 15, so staying is better; deck 5 6: 21 for sure.
    assert says("odds", laid(["10", "3"], deck="10 5", agenda=[Offer(0)])) == Stay(0)
    assert says("odds", laid(["10", "3"], deck="5 6", agenda=[Offer(0)])) == Hit(0)


def test_r23_each_freezes_another_way():
    # Ben has most points, Cleo most numbers, Dora least of all.
    lines = ["9", "12 11 +10", "1 2 3 4", "2"]
    table = laid(lines, deck="5 6 7", play="FR", agenda=[Assign(0, None, (FREEZE,))])
    frozen = {key: says(key, table).to for key in KEYS if key != "odds"}
    assert frozen == {"careful": 0, "gambler": 1, "spiteful": 1, "chaser": 2}


def test_r23_flip_threes_are_for_oneself_or_for_others():
    lines = ["9", "12 11 +10", "1 2 3 4", "2"]
    table = laid(lines, deck="5 6 7 8", play="F3", agenda=[Assign(0, None, (FLIP_THREE,))])
    flips = {key: says(key, table).to for key in KEYS if key != "odds"}
    assert flips == {"careful": 3, "gambler": 0, "spiteful": 1, "chaser": 0}


def test_r24_nobody_out_is_chosen():
    table = laid(
        ["9", "12 11 +10", "1 2"], status=["active", "stayed", "active"], deck="5", play="FR",
        agenda=[Assign(0, None, (FREEZE,))],
    )  # fmt: skip
    assert says("spiteful", table) == Give(0, FREEZE, 2)


def test_r36_a_spare_second_chance_goes_to_the_weakest():
    table = laid(["5 SC", "12", "3"], deck="12 6", play="SC", agenda=[Pass(0, CHANCE)])
    assert says("gambler", table) == Give(0, CHANCE, 2)


def test_v23_a_minus_card_follows_the_leader_even_after_a_stay():
    table = laid(
        ["5", "12 11", "4"], edition=VENGEANCE, status=["active", "stayed", "active"], deck="5", play="-10",
        agenda=[GiveAway(0, MINUS)],
    )  # fmt: skip
    assert says("spiteful", table) == Give(0, MINUS, 1)
    assert says("careful", table) == Give(0, MINUS, 2)


def test_v28_v30_what_each_does_with_cards_that_move():
    lines, status = ["5", "12 4", "13 2 3"], ["active", "stayed", "stayed"]
    steal = laid(lines, edition=VENGEANCE, status=status, deck="5", play="ST", agenda=[Resolve(0, STEAL)])
    assert says("gambler", steal) == Take(0, cards("13")[0], 2)
    discard = laid(lines, edition=VENGEANCE, status=status, deck="5", play="DI", agenda=[Resolve(0, DISCARD)])
    assert says("spiteful", discard) == Remove(0, cards("13")[0], 2)
    swap = laid(lines, edition=VENGEANCE, status=status, deck="5", play="SW", agenda=[Resolve(0, SWAP)])
    assert says("gambler", swap) == Exchange(0, cards("5")[0], 0, cards("13")[0], 2)


def test_v26_everybody_keeps_a_steal():
    table = laid(["5", "13", "2"], edition=VENGEANCE, deck="5 6", play="ST", agenda=[GiveAway(0, STEAL)])
    assert {says(key, table) for key in KEYS} == {Give(0, STEAL, 0)}


@pytest.mark.parametrize("edition", [CLASSIC, VENGEANCE], ids=["classic", "vengeance"])
def test_every_answer_is_one_of_the_options_and_always_the_same(edition):
    for seed in range(6):
        now = begin(Setup(edition, f"same{seed}", KEYS[seed % 5 :] + KEYS[: seed % 5]))
        while not now.over:
            asked = now.due
            for key in KEYS:
                answer = decide(now.table, asked, TEMPERAMENTS[key])
                assert answer in asked.options
                assert decide(now.table, asked, TEMPERAMENTS[key]) == answer
            now = say(now, decide(now.table, asked, TEMPERAMENTS["gambler"]))


def given_away(table_moments, of):
    """What each temperament gave away by hitting or staying with others in, by the exact odds."""
    lost = dict.fromkeys(KEYS, 0.0)
    table = table_moments[0].table
    for moment in table_moments[1:]:
        asked = due(table)
        choice = isinstance(asked, Decision) and asked.asks == "hit-or-stay" and len(table.active) > 1
        if choice and len(table.lines[asked.player]) > 1:
            stay, hit = worths(position_at(table, asked.player))
            gain = hit - stay if moment.given == Hit(asked.player) else stay - hit
            lost[of[asked.player]] += max(0.0, -gain)
        table = moment.table
    return lost


def test_whoever_plays_by_the_odds_gives_nothing_away_and_all_others_do():
    losses = {key: [] for key in KEYS}
    for seed in range(15):
        keys = KEYS[seed % 5 :] + KEYS[: seed % 5]
        setup = Setup(CLASSIC, f"lost{seed}", keys[1:])
        of = {seat: setup.temperament(seat) or keys[0] for seat in range(5)}
        now = begin(setup)
        while not now.over:
            now = say(now, decide(now.table, now.due, TEMPERAMENTS[keys[0]]))
        for key, lost in given_away(now.moments, of).items():
            losses[key].append(lost)
    assert sum(losses["odds"]) < 1e-6
    for key in KEYS:
        if key != "odds":
            assert sum(losses[key]) / 15 > 0.3, key


def test_temperaments_differ_in_busts_and_targets_and_the_odds_earn_most():
    busts, scores, gifts, _ = campaign(CLASSIC, range(400))
    shares = {key: sum(busts[key]) / 400 for key in KEYS}
    assert sorted(shares, key=shares.__getitem__) == ["careful", "spiteful", "odds", "gambler", "chaser"]
    for one, other in (("careful", "odds"), ("spiteful", "odds"), ("odds", "gambler"), ("gambler", "chaser")):
        assert abs(paired(busts[one], busts[other])[1]) > SURE, (one, other)
    for key in KEYS:
        if key != "odds":
            assert paired(scores["odds"], scores[key])[1] > SURE, key
    to_self, to_best = ({key: [gift[at] for gift in gifts[key]] for key in KEYS} for at in (0, 1))
    for one, other in (("careful", "spiteful"), ("odds", "gambler"), ("spiteful", "gambler"), ("odds", "chaser")):
        assert apart(to_self[one], to_self[other]) > SURE or apart(to_best[one], to_best[other]) > SURE, (one, other)


def test_five_rivals_by_the_odds_have_decided_within_300_ms():
    times = [time for edition in (CLASSIC, VENGEANCE) for time in tap_times(edition, 8)]
    assert sorted(times)[int(0.95 * len(times))] < 0.3
