"""What is particular to a store in a file."""

import sqlite3

import pytest
from sqlalchemy import text

from flip7.errors import NotationError
from flip7.scorepad.entries import Hand
from flip7.scorepad.store import Store, StoreError
from tests.scorepad.writers import START


@pytest.fixture
def where(tmp_path):
    return tmp_path / "deep" / "pad.sqlite3"


def test_every_commit_is_on_the_disk(store):
    with store.engine.connect() as connection:
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
        assert connection.scalar(text("PRAGMA synchronous")) == 2
        assert connection.scalar(text("PRAGMA foreign_keys")) == 1


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


def test_a_damaged_file_says_so(store, where):
    code = store.create([START]).code
    store.engine.dispose()
    with where.open("r+b") as file:
        file.truncate(100)
    with pytest.raises(StoreError, match="Try again"):
        store.last(code)
