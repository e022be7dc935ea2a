"""Each event in a plain sentence."""

from __future__ import annotations

from collections.abc import Sequence

from flip7.cards import Edition
from flip7.engine.events import DISCARD, Event

_FORCED = {"F3": "three", "F4": "four"}


def _and(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def tell(event: Event, edition: Edition, names: Sequence[str]) -> str:
    """What happened, for players: names as shown, cards by what people call them."""
    who = names[event.player] if event.player is not None else ""
    other = names[event.other] if event.other is not None else ""
    card = edition.name(event.card) if event.card else ""
    match event.kind:
        case "deal":
            return f"The deal reaches {who}."
        case "skipped":
            return f"The deal passes {who} by."
        case "offer":
            return f"{who} is asked: hit or stay?"
        case "must-hit":
            why = "The Zero allows no stay" if "V17" in event.rules else "no card lies in front"
            return f"{who} must hit: {why}."
        case "hit":
            return f"{who} hits."
        case "stay":
            return f"{who} stays."
        case "draw":
            return f"{who} turns {card}."
        case "keep":
            return f"{card} joins {who}'s line."
        case "saved":
            return f"Second Chance saves {who}: it and the second {card} are discarded."
        case "bust":
            return f"A second {event.card.rank if event.card else ''}: {who} busts."
        case "flip7":
            return f"Flip 7! {who} ends the round for everybody."
        case "set-aside":
            return _set_aside(event, who, card)
        case "assign" if event.player == event.other:
            return f"{who} takes {card}."
        case "assign" | "gets" | "passed":
            return f"{who} gives {card} to {other}." if event.player != event.other else f"{who} keeps {card}."
        case "freeze":
            return f"{who} is frozen and keeps the points so far."
        case "flips":
            return f"{who} begins to take {_FORCED[event.card.code] if event.card else ''} cards."
        case "waiting":
            return f"{who}'s cards are done; now comes what waited."
        case "next-waiting":
            return f"{card} is next of what waited for {who}."
        case "done":
            return f"{card} is done and goes to the discard pile."
        case "lapse":
            return f"{_lapsed(event, edition)} to the discard pile without effect."
        case "must-stay":
            return f"{who} has taken the one card and must stay."
        case "steal":
            return f"{who} steals {card} from {other}."
        case "swap":
            one, two = event.moves[:2]
            mine, theirs = edition.name(one.card), edition.name(two.card)
            return f"{who} swaps {mine} of {names[one.source]} with {theirs} of {names[two.source]}."
        case "discard":
            return f"{who} discards {card} of {other}."
        case "sweep":
            return f"Unlucky 7 sweeps away {_and([edition.name(move.card) for move in event.moves])} of {who}."
        case "shuffle":
            return "The discard pile is shuffled and becomes the deck."
        case "no-cards":
            return "No card can be dealt: everybody still in stays."
        case "bonus":
            return f"{who} takes the 15 points."
        case "penalty":
            return f"{who} takes 15 points from {other}."
        case "scored":
            result = event.result
            points = [f"{name} {n}" for name, n in zip(names, result.scores, strict=True)] if result else []
            return f"The round is scored: {', '.join(points)}."


def _set_aside(event: Event, who: str, card: str) -> str:
    if "R31" in event.rules or "V33" in event.rules:
        return f"{card} waits until the forced cards are done."
    if "R36" in event.rules:
        return f"{who} holds a Second Chance already: this one must go to somebody else."
    return f"{card} must be given to somebody."


def _lapsed(event: Event, edition: Edition) -> str:
    gone = [edition.name(move.card) for move in event.moves if move.target == DISCARD]
    return f"{_and(gone)} {'goes' if len(gone) == 1 else 'go'}"
