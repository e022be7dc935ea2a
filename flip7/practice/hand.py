"""One line as sums, quick enough to try thousands of next cards: what it scores, and what a card makes of it.

With others in, as in `flip7.odds`: an action that is drawn goes to somebody else and changes nothing here, and in
With a Vengeance so does a modifier. `flip7.scoring` is the authority; the tests hold every sum here against it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from flip7.cards import CLASSIC, Card, Edition, Kind, card
from flip7.hands import BONUS, SEVEN
from flip7.rulebook import STANDARD, House

_TIMES_TWO, _SECOND_CHANCE = card("x2"), card("SC")
_HALVE, _UNLUCKY, _LUCKY = card("/2"), card("U7"), card("L13")


class Hand(Protocol):
    """A line that is still open."""

    @property
    def points(self) -> int:
        """The score if it ends like this."""

    def draw(self, face: Card) -> Hand | int:
        """The line with this card, or the score of a line that the card ends (a bust, or Flip 7)."""


@dataclass(frozen=True, slots=True)
class ClassicHand:
    """A line of Flip 7; ``ranks`` has a bit for each number."""

    sum: int = 0
    ranks: int = 0
    double: bool = False
    plus: int = 0
    chance: bool = False

    @property
    def points(self) -> int:
        """R45, R46."""
        return self.sum * (2 if self.double else 1) + self.plus

    def draw(self, face: Card) -> Hand | int:
        """R20, R35-R38, R41."""
        if face.is_number:
            bit = 1 << face.points
            if self.ranks & bit:
                return replace(self, chance=False) if self.chance else 0
            grown = ClassicHand(self.sum + face.points, self.ranks | bit, self.double, self.plus, self.chance)
            return grown.points + BONUS if grown.ranks.bit_count() == SEVEN else grown
        if face is _SECOND_CHANCE:
            return replace(self, chance=True)
        if face.kind is Kind.ACTION:
            return self
        return replace(self, double=True) if face is _TIMES_TWO else replace(self, plus=self.plus + face.points)


@dataclass(frozen=True, slots=True)
class VengeanceHand:
    """A line of With a Vengeance; ``pair``: Lucky 13 and another 13 lie here."""

    house: House = STANDARD
    sum: int = 0
    ranks: int = 0
    lucky: bool = False
    pair: bool = False
    half: bool = False
    minus: int = 0

    @property
    def _seven(self) -> bool:
        """V11, V22."""
        return self.ranks.bit_count() + (self.pair and self.house.lucky_pair == "two") == SEVEN

    @property
    def _net(self) -> int:
        net = (self.sum // 2 if self.half else self.sum) - self.minus
        return net if self.house.brutal else max(0, net)

    @property
    def points(self) -> int:
        """V14, V17, V38, V41."""
        if not self.ranks & 1:
            return self._net
        return -self.minus if self.house.brutal and self.house.brutal_zero == "minus" else 0

    def draw(self, face: Card) -> Hand | int:
        """V9, V11, V19, V21."""
        if not face.is_number:
            return self
        if face is _UNLUCKY:
            return VengeanceHand(self.house, face.points, 1 << face.points)
        bit = 1 << face.points
        lucky, pair = self.lucky or face is _LUCKY, self.pair
        if self.ranks & bit:
            if face.points != _LUCKY.points or not lucky or pair:
                return -self.minus if self.house.brutal else 0
            pair = True
        grown = replace(self, sum=self.sum + face.points, ranks=self.ranks | bit, lucky=lucky, pair=pair)
        return grown._net + BONUS if grown._seven else grown


def hand_of(line: Iterable[Card], edition: Edition, house: House = STANDARD) -> Hand:
    """The sums of a line that has neither busted nor seven numbers."""
    faces = [*line]
    numbers = [face for face in faces if face.is_number]
    total, ranks = sum(face.points for face in numbers), 0
    for face in numbers:
        ranks |= 1 << face.points
    signed = sum(face.points for face in faces if face.kind is Kind.MODIFIER)
    if edition is CLASSIC:
        return ClassicHand(total, ranks, _TIMES_TWO in faces, signed, _SECOND_CHANCE in faces)
    pair = sum(face.points == _LUCKY.points for face in numbers) > 1
    return VengeanceHand(house, total, ranks, _LUCKY in faces, pair, _HALVE in faces, -signed)


def after(hand: Hand, deck: Mapping[Card, int], cards: int = 1) -> float:
    """The score on average of taking exactly so many more cards and then stopping; a bust or Flip 7 ends it early.

    Every order of cards is counted. Where the deck runs out, the line ends as it is (R50).
    """
    faces = [face for face, copies in deck.items() if copies > 0]
    known: dict[tuple[Hand, tuple[int, ...]], float] = {}

    def go_on(hand: Hand, copies: tuple[int, ...], left: int) -> float:
        total = sum(copies)
        if not left or not total:
            return hand.points
        key = (hand, copies)
        if key not in known:
            worth = 0.0
            for at, number in enumerate(copies):
                if number:
                    drawn = hand.draw(faces[at])
                    if isinstance(drawn, int):
                        worth += number * drawn
                    elif left == 1:
                        worth += number * drawn.points
                    else:
                        worth += number * go_on(drawn, (*copies[:at], number - 1, *copies[at + 1 :]), left - 1)
            known[key] = worth / total
        return known[key]

    return go_on(hand, tuple(deck[face] for face in faces), cards)


def risk(hand: Hand, deck: Mapping[Card, int]) -> float:
    """The chance (0-1) that the next card busts this line (R20, V9); 0 where no card is left."""
    bust = sum(copies for face, copies in deck.items() if copies > 0 and _busts(hand.draw(face)))
    return bust / total if (total := sum(copies for copies in deck.values() if copies > 0)) else 0.0


def _busts(drawn: Hand | int) -> bool:
    """A line that ends without a point; even under all minus cards a Flip 7 of the ordinary game has its 15."""
    return isinstance(drawn, int) and drawn <= 0
