"""What one address may ask for, by a clock that the tests turn."""

import pytest

from flip7.errors import Fault, NotAllowedError
from flip7.hosting import limits
from flip7.hosting.limits import Guesses, Rate, address_of, look_up, may_begin
from flip7.scorepad.codes import new_code, read_code

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
    guesses, asked, right = Guesses(clock), [], new_code()

    def open_(code):
        asked.append(code)
        if code != right:
            raise NotAllowedError([Fault("There is no game with this code.")])
        return "the game"

    for _ in range(5):
        with pytest.raises(NotAllowedError, match="no game with this code"):
            look_up(open_, new_code(), HERE, guesses)
    with pytest.raises(NotAllowedError, match=r"has to wait\. Try again in 1 second\."):
        look_up(open_, right, HERE, guesses)
    assert len(asked) == 5
    assert look_up(open_, right, THERE, guesses) == "the game"
    assert look_up(open_, right, None, guesses) == "the game"
    clock.now += 1
    assert look_up(open_, right, HERE, guesses) == "the game"


def test_phones_of_a_cafe_come_back_whatever_somebody_there_mistypes(clock):
    guesses = Guesses(clock)
    ana, ben, new = "kado-muri-lesa-bogi-tunu", "nutu-bogi-lesa-muri-kado", "tutu-bogi-lesa-muri-kado"
    games = dict(zip(map(read_code, (ana, ben, new)), ("Ana's", "Ben's", "new"), strict=True))

    def open_(code):
        if (game := games.get(read_code(code))) is None:
            raise NotAllowedError([Fault("There is no game with this code.")])
        return game

    for _ in range(17):
        assert look_up(open_, ana, HERE, guesses) == "Ana's"
    limits.opened(read_code(ben), HERE, guesses)
    for wrong in ("bado-muri-lesa-bogi-tunu", "no code at all"):
        for _ in range(18):
            with pytest.raises(NotAllowedError, match="no game with this code"):
                look_up(open_, wrong, HERE, guesses)
    assert guesses.wait(HERE) == 0, "only one new code was wrong"
    for _ in range(5):
        with pytest.raises(NotAllowedError, match="no game with this code"):
            look_up(open_, new_code(), HERE, guesses)
        clock.now += 1
    for _ in range(18):
        assert look_up(open_, ana.upper(), HERE, guesses) == "Ana's"
        assert look_up(open_, ben, HERE, guesses) == "Ben's"
    with pytest.raises(NotAllowedError, match="has to wait"):
        look_up(open_, new, HERE, guesses)
    # Another address has opened none of them.
    for _ in range(5):
        with pytest.raises(NotAllowedError, match="no game with this code"):
            look_up(open_, new_code(), THERE, guesses)
    with pytest.raises(NotAllowedError, match="has to wait"):
        look_up(open_, ana, THERE, guesses)


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
