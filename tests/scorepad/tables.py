"""Games for the tests of the score pad."""

from dataclasses import replace

from hypothesis import strategies as st

from flip7.errors import Flip7Error
from flip7.notation import read_cards
from flip7.rulebook import House
from flip7.scorepad.checks import DoubtError
from flip7.scorepad.entries import (
    Advice,
    Aside,
    Blank,
    Claim,
    Close,
    Dealer,
    End,
    Hand,
    Join,
    Leave,
    Move,
    Order,
    Penalty,
    PlayOn,
    Redo,
    Rename,
    Reopen,
    Reshuffle,
    Return,
    Settings,
    Start,
    Undo,
    Void,
)
from flip7.scorepad.game import Game


def begun(*names, dealer=None, edition="classic", **house):
    """A game with these players; the last one deals."""
    return Game().play(Start(names, edition, dealer or f"p{len(names)}", House(**house)))


def tapped(player, round, text, status="", edition=None, because=""):
    return Hand(
        player, round, read_cards(text, edition) if edition else read_cards(text), status=status, because=because
    )


def typed_round(game, *points, because=""):
    """The open round with these points, in seat order, closed."""
    number = game.open
    for seat, value in zip(game.now.seats, points, strict=True):
        game = game.play(Hand(seat, number, points=value, because=because))
    return game.play(Close(number, because))


def worked_game():
    """C of the seed cases: its first round tapped, the others typed."""
    game = begun("Ana", "Ben", "Cleo", "Dev")
    game = game.play(tapped("p1", 1, "3 8 11 +4")).play(tapped("p2", 1, "5 9 9", "busted"))
    game = game.play(tapped("p3", 1, "0 1 2 4 5 6 7")).play(tapped("p4", 1, "10 12 x2 FR")).play(Close(1))
    return typed_round(typed_round(game, 0, 37, 19, 0), 52, 12, 0, 30)


PLAYERS = st.sampled_from(["p1", "p2", "p3", "p4"])
ROUNDS = st.integers(1, 4)
HANDS = st.sampled_from(
    [
        ("3 8 11 +4", ""), ("9 12", "stayed"), ("5 5", "busted"), ("0 1 2 3 4 5 6", ""), ("10 12 x2 FR", "frozen"),
        ("12", "active"), ("7 8 9 10 11 12", "active"), ("3 3", "stayed"), ("+2 SC", ""), ("", "frozen"),
        ("2", "flip7"),
    ]
)  # fmt: skip
MOVED = st.sampled_from(["13", "-4", "U7", "0", "L13 5", "U7 0"]).map(lambda text: _cards(text, True))
GIVERS = st.sampled_from(["p1", "p2", "p3", ""])
NASTY = ("13 L13 -4", "0 5", "U7 /2")
HOUSES = st.builds(
    House, tie=st.sampled_from(["everyone", "shared", "tied-only"]), target=st.sampled_from([50, 60, 200]),
    brutal=st.booleans(),
)  # fmt: skip
REASONS = st.sampled_from(["", "", "", "we saw it"])
STATUS = st.sampled_from(["", "stayed", "busted", "flip7", "frozen", "active"])


def _cards(text, vengeance):
    from flip7.cards import VENGEANCE

    return read_cards(text, VENGEANCE) if vengeance else read_cards(text)


@st.composite
def hands(draw):
    player, number, because = draw(PLAYERS), draw(ROUNDS), draw(REASONS)
    way = draw(st.integers(0, 3))
    if way == 0:
        text, status = draw(HANDS)
        return Hand(player, number, _cards(text, False), status=status, because=because)
    if way == 1:
        return Hand(player, number, _cards(draw(st.sampled_from(NASTY)), True), because=because)
    points = draw(st.sampled_from([-15, 0, 12, 25, 25, 30, 50, 171, 200]))
    return Hand(player, number, points=points, status=draw(STATUS), because=because)


ENTRIES = st.one_of(
    hands(), hands(), hands(), hands(), hands(),
    st.sampled_from(["next", "next", "undo", "redo", "fill", "fill", "penalty"]),
    st.builds(Blank, PLAYERS, ROUNDS),
    st.builds(Penalty, PLAYERS, st.sampled_from(["", "p1", "p2"]), ROUNDS),
    st.builds(Aside, st.sampled_from([read_cards("F3 SC"), ()]), ROUNDS),
    st.builds(Move, GIVERS, GIVERS, MOVED, ROUNDS),
    st.builds(Move, GIVERS, GIVERS, MOVED, ROUNDS),
    st.builds(Reshuffle, ROUNDS, st.booleans()),
    st.builds(Close, ROUNDS, REASONS),
    st.builds(Reopen, ROUNDS),
    st.builds(Void, ROUNDS, REASONS),
    st.builds(End, REASONS),
    st.just(PlayOn()),
    st.builds(Advice, st.booleans()),
    st.builds(Claim, PLAYERS, st.sampled_from(["", "phoneana"])),
    st.builds(Settings, HOUSES),
    st.builds(Rename, PLAYERS, st.sampled_from(["Ana", "Eve", "Zoë"])),
    st.builds(Join, st.sampled_from(["p3", "p4"]), st.sampled_from(["Cleo", "Dev"]), ROUNDS,
              st.sampled_from([0, 40]), st.sampled_from(["", "p1"])),
    st.builds(Leave, PLAYERS, ROUNDS),
    st.builds(Return, PLAYERS, ROUNDS),
    st.builds(Order, st.permutations(["p1", "p2", "p3"]).map(tuple), ROUNDS),
    st.builds(Dealer, PLAYERS, ROUNDS),
    st.builds(Undo, st.integers(1, 9)),
    st.builds(Redo, st.integers(1, 9)),
)  # fmt: skip


