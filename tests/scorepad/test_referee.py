"""A round that the referee led goes straight into the pad."""

import random
from collections import Counter

import pytest

from flip7.cards import CLASSIC, VENGEANCE
from flip7.engine.choices import CardDue, Shuffled, ShuffleDue, Turned
from flip7.engine.events import evolve
from flip7.engine.play import begin, due, step
from flip7.errors import NotAllowedError
from flip7.scorepad.referee import entries_of, table_of
from tests.scorepad.tables import begun


def play_round(table, rng):
    """A round with random cards and choices; the table at its end and whether the pile was shuffled."""
    shuffled = False
    for event in begin(table):
        table = evolve(table, event)
    while (wanted := due(table)) is not None:
        if isinstance(wanted, CardDue):
            given = Turned(rng.choice(list(Counter(dict(table.deck)).elements())))
        elif isinstance(wanted, ShuffleDue):
            given, shuffled = Shuffled(), True
        else:
            given = (
                wanted.options[0] if wanted.asks == "hit-or-stay" and rng.random() < 0.8 else rng.choice(wanted.options)
            )
        for event in step(table, given):
            table = evolve(table, event)
    return table, shuffled


@pytest.mark.parametrize("edition", [CLASSIC, VENGEANCE])
@pytest.mark.parametrize("seed", range(4))
def test_r47_totals_dealers_and_the_deck_follow_the_engine(edition, seed):
    rng = random.Random(seed)
    game = begun("Ana", "Ben", "Cleo", edition=edition.key, target=10_000, brutal=seed == 3)
    shuffles = 0
    for _ in range(20):
        table, shuffled = play_round(table_of(game), rng)
        for entry in entries_of(game, table, shuffled=shuffled):
            game = game.play(entry)
        shuffles += shuffled
        assert tuple(game.totals.values()) == table.result.totals
        assert game.now.seats.index(game.now.dealer) == table.result.next_dealer
        if not game.page.row(game.open - 1).reshuffled:
            assert +game.left() == +Counter(dict(table.deck))
        assert sum(game.left().values()) == table.deck_left
    assert shuffles


def test_a_round_of_other_people_or_one_not_over_is_refused():
    game = begun("Ana", "Ben")
    with pytest.raises(NotAllowedError, match="not over"):
        entries_of(game, table_of(game), shuffled=False)
    table, _ = play_round(table_of(begun("Eve", "Ben")), random.Random(1))
    with pytest.raises(NotAllowedError, match="Other players"):
        entries_of(game, table, shuffled=False)
