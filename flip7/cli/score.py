"""``score``: one hand, step by step."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any

from flip7.cards import edition
from flip7.checker.slips import Slip, Verdict, judge
from flip7.checker.words import signs
from flip7.cli.command import DOES_NOT_HOLD, DONE, Reply, add_cards, add_edition, add_house, house_of, whole_number
from flip7.notation import print_cards, read_cards
from flip7.scoring import Score, score

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
    cards = read_cards(" ".join(args.cards), game)
    if args.claimed is None:
        result = score(cards, game, busted=args.busted, frozen=args.frozen, house=house)
        return Reply(score_data(result, None), "\n".join(score_lines(result)))
    verdict = judge(args.claimed, cards, game, busted=args.busted, frozen=args.frozen, house=house)
    text = "\n".join([*score_lines(verdict.score), *verdict_lines(verdict)])
    return Reply(score_data(verdict.score, verdict), text, DONE if verdict.right else DOES_NOT_HOLD)


def score_data(result: Score, verdict: Verdict | None) -> dict[str, Any]:
    """A score and the verdict on its claim, as the contract has them."""
    return {
        "edition": result.edition.key,
        "cards": print_cards(result.cards, result.edition),
        "score": result.points,
        "flip7": result.flip7,
        "steps": [asdict(step) for step in result.steps],
        "claimed": verdict.claim if verdict else None,
        "right": verdict.right if verdict else None,
        "slips": [
            {"ids": list(slip.ids), "explanation": slip.explanation} for slip in (verdict.slips if verdict else ())
        ],
    }


def score_lines(result: Score) -> list[str]:
    """A score for people, step by step."""
    width = max(len(step.label) for step in result.steps)
    return [
        f"{result.edition.title}: {print_cards(result.cards, result.edition) or 'no cards'}",
        *(f"  {step.label:<{width}}  {step.points:+5d} {step.running:5d}  {step.rule}" for step in result.steps),
        f"Score: {signs(result.points)}",
    ]


def verdict_lines(verdict: Verdict) -> list[str]:
    """What is to be said about a claim."""
    lines = [verdict.sentence]
    if verdict.named:
        lines.append(f"{verdict.heading}:")
        lines += [f"  {verdict.guess(nth)}{_line(slip)}" for nth, slip in enumerate(verdict.named)]
    elif not verdict.right and not verdict.unless:
        lines.append("No slip explains it, and no two together. The nearest totals that a slip would give:")
        lines += [f"  {signs(slip.points)}: {_line(slip)}" for slip in verdict.nearest]
    return lines


def _line(slip: Slip) -> str:
    return f"{slip.explanation}  [{', '.join(slip.ids)}]" if slip.ids else slip.explanation
