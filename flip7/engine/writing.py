"""A played round as a record whose replay gives the same events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

import tomli_w

from flip7.cards import Card
from flip7.engine.choices import CardDue, Input, Shuffled, ShuffleDue, Turned
from flip7.engine.events import evolve
from flip7.engine.play import begin, due, step
from flip7.engine.record import Record, Start, replay
from flip7.engine.sayings import say
from flip7.engine.table import Table
from flip7.rulebook import STANDARD


def record_of(start: Table, given: Sequence[Input], *, title: str = "") -> Record:
    """The round that began at ``start`` (before any event) and got these inputs, as a record.

    Seats become P1 … P18 and ``names`` says who they are; ``expect`` is what the replay shows. The format has no place
    for earlier totals of a round that begins with the deal, so there they are left out.
    """
    players = tuple(f"P{seat + 1}" for seat in start.seats)
    given = _savable(start, given)
    piles, ended, waits = _piles(start, given)
    lying = [card for line in start.lines for card in line]
    discard = tuple(start.edition.sorted(Counter(dict(start.discard)).elements()))
    whole = +Counter(dict(start.deck)) == +start.edition.left([*lying, *discard])
    # Saved while a first reshuffle is still to come, the record just stops there: the pile's order is not known.
    ends = (ended and not (whole and waits)) or not whole
    deck = piles[0]
    if ends:
        deck += tuple((Counter(dict(start.deck)) - Counter(deck)).elements())
    mid_round = start.phase == "offers"
    begun = Start(
        (start.turn + 1) % len(players) if mid_round else 0,
        dict(enumerate(start.lines)),
        dict(enumerate(start.status)),
        dict(enumerate(start.totals)),
    )
    plain = Record(
        start.edition,
        players,
        start.dealer,
        title=title,
        names=dict(zip(players, start.names, strict=True)),
        deck=deck,
        deck_ends=ends,
        discard=discard,
        reshuffle=piles[1:],
        choices=tuple(item for item in given if not isinstance(item, Turned | Shuffled)),
        house=start.house,
        start=begun if mid_round else None,
    )
    outcome = replay(plain).outcome()
    if not mid_round and any(start.totals):
        # The format has no place for earlier totals here, so it cannot say how the game stands either.
        for key in ("totals", "game", "winner", "next_dealer"):
            del outcome[key]
    return replace(plain, expect={key: value for key, value in outcome.items() if value not in ("", {}, None)})


def _savable(start: Table, given: Sequence[Input]) -> Sequence[Input]:
    """The inputs up to the last choice, where the record would otherwise deal on by itself.

    A record lists a reshuffled pile whole. Where a card of it is due, a replay would turn cards that nobody has turned;
    it stops only where a choice is due.
    """
    table = start
    for event in begin(table):
        table = evolve(table, event)
    last = None
    for at, item in enumerate(given):
        if not isinstance(item, Turned | Shuffled):
            last = at
        for event in step(table, item):
            table = evolve(table, event)
    shuffled = any(isinstance(item, Shuffled) for item in given)
    return given[:last] if shuffled and last is not None and isinstance(due(table), CardDue) else given


def _piles(start: Table, given: Sequence[Input]) -> tuple[tuple[tuple[Card, ...], ...], bool, bool]:
    """The cards of each pile in the order drawn, with the undrawn rest of a reshuffled pile behind them.

    Also whether the deck ran out, and whether all that is left to do is its first reshuffle.
    """
    table = start
    for event in begin(table):
        table = evolve(table, event)
    piles: list[list[Card]] = [[]]
    rests = [Counter[Card]()]
    ended = False
    for item in given:
        if isinstance(item, Turned):
            piles[-1].append(item.card)
            rests[-1] -= Counter([item.card])
        elif isinstance(item, Shuffled):
            piles.append([])
            rests.append(Counter(dict(table.discard)))
            ended = True
        for event in step(table, item):
            table = evolve(table, event)
            ended = ended or event.kind == "no-cards"
    waits = len(piles) == 1 and isinstance(due(table), ShuffleDue)
    return tuple((*pile, *rest.elements()) for pile, rest in zip(piles, rests, strict=True)), ended, waits


def write_record(record: Record) -> str:
    """The record as TOML, keys in the order of the contract, defaults left out."""
    edition = record.edition

    def cards(some: Sequence[Card]) -> str:
        return " ".join(card.code for card in some)

    house = {key: value for key, value in asdict(record.house).items() if value != getattr(STANDARD, key)}
    data: dict[str, Any] = {
        "format": 1,
        "edition": edition.key,
        "title": record.title,
        "rules": list(record.rules),
        "players": list(record.players),
        "dealer": record.players[record.dealer],
        "deck": cards(record.deck),
        "deck_ends": record.deck_ends,
        "discard": cards(record.discard),
        "reshuffle": [cards(pile) for pile in record.reshuffle],
        "choices": [say(choice, record.players) for choice in record.choices],
        "names": dict(record.names),
        "house": house,
    }
    optional = ("title", "rules", "deck_ends", "discard", "reshuffle", "names", "house")
    data = {key: value for key, value in data.items() if value or key not in optional}
    if record.start:
        name = record.players.__getitem__
        data["start"] = {
            "turn": name(record.start.turn),
            "lines": {name(seat): cards(line) for seat, line in record.start.lines.items()},
            "status": {name(seat): status for seat, status in record.start.status.items()},
            "totals": {name(seat): total for seat, total in record.start.totals.items()},
        }
    if record.expect:
        data["expect"] = dict(record.expect)
    return tomli_w.dumps(data)
