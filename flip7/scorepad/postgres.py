"""All that is particular to PostgreSQL: its address, how long anything may take, backup and restore."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from sqlalchemy import URL, Connection, Engine, create_engine, delete, event, func, insert, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.pool import NullPool

from flip7.errors import Fault, NotationError
from flip7.scorepad import sqlite
from flip7.scorepad.tables import ALONE, ENTRIES, GAMES, migrate
from flip7.scorepad.trouble import NOTHING_SAVED, told

SETTINGS = {
    "statement_timeout": "10s",
    "lock_timeout": "10s",
    # A process that stops in the middle must not keep the others from its game.
    "idle_in_transaction_session_timeout": "30s",
    "synchronous_commit": "on",
    "client_encoding": "UTF8",
}
CONNECT = {
    "connect_timeout": 5,
    # A server that vanished without a word is noticed within about ten seconds.
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
POOL, OVERFLOW, POOL_TIMEOUT = 5, 5, 10
"""Connections of one process kept open, those more in a rush, and the seconds that one waits for its turn."""
LOCK = 0x666C69703700
"""The advisory lock of whoever works alone: ``flip7`` in ASCII, then 0."""
BATCH = 1000


class _Driver(Protocol):
    """As much of a psycopg connection as is used here."""

    autocommit: bool

    def execute(self, query: str) -> object:
        """Run a statement."""


@dataclass(frozen=True, slots=True)
class PostgresServer:
    """A database of a PostgreSQL server."""

    url: URL

    @classmethod
    def at(cls, address: str) -> PostgresServer:
        """The database at ``postgresql://…`` or ``postgres://…``; raises ``NotationError``, without the password."""
        url = None
        # The driver's own words for what it cannot read may hold the password.
        with suppress(ArgumentError, ValueError):
            url = make_url(address.strip())
        # An @ in a host is the tail of a password.
        named = url is not None and url.database and "@" not in (url.host or "")
        if url is None or url.drivername not in ("postgresql", "postgres") or not named:
            form = "postgresql://user:password@host:5432/database, with %40 for an @ in the password"
            what = (
                f"DATABASE_URL names no PostgreSQL database: it is written {form}. Without it games are kept in a file."
            )
            raise NotationError([Fault(what)])
        return cls(url.set(drivername="postgresql+psycopg"))

    @property
    def name(self) -> str:
        """The address without password and options."""
        host = self.url.host or self.url.query.get("host") or "localhost"
        port = f":{self.url.port}" if self.url.port else ""
        return f"postgresql://{host}{port}/{self.url.database}"

    def engine(self) -> Engine:
        """A small pool whose connections are tried before use; every commit is on the disk before it returns."""
        try:
            engine = create_engine(
                self.url,
                hide_parameters=True,
                pool_pre_ping=True,
                pool_size=POOL,
                max_overflow=OVERFLOW,
                pool_timeout=POOL_TIMEOUT,
                connect_args=CONNECT,
            )
        except (ModuleNotFoundError, NoSuchModuleError):
            what = "PostgreSQL needs its driver: pip install -r deploy/requirements.txt."
            raise NotationError([Fault(what)]) from None
        event.listen(engine, "connect", _settle)
        event.listen(engine, "begin", _begin)
        return engine

    def backup(self, to: Path) -> None:
        """Copy all games, as they are at one moment, into an SQLite file."""
        with (
            told(),
            sqlite.appearing(to) as part,
            _file(part) as target,
            _engine(self) as engine,
            engine.connect().execution_options(isolation_level="REPEATABLE READ") as source,
        ):
            _copy(source, target)

    def restore(self, source: Path) -> Path | None:
        """Put the games of a backup in the place of all; the others are kept in a file beside the backup."""
        sqlite.check(source)
        with tempfile.TemporaryDirectory() as folder, _engine(self) as engine, told(NOTHING_SAVED):
            copy = Path(folder) / "backup.sqlite3"
            with sqlite.opened(source) as old, sqlite.opened(copy) as new:
                old.backup(new)
            with _file(copy) as games, engine.connect().execution_options(**{ALONE: True}) as target:
                with target.begin():
                    migrate(target)
                with target.begin():
                    # Those who only read go on meanwhile; those who write wait.
                    target.exec_driver_sql("LOCK TABLE games, entries IN EXCLUSIVE MODE")
                    kept = None
                    if target.scalar(select(func.count()).select_from(GAMES)):
                        kept = source.with_name(f"{source.name}.before-restore")
                        self.backup(kept)
                    target.execute(delete(ENTRIES))
                    target.execute(delete(GAMES))
                    _copy(games, target)
        return kept


def _settle(connection: _Driver, _record: object) -> None:
    before, connection.autocommit = connection.autocommit, True
    for setting, value in SETTINGS.items():
        connection.execute(f"SET {setting} = '{value}'")
    connection.autocommit = before


def _begin(connection: Connection) -> None:
    """Whoever works alone waits for the others who do, and may take its time."""
    if connection.get_execution_options().get(ALONE):
        connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
        connection.exec_driver_sql("SET LOCAL lock_timeout = '60s'")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")


@contextmanager
def _engine(server: PostgresServer) -> Iterator[Engine]:
    engine = server.engine()
    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def _file(path: Path) -> Iterator[Connection]:
    """An SQLite file with all tables, up to date."""
    engine = create_engine(f"sqlite:///{path}", hide_parameters=True, poolclass=NullPool)
    with engine.begin() as connection:
        migrate(connection)
        yield connection


def _copy(source: Connection, target: Connection) -> None:
    """Every row, a batch at a time."""
    for table in (GAMES, ENTRIES):
        rows = source.execute(select(table).execution_options(yield_per=BATCH)).mappings()
        for batch in rows.partitions():
            target.execute(insert(table), [dict(row) for row in batch])
