"""What may be written on the pad and what may not, with the reason.

``faults`` are final. ``doubts`` say that something cannot have happened by the rules; with a reason it is written all
the same, and the reason stays in the log.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from flip7.cards import CLASSIC, EDITIONS, Card
from flip7.checker.sheet import Entry as SheetEntry
from flip7.checker.sheet import Sheet, check
from flip7.errors import Fault, Flip7Error, quote
from flip7.hands import copy_faults, may_lie_in_front
from flip7.names import clean_name, clean_reason, in_sentence
from flip7.scorepad.deck import pile, span
from flip7.scorepad.entries import (
    Advice,
    Aside,
    Blank,
    Claim,
    Close,
    Dealer,
    Deed,
    End,
    Hand,
    Join,
    Leave,
    Move,
    Order,
    Penalty,
    PlayOn,
    Rename,
    Reopen,
    Reshuffle,
    Return,
    Settings,
    Start,
    Void,
)
from flip7.scorepad.moves import ways
from flip7.scorepad.page import Page, Row, write
from flip7.scorepad.rounds import Round, is_over, points_of, status_of
from flip7.scorepad.typed import MAX_POINTS, read_sum

MAX_SEATS = 18
MAX_PLAYERS = 60
MAX_ROUNDS = 200


class DoubtError(Flip7Error):
    """By the rules this cannot have happened; with a reason it is written all the same."""


def tidy(entry: Deed) -> Deed:
    """The entry with names and reasons fit to be shown; raises ``NotationError`` for a name that cannot be."""
    match entry:
        case Start(names=names):
            return replace(entry, names=tuple(clean_name(name) for name in names))
        case Join(name=name) | Rename(name=name):
            return replace(entry, name=clean_name(name))
        case Hand() | Close() | Void() | End():
            return replace(entry, because=clean_reason(entry.because))
    return entry


def faults(page: Page, rounds: Sequence[Round], entry: Deed) -> list[Fault]:
    """Everything for which this entry cannot be written at all."""
    return [Fault(*found) if isinstance(found, tuple) else Fault(found) for found in _faults(page, rounds, entry)]


def _faults(page: Page, rounds: Sequence[Round], entry: Deed) -> Iterator[str | tuple[str, str]]:
    if isinstance(entry, Start):
        yield from _start(entry)
        return
    unknown = [player for player in _named(entry) if player not in page.players]
    if unknown and not isinstance(entry, Join):
        yield f"Nobody at this table has the id {quote(unknown[0])}."
        return
    latest = page.open + isinstance(entry, Join | Leave | Return)
    number = getattr(entry, "round", 1)
    if not 1 <= number <= latest:
        yield f"There is no round {number} yet; round {page.open} is open."
        return
    match entry:
        case Join():
            yield from _join(page, entry)
        case Rename(player=player, name=name):
            yield from _twice([name, *(p.name for p in page.players.values() if p.id != player)])
        case Leave():
            yield from _leave(page, entry)
        case Return(player=player):
            yield from _return(page, entry)
        case Order(players=order):
            if sorted(order) != sorted(page.order(page.open)):
                yield "A new order names every player once."
        case Dealer(player=player, round=number):
            if player not in rounds[number - 1].seats:
                yield f"{page.said(player)} does not play in round {number}, so somebody else deals."
        case Hand():
            yield from _hand(page, rounds, entry)
        case Blank(player=player, round=number):
            if number != page.open:
                yield f"Round {number} is closed: every player in it has a score. Put the score right instead."
            elif player not in page.row(number).hands:
                yield f"{page.said(player)} has nothing written in round {number}."
        case Penalty():
            yield from _penalty(page, rounds, entry)
        case Aside(cards=cards):
            yield from _cards(page, cards)
        case Move():
            yield from _move(page, rounds, entry)
        case Close():
            yield from _close(page, rounds, entry)
        case Reopen(round=number):
            if number != page.open - 1:
                yield "Only the round closed last can be opened again. Every other can be put right as it is."
            elif page.row(page.open) != Row():
                yield f"Round {page.open} has begun. Put round {number} right as it is."
        case Void(round=number, happened=happened):
            if not page.row(number).closed:
                yield f"Round {number} does not count yet."
            elif page.row(number).void == happened:
                yield f"Round {number} {'is void' if happened else 'counts'} already."
        case End():
            yield from _end(page, rounds)
        case PlayOn():
            if page.end is None:
                yield "The game has not been ended."
        case Advice(shown):
            if page.advice == shown:
                yield f"Chances are {'shown' if shown else 'hidden'} already."
        case Settings() | Reshuffle():
            pass


def claim_faults(page: Page, entry: Claim) -> list[Fault]:
    """Why this phone cannot enter this player's cards."""
    if entry.player not in page.players:
        return [Fault(f"Nobody at this table has the id {quote(entry.player)}.")]
    if not re.fullmatch("[a-z0-9]{0,16}", entry.phone):
        return [Fault("The mark of a phone is at most 16 small letters and digits.")]
    return []


