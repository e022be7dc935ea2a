"""What is particular to a store on a PostgreSQL server: addresses, waiting, and a server that goes away."""

import sys
import threading
import time
import traceback

import psycopg
import pytest

from flip7.__main__ import main
from flip7.errors import NotationError
from flip7.scorepad import postgres as module
from flip7.scorepad import store as store_module
from flip7.scorepad.entries import Hand, Rename, Start
from flip7.scorepad.place import chosen, place_at
from flip7.scorepad.sqlite import SqliteFile
from flip7.scorepad.store import Store, StoreError, the_store
from tests.scorepad.writers import START, points, writer


@pytest.fixture
def where(postgres):
    return postgres.database()


@pytest.mark.parametrize(
    "address",
    [
        "mysql://me:secret-word@host/pad", "postgresql://me:secret-word@host:x/pad", "secret-word", "sqlite:///pad",
        "postgresql://me:secret-word@host", "postgresql://me:secret-word/@@[::/pad", "http://me:secret-word@h/pad",
        "postgresql://me:an@secret-word@host/pad",
    ],
)  # fmt: skip
def test_an_address_that_cannot_be_read_is_one_sentence_without_the_password(address):
    with pytest.raises(NotationError, match=r"^DATABASE_URL names no PostgreSQL database") as error:
        place_at(address)
    assert "secret-word" not in "".join(traceback.format_exception(error.value))


def test_the_name_of_a_place_holds_no_password():
    for scheme in ("postgres", "postgresql"):
        place = place_at(f"{scheme}://me:secret-word@db.example:5433/pad?sslmode=require&password=secret-word")
        assert place.name == "postgresql://db.example:5433/pad"


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("postgresql://me:secret-word@127.0.0.1:5449/pad", "Connection refused"),
        ("postgresql://me:secret-word@/pad?host=/nowhere", "No such file or directory"),
        ("postgresql://me:secret-word@/pad?password=secret-word&nonsense=yes", "invalid connection option …"),
        (f"postgresql://me:secret-word@{'x' * 64}/pad", "a text or an address is not valid Unicode"),
    ],
)
def test_a_server_that_is_not_there_is_one_sentence_without_the_password(address, why):
    with pytest.raises(StoreError) as error:
        Store.at(address)
    # Nor does it say where the server is: players read it.
    assert str(error.value).startswith(f"The store cannot be used just now ({why}).")
    assert "secret-word" not in "".join(traceback.format_exception(error.value))


