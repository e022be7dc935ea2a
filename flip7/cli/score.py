"""``score``: one hand, step by step."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from flip7.cards import edition
from flip7.cli.command import DOES_NOT_HOLD, DONE, Reply, add_cards, add_edition, add_house, house_of, whole_number
from flip7.notation import print_cards, read_cards
from flip7.scoring import score

HELP = "Score one hand, step by step."


def add(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    add_cards(parser)
    add_edition(parser)
    add_house(parser)
    parser.add_argument("--busted", action="store_true", help="the player busted")
    parser.add_argument("--frozen", action="store_true", help="the player was frozen")
    parser.add_argument("--claimed", type=whole_number, metavar="N", help="a total to check")


def run(args: argparse.Namespace) -> Reply:
    """Score the hand; a claim that does not hold is exit status 1."""
    game = edition(args.edition)
    house = house_of(args.house, args.brutal)
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