def _named(entry: Deed) -> tuple[str, ...]:
    """The players that an entry is about."""
    match entry:
        case Order(players=players):
            return players
        case Penalty(player=player, against=against):
            return (player, against) if against else (player,)
        case Move(player=player, to=to):
            return tuple(filter(None, (player, to)))
    about = getattr(entry, "player", None)
    return () if about is None else (about,)


def _start(entry: Start) -> Iterator[str | tuple[str, str]]:
    if not 1 <= len(entry.names) <= MAX_SEATS:
        yield f"A game has 1 to {MAX_SEATS} players; these are {len(entry.names)}.", "R4"
    yield from _twice(entry.names)
    if entry.edition not in EDITIONS:
        yield f"There is no game {quote(entry.edition)}."
    if entry.dealer not in [f"p{seat}" for seat in range(1, len(entry.names) + 1)]:
        yield "One of the players deals first.", "R6"


def _twice(names: Sequence[str]) -> Iterator[str]:
    counts = Counter(name.casefold() for name in names)
    for name in names:
        if counts.pop(name.casefold(), 0) > 1:
            yield f"There are two players called {in_sentence(name)}. Call one of them something else."


def _join(page: Page, entry: Join) -> Iterator[str | tuple[str, str]]:
    if entry.round < page.open:
        yield f"Round {entry.round} is closed: a late joiner plays from round {page.open} on."
    if entry.player != f"p{len(page.players) + 1}":
        yield f"The next player's id is p{len(page.players) + 1}, not {quote(entry.player)}."
    if entry.after and entry.after not in page.players:
        yield f"Nobody at this table has the id {quote(entry.after)}."
    if abs(entry.points) > MAX_POINTS:
        yield f"A late joiner begins with at most {MAX_POINTS} points."
    if len(page.players) >= MAX_PLAYERS:
        yield f"A game has at most {MAX_PLAYERS} players, those who left among them."
    yield from _full(page, entry.round)
    yield from _twice([entry.name, *(player.name for player in page.players.values())])


def _full(page: Page, round: int) -> Iterator[tuple[str, str]]:
    if sum(player.plays(round) for player in page.players.values()) >= MAX_SEATS:
        yield f"All {MAX_SEATS} seats are taken.", "R4"


def _leave(page: Page, entry: Leave) -> Iterator[str]:
    name = page.said(entry.player)
    if not page.players[entry.player].plays(entry.round) or entry.round < page.open:
        yield f"{name} cannot leave from round {entry.round} on."
    elif any(entry.player in row.hands for row in page.rows[entry.round - 1 :]):
        yield f"{name} has a score in round {entry.round}, so {name} can leave after it."
    elif not all(_others(page, entry.player, number) for number in range(entry.round, page.open + 2)):
        yield f"{name} is the only one left."


def _others(page: Page, player: str, round: int) -> bool:
    """Whether anybody else plays this round."""
    return any(other.plays(round) for other in page.players.values() if other.id != player)


def _return(page: Page, entry: Return) -> Iterator[str | tuple[str, str]]:
    spans = page.players[entry.player].spans
    if spans and (spans[-1][1] is None or spans[-1][1] > entry.round):
        yield f"{page.said(entry.player)} plays already."
    elif entry.round < page.open:
        yield f"Round {entry.round} is closed: who comes back plays from round {page.open} on."
    yield from _full(page, entry.round)


def _cards(page: Page, cards: Sequence[Card]) -> Iterator[str]:
    if len(cards) > page.edition.size:
        yield f"These are {len(cards)} cards; the deck has {page.edition.size}."
    for face in dict.fromkeys(cards):
        if face not in page.edition.copies:
            yield f"{face.code} is no card of {page.edition.title}."


