"""The oracle of the tests for With a Vengeance: every card of every order, in plain fractions.

Slow on purpose and without any shortcut: cards lie in tuples, what waits stands in a list of tasks as at the table, and
blanks are drawn like other cards. Fit for decks of about ten cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from flip7.cards import VENGEANCE, Card, Kind, card
from flip7.hands import SEVEN, duplicates, toward_seven
from flip7.odds.reference import Cards, Outcome, Worth, points
from flip7.rulebook import STANDARD, House
from flip7.scoring import score

_ZERO, _UNLUCKY = card("0"), card("U7")
_ONE_MORE, _FLIP_FOUR, _DISCARD = card("JOM"), card("F4"), card("DI")

Task = tuple[str, int, Cards]
"""``more``: take one card. ``stay``: stay from now on. ``flips``: so many forced cards, with those set aside.
``waiting``: cards that take effect one after the other."""
Tasks = tuple[Task, ...]
_STAY: Task = ("stay", 0, ())


def _without(cards: Cards, face: Card) -> Cards:
    at = cards.index(face)
    return cards[:at] + cards[at + 1 :]


@dataclass(frozen=True, slots=True)
class VengeanceOracle:
    """Plays best for ``worth``; ``alone``, or with others to whom every modifier and action goes."""

    alone: bool = False
    worth: Worth = points
    house: House = STANDARD

    def stay(self, line: Cards) -> Outcome:
        """The round ends with this line."""
        final = score(line, VENGEANCE, house=self.house).points
        return Outcome(self.worth(final), scores={final: Fraction(1)})

    def hit(self, line: Cards, deck: Cards, pile: Cards = ()) -> Outcome:
        """Take one card of ``deck`` (every copy equally likely), then play best."""
        return _go_on(self, line, deck, pile, (("more", 0, ()),), False)

    def forced(self, line: Cards, deck: Cards, pile: Cards, flips: int) -> Outcome:
        """``flips`` cards of a Flip Four are still to come, then play best."""
        return _go_on(self, line, deck, pile, (("flips", flips, ()),), False)

    def _bust(self, line: Cards, duplicate: Card) -> Outcome:
        """V9, and V39: in Brutal Mode the minus cards count. The line is given without the duplicate."""
        final = score((*line, duplicate), VENGEANCE, busted=True, house=self.house).points
        return Outcome(self.worth(final), bust=Fraction(1), scores={final: Fraction(1)})


@cache
def _go_on(oracle: VengeanceOracle, line: Cards, deck: Cards, pile: Cards, tasks: Tasks, stayed: bool) -> Outcome:
    """Do the first task; without one the player chooses, unless stayed."""
    if not tasks:
        return oracle.stay(line) if stayed else _choice(oracle, line, deck, pile)
    (kind, left, cards), rest = tasks[0], tasks[1:]
    if kind == "stay":
        return _go_on(oracle, line, deck, pile, rest, True)
    if kind == "waiting":
        if not cards:
            return _go_on(oracle, line, deck, pile, rest, stayed)
        return _effect(oracle, line, deck, pile, cards[0], (("waiting", 0, cards[1:]), *rest), stayed)
    if kind == "flips" and not left:
        return _go_on(oracle, line, deck, pile, (("waiting", 0, cards), *rest), stayed)
    if not deck:
        deck, pile = pile, ()
    if not deck:
        # No card can be dealt: whatever waits lapses (R50).
        return oracle.stay(line)
    result = Outcome(cards=Fraction(1))
    for face in sorted(set(deck), key=VENGEANCE.order.__getitem__):
        less = _without(deck, face)
        if face.is_number:
            after = _number(oracle, line, less, pile, face, _one_done(tasks), stayed)
        elif kind == "flips":
            after = _go_on(oracle, line, less, pile, (("flips", left - 1, (*cards, face)), *rest), stayed)
        else:
            after = _effect(oracle, line, less, pile, face, rest, stayed)
        result = result.add(Fraction(deck.count(face), len(deck)), after)
    return result


def _one_done(tasks: Tasks) -> Tasks:
    (kind, left, cards), rest = tasks[0], tasks[1:]
    return rest if kind == "more" else (("flips", left - 1, cards), *rest)


def _choice(oracle: VengeanceOracle, line: Cards, deck: Cards, pile: Cards) -> Outcome:
    """The better of staying and hitting; a tie stays; no staying without a card (V10) or with the Zero (V17)."""
    now = oracle.stay(line)
    if not deck and not pile:
        return now
    then = oracle.hit(line, deck, pile)
    return then if not line or _ZERO in line or then.worth > now.worth else now


def _number(
    oracle: VengeanceOracle, line: Cards, deck: Cards, pile: Cards, face: Card, tasks: Tasks, stayed: bool
) -> Outcome:
    """A number card joins the line (V9, V19, V21, V22)."""
    grown = (face,) if face is _UNLUCKY else VENGEANCE.sorted((*line, face))
    if duplicates(grown):
        return oracle._bust(line, face)
    if toward_seven(grown, oracle.house) == SEVEN:
        final = score(grown, VENGEANCE, house=oracle.house).points
        return Outcome(oracle.worth(final), flip7=Fraction(1), scores={final: Fraction(1)})
    return _go_on(oracle, grown, deck, pile, tasks, stayed)


def _effect(
    oracle: VengeanceOracle, line: Cards, deck: Cards, pile: Cards, face: Card, tasks: Tasks, stayed: bool
) -> Outcome:
    """A modifier or an action takes effect; with others in it does so elsewhere."""
    if not oracle.alone:
        return _go_on(oracle, line, deck, pile, tasks, stayed)
    if face.kind is Kind.MODIFIER:
        return _go_on(oracle, VENGEANCE.sorted((*line, face)), deck, pile, tasks, stayed)
    if face is _ONE_MORE:
        return _go_on(oracle, line, deck, pile, (("more", 0, ()), _STAY, *tasks), stayed)
    if face is _FLIP_FOUR:
        return _go_on(oracle, line, deck, pile, (("flips", 4, ()), *tasks), stayed)
    if face is _DISCARD and line:
        ways = [_go_on(oracle, _without(line, gone), deck, pile, tasks, stayed) for gone in line]
        return max(ways, key=lambda way: way.worth)
    return _go_on(oracle, line, deck, pile, tasks, stayed)


def forget() -> None:
    """Empty the memory between tests."""
    _go_on.cache_clear()
