"""A round record from its text, with every fault at once (contract, part 2)."""

from __future__ import annotations

import difflib
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, cast, get_args

from flip7.cards import CLASSIC, EDITIONS, Card, Edition
from flip7.engine.choices import Asks, Choice
from flip7.engine.record import Record, Start
from flip7.engine.sayings import understand
from flip7.engine.table import Status
from flip7.errors import Fault, Flip7Error, ImpossibleError, NotationError, quote
from flip7.hands import SEVEN, copy_faults, hand_faults, toward_seven
from flip7.names import MAX_NAME
from flip7.notation import print_cards, read_cards
from flip7.rulebook import RULES, STANDARD, House, read_house

MAX_RECORD = 200_000
MAX_PLAYERS = 18
MAX_CHOICES = 2000
MAX_KEY_PARTS = 100
MAX_FAULTS = 20

_KEYS = (
    "format", "edition", "title", "rules", "players", "names", "dealer", "deck", "deck_ends", "discard", "reshuffle",
    "choices", "house", "start", "expect",
)  # fmt: skip
_START_KEYS = ("turn", "lines", "status", "totals")
_EXPECT_KEYS = (
    "ended", "turn", "asks", "lines", "status", "discard", "deck_left", "scores", "totals", "game", "winner",
    "next_dealer", "error",
)  # fmt: skip
_START_STATUS = ("active", "stayed", "frozen", "busted")
_GAMES = ("goes-on", "over", "tie-break")

T = TypeVar("T")


def read_toml(text: str, what: str) -> dict[str, Any]:
    """The table in a TOML text; raises ``NotationError`` where it is none, or too long."""
    if len(text) > MAX_RECORD:
        raise NotationError([Fault(f"The {what} has {len(text)} characters; at most {MAX_RECORD} are read.")])
    if any(line.split("=", 1)[0].count(".") > MAX_KEY_PARTS for line in text.splitlines()):
        # The parser's time grows with the square of a dotted key's parts.
        raise NotationError([Fault(f"The {what} has a key of more than {MAX_KEY_PARTS} parts.")])
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        reason = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "it is nested or sized beyond reason"
        raise NotationError([Fault(f"The {what} is not TOML: {reason}.")]) from error