def tried(game, entry):
    """The game with the entry if it is allowed. ``fill`` gives everybody who lacks one a score, ``next`` closes too.

    ``penalty`` takes 15 from somebody wherever somebody has flipped seven.
    """
    if entry in ("fill", "next"):
        for seat in (*game.now.missing, *game.now.playing):
            game = tried(game, Hand(seat, game.open, points=25 if seat == "p1" else 30, because="filled"))
        return tried(game, Close(game.open, "so it was")) if entry == "next" else game
    if entry == "penalty":
        sevens = [(r.number, seat) for r in game.rounds for seat, word in r.status.items() if word == "flip7"]
        for number, seat in sevens:
            game = tried(game, Penalty(seat, next(s for s in (*game.now.seats, "") if s != seat), number))
        return game
    if entry == "undo":
        return game.play(game.undo()) if game.undo() else game
    if entry == "redo":
        return game.play(game.redo()) if game.redo() else game
    try:
        return game.play(entry)
    except Flip7Error:
        return game


STARTS = st.builds(
    Start, st.sampled_from([("Ana", "Ben"), ("Ana", "Ben", "Cleo"), ("Solo",)]),
    st.sampled_from(["classic", "vengeance"]), st.just("p1"), HOUSES,
)  # fmt: skip


@st.composite
def games(draw):
    """Any game that can come about: up to five rounds with entries of all kinds about this round and earlier ones."""
    game = Game().play(draw(STARTS))
    for _ in range(draw(st.integers(0, 5))):
        for entry in draw(st.lists(ENTRIES, min_size=2, max_size=9)):
            game = tried(game, _about_now(game, entry))
        game = tried(game, "next")
    for entry in draw(st.lists(ENTRIES, max_size=5)):
        game = tried(game, _about_now(game, entry))
    return game


def _about_now(game, entry):
    """The entry about a round that there is."""
    match entry:
        case Close():
            return replace(entry, round=game.open)
        case Join() | Leave() | Return():
            return replace(entry, round=game.open + entry.round % 2)
        case str() | Undo() | Redo() | Start() | Settings() | Rename() | End() | PlayOn() | Advice() | Claim():
            return entry
    return replace(entry, round=1 + (entry.round - 1) % game.open)


def retyped(game):
    """The game typed in anew from its page, round by round, as if nothing had ever been put right."""
    page = game.page
    started = len(game.log[0].names)
    everybody = list(page.players.values())
    first, later = everybody[:started], everybody[started:]
    order = tuple(player.id for player in first)
    anew = Game().play(Start(tuple(p.name for p in first), game.edition.key, "p1", page.house))
    assert anew.page.order(1) == order
    for number, row in enumerate(page.rows, 1):
        anew = _seated(anew, page, later, number)
        known = tuple(player for player in page.order(number) if player in anew.page.players)
        if row.order and known != anew.page.order(number):
            anew = anew.play(Order(known, number))
        if row.dealer and row.dealer in anew.now.seats:
            anew = anew.play(Dealer(row.dealer, number))
        if row.reshuffled:
            anew = anew.play(Reshuffle(number))
        if row.aside:
            anew = _surely(anew, Aside(row.aside, number))
        for seat in anew.now.seats:
            if seat in row.hands:
                anew = _surely(anew, row.hands[seat])
        penalty = row.penalty
        if penalty and anew.now.status.get(penalty.player) == "flip7" and penalty.against in anew.now.seats:
            anew = tried(anew, penalty)
        if row.closed and row.void:
            # It was whole when it was closed; what was put right since need not be, for it does not count.
            anew = anew.with_entry(Close(number, row.because))
        elif row.closed:
            anew = _surely(anew, Close(number, row.because))
        if row.void:
            anew = anew.play(Void(number, row.because))
    # Somebody may be announced for later than the next round, where a round was opened again since.
    for number in range(page.open + 1, page.open + 5):
        anew = _seated(anew, page, later, number)
    return anew.play(page.end) if game.over else anew


def _seated(anew, page, later, number):
    for player in later:
        if player.id not in anew.page.players and player.spans[:1] and player.spans[0][0] == number:
            around = [p for p in page.order(max(1, number - 1)) if p in anew.page.players or p == player.id]
            before = around[around.index(player.id) - 1]
            # Who comes and goes is not judged here: it may have been announced in another order, or long before.
            anew = anew.with_entry(Join(player.id, player.name, number, player.points, before))
    for player in page.players.values():
        known = anew.page.players.get(player.id)
        if known and known.plays(number) != player.plays(number):
            anew = anew.with_entry((Return if player.plays(number) else Leave)(player.id, number))
    return anew


def _surely(game, entry):
    """The entry, with a reason where it is doubted: which of two clashing hands that is depends on their order."""
    try:
        return game.play(entry)
    except DoubtError:
        if isinstance(entry, Aside):
            return game.with_entry(entry)
        return game.play(replace(entry, because="as it was written"))


def outcome(game):
    """All that a game comes to."""
    rounds = [
        (
            r.dealer,
            set(r.seats),
            dict(r.status),
            dict(r.points),
            dict(r.totals),
            r.standing.game,
            set(r.standing.winners),
        )
        for r in game.rounds
    ]
    return rounds, dict(game.totals), game.over, set(game.winners), game.unfinished
