"""Entries as JSON and back, format 1. Read strictly: every fault is a sentence that says where it is."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, asdict, fields
from typing import Any, get_args

from flip7.cards import Card, card
from flip7.errors import Fault, Flip7Error, NotationError, quote
from flip7.rulebook import STANDARD, House, read_house
from flip7.scorepad.entries import Entry, Status

FORMAT = 1
MAX_TEXT = 10_000
MAX_LIST = 200
MAX_NUMBER = 1_000_000

KINDS: Mapping[str, type[Entry]] = {kind.__name__.lower(): kind for kind in get_args(Entry)}


def kind_of(entry: Entry) -> str:
    """The word by which this kind of entry is stored."""
    return type(entry).__name__.lower()


def to_data(entry: Entry) -> dict[str, Any]:
    """The entry as plain values; what is as by default is left out.

    >>> from flip7.scorepad.entries import Hand
    >>> to_data(Hand("p1", 2, cards=(card("3"), card("+4"))))
    {'kind': 'hand', 'player': 'p1', 'round': 2, 'cards': '3 +4'}
    """
    data: dict[str, Any] = {"kind": kind_of(entry)}
    for field in fields(entry):
        value = getattr(entry, field.name)
        if value == field.default:
            continue
        match value:
            case House():
                data[field.name] = {k: v for k, v in asdict(value).items() if v != getattr(STANDARD, k)}
            case tuple() if field.name == "cards":
                data[field.name] = " ".join(face.code for face in value)
            case tuple():
                data[field.name] = list(value)
            case _:
                data[field.name] = value
    return data


def to_json(entry: Entry) -> str:
    """The entry as one line of JSON."""
    return json.dumps(to_data(entry), ensure_ascii=False, separators=(",", ":"))


def from_json(text: str) -> Entry:
    """The entry that this line says; raises ``NotationError``."""
    return from_data(parse(text))


def parse(text: str) -> object:
    """The values in a JSON text; raises ``NotationError`` with the place of the fault."""
    try:
        value: object = json.loads(text.removeprefix("\ufeff"))
    except RecursionError as error:
        raise NotationError([Fault("This is nested too deeply to be read.")]) from error
    except ValueError as error:
        where = f" at line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise NotationError([Fault(f"This is not JSON: it cannot be read{where}.")]) from error
    return value


def from_data(data: object) -> Entry:
    """The entry in plain values; raises ``NotationError`` with every fault."""
    if not isinstance(data, dict):
        raise NotationError([Fault("An entry is an object with a kind.")])
    kind = KINDS.get(str(data.get("kind"))[:40])
    if kind is None:
        raise NotationError([Fault(f"There is no kind of entry called {quote(str(data.get('kind'))[:100])}.")])
    known = {field.name: field for field in fields(kind)}
    faults = [Fault(f"{quote(str(key)[:100])} does not belong into a {data['kind']} entry.") for key in data
              if key not in known and key != "kind"]  # fmt: skip
    values: dict[str, Any] = {}
    for name, field in known.items():
        if name in data:
            try:
                values[name] = _READERS[str(field.type)](data[name])
            except Flip7Error as error:
                faults += [Fault(f"“{name}” {fault.message}", fault.rule) for fault in error.faults]
        elif field.default is MISSING:
            faults.append(Fault(f"A {data['kind']} entry needs “{name}”."))
    if faults:
        raise NotationError(faults)
    return kind(**values)


def _wrong(what: str) -> NotationError:
    return NotationError([Fault(f"must be {what}.")])


def _text(value: object) -> str:
    if isinstance(value, str) and len(value) <= MAX_TEXT:
        return value
    raise _wrong("text")


def _number(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MAX_NUMBER:
        return value
    raise _wrong("a whole number")


def _yes(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise _wrong("true or false")


def _texts(value: object) -> tuple[str, ...]:
    if isinstance(value, list) and len(value) <= MAX_LIST:
        return tuple(_text(item) for item in value)
    raise _wrong("a list of texts")


def _cards(value: object) -> tuple[Card, ...]:
    words = _text(value).split()
    try:
        return tuple(card(word) for word in words[:MAX_LIST])
    except KeyError as error:
        raise NotationError([Fault(f"holds {quote(str(error.args[0]))}, which is no card.")]) from error


def _status(value: object) -> str:
    if value in get_args(Status):
        return str(value)
    raise _wrong(f"one of {', '.join(filter(None, get_args(Status)))}")


def _house(value: object) -> House:
    if isinstance(value, dict):
        return read_house(value)
    raise _wrong("house rules")


def _or_none(read: Callable[[object], object]) -> Callable[[object], object]:
    return lambda value: None if value is None else read(value)


_READERS: Mapping[str, Callable[[object], object]] = {
    "str": _text,
    "int": _number,
    "bool": _yes,
    "tuple[str, ...]": _texts,
    "tuple[Card, ...]": _cards,
    "tuple[Card, ...] | None": _or_none(_cards),
    "int | None": _or_none(_number),
    "Status": _status,
    "House": _house,
}
