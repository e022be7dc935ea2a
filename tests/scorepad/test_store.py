"""The store, in a file and on a server: what was confirmed is there, whatever happens to the program."""

import os
import re
import signal
import threading

import pytest
from sqlalchemy import inspect, text

from flip7.errors import NotAllowedError
from flip7.scorepad import codes
from flip7.scorepad.entries import Advice, Aside, Blank, Claim, Close, Dealer, Hand, Rename, Reshuffle, Start, Undo
from flip7.scorepad.game import Game
from flip7.scorepad.store import DAY, ConflictError, Store
from flip7.scorepad.tables import MIGRATIONS
from tests.scorepad.tables import worked_game
from tests.scorepad.writers import START, points, writer


def test_a_game_is_opened_by_its_code_however_it_is_written(store):
    made = store.create(worked_game().log)
    spoken = codes.spoken(made.code).upper()
    again = store.open(f" {spoken} ")
    assert (again.code, again.watch, again.game) == (made.code, made.watch, worked_game())
    assert dict(again.game.totals) == {"p1": 78, "p2": 49, "p3": 59, "p4": 74}
    for wrong in ("", "ba" * 10, made.watch, "' OR 1=1 --", "x" * 10_000):
        with pytest.raises(NotAllowedError, match="no game with this code"):
            store.open(wrong)


def test_codes_have_more_than_60_bits_and_are_never_alike():
    made = {codes.new_code() for _ in range(2000)}
    assert len(made) == 2000
    assert all(re.fullmatch(r"([bdfgklmnprstvz][aeiou]){10}", code) for code in made)
    assert (14 * 5) ** 10 > 2**60


def test_a_watch_code_opens_for_looking_only(store):
    made = store.create([START])
    watched = store.watch(codes.spoken(made.watch))
    assert (watched.watch, watched.game.log) == (made.watch, (START,))
    assert made.code not in repr(watched)
    # Neither code does the other's work, also when the game is in memory.
    for opens, wrong in ((store.open, made.watch), (store.watch, made.code), (store.watch, "ba" * 10)):
        with pytest.raises(NotAllowedError, match="no game with this code"):
            opens(wrong)
    for expected in (0, 1):
        with pytest.raises(NotAllowedError, match="no game with this code"):
            store.append(made.watch, expected, [Hand("p1", 1, points=20)], "key")
    with pytest.raises(NotAllowedError, match="no game with this code"):
        store.write(made.watch, watched.game, [Hand("p1", 1, points=20)], "key")
    assert store.counts() == (1, 1)
    assert store.since(made.watch, 0) == []


def test_the_number_of_the_last_entry_is_told_by_either_code(store):
    made = store.create([START])
    store.create(worked_game().log)
    assert (store.last(made.code), store.last(made.watch)) == (1, 1)
    # A screen whose game is gone is told so, and does not look for what is new for ever.
    with pytest.raises(NotAllowedError, match="no game with this code"):
        store.last("ba" * 10)
    store.append(made.code, 1, [Hand("p1", 1, points=20), Hand("p2", 1, points=5)], "key")
    assert (store.last(made.code), store.last(made.watch)) == (3, 3)
    assert store.watch(made.watch).game == store.open(made.code).game


def test_a_second_writer_gets_a_conflict_with_what_happened_since(store):
    code = store.create([START]).code
    ours = store.open(code).game
    store.write(code, store.open(code).game, [Dealer("p1", 1)], "theirs")
    with pytest.raises(ConflictError) as conflict:
        store.write(code, ours, [Hand("p1", 1, points=20)], "ours")
    assert conflict.value.since == (Dealer("p1", 1),)
    assert conflict.value.game.now.dealer == "p1"
    assert len(store.open(code).game.log) == 2