def _hand(page: Page, rounds: Sequence[Round], entry: Hand) -> Iterator[str | tuple[str, str]]:
    name = page.said(entry.player)
    if entry.player not in rounds[entry.round - 1].seats:
        yield f"{name} does not play in round {entry.round}."
    if entry.round == page.open and is_over(page, rounds):
        yield "The game is over. To go on after all, choose to play on."
    if entry.cards is None and entry.points is None:
        yield f"{name} has neither cards nor points: a blank is not a 0."
    elif entry.cards is not None and entry.points is not None and not entry.because:
        yield f"{name} has cards and a typed number: give one of the two."
    elif entry.cards is None and entry.status == "active":
        yield f"{name} has a typed number, which is final: say how the round ended for {name}."
    if entry.points is not None and abs(entry.points) > MAX_POINTS:
        yield f"At most {MAX_POINTS} points can be written for one round."
    if entry.typed:
        yield from _typed(page, entry)
    wrong = [*_cards(page, entry.cards or ())]
    yield from wrong
    if entry.because and not wrong and points_of(entry, page.edition, page.house) is None:
        yield "By the rules these cards have no score. Type how many points they count."


def _move(page: Page, rounds: Sequence[Round], entry: Move) -> Iterator[str | tuple[str, str]]:
    wrong = [*_cards(page, entry.cards)]
    yield from wrong
    if page.edition is CLASSIC:
        yield f"In {page.edition.title} no card moves from one player to another."
    if entry.player == entry.to or len(entry.cards) not in (1, 2 if entry.player and entry.to else 1):
        yield "One card moves to somebody else, or two cards of two players change places.", "V29"
    elif not wrong and page.edition is not CLASSIC:
        if entry.round == page.open and is_over(page, rounds):
            yield "The game is over. To go on after all, choose to play on."
        for face, giver, taker in ways(entry):
            yield from _leaves(page, entry, face, giver)
            yield from _comes(page, rounds, entry, face, taker)


def _leaves(page: Page, entry: Move, face: Card, giver: str) -> Iterator[str | tuple[str, str]]:
    """Why this card cannot leave whoever has it."""
    if not giver:
        return
    hand = page.row(entry.round).hands.get(giver)
    if hand is None or face not in (hand.cards or ()):
        yield f"No {page.edition.name(face)} lies in front of {page.said(giver)}."
    elif hand.points is not None:
        yield f"{page.said(giver)} has points that the table has settled: nothing moves from there."
    elif status_of(hand, page.house) == "busted":
        yield f"{page.said(giver)} is busted: these cards are out of play.", "V9"


def _comes(page: Page, rounds: Sequence[Round], entry: Move, face: Card, taker: str) -> Iterator[str | tuple[str, str]]:
    """Why this card cannot come to whoever gets it."""
    if not taker:
        return
    name, hand = page.said(taker), page.row(entry.round).hands.get(taker)
    if taker not in rounds[entry.round - 1].seats:
        yield f"{name} does not play in round {entry.round}."
    if not may_lie_in_front(face):
        yield f"{page.edition.name(face)} lies in front of nobody: it is played at once and then discarded.", "V25"
    if hand is not None and hand.points is not None:
        yield f"{name} has a typed number, which is final: no card comes there."
    elif hand is not None and status_of(hand, page.house) == "busted":
        if face.is_number or len(entry.cards) > 1:
            yield f"{name} is busted and gets no more cards.", "V8"
        elif not page.house.brutal:
            yield f"{name} is busted: only in Brutal Mode may a modifier be given there.", "V39"


def _typed(page: Page, entry: Hand) -> Iterator[str | tuple[str, str]]:
    try:
        points = read_sum(entry.typed, page.edition, page.house)
    except Flip7Error as error:
        fault = error.faults[0]
        yield (fault.message, fault.rule) if fault.rule else fault.message
        return
    if points != entry.points:
        yield f"{quote(entry.typed)} is {points}, not {entry.points}."


def _penalty(page: Page, rounds: Sequence[Round], entry: Penalty) -> Iterator[str | tuple[str, str]]:
    this = rounds[entry.round - 1]
    if page.edition is CLASSIC or not page.house.brutal:
        yield "Only in Brutal Mode does a Flip 7 take 15 from somebody else.", "V40"
    elif this.status.get(entry.player) != "flip7":
        yield f"{page.said(entry.player)} has not flipped seven in round {entry.round}.", "V40"
    elif entry.against == entry.player:
        yield "The 15 are taken from another player.", "V40"
    elif entry.against and entry.against not in this.seats:
        yield f"{page.said(entry.against)} does not play in round {entry.round}.", "V40"


