"""The store: what was confirmed is there, whatever happens to the program."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from sqlalchemy import inspect, text

from flip7.__main__ import main
from flip7.errors import NotAllowedError, NotationError
from flip7.scorepad import codes, sqlite
from flip7.scorepad.entries import Close, Hand, Rename, Start
from flip7.scorepad.game import Game
from flip7.scorepad.store import DAY, MIGRATIONS, ConflictError, Store, StoreError
from tests.scorepad.tables import worked_game

ROOT = Path(__file__).parents[2]
START = Start(("Ana", "Ben"))


@pytest.fixture
def store(tmp_path):
    return Store.at(tmp_path / "deep" / "pad.sqlite3")


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


def test_every_commit_is_on_the_disk(store):
    with store.engine.connect() as connection:
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
        assert connection.scalar(text("PRAGMA synchronous")) == 2
        assert connection.scalar(text("PRAGMA foreign_keys")) == 1


def test_a_second_writer_gets_a_conflict_with_what_happened_since(store):
    code = store.create([START]).code
    ours = store.open(code).game
    store.write(code, store.open(code).game, [Rename("p1", "Anna")], "theirs")
    with pytest.raises(ConflictError) as conflict:
        store.write(code, ours, [Hand("p1", 1, points=20)], "ours")
    assert conflict.value.since == (Rename("p1", "Anna"),)
    assert conflict.value.game.name("p1") == "Anna"
    assert len(store.open(code).game.log) == 2


def test_hands_of_different_players_do_not_conflict_but_two_of_the_same_do(store):
    code = store.create([START]).code
    ours = store.open(code).game
    store.write(code, ours, [Hand("p2", 1, points=7)], "theirs")
    after = store.write(code, ours, [Hand("p1", 1, points=20)], "ours")
    assert dict(after.now.points) == {"p1": 20, "p2": 7}
    assert after == store.open(code).game
    with pytest.raises(ConflictError):
        store.write(code, ours, [Hand("p2", 1, points=8)], "again")


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


def test_many_writers_at_once_lose_nothing(store):
    code = store.create([Start(tuple(f"P{n}" for n in range(8)))]).code

    def write(player):
        for points in range(1, 6):
            store.write(code, store.open(code).game, [Hand(player, 1, points=points)], f"{player}-{points}")

    threads = [threading.Thread(target=write, args=(f"p{n}",)) for n in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    game = store.open(code).game
    assert len(game.log) == 1 + 8 * 5
    assert set(game.now.points.values()) == {5}


WRITER = """
import os, signal, sys
from pathlib import Path
from flip7.scorepad.entries import Hand
from flip7.scorepad.store import Store
store, code, how = Store.at(Path(sys.argv[1])), sys.argv[2], sys.argv[3]
print("ready", flush=True)
for number in range(1, 10_000):
    game = store.open(code).game
    store.write(code, game, [Hand("p1", 1, points=number % 50)], f"key-{number}")
    if how == "before-acknowledgement" and number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    print(number, flush=True)