@pytest.mark.parametrize(
    ("theirs", "ours", "both"),
    [
        (Rename("p1", "Anna"), Hand("p1", 1, points=20), True),
        (Rename("p1", "Anna"), Rename("p1", "Annie"), False),
        (Advice(False), Hand("p1", 1, points=20), True),
        (Close(1), Advice(False), True),
        (Close(1), Claim("p1", "phoneana"), True),
        (Close(1), Hand("p1", 1, points=20), False),
        (Hand("p2", 1, points=7), Close(1), True),
        (Hand("p2", 1, points=7), Hand("p2", 1, points=8), False),
        (Blank("p2", 1), Hand("p2", 1, points=8), False),
        (Reshuffle(1), Hand("p2", 1, points=8), True),
        (Reshuffle(1), Aside((), 1), False),
        (Hand("p2", 1, points=7), Undo(3), False),
        (Undo(3), Hand("p1", 1, points=20), False),
    ],
)
def test_only_what_is_about_the_same_thing_is_in_each_others_way(store, theirs, ours, both):
    code = store.create([START, Hand("p1", 1, points=3), Hand("p2", 1, points=5)]).code
    before = store.open(code).game
    store.write(code, before, [theirs], "theirs")
    if both:
        assert store.write(code, before, [ours], "ours").log[3:] == (theirs, ours)
    else:
        with pytest.raises(ConflictError):
            store.write(code, before, [ours], "ours")
        assert store.open(code).game.log[3:] == (theirs,)


def test_hands_of_different_players_do_not_conflict_but_two_of_the_same_do(store):
    code = store.create([START]).code
    ours = store.open(code).game
    store.write(code, ours, [Hand("p2", 1, points=7)], "theirs")
    after = store.write(code, ours, [Hand("p1", 1, points=20)], "ours")
    assert dict(after.now.points) == {"p1": 20, "p2": 7}
    assert after == store.open(code).game
    with pytest.raises(ConflictError):
        store.write(code, ours, [Hand("p2", 1, points=8)], "again")


def test_a_screen_of_before_a_restore_is_told_so_though_the_logs_are_equally_long(store):
    made = store.create([START])
    # What this screen shows has gone with the newer store; the older one has grown as long since.
    shown = made.game.play(Hand("p1", 1, points=20))
    store.write(made.code, made.game, [Hand("p1", 1, points=30)], "other")
    with pytest.raises(ConflictError) as error:
        store.write(made.code, shown, [Hand("p2", 1, points=5)], "key")
    assert points(error.value.game) == [30]
    assert points(store.open(made.code).game, "p2") == []


def test_the_same_key_is_written_once(store):
    code = store.create([START]).code
    game = store.open(code).game
    first = store.write(code, game, [Hand("p1", 1, points=20), Hand("p2", 1, points=5)], "key")
    assert store.write(code, game, [Hand("p1", 1, points=20), Hand("p2", 1, points=5)], "key") == first
    store.write(code, first, [Close(1)], "later")
    # The retry gets the game as it is now, also what came after it.
    assert store.write(code, game, [Hand("p1", 1, points=20), Hand("p2", 1, points=5)], "key").open == 2
    assert len(store.open(code).game.log) == 4


def test_what_is_refused_is_not_written(store):
    code = store.create([START]).code
    with pytest.raises(NotAllowedError):
        store.write(code, store.open(code).game, [Hand("p1", 1, points=3), Close(1)], "key")
    assert len(store.open(code).game.log) == 1


