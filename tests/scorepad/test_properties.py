"""What holds for every game, however it came about."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from flip7.scorepad import codec, export
from flip7.scorepad.game import Game
from flip7.scorepad.telling import tell_log
from tests.scorepad.tables import ENTRIES, games, outcome, retyped, tried


@settings(max_examples=150, deadline=None)
@given(games())
def test_a_game_put_right_equals_the_game_retyped_from_the_start(game):
    assume(not game.unfinished)
    assume(all(player.spans for player in game.page.players.values()))
    assert outcome(retyped(game)) == outcome(game)


@settings(max_examples=80, deadline=None)
@given(games())
def test_undo_and_redo_give_the_same_game_back(game):
    while_back, steps = game, 0
    while while_back.can_undo:
        while_back, steps = while_back.play(while_back.undo()), steps + 1
    assert while_back.page == Game().play(game.log[0]).page
    for _ in range(steps):
        while_back = while_back.play(while_back.redo())
    assert while_back.page == game.page
    assert len(while_back.log) == len(game.log) + 2 * steps


@settings(max_examples=80, deadline=None)
@given(games(), st.lists(ENTRIES, max_size=10))
def test_the_fold_is_deterministic_and_refuses_only_in_words(game, more):
    again = Game.of(game.log)
    assert (again, outcome(again)) == (game, outcome(game))
    for entry in more:
        game, again = tried(game, entry), tried(again, entry)
    assert game == again


@settings(max_examples=60, deadline=None)
@given(games())
def test_a_game_survives_json_and_every_entry_is_told(game):
    assert [codec.from_json(codec.to_json(entry)) for entry in game.log] == list(game.log)
    assert export.from_json(export.to_json(game)) == game
    told = tell_log(game)
    assert len(told) == len(game.log)
    assert all(sentence.endswith(".") for sentence in told)


@settings(max_examples=60, deadline=None)
@given(games())
def test_totals_are_the_sums_of_the_rounds_that_count(game):
    for player in game.page.players.values():
        counted = [r.points.get(player.id, 0) for r in game.rounds[:-1] if not r.row.void]
        assert game.totals[player.id] == player.points + sum(counted)
