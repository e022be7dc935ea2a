"""What a finished game has to tell: best rounds, busts, Flip 7s, and how the cards fell where they are known."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from flip7.cards import Card
from flip7.scorepad.game import Game
from flip7.scorepad.rounds import Round


@dataclass(frozen=True, slots=True)
class Tale:
    """One player's game. Players by id; points are round points.

    ``best`` is the best round and its points. ``pace`` is how many rounds it took to reach the target, None if never
    reached. ``dealt`` are the number cards of all hands tapped as cards, ``high`` their mean face value and ``fair``
    that of the whole deck: above it the cards were high, which brings points and busts.
    """

    player: str
    place: int
    total: int
    rounds: int
    best: tuple[int, int] | None
    busts: int
    flip7s: int
    frozen: int
    pace: int | None
    dealt: int
    high: float | None
    fair: float


def tales(game: Game) -> tuple[Tale, ...]:
    """A tale for each player, the winner's first."""
    fair = _mean(Counter(dict(game.edition.copies))) or 0.0
    counted = [this for this in game.rounds if this.complete and not this.row.void]
    return tuple(_tale(game, place, player, counted, fair) for place, player in game.ranking)


def _tale(game: Game, place: int, player: str, counted: list[Round], fair: float) -> Tale:
    played = [this for this in counted if player in this.points]
    status = Counter(this.status[player] for this in played)
    best = max(((this.points[player], -this.number) for this in played), default=None)
    cards = Counter(face for this in played for face in this.row.hands[player].cards or ())
    return Tale(
        player,
        place,
        game.totals[player],
        len(played),
        None if best is None else (-best[1], best[0]),
        status["busted"],
        status["flip7"],
        status["frozen"],
        game.rounds_to_target(player),
        sum(n for face, n in cards.items() if face.is_number),
        _mean(cards),
        fair,
    )


def _mean(cards: Counter[Card]) -> float | None:
    """The mean face value of the number cards among these."""
    numbers = {face: n for face, n in cards.items() if face.is_number}
    count = sum(numbers.values())
    return sum(face.points * n for face, n in numbers.items()) / count if count else None


def best_round(game: Game) -> tuple[str, int, int] | None:
    """Player, round and points of the best round of the game; the earliest where several are alike."""
    found = [
        (points, -this.number, player)
        for this in game.rounds
        if this.complete and not this.row.void
        for player, points in this.points.items()
    ]
    if not found:
        return None
    points, number = max((points, number) for points, number, _ in found)
    return next((player, -number, points) for p, n, player in found if (p, n) == (points, number))
