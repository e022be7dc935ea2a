"""Numbers inside a lesson's words: computed from the table, so that no text can be wrong about them.

    "Ana holds {numbers Ana} points in numbers; {left 12} of {deck} cards are 12s."

The vocabulary: ``score Ana`` (points if the round ended now), ``numbers Ana`` (sum of the number cards), ``twice Ana``
(double that), ``half Ana`` (half of it, rounded down), ``count Ana`` (how many of the seven lie in front),
``total Ana`` (game points before this round),
``bust Ana`` (chance that the next card busts, in per cent), ``hit Ana`` and ``stay Ana`` (exact values in points, for a
player of Flip 7), ``left 12`` and ``copies 12`` (in the deck now, and in a full one), ``deck``, ``pile``, ``size``
(cards in the deck, on the discard pile, in a full deck), ``bonus``, ``seven`` and ``target``.

All other digits must be cards of the record (``a 12``), any modifier (``+4``), Flip 7, or the number of a rule: see
``strays``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable

from flip7.cards import EDITIONS, Card
from flip7.engine.record import Record
from flip7.engine.table import Table
from flip7.errors import Fault, NotationError, quote
from flip7.hands import BONUS, SEVEN, duplicates, toward_seven
from flip7.lessons.steps import reckoning
from flip7.notation import read_cards
from flip7.odds.exact import solve
from flip7.odds.position import Position

_FIGURE = re.compile(r"\{([^{}]*)\}")
_SIGNED = {face.code for edition in EDITIONS.values() for face in edition.cards if not face.code.isalnum()} | {"x2"}
_SIGNS = str.maketrans("×÷−", "x/-")
_NAMES = re.compile(r"Flip 7|Unlucky 7|Lucky 13|\b[RV][0-9]+[a-z]?\b")


def filled(text: str, table: Table, players: tuple[str, ...]) -> str:
    """The text with every figure in its place; raises ``NotationError`` for one that is none."""
    return _FIGURE.sub(lambda found: figure(found[1], table, players), text)


def figure(words: str, table: Table, players: tuple[str, ...]) -> str:
    """The value of one figure, as it is shown."""
    what, _, about = words.strip().partition(" ")
    whole = {
        "deck": sum(dict(table.deck).values()),
        "pile": sum(dict(table.discard).values()),
        "size": table.edition.size,
        "bonus": BONUS,
        "seven": SEVEN,
        "target": table.house.target,
    }
    if not about and what in whole:
        return str(whole[what])
    if about and what in ("left", "copies"):
        cards = read_cards(about, table.edition)
        counts = dict(table.deck) if what == "left" else table.edition.copies
        return str(sum(counts.get(face, 0) for face in cards))
    if about in players and what in _OF_PLAYER:
        return _OF_PLAYER[what](table, players.index(about))
    raise NotationError([Fault(f"{quote('{' + words + '}')} is not a figure: {', '.join(_KNOWN)} are.")])


def _score(table: Table, seat: int) -> str:
    return str(reckoning(table, seat).points).replace("-", "−")


def _numbers(table: Table, seat: int) -> int:
    return sum(face.points for face in table.lines[seat] if face.is_number)


def _bust(table: Table, seat: int) -> str:
    """The chance that the next card is a duplicate; Unlucky 7 never is one (V19)."""
    deck, line = Counter(dict(table.deck)), table.lines[seat]
    bad = sum(n for face, n in deck.items() if face.code != "U7" and duplicates((*line, face)))
    share = bad / deck.total() if deck else 0.0
    return "0 %" if not bad else f"{max(1, round(100 * share))} %"


def _value(table: Table, seat: int, which: str) -> str:
    """The exact value of hitting or staying."""
    others = [face for other in table.seats if other != seat for face in table.lines[other]]
    pile = tuple(Counter(dict(table.discard)).elements())
    alone = all(table.status[other] != "active" for other in table.seats if other != seat)
    answer = solve(Position(table.lines[seat], (*others, *pile), pile, alone=alone))
    value = answer.hit if which == "hit" else answer.stay
    return f"{value or 0:.1f}".removesuffix(".0")


_OF_PLAYER: dict[str, Callable[[Table, int], str]] = {
    "score": _score,
    "numbers": lambda table, seat: str(_numbers(table, seat)),
    "twice": lambda table, seat: str(2 * _numbers(table, seat)),
    "half": lambda table, seat: str(_numbers(table, seat) // 2),
    "count": lambda table, seat: str(toward_seven(table.lines[seat], table.house)),
    "total": lambda table, seat: str(table.totals[seat]),
    "bust": _bust,
    "hit": lambda table, seat: _value(table, seat, "hit"),
    "stay": lambda table, seat: _value(table, seat, "stay"),
}
_KNOWN = (
    *(f"{what} NAME" for what in _OF_PLAYER),
    "left CARD",
    "copies CARD",
    "deck",
    "pile",
    "size",
    "bonus",
    "target",
)


def cards_of(record: Record) -> tuple[Card, ...]:
    """Every card that a record names."""
    lines = record.start.lines.values() if record.start else ()
    named = (record.deck, record.discard, *record.reshuffle, *lines)
    return tuple(dict.fromkeys(face for cards in named for face in cards))


def strays(text: str, cards: Iterable[Card]) -> list[str]:
    """Numbers in a text that nothing checks: no figure, no modifier, none of the ``cards``, no name with a number.

    >>> from flip7.cards import card
    >>> strays("A 9, x2 and {score Ana} make Flip 7 worth 42.", [card("9")])
    ['42']
    """
    known = {str(number) for face in cards for number in (face.rank, abs(face.points))} | _SIGNED
    plain = _NAMES.sub("", _FIGURE.sub("", text))
    found = re.findall(r"[+−-]?[x×÷/]?[0-9]+(?:[.,][0-9]+)*", plain)
    return [word for word in found if not {word.translate(_SIGNS), word.lstrip("+−-")} & known]
