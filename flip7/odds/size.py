"""How much there is to count for an answer, so that slow ones are worked out aside (`desk`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import comb

from flip7.cards import CLASSIC, VENGEANCE, Edition, Kind, card
from flip7.hands import SEVEN, of_kind
from flip7.odds.lattice import chance_states
from flip7.odds.modes import modes
from flip7.odds.position import Position

MOST_STATES = 10_000_000
"""More states of Flip 7 than this are not counted for a tap: it takes about two thirds of a second."""
MOST_CARDS = 8
"""With more cards left, those of the pile too, a player of With a Vengeance alone is not answered for a tap."""

_SECOND_CHANCE, _FREEZE, _FLIP_THREE = card("SC"), card("FR"), card("F3")


def states_ahead(position: Position) -> int:
    """How many states an answer of Flip 7 has to count, a reshuffle left aside."""
    left, line = position.left, position.line
    held = of_kind(line, Kind.NUMBER)
    free = sum(1 for face in of_kind(CLASSIC.cards, Kind.NUMBER) if left[face] and face not in held)
    numbers = sum(comb(free, k) for k in range(SEVEN - len(held)))
    ways = modes(position.alone, left[_FLIP_THREE], left[_FREEZE], position.flips, False)
    chances = chance_states(_SECOND_CHANCE in line, left[_SECOND_CHANCE])
    modifiers = sum(1 for face in of_kind(CLASSIC.cards, Kind.MODIFIER) if left[face])
    return int(numbers * len(ways) * len(chances) * 2**modifiers)


_SLOW: Mapping[Edition, Callable[[Position], bool]] = {
    CLASSIC: lambda position: states_ahead(position) > MOST_STATES,
    VENGEANCE: lambda position: (+position.left).total() + len(position.pile) > MOST_CARDS,
}


def takes_long(position: Position) -> bool:
    """Whether the answer takes too long for a tap; with others in it never does."""
    return position.alone and _SLOW[position.edition](position)
