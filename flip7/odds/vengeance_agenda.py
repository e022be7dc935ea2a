"""What a player alone still has to do: forced cards, waiting cards, a forced stay (V27, V32-V34).

An agenda is whether the player has stayed and a list of tasks, done from the front: ``more`` is one card, ``flips`` so
many forced cards beside those set aside, ``waiting`` are cards that take effect one at a time in flip order, ``stay``
is the stay after Just One More. Agendas are numbered, so that arrays of states can name them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from flip7.odds.lattice import IntArray

Items = tuple[int, ...]
Task = tuple[str, int, Items]
Agenda = tuple[bool, tuple[Task, ...]]

MODIFIERS = 6
ONE_MORE, FLIP_FOUR, DISCARD, BLANK, NUMBER = range(MODIFIERS, MODIFIERS + 5)
"""What is drawn: a modifier by its place in printing order, or one of these. Steal and Swap are blanks alone (V31)."""
KINDS = NUMBER + 1

STOPS, DRAWS, DECIDES, DISCARDS, RARE = range(5)
"""How a state stands: the round is over for this player, the next card comes, hit or stay, choose what to discard; or
it is not worked out (`vengeance_rare`). The first four follow from its agenda once that is settled."""

_MORE: Task = ("more", 1, ())
_STAY: Task = ("stay", 0, ())
HIT: Agenda = (False, (_MORE,))
STAYED: Agenda = (True, ())
HIT_NUMBER = 1


@dataclass(frozen=True, slots=True)
class Settled:
    """What is left when all that needs neither card nor choice is done, and the modifiers that joined the line."""

    agenda: int
    joined: int
    standing: int


class Known(NamedTuple):
    """By agenda: the modifiers that wait, as bits; how many cards wait; how many cards are certain to come, and whether
    (1) a stay follows them. Agendas of one kind differ in the order of what waits and in which modifiers do."""

    aside: IntArray
    waiting: IntArray
    ahead: IntArray
    stays: IntArray
    kind: IntArray


class Agendas:
    """Agendas by number; 0 has nothing to do, 1 is a hit, 2 has stayed."""

    def __init__(self) -> None:
        self._place: dict[Agenda, int] = {}
        self._all: list[Agenda] = []
        self._facts: list[tuple[int, ...]] = []
        self._known: IntArray = np.zeros((0, 0), dtype=np.intp)
        self._kinds: dict[tuple[tuple[int, int], Items], int] = {}
        self._after: dict[int, list[int]] = {}
        self._settled: dict[tuple[int, bool], Settled] = {}
        for agenda in ((False, ()), HIT, STAYED):
            self.number(agenda)

    def __len__(self) -> int:
        return len(self._all)

    def number(self, agenda: Agenda) -> int:
        """The number of this agenda."""
        at = self._place.get(agenda)
        if at is None:
            at = self._place[agenda] = len(self._all)
            self._all.append(agenda)
            stayed, tasks = agenda
            items = [item for _, _, cards in tasks for item in cards]
            ahead = sum(left for kind, left, _ in tasks if kind in ("more", "flips")), int(stayed or _STAY in tasks)
            aside = sum(1 << item for item in items if item < MODIFIERS)
            actions = tuple(sorted(item for item in items if item >= MODIFIERS))
            self._facts.append((aside, len(items), *ahead, self._kinds.setdefault((ahead, actions), len(self._kinds))))
        return at

    def known(self) -> Known:
        """What is known of each agenda until now."""
        if self._known.shape[-1] < len(self._all):
            self._known = np.array(self._facts, dtype=np.intp).T.copy()
        return Known(*self._known)

    def flips(self, cards: int) -> int:
        """So many forced cards."""
        return self.number((False, (("flips", cards, ()),)))

    def after(self, at: int) -> list[int]:
        """The agenda after a card of each kind has been drawn for the first task."""
        found = self._after.get(at)
        if found is None:
            stayed, (task, *rest) = self._all[at]
            found = self._after[at] = [
                self.number((stayed, (*self._drawn(task, kind), *rest))) for kind in range(KINDS)
            ]
        return found

    def _drawn(self, task: Task, kind: int) -> tuple[Task, ...]:
        name, left, aside = task
        card = () if kind in (BLANK, NUMBER) else (kind,)
        if name == "more":
            return (("waiting", 0, card),) if card else ()
        return (("flips", left - 1, _in_order((*aside, *card))),)

    def discarded(self, at: int) -> int:
        """The agenda after the Discard at the front has taken its card."""
        stayed, ((_, _, cards), *rest) = self._all[at]
        return self.number((stayed, (("waiting", 0, cards[1:]), *rest)))

    def settled(self, at: int, empty_handed: bool) -> Settled:
        """Do all that needs neither card nor choice; without a card in front Discard falls flat (V31)."""
        key = (at, empty_handed)
        found = self._settled.get(key)
        if found is None:
            found = self._settled[key] = self._settle(*self._all[at], empty_handed)
        return found

    def following(self, settled: set[int]) -> set[int]:
        """These settled agendas and all that can follow from them without a card."""
        found, fresh = set(settled), settled
        while fresh:
            discards = [at for at in fresh if self.settled(at, False).standing == DISCARDS]
            after = [self.discarded(at) for at in discards]
            fresh = {self.settled(at, empty).agenda for at in after for empty in (False, True)} - found
            found |= fresh
        return found

    def _settle(self, stayed: bool, tasks: tuple[Task, ...], empty_handed: bool) -> Settled:
        joined = 0
        while tasks:
            (kind, left, cards), rest = tasks[0], tasks[1:]
            if kind == "more" or (kind == "flips" and left):
                return Settled(self.number((stayed, tasks)), joined, DRAWS)
            if kind == "stay":
                stayed, tasks = True, rest
            elif not cards:
                tasks = rest
            elif cards[0] == DISCARD and not empty_handed:
                return Settled(self.number((stayed, (("waiting", 0, cards), *rest))), joined, DISCARDS)
            else:
                tasks = (("waiting", 0, cards[1:]), *rest) if cards[1:] else rest
                if cards[0] < MODIFIERS:
                    joined, empty_handed = joined | 1 << cards[0], False
                elif cards[0] == ONE_MORE:
                    tasks = (_MORE, *(() if stayed or _STAY in tasks else (_STAY,)), *tasks)
                elif cards[0] == FLIP_FOUR:
                    tasks = (("flips", 4, ()), *tasks)
        return Settled(self.number((stayed, ())), joined, STOPS if stayed else DECIDES)


def _in_order(items: Items) -> Items:
    """Modifiers that wait side by side join together, so their order does not matter."""
    at = len(items)
    while at and items[at - 1] < MODIFIERS:
        at -= 1
    return (*items[:at], *sorted(items[at:]))
