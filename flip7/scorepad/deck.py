"""The deck as far as tapped cards tell: what has gone since the last shuffle, and what a player can still turn.

Cards of rounds whose points were typed are not known, so what is left is then too many, never too few.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from flip7.cards import CLASSIC, Card, card
from flip7.hands import duplicates
from flip7.odds.position import Position
from flip7.odds.vengeance_position import VengeancePosition
from flip7.scorepad.page import Page
from flip7.scorepad.rounds import Round

_SECOND_CHANCE, _UNLUCKY = card("SC"), card("U7")


def span(page: Page, round: int) -> range:
    """The rounds dealt from the same deck as this one: from the last shuffle to before the next."""
    last = max((number for number in range(1, round + 1) if page.row(number).reshuffled), default=1)
    later = (number for number in range(round + 1, page.open + 1) if page.row(number).reshuffled)
    return range(last, next(later, page.open + 1))


def pile(page: Page, round: int) -> tuple[Card, ...]:
    """The known cards of the discard pile in this round: earlier rounds since the last shuffle, and cards put aside."""
    earlier = (number for number in span(page, round) if number < round)
    found = [*page.row(round).aside, *(face for number in earlier for face in _cards(page, number))]
    return page.edition.sorted(found)


def _cards(page: Page, round: int) -> Iterator[Card]:
    yield from page.row(round).aside
    for hand in page.row(round).hands.values():
        yield from hand.cards or ()


def left(page: Page) -> Counter[Card]:
    """Copies of each card in the deck in the open round; negative where more are out than the deck has."""
    table = [face for hand in page.row(page.open).hands.values() for face in hand.cards or ()]
    return page.edition.left([*pile(page, page.open), *table])


def known(page: Page) -> bool:
    """Whether every hand since the last shuffle is known by its cards."""
    rounds = (page.row(number) for number in span(page, page.open))
    return all(hand.cards is not None for row in rounds for hand in row.hands.values())


def position(page: Page, now: Round, player: str) -> Position | VengeancePosition:
    """What this player of the open round knows."""
    hands = page.row(page.open).hands
    others = [face for seat, hand in hands.items() if seat != player for face in hand.cards or ()]
    line = hands[player].cards or () if player in hands else ()
    gone = pile(page, page.open)
    alone = all(now.status.get(seat, "active") != "active" for seat in now.seats if seat != player)
    seen = page.edition.sorted([*others, *gone])
    if page.edition is CLASSIC:
        return Position(line, seen, gone, alone)
    return VengeancePosition(line, seen, gone, alone, house=page.house)


def bust_next(where: Position) -> Fraction | None:
    """The chance that the next card busts this player; None where no card is left to turn.

    Where the deck has run out, the discard pile is shuffled first (R47). A Second Chance saves (R37), and Unlucky 7
    never busts who is dealt it (V19).
    """
    cards = +where.left or Counter(where.pile)
    if not cards:
        return None
    if _SECOND_CHANCE in where.line:
        return Fraction(0)
    bad = sum(n for face, n in cards.items() if face is not _UNLUCKY and duplicates([*where.line, face]))
    return Fraction(bad, sum(cards.values()))
