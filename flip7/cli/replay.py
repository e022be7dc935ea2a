"""``replay``: round records played out and held against what they expect."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from flip7.cli.command import DOES_NOT_HOLD, DONE, Reply
from flip7.engine.reading import MAX_RECORD, read_record
from flip7.engine.record import Replay, replay
from flip7.engine.telling import tell
from flip7.errors import Fault, Flip7Error, NotationError, quote

HELP = "Replay round records and check what they expect."


def add(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a round record (TOML)")


def read_text(name: str) -> str:
    """The text of a file; raises ``NotationError`` where it cannot be read."""
    try:
        with Path(name).open("rb") as file:
            data = file.read(4 * MAX_RECORD + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "no such file"
        raise NotationError([Fault(f"{quote(name, 200)} cannot be read: {reason}.")]) from error
    if len(data) > 4 * MAX_RECORD:
        raise NotationError([Fault(f"{quote(name, 200)} is too long for a record.")])
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotationError([Fault(f"{quote(name, 200)} is not text in UTF-8.")]) from error


def run(args: argparse.Namespace) -> Reply:
    """Replay every file; a broken record ends the command, an expectation that fails is exit status 1."""
    replies = [_one(name, alone=len(args.files) == 1) for name in args.files]
    if len(replies) == 1:
        return replies[0]
    return Reply(
        {"records": [{"file": name, **reply.data} for name, reply in zip(args.files, replies, strict=True)]},
        "\n".join(reply.text for reply in replies),
        max(reply.status for reply in replies),
        "\n".join(reply.differences for reply in replies if reply.differences),
    )


def _one(name: str, *, alone: bool) -> Reply:
    try:
        played = replay(read_record(read_text(name)))
        if played.error and not played.record.expect.get("error"):
            raise NotationError([played.error])
    except Flip7Error as error:
        if alone:
            raise
        raise type(error)([Fault(f"{name}: {error.faults[0].message}", error.rule), *error.faults[1:]]) from error
    differences = played.differences()
    verdict = "differs from what it expects" if differences else "holds"
    text = [f"{name}: {verdict}"]
    if alone:
        text = [*_story(played), *text]
    return Reply(
        {**played.outcome(), "events": _events(played)},
        "\n".join(text),
        DOES_NOT_HOLD if differences else DONE,
        "\n".join(f"{name}: {difference}" for difference in differences),
    )


def _events(played: Replay) -> list[dict[str, Any]]:
    record = played.record

    def player(seat: int | None) -> str | None:
        return None if seat is None else record.players[seat]

    return [
        {
            "kind": event.kind,
            "player": player(event.player),
            "card": event.card.code if event.card else None,
            "other": player(event.other),
            "rules": list(event.rules),
            "text": tell(event, record.edition, record.shown),
        }
        for event in played.events
    ]


def _story(played: Replay) -> list[str]:
    record = played.record
    lines = [record.title] if record.title else []
    for event in played.events:
        rules = f"  ({', '.join(event.rules)})" if event.rules else ""
        lines.append(f"  {tell(event, record.edition, record.shown)}{rules}")
    outcome = played.outcome()
    if played.error:
        lines.append(f"  Refused: {played.error}")
    elif outcome["asks"]:
        lines.append(f"  Due now: {outcome['turn']}, {outcome['asks']}.")
    elif played.missing:
        lines.append("  A card is needed, and the record lists no more.")
    return lines