def _close(page: Page, rounds: Sequence[Round], entry: Close) -> Iterator[str | tuple[str, str]]:
    this = rounds[-1]
    if entry.round != page.open:
        yield f"Round {entry.round} is closed already."
        return
    if is_over(page, rounds):
        yield "The game is over. To go on after all, choose to play on."
    if entry.round >= MAX_ROUNDS:
        yield f"A game has at most {MAX_ROUNDS} rounds."
    if this.missing:
        one = len(this.missing) == 1
        yield f"{_names(page, this.missing)} {'has' if one else 'have'} no score yet: a blank is not a 0."
    if this.playing:
        one = len(this.playing) == 1
        who = f"{_names(page, this.playing)} {'is' if one else 'are'} still in, and nobody flipped seven"
        yield f"{who}: the round is not over.", "R44" if page.edition is CLASSIC else "V11"


def _names(page: Page, players: Sequence[str]) -> str:
    names = [page.said(player) for player in players]
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _end(page: Page, rounds: Sequence[Round]) -> Iterator[str]:
    if is_over(page, rounds):
        yield "The game is over already."
    if page.open == 1:
        yield "No round has been played."
    if page.row(page.open).hands:
        yield f"Round {page.open} has begun: close it first."
    for this in rounds[:-1]:
        if not this.complete:
            yield f"Round {this.number} lacks the score of {_names(page, (*this.missing, *this.playing))}."


def doubts(page: Page, rounds: Sequence[Round], entry: Deed) -> list[Fault]:
    """Everything that by the rules cannot have happened if this entry is true."""
    match entry:
        case Hand(round=number) | Aside(round=number) | Move(round=number):
            after = write(page, entry)
            before = {*_problems(page, number), *_copies(page, number)}
            found = [*_problems(after, number), *_copies(after, number)]
            return [fault for fault in dict.fromkeys(found) if fault not in before]
        case Close(round=number):
            accepted = {page.said(player) for player, hand in page.row(number).hands.items() if hand.because}
            sheet = _sheet(page, number)
            problems = (problem for problem in check(sheet).problems if not accepted & {*problem.players})
            return [Fault(problem.message, problem.rule) for problem in problems]
        case End():
            classic = page.edition is CLASSIC
            match rounds[-2].standing.game:
                case "tie-break":
                    tied = rounds[-2].standing.winners
                    who = "the tied players play" if page.house.tie == "tied-only" else "everybody plays"
                    what = f"{_names(page, tied)} are tied at the top with {rounds[-2].totals[tied[0]]} points"
                    return [Fault(f"{what}, so {who} another round.", "R53" if classic else "V13")]
                case "goes-on":
                    what = f"Nobody has {page.house.target} points yet"
                    return [Fault(f"{what}.", "R51" if classic else "V13")]
    return []


def _problems(page: Page, number: int) -> list[Fault]:
    """What cannot be in this round as it is written."""
    return [Fault(problem.message, problem.rule) for problem in check(_sheet(page, number)).problems]


def _sheet(page: Page, number: int) -> Sheet:
    """The round as a score sheet. In the open round nobody is asked yet why they are still in."""
    row = page.row(number)
    rows = []
    for player, hand in row.hands.items():
        status = status_of(hand, page.house)
        said = None if status == "" or (status == "active" and not row.closed) else status
        rows.append(SheetEntry(page.said(player), hand.cards, said, None if hand.cards is not None else hand.points))
    against = row.penalty.against if row.penalty else ""
    return Sheet(page.edition, tuple(rows), pile(page, number), page.house, page.said(against) if against else "")


def _copies(page: Page, number: int) -> list[Fault]:
    """More copies than the deck has, over the later rounds that were dealt from the same deck (R47)."""
    last = span(page, number)[-1]
    if last == number:
        return []
    table = [face for hand in page.row(last).hands.values() for face in hand.cards or ()]
    found = copy_faults(Counter([*pile(page, last), *table]), page.edition)
    since = f"Rounds {span(page, number)[0]} to {last} are dealt from one deck"
    return [Fault(f"{since}: {fault.message}", fault.rule) for fault in found]
