"""The store from the command line: backup, restore, old games; the same for both kinds of store."""

import json
import re
import sqlite3
from pathlib import Path

import pytest

from flip7.__main__ import main
from flip7.errors import NotAllowedError
from flip7.scorepad.entries import Rename, Start
from flip7.scorepad.place import place_at
from flip7.scorepad.sqlite import SqliteFile
from flip7.scorepad.store import ConflictError, Store
from tests.scorepad.tables import worked_game
from tests.scorepad.writers import START, environment


@pytest.fixture
def pad(where, monkeypatch, capsys):
    monkeypatch.delenv("DATABASE_URL", raising=False)
    for name, value in environment(where).items():
        monkeypatch.setenv(name, value)

    def run(*words):
        status = main(["pad", *words, "--json"])
        out = capsys.readouterr().out
        assert "secret-word" not in out
        return status, json.loads(out)

    return run


def test_backup_and_restore_while_the_store_is_in_use(pad, store, tmp_path):
    made = store.create(worked_game().log)
    code, copy = made.code, tmp_path / "copy.sqlite3"
    assert pad("backup", str(copy))[0] == 0
    store.write(code, store.open(code).game, [Rename("p1", "Anna")], "key")
    assert store.watch(made.watch).game.name("p1") == "Anna"
    later = store.create([START]).code
    status, data = pad("restore", str(copy))
    assert (status, data["games"]) == (0, 1)
    # What this process remembers of the newer store is not shown as if it were still there.
    assert store.open(code).game == store.watch(made.watch).game == worked_game()
    with pytest.raises(NotAllowedError):
        store.last(later)
    kept = Store.at(Path(data["kept"]))
    assert kept.open(code).game.name("p1") == "Anna"
    assert kept.counts() == (2, len(worked_game().log) + 2)
    # A game open elsewhere is now ahead of the store: its next write is a conflict, not a gap.
    ahead = worked_game().play(Rename("p1", "Anna"))
    with pytest.raises(ConflictError):
        store.write(code, ahead, [Rename("p2", "Benno")], "other")


def test_an_older_store_that_has_grown_again_is_not_taken_for_the_newer_one(pad, store, tmp_path):
    code = store.create([START]).code
    assert pad("backup", str(tmp_path / "copy"))[0] == 0
    other = Store(store.engine)
    store.append(code, 1, [Rename("p1", "Anna")], "one")
    assert store.open(code).game.name("p1") == "Anna"
    assert pad("restore", str(tmp_path / "copy"))[0] == 0
    other.append(code, 1, [Rename("p1", "Hanna")], "two")
    other.append(code, 2, [Rename("p2", "Benno")], "three")
    assert [store.open(code).game.name(player) for player in ("p1", "p2")] == ["Hanna", "Benno"]


def test_a_backup_leads_from_each_kind_of_store_to_the_other(pad, store, postgres, tmp_path):
    made = store.create(worked_game().log)
    hostile = store.create([Start(('<b>"Ana\\', "Bén 🃏\u202e"))]).code
    assert pad("backup", str(tmp_path / "copy"))[0] == 0
    for elsewhere in (tmp_path / "new" / "pad.sqlite3", postgres.database()):
        assert place_at(elsewhere).restore(tmp_path / "copy") is None
        there = Store.at(elsewhere)
        assert there.counts() == store.counts() == (2, len(worked_game().log) + 1)
        assert there.open(made.code) == store.open(made.code)
        assert there.watch(made.watch).game == worked_game()
        assert there.open(hostile).game.log == store.open(hostile).game.log
        # The log goes on where it was.
        assert there.append(hostile, 1, [Rename("p1", "Anna")], "key") == 2
        there.engine.dispose()


def test_restore_refuses_what_is_no_backup_and_keeps_the_store(pad, store, tmp_path):
    code = store.create([START]).code
    (tmp_path / "text").write_text("not a database, but a text that is long enough to have been one" * 50)
    sqlite3.connect(tmp_path / "empty").close()
    assert pad("backup", str(tmp_path / "damaged"))[0] == 0
    with (tmp_path / "damaged").open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 8192)
    for name in ("text", "empty", "missing", "damaged"):
        status, data = pad("restore", str(tmp_path / name))
        assert status == 2
        assert re.search(r"no backup|cannot be", data["error"]["message"])
    assert len(store.open(code).game.log) == 1
    assert not list(tmp_path.glob("*.part"))


def test_a_backup_of_a_later_program_is_refused(pad, where, store, tmp_path):
    code = store.create([START]).code
    assert pad("backup", str(tmp_path / "copy"))[0] == 0
    with sqlite3.connect(tmp_path / "copy") as connection:
        connection.execute("UPDATE schema_version SET version = 9")
    status, data = pad("restore", str(tmp_path / "copy"))
    assert (status, data["error"]["message"][:28]) == (2, "This store has version 9; th")
    assert Store.at(where).last(code) == 1


def test_the_commands_say_what_is_wrong(pad, tmp_path):
    assert pad("where")[1]["games"] == 0
    for words in (["backup"], ["restore"], ["expire"], ["expire", "--days", "0"], ["backup", "/nowhere/at/all"]):
        status, data = pad(*words)
        assert status == 2
        assert data["error"]["message"].endswith(".")
    assert pad("expire", "--days", "30")[1]["expired"] == 0


def test_there_is_nothing_to_back_up_where_no_file_is(tmp_path, monkeypatch, capsys):
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("FLIP7_STORE", str(tmp_path / "pad.sqlite3"))
    assert main(["pad", "backup", str(tmp_path / "x")]) == 2
    assert capsys.readouterr().err.startswith("There is no store at")
    assert not (tmp_path / "pad.sqlite3").exists()
    assert SqliteFile(tmp_path / "pad.sqlite3").name == str(tmp_path / "pad.sqlite3")
