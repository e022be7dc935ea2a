"""The deal of the day: the same seed, game and rivals for everybody, and a result to share that gives nothing away."""

from __future__ import annotations

import random
import re
from datetime import date
from functools import lru_cache
from itertools import count

from flip7.cards import CLASSIC, VENGEANCE
from flip7.errors import Fault, NotationError, quote
from flip7.practice.coach import Review
from flip7.practice.rounds import Setup, begin
from flip7.practice.temperaments import TEMPERAMENTS

FIRST = date(2026, 1, 1)
LAST = date(2126, 1, 1)
RIVALS = 3
_BEST, _SMALL, _LARGE, _OPEN = "🟩", "🟨", "🟥", "⬜"
_LARGE_FROM = 1.0
_WORD = re.compile(r"d(\d{4})-(\d\d)-(\d\d)")


@lru_cache(maxsize=32)
def setup_of(day: date) -> Setup:
    """The round of this day: Flip 7 and With a Vengeance take turns, three rivals of different temperaments."""
    rng = random.Random(f"daily {day.isoformat()}")
    rivals = tuple(rng.sample(sorted(TEMPERAMENTS), RIVALS))
    edition = CLASSIC if number_of(day) % 2 else VENGEANCE
    seat = rng.randint(0, RIVALS)
    deals = (Setup(edition, f"day{day:%Y%m%d}x{deal}", rivals, seat=seat) for deal in count())
    # A day on which the deal already ends the learner's round would be no game.
    return next(setup for setup in deals if begin(setup).due is not None)


def number_of(day: date) -> int:
    """How many deals there have been up to this day, the first being 1."""
    return (day - FIRST).days + 1


def symbols(review: Review) -> str:
    """A square for each decision: green gave nothing away, yellow less than a point, red more; white is not known."""
    return "".join(
        _OPEN if one.cost is None else _BEST if one.right else _SMALL if one.cost < _LARGE_FROM else _LARGE
        for one in review.graded
    )


def result_text(day: date, review: Review) -> str:
    """The result as three short lines to share. No card, no choice and no score is in it."""
    best = sum(one.right for one in review.known)
    lost = f"{review.lost:.1f} points given away" if review.lost >= 0.05 else "nothing given away"
    return (
        f"Flip 7 Table, deal {number_of(day)} ({day.isoformat()})\n"
        f"{symbols(review) or '(no decision)'}\n{best} of {len(review.known)} decisions best, {lost}"
    )


def word_of(day: date) -> str:
    """The day as a word for links."""
    return f"d{day.isoformat()}"


def read_word(word: str) -> date:
    """The day of a word from a link; raises ``NotationError`` where it names no day that has a deal."""
    found = _WORD.fullmatch(word)
    try:
        day = date(*map(int, found.groups())) if found else None
    except ValueError:
        day = None
    if day is None or not FIRST <= day < LAST:
        raise NotationError([Fault(f"{quote(word)} is no deal of the day; ask for the link once more.")])
    return day