def test_a_database_that_is_not_there_is_one_sentence_on_the_command_line(postgres, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DATABASE_URL", postgres.address("missing"))
    backup = tmp_path / "backup"
    Store.at(tmp_path / "pad.sqlite3").engine.dispose()
    SqliteFile(tmp_path / "pad.sqlite3").backup(backup)
    for words in (["where"], ["backup", str(tmp_path / "copy")], ["restore", str(backup)], ["expire", "--days", "9"]):
        assert main(["pad", *words]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n"), "secret-word" in err) == ("", 1, False)
        assert "(database … does not exist)" in err
    assert not (tmp_path / "copy").exists()


def test_the_environment_chooses_the_place(where, tmp_path, monkeypatch):
    monkeypatch.setenv("FLIP7_STORE", str(tmp_path / "pad.sqlite3"))
    for variable in ("", None):
        monkeypatch.setenv("DATABASE_URL", variable) if variable is not None else monkeypatch.delenv("DATABASE_URL")
        assert chosen().name == str(tmp_path / "pad.sqlite3")
    monkeypatch.setenv("DATABASE_URL", where)
    assert chosen() == place_at(where)


def test_without_the_driver_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(NotationError, match=r"pip install -r deploy/requirements\.txt"):
        Store.at("postgresql://me:secret-word@127.0.0.1/pad")


def test_every_commit_is_on_the_disk_and_nothing_waits_for_long(store):
    with store.engine.connect() as connection:
        shown = {
            name: connection.exec_driver_sql(f"SHOW {name}").scalar()
            for name in ("synchronous_commit", "fsync", "statement_timeout", "lock_timeout")
        }
    assert shown == {"synchronous_commit": "on", "fsync": "on", "statement_timeout": "10s", "lock_timeout": "10s"}


def test_a_game_that_is_held_keeps_nobody_from_another(where, monkeypatch):
    monkeypatch.setitem(module.SETTINGS, "lock_timeout", "100ms")
    store = Store.at(where)
    one, two = store.create([START]), store.create([START])
    with psycopg.connect(where) as other:
        other.execute("SELECT FROM games WHERE code = %s FOR UPDATE", [one.code])
        with pytest.raises(StoreError, match=r"lock timeout\). Nothing is saved yet; try again"):
            store.write(one.code, one.game, [Hand("p1", 1, points=20)], "key")
        assert points(store.write(two.code, two.game, [Hand("p1", 1, points=30)], "key")) == [30]
        assert store.open(one.code).game == one.game
    assert points(store.write(one.code, one.game, [Hand("p1", 1, points=20)], "key")) == [20]


def test_replicas_that_start_at_once_make_the_tables_once(where):
    failed = []

    def start():
        try:
            Store.at(where).engine.dispose()
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    with psycopg.connect(where) as connection:
        assert connection.execute("SELECT version FROM schema_version").fetchall() == [(1,)]


def test_a_store_that_could_not_be_opened_is_tried_again(where, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://127.0.0.1:5449/pad")
    store_module._the_store.cache_clear()
    with pytest.raises(StoreError):
        the_store()
    monkeypatch.setenv("DATABASE_URL", where)
    assert the_store().counts() == (0, 0)
    store_module._the_store.cache_clear()


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("what", ["create", "write"])
def test_a_connection_lost_in_a_commit_is_made_good_without_being_noticed(store, monkeypatch, moment, what):
    made = store.create([START])
    dialect = store.engine.dialect
    commit, times = dialect.do_commit, []

    def lost(connection):
        times.append(moment)
        if len(times) > 1:
            return commit(connection)
        if moment == "after":
            commit(connection)
        connection.dbapi_connection.close()
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(dialect, "do_commit", lost)
    if what == "create":
        assert store.open(store.create([START]).code).game.log == (START,)
        assert store.counts() == (2, 2)
    else:
        assert points(store.write(made.code, made.game, [Hand("p1", 1, points=20)], "key")) == [20]
        assert store.counts() == (1, 2)
    assert times == [moment, moment]


@pytest.mark.parametrize("reached", [False, True])
def test_a_server_that_stays_away_leaves_the_outcome_open_and_the_retry_settles_it(
    store, postgres, monkeypatch, reached
):
    made = store.create([START])
    dialect = store.engine.dialect
    commit = dialect.do_commit

    def lost(connection):
        if reached:
            commit(connection)
        postgres.halt()
        return commit(connection) if not reached else connection.execute("SELECT 1")

    hand = [Hand("p1", 1, points=20)]
    monkeypatch.setattr(dialect, "do_commit", lost)
    try:
        with pytest.raises(StoreError, match="Whether this is saved is not known; try again, it is not saved twice"):
            store.write(made.code, made.game, hand, "key")
        for ask in (store.last, store.open, store.watch):
            with pytest.raises(StoreError, match=r"Try again\."):
                ask(made.code)
        with pytest.raises(StoreError, match="Nothing is saved yet; try again"):
            store.create([START])
    finally:
        monkeypatch.setattr(dialect, "do_commit", commit)
        postgres.start()
    assert points(store.open(made.code).game) == ([20] if reached else [])
    assert points(store.write(made.code, made.game, hand, "key")) == [20]
    assert store.counts() == (1, 2)


def test_a_server_restarted_between_two_taps_is_not_noticed(store, postgres):
    made = store.create([START])
    postgres.restart()
    assert points(store.write(made.code, made.game, [Hand("p1", 1, points=20)], "key")) == [20]
    assert store.last(made.watch) == 2


def test_a_server_restarted_under_load_loses_nothing_confirmed_and_writes_nothing_twice(where, store, postgres):
    code = store.create([Start(("Ana", "Ben", "Cleo"))]).code
    players = ("p1", "p2", "p3")
    writers = [writer(where, code, "in spite of all", player) for player in players]
    for program in writers:
        assert [program.stdout.readline() for _ in range(3)] == ["ready\n", "1\n", "2\n"]
    for _ in range(3):
        time.sleep(0.3)
        postgres.restart()
    time.sleep(0.3)
    for program in writers:
        program.kill()
    game = store.open(code).game
    for program, player in zip(writers, players, strict=True):
        said = [int(line) for line in program.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
        program.wait()
        kept = points(game, player)
        assert len(kept) in (said[-1], said[-1] + 1)
        assert kept == [number % 50 for number in range(1, len(kept) + 1)]
        assert said == list(range(3, said[-1] + 1))


def test_nothing_that_an_exception_shows_holds_codes_or_names(store):
    made, name = store.create([START]), "zoe".title()
    with store.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE entries ADD CHECK (body NOT ILIKE '%%zoe%%')")
    with pytest.raises(StoreError) as error:
        store.append(made.code, 1, [Rename("p1", name)], "key")
    shown = "".join(traceback.format_exception(error.value))
    assert [word for word in (made.code[:6], made.watch[:6], name, "key.") if word in shown] == []
    assert "violates check constraint" in shown


def test_a_backup_shows_the_games_as_they_were_at_one_moment(where, store, tmp_path, monkeypatch):
    made, plain = store.create([START]), module.insert

    def insert(table):
        # While the games are copied, before the entries are.
        if table is module.GAMES:
            store.append(made.code, 1, [Hand("p1", 1, points=20)], "key")
            store.create([START])
        return plain(table)

    monkeypatch.setattr(module, "insert", insert)
    place_at(where).backup(tmp_path / "copy")
    assert store.counts() == (2, 3)
    copy = Store.at(tmp_path / "copy")
    assert (copy.counts(), copy.open(made.code).game) == ((1, 1), made.game)


def test_what_is_written_during_a_restore_is_written_after_it(where, store, tmp_path, monkeypatch):
    place, copy, plain, made = place_at(where), tmp_path / "copy", module.delete, []
    store.create([START])
    place.backup(copy)
    writing = threading.Thread(target=lambda: made.append(store.create([START])))

    def delete(table):
        # What was there before has been kept by now, so what comes now would be in neither.
        if table is module.ENTRIES:
            writing.start()
            writing.join(0.5)
        return plain(table)

    monkeypatch.setattr(module, "delete", delete)
    place.restore(copy)
    writing.join()
    assert store.open(made[0].code).game.log == (START,)
    assert store.counts() == (2, 2)
