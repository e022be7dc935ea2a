"""A round as steps: one for each thing that a person at the table would see happen."""

from __future__ import annotations

from dataclasses import dataclass

from flip7.cards import Card
from flip7.engine.events import Event, evolve
from flip7.engine.record import Record, Replay
from flip7.engine.table import Table
from flip7.engine.telling import tell_together, together
from flip7.scoring import Score, score

_ARRIVES = ("draw", "freeze", "passed", "gets", "steal", "discard")


@dataclass(frozen=True, slots=True)
class Step:
    """What a person sees happen: ``says`` it, with its ``rules``, and the ``table`` after it.

    ``card`` is the card that has come, and ``gone`` if it went at once; ``seat`` is whom it is about. ``chances`` are
    those of each held number to come once more, where the step is about that. ``before`` is the table before its
    ``events``; a step that is no part of the round has neither.
    """

    says: str
    rules: tuple[str, ...]
    table: Table
    card: Card | None = None
    seat: int | None = None
    gone: bool = False
    chances: tuple[tuple[Card, float], ...] = ()
    before: Table | None = None
    events: tuple[Event, ...] = ()


def reckoning(table: Table, seat: int) -> Score:
    """What this seat would score if the round ended now, step by step."""
    status = table.status[seat]
    busted, frozen = status == "busted", status == "frozen"
    return score(table.lines[seat], table.edition, busted=busted, frozen=frozen, house=table.house)


def steps_of(played: Replay) -> list[Step]:
    """The round, one step for each thing that a person would see."""
    record = played.record
    groups = [*together(played.events)]
    if len(groups) > 1 and len(groups[-1]) > 1 and groups[-1][-1].kind == "offer":
        # Nothing follows that shows whose turn it is, so here it is said.
        groups[-1:] = [groups[-1][:-1], groups[-1][-1:]]
    table = record.table()
    steps: list[Step] = []
    for events in groups:
        before = table
        for event in events:
            table = evolve(table, event)
        words = tell_together(events, record.edition, record.shown)
        if not steps:
            words = _opening(events[0], words, record)
        told = [event for event in events if event.kind not in ("offer", "deal")] or [*events]
        rules = dict.fromkeys(rule for event in told for rule in event.rules)
        gone = any(event.kind == "saved" for event in told)
        card, seat = _arrived(told), _about(told[0])
        steps.append(Step(words, tuple(rules), table, card, seat, gone, before=before, events=events))
    return steps


def _opening(first: Event, words: str, record: Record) -> str:
    if record.start:
        return f"In the middle of a round. {words}"
    if first.kind == "deal" and first.player is not None:
        shown = record.shown
        return f"A new round. {shown[record.dealer]} deals; the first card goes to {shown[first.player]}."
    return words


def _arrived(events: list[Event]) -> Card | None:
    return next((event.card for event in events if event.kind in _ARRIVES), None)


def _about(event: Event) -> int | None:
    """Whom it is about: the receiver where a card is given."""
    return event.other if event.kind in ("assign", "passed", "gets") else event.player
