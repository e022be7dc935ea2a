"""How much one address may ask for: new games, and codes that open nothing.

Counted in this process only, so behind N replicas an address may get up to N times as much; what is counted takes a
bounded place in memory, and whoever asked longest ago is forgotten first. Whoever sits at the server itself (no
address) is not limited. A café has one address, so a code is counted there once: its phones come back to their games
whatever somebody else mistypes, and twenty that photograph last year's code are one wrong code.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import TypeVar

from flip7.errors import Fault, NotAllowedError
from flip7.scorepad.codes import SYLLABLES, read_code

PROBE = "ba" * SYLLABLES
"""The code that the readiness check asks for: no game has it (one in 70**10 would), so it is not counted."""
MOST_GAMES, GAMES_SECONDS = 30, 3600.0
FREE_GUESSES = 5
LONGEST_WAIT = 60.0
"""Seconds; a wrong code is forgotten after as long."""
MOST_ADDRESSES = 10_000

Clock = Callable[[], float]
_T = TypeVar("_T")
_K = TypeVar("_K", bound=Hashable)


def address_of(peer: str | None) -> str | None:
    """Whom to count: an IPv4 address, or the /64 network that an IPv6 address is one of; None for this machine.

    ``peer`` is what Streamlit says: the other end of the connection. Where that is a proxy named in
    ``FORWARDED_ALLOW_IPS``, the server below has put the last address in its place that ``X-Forwarded-For`` names and
    that is no such proxy; anybody else's header is not believed.

    >>> address_of("2001:db8:1:2:3:4:5:6"), address_of("::ffff:192.0.2.7"), address_of("127.0.0.1")
    ('2001:db8:1:2::/64', '192.0.2.7', None)
    """
    try:
        address = ipaddress.ip_address(peer or "::1")
    except ValueError:
        # Not an address, so all such are one.
        return "unknown"
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    if address.is_loopback:
        return None
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address.packed, 64), strict=False))
    return str(address)


class Rate:
    """``most`` at once for each address, and after that one more each ``seconds / most`` seconds."""

    def __init__(self, most: int, seconds: float, clock: Clock = time.monotonic) -> None:
        self._each, self._seconds, self._clock = seconds / most, seconds, clock
        self._used: OrderedDict[str, float] = OrderedDict()
        self._lock = Lock()

    def take(self, address: str) -> float:
        """Take one; returns 0, or, where there is none left, in how many seconds there will be one."""
        now = self._clock()
        with self._lock:
            used_up_to = max(now, self._used.get(address, now)) + self._each
            # A hair's breadth for rounding: the last of ``most`` still fits.
            if (wait := used_up_to - now - self._seconds) > 1e-6:
                return wait
            _keep(self._used, address, used_up_to)
        return 0.0


class Guesses:
    """Codes that opened nothing: after ``FREE_GUESSES`` of an address each next one waits twice as long, from 1 s."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._tried: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._lock = Lock()

    def tried(self, address: str, code: str) -> bool:
        """Whether this address knows already whether the code opens a game; of what is no code everybody does."""
        plain = read_code(code)
        return plain is None or (address, plain) in self._tried

    def told(self, address: str, code: str) -> None:
        """Remember that this address knows about this code."""
        with self._lock:
            _keep(self._tried, (address, read_code(code) or ""), None)

    def wait(self, address: str) -> float:
        """Seconds until this address may try another code."""
        wrong, last = self._wrong.get(address, (0, 0.0))
        over = wrong - FREE_GUESSES
        pause = min(LONGEST_WAIT, 2.0 ** min(over, 10)) if over >= 0 else 0.0
        return max(0.0, last + pause - self._clock())

    def wrong(self, address: str) -> None:
        """Count a code that opened nothing; a quiet ``LONGEST_WAIT`` after the wait is over begins anew."""
        now = self._clock()
        with self._lock:
            wrong, last = self._wrong.get(address, (0, 0.0))
            again = now < last + LONGEST_WAIT * (2 if wrong > FREE_GUESSES else 1)
            _keep(self._wrong, address, (wrong + 1 if again else 1, now))


def _keep(kept: OrderedDict[_K, _T], key: _K, value: _T) -> None:
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > MOST_ADDRESSES:
        kept.popitem(last=False)


_GAMES = Rate(MOST_GAMES, GAMES_SECONDS)
_GUESSES = Guesses()


def may_begin(address: str | None, games: Rate = _GAMES) -> None:
    """Count a new game; raises ``NotAllowedError`` where this address has begun too many."""
    if address and (wait := games.take(address)):
        said = f"{MOST_GAMES} games within an hour have been begun from this network, and more are not kept here"
        raise NotAllowedError([Fault(f"{said}. Try again in {_span(wait)}.")])


def look_up(open_: Callable[[str], _T], code: str, address: str | None, guesses: Guesses = _GUESSES) -> _T:
    """What the code opens; raises what ``open_`` raises, and ``NotAllowedError`` after too many wrong codes.

    Only for who comes with a code from outside: a game that a session holds is not looked up like this again.
    """
    if not address or read_code(code) == PROBE or guesses.tried(address, code):
        return open_(code)
    if wait := guesses.wait(address):
        said = "Several codes from this network opened no game, so the next one has to wait"
        raise NotAllowedError([Fault(f"{said}. Try again in {_span(wait)}.")])
    try:
        found = open_(code)
    except NotAllowedError:
        guesses.wrong(address)
        guesses.told(address, code)
        raise
    guesses.told(address, code)
    return found


def opened(code: str, address: str | None, guesses: Guesses = _GUESSES) -> None:
    """Remember that this address has a game with this code, though it did not look it up."""
    if address:
        guesses.told(address, code)


def _span(seconds: float) -> str:
    """A wait in words, never too short."""
    if seconds <= 90:
        return "1 second" if seconds <= 1 else f"{math.ceil(seconds)} seconds"
    return f"{math.ceil(seconds / 60)} minutes"
