"""The oracle of the tests: the same questions as `exact`, answered card by card in plain fractions.

Slow on purpose and without any shortcut: blanks are drawn like other cards, a saved duplicate is taken out of the
deck by its face, set-aside cards stand in a queue, and nothing is vectorised. Fit for decks of a dozen cards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

from flip7.cards import CLASSIC, Card, Kind, card
from flip7.hands import SEVEN, of_kind
from flip7.scoring import score

_SECOND_CHANCE, _FREEZE, _FLIP_THREE = card("SC"), card("FR"), card("F3")

Cards = tuple[Card, ...]
Worth = Callable[[int], Fraction]


def points(final: int) -> Fraction:
    """The ordinary goal."""
    return Fraction(final)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What it is worth, chance to bust, chance of Flip 7, cards taken, and the chance of each final score."""

    worth: Fraction = Fraction(0)
    bust: Fraction = Fraction(0)
    flip7: Fraction = Fraction(0)
    cards: Fraction = Fraction(0)
    scores: dict[int, Fraction] = field(default_factory=dict)

    def add(self, chance: Fraction, other: Outcome) -> Outcome:
        """This outcome and, with a chance, the other one."""
        scores = dict(self.scores)
        for final, share in other.scores.items():
            scores[final] = scores.get(final, Fraction(0)) + chance * share
        return Outcome(
            self.worth + chance * other.worth,
            self.bust + chance * other.bust,
            self.flip7 + chance * other.flip7,
            self.cards + chance * other.cards,
            scores,
        )


def _without(cards: Cards, face: Card) -> Cards:
    at = cards.index(face)
    return cards[:at] + cards[at + 1 :]


@dataclass(frozen=True, slots=True)
class Oracle:
    """Plays best for ``worth``; ``alone`` or with others who take every Freeze, Flip Three and surplus chance."""

    alone: bool = False
    worth: Worth = points

    def stay(self, line: Cards) -> Outcome:
        """The round ends with this line."""
        final = score(line).points
        return Outcome(self.worth(final), scores={final: Fraction(1)})

    def best(self, line: Cards, deck: Cards, pile: Cards = ()) -> Outcome:
        """The better of staying and hitting; a tie stays; without a card in front there is no staying (R18)."""
        return _best(self, line, deck, pile)

    def hit(self, line: Cards, deck: Cards, pile: Cards = ()) -> Outcome:
        """Take one card of ``deck`` (every copy equally likely), then play best."""
        return _take(self, line, deck, pile, 0, (), ())

    def forced(self, line: Cards, deck: Cards, pile: Cards, flips: int) -> Outcome:
        """``flips`` cards of a Flip Three are still to come, then play best."""
        return _take(self, line, deck, pile, flips, (), ())


@cache
def _best(oracle: Oracle, line: Cards, deck: Cards, pile: Cards) -> Outcome:
    if not deck and not pile:
        return oracle.stay(line)
    now, then = oracle.stay(line), oracle.hit(line, deck, pile)
    return then if not line or then.worth > now.worth else now


@cache
def _take(oracle: Oracle, line: Cards, deck: Cards, pile: Cards, flips: int, aside: Cards, queue: Cards) -> Outcome:
    """The next card: one of ``flips`` forced ones (``aside`` waits for their end), or a hit where that is 0.

    ``queue`` holds assigned cards that take effect after these flips.
    """
    if not deck:
        deck, pile = pile, ()
    if not deck:
        return oracle.stay(line)
    result = Outcome(cards=Fraction(1))
    for face in sorted(set(deck), key=CLASSIC.order.__getitem__):
        after = _drawn(oracle, line, face, _without(deck, face), pile, flips, aside, queue)
        result = result.add(Fraction(deck.count(face), len(deck)), after)
    return result


def _drawn(
    oracle: Oracle, line: Cards, face: Card, deck: Cards, pile: Cards, flips: int, aside: Cards, queue: Cards
) -> Outcome:
    if face in (_FREEZE, _FLIP_THREE) and oracle.alone:
        if flips:
            aside = (*aside, face)
        else:
            queue = (face,)
    elif face.is_number and face in line:
        if _SECOND_CHANCE not in line:
            return Outcome(oracle.worth(0), bust=Fraction(1), scores={0: Fraction(1)})
        line = _without(line, _SECOND_CHANCE)
    elif face not in (_FREEZE, _FLIP_THREE) and not (face is _SECOND_CHANCE and face in line):
        line = CLASSIC.sorted((*line, face))
        if len(of_kind(line, Kind.NUMBER)) == SEVEN:
            final = score(line).points
            return Outcome(oracle.worth(final), flip7=Fraction(1), scores={final: Fraction(1)})
    if flips > 1:
        return _take(oracle, line, deck, pile, flips - 1, aside, queue)
    return _resolve(oracle, line, deck, pile, (*queue, *aside))


def _resolve(oracle: Oracle, line: Cards, deck: Cards, pile: Cards, queue: Cards) -> Outcome:
    """Waiting cards take effect in order; then the turn is over and the choice is open again."""
    if not queue:
        return oracle.best(line, deck, pile)
    if queue[0] is _FREEZE:
        return oracle.stay(line)
    return _take(oracle, line, deck, pile, 3, (), queue[1:])


def forget() -> None:
    """Empty the memory between tests."""
    _best.cache_clear()
    _take.cache_clear()
