"""Games kept for good: an append-only table of entries, opened by an unguessable code.

An entry is confirmed when ``append`` returns: it is then on the disk. Each write says which entry it expects to be the
last, so two phones cannot write over each other, and carries a key made by the writer, so a write whose confirmation
was lost can be sent again without being written twice; where a connection broke, the store itself does so once. The
same key with other content is another write: two tabs that count their taps alike do not swallow each other's entries.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, wraps
from pathlib import Path
from threading import Lock
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Column, Connection, Engine, Row, String, bindparam, delete, func, insert, or_, select

from flip7.errors import Fault, Flip7Error, NotAllowedError
from flip7.scorepad import tables
from flip7.scorepad.apart import apart
from flip7.scorepad.codec import FORMAT, from_json, kind_of, to_json
from flip7.scorepad.codes import new_code, read_code
from flip7.scorepad.entries import Entry
from flip7.scorepad.game import Game
from flip7.scorepad.memory import Known, Memory
from flip7.scorepad.place import Place, chosen, place_at
from flip7.scorepad.tables import ALONE, ENTRIES, GAMES, MIGRATIONS, WRITES
from flip7.scorepad.trouble import NOTHING_SAVED, UNKNOWN, StoreError, told

DAY = 86_400

# Built once: what sixty screens ask each second would else be put together anew each time.
_CODE = bindparam("code", type_=String)
_GAME = select(GAMES.c.code).where(or_(GAMES.c.code == _CODE, GAMES.c.watch == _CODE)).scalar_subquery()
_LATEST = select(func.max(ENTRIES.c.seq)).where(ENTRIES.c.game == _GAME)
_ENTRIES_BY = {
    by: select(GAMES.c.code, GAMES.c.watch, ENTRIES.c.seq, ENTRIES.c.key, ENTRIES.c.at, ENTRIES.c.body)
    .join(ENTRIES)
    .where(by == bindparam("plain"), ENTRIES.c.seq >= bindparam("first"))
    .order_by(ENTRIES.c.seq)
    for by in (GAMES.c.code, GAMES.c.watch)
}
PAUSE = 0.5
"""Seconds before what a broken connection has interrupted is tried once more."""

_P = ParamSpec("_P")
_T = TypeVar("_T")


class ConflictError(Flip7Error):
    """Somebody else has written in between; ``since`` is what, and ``game`` the game as it is stored now."""

    def __init__(self, game: Game, since: tuple[Entry, ...]) -> None:
        self.game = game
        self.since = since
        super().__init__([Fault("Somebody else has written on this pad in the meantime. Look again, then write.")])


@dataclass(frozen=True, slots=True)
class Opened:
    """A game out of the store, for those who write."""

    code: str
    watch: str
    game: Game


@dataclass(frozen=True, slots=True)
class Watched:
    """A game out of the store, for those who look on: the code that writes is not in it."""

    watch: str
    game: Game


def _tried_again(
    work: Callable[Concatenate[Store, _P], _T],
) -> Callable[Concatenate[Store, _P], _T]:
    """Work that may be done twice, done once more where a connection broke in the middle."""

    @wraps(work)
    def run(store: Store, /, *args: _P.args, **options: _P.kwargs) -> _T:
        try:
            return work(store, *args, **options)
        except StoreError as error:
            if not error.lost:
                raise
            first = error
        time.sleep(PAUSE)
        try:
            return work(store, *args, **options)
        except StoreError as error:
            # The second try says nothing about a commit that was under way in the first.
            outcome = UNKNOWN if first.outcome == UNKNOWN else error.outcome
            raise StoreError(error.why, outcome, lost=error.lost) from None

    return run


@dataclass(frozen=True, slots=True)
class Store:
    """The games behind one engine."""

    engine: Engine
    memory: Memory = field(default_factory=Memory, compare=False, repr=False)

    @classmethod
    def at(cls, where: str | Path | Place) -> Store:
        """The store in this place, made or brought up to date where needed; raises ``Flip7Error`` where it cannot be.

        ``where`` may be the path of a file, or the address of a database.
        """
        place = place_at(where) if isinstance(where, str | Path) else where
        store = cls(place.engine())
        store.migrate()
        return store

    def migrate(self, migrations: Sequence[tables.Migration] = MIGRATIONS) -> None:
        """Bring the tables up to date; raises ``NotAllowedError`` for a store from a later program."""
        with self._writing(alone=True) as connection:
            tables.migrate(connection, migrations)

    @contextmanager
    def _writing(self, *, alone: bool = False) -> Iterator[Connection]:
        """A transaction that is on the disk when it ends; raises ``StoreError``."""
        options = {WRITES: True, ALONE: alone}
        with told(NOTHING_SAVED), self.engine.connect().execution_options(**options) as connection:
            # Where anything is raised before the commit, closing the connection takes everything back.
            connection.begin()
            yield connection
            with told(UNKNOWN):
                connection.commit()

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with told(), self.engine.connect() as connection:
            yield connection

    def create(self, entries: Sequence[Entry], now: float | None = None) -> Opened:
        """A new game with these entries; its code opens it."""
        opened = Opened(new_code(), new_code(), Game.of(entries))
        self._create(opened, entries, _seconds(now))
        return opened

    @_tried_again
    def _create(self, opened: Opened, entries: Sequence[Entry], at: int) -> None:
        with self._writing() as connection:
            if not _last(connection, opened.code):
                connection.execute(insert(GAMES).values(code=opened.code, watch=opened.watch, created=at))
                _insert(connection, opened.code, 0, entries, "start", at)

    def open(self, code: str) -> Opened:
        """The game with this code, however it is written; raises ``NotAllowedError`` where there is none."""
        known = self._read(GAMES.c.code, code)
        return Opened(known.code, known.watch, known.game)

    def watch(self, code: str) -> Watched:
        """The game with this code for watching; raises ``NotAllowedError`` where there is none."""
        known = self._read(GAMES.c.watch, code)
        return Watched(known.watch, known.game)

    @_tried_again
    def _read(self, by: Column[str], code: str) -> Known:
        """The game where this column holds the code. What is known of it already is not read again."""
        plain = read_code(code) or ""
        known = self.memory.find(plain)
        with self._reading() as connection:
            rows = _rows(connection, by, plain, known.last) if known else []
            if known is None or not rows or (rows[0].key, rows[0].at) != (known.key, known.at):
                rows = _rows(connection, by, plain, 1)
                if not rows:
                    raise _no_game()
                known = Known(rows[0].code, rows[0].watch)
        game = known.game
        for row in rows:
            if row.seq > known.last:
                game = game.with_entry(from_json(row.body))
        now = replace(known, game=game, key=rows[-1].key, at=rows[-1].at)
        self.memory.keep(now)
        return now

    def append(self, code: str, expected: int, entries: Sequence[Entry], key: str, now: float | None = None) -> int:
        """Write these entries after number ``expected``, all or none, and return the number of the last one.

        With a ``key`` that is already there nothing is written. Raises ``ConflictError`` where ``expected`` is not the
        last, and ``NotAllowedError`` where there is no such game.
        """
        return self._append(code, expected, entries, _marked(key, entries), now)

    def _append(self, code: str, expected: int, entries: Sequence[Entry], key: str, now: float | None = None) -> int:
        last = self._appended(code, expected, entries, key, _seconds(now))
        if last is not None:
            return last
        game = self.open(code).game
        raise ConflictError(game, game.log[expected:])

    @_tried_again
    def _appended(self, code: str, expected: int, entries: Sequence[Entry], key: str, at: int) -> int | None:
        """The number of the last entry; None where ``expected`` is not the last, and nothing has been written."""
        with self._writing() as connection:
            _hold(connection, code)
            written = _written(connection, code, key)
            if written is not None:
                return written
            last = _last(connection, code)
            if last == 0 or last != expected:
                return None
            _insert(connection, code, last, entries, key, at)
            return last + len(entries)

    def write(self, code: str, game: Game, entries: Sequence[Entry], key: str) -> Game:
        """Judge the entries, write them, and return the game as it is stored then; nothing else is confirmed.

        Raises what ``Game.play`` raises, and ``ConflictError``. Lines of different players do not conflict: they are
        written one after the other, and whoever closes the round closes it with all of them.
        """
        now = self.open(code).game
        if now.log != game.log and self.written(code, key, entries) is None:
            since = now.log[len(game.log) :]
            if now.log[: len(game.log)] != game.log or not apart(entries, since):
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
        try:
            return self.open(code).game
        except StoreError:
            # It is confirmed all the same.
            if last == len(after.log):
                return after
            raise

    @_tried_again
    def written(self, code: str, key: str, entries: Sequence[Entry]) -> int | None:
        """The number of the last of these entries where they were written with this key, None where they were not."""
        with self._reading() as connection:
            return _written(connection, code, _marked(key, entries))

    @_tried_again
    def since(self, code: str, after: int) -> list[tuple[str, Entry]]:
        """The entries after number ``after``, each with the key that it was written with and a mark of its content."""
        rows = select(ENTRIES.c.key, ENTRIES.c.body).where(ENTRIES.c.game == code, ENTRIES.c.seq > after)
        with self._reading() as connection:
            return [(row.key, from_json(row.body)) for row in connection.execute(rows.order_by(ENTRIES.c.seq))]

    @_tried_again
    def last(self, code: str) -> int:
        """The number of the last entry of the game with this code, for writing or for watching.

        It is what a screen asks each second, to read the game again only where the number has changed. Raises
        ``NotAllowedError`` where there is no such game any more.
        """
        with self._reading() as connection:
            last: int | None = connection.scalar(_LATEST, {"code": code})
        if last is None:
            raise _no_game()
        return last

    def expire(self, days: int, now: float | None = None) -> int:
        """Delete every game in which nothing was written for so many days; returns how many."""
        before = _seconds(now) - days * DAY
        latest = func.max(ENTRIES.c.at)
        old = select(ENTRIES.c.game).group_by(ENTRIES.c.game).having(latest < before).order_by(ENTRIES.c.game)
        gone = 0
        with self._writing() as connection:
            for code in list(connection.scalars(old)):
                _hold(connection, code)
                # Somebody may have written on it since it was found to be old.
                if connection.scalar(select(latest).where(ENTRIES.c.game == code).having(latest < before)) is not None:
                    connection.execute(delete(ENTRIES).where(ENTRIES.c.game == code))
                    connection.execute(delete(GAMES).where(GAMES.c.code == code))
                    gone += 1
        return gone

    def counts(self) -> tuple[int, int]:
        """How many games and entries are kept."""
        with self._reading() as connection:
            games = connection.scalar(select(func.count()).select_from(GAMES))
            return games or 0, connection.scalar(select(func.count()).select_from(ENTRIES)) or 0


def _no_game() -> NotAllowedError:
    return NotAllowedError([Fault("There is no game with this code. It may be mistyped, or long over.")])


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


def _rows(connection: Connection, by: Column[str], code: str, first: int) -> Sequence[Row[*tuple[Any, ...]]]:
    """The entries of a game from number ``first`` on, each with the game's codes."""
    return connection.execute(_ENTRIES_BY[by], {"plain": code, "first": first}).all()


def _hold(connection: Connection, code: str) -> None:
    """Until the transaction ends nobody else writes on this game. Says nothing to a database with one lock for all."""
    connection.execute(select(GAMES.c.code).where(GAMES.c.code == code).with_for_update())


_OPENING = Lock()


def the_store() -> Store:
    """The store of this program, opened on first use; raises ``Flip7Error`` where it cannot be, and tries again."""
    with _OPENING:
        return _the_store()


@cache
def _the_store() -> Store:
    return Store.at(chosen())