class Reader:
    """Takes values of the right kind out of a table and collects a fault for each that is not."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def fault(self, message: str, rule: str | None = None) -> None:
        """Note one fault."""
        self.faults.append(Fault(message, rule))

    def keys(self, table: Mapping[str, Any], known: Sequence[str], where: str) -> None:
        """A fault for each key that is not listed."""
        for key in table:
            if key not in known:
                near = difflib.get_close_matches(key[:MAX_NAME], known, n=1)
                hint = f" Did you mean “{near[0]}”?" if near else ""
                self.fault(f"{quote(key)} is not a key of {where}.{hint}")

    def value(self, table: Mapping[str, Any], key: str, kind: type[T], default: T, words: str) -> T:
        """The value of ``key``, which must be of this kind."""
        value = table.get(key, default)
        if isinstance(value, kind) and (kind is not int or not isinstance(value, bool)):
            return value
        self.fault(f"“{key}” must be {words}.")
        return default

    def words(self, table: Mapping[str, Any], key: str) -> str:
        """The text of ``key``, which must say something."""
        words = self.value(table, key, str, "", "text")
        if not words.strip():
            self.fault(f"“{key}” must say something.")
        return words

    def table(self, table: Mapping[str, Any], key: str) -> dict[str, Any]:
        """A table inside a table."""
        return self.value(table, key, dict, {}, "a table")

    def cards(self, text: object, where: str, edition: Edition) -> tuple[Card, ...]:
        """Cards written as text."""
        if not isinstance(text, str):
            self.fault(f'“{where}” must be cards as text, such as "3 8 +4".')
            return ()
        try:
            return read_cards(text, edition)
        except NotationError as error:
            for fault in error.faults:
                self.fault(f"{where}: {fault.message}", fault.rule)
            return ()

    def by_player(
        self, table: Mapping[str, Any], key: str, players: Sequence[str], read: Callable[[Any, str], T]
    ) -> dict[str, T]:
        """A value for each of some players."""
        values = {}
        for name, value in self.table(table, key).items():
            if name in players:
                values[name] = read(value, f"{key} of {name}")
            else:
                self.fault(f"“{key}” names {quote(name)}, who is none of the players.")
        return values

    def one_of(self, value: object, allowed: Sequence[str], where: str) -> str:
        """One word of several."""
        if isinstance(value, str) and value in allowed:
            return value
        self.fault(f"“{where}” must be one of {', '.join(allowed)}.")
        return allowed[0]

    def number(self, value: object, where: str) -> int:
        """A whole number of a size that a game can reach."""
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= 1_000_000:
            return value
        self.fault(f"“{where}” must be a whole number.")
        return 0

    def edition(self, table: Mapping[str, Any]) -> Edition:
        """The edition, required."""
        key = table.get("edition")
        if isinstance(key, str) and key in EDITIONS:
            return EDITIONS[key]
        self.fault("“edition” must be “classic” or “vengeance”.")
        return CLASSIC

    def house(self, table: Mapping[str, Any]) -> House:
        """The house rules; those of the other edition are accepted and ignored."""
        try:
            return read_house(self.table(table, "house"))
        except NotationError as error:
            self.faults.extend(error.faults)
            return STANDARD

    def names(self, value: object, where: str) -> tuple[str, ...]:
        """Names of 1 to 18 players, one word each."""
        if not isinstance(value, list) or not 1 <= len(value) <= MAX_PLAYERS:
            self.fault(f"“{where}” must list 1 to {MAX_PLAYERS} names.", "R4")
            return ("Ana",)
        for name in value:
            if not isinstance(name, str) or not name.isprintable() or len(name.split()) != 1 or name != name.strip():
                self.fault(f"{quote(str(name))} in “{where}” must be one word.")
            elif len(name) > MAX_NAME:
                self.fault(f"{quote(name)} in “{where}” is longer than {MAX_NAME} characters.")
        names = tuple(str(name) for name in value)
        twice = [name for name, n in Counter(names).items() if n > 1]
        if twice:
            self.fault(f"{quote(twice[0])} stands twice in “{where}”.")
        return names

    def done(self) -> None:
        """Raise what has been collected, if anything."""
        if self.faults:
            rules = any(fault.rule for fault in self.faults)
            faults = list(dict.fromkeys(self.faults))
            more = len(faults) - MAX_FAULTS
            rest = [Fault(f"Faults besides these: {more}.")] if more > 0 else []
            raise (ImpossibleError if rules else NotationError)([*faults[:MAX_FAULTS], *rest])


def read_record(text: str) -> Record:
    """The record that this text writes; raises ``NotationError`` or ``ImpossibleError`` with every fault."""
    return record_from(read_toml(text, "record"))


def record_from(raw: Mapping[str, Any]) -> Record:
    """The record in a table of TOML, which may lie inside a larger file; raises as ``read_record`` does."""
    reader = Reader()
    reader.keys(raw, _KEYS, "a round record")
    if type(raw.get("format")) is not int or raw["format"] != 1:
        reader.fault("“format” must be 1.")
    edition = reader.edition(raw)
    players = reader.names(raw.get("players"), "players")
    dealer = reader.value(raw, "dealer", str, players[-1], "one of the players")
    if dealer not in players:
        reader.fault(f"“dealer” is {quote(dealer)}, who is none of the players.", "R6")
        dealer = players[-1]
    record = Record(
        edition,
        players,
        players.index(dealer),
        title=reader.value(raw, "title", str, "", "text"),
        rules=_rules(reader, raw),
        names=reader.by_player(raw, "names", players, lambda value, where: _shown(reader, value, where)),
        deck=reader.cards(raw.get("deck", ""), "deck", edition),
        deck_ends=reader.value(raw, "deck_ends", bool, False, "true or false"),
        discard=reader.cards(raw.get("discard", ""), "discard", edition),
        reshuffle=_reshuffle(reader, raw, edition),
        choices=_choices(reader, raw, players, edition),
        house=reader.house(raw),
        start=_start(reader, raw, players, edition) if "start" in raw else None,
        expect=_expect(reader, raw, players, edition),
    )
    _possible(reader, record)
    reader.done()
    return record


def _shown(reader: Reader, value: object, where: str) -> str:
    if isinstance(value, str) and value.strip() and len(value) <= 2 * MAX_NAME:
        return value
    reader.fault(f"“{where}” must be text of at most {2 * MAX_NAME} characters.")
    return ""


def _rules(reader: Reader, raw: Mapping[str, Any]) -> tuple[str, ...]:
    numbers = reader.value(raw, "rules", list, [], "a list of rule numbers")
    for number in numbers:
        if not isinstance(number, str) or number not in RULES:
            reader.fault(f"{quote(str(number))} in “rules” is not the number of a rule.")
    return tuple(str(number) for number in numbers)


def _reshuffle(reader: Reader, raw: Mapping[str, Any], edition: Edition) -> tuple[tuple[Card, ...], ...]:
    piles = raw.get("reshuffle", "")
    if isinstance(piles, str):
        piles = [piles] if piles.strip() else []
    if not isinstance(piles, list) or len(piles) > MAX_CHOICES:
        reader.fault("“reshuffle” must be cards as text, or a list of such texts.")
        return ()
    return tuple(reader.cards(pile, "reshuffle", edition) for pile in piles)


def _choices(reader: Reader, raw: Mapping[str, Any], players: Sequence[str], edition: Edition) -> tuple[Choice, ...]:
    texts = reader.value(raw, "choices", list, [], "a list of choices")
    if len(texts) > MAX_CHOICES:
        reader.fault(f"“choices” lists {len(texts)} choices; at most {MAX_CHOICES} are read.")
        return ()
    choices = []
    for at, text in enumerate(texts, 1):
        if not isinstance(text, str):
            reader.fault(f"Choice {at} must be text.")
            continue
        try:
            choices.append(understand(text, players, edition))
        except Flip7Error as error:
            reader.fault(f"Choice {at} (“{_short(text)}”): {error.message}", error.rule)
    return tuple(choices)


def _short(text: str) -> str:
    return quote(text)[1:-1]


def _start(reader: Reader, raw: Mapping[str, Any], players: Sequence[str], edition: Edition) -> Start:
    table = reader.table(raw, "start")
    reader.keys(table, _START_KEYS, "[start]")
    turn = reader.value(table, "turn", str, players[0], "one of the players")
    if turn not in players:
        reader.fault(f"“turn” in [start] is {quote(turn)}, who is none of the players.")
        turn = players[0]
    lines = reader.by_player(table, "lines", players, lambda value, where: reader.cards(value, where, edition))
    status = reader.by_player(
        table, "status", players, lambda value, where: cast(Status, reader.one_of(value, _START_STATUS, where))
    )
    totals = reader.by_player(table, "totals", players, reader.number)
    seat = players.index
    return Start(
        seat(turn),
        {seat(name): line for name, line in lines.items()},
        {seat(name): word for name, word in status.items()},
        {seat(name): total for name, total in totals.items()},
    )


def _expect(reader: Reader, raw: Mapping[str, Any], players: Sequence[str], edition: Edition) -> dict[str, object]:
    table = reader.table(raw, "expect")
    reader.keys(table, _EXPECT_KEYS, "[expect]")

    def cards(value: object, where: str) -> str:
        return print_cards(reader.cards(value, where, edition), edition)

    def player(key: str) -> str:
        name = reader.value(table, key, str, "", "the name of a player, or empty")
        if name and name not in players:
            reader.fault(f"“{key}” in [expect] is {quote(name)}, who is none of the players.")
        return name

    readers: dict[str, Callable[[], object]] = {
        "ended": lambda: reader.value(table, "ended", bool, False, "true or false"),
        "turn": lambda: player("turn"),
        "asks": lambda: reader.one_of(table["asks"], ("", *get_args(Asks)), "asks"),
        "lines": lambda: reader.by_player(table, "lines", players, cards),
        "status": lambda: reader.by_player(
            table, "status", players, lambda value, where: reader.one_of(value, get_args(Status), where)
        ),
        "discard": lambda: cards(table["discard"], "discard"),
        "deck_left": lambda: reader.number(table["deck_left"], "deck_left"),
        "scores": lambda: reader.by_player(table, "scores", players, reader.number),
        "totals": lambda: reader.by_player(table, "totals", players, reader.number),
        "game": lambda: reader.one_of(table["game"], ("", *_GAMES), "game"),
        "winner": lambda: _winners(reader, table, players),
        "next_dealer": lambda: player("next_dealer"),
        "error": lambda: reader.one_of(table["error"], ("", *RULES), "error"),
    }
    return {key: readers[key]() for key in table if key in readers}


def _winners(reader: Reader, table: Mapping[str, Any], players: Sequence[str]) -> str:
    """Names in the order of the seats."""
    names = reader.value(table, "winner", str, "", "names separated by spaces").split()
    for name in names:
        if name not in players:
            reader.fault(f"“winner” in [expect] names {quote(name)}, who is none of the players.")
    return " ".join(player for player in players if player in names)


def _possible(reader: Reader, record: Record) -> None:
    """Whether all the cards can lie where the record puts them."""
    start = record.start or Start()
    lying = [card for line in start.lines.values() for card in line]
    reader.faults += copy_faults(Counter([*record.deck, *record.discard, *lying]), record.edition)
    for seat, line in start.lines.items():
        status = start.status.get(seat, "active")
        where = f"The line of {record.players[seat]}"
        for fault in hand_faults(
            line, record.edition, busted=status == "busted", frozen=status == "frozen", house=record.house
        ):
            reader.fault(f"{where}: {fault.message}", fault.rule)
        if toward_seven(line, record.house) == SEVEN and status != "busted":
            rule = "R41" if record.edition is CLASSIC else "V11"
            reader.fault(f"{where} has seven already: the round would be over.", rule)
        if status == "active" and any(card.code == "FR" for card in line):
            reader.fault(f"{where} holds a Freeze: its status must be frozen.", "R26")
    if record.edition is not CLASSIC and "frozen" in start.status.values():
        reader.fault("Nobody can be frozen: this edition has no Freeze.", "V4")
