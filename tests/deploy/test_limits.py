"""What one address may ask for, by a clock that the tests turn."""

import pytest

from flip7.errors import Fault, NotAllowedError
from flip7.hosting import limits
from flip7.hosting.limits import Guesses, Rate, address_of, look_up, may_begin
from flip7.scorepad.codes import read_code

HERE, THERE = "192.0.2.7", "192.0.2.8"


class Clock:
    def __init__(self):
        self.now = 5000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.mark.parametrize(
    ("peer", "counted"),
    [
        (None, None),
        ("::1", None),
        ("::ffff:127.0.0.1", None),
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:0:1::99", "2001:db8:0:1::/64"),
        ("2001:db8:0:1:ffff::1", "2001:db8:0:1::/64"),
        ("2001:db8:0:2::99", "2001:db8:0:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("<script>", "unknown"),
    ],
)
def test_an_address_is_counted_as_the_network_of_one_household(peer, counted):
    assert address_of(peer) == counted


def test_thirty_games_at_once_and_then_one_each_two_minutes(clock):
    games = Rate(30, 3600, clock)
    assert [games.take(HERE) for _ in range(30)] == [0] * 30
    assert games.take(HERE) == pytest.approx(120)
    assert games.take(THERE) == 0
    clock.now += 119
    assert games.take(HERE) == pytest.approx(1)
    clock.now += 1
    assert games.take(HERE) == 0
    assert games.take(HERE) == pytest.approx(120)
    clock.now += 3600
    assert [games.take(HERE) for _ in range(31)][-2:] == [0, pytest.approx(120)]


def test_the_refusal_of_a_new_game_says_when_to_come_back(clock):
    games = Rate(30, 3600, clock)
    for _ in range(30):
        may_begin(HERE, games)
    with pytest.raises(NotAllowedError, match=r"30 games within an hour .* Try again in 2 minutes\."):
        may_begin(HERE, games)
    for _ in range(50):
        may_begin(None, games)


def test_after_five_wrong_codes_each_next_one_waits_twice_as_long_up_to_a_minute(clock):
    guesses, waits = Guesses(clock), []
    for _ in range(14):
        waits.append(guesses.wait(HERE))
        clock.now += waits[-1]
        assert guesses.wait(HERE) == 0
        guesses.wrong(HERE)
    assert waits == [0] * 5 + [1, 2, 4, 8, 16, 32, 60, 60, 60]
    assert guesses.wait(THERE) == 0
    clock.now += 121
    guesses.wrong(HERE)
    assert guesses.wait(HERE) == 0


def test_four_wrong_codes_spread_over_minutes_are_forgotten(clock):
    guesses = Guesses(clock)
    for _ in range(12):
        assert guesses.wait(HERE) == 0
        guesses.wrong(HERE)
        clock.now += 61


def test_a_code_is_not_even_looked_up_while_its_address_waits(clock):
    guesses, asked = Guesses(clock), []

    def open_(code):
        asked.append(code)
        if code != "right":
            raise NotAllowedError([Fault("There is no game with this code.")])
        return "the game"

    for n in range(5):
        with pytest.raises(NotAllowedError, match="no game with this code"):
            look_up(open_, f"wrong {n}", HERE, guesses)
    with pytest.raises(NotAllowedError, match=r"has to wait\. Try again in 1 second\."):
        look_up(open_, "right", HERE, guesses)
    assert len(asked) == 5
    assert look_up(open_, "right", THERE, guesses) == "the game"
    assert look_up(open_, "right", None, guesses) == "the game"
    clock.now += 1
    assert look_up(open_, "right", HERE, guesses) == "the game"


def test_the_readiness_check_is_not_counted(clock):
    guesses = Guesses(clock)

    def open_(code):
        raise NotAllowedError([Fault("There is no game with this code.")])

    assert read_code(limits.PROBE) == limits.PROBE
    for _ in range(20):
        with pytest.raises(NotAllowedError, match="no game with this code"):
            look_up(open_, limits.PROBE, HERE, guesses)
    assert guesses.wait(HERE) == 0


def test_memory_is_bounded_and_the_latest_are_kept(clock, monkeypatch):
    monkeypatch.setattr(limits, "MOST_ADDRESSES", 3)
    games = Rate(1, 3600, clock)
    for n in range(10):
        assert games.take(f"address {n}") == 0
    assert len(games._used) == 3
    assert games.take("address 9") == pytest.approx(3600)
    assert games.take("address 0") == 0
