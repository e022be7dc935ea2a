"""How the computer players are: when each of them hits, and to whom each gives its cards.

They see what everybody at the table sees: a `Table` holds lines, counts and nothing of the order of the cards. The same
table always gets the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from flip7.cards import Card
from flip7.engine.choices import Choice, Decision, Give, Hit, Penalty, Stay
from flip7.engine.play import do
from flip7.engine.table import SECOND_CHANCE, Table
from flip7.hands import toward_seven
from flip7.practice.hand import hand_of, risk
from flip7.practice.reckoning import Ask, best_choice, worths
from flip7.scoring import score

MOVERS = ("ST", "SW", "DI")
_FORCED = ("F3", "F4", "JOM")

Victim = Callable[[Table, int, Card], int]
"""Whom a player wants to give a card that hurts: table, player, card -> seat."""
Order = Callable[[Table, Table, int], tuple[float, ...]]
"""How much a player likes a moved card: table before and after, player -> the more the better."""


@dataclass(frozen=True, slots=True)
class Temperament:
    """One way to play: its ``key``, the ``name`` of who plays so, its ``title``, and what it ``does`` in words.

    It hits below ``points`` and at a risk to bust below ``risk`` (0-1), and always where there is no risk at all.
    Without ``victim`` and ``likes`` it plays by the odds in all that it does.
    """

    key: str
    name: str
    title: str
    does: str
    points: int = 0
    risk: float = 1.0
    victim: Victim | None = None
    likes: Order | None = None


def decide(table: Table, due: Decision, temperament: Temperament, ask: Ask = worths) -> Choice:
    """What a player of this temperament answers: always one of ``due.options``."""
    if temperament.victim is None or temperament.likes is None:
        return best_choice(table, due, ask)
    me, card = due.player, due.card
    if due.asks == "hit-or-stay":
        return (Hit if _hits(table, me, temperament) else Stay)(me)
    if due.asks == "card":
        likes = temperament.likes
        return max(due.options, key=lambda option: likes(table, do(table, option), me))
    if due.asks == "bonus":
        penalties = [option for option in due.options if isinstance(option, Penalty)]
        spiteful = temperament.victim is _spiteful_victim
        return max(penalties, key=lambda one: stands(table, one.to)) if spiteful and penalties else due.options[0]
    assert card is not None
    gifts = {option.to: option for option in due.options if isinstance(option, Give)}
    if card.code in MOVERS:
        # Whoever carries it out chooses, so everybody keeps it.
        return gifts.get(me, due.options[0])
    if card is SECOND_CHANCE:
        return gifts[min(gifts, key=lambda seat: stands(table, seat))]
    wanted = temperament.victim(table, me, card)
    return gifts[wanted] if wanted in gifts else gifts[min(gifts, key=lambda seat: (seat == me, stands(table, seat)))]


def _hits(table: Table, seat: int, temperament: Temperament) -> bool:
    hand = hand_of(table.lines[seat], table.edition, table.house)
    danger = risk(hand, table.deck if table.deck_left else table.discard)
    return not danger or (hand.points < temperament.points and danger < temperament.risk)


def points_now(table: Table, seat: int) -> int:
    """What this seat would score if the round ended now."""
    status = table.status[seat]
    busted, frozen = status == "busted", status == "frozen"
    return score(table.lines[seat], table.edition, busted=busted, frozen=frozen, house=table.house).points


def stands(table: Table, seat: int) -> float:
    """How well a seat stands at first sight: game total and points in front; its numbers break a tie."""
    return table.totals[seat] + points_now(table, seat) + _numbers(table, seat) / 10


def _numbers(table: Table, seat: int) -> int:
    return toward_seven(table.lines[seat], table.house)


def _others(table: Table, me: int, card: Card) -> list[int]:
    """Everybody else who can be hurt by this card: Freeze and Flip Three reach the active ones only (R24)."""
    reach = table.active if card.code in ("FR", "F3") else table.standing
    return [seat for seat in reach if seat != me] or [me]


def _careful_victim(table: Table, me: int, card: Card) -> int:
    if card.code == "FR" and points_now(table, me) >= 8:
        return me
    return min(_others(table, me, card), key=lambda seat: stands(table, seat))


def _gambler_victim(table: Table, me: int, card: Card) -> int:
    if card.code in _FORCED and table.status[me] == "active":
        return me
    return max(_others(table, me, card), key=lambda seat: stands(table, seat))


def _spiteful_victim(table: Table, me: int, card: Card) -> int:
    return max(_others(table, me, card), key=lambda seat: stands(table, seat))


def _chaser_victim(table: Table, me: int, card: Card) -> int:
    # Just One More ends the round of who takes it: that is for somebody else.
    if card.code in _FORCED[:2] and table.status[me] == "active" and _numbers(table, me) < 3:
        return me
    return max(_others(table, me, card), key=lambda seat: (_numbers(table, seat), stands(table, seat)))


def _gain(before: Table, after: Table, me: int) -> float:
    return points_now(after, me) - points_now(before, me)


def _own_points(before: Table, after: Table, me: int) -> tuple[float, ...]:
    """Points for itself, and then as little harm as can be."""
    harm = sum(points_now(before, seat) - points_now(after, seat) for seat in before.seats if seat != me)
    return _gain(before, after, me), -harm


def _most_harm(before: Table, after: Table, me: int) -> tuple[float, ...]:
    """The greatest loss of any one other player, and only then its own points; but it does not bust for that."""
    harm = max((points_now(before, seat) - points_now(after, seat) for seat in before.seats if seat != me), default=0)
    return float(after.status[me] != "busted"), harm, _gain(before, after, me)


def _toward_seven(before: Table, after: Table, me: int) -> tuple[float, ...]:
    """One number more, then points."""
    alive = after.status[me] != "busted"
    return float(alive), _numbers(after, me) if alive else 0, _gain(before, after, me)


TEMPERAMENTS: Mapping[str, Temperament] = MappingProxyType(
    {
        one.key: one
        for one in (
            Temperament(
                "careful", "Clara", "careful",
                "Stays at 12 points, or once the next card busts in 12 of 100 cases. Freezes herself.",
                12, 0.12, _careful_victim, _own_points,
            ),
            Temperament("odds", "Otto", "by the odds", "Does what is worth most on average."),
            Temperament(
                "gambler", "Gus", "gambler",
                "Hits up to 48 points, whatever the risk. Takes every Flip Three himself.",
                48, 1.0, _gambler_victim, _own_points,
            ),
            Temperament(
                "spiteful", "Sybil", "spiteful",
                "Stays at 15 points. Sends every nasty card to whoever stands best.",
                15, 1.0, _spiteful_victim, _most_harm,
            ),
            Temperament(
                "chaser", "Sven", "chaser of sevens",
                "Wants seven numbers and never says stay. Freezes whoever is closest to seven.",
                200, 1.0, _chaser_victim, _toward_seven,
            ),
        )
    }
)  # fmt: skip
"""The computer players, by key."""
