"""What a table is worth to each player on average, in points of this round: to hit or to stay, and to hand out cards.

*Hit or stay* is exact: `flip7.odds`, with its assumptions.

*Handing out cards* (who gets a Freeze, a Flip Three, a spare Second Chance, a minus card and so on) is reckoned by the
lead that a player then has on average over the strongest other player, game totals included. Each line counts what it
is worth to its owner, who plays on as well as can be; modifiers, actions and Second Chances still to come count as
cards without effect (and Unlucky 7 not at all), what is already in front counts in full, and other cards that wait do
not count (``REST``). For a Steal, a Swap or a Discard with its hundreds of ways everybody still in takes at most one
card more (``ONE_CARD``). Under these assumptions the figures are exact: every order of cards is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from flip7.cards import CLASSIC, EDITIONS, Card, card
from flip7.engine.choices import Choice, Decision, Hit, Stay
from flip7.engine.play import do, due
from flip7.engine.table import Assign, Effect, Flips, Need, StayAfter, Table
from flip7.odds.exact import POINTS
from flip7.odds.games import position_of, solved
from flip7.odds.position import Position
from flip7.odds.size import takes_long
from flip7.odds.tree import TIE, Tree
from flip7.practice.hand import after, hand_of
from flip7.rulebook import House
from flip7.scoring import score

Assumes = Literal["odds", "rest", "one-card"]
REST = (
    "Reckoned as your lead over the strongest other player, if everybody then plays as well as can be "
    "and the modifiers and actions still in the deck do nothing."
)
ONE_CARD = (
    "Reckoned as your lead over the strongest other player, if everybody still in takes one card more "
    "where that gains, and then stops."
)
ODDS = "Exact: every order of the cards still in the deck, if you then play as well as can be."
PHRASES: Mapping[Assumes, str] = {"odds": ODDS, "rest": REST, "one-card": ONE_CARD}
"""How a figure was reckoned, for the page."""

_FREEZE, _UNLUCKY = card("FR"), card("U7")
_ALONE_NUMBERS = 4
"""Alone, from so many numbers on the exact answer is quick: about a tenth of a second at most."""


class Worths(NamedTuple):
    """Points on average: of staying (``None`` where that is not allowed) and of hitting."""

    stay: float | None
    hit: float

    @property
    def best(self) -> float:
        """What the better of both is worth."""
        return self.hit if self.stay is None else max(self.stay, self.hit)


Ask = Callable[[Position], Worths | None]
"""Who answers what hitting and staying are worth; ``None`` where that takes too long."""


@lru_cache(maxsize=5_000)
def worths(position: Position) -> Worths:
    """The exact answer, worked out here and remembered: 4-20 ms with three cards or more, 0.1-0.5 s with fewer."""
    answer = solved(position)
    return Worths(answer.stay, answer.hit)


def quick_worths(position: Position) -> Worths | None:
    """The same, but nothing that takes seconds: only a player alone can be without an answer."""
    return None if takes_seconds(position) else worths(position)


def takes_seconds(position: Position) -> bool:
    """Whether the answer takes seconds. Alone in Flip 7 with two numbers it takes one at most."""
    numbers = sum(face.is_number for face in position.line)
    return takes_long(position) and not (position.edition is CLASSIC and numbers >= 2)


def position_at(table: Table, seat: int, *, alone: bool | None = None) -> Position:
    """What this player knows. ``alone`` in With a Vengeance: nobody else could be given a card either (V8, V26)."""
    if alone is None:
        alone = (table.active if table.edition is CLASSIC else table.standing) == (seat,)
    deck, pile = (tuple(table.edition.sorted(Counter(dict(part)).elements())) for part in (table.deck, table.discard))
    line = table.edition.sorted(table.lines[seat])
    return position_of(table.edition, line, pile=pile, alone=alone, deck=deck, house=table.house)


def hits(table: Table, seat: int, ask: Ask = worths) -> bool:
    """Whether the odds say hit, found as quickly as can be.

    Where one card more and then stopping gains already, playing best gains too, and nothing has to be solved. A player
    alone who would stay with others in stays all the more; alone with few cards, and alone in With a Vengeance, the
    answer with others in stands for the own one.
    """
    position = position_at(table, seat)
    hand = hand_of(position.line, table.edition, table.house)
    if not position.alone and after(hand, _next_cards(table)) > hand.points + TIE:
        return True
    others = ask(position_at(table, seat, alone=False))
    says = others is None or _says_hit(others)
    numbers = sum(face.is_number for face in position.line)
    if not (says and position.alone and table.edition is CLASSIC and numbers >= _ALONE_NUMBERS):
        return says
    own = ask(position)
    return own is None or _says_hit(own)


def _next_cards(table: Table) -> dict[Card, int]:
    """The cards that come next: the deck or, where it is empty, the discard pile (R47)."""
    return {face: n for face, n in (table.deck if table.deck_left else table.discard).items() if n}


def _says_hit(both: Worths) -> bool:
    return both.stay is None or both.hit - both.stay > TIE


class Lead(NamedTuple):
    """A choice as its player sees it: ahead of the strongest other by ``points``, then ahead of all others together."""

    points: float
    of_all: float


def leads(table: Table, decision: Decision) -> dict[Choice, Lead]:
    """Every option of a decision that is not about hitting or staying, with the lead that it brings on average."""
    rough = decision.asks == "card"
    return {option: _lead(do(table, option), decision.player, rough) for option in decision.options}


def assumes(decision: Decision) -> Assumes:
    """How the options of this decision are reckoned: a key of ``PHRASES``."""
    return {"hit-or-stay": "odds", "card": "one-card"}.get(decision.asks, "rest")  # type: ignore[return-value]


def _lead(table: Table, me: int, rough: bool) -> Lead:
    wanted = due(table)
    if isinstance(wanted, Decision) and wanted.asks == "card":
        # A Steal, Swap or Discard was given: whoever has it does what is best for that player.
        by = {option: do(table, option) for option in wanted.options}
        best = max(wanted.options, key=lambda option: _lead_now(by[option], wanted.player, True))
        return _lead_now(by[best], me, True)
    return _lead_now(table, me, rough)


def _lead_now(table: Table, me: int, rough: bool) -> Lead:
    points = expected(table, rough=rough)
    others = [points[seat] for seat in table.seats if seat != me]
    strongest = max(others, default=0.0)
    return Lead(round(points[me] - strongest, 9), round(points[me] - sum(others), 9))


def expected(table: Table, *, rough: bool = False) -> list[float]:
    """What each player will have at the end of this round on average, totals included; ``rough`` as ``ONE_CARD``."""
    if table.result:
        return [float(total) for total in table.result.totals]
    return [table.totals[seat] + _expected(table, seat, rough) for seat in table.seats]


def _expected(table: Table, seat: int, rough: bool) -> float:
    line, status = table.lines[seat], table.status[seat]
    if status in ("busted", "flip7", "frozen"):
        busted, penalised = status == "busted", table.penalty == seat
        return score(
            line, table.edition, busted=busted, house=table.house, frozen=status == "frozen", penalised=penalised,
            gives_penalty=status == "flip7" and table.penalty is not None,
        ).points - 0.0  # fmt: skip
    flips, ends = _forced(table, seat)
    ends = ends or status == "stayed"
    line = table.edition.sorted(line)
    deck = _next_cards(table)
    may_stay = table.may_stay(seat)
    if not flips and (ends or not deck):
        return float(hand_of(line, table.edition, table.house).points)
    if ends or rough:
        return _some_cards(table, line, deck, flips, may_stay)
    plan = rough_hit(table, seat, flips)
    stay = hand_of(line, table.edition, table.house).points
    return max(plan, stay) if may_stay and not flips else plan


def rough_hit(table: Table, seat: int, flips: int = 0) -> float:
    """What it is worth to this player to take a card (or so many forced ones) and then play as well as can be.

    Reckoned as ``REST``: a millisecond or two, where the exact answer takes ten times as long.
    """
    deck = tuple(sorted((face.code, n) for face, n in _next_cards(table).items()))
    return _plan(table.edition.key, table.edition.sorted(table.lines[seat]), deck, flips, table.house)


def _some_cards(table: Table, line: tuple[Card, ...], deck: Mapping[Card, int], flips: int, may_stay: bool) -> float:
    """The forced cards and then a stop or, without any, one card more where that gains."""
    hand = hand_of(line, table.edition, table.house)
    if flips:
        return after(hand, deck, flips)
    one = after(hand, deck)
    return max(one, hand.points) if may_stay else one


def _forced(table: Table, seat: int) -> tuple[int, bool]:
    """The forced cards that this player is sure to take, and whether the round ends for the player behind them."""
    flips, ends = 0, False
    assigned = [pair for task in table.agenda if isinstance(task, Assign) for pair in task.assigned]
    tasks = [*table.agenda, *(Effect(*pair) for pair in assigned)]
    for task in tasks:
        match task:
            case Flips(player, _, left) if player == seat:
                flips += left
            case Effect(face, target) if target == seat and face is _FREEZE:
                return flips, True
            case Effect(_, target) if target == seat:
                flips += 3
            case Need(player, "more") if player == seat:
                flips += 1
            case StayAfter(player) if player == seat:
                ends = True
    return flips, ends


@lru_cache(maxsize=10_000)
def _plan(edition: str, line: tuple[Card, ...], deck: tuple[tuple[str, int], ...], flips: int, house: House) -> float:
    game = EDITIONS[edition]
    copies = Counter({card(code): n for code, n in deck})
    if game is CLASSIC:
        left = Counter({face: n for face, n in copies.items() if face.is_number})
        left[_FREEZE] = copies.total() - left.total()
        return Tree(line, left, POINTS, flips=flips).plan
    known = tuple(game.sorted(face for face in copies.elements() if face is not _UNLUCKY))
    if not any(face.is_number for face in known):
        return float(hand_of(line, game, house).points)
    return solved(position_of(game, line, deck=known, flips=min(flips, 4), house=house)).hit


def best_choice(table: Table, decision: Decision, ask: Ask = worths) -> Choice:
    """What is best by these reckonings. A tie goes to Stay and to the first option, so the answer is always the same.

    A Steal, Swap or Discard is kept where it can be: whoever carries it out chooses.
    """
    if decision.asks == "hit-or-stay":
        return (Hit if hits(table, decision.player, ask) else Stay)(decision.player)
    if decision.card and decision.card.code in ("ST", "SW", "DI") and decision.asks == "recipient":
        own = next((option for option in decision.options if getattr(option, "to", None) == decision.player), None)
        if own:
            return own
    reckoned = leads(table, decision)
    return max(decision.options, key=reckoned.__getitem__)
