"""Games kept for good: an append-only table of entries, opened by an unguessable code.

An entry is confirmed when ``append`` returns: it is then on the disk. Each write says which entry it expects to be the
last, so two phones cannot write over each other, and carries a key made by the writer, so a write whose confirmation
was lost can be sent again without being written twice. The same key with other content is another write: two tabs
that count their taps alike do not swallow each other's entries.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Engine,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError, OperationalError

from flip7.errors import Fault, Flip7Error, NotAllowedError
from flip7.scorepad import sqlite
from flip7.scorepad.codec import FORMAT, from_json, kind_of, to_json
from flip7.scorepad.codes import new_code, read_code
from flip7.scorepad.entries import Close, Entry, Hand
from flip7.scorepad.game import Game

DAY = 86_400

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
_VERSION = Table("schema_version", MetaData(), Column("version", Integer, nullable=False))

Migration = Callable[[Connection], None]
MIGRATIONS: tuple[Migration, ...] = (_tables.create_all,)
"""What leads from each version of the file to the next, the first from nothing to version 1. Add at the end only."""


class ConflictError(Flip7Error):
    """Somebody else has written in between; ``since`` is what, and ``game`` the game as it is stored now."""

    def __init__(self, game: Game, since: tuple[Entry, ...]) -> None:
        self.game = game
        self.since = since
        super().__init__([Fault("Somebody else has written on this pad in the meantime. Look again, then write.")])


class StoreError(Flip7Error):
    """The file cannot be read or written now: it is locked for long, its disk is full, or it is damaged."""

    def __init__(self, error: OperationalError) -> None:
        why = str(error.orig)[:100]
        super().__init__([Fault(f"The store cannot be used just now ({why}). Nothing is saved yet; try again.")])


@dataclass(frozen=True, slots=True)
class Opened:
    """A game out of the store."""

    code: str
    watch: str
    game: Game


@dataclass(frozen=True, slots=True)
class Store:
    """The games behind one engine."""

    engine: Engine

    @classmethod
    def at(cls, path: Path) -> Store:
        """The store in this file, made or brought up to date where needed."""
        store = cls(sqlite.engine_for(path))
        store.migrate()
        return store

    def migrate(self, migrations: Sequence[Migration] = MIGRATIONS) -> int:
        """Bring the tables up to date and return their version; raises for a file from a later program."""
        with self._writing() as connection:
            _VERSION.create(connection, checkfirst=True)
            found = connection.scalar(select(_VERSION.c.version))
            if found is None:
                connection.execute(insert(_VERSION).values(version=0))
            version = found or 0
            if version > len(migrations):
                what = f"This store has version {version}; this program knows versions up to {len(migrations)}"
                raise NotAllowedError([Fault(f"{what}. Use a newer program.")])
            for migration in migrations[version:]:
                migration(connection)
            connection.execute(update(_VERSION).values(version=len(migrations)))
        return len(migrations)

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A transaction that is on the disk when it ends; raises ``StoreError``."""
        try:
            with self.engine.connect().execution_options(**{sqlite.WRITES: True}) as connection, connection.begin():
                yield connection
        except OperationalError as error:
            raise StoreError(error) from error

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self.engine.connect() as connection:
                yield connection
        except OperationalError as error:
            raise StoreError(error) from error

    def create(self, entries: Sequence[Entry], now: float | None = None) -> Opened:
        """A new game with these entries; its code opens it."""
        game = Game.of(entries)
        code, watch, at = new_code(), new_code(), _seconds(now)
        with self._writing() as connection:
            connection.execute(insert(GAMES).values(code=code, watch=watch, created=at))
            _insert(connection, code, 0, entries, "start", at)
        return Opened(code, watch, game)

    def open(self, code: str) -> Opened:
        """The game with this code, however it is written; raises ``NotAllowedError`` where there is none."""
        plain = read_code(code) or ""
        with self._reading() as connection:
            row = connection.execute(select(GAMES).where(GAMES.c.code == plain)).one_or_none()
            if row is None:
                raise NotAllowedError([Fault("There is no game with this code. It may be mistyped, or long over.")])
            return Opened(plain, row.watch, Game.of(_read(connection, plain)))

    def append(self, code: str, expected: int, entries: Sequence[Entry], key: str, now: float | None = None) -> int:
        """Write these entries after number ``expected``, all or none, and return the number of the last one.

        With a ``key`` that is already there nothing is written. Raises ``ConflictError`` where ``expected`` is not the
        last.
        """
        return self._append(code, expected, entries, _marked(key, entries), now)

    def _append(self, code: str, expected: int, entries: Sequence[Entry], key: str, now: float | None = None) -> int:
        try:
            with self._writing() as connection:
                written = _written(connection, code, key)
                if written is not None:
                    return written
                last = _last(connection, code)
                if last == expected:
                    _insert(connection, code, last, entries, key, _seconds(now))
                    return last + len(entries)
        except IntegrityError:
            # A database without one lock for all writers: somebody else took this number first.
            with self._reading() as connection:
                written = _written(connection, code, key)
                if written is not None:
                    return written
        log = self.open(code).game.log
        raise ConflictError(Game.of(log), log[expected:])

    def write(self, code: str, game: Game, entries: Sequence[Entry], key: str) -> Game:
        """Judge the entries, write them, and return the game as it is stored then; nothing else is confirmed.

        Raises what ``Game.play`` raises, and ``ConflictError``. Hands of different players do not conflict: they are
        written one after the other, and whoever closes the round closes it with all of them.
        """
        if self.last(code) != len(game.log) and self.written(code, key, entries) is None:
            now = self.open(code).game
            since = now.log[len(game.log) :]
            if now.log[: len(game.log)] != game.log or not _apart(entries, since):
                raise ConflictError(now, since)
            game = now
        after = game
        for entry in entries:
            after = after.play(entry)
        try:
            last = self._append(code, len(game.log), after.log[len(game.log) :], _marked(key, entries))
        except ConflictError:
            # Somebody was faster since: judged once more, with what they have written.
            return self.write(code, game, entries, key)
        return after if last == len(after.log) == self.last(code) else self.open(code).game

    def written(self, code: str, key: str, entries: Sequence[Entry]) -> int | None:
        """The number of the last of these entries where they were written with this key, None where they were not."""
        with self._reading() as connection:
            return _written(connection, code, _marked(key, entries))

    def since(self, code: str, after: int) -> list[tuple[str, Entry]]:
        """The entries after number ``after``, each with the key that it was written with and a mark of its content."""
        rows = select(ENTRIES.c.key, ENTRIES.c.body).where(ENTRIES.c.game == code, ENTRIES.c.seq > after)
        with self._reading() as connection:
            return [(row.key, from_json(row.body)) for row in connection.execute(rows.order_by(ENTRIES.c.seq))]

    def last(self, code: str) -> int:
        """The number of the last entry of a game, 0 where there is none."""
        with self._reading() as connection:
            return _last(connection, code)

    def expire(self, days: int, now: float | None = None) -> int:
        """Delete every game in which nothing was written for so many days; returns how many."""
        before = _seconds(now) - days * DAY
        old = select(ENTRIES.c.game).group_by(ENTRIES.c.game).having(func.max(ENTRIES.c.at) < before)
        with self._writing() as connection:
            codes = list(connection.scalars(old))
            for code in codes:
                connection.execute(delete(ENTRIES).where(ENTRIES.c.game == code))
                connection.execute(delete(GAMES).where(GAMES.c.code == code))
        return len(codes)

    def counts(self) -> tuple[int, int]:
        """How many games and entries are kept."""
        with self._reading() as connection:
            games = connection.scalar(select(func.count()).select_from(GAMES))
            return games or 0, connection.scalar(select(func.count()).select_from(ENTRIES)) or 0


