"""The tap log of the key pad, read on the server: each tap exactly once, in the order of the fingers.

The browser numbers every tap and sends all that are not yet confirmed. The server keeps a *mark*: the name of the
log and the number of the last tap that went into the position. The mark also stands in the page's link, next to the
position that it belongs to, so a new session after a restart starts from a pair that fits together.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

# A browser that sends more at once, or longer codes, is not our pad.
MAX_TAPS = 500
MAX_CODE = 24


@dataclass(frozen=True, slots=True)
class TapMark:
    """Up to which tap of which log the position has heard."""

    log: str = ""
    count: int = 0

    def __str__(self) -> str:
        return f"{self.log}.{self.count}" if self.log else ""


NO_MARK = TapMark()


def read_mark(text: str) -> TapMark:
    """The mark in a link; an empty one for anything else, which only means that no tap has been heard yet."""
    found = re.fullmatch(r"([a-z0-9]{4,12})\.([0-9]{1,6})", text)
    return TapMark(found[1], int(found[2])) if found else NO_MARK


def fresh_taps(sent: object, mark: TapMark) -> tuple[tuple[str, ...], TapMark]:
    """The taps that ``mark`` has not heard, in order, and the mark after them.

    ``sent`` comes from a browser, so it may be anything; what is not a tap log is no taps.

    >>> fresh_taps({"log": "abcd", "taps": [[1, "8"], [2, "8"], [3, "11"]]}, TapMark("abcd", 1))
    (('8', '11'), TapMark(log='abcd', count=3))
    """
    if not isinstance(sent, Mapping):
        return (), mark
    log, taps = sent.get("log"), sent.get("taps")
    if not isinstance(log, str) or not re.fullmatch(r"[a-z0-9]{4,12}", log) or not isinstance(taps, list):
        return (), mark
    heard = mark.count if mark.log == log else 0
    new: dict[int, str] = {}
    for tap in taps[:MAX_TAPS]:
        match tap:
            case [int() as number, str() as code] if len(code) <= MAX_CODE:
                if number > heard:
                    new.setdefault(number, code)
            case _:
                return (), mark
    if not new:
        return (), mark
    return tuple(new[number] for number in sorted(new)), TapMark(log, max(new))
