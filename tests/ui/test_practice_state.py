"""What a link and each tap make of the page "Practice", and what the device keeps of it."""

import re
from dataclasses import replace
from datetime import UTC, date, datetime
from urllib.parse import parse_qsl

import pytest

from flip7.cards import CLASSIC, VENGEANCE
from flip7.engine.choices import Exchange, Give
from flip7.practice.coach import review
from flip7.practice.daily import setup_of
from flip7.practice.drills import Asked, fresh, item, made_of
from flip7.practice.figures import Figures
from flip7.practice.reckoning import worths
from flip7.practice.rounds import Setup, begin, say, word_of
from flip7.practice.schedule import Progress
from flip7.ui.practice_keys import pad_sections
from flip7.ui.practice_ledger import Ledger, read_ledger, write_ledger
from flip7.ui.practice_link import day_link, from_link, link_of, round_link
from flip7.ui.practice_state import (
    Around,
    PracticeState,
    apply,
    apply_all,
    on_part,
    seed_of,
    since,
    swappable,
    swaps_of,
)
from flip7.ui.practice_words import told
from flip7.ui.taps import TapMark

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
TODAY = NOW.date()
AROUND = Around(CLASSIC, worths, NOW)
RIVALS = ("careful", "gambler", "spiteful")


def tapped(state, *taps, around=AROUND, progress=None):
    """The state after these taps of one log, from its first."""
    mark = TapMark("abcd", len(taps))
    return apply_all(state, progress or Progress(), taps, mark, around)[0]


def opened(link="", **params):
    return from_link(params or dict(parse_qsl(link)), worths, TODAY)


def over(edition=CLASSIC, rivals=RIVALS, seed="abc"):
    """A round of which the learner hits once and stays."""
    now = begin(Setup(edition, seed, rivals))
    while now.due:
        now = say(now, now.due.options[0 if len(now.own) < 1 else -1])
    return now


def test_a_deal_is_a_round_with_these_rivals_in_which_there_is_something_to_choose():
    state = tapped(PracticeState(rivals=RIVALS), "deal")
    assert state.round.setup.rivals == RIVALS
    assert state.round.due is not None
    assert state.round.due.player == state.round.setup.seat


def test_the_same_tap_after_a_lost_server_deals_the_same_cards_and_the_next_one_others():
    first, again = (tapped(PracticeState(rivals=RIVALS), "deal").round for _ in range(2))
    assert word_of(first) == word_of(again)
    assert seed_of("abcd", 1) != seed_of("abcd", 2)
    later = apply_all(PracticeState(rivals=RIVALS), Progress(), ("deal",), TapMark("abcd", 2), AROUND)[0].round
    assert word_of(later) != word_of(first)


def test_taps_heard_one_by_one_or_together_come_to_the_same():
    taps = ("v.odds", "deal", "0.0")
    together = tapped(PracticeState(rivals=("odds", "careful")), *taps)
    state = PracticeState(rivals=("odds", "careful"))
    for number, tap in enumerate(taps, 1):
        state = apply_all(state, Progress(), (tap,), TapMark("abcd", number), AROUND)[0]
    assert word_of(state.round) == word_of(together.round)
    assert state.mark == together.mark == TapMark("abcd", 3)


def test_rivals_come_and_go_and_one_always_stays():
    assert tapped(PracticeState(), "v.chaser").rivals == ("careful", "odds", "gambler", "chaser")
    assert tapped(PracticeState(), "v.odds", "v.careful").rivals == ("gambler",)
    assert tapped(PracticeState(), "v.odds", "v.careful", "v.gambler").rivals == ("gambler",)
    assert tapped(PracticeState(), "v.nobody").rivals == ("careful", "odds", "gambler")


def test_a_tap_on_a_choice_that_is_past_changes_nothing():
    state = tapped(PracticeState(rivals=RIVALS), "deal")
    hit = apply(state, Progress(), "0.0", AROUND, "s")[0]
    assert len(hit.round.own) == 1
    assert apply(hit, Progress(), "0.0", AROUND, "s")[0] == hit
    for tap in ("0.9", "1.99", "1.x", "7.0", "nonsense", "a1", "again"):
        assert apply(hit, Progress(), tap, AROUND, "s")[0].round == hit.round


