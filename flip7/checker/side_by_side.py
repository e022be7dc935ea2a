"""Whether typed totals can stand side by side: the deck has one x2 and one of each + card (R2, V2, V40).

Necessary conditions only, so nobody is accused wrongly: which single cards each total needs, whether one deck can give
them to all at once, and whether the numbers in the deck are enough.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache

from flip7.cards import CLASSIC, Card, Edition, Kind, card
from flip7.checker.totals import options
from flip7.checker.words import listed, signs
from flip7.errors import Fault
from flip7.hands import BONUS
from flip7.rulebook import House

Typed = tuple[str, int, bool]
"""A player's name, the typed total, and whether that was a Flip 7."""
Need = frozenset[str]
"""What one way to a total takes that the table has only once: card codes, the penalty of V40."""

_PENALTY = "the 15 that a Flip 7 takes away"
_MOST_DOUBLED = 63
_LUCKY = card("L13")


def clash(
    totals: Sequence[Typed], taken: Counter[Card], edition: Edition, house: House
) -> tuple[Fault | None, tuple[str, ...]]:
    """Why these totals cannot all be, with the players concerned; (None, ()) where nothing speaks against them.

    ``taken``: cards that lie elsewhere.
    """
    used = frozenset(face.code for face in taken if taken[face] >= edition.copies.get(face, 0))
    needs = {name: _needs(points, seven, edition, house) for name, points, seven in totals}
    if not _fits(list(needs.values()), used):
        return _explain(totals, needs, used, edition)
    most = sum(face.points * n for face, n in edition.left(taken).items() if face.is_number and n > 0) + BONUS
    if edition is CLASSIC:
        most += _MOST_DOUBLED + sum(face.points for face in edition.copies if face.kind is Kind.MODIFIER)
    claimed = sum(points for _, points, _ in totals)
    if claimed > most:
        rule = "R1" if edition is CLASSIC else "V1"
        message = f"The typed totals make {claimed} together; the cards left for them bring at most {most}."
        return Fault(message, rule), tuple(name for name, _, _ in totals)
    return None, ()


@lru_cache(maxsize=1000)
def _needs(points: int, seven: bool, edition: Edition, house: House) -> list[Need]:
    """The least that each way to this total takes."""
    found: set[Need] = set()
    ways = {
        (way.modifiers, way.kinds.pair, way.penalty == "taken")
        for way in options(points, edition, house)
        if way.kinds.flip7 == seven
    }
    for modifiers, pair, penalty in ways:
        extra = [_LUCKY.code] * pair + [_PENALTY] * penalty
        found.add(frozenset([*extra, *(face.code for face in modifiers)]))
    least: list[Need] = []
    for one in sorted(found, key=lambda need: (len(need), sorted(need))):
        if not any(less <= one for less in least):
            least.append(one)
    return least


def _fits(needs: Collection[Sequence[Need]], used: Need) -> bool:
    """Whether every player can be given one way without anything being needed twice."""
    states = {used}
    for ways in sorted(needs, key=len):
        states = {state | way for state in states for way in ways if not state & way}
    return bool(states)


def _explain(
    totals: Sequence[Typed], needs: dict[str, list[Need]], used: Need, edition: Edition
) -> tuple[Fault, tuple[str, ...]]:
    """The fewest players among whom it already fails, and which card is missing for whom."""
    names = list(needs)
    for name in list(names):
        rest = [other for other in names if other != name]
        if not _fits([needs[other] for other in rest], used):
            names = rest
    asked = [typed for typed in totals if typed[0] in names]
    wants = listed([f"{name}'s {signs(points)}" for name, points, _ in asked])
    how = {seven: "With Flip 7, " if seven else "Without Flip 7, " for _, _, seven in asked}
    start = next(iter(how.values())) if len(how) == 1 else ""
    certain = {name: frozenset.intersection(*needs[name]) for name in names}
    common = frozenset.intersection(*certain.values())
    elsewhere = _ordered(used & frozenset.union(*(way for name in names for way in needs[name])))
    both = "both " if len(asked) == 2 else "all " if len(asked) > 2 else ""
    if common == {_PENALTY}:
        words = f"{wants} {both}need a Flip 7 to take 15 away, and it takes them from one player only."
        return Fault(words, "V40"), tuple(names)
    if common:
        verb = "need" if both else "needs"
        once = "the only one is elsewhere" if elsewhere else "there is only one"
        words = f"{start}{wants} {both}{verb} {_ordered(common)[0]}, and {once}."
    elif elsewhere:
        words = (
            f"{start}{wants} cannot be made: {listed(elsewhere)} {'is' if len(elsewhere) == 1 else 'are'} elsewhere."
        )
    else:
        words = f"{start}{wants} cannot {both}be: {_taken(asked, certain)}."
    rule = "R2" if edition is CLASSIC else "V22" if common == {_LUCKY.code} else "V2"
    return Fault(words, rule), tuple(names)


def _taken(asked: Sequence[Typed], certain: dict[str, Need]) -> str:
    """Who takes cards that the others cannot do without, and what is left for these."""
    taker = max((typed for typed in asked if certain[typed[0]]), key=lambda typed: len(certain[typed[0]]), default=None)
    if taker is None:
        return "each card that they need is there only once"
    name, points, _ = taker
    rest = listed([f"{other}'s {signs(n)}" for other, n, _ in asked if other != name], "or")
    return f"{name}'s {signs(points)} needs {listed(_ordered(certain[name]))}, and what is left does not make {rest}"


def _ordered(words: Need) -> list[str]:
    """What is needed, in words, x2 and /2 first."""
    first = sorted(words, key=lambda word: (word not in ("x2", "/2"), len(word), word))
    return ["Lucky 13" if word == _LUCKY.code else signs(word) for word in first]
