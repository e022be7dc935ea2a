"""Games that are known already are not worked out again, and never shown when they are out of date."""

import threading

import pytest

from flip7.scorepad import store as module
from flip7.scorepad.codes import new_code
from flip7.scorepad.entries import Hand, Rename
from flip7.scorepad.memory import Known, Memory
from flip7.scorepad.store import NotAllowedError, Store
from tests.scorepad.tables import worked_game
from tests.scorepad.writers import START


@pytest.fixture
def read(monkeypatch):
    """Every entry that is read out of the store."""
    entries, from_json = [], module.from_json

    def reading(body):
        entries.append(from_json(body))
        return entries[-1]

    monkeypatch.setattr(module, "from_json", reading)
    return entries


def test_only_what_is_new_is_read(store, read):
    made = store.create(worked_game().log)
    known = store.open(made.code).game
    assert len(read) == len(worked_game().log)
    read.clear()
    assert store.open(made.code).game is known
    assert store.watch(made.watch).game is known
    assert read == []
    other = Store(store.engine)
    other.append(made.code, len(known.log), [Rename("p1", "Anna")], "key")
    assert store.watch(made.watch).game.name("p1") == "Anna"
    assert store.open(made.code).game.name("p1") == "Anna"
    assert read == [Rename("p1", "Anna")]


@pytest.mark.parametrize("column", ["key", "at"])
def test_an_entry_that_is_not_the_known_one_makes_everything_be_read_again(store, read, column):
    made = store.create(worked_game().log)
    store.open(made.code)
    read.clear()
    with store.engine.begin() as connection:
        last = f"(SELECT max(seq) FROM entries WHERE game = '{made.code}')"
        value = {"key": "'other'", "at": "at + 1"}[column]
        connection.exec_driver_sql(f"UPDATE entries SET {column} = {value} WHERE seq = {last}")
    assert store.open(made.code).game == worked_game()
    assert len(read) == len(worked_game().log)


def test_a_game_that_is_gone_is_not_remembered(store):
    made = store.create([START], now=0)
    store.watch(made.watch)
    assert store.expire(1) == 1
    for opens, code in ((store.open, made.code), (store.watch, made.watch)):
        with pytest.raises(NotAllowedError, match="no game with this code"):
            opens(code)


def test_the_memory_is_bounded_and_forgets_those_not_asked_for():
    memory = Memory(most=3)
    games = [Known(new_code(), new_code()) for _ in range(4)]
    for known in games[:3]:
        memory.keep(known)
    assert memory.find(games[0].code) is memory.find(games[0].watch) is games[0]
    memory.keep(games[3])
    kept = [memory.find(known.code) is known and memory.find(known.watch) is known for known in games]
    assert kept == [True, False, True, True]


def test_many_threads_that_read_while_others_write_see_the_log_grow_and_nothing_else(where):
    store = Store.at(where)
    made = store.create([START])
    seen, failed = [], []

    def look():
        try:
            logs = [store.watch(made.watch).game.log for _ in range(30)]
            seen.append(logs)
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=look) for _ in range(6)]
    for thread in threads:
        thread.start()
    hands = [Hand("p1", 1, points=number) for number in range(20)]
    for number, hand in enumerate(hands):
        store.append(made.code, number + 1, [hand], f"key-{number}")
    for thread in threads:
        thread.join()
    assert failed == []
    whole = (START, *hands)
    assert all(log == whole[: len(log)] for logs in seen for log in logs)
    assert all([len(log) for log in logs] == sorted(len(log) for log in logs) for logs in seen)
    assert store.open(made.code).game.log == whole
    store.engine.dispose()
