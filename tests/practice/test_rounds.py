"""A practice round: the same again from its word, its record, and whoever sits where."""

import pytest

from flip7.cards import CLASSIC, EDITIONS, VENGEANCE
from flip7.engine.choices import Hit, Shuffled, Stay, Turned
from flip7.engine.play import due
from flip7.engine.reading import read_record
from flip7.engine.record import replay
from flip7.engine.writing import write_record
from flip7.errors import NotAllowedError, NotationError
from flip7.practice.rounds import MAX_WORD, Setup, again, back, begin, opened, read_word, say, steps, word_of
from flip7.practice.temperaments import TEMPERAMENTS, decide

ALL = tuple(TEMPERAMENTS)


def played(setup, how="gambler"):
    """The whole round, the learner's seat played by this temperament."""
    now = begin(setup)
    while not now.over:
        now = say(now, decide(now.table, now.due, TEMPERAMENTS[how]))
    return now


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
@pytest.mark.parametrize("rivals", [ALL[:1], ALL[1:4], ALL], ids=len)
def test_a_finished_round_replays_from_its_word_and_from_its_record(edition, rivals):
    for seed in range(4):
        now = played(Setup(edition, f"again{seed}", rivals, seat=seed % (len(rivals) + 1)))
        word = word_of(now)
        assert len(word) <= MAX_WORD
        assert read_word(word).moments == now.moments
        assert again(now.setup, now.own).moments == now.moments
        replayed = replay(read_record(write_record(now.record("Practice"))))
        assert replayed.differences() == []
        assert [event.kind for event in replayed.events] == [event.kind for event in now.events]
        assert [moment.given for moment in replayed.moments] == [moment.given for moment in now.moments]
        assert replayed.table.lines == now.table.lines


def test_an_unfinished_round_is_the_same_after_a_reload():
    now = begin(Setup(CLASSIC, "half", ("odds", "careful")))
    now = say(now, Hit(0))
    same = read_word(word_of(now))
    assert same.moments == now.moments
    assert same.due == now.due


def test_the_cards_are_the_same_whoever_takes_them():
    orders = set()
    for how in ("careful", "chaser", "odds"):
        now = played(Setup(CLASSIC, "order", ("gambler", "spiteful", "odds")), how)
        assert not any(isinstance(item, Shuffled) for item in now.given)
        orders.add(tuple(item.card for item in now.given if isinstance(item, Turned))[:12])
    assert len(orders) == 1
    assert len({played(Setup(CLASSIC, f"other{n}", ("odds",))).given[0] for n in range(9)}) > 1


def test_steps_show_one_input_at_a_time_and_lead_to_the_learner():
    first = opened(Setup(CLASSIC, "slow", ("odds", "careful"), seat=2))
    later = [*steps(first)]
    assert [len(one.moments) for one in later] == [*range(2, len(later) + 2)]
    assert later[-1].due is not None
    assert later[-1].due.player == 2
    assert all(due(one.table).player != 2 or one is later[-1] for one in later if hasattr(due(one.table), "options"))


def test_the_learner_sits_where_the_setup_says_and_rivals_clockwise():
    setup = Setup(VENGEANCE, "seats", ("odds", "careful", "odds"), seat=1)
    assert [setup.temperament(seat) for seat in range(4)] == ["odds", None, "odds", "careful"]
    assert setup.names == ("Otto", "You", "Otto 2", "Clara")


def test_r9_a_choice_that_is_not_asked_is_refused_and_changes_nothing():
    now = begin(Setup(CLASSIC, "refuse", ("odds",)))
    with pytest.raises(NotAllowedError):
        say(now, Stay(1))
    assert now.due.player == 0


def test_the_last_choice_can_be_taken_back():
    now = begin(Setup(CLASSIC, "undo", ("odds", "careful")))
    assert back(say(now, Hit(0))).moments == now.moments
    assert back(now).moments == now.moments


@pytest.mark.parametrize(
    "word",
    [
        "", "x0o-seed-", "c9o-seed-", "c0z-seed-", "c0o-se ed-", "c0o-seed-q", "c5o-seed-", "c0o--", "c0oooooo-seed-",
        "c0o-" + "a" * 41 + "-", "c0o-seed-" + "h" * 700, "c0o-seed-9_", "c0o-seed-" + "s" * 30,
    ],
)  # fmt: skip
def test_a_word_that_is_no_round_is_one_clear_error(word):
    with pytest.raises(NotationError) as error:
        read_word(word)
    assert error.value.message.endswith((".", "fit."))


@pytest.mark.parametrize(("seed", "rivals", "seat"), [("", ("odds",), 0), ("a b", ("odds",), 0), ("a", (), 0),
                                                      ("a", ("nobody",), 0), ("a", ("odds",), 2)])  # fmt: skip
def test_a_setup_that_cannot_be_is_refused(seed, rivals, seat):
    with pytest.raises(NotationError):
        Setup(CLASSIC, seed, rivals, seat)
