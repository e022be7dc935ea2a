"""A drill item: a situation, a question, and answers of which one is right and each has its own reason."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from flip7.cards import Card, Edition, Kind
from flip7.checker.words import signs
from flip7.engine.choices import CardDue, Choice, Decision, Hit, Shuffled, Stay, Turned
from flip7.engine.dealer import Seeded
from flip7.engine.events import evolve
from flip7.engine.play import begin, due, step
from flip7.engine.table import Table, new_round
from flip7.practice.hand import hand_of

Drill = Literal["hit", "score", "legal", "next"]
DRILLS: tuple[Drill, ...] = ("hit", "score", "legal", "next")
LEVELS = range(1, 6)
ANY_LEVEL = 0
"""In place of a level: whatever comes."""
_NAMES = ("Ana", "Ben", "Cleo", "Dora")


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to tap. ``why`` it is right or wrong; ``cost`` in points where it has one, 0 for the right one."""

    text: str
    right: bool
    why: str
    cost: float | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One question. ``drills.item`` makes the same one again from its ``seed``, asked with the same words.

    ``table`` is what lies there and ``seat`` whom it is about; for a hand to score ``cards`` is all there is (with
    ``busted``). ``card`` is the card that is turned or given, if any; ``choice`` is what somebody wants to do.
    ``rules`` is what the answer rests on. ``marks`` is the same for two items that would look the same to a learner.
    """

    kind: Drill
    edition: Edition
    level: int
    topic: str
    seed: str
    ask: str
    answers: tuple[Answer, ...]
    rules: tuple[str, ...]
    marks: str
    table: Table | None = None
    seat: int | None = None
    cards: tuple[Card, ...] = ()
    busted: bool = False
    card: Card | None = None
    choice: Choice | None = None

    @property
    def right(self) -> Answer:
        """The right answer."""
        return next(answer for answer in self.answers if answer.right)


def codes(cards: tuple[Card, ...], edition: Edition) -> str:
    """The cards by code, in printing order: a part of ``Item.marks``."""
    return " ".join(card.code for card in edition.sorted(cards))


def tables(
    rng: random.Random, edition: Edition, *, rich: bool = False, gone: int = 0, bold: bool = False
) -> Iterator[Table]:
    """One random round of two to four players: the table before each input. ``begin`` and ``step`` make every one.

    ``rich``: a deck of later in a game, in which few of the number cards are left and all modifiers. ``gone``: up to so
    many cards lie in the discard pile. ``bold``: nobody stays.
    """
    deck, discard = Counter(dict(edition.copies)), Counter[Card]()
    if rich:
        numbers = [face for face in deck.elements() if face.is_number]
        discard = Counter(rng.sample(numbers, len(numbers) - rng.randint(24, 40)))
    elif gone:
        discard = Counter(rng.sample([*deck.elements()], rng.randint(0, gone)))
    deck -= discard
    players = rng.randint(2, len(_NAMES))
    table = new_round(_NAMES[:players], edition, dealer=rng.randrange(players), deck=dict(deck), discard=dict(discard))
    limits = [200 if bold else rng.choice([10, 20, 30, 45, 200]) for _ in range(players)]
    dealer = Seeded(rng.getrandbits(64))
    events = begin(table)
    for _ in range(400):
        for event in events:
            table = evolve(table, event)
        wanted = due(table)
        yield table
        if wanted is None:
            return
        if isinstance(wanted, Decision):
            choice = rng.choice(wanted.options)
            if wanted.asks == "hit-or-stay":
                points = hand_of(table.lines[wanted.player], edition, table.house).points
                choice = (Hit if points < limits[wanted.player] else Stay)(wanted.player)
            events = step(table, choice)
        elif isinstance(wanted, CardDue):
            card = dealer.turn(table)
            assert card is not None
            events = step(table, Turned(card))
        else:
            events = step(table, Shuffled())


def a(card: Card, edition: Edition) -> str:
    """A card as one of its kind: ``an 8``, ``a Freeze``; a modifier or a special number is the only one."""
    if card.kind is Kind.MODIFIER:
        return f"the {signs(card.code)}"
    name = edition.name(card)
    if not (name.isdigit() or card.kind is Kind.ACTION):
        return name
    return f"an {name}" if name in ("8", "11") else f"a {name}"


def the(card: Card, edition: Edition) -> str:
    """A card as the one that is meant: ``the 8``, ``the Freeze``, ``the +4``."""
    one = a(card, edition)
    return f"the {one.split(' ', 1)[1]}" if one.startswith(("a ", "an ")) else one


def mixed(rng: random.Random, answers: list[Answer]) -> tuple[Answer, ...]:
    """The answers in an order that gives nothing away."""
    rng.shuffle(answers)
    return tuple(answers)
