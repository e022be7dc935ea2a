"""What goes wrong with a store itself, in a sentence that holds no game's code, no name and no password."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, TimeoutError

from flip7.errors import Fault, Flip7Error

NOTHING_SAVED = "Nothing is saved yet; try again."
UNKNOWN = "Whether this is saved is not known; try again, it is not saved twice."
NOT_READ = "Try again."


class StoreError(Flip7Error):
    """The store cannot be used now: it is locked for long, full, damaged, or its server is gone.

    ``outcome`` says what has become of a write. ``lost``: an open connection broke, so a new one may do at once.
    """

    def __init__(self, why: str, outcome: str = NOT_READ, *, lost: bool = False) -> None:
        self.why, self.outcome, self.lost = why, outcome, lost
        super().__init__([Fault(f"The store cannot be used just now ({why}). {outcome}")])


@contextmanager
def told(outcome: str = NOT_READ) -> Iterator[None]:
    """Any trouble of the database inside becomes a ``StoreError``.

    The error beneath is not kept with it: a driver's text may quote the rows it was about.
    """
    try:
        yield
    except DBAPIError as error:
        raise StoreError(_why(str(error.orig)), outcome, lost=error.connection_invalidated) from None
    except TimeoutError:
        raise StoreError("too many use it at once", outcome) from None
    except UnicodeError:
        raise StoreError("a text or an address is not valid Unicode", outcome) from None


def _why(text: str) -> str:
    """The reason in a driver's message, without addresses and whatever else it quotes.

    >>> _why('connection to server at "10.0.0.7", port 5432 failed: Connection refused\\n\\tIs the server running?')
    'Connection refused'
    """
    first = text.strip().partition("\n")[0]
    reason = re.split(r"\bfailed: |FATAL: +", first)[-1]
    return re.sub(r"\s*([\"']).*?\1", " …", reason)[:100].strip() or "no reason given"
