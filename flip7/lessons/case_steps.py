"""Steps of an edge case that are no events: a choice that is refused, a card that cannot come, the table cleared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from flip7.cards import Card, Edition
from flip7.engine.choices import CardDue, Choice, Exchange, Give, Hit, Stay, Take, Turned
from flip7.engine.play import due, next_round, verify
from flip7.engine.record import Replay
from flip7.engine.sayings import say
from flip7.engine.table import SECOND_CHANCE, Table
from flip7.engine.telling import said
from flip7.lessons.steps import Step, steps_of
from flip7.odds.exact import solve
from flip7.odds.position import Position


def round_steps(played: Replay) -> list[Step]:
    """The round, one step for each thing that a person would see; a refused choice is the last one."""
    steps = steps_of(played)
    if played.refused is not None:
        steps.append(_not_allowed(played, played.record.choices[played.refused]))
    return steps


def _not_allowed(played: Replay, choice: Choice) -> Step:
    """A player wants what the rules do not allow."""
    table, names = played.table, played.record.shown
    fault = verify(table, choice)
    assert fault
    words = f"{names[choice.player]} says: “{_wish(choice, names, table.edition)}” That is not allowed. {fault.message}"
    return Step(words, (fault.rule,) if fault.rule else (), table, seat=choice.player)


def _wish(choice: Choice, names: Sequence[str], edition: Edition) -> str:
    match choice:
        case Hit():
            return "Hit."
        case Stay():
            return "Stay."
        case Give(player, card, to):
            return f"{said(card, edition)} for {'me' if player == to else names[to]}."
        case Take(_, card, owner):
            return f"I steal the {said(card, edition)} from {names[owner]}."
        case Exchange(_, card, owner, other_card, other):
            one, two = said(card, edition), said(other_card, edition)
            return f"I swap the {one} of {names[owner]} with the {two} of {names[other]}."
    return f"{say(choice, names)}."


def card_refused(table: Table, card: Card, names: Sequence[str]) -> Step:
    """The engine is asked to turn a card that cannot come, and the odds say how likely that was."""
    wanted = due(table)
    fault = verify(table, Turned(card))
    assert isinstance(wanted, CardDue)
    assert fault
    line = table.lines[wanted.player]
    elsewhere = [face for seat in table.seats if seat != wanted.player for face in table.lines[seat]]
    answer = solve(Position(line, (*elsewhere, *table.play, *Counter(dict(table.discard)).elements())))
    chance = {row.card: row.chance for row in answer.next}
    chances = tuple((face, chance.get(face, 0.0)) for face in line if face.is_number)
    words = f"Could the next card for {names[wanted.player]} be another {table.edition.name(card)}? {fault.message}"
    return Step(words, (fault.rule,) if fault.rule else (), table, seat=wanted.player, chances=chances)


def clearing(table: Table, names: Sequence[str]) -> Step:
    """After the round: all cards on the table join the discard pile (R47), unused Second Chances too (R40)."""
    following = next_round(table)
    unused = any(SECOND_CHANCE in line for line in table.lines)
    too = ", the unused Second Chance too" if unused else ""
    words = f"The table is cleared: all its cards go to the discard pile{too}. {names[following.dealer]} deals next."
    return Step(words, ("R40", "R47") if unused else ("R47",), following)
