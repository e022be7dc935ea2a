"""What the next card makes of every state of a level, and what then happens without another card.

Alone, everything that is drawn is the player's own: numbers and modifiers join the line, Unlucky 7 sweeps it, Just One
More and Flip Four bring more cards, Discard takes a card of the player's choice, Steal and Swap fall flat.
"""

from __future__ import annotations

import numpy as np

from flip7.hands import SEVEN
from flip7.odds.lattice import IntArray
from flip7.odds.tree import BoolArray, FloatArray
from flip7.odds.vengeance_agenda import (
    BLANK,
    DECIDES,
    DISCARD,
    DISCARDS,
    DRAWS,
    FLIP_FOUR,
    HIT_NUMBER,
    KINDS,
    MODIFIERS,
    NUMBER,
    ONE_MORE,
    STOPS,
    Agendas,
)
from flip7.odds.vengeance_decks import ACTION_STEPS, NUMBER_BITS, UNLUCKY_BIT, Decks, InDeck
from flip7.odds.vengeance_levels import NONE, SHORT, Keys, Level, States, distinct
from flip7.odds.vengeance_points import LinePoints
from flip7.odds.vengeance_sets import BITS, SEVEN_BIT

_ACTIONS = (FLIP_FOUR, DISCARD, ONE_MORE, BLANK)
_AT_ONCE = 100_000
"""So many states draw at once: what is in their decks takes much memory."""

_On = tuple[IntArray, IntArray, States]
"""States that draw, the copies of the card in the deck, and what it makes of each state."""
_Ends = tuple[IntArray, IntArray, IntArray, BoolArray]
"""States that draw, the copies of the card in the deck, the points of that end, and whether it is a bust."""


