"""The command line (contract, part 3): ``python -m flip7 COMMAND … [--json]``.

Exit status: 0 done, 1 a claim or expectation does not hold, 2 the input is wrong. Text is for people; with ``--json``
the answer, an error too, is one JSON object on standard output.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Sequence

from flip7.cli import check, lesson, odds, pad, replay, score, total
from flip7.cli.command import WRONG_INPUT, Parser, Reply
from flip7.errors import Flip7Error

COMMANDS = {
    "score": score,
    "total": total,
    "check": check,
    "odds": odds,
    "replay": replay,
    "lesson": lesson,
    "pad": pad,
}


def _parser() -> Parser:
    parser = Parser(prog="python -m flip7", description="Flip 7: scores, odds and rulings.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, module in COMMANDS.items():
        sub = commands.add_parser(name, help=module.HELP, description=module.HELP, allow_abbrev=False)
        module.add(sub)
        sub.add_argument("--json", action="store_true", help="answer with one JSON object")
        sub.set_defaults(run=module.run)
    return parser


def _value(word: str) -> str:
    """A word like ``-4,13`` made a value, not an option: cards may begin with a minus sign."""
    return f" {word}" if re.match(r"-\s*[0-9]", word) else word


def _printable(text: str) -> str:
    """Text that may hold what a stranger wrote, without anything that a terminal would obey."""
    return "".join(c if c.isprintable() or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in text)


def _say(text: str) -> None:
    """Print; a reader that has read enough, as ``head`` does, is no error."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    words = [_value(word) for word in (sys.argv[1:] if argv is None else argv)]
    as_json = "--json" in words
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        args = _parser().parse_args(words)
        reply: Reply = args.run(args)
    except Flip7Error as error:
        if as_json:
            print(json.dumps({"error": {"rule": error.rule, "message": error.message}}, ensure_ascii=False))
        else:
            print(error.message, file=sys.stderr)
        return WRONG_INPUT
    _say(json.dumps(reply.data, ensure_ascii=False) if as_json else _printable(reply.text))
    if reply.differences:
        print(reply.differences, file=sys.stderr)
    return reply.status


if __name__ == "__main__":
    sys.exit(main())
