"""Legal or not? Somebody wants to do something; the engine knows whether that is allowed, and by which rule."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from flip7.cards import CLASSIC, Edition, Kind
from flip7.engine.choices import (
    CardDue,
    Choice,
    Decision,
    Exchange,
    Give,
    Hit,
    Remove,
    Stay,
    Take,
)
from flip7.engine.play import due, verify
from flip7.engine.table import SECOND_CHANCE, Assign, GiveAway, Need, Table
from flip7.practice.item import ANY_LEVEL, Answer, Item, a, tables, the

YES, NO = "Allowed", "Not allowed"
_LEVELS = {
    "turn": 1, "must-hit": 2, "target": 2, "modifier": 2, "action": 3, "spare": 4, "steal": 3, "discard": 4, "swap": 5,
    "waiting": 5, "first-stay": 1,
}  # fmt: skip
TOPICS = {
    "classic": ("turn", "first-stay", "must-hit", "target", "spare", "waiting"),
    "vengeance": ("turn", "first-stay", "must-hit", "modifier", "action", "steal", "discard", "swap", "waiting"),
}
_MOVED = {"ST": "steal", "SW": "swap", "DI": "discard"}


@dataclass(frozen=True, slots=True)
class _Wish:
    """What somebody wants to do, what it is about, and why it is or is not allowed (with the rule)."""

    choice: Choice
    topic: str
    allowed: bool
    why: str
    rule: str


def legal_item(rng: random.Random, edition: Edition, level: int, seed: str, topic: str = "") -> Item | None:
    """A wish out of one random round, of this level (and topic) if it has one; ``None`` where it has none."""
    wishes = []
    for table in tables(rng, edition, rich=rng.random() < 0.6):
        wishes += [(table, wish) for wish in _wishes(rng, table) if _fits(wish, level, topic)]
    # Half of what is asked is allowed.
    allowed = rng.random() < 0.5
    wishes = [one for one in wishes if one[1].allowed == allowed] or wishes
    if not wishes:
        return None
    table, wish = rng.choice(wishes)
    return _item(table, wish, seed)


def _fits(wish: _Wish, level: int, topic: str) -> bool:
    return topic in ("", wish.topic) and level in (ANY_LEVEL, _LEVELS[wish.topic])


def _wishes(rng: random.Random, table: Table) -> Iterator[_Wish]:
    wanted = due(table)
    if isinstance(wanted, CardDue):
        yield from _wants_to_stay(table)
    elif isinstance(wanted, Decision) and wanted.asks == "hit-or-stay":
        yield from _turns(table, wanted)
    elif isinstance(wanted, Decision) and wanted.asks in ("target", "recipient"):
        yield from _gifts(table, wanted)
    elif isinstance(wanted, Decision) and wanted.asks == "card":
        yield from _moves(rng, table, wanted)


def _wants_to_stay(table: Table) -> Iterator[_Wish]:
    """R18, V10, V17: with no card, or with The Zero, there is no staying."""
    need = table.agenda[0]
    if isinstance(need, Need) and need.why == "hit" and not table.may_stay(need.player):
        name = table.names[need.player]
        if table.lines[need.player]:
            yield _Wish(Stay(need.player), "must-hit", False, f"{name} holds The Zero and must hit.", "V17")
        else:
            rule = "R18" if table.edition is CLASSIC else "V10"
            yield _Wish(Stay(need.player), "must-hit", False, f"{name} has no card in front and must hit.", rule)


def _turns(table: Table, wanted: Decision) -> Iterator[_Wish]:
    me, classic = wanted.player, table.edition is CLASSIC
    name = table.names[me]
    kinds = {face.kind for face in table.lines[me]}
    if Kind.NUMBER not in kinds:
        why = f"{name} has a card in front, and any card will do."
        yield _Wish(Stay(me), "must-hit", True, why, "R18" if classic else "V10")
    else:
        why = f"{name} is asked, has a card in front and may stay."
        yield _Wish(Stay(me), "first-stay", True, why, "R18" if classic else "V7")
    yield _Wish(Hit(me), "turn", True, f"{name} is asked and may take one card.", "R9" if classic else "V7")
    for seat in table.seats:
        if seat == me or table.undealt(seat):
            continue
        other, status = table.names[seat], table.status[seat]
        if status == "active":
            why, rule = f"It is the turn of {name}, not of {other}.", "R9"
        else:
            done = {"busted": "has busted", "stayed": "has stayed", "frozen": "is frozen"}[status]
            why = f"{other} {done} and takes no more cards in this round."
            rule = "R19" if classic else "V8"
        yield _Wish(Hit(seat), "turn", False, why, rule)


def _gifts(table: Table, wanted: Decision) -> Iterator[_Wish]:
    face, me, classic = wanted.card, wanted.player, table.edition is CLASSIC
    assert face is not None
    head = table.agenda[0]
    waited = (isinstance(head, Assign) and head.source is not None) or (isinstance(head, GiveAway) and head.waited)
    topic = "waiting" if waited else "modifier" if face.kind is Kind.MODIFIER else "target" if classic else "action"
    if face is SECOND_CHANCE:
        topic = "spare"
    for seat in table.seats:
        choice = Give(me, face, seat)
        name, giver = table.names[seat], table.names[me]
        if choice in wanted.options:
            rule = "R36" if topic == "spare" else "R23" if classic else "V23" if topic == "modifier" else "V26"
            if topic == "spare":
                why = f"{name} is in and holds no Second Chance."
            elif classic:
                why = f"{giver} turned it and gives it to any active player." + (
                    " That includes oneself." * (seat == me)
                )
            else:
                stayed = " That somebody has stayed is no protection." if table.status[seat] == "stayed" else ""
                why = f"It may go to anybody who has not busted.{stayed}"
            yield _Wish(choice, topic, True, why, rule)
        elif fault := verify(table, choice):
            yield _Wish(choice, topic, False, fault.message, fault.rule or "")
    if waited and isinstance(head, Assign):
        # R32: in the order in which they were turned.
        for later in dict.fromkeys(one for one in head.waiting[1:] if one is not face):
            choice = Give(me, later, wanted.options[0].to if isinstance(wanted.options[0], Give) else me)
            fault = verify(table, choice)
            if fault:
                yield _Wish(choice, topic, False, fault.message, fault.rule or "")


def _moves(rng: random.Random, table: Table, wanted: Decision) -> Iterator[_Wish]:
    """What a Steal, a Swap or a Discard may do, and a few things that it may not."""
    face, me = wanted.card, wanted.player
    assert face is not None
    topic = _MOVED[face.code]
    rule, why = {
        "steal": ("V28", "Steal takes any card of another player who has not busted."),
        "discard": ("V30", "Discard takes any card of a player who has not busted, one's own too."),
        "swap": ("V29", "Swap exchanges any two cards of two different players who have not busted."),
    }[topic]
    for option in rng.sample(wanted.options, min(2, len(wanted.options))):
        yield _Wish(option, topic, True, why, rule)
    wrong: list[Choice] = []
    lying = [(card, seat) for seat in table.seats for card in table.lines[seat]]
    for card, seat in lying:
        if topic == "steal" and (seat == me or table.status[seat] == "busted"):
            wrong.append(Take(me, card, seat))
        elif topic == "discard" and table.status[seat] == "busted":
            wrong.append(Remove(me, card, seat))
        elif topic == "swap":
            partner = [(one, other) for one, other in lying if (one, other) != (card, seat)]
            for one, other in partner:
                if other == seat or "busted" in (table.status[seat], table.status[other]):
                    wrong.append(Exchange(me, card, seat, one, other))
    for choice in rng.sample(wrong, min(2, len(wrong))):
        if fault := verify(table, choice):
            yield _Wish(choice, topic, False, fault.message, fault.rule or "")


def _item(table: Table, wish: _Wish, seed: str) -> Item:
    says = described(table, wish.choice)
    answers = [
        Answer(
            YES, wish.allowed, wish.why if wish.allowed else f"It is not. {wish.why}", 0.0 if wish.allowed else None
        ),
        Answer(NO, not wish.allowed, f"It is. {wish.why}" if wish.allowed else wish.why, None if wish.allowed else 0.0),
    ]
    lying = " | ".join(
        f"{status} {' '.join(sorted(card.code for card in line))}"
        for status, line in zip(table.status, table.lines, strict=True)
    )
    head = table.agenda[0]
    marks = f"legal {table.edition.key} {says} {lying} {type(head).__name__}"
    card = getattr(due(table), "card", None)
    return Item(
        "legal", table.edition, _LEVELS[wish.topic], wish.topic, seed, f"{_before(table)}{says} Is that allowed?",
        tuple(answers), (wish.rule,) if wish.rule else (), marks, table, wish.choice.player,
        card=card, choice=wish.choice,
    )  # fmt: skip


def _before(table: Table) -> str:
    """What has just happened, where that is not plain from the table."""
    wanted = due(table)
    if isinstance(wanted, CardDue):
        return f"It is the turn of {table.names[wanted.player]}. "
    if not isinstance(wanted, Decision):
        return ""
    name = table.names[wanted.player]
    if wanted.card is None:
        return f"{name} is asked: hit or stay? "
    card = the(wanted.card, table.edition)
    if wanted.asks == "card":
        return f"{name} carries out {card}. "
    head = table.agenda[0]
    if isinstance(head, Assign) and head.source is not None and len(head.waiting) > 1:
        order = ", then ".join(the(one, table.edition) for one in head.waiting)
        return f"The three cards of {name} are turned. What waited, in this order: {order}. "
    return f"{name} has turned {a(wanted.card, table.edition)}. "


def described(table: Table, choice: Choice) -> str:
    """What somebody wants to do, in a sentence."""
    names, edition = table.names, table.edition
    who = names[choice.player]
    match choice:
        case Hit():
            return f"{who} wants to hit."
        case Stay():
            return f"{who} wants to stay."
        case Give(player, card, to):
            what = the(card, edition)
            return f"{who} wants to take {what}." if to == player else f"{who} wants to give {what} to {names[to]}."
        case Take(_, card, owner):
            return f"{who} wants to steal {the(card, edition)} of {names[owner]}."
        case Exchange(_, card, owner, other_card, other):
            one, two = f"{the(card, edition)} of {names[owner]}", f"{the(other_card, edition)} of {names[other]}"
            return f"{who} wants to swap {one} with {two}."
        case Remove(_, card, owner):
            return f"{who} wants to discard {the(card, edition)} of {names[owner]}."
    return ""