def test_what_is_told_begins_after_the_own_choice():
    now = say(begin(Setup(CLASSIC, "abc", RIVALS)), begin(Setup(CLASSIC, "abc", RIVALS)).due.options[0])
    first = since(now)
    assert now.moments[first - 1].given == now.own[-1]
    assert all(getattr(moment.given, "player", -1) != now.setup.seat for moment in now.moments[first:])
    words = [words for words, _ in told(now)]
    assert words[0].startswith("You ")
    assert not any(" You " in one or one.startswith("You turns") for one in words)


def test_a_finished_round_counts_only_where_a_tap_has_ended_it():
    state = PracticeState(round=begin(Setup(CLASSIC, "abc", RIVALS)))
    while not state.round.over:
        state = apply(state, Progress(), f"{len(state.round.own)}.1", AROUND, "s")[0]
    assert state.finished
    assert not opened(link_of(state)).finished
    assert not on_part(state, "drills").finished


def test_again_has_new_cards_and_the_same_rivals_and_other_rivals_keeps_them_chosen():
    state = PracticeState(round=over())
    again = tapped(state, "again")
    assert again.round.setup.rivals == RIVALS
    assert again.round.setup.seed != "abc"
    other = tapped(state, "rivals")
    assert (other.round, other.rivals) == (None, RIVALS)


def test_a_link_leads_back_to_everything():
    state = tapped(PracticeState(rivals=("gambler", "chaser")), "deal", "advice")
    state = tapped(on_part(state, "drills"), "k.score", "next", "a0")
    state = replace(on_part(state, "daily"), day=date(2026, 11, 29))
    state = tapped(state, "deal")
    back = opened(link_of(state))
    assert replace(back, shown=state.shown) == state
    assert back.drill.said == 0
    assert back.kind == "score"


def test_no_state_has_no_link_and_a_round_a_short_one():
    assert link_of(PracticeState()) == ""
    now = over()
    assert round_link(PracticeState(round=now)) == f"v=1&round={word_of(now)}"
    day = date(2026, 11, 29)
    deal = PracticeState(part="daily", day=day, deal=begin(setup_of(day)))
    assert day_link(day) == "v=1&part=daily&day=d2026-11-29"
    assert opened(round_link(deal)).deal.setup == setup_of(day)


@pytest.mark.parametrize(
    ("params", "note"),
    [
        ({"v": "7"}, "The link's version is “7”; this app reads version 1."),
        ({"edition": "<b>"}, "“<b>” in the link is neither “classic” nor “vengeance”."),
        ({"part": "casino"}, "There is no part “casino” of this page. This is the round."),
        ({"with": "odds.nobody"}, "The rivals “odds.nobody” in the link are not known."),
        ({"kind": "luck"}, "There is no drill “luck”. All kinds come."),
        ({"round": "x"}, "“x” is no practice round; ask for the link once more."),
        ({"round": "c0c-abc-hhhhhhhhhhhhhhhhhhhhhh"}, "practice round in this link does not fit."),
        ({"day": "d2026-02-30"}, "“d2026-02-30” is no deal of the day; ask for the link once more."),
        ({"day": "d2026-12-24"}, "The deal of 2026-12-24 is not out yet. This is the deal of today."),
        ({"day": "d2026-11-29", "deal": "c0c-abc-"}, "The round in this link is not the deal of 2026-11-29."),
        ({"item": "c.hit.9.abc."}, "“c.hit.9.abc.” is no drill; ask for the link once more."),
        ({"item": "c.hit.2.abc.thirteen"}, "“c.hit.2.abc.thirteen” is no drill; ask for the link once more."),
    ],
)
def test_a_link_that_cannot_be_read_says_so(params, note):
    state = opened(**params)
    assert state.note.endswith(note)
    assert (state.round, state.deal, state.drill) == (None, None, None)


def test_the_deal_of_the_day_is_the_same_for_all_and_an_older_one_leads_to_that_of_today():
    state = replace(PracticeState(part="daily"), day=date(2026, 11, 29))
    one, two = tapped(state, "deal"), apply(state, Progress(), "deal", AROUND, "another")[0]
    assert word_of(one.deal) == word_of(two.deal) == word_of(begin(setup_of(date(2026, 11, 29))))
    assert tapped(state, "today").day == TODAY
    # In the middle of a deal there is no way out of it.
    assert tapped(one, "today") == replace(one, mark=TapMark("abcd", 1))


