"""What a store keeps, as tables, and how they came to be as they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    insert,
    select,
    update,
)

from flip7.errors import Fault, NotAllowedError

WRITES = "flip7_writes"
"""The execution option of a connection that will write."""
ALONE = "flip7_alone"
"""The execution option of a connection beside which nobody else may change the tables or replace everything."""

_tables = MetaData()
GAMES = Table(
    "games",
    _tables,
    Column("code", String(40), primary_key=True),
    # A second code, for those who only look on.
    Column("watch", String(40), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
)
ENTRIES = Table(
    "entries",
    _tables,
    Column("game", String(40), ForeignKey("games.code"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("key", String(80), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("format", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("game", "key"),
)
VERSION = Table("schema_version", MetaData(), Column("version", Integer, nullable=False))

Migration = Callable[[Connection], None]
MIGRATIONS: tuple[Migration, ...] = (_tables.create_all,)
"""What leads from each version of a store to the next, the first from nothing to version 1. Add at the end only."""


def known(version: int, most: int = len(MIGRATIONS)) -> int:
    """The version of a store, where this program knows it; raises ``NotAllowedError`` for one of a later program."""
    if version > most:
        what = f"This store has version {version}; this program knows versions up to {most}"
        raise NotAllowedError([Fault(f"{what}. Use a newer program.")])
    return version


def migrate(connection: Connection, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Bring the tables up to date; raises ``NotAllowedError`` for a store from a later program."""
    VERSION.create(connection, checkfirst=True)
    found = connection.scalar(select(VERSION.c.version))
    if found is None:
        connection.execute(insert(VERSION).values(version=0))
    for migration in migrations[known(found or 0, len(migrations)) :]:
        migration(connection)
    connection.execute(update(VERSION).values(version=len(migrations)))
