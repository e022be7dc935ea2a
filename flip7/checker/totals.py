"""Whether a round can score a total at all, and with which cards (R45, R46a, V14-V17, V22, V38-V41).

By enumeration of every set of scoring cards. Cards that count the same are one: Unlucky 7 is a 7, Lucky 13 a 13, and
the two 13s that may lie together are both in the set. Busted hands are not listed: they score 0, or in Brutal Mode
what their minus cards alone would.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from heapq import nsmallest
from itertools import combinations
from typing import NamedTuple

from flip7.cards import CLASSIC, EDITIONS, Card, Edition, Kind, card
from flip7.checker.words import listed, signs
from flip7.hands import BONUS, SEVEN, of_kind
from flip7.rulebook import STANDARD, House

EXAMPLES = 5

_ZERO, _TIMES_TWO, _HALVE = card("0"), card("x2"), card("/2")
_THIRTEEN, _LUCKY = card("13"), card("L13")


@dataclass(frozen=True, slots=True)
class Hand:
    """A set of scoring cards and the way it is scored.

    In Brutal Mode ``penalty`` is ``given`` for a Flip 7 whose 15 went against somebody else, and ``taken`` for a hand
    that lost them (V40).
    """

    cards: tuple[Card, ...]
    flip7: bool
    penalty: str = ""


@dataclass(frozen=True, slots=True)
class Total:
    """Whether ``points`` can be scored: ``why`` in words, ``hands`` the number of sets, the smallest as examples."""

    points: int
    possible: bool
    why: str
    rules: str
    hands: int
    examples: tuple[Hand, ...]

    @property
    def reason(self) -> str:
        """``why`` with the ``rules`` behind it."""
        return f"{self.why[:-1]} ({self.rules})." if self.rules else self.why


class Kinds(NamedTuple):
    """Number sets that score alike: with or without Flip 7, The Zero and a pair of 13s, and their sum."""

    flip7: bool
    zero: bool
    pair: bool
    sum: int


NO_NUMBERS = Kinds(False, False, False, 0)
"""No number cards at all; in the first edition the 0 alone is of this kind too."""


class Option(NamedTuple):
    """One way to a total: any number set of one kind with exactly these modifiers."""

    kinds: Kinds
    modifiers: tuple[Card, ...]
    penalty: str


def total(points: int, edition: Edition = CLASSIC, *, flip7: bool | None = None, house: House = STANDARD) -> Total:
    """Whether one player's round can score this; ``flip7`` asks only for hands with it, or only without."""
    sets = number_sets(edition.key, house.lucky_pair)
    ways = [way for way in options(points, edition, house) if flip7 is None or way.kinds.flip7 == flip7]
    hands = sum(len(sets[kinds]) * len(modifiers) for kinds, modifiers in _distinct(ways).items())
    smallest = nsmallest(EXAMPLES, _hands(ways, sets, edition), key=_smallness)
    why, rules = _reason(points, edition, flip7, house, ways)
    return Total(points, bool(ways), why, rules, hands, tuple(smallest))


def options(points: int, edition: Edition = CLASSIC, house: House = STANDARD) -> tuple[Option, ...]:
    """Every kind of number set and every set of modifiers that together score this."""
    brutal = house.brutal and edition is not CLASSIC
    return _options(points, edition.key, brutal, house.brutal_zero if brutal else "flat", house.lucky_pair)


def _distinct(ways: Iterable[Option]) -> dict[Kinds, set[tuple[Card, ...]]]:
    """The ways without the penalty, so that no set of cards is counted twice."""
    found: dict[Kinds, set[tuple[Card, ...]]] = defaultdict(set)
    for way in ways:
        found[way.kinds].add(way.modifiers)
    return found


def _hands(ways: Iterable[Option], sets: dict[Kinds, tuple[tuple[Card, ...], ...]], edition: Edition) -> Iterator[Hand]:
    """Hands among which the smallest examples are: the first few sets of each way that leads to small ones."""
    sized = [(bool(way.penalty), len(sets[way.kinds][0]) + len(way.modifiers), way) for way in ways]
    limit = max(nsmallest(EXAMPLES, ((penalty, size) for penalty, size, _ in sized)), default=(False, 0))
    for penalty, size, way in sized:
        if (penalty, size) <= limit:
            for numbers in sets[way.kinds][:EXAMPLES]:
                yield Hand(edition.sorted((*numbers, *way.modifiers)), way.kinds.flip7, way.penalty)


def _smallness(hand: Hand) -> tuple[int, int, int, tuple[int, ...]]:
    """Plain hands before Brutal Mode's penalties, few cards before many, few modifiers before many."""
    modifiers = len(of_kind(hand.cards, Kind.MODIFIER))
    return bool(hand.penalty), len(hand.cards), modifiers, tuple(-face.points for face in hand.cards)


@cache
def number_sets(key: str, lucky_pair: str) -> dict[Kinds, tuple[tuple[Card, ...], ...]]:
    """Every set of number cards that can lie in one line, by kind, small sets first."""
    ranks = [face for face in EDITIONS[key].cards if face.is_number and face.code.isdigit()]
    lucky = _LUCKY in EDITIONS[key].copies
    found: dict[Kinds, list[tuple[Card, ...]]] = defaultdict(list)
    for size in range(SEVEN + 1):
        for numbers in combinations(ranks, size):
            points = sum(face.points for face in numbers)
            zero = lucky and _ZERO in numbers
            found[Kinds(size == SEVEN, zero, False, points)].append(numbers)
            if lucky and _THIRTEEN in numbers and (lucky_pair == "one" or size < SEVEN):
                flip7 = size + (lucky_pair == "two") == SEVEN
                found[Kinds(flip7, zero, True, points + _LUCKY.points)].append((*numbers, _LUCKY))
    return {kinds: tuple(sorted(sets, key=len)) for kinds, sets in found.items()}