class Draws:
    """The step from level to level. ``toward`` says how many of the seven cards each set of numbers holds."""

    def __init__(self, decks: Decks, agendas: Agendas, points: LinePoints, toward: IntArray) -> None:
        self._decks, self._agendas, self._points, self._toward = decks, agendas, points, toward

    def level(self, states: States) -> Level:
        """The level of these settled states."""
        agendas = np.flatnonzero(np.bincount(states.agenda))
        standing = np.zeros(len(self._agendas), dtype=np.int8)
        standing[agendas] = [self._agendas.settled(int(at), False).standing for at in agendas]
        waiting = self._agendas.known().waiting[states.agenda].astype(np.int8)
        return Level(states, standing[states.agenda], waiting)

    # --- Without a card ---------------------------------------------------------------------------------------------

    def _settled(self, states: States) -> States:
        """Do what needs neither card nor choice: the agenda after it, the modifiers that join; nothing where the round
        is over."""
        which: IntArray = states.agenda * 2 + ((states.numbers == 0) & (states.modifiers == 0))
        table = np.zeros((3, 2 * len(self._agendas)), dtype=SHORT)
        for at in np.flatnonzero(np.bincount(which)).tolist():
            settled = self._agendas.settled(at >> 1, bool(at & 1))
            table[:, at] = settled.agenda, settled.joined, settled.standing == STOPS
        agenda, joined, over = table[:, which]
        goes_on = 1 - over
        return States(
            states.numbers, states.modifiers | joined, states.base * goes_on, agenda, states.actions * goes_on
        )

    def settle(self, raw: list[States]) -> tuple[IntArray, Level]:
        """The next level from its raw states, which are used up; and the place of each raw state in it."""
        agendas: set[int] = set()
        for at, part in enumerate(raw):
            raw[at] = part = self._settled(part)
            agendas.update(np.flatnonzero(np.bincount(part.agenda)).tolist())
        keys = Keys(np.array(sorted(self._agendas.following(agendas)), dtype=SHORT))
        wanted = np.concatenate([keys.of(part) for part in raw])
        known = fresh = distinct(wanted)
        froms, tos = [NONE], [NONE]
        while True:
            states = keys.states(fresh)
            choosing = self.level(states).standing == DISCARDS
            if not choosing.any():
                break
            parents, options = self._discards(states.some(choosing))
            chosen = keys.of(self._settled(options))
            froms.append(fresh[choosing][parents])
            tos.append(chosen)
            fresh = distinct(chosen)
            fresh = fresh[known[np.minimum(np.searchsorted(known, fresh), len(known) - 1)] != fresh]
            known = np.sort(np.concatenate([known, fresh]))
        level = self.level(keys.states(known))
        level.choice_from = np.searchsorted(known, np.concatenate(froms)).astype(SHORT)
        level.choice_to = np.searchsorted(known, np.concatenate(tos)).astype(SHORT)
        return np.searchsorted(known, wanted).astype(SHORT), level

    def _discards(self, states: States) -> tuple[IntArray, States]:
        """Every card in front that a Discard can take."""
        after = np.zeros(len(self._agendas), dtype=SHORT)
        agendas = np.flatnonzero(np.bincount(states.agenda))
        after[agendas] = [self._agendas.discarded(int(at)) for at in agendas]
        states.agenda = after[states.agenda]
        parents, options = [], []
        for bit in (1 << face for face in range(len(BITS))):
            some = np.flatnonzero(states.numbers & bit)
            if len(some):
                parents.append(some)
                part = states.some(some)
                part.base = self._decks.without(part.base, bit, 0)
                part.numbers = part.numbers & ~bit
                if bit == SEVEN_BIT:
                    part.numbers &= ~UNLUCKY_BIT
                options.append(part)
        for bit in (1 << m for m in range(MODIFIERS)):
            some = np.flatnonzero(states.modifiers & bit)
            if len(some):
                parents.append(some)
                part = states.some(some)
                part.base = self._decks.without(part.base, 0, bit)
                part.modifiers = part.modifiers & ~bit
                options.append(part)
        return np.concatenate(parents), States.together(options)

    # --- The next card ----------------------------------------------------------------------------------------------

    def draw(self, level: Level) -> list[States]:
        """Draw for every state that does; fill in where this level leads and return the raw states after."""
        level.each, level.drawn = np.zeros(len(level.states)), np.zeros(len(level.states), dtype=np.bool_)
        going = np.flatnonzero((level.standing == DRAWS) | (level.standing == DECIDES)).astype(SHORT)
        onward: list[_On] = []
        ends: list[_Ends] = []
        for at in range(0, len(going), _AT_ONCE):
            some, stops = self._draw(level, going[at : at + _AT_ONCE])
            onward += some
            ends += stops
        if ends:
            level.end_parent, level.end_copies, level.end_points, level.end_busts = map(
                np.concatenate, zip(*ends, strict=True)
            )
        if onward:
            level.parent = np.concatenate([which for which, _, _ in onward])
            level.copies = np.concatenate([copies for _, copies, _ in onward])
        return [after for _, _, after in onward]

    def _draw(self, level: Level, which: IntArray) -> tuple[list[_On], list[_Ends]]:
        """Draw for these states: where they go on, and the ends."""
        states = level.states.some(which)
        states.agenda = np.where(level.standing[which] == DECIDES, HIT_NUMBER, states.agenda)
        aside = self._agendas.known().aside[states.agenda]
        decks = self._decks

        def in_deck() -> InDeck:
            return decks.left(states.base, states.numbers, states.modifiers | aside, states.actions)

        deck = in_deck()
        empty = np.flatnonzero((deck.total == 0) & decks.pile[states.base])
        if len(empty):
            states.base[empty] = decks.reshuffled(states.base[empty], states.numbers[empty])
            states.actions[empty] = decks.pile_actions
            deck = in_deck()
        copies, unlucky, modifiers, actions, total = deck
        # Without any card the round is over (V12).
        level.standing[which[total == 0]] = STOPS
        level.each[which] = np.divide(1.0, total, out=np.zeros(len(total)), where=total > 0)
        level.drawn[which] = total > 0
        after = np.zeros((len(self._agendas), KINDS), dtype=SHORT)
        for at in np.flatnonzero(np.bincount(states.agenda)).tolist():
            after[at] = self._agendas.after(at)
        onward: list[_On] = []

        def leads(some: IntArray, copies: FloatArray | IntArray, kind: int) -> States:
            part = states.some(some)
            part.agenda = after[part.agenda, kind]
            onward.append((which[some], copies.astype(np.uint8), part))
            return part

        duplicates = deck.duplicates(states.numbers)
        some = np.flatnonzero(duplicates)
        # A number of a rank in front that may not come again (V9, V19, V21).
        ends = [self._ends(which[some], duplicates[some], self._points.bust(states.modifiers[some]), busts=True)]
        sets = states.numbers & NUMBER_BITS
        for face, bit in enumerate(BITS.tolist()):
            new = np.flatnonzero((copies[:, face] > 0) & (sets & bit == 0))
            seven = self._toward[sets[new] | bit] == SEVEN
            full, on = new[seven], new[~seven]
            if len(full):
                points = self._points.seven(sets[full] | bit, states.modifiers[full])
                ends.append(self._ends(which[full], copies[full, face], points, busts=False))
            if len(on):
                part = leads(on, copies[on, face], NUMBER)
                part.numbers = part.numbers | bit
        some = np.flatnonzero(unlucky)
        if len(some):
            part = leads(some, unlucky[some], NUMBER)
            part.base = decks.swept(part.base, part.numbers, part.modifiers)
            part.numbers = np.full(len(some), SEVEN_BIT | UNLUCKY_BIT, dtype=SHORT)
            part.modifiers = np.zeros(len(some), dtype=SHORT)
        for m in range(MODIFIERS):
            some = np.flatnonzero(modifiers >> m & 1)
            if len(some):
                leads(some, np.ones(len(some)), m)
        for counts, step, kind in zip(actions, ACTION_STEPS, _ACTIONS, strict=True):
            some = np.flatnonzero(counts)
            if len(some):
                part = leads(some, counts[some], kind)
                part.actions = part.actions - step
        return onward, ends

    @staticmethod
    def _ends(which: IntArray, copies: FloatArray, points: IntArray, *, busts: bool) -> _Ends:
        return which, copies.astype(np.uint8), points.astype(np.int16), np.full(len(which), busts)
