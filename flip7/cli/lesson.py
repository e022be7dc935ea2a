"""``lesson check``: files of the tutor, read as the app reads them, with every fault named."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from flip7.cli.command import DOES_NOT_HOLD, DONE, WRONG_INPUT, Reply
from flip7.cli.replay import read_text
from flip7.engine.reading import read_toml
from flip7.errors import Fault, Flip7Error, NotationError

HELP = "Check files of the tutor: edge cases, lessons, claims, worked games."


def add(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    parser.add_argument("check", choices=["check"], help="what to do with the files")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file of the tutor (TOML)")


def run(args: argparse.Namespace) -> Reply:
    """Read every file; one that does not hold what it says is exit status 1, one that cannot be read 2."""
    replies = [_one(name) for name in args.files]
    return Reply(
        {"files": [reply.data for reply in replies]},
        "\n".join(reply.text for reply in replies),
        max(reply.status for reply in replies),
    )


def _one(name: str) -> Reply:
    kind, status, faults = "", WRONG_INPUT, tuple[Fault, ...]()
    try:
        text = read_text(name)
        kind, read = _reader(text)
        status = DOES_NOT_HOLD
        read(Path(name).stem.partition("-")[0], text)
        status = DONE
    except Flip7Error as error:
        faults = error.faults
    told = [f"  {fault}" for fault in faults]
    verdict = {DONE: f"{kind}, holds", DOES_NOT_HOLD: f"{kind}, does not hold"}.get(status, "cannot be read")
    data = {
        "file": name,
        "kind": kind,
        "holds": status == DONE,
        "faults": [{"rule": fault.rule, "message": fault.message} for fault in faults],
    }
    return Reply(data, "\n".join([f"{name}: {verdict}", *told]), status)


def _reader(text: str) -> tuple[str, Callable[[str, str], object]]:
    """What kind of file this is, by its keys, and what reads it; raises ``NotationError`` where it is none."""
    # Here and not above: no other command should wait for the solver that these need.
    from flip7.lessons.case import read_case
    from flip7.lessons.claims import read_claim
    from flip7.lessons.game import read_game
    from flip7.lessons.lesson import read_lesson

    keys = read_toml(text, "file").keys()
    if "claim" in keys:
        return "a claim", read_claim
    if "rounds" in keys:
        return "a worked game", lambda _, words: read_game(words)
    if "steps" in keys:
        return "a lesson", read_lesson
    if keys & {"question", "ruling"}:
        return "an edge case", read_case
    wanted = "an edge case has “question” and “ruling”, a claim “claim”, a game “rounds”, a lesson “steps”"
    raise NotationError([Fault(f"This file is nothing that the tutor knows: {wanted}.")])
