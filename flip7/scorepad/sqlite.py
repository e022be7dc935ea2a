"""All that is particular to SQLite: where the file lies, how safely it is written, backup and restore."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event

from flip7.errors import Fault, NotAllowedError, NotationError, quote
from flip7.scorepad.tables import WRITES, known

VARIABLE = "FLIP7_STORE"
BUSY_MS = 10_000


def default_path() -> Path:
    """The file that ``FLIP7_STORE`` names, or ``flip7-table/pad.sqlite3`` where this system keeps people's data."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named).expanduser()
    home = Path.home()
    if sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    elif sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return folder / "flip7-table" / "pad.sqlite3"


@dataclass(frozen=True, slots=True)
class SqliteFile:
    """One file; made on first use together with its folder."""

    path: Path

    @property
    def name(self) -> str:
        """The path."""
        return str(self.path)

    def engine(self) -> Engine:
        """Every commit is on the disk before it returns (WAL and ``synchronous=FULL``)."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            what = f"The folder of {quote(self.name, 200)} cannot be made: {error.strerror}."
            raise NotationError([Fault(what)]) from error
        engine = create_engine(f"sqlite:///{self.path}", hide_parameters=True)
        event.listen(engine, "connect", _settle)
        event.listen(engine, "begin", _begin)
        return engine

    def backup(self, to: Path) -> None:
        """Copy the store while it is in use; ``to`` appears whole or not at all."""
        if not self.path.exists():
            raise NotAllowedError([Fault(f"There is no store at {quote(self.name, 200)} yet.")])
        with appearing(to) as part, opened(self.path) as source, opened(part) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")

    def restore(self, source: Path) -> Path | None:
        """Put a backup in the place of the store; what was there before is kept beside it."""
        check(source)
        kept = None
        if self.path.exists():
            kept = self.path.with_name(f"{self.path.name}.before-restore")
            self.backup(kept)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with opened(source) as connection, opened(self.path) as target:
            connection.backup(target)
        return kept


def _settle(connection: sqlite3.Connection, _record: object) -> None:
    # Transactions begin where SQLAlchemy says so, not where the driver guesses.
    connection.isolation_level = None
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_MS}"):
        connection.execute(f"PRAGMA {setting}")


def _begin(connection: Connection) -> None:
    """Whoever writes takes the lock at once, not in the middle; there is one for the whole file."""
    writes = connection.get_execution_options().get(WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A plain connection, closed at the end; raises ``NotationError`` where the file is no sound database."""
    try:
        with closing(sqlite3.connect(path, timeout=BUSY_MS / 1000)) as connection:
            yield connection
    except sqlite3.Error as error:
        raise NotationError([Fault(f"{quote(str(path), 200)} cannot be used as a store: {error}.")]) from error


@contextmanager
def appearing(to: Path) -> Iterator[Path]:
    """A file to be filled that becomes ``to`` in the end, whole and on the disk, or not at all."""
    part = to.with_name(f"{to.name}.part")
    try:
        part.write_bytes(b"")
        yield part
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(to)
    except OSError as error:
        raise NotationError([Fault(f"{quote(str(to), 200)} cannot be written: {error.strerror}.")]) from error
    finally:
        part.unlink(missing_ok=True)


def check(source: Path) -> None:
    """Raises ``Flip7Error`` where this file is no sound backup of a store, or a later program's."""
    if not source.is_file():
        raise NotationError([Fault(f"{quote(str(source), 200)} cannot be read: no such file.")])
    with opened(source) as connection:
        sound = connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not sound or not {"games", "entries", "schema_version"} <= tables:
            raise NotationError([Fault(f"{quote(str(source), 200)} is no backup of a score pad.")])
        for (version,) in connection.execute("SELECT version FROM schema_version"):
            known(version)
