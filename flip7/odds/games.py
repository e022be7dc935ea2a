"""Each game with its own answer: the one place that knows which is which."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from flip7.cards import CLASSIC, VENGEANCE, Card, Edition
from flip7.odds.exact import POINTS, Answer, ClassicAnswer, at_least
from flip7.odds.plans import Plan, fixed_plans
from flip7.odds.position import Position
from flip7.odds.tree import FloatArray
from flip7.odds.vengeance import VENGEANCE_POINTS, VengeanceAnswer, vengeance_at_least
from flip7.odds.vengeance_position import VengeancePosition
from flip7.rulebook import STANDARD, House


def _no_plans(position: Position, worth: FloatArray, most: int) -> tuple[Plan, ...]:
    """Plans are not worked out for this game."""
    return ()


@dataclass(frozen=True, slots=True)
class Game:
    """One game: its positions and answers, what scores are worth, fixed plans, and what a next card does."""

    position: type[Position]
    answer: Callable[[Position, FloatArray, Callable[[float], None]], Answer]
    points: FloatArray
    at_least: Callable[[int], FloatArray]
    plans: Callable[[Position, FloatArray, int], tuple[Plan, ...]]
    then: Callable[[Position, Card], str | int]


GAMES: Mapping[Edition, Game] = MappingProxyType(
    {
        CLASSIC: Game(Position, ClassicAnswer, POINTS, at_least, fixed_plans, ClassicAnswer.then),
        VENGEANCE: Game(
            VengeancePosition, VengeanceAnswer, VENGEANCE_POINTS, vengeance_at_least, _no_plans, VengeanceAnswer.then
        ),
    }
)


def position_of(
    edition: Edition,
    line: tuple[Card, ...] = (),
    seen: tuple[Card, ...] = (),
    pile: tuple[Card, ...] = (),
    alone: bool = False,
    flips: int = 0,
    deck: tuple[Card, ...] | None = None,
    house: House = STANDARD,
) -> Position:
    """What a player of this game knows; see `Position`."""
    return GAMES[edition].position(line, seen, pile, alone, flips, deck).under(house)


def _worth(position: Position, goal: int) -> FloatArray:
    game = GAMES[position.edition]
    return game.at_least(goal) if goal else game.points


def solved(position: Position, goal: int = 0, progress: Callable[[float], None] = lambda share: None) -> Answer:
    """The answer to this position of either game; ``goal`` 0 plays for points, another for so many this round.

    Raises ``ImpossibleError`` with every fault of an impossible position.
    """
    return GAMES[position.edition].answer(position, _worth(position, goal), progress)


def plans(position: Position, goal: int, most: int) -> tuple[Plan, ...]:
    """The plans of 1 to ``most`` more cards, where this game has them."""
    return GAMES[position.edition].plans(position, _worth(position, goal), most)
