"""Both kinds of store: the same tests for each."""

import os

import pytest

from flip7.scorepad.store import Store
from tests.postgres_server import PostgresServer, programs


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL server for these tests, one for each process that runs them."""
    if programs() is None:
        if os.environ.get("FLIP7_REQUIRE_POSTGRES") == "1":
            pytest.fail("FLIP7_REQUIRE_POSTGRES=1, but there is no PostgreSQL server on this machine.")
        pytest.skip("There is no PostgreSQL server on this machine.")
    with PostgresServer() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request, tmp_path):
    """Where a new store can be: the path of a file, or the address of a database."""
    if request.param == "sqlite":
        return tmp_path / "deep" / "pad.sqlite3"
    return request.getfixturevalue("postgres").database()


@pytest.fixture
def store(where):
    """An empty store, closed at the end."""
    store = Store.at(where)
    yield store
    store.engine.dispose()
