"""All that is particular to SQLite: where the file lies, how safely it is written, backup and restore."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event

from flip7.errors import Fault, NotationError, quote

VARIABLE = "FLIP7_STORE"
WRITES = "flip7_writes"
"""The execution option of a connection that will write: it takes the lock at once, not in the middle."""
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


def engine_for(path: Path) -> Engine:
    """An engine on this file, which is made on first use together with its folder.

    Every commit is on the disk before it returns (WAL and ``synchronous=FULL``).
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotationError(
            [Fault(f"The folder of {quote(str(path), 200)} cannot be made: {error.strerror}.")]
        ) from error
    engine = create_engine(f"sqlite:///{path}")
    event.listen(engine, "connect", _settle)
    event.listen(engine, "begin", _begin)
    return engine


def _settle(connection: sqlite3.Connection, _record: object) -> None:
    # Transactions begin where SQLAlchemy says so, not where the driver guesses.
    connection.isolation_level = None
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_MS}"):
        connection.execute(f"PRAGMA {setting}")


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A plain connection, closed at the end; raises ``NotationError`` where the file is no sound database."""
    try:
        with closing(sqlite3.connect(path, timeout=BUSY_MS / 1000)) as connection:
            yield connection
    except sqlite3.Error as error:
        raise NotationError([Fault(f"{quote(str(path), 200)} cannot be used as a store: {error}.")]) from error


def backup(path: Path, to: Path) -> None:
    """Copy the store while it is in use; ``to`` appears whole or not at all."""
    part = to.with_name(f"{to.name}.part")
    try:
        part.unlink(missing_ok=True)
        with _opened(path) as source, _opened(part) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(to)
    except OSError as error:
        raise NotationError([Fault(f"{quote(str(to), 200)} cannot be written: {error.strerror}.")]) from error


def restore(path: Path, source: Path) -> Path | None:
    """Put a backup in the place of the store; returns where the store that was there before has been kept.

    Raises ``NotationError`` where the backup is no sound store, and then changes nothing.
    """
    if not source.is_file():
        raise NotationError([Fault(f"{quote(str(source), 200)} cannot be read: no such file.")])
    with _opened(source) as connection:
        sound = connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not sound or not {"games", "entries", "schema_version"} <= tables:
        raise NotationError([Fault(f"{quote(str(source), 200)} is no backup of a score pad.")])
    kept = None
    if path.exists():
        kept = path.with_name(f"{path.name}.before-restore")
        backup(path, kept)
    path.parent.mkdir(parents=True, exist_ok=True)
    with _opened(source) as connection, _opened(path) as target:
        connection.backup(target)
    return kept
