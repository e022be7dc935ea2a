"""Where the games are kept: in a file, or by a PostgreSQL server that ``DATABASE_URL`` names."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol

from sqlalchemy import Engine

from flip7.scorepad.postgres import PostgresServer
from flip7.scorepad.sqlite import SqliteFile, default_path

VARIABLE = "DATABASE_URL"


class Place(Protocol):
    """A kind of database. A backup of any kind is one SQLite file, so it leads from each to each."""

    @property
    def name(self) -> str:
        """The place in words, without any password."""

    def engine(self) -> Engine:
        """A way in; nothing is read yet. A commit is on the disk when it returns."""

    def backup(self, to: Path) -> None:
        """Copy the store while it is in use; ``to`` appears whole or not at all."""

    def restore(self, source: Path) -> Path | None:
        """Put a backup in the place of the store; returns where what was there before has been kept.

        Raises ``Flip7Error`` where the backup is no sound store, or a later program's, and then changes nothing.
        """


def place_at(where: str | Path) -> Place:
    """The place at this address or path; raises ``NotationError`` for an address that cannot be read."""
    return SqliteFile(where) if isinstance(where, Path) else PostgresServer.at(where)


def chosen() -> Place:
    """The place that the environment names."""
    return place_at(os.environ.get(VARIABLE) or default_path())
