"""``odds``: hit or stay, exactly, while others are still in."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from flip7.cli.command import Reply, add_cards
from flip7.notation import print_cards, read_cards
from flip7.odds.exact import Answer, solve
from flip7.odds.position import Position

HELP = "Hit or stay, exactly, while others are still in."

_KEYS = "deck_left stay hit advice margin duplicate_next bust_next flip7_next bust flip7".split()
_THEN = {
    "bust": "bust",
    "saved": "saved by Second Chance",
    "flip7": "Flip 7",
    "given": "goes to another player",
}


def add(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    add_cards(parser)
    parser.add_argument("--seen", default="", metavar="CARDS", help="cards out of the deck besides the line")


def run(args: argparse.Namespace) -> Reply:
    """Solve the position."""
    position = Position(read_cards(" ".join(args.cards)), read_cards(args.seen))
    answer = solve(position)
    data = {
        **{key: getattr(answer, key) for key in _KEYS},
        "next": [{**asdict(row), "card": row.card.code} for row in answer.next],
    }
    return Reply(data, _text(position, answer))


def _text(position: Position, answer: Answer) -> str:
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
            + (f"{row.then} point{'s' if row.then != 1 else ''}" if isinstance(row.then, int) else _THEN[row.then])
            for row in answer.next
        ),
        "Others are still in: a Freeze, a Flip Three or a surplus Second Chance that you draw goes to one of them.",
    ]
    return "\n".join(lines)
