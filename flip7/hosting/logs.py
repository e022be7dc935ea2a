"""Logs as JSON lines that can be handed around: no game's code, no query string, nothing that somebody typed.

One line holds ``time`` (UTC), ``level``, ``logger``, ``event`` and ``message``, and for an exception ``error``: its
types, the cause last, and the places in the code, innermost last. Never its message, which may quote a player. Of
other people's libraries only the fixed words of a message are kept, and numbers.

``install`` comes before anything that logs is imported: Streamlit gives each of its loggers a handler of its own.
"""

from __future__ import annotations

import json
import logging
import os
import re
import sys
import threading
import traceback
import warnings
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import TextIO

from flip7.scorepad.codes import SYLLABLES

VARIABLE = "FLIP7_LOG"
"""``json`` for this kind of log."""
OURS = "flip7"
MOST_CHARACTERS = 500
MOST_PLACES = 30

_SYLLABLE = r"[b-df-hj-np-tv-z][\s_.-]*[aeiou]"
_CODE = re.compile(rf"(?:{_SYLLABLE}[\s_.-]*){{{SYLLABLES - 1},}}{_SYLLABLE}", re.IGNORECASE)
_QUERY = re.compile(r"\?[^\s\"']+")
# Where a ready-made message of a library begins to quote something.
_QUOTING = re.compile(r"[(<{\[\"'“`]")
_ROOT = Path(__file__).parents[2]


def scrub(text: str) -> str:
    """The text without query strings and codes of games.

    >>> scrub("GET /score_pad?pad=x: kado-muri-lesa-bogi-tunu is open")
    'GET /score_pad?… [code] is open'
    """
    return _CODE.sub("[code]", _QUERY.sub("?…", text))


def line(record: logging.LogRecord) -> str:
    """The record as one line of JSON."""
    error = record.exc_info[1] if record.exc_info else None
    told: dict[str, object] = {
        "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname.lower(),
        "logger": record.name,
        "event": str(getattr(record, "event", "error" if error else "log")),
        "message": scrub(_words(record))[:MOST_CHARACTERS],
    }
    if error:
        told["error"] = {"types": [type(one).__name__ for one in _chain(error)], "at": _places(error)}
    return json.dumps(told, ensure_ascii=False)


def _words(record: logging.LogRecord) -> str:
    """What a record says, as far as nobody can have typed it."""
    if not isinstance(record.msg, str):
        return type(record.msg).__name__
    args = record.args if isinstance(record.args, tuple) else (record.args,)
    ours = _is_ours(record)
    numbers = all(isinstance(arg, int | float) for arg in args)
    words = record.getMessage() if ours or numbers else record.msg
    words = words.partition("\n")[0]
    return words if ours or record.args else _QUOTING.split(words)[0].rstrip()


def _is_ours(record: logging.LogRecord) -> bool:
    return record.name.split(".")[0] == OURS


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    following: BaseException | None = error
    while following and id(following) not in seen:
        seen.add(id(following))
        yield following
        following = following.__cause__ or following.__context__


def _places(error: BaseException) -> list[str]:
    """``file:line function`` of each step, files of this app below its own folder, of others by name."""
    places = []
    for frame in traceback.extract_tb(error.__traceback__)[-MOST_PLACES:]:
        path = Path(frame.filename)
        inside = path.is_relative_to(_ROOT) and "site-packages" not in path.parts
        shown = path.relative_to(_ROOT) if inside else Path(*path.parts[-2:])
        places.append(f"{shown}:{frame.lineno} {frame.name}")
    return places


class _Lines(logging.StreamHandler):  # type: ignore[type-arg]
    def format(self, record: logging.LogRecord) -> str:
        return line(record)


_HANDLER = _Lines(sys.stderr)


class _Logger(logging.Logger):
    """Its records go to the one handler, whatever others hang on it; libraries are heard from warnings on."""

    def callHandlers(self, record: logging.LogRecord) -> None:  # noqa: N802
        if record.levelno >= logging.WARNING or _is_ours(record):
            _HANDLER.handle(record)


def wanted() -> bool:
    """Whether this process shall log like this."""
    return os.environ.get(VARIABLE) == "json"


def install() -> None:
    """From now on everything that this process logs, warns of or dies of is such a line on standard error."""
    logging.setLoggerClass(_Logger)
    for logger in list(logging.Logger.manager.loggerDict.values()):
        if type(logger) is logging.Logger:
            logger.__class__ = _Logger
    logging.root.handlers[:] = [_HANDLER]
    logging.root.setLevel(logging.INFO)
    # What Streamlit prints is meant for a person at a terminal.
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.excepthook = _died
    threading.excepthook = lambda args: _died(args.exc_type, args.exc_value, args.exc_traceback)
    sys.unraisablehook = lambda what: _died(what.exc_type, what.exc_value, what.exc_traceback)
    warnings.showwarning = _warned


def _died(kind: type[BaseException], error: BaseException | None, at: TracebackType | None) -> None:
    if not issubclass(kind, KeyboardInterrupt | SystemExit):
        told = (kind, error or kind(), at)
        logging.getLogger(f"{OURS}.hosting").error("An error that nothing caught.", exc_info=told)


def _warned(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    place, logger = Path(*Path(filename).parts[-2:]), logging.getLogger(f"{OURS}.hosting")
    logger.warning("%s at %s:%d", category.__name__, place, lineno, extra={"event": "warning"})
