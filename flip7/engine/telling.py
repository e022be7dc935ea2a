"""Each event in a plain sentence, and which events people see as one.

The sentences speak of nobody as he or she, and a decision is told as what the player says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from flip7.cards import Card, Edition, Kind
from flip7.engine.events import DISCARD, Event
from flip7.engine.table import Assign, Flips, Waiting

_COUNT = {"F3": 3, "F4": 4}
_WORD = ("no", "one", "two", "three", "four")
_DEALT = {"R10", "V6"}
_PRINTED = str.maketrans("x/-", "×÷−")

_ONE_SIGHT = {
    ("draw", "keep"),
    ("draw", "saved"),
    ("draw", "bust"),
    ("draw", "set-aside"),
    ("keep", "sweep"),
    ("keep", "bust"),
    ("keep", "flip7"),
    ("sweep", "flip7"),
    ("assign", "flips"),
    ("keep", "done"),
    ("saved", "done"),
    ("assign", "done"),
    ("passed", "done"),
    ("gets", "done"),
    ("discard", "done"),
}
"""Pairs of events of which the second belongs to the first in the eyes of a player."""
_NEXT = ("offer", "deal")
"""Who comes next: everybody sees that on the table, without a word."""


def together(events: Iterable[Event]) -> tuple[tuple[Event, ...], ...]:
    """The events in groups that people see as one: a card with what it does at once, and who comes next."""
    groups: list[list[Event]] = []
    for event in events:
        if groups and (event.kind in _NEXT or (groups[-1][-1].kind, event.kind) in _ONE_SIGHT):
            groups[-1].append(event)
        else:
            groups.append([event])
    return tuple(map(tuple, groups))


def tell_together(events: Sequence[Event], edition: Edition, names: Sequence[str]) -> str:
    """What players see as one, in one sentence or a few; who comes next is said only where nothing else happens."""
    spoken = [event for event in events if event.kind not in _NEXT] or events[-1:]
    if spoken[0].kind == "draw" and len(spoken) > 1:
        first, rest = _drawn(spoken[0], spoken[1], edition, names), spoken[2:]
    else:
        first, rest = tell(spoken[0], edition, names), spoken[1:]
    return " ".join((first, *(tell(event, edition, names) for event in rest)))


def tell(event: Event, edition: Edition, names: Sequence[str]) -> str:
    """What happened, for players: names as shown, cards by what people call them."""
    who = names[event.player] if event.player is not None else ""
    other = names[event.other] if event.other is not None else ""
    card = said(event.card, edition)
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
            return f"{who} says: “Hit.”"
        case "stay":
            return f"{who} says: “Stay.”"
        case "draw":
            return f"{_turns(event, who)} {_a(event.card, edition)}."
        case "keep":
            return f"{_sentence(_the(event.card, edition))} joins the line of {who}."
        case "saved":
            return f"The Second Chance saves {who}: it and the second {card} go to the discard pile."
        case "bust":
            return f"Another {event.card.rank if event.card else ''}: {who} busts and is out of this round."
        case "flip7":
            return f"Flip 7! {who} has seven numbers, and the round ends for everybody."
        case "set-aside":
            return f"{_sentence(_the(event.card, edition))} {_aside(event)}."
        case "assign" | "gets" | "passed":
            if event.chosen:
                return f"{who} says: “{card} for {'me' if event.player == event.other else other}.”"
            if event.player == event.other and {"V28", "V29", "V30"} & set(event.rules):
                # Nobody else could, or whoever turns it plays it (SW-7).
                return f"{who} plays {_the(event.card, edition)}."
            return f"Only {other} can get {_the(event.card, edition)}."
        case "freeze":
            return f"{who} is frozen: no more cards, and the points so far are safe."
        case "flips":
            return f"{who} takes {_WORD[_forced(event.card)]} cards."
        case "waiting":
            return f"The cards of {who} are turned. Now comes what waited: {_and(_waited(event, edition))}."
        case "next-waiting":
            return f"{_sentence(_the(event.card, edition))} is next of what waited for {who}."
        case "done":
            return f"{_sentence(_the(event.card, edition))} is done and goes to the discard pile."
        case "lapse":
            return _lapse(event, who, edition)
        case "must-stay":
            return f"{who} has taken the one card and must stay."
        case "steal":
            return _chosen(event, who, "steal", f"{_the(event.card, edition)} from {other}")
        case "swap":
            one, two = (f"{_the(move.card, edition)} of {names[move.source]}" for move in event.moves[:2])
            return _chosen(event, who, "swap", f"{one} with {two}")
        case "discard":
            return _chosen(event, who, "discard", f"{_the(event.card, edition)} of {other}")
        case "sweep":
            return f"Unlucky 7 sweeps away {_and([said(move.card, edition) for move in event.moves])} of {who}."
        case "shuffle":
            return f"The deck is empty. The discard pile is shuffled: its {len(event.moves)} cards are the new deck."
        case "no-cards":
            return "No card can be dealt: everybody still in stays."
        case "bonus":
            return _chosen(event, who, "take", "the 15 points")
        case "penalty":
            return _chosen(event, who, "take", f"15 points from {other}")
        case "scored":
            return _scored(event, names)


def _and(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def said(card: Card | None, edition: Edition) -> str:
    """The card as it is called in a sentence: a modifier by what is printed on it, ``−8``; empty for none."""
    if card is None:
        return ""
    return card.code.translate(_PRINTED) if card.kind is Kind.MODIFIER else edition.name(card)


def _a(card: Card | None, edition: Edition) -> str:
    """A card as one of its kind: ``an 8``, ``a Freeze``; of modifiers and special numbers there is only one."""
    name = said(card, edition)
    if card is None or card.kind is Kind.MODIFIER or not (name.isdigit() or card.kind is Kind.ACTION):
        return _the(card, edition)
    return f"an {name}" if name in ("8", "11") else f"a {name}"


def _the(card: Card | None, edition: Edition) -> str:
    """A card as the one that is meant: ``the 8``, ``the −8``; special numbers go by their name alone."""
    name = said(card, edition)
    named = card is not None and card.is_number and not name.isdigit()
    return name if named or card is None else f"the {name}"


def _forced(card: Card | None) -> int:
    return _COUNT.get(card.code, 0) if card else 0


def _turns(draw: Event, who: str) -> str:
    """Who takes a card, with its place among forced ones."""
    if _DEALT & set(draw.rules):
        return f"{who} is dealt"
    flips = draw.agenda[0] if draw.agenda else None
    if isinstance(flips, Flips) and {"R28", "V32"} & set(draw.rules):
        total = _forced(flips.card)
        return f"Card {_WORD[total - flips.left]} of {_WORD[total]}: {who} turns"
    return f"{who} turns"


def _drawn(draw: Event, then: Event, edition: Edition, names: Sequence[str]) -> str:
    """A card and what it does at once."""
    who = names[draw.player] if draw.player is not None else ""
    turns, card = _turns(draw, who), _a(draw.card, edition)
    rank = draw.card.rank if draw.card else ""
    match then.kind:
        case "keep" if _DEALT & set(draw.rules):
            return f"{turns} {card}."
        case "keep" if draw.card and draw.card.kind is Kind.ACTION:
            return f"{turns} {card} and keeps it."
        case "keep":
            return f"{turns} {card}, which joins the line."
        case "saved":
            return f"{turns} another {rank}, but the Second Chance saves {who}: both cards go to the discard pile."
        case "bust":
            return f"{turns} another {rank} and busts: out of this round."
        case "set-aside":
            return f"{turns} {card}. It {_aside(then)}."
    return f"{turns} {card}. {tell(then, edition, names)}"


def _aside(event: Event) -> str:
    """What becomes of a card that was just turned, as the rest of a sentence."""
    if {"R31", "V33"} & set(event.rules):
        return "waits until the forced cards are turned"
    if "R36" in event.rules:
        return "cannot be kept beside the first one and must go to somebody else"
    # Who carries an action out may be the one who turned it (SW-7).
    return "must be used at once" if "V26" in event.rules else "must be given to somebody at once"


def _waited(event: Event, edition: Edition) -> list[str]:
    match event.agenda:
        case (Assign(_, _, cards, _), *_) | (Waiting(_, _, cards), *_):
            return [said(card, edition) for card in cards]
    return []


def _lapse(event: Event, who: str, edition: Edition) -> str:
    gone = Counter(move.card for move in event.moves if move.target == DISCARD)
    several = gone.total() > 1
    cards = [f"{_WORD[n]} {edition.name(card)}s" if n > 1 else _the(card, edition) for card, n in gone.items()]
    words = f"{_and(cards)} {'go' if several else 'goes'} to the discard pile"
    if "R29" in event.rules:
        without = ", what waited without effect" if several else ""
        return f"No more cards are turned: {words}{without}."
    if "R33" in event.rules:
        return f"{who} is out by now: {words} without effect."
    if "R36" in event.rules:
        return f"Nobody else can take it: {words}."
    return f"{_sentence(words)} without effect."


def _chosen(event: Event, who: str, verb: str, what: str) -> str:
    """A choice as it is said; where there was only one, as it is done."""
    return f"{who} says: “I {verb} {what}.”" if event.chosen else f"{who} can only {verb} {what}."


def _scored(event: Event, names: Sequence[str]) -> str:
    result = event.result
    if result is None:
        return "The round is scored."
    points = ", ".join(f"{name} {n}" for name, n in zip(names, result.scores, strict=True))
    words = f"The round is over and scored: {points}."
    if result.game == "over":
        verb = "wins" if len(result.winners) == 1 else "win"
        return f"{words} {_and([names[seat] for seat in result.winners])} {verb} with {max(result.totals)} points."
    return f"{words} A tie at the top: another round is played." if result.game == "tie-break" else words