def _marked(key: str, entries: Sequence[Entry]) -> str:
    """The key with a mark of what it carries."""
    content = "\n".join(map(to_json, entries))
    return f"{key}.{hashlib.sha256(content.encode('utf-8', 'replace')).hexdigest()[:16]}"


def _seconds(now: float | None) -> int:
    return int(time.time() if now is None else now)


def _insert(connection: Connection, code: str, last: int, entries: Sequence[Entry], key: str, at: int) -> None:
    rows = [
        {
            "game": code,
            "seq": last + number,
            "key": key if number == len(entries) else f"{key}/{number}",
            "kind": kind_of(entry),
            "format": FORMAT,
            "body": to_json(entry),
            "at": at,
        }
        for number, entry in enumerate(entries, 1)
    ]
    if rows:
        connection.execute(insert(ENTRIES), rows)


def _written(connection: Connection, code: str, key: str) -> int | None:
    """The number of the last entry written with this key."""
    return connection.scalar(select(ENTRIES.c.seq).where(ENTRIES.c.game == code, ENTRIES.c.key == key))


def _last(connection: Connection, code: str) -> int:
    return connection.scalar(select(func.max(ENTRIES.c.seq)).where(ENTRIES.c.game == code)) or 0


def _read(connection: Connection, code: str) -> list[Entry]:
    rows = select(ENTRIES.c.body).where(ENTRIES.c.game == code).order_by(ENTRIES.c.seq)
    return [from_json(body) for body in connection.scalars(rows)]


def _apart(entries: Sequence[Entry], since: Sequence[Entry]) -> bool:
    """Whether these are hands of different players or rounds, ours perhaps with the end of the round."""
    ours = {(entry.player, entry.round) for entry in entries if isinstance(entry, Hand)}
    theirs = {(entry.player, entry.round) for entry in since if isinstance(entry, Hand)}
    hands_only = all(isinstance(entry, Hand) for entry in since)
    return hands_only and all(isinstance(entry, Hand | Close) for entry in entries) and not ours & theirs


@cache
def the_store() -> Store:
    """The store of this program, opened on first use."""
    return Store.at(sqlite.default_path())
