"""Is this host ready for players? Asks for a page as a phone does, and writes to the store.

    python -m flip7.hosting.ready [URL] [--page-only]

The page is the score pad with a code that no game has: its sentence about that comes from the store, read by the
server itself. The write is one of this process, to the store that ``DATABASE_URL`` or ``FLIP7_STORE`` names.
Exit status 0 ready, 1 not, with one sentence.

It speaks as much of Streamlit's protocol as it needs, because importing Streamlit would cost ten times as much.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flip7.errors import Flip7Error
from flip7.hosting.limits import PROBE

if TYPE_CHECKING:
    from sqlalchemy import Engine

URL = "http://127.0.0.1:8501"
SECONDS = 10.0
"""How long the page may take."""
WORDS = b"There is no game with this code"
MOST_BYTES = 4_000_000

# Numbers of fields in Streamlit's messages (BackMsg, ClientState, ForwardMsg).
RERUN_SCRIPT = 11
QUERY_STRING, PAGE_NAME = 1, 4
SCRIPT_FINISHED = 6


class NotReadyError(Exception):
    """The message says what is missing."""


def check_page(url: str, seconds: float = SECONDS) -> None:
    """Draw the page; raises ``NotReadyError`` where it does not come or says something else."""
    # Not above: the store alone can be checked without it.
    from websockets.exceptions import WebSocketException
    from websockets.sync.client import connect
    from websockets.typing import Subprotocol

    parts = urlsplit(url)
    secure = "s" if parts.scheme == "https" else ""
    stream = f"ws{secure}://{parts.netloc}{parts.path.rstrip('/')}/_stcore/stream"
    until = time.monotonic() + seconds
    found = False
    try:
        protocols = [Subprotocol("streamlit")]
        with connect(
            stream, subprotocols=protocols, open_timeout=seconds, close_timeout=1, max_size=MOST_BYTES
        ) as phone:
            phone.send(question())
            while True:
                told = phone.recv(timeout=max(0.01, until - time.monotonic()))
                assert isinstance(told, bytes)
                found = found or WORDS in told
                if any(number == SCRIPT_FINISHED for number in fields(told)):
                    break
    except (OSError, WebSocketException, ValueError) as error:
        raise NotReadyError(f"the score pad at {parts.netloc} did not come ({type(error).__name__})") from error
    if not found:
        raise NotReadyError(f"the score pad at {parts.netloc} came without what the store says")


def check_store() -> None:
    """Write to the store and take it back; raises ``NotReadyError``."""
    from flip7.scorepad.store import the_store

    try:
        _touch(the_store().engine)
    except Flip7Error as error:
        raise NotReadyError(f"the store does not work. {error.message}") from error


def _touch(engine: Engine) -> None:
    """A game that comes and goes within one transaction: the disk has to take it, and nobody ever sees it."""
    from sqlalchemy import delete, insert

    from flip7.scorepad.codes import new_code
    from flip7.scorepad.tables import GAMES, WRITES
    from flip7.scorepad.trouble import told

    code = new_code()
    with told(), engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
        connection.execute(insert(GAMES).values(code=code, watch=new_code(), created=0))
        connection.execute(delete(GAMES).where(GAMES.c.code == code))


def question() -> bytes:
    """The message that asks for the page."""
    state = _field(QUERY_STRING, f"v=1&pad={PROBE}".encode()) + _field(PAGE_NAME, b"score_pad")
    return _field(RERUN_SCRIPT, state)


def _field(number: int, content: bytes) -> bytes:
    # A tag and a length of one byte each suffice here.
    assert number < 16
    assert len(content) < 128
    return bytes((number << 3 | 2, len(content))) + content


def fields(message: bytes) -> Iterator[int]:
    """The numbers of a message's own fields, not those of the messages inside it."""
    at = 0
    while at < len(message):
        tag, at = _number(message, at)
        yield tag >> 3
        match tag & 7:
            case 0:
                _, at = _number(message, at)
            case 1:
                at += 8
            case 2:
                length, at = _number(message, at)
                at += length
            case 5:
                at += 4
            case kind:
                raise ValueError(f"no field is of kind {kind}")


def _number(message: bytes, at: int) -> tuple[int, int]:
    """The number written at this place, seven bits a byte, lowest first, and where it ends."""
    value = shift = 0
    while message[at : at + 1] >= b"\x80":
        value |= (message[at] & 127) << shift
        at, shift = at + 1, shift + 7
    if at >= len(message):
        raise ValueError("the message ends too early")
    return value | message[at] << shift, at + 1


def main(argv: Sequence[str] | None = None) -> int:
    """Check and say so."""
    parser = argparse.ArgumentParser(prog="python -m flip7.hosting.ready", description="Is this host ready?")
    parser.add_argument("url", nargs="?", default=URL, metavar="URL")
    parser.add_argument("--page-only", action="store_true", help="from elsewhere: leave the store to the server")
    args = parser.parse_args(argv)
    begun = time.monotonic()
    try:
        check_page(args.url)
        if not args.page_only:
            check_store()
    except NotReadyError as error:
        print(f"Not ready: {error}", file=sys.stderr)
        return 1
    also = "" if args.page_only else " and the store has taken a write"
    print(f"Ready: the score pad has come{also}, in {time.monotonic() - begun:.2f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
