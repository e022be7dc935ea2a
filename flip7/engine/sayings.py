"""Choices as people write them (contract, part 2), and back: ``Ana FR > Ben``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from flip7.cards import Card, Edition
from flip7.engine.choices import Bonus, Choice, Exchange, Give, Hit, Penalty, Remove, Stay, Take
from flip7.errors import Fault, NotationError, quote
from flip7.notation import read_cards


def say(choice: Choice, players: Sequence[str]) -> str:
    """The choice as it stands in a record.

    >>> say(Hit(0), ["Ana"])
    'Ana hit'
    """
    who = players[choice.player]
    match choice:
        case Hit():
            return f"{who} hit"
        case Stay():
            return f"{who} stay"
        case Give(_, card, to):
            return f"{who} {card} > {players[to]}"
        case Take(_, card, owner):
            return f"{who} takes {card} from {players[owner]}"
        case Exchange(_, card, owner, other_card, other):
            return f"{who} swaps {card} of {players[owner]} with {other_card} of {players[other]}"
        case Remove(_, card, owner):
            return f"{who} discards {card} of {players[owner]}"
        case Bonus():
            return f"{who} bonus"
        case Penalty(_, to):
            return f"{who} penalty > {players[to]}"


_FORMS = (
    "Ana hit",
    "Ana stay",
    "Ana FR > Ben",
    "Ben takes 7 from Cleo",
    "Ben swaps 10 of Ana with -4 of Cleo",
    "Ben discards 9 of Cleo",
    "Ana bonus",
    "Ana penalty > Ben",
)


def understand(text: str, players: Sequence[str], edition: Edition) -> Choice:
    """The choice that this text writes; raises ``NotationError`` that says what cannot be read."""
    who, _, rest = text.strip().partition(" ")
    rest = rest.strip()

    def seat(name: str) -> int:
        if name not in players:
            raise NotationError([Fault(f"{quote(name)} is none of the players {', '.join(players)}.")])
        return players.index(name)

    def one(cards: str) -> Card:
        found = read_cards(cards, edition)
        if len(found) != 1:
            raise NotationError([Fault(f"{quote(cards)} is not one card.")])
        return found[0]

    player = seat(who)
    match rest.lower():
        case "hit":
            return Hit(player)
        case "stay":
            return Stay(player)
        case "bonus":
            return Bonus(player)
    if found := re.fullmatch(r"penalty\s*>\s*(\S+)", rest, re.IGNORECASE):
        return Penalty(player, seat(found[1]))
    if found := re.fullmatch(r"takes\s+(.+?)\s+from\s+(\S+)", rest, re.IGNORECASE):
        return Take(player, one(found[1]), seat(found[2]))
    if found := re.fullmatch(r"swaps\s+(.+?)\s+of\s+(\S+)\s+with\s+(.+?)\s+of\s+(\S+)", rest, re.IGNORECASE):
        return Exchange(player, one(found[1]), seat(found[2]), one(found[3]), seat(found[4]))
    if found := re.fullmatch(r"discards\s+(.+?)\s+of\s+(\S+)", rest, re.IGNORECASE):
        return Remove(player, one(found[1]), seat(found[2]))
    if found := re.fullmatch(r"(.+?)\s*>\s*(\S+)", rest):
        return Give(player, one(found[1]), seat(found[2]))
    forms = ", ".join(f"“{form}”" for form in _FORMS)
    raise NotationError([Fault(f"{quote(text)} is no choice; choices are written {forms}.")])