@cache
def _modifiers(key: str) -> tuple[dict[int, list[tuple[Card, ...]]], dict[int, list[tuple[Card, ...]]]]:
    """Every set of modifiers by the sum of its plus or minus cards: those without x2 or /2, and those with it."""
    without: dict[int, list[tuple[Card, ...]]] = defaultdict(list)
    factor: dict[int, list[tuple[Card, ...]]] = defaultdict(list)
    modifiers = of_kind(EDITIONS[key].cards, Kind.MODIFIER)
    for size in range(len(modifiers) + 1):
        for chosen in combinations(modifiers, size):
            scaled = _TIMES_TWO in chosen or _HALVE in chosen
            (factor if scaled else without)[sum(face.points for face in chosen)].append(chosen)
    return without, factor


@lru_cache(maxsize=2000)
def _options(points: int, key: str, brutal: bool, brutal_zero: str, lucky_pair: str) -> tuple[Option, ...]:
    """Backwards from the points: what the plus or minus cards must make for each kind of number set."""
    without, factor = _modifiers(key)
    floor = key != CLASSIC.key and not brutal
    found = []
    for kinds in number_sets(key, lucky_pair):
        flat = kinds.zero and not kinds.flip7
        penalties = {points - BONUS * kinds.flip7: ""}
        if brutal:
            penalties |= {points: "given"} if kinds.flip7 else {points + BONUS: "taken"}
        for rest, penalty in penalties.items():
            if flat and brutal_zero == "flat":
                sets = [*without.values(), *factor.values()] if rest == 0 else []
            else:
                scaled = kinds.sum * 2 if key == CLASSIC.key else kinds.sum // 2
                sets = []
                for by_sum, numbers in ((without, kinds.sum), (factor, scaled)):
                    needed = rest - (0 if flat else numbers)
                    if floor and rest == 0:
                        sets += [chosen for signed, chosen in by_sum.items() if signed <= needed]
                    elif needed in by_sum and not (floor and rest < 0):
                        sets.append(by_sum[needed])
            found += [Option(kinds, chosen, penalty) for same in sets for chosen in same]
    return tuple(found)


def bounds(edition: Edition, flip7: bool | None, house: House, *, x2: bool = True) -> tuple[int, int]:
    """The least and the most points of a round (not busted); ``x2`` says whether that card may be there."""
    plus = sum(face.points for face in edition.copies if face.kind is Kind.MODIFIER)
    kinds = [kind for kind in number_sets(edition.key, house.lucky_pair) if flip7 in (None, kind.flip7)]
    if edition is CLASSIC:
        least = min(kind.sum + BONUS * kind.flip7 for kind in kinds)
        return least, max(kind.sum * (1 + x2) + BONUS * kind.flip7 for kind in kinds) + plus
    most = max(kind.sum + BONUS * kind.flip7 for kind in kinds if kind.flip7 or not kind.zero)
    if not house.brutal:
        return min(max(0, kind.sum // 2 + plus) + BONUS * kind.flip7 for kind in kinds), most
    return min(kind.sum // 2 - BONUS * (not kind.flip7) for kind in kinds) + plus, most


def _reason(points: int, edition: Edition, flip7: bool | None, house: House, ways: list[Option]) -> tuple[str, str]:
    """Why this total can or cannot be, and the rules."""
    classic = edition is CLASSIC
    rule = "R46a" if classic else "V38" if house.brutal else "V16"
    if ways:
        return _how(points, ways), ""
    least, most = bounds(edition, flip7, house)
    kind = {None: "A round", True: "A round with Flip 7", False: "A round without Flip 7"}[flip7]
    if points > most:
        return f"{kind} brings at most {most} points.", rule
    if points < least:
        if points < 0 <= least:
            why = "nothing takes points away" if classic else "the minus cards stop at 0"
            return f"A round never scores below 0: {why}.", "R45" if classic else "V14"
        return f"{kind} brings at least {signs(least)} points.", rule
    plain = bounds(edition, bool(flip7), house, x2=False)[1]
    if flip7 is False:
        why = "Twice the numbers is even and so is every + card"
        return f"Without Flip 7, more than {plain} needs x2. {why}: {points} is odd.", "R45, R46a"
    if flip7:
        needs = f"With Flip 7, more than {plain} needs x2"
    else:
        needs = f"More than {bounds(edition, False, house)[1]} needs Flip 7 and x2"
    odd = "Twice the numbers and the + cards are even, and 15 more make it odd"
    return f"{needs}. {odd}: {points} is even.", "R45, R46a"


def _how(points: int, ways: list[Option]) -> str:
    """What every way to a total that can be scored has in common."""
    needs = []
    sevens = {way.kinds.flip7 for way in ways}
    if sevens == {True}:
        needs.append("with Flip 7")
    elif sevens == {False}:
        needs.append("without Flip 7")
    common = set.intersection(*(set(way.modifiers) for way in ways))
    if common:
        needs.append(f"with {listed([signs(face.code) for face in ways[0].modifiers if face in common])}")
    if all(way.penalty == "taken" for way in ways):
        needs.append("when another player's Flip 7 takes 15 away (V40)")
    elif all(way.penalty == "given" for way in ways):
        needs.append("when its 15 is taken from another player instead (V40)")
    bust = " A bust scores 0 as well." if points == 0 else ""
    return f"{signs(points)} can be scored{', only ' if needs else ''}{' and '.join(needs)}.{bust}"