def swap_due():
    """A round in which the learner has a Swap to carry out."""
    for number in range(300):
        now = begin(Setup(VENGEANCE, f"s{number}", RIVALS))
        while now.due:
            if any(isinstance(option, Exchange) for option in now.due.options):
                return now
            mine = [one for one in now.due.options if isinstance(one, Give) and one.to == now.setup.seat]
            now = say(now, mine[0] if mine else now.due.options[0])
    raise AssertionError("no Swap")


def test_v29_a_swap_takes_two_taps_and_every_option_can_be_reached():
    state = PracticeState(round=swap_due())
    due = state.round.due
    reached = {at for pick in swappable(due) for at in swaps_of(due, pick).values()}
    assert reached == set(range(len(due.options)))
    for pick in swappable(due):
        for other, at in swaps_of(due, pick).items():
            option = due.options[at]
            assert {pick, other} == {(option.owner, option.card), (option.other, option.other_card)}
    seat, face = swappable(due)[0]
    code = f"{len(state.round.own)}.p{seat} {face.code}"
    picked = tapped(state, code)
    assert picked.pick == (seat, face)
    assert tapped(picked, code).pick is None
    keys = [key for section in pad_sections(picked, None, TODAY) for key in section.keys]
    swap = next(key.code for key in keys if re.fullmatch(r"\d+\.\d+", key.code))
    done = tapped(picked, swap)
    assert done.pick is None
    assert isinstance(done.round.own[-1], Exchange)
    assert (seat, face) in {
        (done.round.own[-1].owner, done.round.own[-1].card),
        (done.round.own[-1].other, done.round.own[-1].other_card),
    }


def test_a_drill_is_answered_once_and_moves_the_progress():
    state, progress = apply(PracticeState(part="drills", kind="score"), Progress(), "next", AROUND, "s")
    assert state.drill.asked.kind == "score"
    right = next(at for at, answer in enumerate(state.drill.item.answers) if answer.right)
    # A question that is open is not skipped.
    assert apply(state, progress, "next", AROUND, "t")[0] == state
    answered, progress = apply(state, progress, f"a{right}", AROUND, "s")
    # A right answer lifts the level by a quarter.
    assert (answered.drill.said, progress.levels["score"]) == (right, 1.25)
    again, after = apply(answered, progress, f"a{1 - min(right, 1)}", AROUND, "s")
    assert (again, after) == (answered, progress)
    assert apply(answered, progress, "next", AROUND, "t")[0].drill.item.marks != state.drill.item.marks


def test_another_kind_changes_an_open_question_only_where_it_does_not_fit():
    state, progress = apply(PracticeState(part="drills", kind="score"), Progress(), "next", AROUND, "s")
    assert apply(state, progress, "k.score", AROUND, "t")[0].drill == state.drill
    assert apply(state, progress, "k.all", AROUND, "t")[0].drill == state.drill
    assert apply(state, progress, "k.legal", AROUND, "t")[0].drill.asked.kind == "legal"


def test_no_item_comes_twice_in_a_session_and_its_words_make_it_again():
    shown = frozenset()
    for number in range(12):
        asked = fresh(Asked("score", CLASSIC, 1, "same", "sum"), shown)
        made = made_of(asked)
        assert made.marks not in shown
        assert item(asked.kind, asked.edition, asked.level, asked.seed, asked.topic) == made
        shown |= {made.marks}
        assert len(shown) == number + 1


def test_a_round_counts_once_in_the_figures():
    now = over()
    found = review(now.moments, now.setup.seat)
    ledger = Ledger().and_round(now.setup, found)
    assert ledger.figures.rounds == 1
    assert ledger.and_round(now.setup, found) == ledger
    assert ledger.joined(Ledger()) == Ledger().joined(ledger) == ledger
    assert read_ledger(write_ledger(ledger)) == ledger
    # Started over, the figures are gone, and the round does not come back.
    anew = read_ledger(write_ledger(ledger.anew()))
    assert anew.figures == Figures()
    assert anew.and_round(now.setup, found) == anew
    assert Ledger().joined(anew) == anew


@pytest.mark.parametrize("text", ["", "|", "nonsense", "1;2|<script>,12345678x", "1;9;1;5;0.00;0.00;1|"])
def test_a_ledger_that_is_none_of_ours_is_empty(text):
    assert read_ledger(text) == Ledger()
    assert write_ledger(Ledger()) == ""