"""


def run_writer(path, code, how):
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), code, how], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )


def test_killed_between_commit_and_acknowledgement_the_retry_writes_nothing_twice(tmp_path):
    path = tmp_path / "pad.sqlite3"
    store = Store.at(path)
    code = store.create([START]).code
    writer = run_writer(path, code, "before-acknowledgement")
    acknowledged = writer.stdout.read().split()
    assert (writer.wait(), acknowledged) == (-signal.SIGKILL, ["ready", "1", "2"])
    game = store.open(code).game
    assert len(game.log) == 4
    before = Game.of(game.log[:3])
    assert store.write(code, before, [Hand("p1", 1, points=3)], "key-3") == game


def test_killed_at_any_moment_every_confirmed_entry_is_there(tmp_path):
    path = tmp_path / "pad.sqlite3"
    store = Store.at(path)
    code = store.create([START]).code
    writer = run_writer(path, code, "on and on")
    confirmed = [writer.stdout.readline() for _ in range(20)]
    os.kill(writer.pid, signal.SIGKILL)
    confirmed += writer.stdout.read().splitlines(keepends=True)
    writer.wait()
    last = max(int(line) for line in confirmed if line.endswith("\n") and line.strip().isdigit())
    hands = store.open(code).game.log[1:]
    assert len(hands) in (last, last + 1)
    assert [hand.points for hand in hands] == [number % 50 for number in range(1, len(hands) + 1)]


def test_a_file_of_an_older_version_is_brought_up_to_date_and_a_newer_one_refused(tmp_path):
    path = tmp_path / "pad.sqlite3"
    store = Store.at(path)
    code = store.create(worked_game().log).code

    def add_a_note(connection):
        connection.execute(text("ALTER TABLE games ADD COLUMN note VARCHAR(40)"))

    assert store.migrate((*MIGRATIONS, add_a_note)) == 2
    assert store.migrate((*MIGRATIONS, add_a_note)) == 2
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT version FROM schema_version").fetchall() == [(2,)]
        assert connection.execute("SELECT note FROM games").fetchall() == [(None,)]
    assert store.open(code).game == worked_game()
    with pytest.raises(NotAllowedError, match="version 2; this program knows versions up to 1"):
        Store.at(path)


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


@pytest.fixture
def pad(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv(sqlite.VARIABLE, str(tmp_path / "pad.sqlite3"))

    def run(*words):
        status = main(["pad", *words, "--json"])
        return status, json.loads(capsys.readouterr().out)

    return run


def test_backup_and_restore_while_the_store_is_in_use(pad, tmp_path):
    store = Store.at(sqlite.default_path())
    code = store.create(worked_game().log).code
    copy = tmp_path / "copy.sqlite3"
    assert pad("backup", str(copy))[0] == 0
    store.write(code, store.open(code).game, [Rename("p1", "Anna")], "key")
    status, data = pad("restore", str(copy))
    assert (status, data["games"]) == (0, 1)
    assert store.open(code).game == worked_game()
    assert Store.at(Path(data["kept"])).open(code).game.name("p1") == "Anna"
    with store.engine.connect() as connection:
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
    # A game open elsewhere is now ahead of the store: its next write is a conflict, not a gap.
    ahead = worked_game().play(Rename("p1", "Anna"))
    with pytest.raises(ConflictError):
        store.write(code, ahead, [Rename("p2", "Benno")], "other")


def test_restore_refuses_what_is_no_backup_and_keeps_the_store(pad, tmp_path):
    store = Store.at(sqlite.default_path())
    code = store.create([START]).code
    (tmp_path / "text").write_text("not a database, but a text that is long enough to have been one" * 50)
    sqlite3.connect(tmp_path / "empty").close()
    sqlite.backup(sqlite.default_path(), tmp_path / "damaged")
    with (tmp_path / "damaged").open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 8192)
    for name in ("text", "empty", "missing", "damaged"):
        status, data = pad("restore", str(tmp_path / name))
        assert status == 2
        assert re.search(r"no backup|cannot be", data["error"]["message"])
    assert len(store.open(code).game.log) == 1


def test_the_commands_say_what_is_wrong(pad, tmp_path):
    assert pad("backup", str(tmp_path / "x"))[1]["error"]["message"].startswith("There is no store at")
    assert pad("where")[1]["games"] == 0
    for words in (["backup"], ["restore"], ["expire"], ["expire", "--days", "0"], ["backup", "/nowhere/at/all"]):
        status, data = pad(*words)
        assert status == 2
        assert data["error"]["message"].endswith(".")
    assert pad("expire", "--days", "30")[1]["expired"] == 0


def test_a_store_that_cannot_be_made_is_refused_in_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(NotationError, match="cannot be made"):
        Store.at(tmp_path / "file" / "pad.sqlite3")


def test_a_store_that_is_locked_says_so_and_nothing_is_lost(store):
    code = store.create([START]).code
    game = store.open(code).game
    with sqlite3.connect(store.engine.url.database, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        with store.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA busy_timeout=50")
        with pytest.raises(StoreError, match="Nothing is saved yet; try again"):
            store.write(code, game, [Hand("p1", 1, points=20)], "key")
        other.execute("ROLLBACK")
    assert store.write(code, game, [Hand("p1", 1, points=20)], "key").now.points["p1"] == 20
