"""``total``: whether a round can score a number at all."""

from __future__ import annotations

import argparse

from flip7.cards import edition
from flip7.checker.totals import total
from flip7.cli.command import Reply, add_edition, house_of, whole_number
from flip7.notation import print_cards

HELP = "Can a round score this total at all?"

_PENALTY = {"given": "  (its 15 taken from another player)", "taken": "  (less 15 for another player's Flip 7)"}


def add(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    parser.add_argument("points", type=whole_number, metavar="N", help="the points of one round")
    add_edition(parser)
    parser.add_argument("--flip7", choices=["yes", "no"], type=str.lower, help="only with Flip 7, or only without")
    parser.add_argument("--brutal", action="store_true", help="Brutal Mode (With a Vengeance)")


def run(args: argparse.Namespace) -> Reply:
    """Look the total up among all hands."""
    game = edition(args.edition)
    flip7 = None if args.flip7 is None else args.flip7 == "yes"
    answer = total(args.points, game, flip7=flip7, house=house_of([], args.brutal))
    examples = [print_cards(hand.cards, game) for hand in answer.examples]
    data = {
        "possible": answer.possible,
        "reason": answer.reason,
        "hands": answer.hands,
        "examples": examples,
    }
    lines = [answer.reason]
    if answer.possible:
        lines.append(f"Different sets of scoring cards: {answer.hands}")
        lines += [
            f"  {cards or 'no cards'}{_PENALTY.get(hand.penalty, '')}"
            for cards, hand in zip(examples, answer.examples, strict=True)
        ]
    return Reply(data, "\n".join(lines))
