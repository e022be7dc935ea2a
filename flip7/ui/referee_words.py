"""What the referee says: what is due, what has just happened, how the round ended. Plain text, names as they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flip7.cards import CLASSIC, card
from flip7.checker.words import signs
from flip7.engine.choices import Bonus, Choice, Decision, Exchange, Give, Hit, Penalty, Remove, ShuffleDue, Stay, Take
from flip7.engine.events import Event
from flip7.engine.play import due
from flip7.engine.table import Flips, Need, Result, Table
from flip7.engine.telling import tell
from flip7.scoring import Score, score
from flip7.ui.referee_game import Game
from flip7.ui.referee_state import RefereeState

Told = tuple[str, tuple[str, ...]]
"""A sentence and the rules behind it."""

_WHY = {"deal": "opening deal", "more": "Just One More"}
_SECOND_CHANCE, _STEAL, _SWAP = card("SC"), card("ST"), card("SW")


def and_list(words: Sequence[str]) -> str:
    """``Ana, Ben and Cleo``."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def ask(state: RefereeState) -> str:
    """What is due, in big words."""
    table = state.table
    wanted = due(table)
    if wanted is None:
        return headline(state.game)
    who = table.names[wanted.player]
    match wanted:
        case Decision(_, "hit-or-stay"):
            return f"{who}: hit or stay?"
        case Decision(_, "bonus"):
            return f"{who}: +15, or −15 for somebody?"
        case Decision(_, "card", _, face) if face is _SWAP:
            if state.pick:
                seat, picked = state.pick
                return f"{who}: swap {whose(table, wanted.player, seat)} {table.edition.name(picked)} with which card?"
            return f"{who}: swap which card first?"
        case Decision(_, "card", _, face):
            return f"{who}: {'steal' if face is _STEAL else 'discard'} which card?"
        case Decision(_, _, _, face) if face:
            return f"{who}: who gets the {table.edition.name(face)}?"
        case ShuffleDue():
            return "Shuffle the discard pile"
    return f"Turn a card for {who}"


def ask_why(game: Game) -> str:
    """The small line under the big words: the round, and why it is asked."""
    table = game.table
    words = [f"Round {game.round}"]
    wanted = due(table)
    match table.agenda:
        case (Need(_, why), *_):
            words.append(_WHY.get(why, ""))
        case (Flips(_, face, left, _), *_) if left:
            words.append(f"{table.edition.name(face)}: {left} to go")
    match wanted:
        case ShuffleDue(player):
            words.append(f"the deck is empty and {table.names[player]} takes a card")
        case Decision(player, "hit-or-stay"):
            points = points_of(table, player).points
            words.append(f"to stay now is worth {signs(points)} point{'' if points == 1 else 's'}")
    return " · ".join(filter(None, words))


def points_of(table: Table, seat: int) -> Score:
    """What lies in front of this seat, scored as it would be now."""
    return score(
        table.lines[seat],
        table.edition,
        busted=table.status[seat] == "busted",
        house=table.house,
        gives_penalty=table.penalty is not None and table.status[seat] == "flip7",
        penalised=table.penalty == seat,
    )


def happened(state: RefereeState) -> list[Told]:
    """The events of the last input that say more than the big words do."""
    events = state.game.moments[-1].events
    names, edition = state.table.names, state.table.edition
    return [(tell(event, edition, names), event.rules) for event in _telling(events)]


def _telling(events: Iterable[Event]) -> Iterable[Event]:
    """Leaves out what the page says elsewhere: offers and deals in big words, scores in a table, and where a card that
    is turned for a player lies then."""
    before: Event | None = None
    for event in events:
        kept_as_drawn = event.kind == "keep" and before is not None and before.kind == "draw"
        if event.kind not in ("offer", "deal", "hit", "scored") and not (
            kept_as_drawn and event.card is not _SECOND_CHANCE
        ):
            yield event
        before = event


def whose(table: Table, player: int, seat: int) -> str:
    """``my`` or ``Cleo's``, as ``player`` says it."""
    return "my" if player == seat else f"{table.names[seat]}'s"


def answer(table: Table, choice: Choice) -> str:
    """A choice as a player says it: ``Freeze to Ben``, ``take 7 from Cleo``, ``swap my 10 with Cleo's minus 4``."""
    name, names, player = table.edition.name, table.names, choice.player
    match choice:
        case Hit():
            return "Hit"
        case Stay():
            return "Stay"
        case Give(_, face, to):
            return f"{name(face)} to {names[to]}"
        case Take(_, face, owner):
            return f"take {name(face)} from {names[owner]}"
        case Remove(_, face, owner):
            return f"discard {whose(table, player, owner)} {name(face)}"
        case Exchange(_, face, owner, other_face, other):
            one, two = whose(table, player, owner), whose(table, player, other)
            return f"swap {one} {name(face)} with {two} {name(other_face)}"
        case Bonus():
            return f"+15 for {names[player]}"
        case Penalty(_, to):
            return f"−15 for {names[to]}"


def headline(game: Game) -> str:
    """How the round ended, in one breath."""
    table, result = game.table, game.table.result
    assert result
    if result.game == "over":
        winners = and_list([table.names[seat] for seat in result.winners])
        alone = len(result.winners) == 1
        top = max(result.totals)
        return f"{winners} wins with {top}" if alone else f"{winners} win together with {top}"
    leaders, top = _leaders(table, result), max(result.totals)
    if result.game == "tie-break":
        return f"A tie: {leaders} at {top}"
    return f"Round over: {leaders} {'lead' if result.totals.count(top) > 1 else 'leads'} with {top}"


def _leaders(table: Table, result: Result) -> str:
    return and_list([table.names[seat] for seat in table.seats if result.totals[seat] == max(result.totals)])


def outcome(game: Game) -> list[Told]:
    """Who leads, whether the game goes on, and who deals."""
    table, result = game.table, game.table.result
    assert result
    classic = table.edition is CLASSIC
    target, leaders = table.house.target, _leaders(table, result)
    goes_on, most, tie = ("R51", "R52", "R53") if classic else ("V13", "V13", "V13")
    said: list[Told] = []
    if result.game == "over":
        if len(result.winners) > 1:
            said.append((f"{leaders} share the highest total, and at this table they win together.", (tie,)))
        else:
            words = f"The game is over: somebody has {target} or more, and {leaders} has the most."
            said.append((words, (most,)))
        return said
    if result.game == "tie-break":
        who = "only they play" if table.house.tie == "tied-only" else "everyone plays"
        said.append((f"{leaders} tie at the top, so {who} another round.", (tie,)))
    else:
        said.append((f"Nobody has {target} yet: the game goes on.", (goes_on,)))
    if result.next_dealer is not None:
        next_dealer = table.names[result.next_dealer]
        said.append((f"{next_dealer} deals next; the deck stays as it is.", ("R6", "R47") if classic else ("V12",)))
    return said


def spoken(state: RefereeState) -> str:
    """Everything new in one breath, for screen readers."""
    told = happened(state)
    if state.table.result:
        told = [*told, *outcome(state.game)]
    return " ".join(filter(None, (state.note, *(words for words, _ in told), ask(state))))
