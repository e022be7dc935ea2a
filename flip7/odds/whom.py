"""Whom to hit: what each choice about a drawn card of With a Vengeance does to everybody's points, best first.

Points are those that lie there: what everybody would score if the round ended then. A card that must still be turned
(Just One More, Flip Four) is every card of the deck with its chance. Who is given an action plays it in their own
interest (V26). The best choice is the one that adds most to one's lead over the strongest rival, totals included.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

from flip7.cards import Card, card
from flip7.engine.choices import CardDue, Choice, Decision, Give, Shuffled, ShuffleDue
from flip7.engine.play import do, due
from flip7.engine.table import Flips, GiveAway, Need, Table
from flip7.errors import ImpossibleError
from flip7.hands import SEVEN, copy_faults, duplicates, toward_seven
from flip7.scoring import score

_UNLUCKY, _SEVEN_CARD = card("U7"), card("7")
Points = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Effect:
    """What ``choices`` lead to: the one that is due, and what its receiver then does.

    ``before`` and ``after`` are points by seat. ``bust`` and ``seven`` are seats with the chance (0-1) that they bust
    or flip seven by it. ``gain`` is what it adds to the chooser's lead over the strongest rival, in points.
    """

    choices: tuple[Choice, ...]
    before: Points
    after: Points
    bust: tuple[tuple[int, float], ...]
    seven: tuple[tuple[int, float], ...]
    gain: float


@dataclass(frozen=True, slots=True)
class _End:
    """Points by seat, and the chances to have bust or flipped seven by then."""

    points: Points
    bust: tuple[tuple[int, float], ...] = ()
    seven: tuple[tuple[int, float], ...] = ()


def drawn(table: Table, player: int, face: Card) -> Table:
    """The table in mid-round when ``player`` has just turned ``face`` and says who gets it.

    Raises ``ImpossibleError`` where the deck cannot have it any more.
    """
    faults = [] if table.deck.get(face) else copy_faults({face: table.edition.copies.get(face, 0) + 1}, table.edition)
    if faults:
        raise ImpossibleError(faults)
    deck = {**table.deck, face: table.deck[face] - 1}
    agenda = (GiveAway(player, face),)
    return replace(table, deck=deck, play=(face,), agenda=agenda, phase="offers", dealt=len(table.names), turn=player)


def effects(table: Table, wanted: Decision) -> list[Effect]:
    """Every legal choice with what it does, best first: by lead, own points, what rivals lose, and kept cards."""
    found = [_effect(table, wanted.player, choice) for choice in wanted.options]
    own = wanted.player

    def worth(effect: Effect) -> tuple[float, float, float, bool]:
        first = effect.choices[0]
        return *_worth(table, own, effect.after), isinstance(first, Give) and first.to == own

    return sorted(found, key=worth, reverse=True)


def _worth(table: Table, seat: int, points: Points) -> tuple[float, float, float]:
    """What is best for this seat: the lead, then the own points, then how little the others have."""
    others = sum(value for other, value in enumerate(points) if other != seat)
    return round(_lead(table, seat, points), 9), round(points[seat], 9), -round(others, 9)


def points_now(table: Table) -> Points:
    """What everybody would score if the round ended now, a Flip 7 and its brutal penalty included."""
    if table.result is not None:
        return tuple(map(float, table.result.scores))
    return tuple(_points(table, seat, table.lines[seat]) for seat in table.seats)


def _points(table: Table, seat: int, line: tuple[Card, ...]) -> float:
    busted = table.status[seat] == "busted" or bool(duplicates(line))
    return float(score(line, table.edition, busted=busted, house=table.house).points)


def _lead(table: Table, seat: int, points: Points) -> float:
    standing = [table.totals[other] + points[other] for other in table.seats]
    # Who plays alone has nobody to lead: then their own points count.
    return standing[seat] - max((total for other, total in enumerate(standing) if other != seat), default=0.0)


def _effect(table: Table, player: int, choice: Choice) -> Effect:
    before = points_now(table)
    choices, end = _played(do(table, choice), (choice,), table)
    gain = _lead(table, player, end.points) - _lead(table, player, before)
    return Effect(choices, before, end.points, end.bust, end.seven, gain)


def _played(table: Table, choices: tuple[Choice, ...], start: Table) -> tuple[tuple[Choice, ...], _End]:
    """The receiver carries the card out; then the points as they lie, with the card that comes if one is due."""
    wanted = due(table)
    if isinstance(wanted, Decision) and wanted.asks == "card":
        ways = (_played(do(table, option), (*choices, option), start) for option in wanted.options)
        return max(ways, key=lambda way: _worth(table, wanted.player, way[1].points))
    if isinstance(wanted, ShuffleDue):
        table = do(table, Shuffled())
    match table.agenda[:1]:
        case (Need(seat, "more"),) if isinstance(due(table), CardDue):
            return choices, _turned(table, seat, 1)
        case (Flips(seat, _, left),) if isinstance(due(table), CardDue):
            return choices, _turned(table, seat, left)
    news = [seat for seat in table.seats if table.status[seat] != start.status[seat]]
    bust = tuple((seat, 1.0) for seat in news if table.status[seat] == "busted")
    seven = tuple((seat, 1.0) for seat in news if table.status[seat] == "flip7")
    return choices, _End(points_now(table), bust, seven)


def _turned(table: Table, seat: int, cards: int) -> _End:
    """``seat`` takes so many cards, up to a bust or a Flip 7; modifiers and actions among them stay out of account."""
    mean = bust = seven = 0.0
    for line, busted, chance in _lines(table, seat, cards):
        now = score(line, table.edition, busted=busted, house=table.house)
        mean += chance * now.points
        bust += chance * busted
        seven += chance * now.flip7
    points = tuple(mean if other == seat else value for other, value in enumerate(points_now(table)))
    return _End(points, ((seat, bust),) if bust else (), ((seat, seven),) if seven else ())


def _lines(table: Table, seat: int, cards: int) -> Iterator[tuple[tuple[Card, ...], bool, float]]:
    """Every line that so many cards can lead to, whether it has busted (then without its numbers), and its chance.

    A line that has not busted holds each face at most once, so numbers are bits. Of a state these are the numbers that
    lie there, those drawn before Unlucky 7 swept the line and those drawn since, and how many other cards were drawn.
    """
    line, house, deck_left = table.lines[seat], table.house, table.deck_left
    faces = [face for face in table.edition.cards if face.is_number]
    others = tuple(face for face in line if not face.is_number)
    copies = [table.deck.get(face, 0) for face in faces]
    blanks = deck_left - sum(copies)
    unlucky, plain = 1 << faces.index(_UNLUCKY), 1 << faces.index(_SEVEN_CARD)

    def laid(bits: int, swept: int) -> tuple[Card, ...]:
        return (*(face for at, face in enumerate(faces) if bits >> at & 1), *(() if swept & unlucky else others))

    start = sum(1 << faces.index(face) for face in line if face.is_number)
    states: dict[tuple[int, int, int, int], float] = {(start, 0, 0, 0): 1.0}
    bust: dict[tuple[Card, ...], float] = {}
    for _ in range(cards):
        after: defaultdict[tuple[int, int, int, int], float] = defaultdict(float)
        for (bits, swept, drawn, gone), chance in states.items():
            left = deck_left - swept.bit_count() - drawn.bit_count() - gone
            if not left or toward_seven(laid(bits, swept), house) == SEVEN:
                yield laid(bits, swept), False, chance
                continue
            if blanks > gone:
                after[bits, swept, drawn, gone + 1] += chance * (blanks - gone) / left
            for at, n in enumerate(copies):
                one = 1 << at
                share = chance * (n - (swept >> at & 1) - (drawn >> at & 1)) / left
                if not share:
                    continue
                if one == unlucky:
                    after[one, swept | drawn | one, 0, gone] += share
                elif bits & one or (one == plain and bits & unlucky):
                    lost = laid(0, swept)
                    bust[lost] = bust.get(lost, 0.0) + share
                else:
                    after[bits | one, swept, drawn | one, gone] += share
        states = after
    for (bits, swept, _, _), chance in states.items():
        yield laid(bits, swept), False, chance
    yield from ((lost, True, chance) for lost, chance in bust.items())
