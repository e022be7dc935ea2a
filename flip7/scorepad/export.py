"""A game to take away: a table for a spreadsheet, the whole log as JSON, and rounds as round records."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

from flip7.cards import VENGEANCE, Card, card
from flip7.engine.choices import Bonus, Choice, Hit, Penalty
from flip7.engine.record import Record, Start, replay
from flip7.engine.table import Status
from flip7.errors import Fault, Flip7Error, NotationError
from flip7.hands import duplicates, toward_seven
from flip7.notation import print_cards
from flip7.scorepad import deck
from flip7.scorepad.codec import FORMAT, from_data, parse, to_data
from flip7.scorepad.entries import Entry
from flip7.scorepad.game import MAX_ENTRIES, Game
from flip7.scorepad.rounds import Round

MAX_FILE = 2_000_000
MAX_FAULTS = 10
COLUMNS = ("round", "player", "dealer", "status", "cards", "typed", "points", "total", "counts", "accepted because")

_ZERO, _UNLUCKY = card("0"), card("U7")


def to_csv(game: Game) -> str:
    """One row for each player and round, in seat order; numbers are numbers, everything else is made safe as text."""
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(COLUMNS)
    for this in game.rounds:
        for seat in this.seats:
            hand = this.row.hands.get(seat)
            if hand is None:
                continue
            cards = print_cards(hand.cards, game.edition) if hand.cards is not None else ""
            texts = (game.name(seat), "yes" if seat == this.dealer else "", this.status[seat], cards, hand.typed)
            points = this.points.get(seat, "")
            counts = "no" if this.row.void else "yes" if this.row.closed else "not yet"
            total = this.totals[seat]
            rows.writerow([this.number, *map(safe, texts), points, total, counts, safe(hand.because)])
    return out.getvalue()


def safe(text: str) -> str:
    """The text with an apostrophe before it where a spreadsheet would take it for a formula.

    >>> safe("=1+1"), safe("Ana")
    ("'=1+1", 'Ana')
    """
    # Some spreadsheets begin a new cell at a semicolon.
    cells = (cell.lstrip()[:1] for cell in text.split(";"))
    formula = any(sign and sign in "=+-@|%" for sign in cells) or text[:1] in ("\t", "\r", "\n")
    return "'" + text.replace(";", ",") if formula else text


def to_json(game: Game) -> str:
    """The whole log; reading it back gives the same game."""
    data = {"flip7": "score pad", "format": FORMAT, "entries": [to_data(entry) for entry in game.log]}
    return json.dumps(data, ensure_ascii=False, indent=1)


def from_json(text: str) -> Game:
    """The game in this text; raises ``Flip7Error`` with a sentence for each fault, and the entry where it is."""
    if len(text) > MAX_FILE:
        raise NotationError([Fault(f"The file has {len(text)} characters; at most {MAX_FILE} are read.")])
    data = parse(text)
    if not isinstance(data, dict) or data.get("flip7") != "score pad":
        raise NotationError([Fault("This is no game of the score pad: it says no “flip7”: “score pad”.")])
    if data.get("format") != FORMAT or isinstance(data.get("format"), bool):
        raise NotationError([Fault(f"“format” must be {FORMAT}.")])
    raw = data.get("entries")
    if not isinstance(raw, list) or not 1 <= len(raw) <= MAX_ENTRIES:
        raise NotationError([Fault(f"“entries” must list 1 to {MAX_ENTRIES} entries.")])
    return _played(_entries(raw))


def _entries(raw: list[object]) -> list[Entry]:
    entries, faults = [], []
    for number, item in enumerate(raw, 1):
        try:
            entries.append(from_data(item))
        except Flip7Error as error:
            faults += [Fault(f"Entry {number}: {fault.message}", fault.rule) for fault in error.faults]
    if faults:
        more = len(faults) - MAX_FAULTS
        rest = [Fault(f"Faults besides these: {more}.")] if more > 0 else []
        raise NotationError([*faults[:MAX_FAULTS], *rest])
    return entries


def _played(entries: list[Entry]) -> Game:
    game = Game()
    for number, entry in enumerate(entries, 1):
        try:
            game = game.play(entry)
        except Flip7Error as error:
            raise type(error)([Fault(f"Entry {number}: {f.message}", f.rule) for f in error.faults]) from error
    return game


def round_record(game: Game, number: int) -> Record | None:
    """A closed round as a record whose replay scores it alike; None where cards are not known or do not allow it.

    The order of the cards is not known, so the record begins where everybody has finished, or before the seventh card
    of the one who flipped seven.
    """
    this = game.rounds[number - 1]
    hands = [this.row.hands.get(seat) for seat in this.seats]
    if not this.complete or this.row.void or any(hand is None or hand.cards is None or hand.because for hand in hands):
        return None
    record = _record(game, this)
    if record is None:
        return None
    try:
        outcome = replay(record).outcome()
    except Flip7Error:
        return None
    scores = dict(zip(record.players, (this.points[seat] for seat in this.seats), strict=True))
    if outcome["scores"] != scores:
        return None
    keys = ("ended", "lines", "status", "scores", "totals")
    return replace(record, expect={key: outcome[key] for key in keys})


def _record(game: Game, this: Round) -> Record | None:
    players = tuple(f"P{seat}" for seat in range(1, len(this.seats) + 1))
    lines: dict[int, tuple[Card, ...]] = {}
    status: dict[int, Status] = {}
    turn = 0
    last: tuple[Card, ...] = ()
    choices: list[Choice] = []
    for at, seat in enumerate(this.seats):
        line = game.edition.sorted(this.row.hands[seat].cards or ())
        word = this.status[seat]
        if word == "flip7":
            seventh = _seventh(game, line)
            if seventh is None:
                return None
            line = tuple(face for face in line if face is not seventh)
            turn, last, word = at, (seventh,), "active"
            choices = _choices(game, this, at, line)
        lines[at], status[at] = line, word or "stayed"
    gone = deck.pile(game.page, this.number)
    before = {seat: this.totals[seat] - this.points[seat] for seat in this.seats}
    return Record(
        game.edition,
        players,
        this.seats.index(this.dealer),
        title=f"Round {this.number}, as it was written on the score pad",
        names={player: game.name(seat) for player, seat in zip(players, this.seats, strict=True)},
        deck=last,
        discard=gone,
        choices=tuple(choices),
        house=game.house,
        start=Start(turn, lines, status, dict(enumerate(before.values()))),
    )


def _choices(game: Game, this: Round, at: int, line: tuple[Card, ...]) -> list[Choice]:
    """What the player says who flips seven: hit, where that is not forced, and in Brutal Mode who loses the 15."""
    vengeance = game.edition is VENGEANCE
    choices: list[Choice] = [] if vengeance and _ZERO in line else [Hit(at)]
    if not (vengeance and game.house.brutal and len(this.seats) > 1):
        return choices
    penalty = this.row.penalty
    if penalty and penalty.player == this.seats[at] and penalty.against in this.seats:
        return [*choices, Penalty(at, this.seats.index(penalty.against))]
    return [*choices, Bonus(at)]


def _seventh(game: Game, line: tuple[Card, ...]) -> Card | None:
    """A number card that can have come as the seventh: without it the line is a possible one with six (V19)."""
    for face in reversed(line):
        rest = [other for other in line if other is not face]
        if face.is_number and face is not _UNLUCKY and toward_seven(rest, game.house) == 6 and not duplicates(rest):
            return face
    return None
