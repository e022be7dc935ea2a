"""Where cards come from: a script (records, lessons) or a seed (campaigns, practice). People tap them elsewhere."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from flip7.cards import Card
from flip7.engine.table import Table
from flip7.errors import Fault, ImpossibleError


class Dealer(Protocol):
    """Knows the order of the cards, which the table does not."""

    def turn(self, table: Table) -> Card | None:
        """The next card; ``None`` if this dealer knows of no more."""

    def shuffle(self, table: Table) -> bool:
        """Shuffle the discard pile into a new deck; ``False`` if this dealer does not."""


class Script:
    """Deals the listed cards in order. ``ends``: the deck really ends after them, and ``reshuffles`` come next."""

    def __init__(self, deck: Sequence[Card], *, ends: bool = False, reshuffles: Sequence[Sequence[Card]] = ()) -> None:
        self.cards = [*deck]
        self._ends = ends
        self._reshuffles = [*reshuffles]

    def turn(self, table: Table) -> Card | None:
        """The next listed card."""
        return self.cards.pop(0) if self.cards else None

    def shuffle(self, table: Table) -> bool:
        """Bring back the discard pile in the listed order; ``ImpossibleError`` (R48) if that is not its cards."""
        if not self._ends:
            return False
        pile = Counter(dict(table.discard))
        if not self._reshuffles or Counter(self._reshuffles[0]) != pile:
            lies = " ".join(card.code for card in table.edition.sorted(pile.elements()))
            what = "The deck is empty and the discard pile is shuffled; “reshuffle” must list exactly its cards"
            raise ImpossibleError([Fault(f"{what}: {lies}.", "R48")])
        self.cards = [*self._reshuffles.pop(0)]
        return True


class Seeded:
    """Deals from the table's own counts, every order equally likely."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)

    def turn(self, table: Table) -> Card | None:
        """Any card of the deck, each copy as likely as another."""
        faces = [face for face in table.edition.cards if table.deck.get(face)]
        return self._random.choices(faces, [table.deck[face] for face in faces])[0] if faces else None

    def shuffle(self, table: Table) -> bool:
        """Always."""
        return True
