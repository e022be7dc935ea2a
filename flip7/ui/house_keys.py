"""The keys of the house rules of With a Vengeance, shown where they can change something."""

from __future__ import annotations

from collections.abc import Collection

from flip7.cards import VENGEANCE, Card, Edition, card
from flip7.rulebook import House
from flip7.ui.pad import Key, word_key

_ZERO, _LUCKY = card("0"), card("L13")


def house_keys(house: House, edition: Edition, cards: Collection[Card]) -> tuple[Key, ...]:
    """Brutal Mode always (V38), SW-6 and SW-8 where ``cards`` hold Lucky 13 or The Zero; none in Flip 7."""
    if edition is not VENGEANCE:
        return ()
    keys = [word_key("house brutal", "Brutal Mode", pressed=house.brutal)]
    if _LUCKY in cards:
        label = "Both 13s count as one of the seven"
        keys.append(word_key("house lucky_pair", "13s count once", label=label, pressed=house.lucky_pair == "one"))
    if house.brutal and _ZERO in cards:
        label = "The Zero scores 0 minus the minus cards"
        keys.append(
            word_key("house brutal_zero", "Zero keeps minus", label=label, pressed=house.brutal_zero == "minus")
        )
    return tuple(keys)