@pytest.mark.parametrize("count", [2, 8])
def test_threads_that_write_at_once_lose_nothing(store, count):
    code = store.create([Start(tuple(f"P{n}" for n in range(8)))]).code

    def write(player):
        for number in range(1, 6):
            store.write(code, store.open(code).game, [Hand(player, 1, points=number)], f"{player}-{number}")

    threads = [threading.Thread(target=write, args=(f"p{n}",)) for n in range(1, count + 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    game = store.open(code).game
    assert len(game.log) == 1 + count * 5
    assert all(points(game, f"p{n}") == [1, 2, 3, 4, 5] for n in range(1, count + 1))


@pytest.mark.parametrize("count", [2, 8])
def test_programs_that_write_at_once_lose_nothing(where, store, count):
    code = store.create([Start(tuple(f"P{n}" for n in range(8)))]).code
    writers = [writer(where, code, player=f"p{n}", times=10) for n in range(1, count + 1)]
    said = [(program.communicate()[0].split(), program.returncode) for program in writers]
    assert said == [(["ready", *map(str, range(1, 11))], 0)] * count
    game = store.open(code).game
    assert len(game.log) == 1 + count * 10
    assert all(points(game, f"p{n}") == list(range(1, 11)) for n in range(1, count + 1))


def test_games_do_not_mix(store):
    one, two = store.create([START]), store.create([START])
    store.append(one.code, 1, [Hand("p1", 1, points=20)], "key")
    store.append(two.code, 1, [Hand("p1", 1, points=30)], "key")
    assert (points(store.open(one.code).game), points(store.watch(two.watch).game)) == ([20], [30])


def test_killed_between_commit_and_acknowledgement_the_retry_writes_nothing_twice(where, store):
    code = store.create([START]).code
    program = writer(where, code, "before acknowledgement")
    acknowledged = program.stdout.read().split()
    assert (program.wait(), acknowledged) == (-signal.SIGKILL, ["ready", "1", "2"])
    game = store.open(code).game
    assert points(game) == [1, 2, 3]
    before = Game.of(game.log[:3])
    assert store.write(code, before, [Hand("p1", 1, points=3)], "p1-3") == game


def test_killed_at_any_moment_every_confirmed_entry_is_there(where, store):
    code = store.create([START]).code
    program = writer(where, code)
    confirmed = [program.stdout.readline() for _ in range(20)]
    os.kill(program.pid, signal.SIGKILL)
    confirmed += program.stdout.read().splitlines(keepends=True)
    program.wait()
    last = max(int(line) for line in confirmed if line.endswith("\n") and line.strip().isdigit())
    kept = points(store.open(code).game)
    assert len(kept) in (last, last + 1)
    assert kept == [number % 50 for number in range(1, len(kept) + 1)]


def test_a_store_of_an_older_version_is_brought_up_to_date_and_a_newer_one_refused(where, store):
    code = store.create(worked_game().log).code

    def add_a_note(connection):
        connection.execute(text("ALTER TABLE games ADD COLUMN note VARCHAR(40)"))

    def asked(question):
        with store.engine.connect() as connection:
            return connection.execute(text(question)).all()

    for _ in range(2):
        store.migrate((*MIGRATIONS, add_a_note))
        assert asked("SELECT version FROM schema_version") == [(2,)]
    assert asked("SELECT note FROM games") == [(None,)]
    assert store.open(code).game == worked_game()
    with pytest.raises(NotAllowedError, match="version 2; this program knows versions up to 1"):
        Store.at(where)


def test_a_migration_that_fails_changes_nothing(store):
    def half(connection):
        connection.execute(text("ALTER TABLE games ADD COLUMN note VARCHAR(40)"))
        raise RuntimeError("power cut")

    with pytest.raises(RuntimeError):
        store.migrate((*MIGRATIONS, half))
    with store.engine.connect() as connection:
        assert connection.scalar(text("SELECT version FROM schema_version")) == 1
    assert [column["name"] for column in inspect(store.engine).get_columns("games")] == ["code", "watch", "created"]


def test_old_games_are_let_go_and_young_ones_stay(store):
    old = store.create([START], now=0).code
    touched = store.create([START], now=0).code
    store.append(touched, 1, [Rename("p1", "Anna")], "key", now=90 * DAY)
    assert store.expire(60, now=100 * DAY) == 1
    assert store.open(touched).game.name("p1") == "Anna"
    with pytest.raises(NotAllowedError):
        store.open(old)
    with pytest.raises(NotAllowedError):
        store.write(old, Game.of([START]), [Rename("p1", "Anna")], "key")


def test_a_game_touched_while_old_ones_are_let_go_stays(store, monkeypatch):
    """Somebody writes between the search for old games and their end."""
    code = store.create([START], now=0).code
    hold = "flip7.scorepad.store._hold"

    def touched(connection, game):
        connection.execute(text("UPDATE entries SET at = :at WHERE game = :game"), {"at": 99 * DAY, "game": game})

    monkeypatch.setattr(hold, touched)
    assert store.expire(60, now=100 * DAY) == 0
    assert store.last(code) == 1
