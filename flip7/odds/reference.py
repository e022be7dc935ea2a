"""The oracle of the tests: the same question as `exact`, answered card by card in plain fractions.

Slow on purpose and without any shortcut: blanks are drawn like other cards, a saved duplicate is taken out of the
deck by its face, and nothing is vectorised. Fit for decks of a dozen cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from flip7.cards import CLASSIC, Card, Kind, card
from flip7.hands import SEVEN, of_kind
from flip7.scoring import score

_SECOND_CHANCE = card("SC")
_GIVEN = (card("FR"), card("F3"))

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Expected points, chance to bust and chance of Flip 7, as exact fractions."""

    points: Fraction
    bust: Fraction = Fraction(0)
    flip7: Fraction = Fraction(0)


def _without(cards: Cards, face: Card) -> Cards:
    at = cards.index(face)
    return cards[:at] + cards[at + 1 :]


def stay(line: Cards) -> Outcome:
    """What the line is worth now."""
    return Outcome(Fraction(score(line).points))


@cache
def best(line: Cards, deck: Cards) -> Outcome:
    """The better of staying and hitting; a tie stays; without a card in front there is no staying (R18)."""
    if not deck:
        return stay(line)
    now, then = stay(line), hit(line, deck)
    return then if not line or then.points > now.points else now


@cache
def hit(line: Cards, deck: Cards) -> Outcome:
    """Take one card of ``deck`` (every copy equally likely), then play best; with no card left nothing changes."""
    if not deck:
        return stay(line)
    points = bust = flip7 = Fraction(0)
    for face in sorted(set(deck), key=CLASSIC.order.__getitem__):
        after = _drawn(line, face, _without(deck, face))
        chance = Fraction(deck.count(face), len(deck))
        points += chance * after.points
        bust += chance * after.bust
        flip7 += chance * after.flip7
    return Outcome(points, bust, flip7)


def _drawn(line: Cards, face: Card, deck: Cards) -> Outcome:
    if face in _GIVEN or (face is _SECOND_CHANCE and face in line):
        return best(line, deck)
    if face.is_number and face in line:
        if _SECOND_CHANCE not in line:
            return Outcome(Fraction(0), bust=Fraction(1))
        return best(_without(line, _SECOND_CHANCE), deck)
    longer = CLASSIC.sorted((*line, face))
    if len(of_kind(longer, Kind.NUMBER)) == SEVEN:
        return Outcome(Fraction(score(longer).points), flip7=Fraction(1))
    return best(longer, deck)
