"""Tables laid by hand for the tests of practice."""

from collections import Counter
from dataclasses import replace

from flip7.cards import CLASSIC, card
from flip7.engine.table import new_round
from flip7.rulebook import STANDARD


def cards(text):
    """Cards by their codes."""
    return tuple(map(card, text.split()))


def laid(lines, *, edition=CLASSIC, status=None, deck="", discard="", play="", agenda=(), house=STANDARD, totals=None):
    """A table after the deal: these lines, this deck, this agenda; everybody is in unless ``status`` says otherwise."""
    names = ("Ana", "Ben", "Cleo", "Dora", "Eli", "Fay")[: len(lines)]
    table = new_round(
        names, edition, house, deck=dict(Counter(cards(deck))), discard=dict(Counter(cards(discard))), totals=totals
    )
    return replace(
        table,
        lines=tuple(map(cards, lines)),
        status=tuple(status or ("active",) * len(lines)),
        phase="offers",
        dealt=len(lines),
        play=cards(play),
        agenda=tuple(agenda),
    )
