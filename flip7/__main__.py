"""The command line (contract, part 3): ``python -m flip7 COMMAND … [--json]``.

Exit status: 0 done, 1 a claim does not hold, 2 the input is wrong. Text is for people; with ``--json`` the answer,
an error too, is one JSON object on standard output.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, NoReturn

from flip7.cards import EDITIONS, edition
from flip7.errors import Fault, Flip7Error, NotationError, quote
from flip7.notation import print_cards, read_cards
from flip7.odds.exact import Answer, solve
from flip7.odds.position import Position
from flip7.rulebook import House, read_house
from flip7.scoring import score

DONE, DOES_NOT_HOLD, WRONG_INPUT = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Reply:
    """A command's answer: ``data`` for ``--json``, ``text`` for people, and the exit status."""

    data: dict[str, Any]
    text: str
    status: int = DONE


class _Parser(argparse.ArgumentParser):
    """Raises the project's own error, so that ``--json`` reports bad options like any other wrong input."""

    def error(self, message: str) -> NoReturn:
        sentence = message[:200].replace("\n", " ")
        raise NotationError([Fault(f"{sentence[:1].upper()}{sentence[1:]}. See: {self.prog} --help")])


def _whole_number(text: str) -> int:
    if not re.fullmatch(r"\s*[-+]?[0-9]{1,9}\s*", text):
        raise argparse.ArgumentTypeError(f"{quote(text)} is not a whole number")
    return int(text)


def _house(options: Sequence[str], brutal: bool) -> House:
    values: dict[str, object] = {"brutal": True} if brutal else {}
    for option in options:
        key, sign, value = option.partition("=")
        if not sign:
            raise NotationError([Fault(f"A house rule is written KEY=VALUE, as in tie=shared, not {quote(option)}.")])
        values[key.strip()] = value
    return read_house(values)


def _score(args: argparse.Namespace) -> Reply:
    game = edition(args.edition)
    house = _house(args.house, args.brutal)
    result = score(read_cards(" ".join(args.cards), game), game, busted=args.busted, frozen=args.frozen, house=house)
    cards = print_cards(result.cards, game)
    right = None if args.claimed is None else args.claimed == result.points
    width = max(len(step.label) for step in result.steps)
    lines = [
        f"{game.title}: {cards or 'no cards'}",
        *(f"  {step.label:<{width}}  {step.points:+5d} {step.running:5d}  {step.rule}" for step in result.steps),
        f"Score: {result.points}",
    ]
    if right is not None:
        lines.append(f"{args.claimed} is right." if right else f"{args.claimed} is wrong.")
    data = {
        "edition": game.key,
        "cards": cards,
        "score": result.points,
        "flip7": result.flip7,
        "steps": [asdict(step) for step in result.steps],
        "claimed": args.claimed,
        "right": right,
    }
    return Reply(data, "\n".join(lines), DOES_NOT_HOLD if right is False else DONE)


def _odds(args: argparse.Namespace) -> Reply:
    position = Position(read_cards(" ".join(args.cards)), read_cards(args.seen))
    answer = solve(position)
    keys = "deck_left stay hit advice margin duplicate_next bust_next flip7_next bust flip7".split()
    data = {
        **{key: getattr(answer, key) for key in keys},
        "next": [{**asdict(row), "card": row.card.code} for row in answer.next],
    }
    return Reply(data, _odds_text(position, answer))


_THEN = {
    "bust": "bust",
    "saved": "saved by Second Chance",
    "flip7": "Flip 7",
    "given": "goes to another player",
}


def _odds_text(position: Position, answer: Answer) -> str:
    verdict = answer.advice.upper()
    if answer.margin is not None:
        verdict += f" ({abs(answer.margin):.2f} points over {'staying' if answer.advice == 'hit' else 'hitting'})"
    lines = [
        f"Line: {print_cards(position.line) or 'no cards'}   cards left in the deck: {answer.deck_left}",
        verdict,
        f"  stay  {answer.stay:8.4f} points" if answer.stay is not None else "  stay  not allowed without a card (R18)",
        f"  hit   {answer.hit:8.4f} points, then playing best: bust {answer.bust:.2%}, Flip 7 {answer.flip7:.2%}",
        f"Next card: a duplicate {answer.duplicate_next:.2%}, bust {answer.bust_next:.2%}, "
        f"Flip 7 {answer.flip7_next:.2%}",
        *(
            f"  {row.card.code:>4} {row.left:3d} left {row.chance:7.2%}  "
            + (f"{row.then} points" if isinstance(row.then, int) else _THEN[row.then])
            for row in answer.next
        ),
        "Others are still in: a Freeze, a Flip Three or a surplus Second Chance that you draw goes to one of them.",
    ]
    return "\n".join(lines)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m flip7", description="Flip 7: scores and exact odds.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, run: object, text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text, allow_abbrev=False)
        sub.add_argument("cards", nargs="*", metavar="CARDS", help='what lies in front of the player: "3 8 11 +4 SC"')
        sub.add_argument("--json", action="store_true", help="answer with one JSON object")
        sub.set_defaults(run=run)
        return sub

    hand = command("score", _score, "Score one hand, step by step.")
    hand.add_argument("--edition", choices=list(EDITIONS), default="classic", type=str.lower)
    hand.add_argument("--busted", action="store_true", help="the player busted")
    hand.add_argument("--frozen", action="store_true", help="the player was frozen")
    hand.add_argument("--brutal", action="store_true", help="Brutal Mode (With a Vengeance)")
    hand.add_argument("--claimed", type=_whole_number, metavar="N", help="a total to check")
    hand.add_argument("--house", action="append", default=[], metavar="KEY=VALUE", help="a house rule")
    odds = command("odds", _odds, "Hit or stay, exactly, while others are still in.")
    odds.add_argument("--seen", default="", metavar="CARDS", help="cards out of the deck besides the line")
    return parser


def _positional(word: str) -> str:
    """A word like ``-4,13`` made a value, not an option: cards may begin with a minus sign."""
    return f" {word}" if re.match(r"-\s*[0-9]", word) else word


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    words = [_positional(word) for word in (sys.argv[1:] if argv is None else argv)]
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
    print(json.dumps(reply.data, ensure_ascii=False) if as_json else reply.text)
    return reply.status


if __name__ == "__main__":
    sys.exit(main())
