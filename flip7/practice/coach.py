"""The coach: each decision of a player held against what was best, and the one lesson of the round.

    review(now.moments, now.setup.seat)              # a practice round, or the moments of any replay and one seat of it
    advice(now.table, now.due)                       # during the round, when the learner asks for it

How figures are reckoned is said in `reckoning`; ``Graded.assumes`` leads to the phrase that a page shows beside them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from flip7.cards import CLASSIC, Card, Kind, card
from flip7.engine.choices import Choice, Decision, Hit, Stay, Turned
from flip7.engine.play import due
from flip7.engine.record import Moment
from flip7.engine.table import Need, Table
from flip7.lessons.marks import Worth
from flip7.odds.games import position_of
from flip7.practice.hand import hand_of
from flip7.practice.lesson import Lesson, lesson_of
from flip7.practice.reckoning import PHRASES, Ask, Assumes, Worths, assumes, leads, position_at, quick_worths

_SECOND_CHANCE, _FREEZE, _FLIP_THREE, _UNLUCKY = (card(code) for code in ("SC", "FR", "F3", "U7"))
_NOTHING = 1e-6
"""Points that are no difference between two ways to hand out a card."""


@dataclass(frozen=True, slots=True)
class Graded:
    """One decision of the player. ``at`` is the number of its moment, ``table`` the table before it.

    ``said`` is what was chosen. ``worths`` are the options in points on average, the best first (hit or stay: points of
    this round; else: the lead over the strongest other player); empty where that takes too long to work out. ``cost``
    is what the choice gave away in points, 0 for the best or one as good, ``None`` where it is not known.
    """

    at: int
    table: Table
    decision: Decision
    said: Choice
    worths: tuple[tuple[Choice, float], ...]
    cost: float | None
    assumes: Assumes

    @property
    def best(self) -> Choice | None:
        """The best option; ``None`` where it is not known."""
        return self.worths[0][0] if self.worths else None

    @property
    def right(self) -> bool:
        """Whether nothing was given away; also where it is not known."""
        return not self.cost

    @property
    def phrase(self) -> str:
        """How the figures were reckoned, for the page."""
        return PHRASES[self.assumes]


@dataclass(frozen=True, slots=True)
class Review:
    """A round seen by the coach. ``luck`` is in points: see `luck_of`; ``hits`` is how many cards it speaks of.

    Of ``open_hits`` more cards the luck takes too long to work out.
    """

    graded: tuple[Graded, ...]
    luck: float
    hits: int
    lesson: Lesson
    open_hits: int = 0

    @property
    def lost(self) -> float:
        """Points given away in all."""
        return sum(one.cost or 0.0 for one in self.graded)

    @property
    def known(self) -> tuple[Graded, ...]:
        """The decisions whose cost is known: those that figures are made of."""
        return tuple(one for one in self.graded if one.cost is not None)


def worths_of(table: Table, decision: Decision, ask: Ask = quick_worths) -> tuple[tuple[Choice, float], ...]:
    """Every option with its points on average, the best first; empty where that takes too long."""
    if decision.asks == "hit-or-stay":
        both = ask(position_at(table, decision.player))
        if both is None or both.stay is None:
            return ()
        order: list[tuple[Choice, float]] = [(Stay(decision.player), both.stay), (Hit(decision.player), both.hit)]
        worth = Worth("stay", both.stay, both.hit)
        return tuple(order[::-1] if worth.cost else order)
    reckoned = leads(table, decision)
    options = sorted(decision.options, key=reckoned.__getitem__, reverse=True)
    return tuple((option, reckoned[option].points) for option in options)


def grade(at: int, table: Table, decision: Decision, said: Choice, ask: Ask = quick_worths) -> Graded:
    """This choice held against the others."""
    worths = worths_of(table, decision, ask)
    cost = None
    if worths:
        known = dict(worths)
        cost = worths[0][1] - known[said]
        cost = cost if cost > _NOTHING else 0.0
    return Graded(at, table, decision, said, worths, cost, assumes(decision))


def advice(table: Table, decision: Decision, ask: Ask = quick_worths) -> Graded:
    """What the coach would choose here, as a decision graded right: see its ``worths`` and ``phrase``.

    ``said`` is the best option, or the first one where the best is not known (then ``worths`` is empty).
    """
    worths = worths_of(table, decision, ask)
    said = worths[0][0] if worths else decision.options[0]
    return Graded(-1, table, decision, said, worths, 0.0 if worths else None, assumes(decision))


def review(moments: Sequence[Moment], seat: int, ask: Ask = quick_worths) -> Review:
    """The round of these moments (the first without input) as the coach sees it for this seat."""
    graded, luck = [], []
    table = moments[0].table
    for at, moment in enumerate(moments):
        wanted = due(table) if at else None
        if isinstance(wanted, Decision) and wanted.player == seat and moment.given in wanted.options:
            graded.append(grade(at, table, wanted, moment.given, ask))
        elif isinstance(moment.given, Turned) and _is_hit(table, seat):
            luck.append(luck_of(table, seat, moment.given.card, ask))
        table = moment.table
    shown = [(one.table, one.decision, one.said, one.best, one.cost) for one in graded]
    known = [one for one in luck if one is not None]
    return Review(tuple(graded), sum(known), len(known), lesson_of(shown, moments, seat), len(luck) - len(known))


def _is_hit(table: Table, seat: int) -> bool:
    """Whether the next card is one that this player hit for, by choice or because it must (R18, V17)."""
    need = table.agenda[0] if table.agenda else None
    return isinstance(need, Need) and need.player == seat and need.why == "hit"


def luck_of(table: Table, seat: int, face: Card, ask: Ask = quick_worths) -> float | None:
    """What this card of a hit gave against expectation, in points.

    The value of the player's round right after the card, less the value of hitting right before it; the value is what
    playing on as well as can be brings on average. Over all cards that could have come it is 0 on average, so over many
    hits luck evens out. A card that is given away counts as given, before anybody has played it. ``None`` where a value
    takes too long to work out.
    """
    before = ask(position_at(table, seat))
    then = value_after(table, seat, face, ask)
    return None if before is None or then is None else then - before.hit


def value_after(table: Table, seat: int, face: Card, ask: Ask = quick_worths) -> float | None:
    """What the player's round is worth in points on average right after this card of a hit."""
    here = position_at(table, seat)
    hand = hand_of(here.line, table.edition, table.house)
    drawn = hand.draw(face)
    if isinstance(drawn, int):
        return float(drawn)
    line, flips = here.line, 0
    if here.alone and face is _FREEZE:
        return float(hand.points)
    if here.alone and face is _FLIP_THREE:
        flips = 3
    elif face.is_number and face in line and _SECOND_CHANCE in line:
        line = tuple(one for one in line if one is not _SECOND_CHANCE)
    elif face is _UNLUCKY:
        line = (face,)
    elif _joins(table, face, line):
        line = table.edition.sorted((*line, face))
    deck, pile = Counter(here.deck), here.pile
    if not deck:
        deck, pile = Counter(here.pile), ()
    deck -= Counter([face])
    left = tuple(table.edition.sorted(deck.elements()))
    if not left and not pile:
        return float(drawn.points)
    found: Worths | None = ask(position_of(table.edition, line, (), pile, here.alone, flips, left, table.house))
    if found is None:
        return None
    return found.hit if flips else found.best


def _joins(table: Table, face: Card, line: tuple[Card, ...]) -> bool:
    """Whether a drawn card that is no duplicate stays with the player, as `flip7.odds` has it."""
    if face.is_number:
        return True
    if table.edition is not CLASSIC:
        return False
    return face.kind is Kind.MODIFIER or (face is _SECOND_CHANCE and face not in line)
