"""Cards that come to a player in mid-round, drawn or moved: what they sweep, whether they bust (V9, V19, V28-V30)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from flip7.cards import Card, card
from flip7.hands import duplicates, without
from flip7.scorepad.entries import Hand, Move

_SECOND_CHANCE, _UNLUCKY = card("SC"), card("U7")


def busts(cards: Sequence[Card]) -> bool:
    """Whether a second copy of a number lies there that nothing explains: a Second Chance (R37), Unlucky 7 (V19).

    >>> busts((card("9"), card("4"), card("9")))
    True
    """
    line = cards[cards.index(_UNLUCKY) :] if _UNLUCKY in cards else cards
    return any(rank > 1 for rank in duplicates(line)) and _SECOND_CHANCE not in cards


def sweeps(cards: Sequence[Card], face: Card) -> bool:
    """Whether this card, coming to these, sends them all to the discard pile (V19)."""
    return face is _UNLUCKY and bool(cards) and not busts(cards)


def ways(entry: Move) -> Iterator[tuple[Card, str, str]]:
    """Each card of a move with who has it and who gets it; the second card goes the other way (V29)."""
    yield from zip(entry.cards, (entry.player, entry.to), (entry.to, entry.player), strict=False)


def given(hand: Hand, face: Card) -> Hand:
    """The hand without this card."""
    return _as_it_lies(hand, without(hand.cards or (), face.code))


def taken(hand: Hand, face: Card) -> tuple[Hand, tuple[Card, ...]]:
    """The hand with this card, and what Unlucky 7 sweeps to the discard pile (V19)."""
    cards = hand.cards or ()
    if sweeps(cards, face):
        return _as_it_lies(hand, (face,)), cards
    return _as_it_lies(hand, (*cards, face)), ()


def _as_it_lies(hand: Hand, cards: tuple[Card, ...]) -> Hand:
    """The hand with other cards: who stayed stays (V8), who has two of a number now is busted (V9)."""
    status = "busted" if busts(cards) else "" if hand.status == "flip7" else hand.status
    return replace(hand, cards=cards, status=status)
