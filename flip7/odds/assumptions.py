"""What the odds take for granted, as ids that the method page explains."""

from __future__ import annotations

from flip7.cards import CLASSIC, VENGEANCE
from flip7.odds.position import Position

ASSUMPTIONS = {
    "others-active": "Somebody else is still in.",
    "blanks-away": "A Freeze, a Flip Three or a surplus Second Chance that you draw goes to another player, and nobody "
    "hands you one.",
    "alone-own-actions": "Nobody else is in: a Freeze ends your round, a Flip Three is yours, cards set aside take "
    "effect in flip order (R31-R33), a surplus Second Chance is discarded.",
    "given-away": "A modifier or an action that you draw goes to another player or is used without touching your line, "
    "and nobody touches your line, even after you have stayed.",
    "alone-own-cards": "All others have busted: modifiers stay with you, Just One More is one more card and then a "
    "forced stay, Flip Four is four forced cards whose actions and modifiers take effect after them in flip order "
    "(V33, V34), Discard takes a card of your choice, Steal and Swap do nothing.",
    "deck-full-unless-seen": "Every card that you have not named is still in the deck.",
    "deck-as-given": "The deck holds exactly the cards that you have named.",
    "one-reshuffle": "When the deck runs out, the discard pile is shuffled at most once.",
    "no-reshuffle": "When the deck runs out, no card can be dealt and you stay (R50).",
    "spent-pairs-gone": "Cards discarded during this look ahead do not come back.",
    "points-this-round": "You play for points in this round.",
    "goal-this-round": "You play for reaching your goal in this round.",
    "ties-stay": "Where hitting is better by no more than 0.000000001, you stay.",
    "rare-as-alike": "This line alone has too many ways to count them all: rare ones are taken for others like them. "
    "What a hit is worth may be off by 0.01, or by twice as much as it changed when more of them were counted, if that "
    "is more; single chances by 0.01. That is measured, not proved.",
}

_WHO_IS_IN = {
    CLASSIC: (["others-active", "blanks-away"], ["alone-own-actions"]),
    VENGEANCE: (["others-active", "given-away"], ["alone-own-cards"]),
}


def assumed(position: Position, *, goal: bool = False, exact: bool = True) -> list[str]:
    """The ids of what holds for this position."""
    ids = [*_WHO_IS_IN[position.edition][position.alone]]
    ids.append("deck-full-unless-seen" if position.deck is None else "deck-as-given")
    ids += ["one-reshuffle", "spent-pairs-gone"] if position.pile else ["no-reshuffle"]
    ids += ["goal-this-round" if goal else "points-this-round", "ties-stay"]
    return ids if exact else [*ids, "rare-as-alike"]
