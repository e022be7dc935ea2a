"""``odds``: hit or stay, exactly."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from flip7.cards import EDITIONS
from flip7.cli.command import Reply, add_cards, add_edition, add_house, house_of, whole_number
from flip7.errors import Fault, ImpossibleError, NotationError
from flip7.notation import print_cards, read_cards
from flip7.odds.assumptions import ASSUMPTIONS, assumed
from flip7.odds.exact import Answer
from flip7.odds.games import position_of, solved
from flip7.odds.position import Position

HELP = "Hit or stay, exactly."

_KEYS = "deck_left stay hit advice margin duplicate_next bust_next flip7_next bust flip7".split()
_THEN = {
    "bust": "bust",
    "saved": "saved by Second Chance",
    "flip7": "Flip 7",
    "given": "goes to another player",
    "frozen": "ends your round",
    "flips": "forced cards",
    "discarded": "is discarded",
}


def add(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    add_cards(parser)
    add_edition(parser)
    add_house(parser)
    parser.add_argument("--seen", metavar="CARDS", help="cards out of the deck besides the line")
    parser.add_argument("--discard", default="", metavar="CARDS", help="those of the seen that a reshuffle brings back")
    parser.add_argument("--deck", metavar="CARDS", help="exactly the cards left in the deck, instead of --seen")
    parser.add_argument("--alone", action="store_true", help="nobody else is active")
    parser.add_argument(
        "--flips", type=whole_number, default=0, metavar="N", help="forced cards still to come, 1 to 3 (4)"
    )
    parser.add_argument("--goal", type=whole_number, metavar="N", help="play for at least N points this round")


def _position(args: argparse.Namespace) -> Position:
    if args.deck is not None and args.seen is not None:
        raise NotationError([Fault("Give either --seen or --deck: the deck is what has not been seen.")])
    edition = EDITIONS[args.edition]
    position = position_of(
        edition,
        read_cards(" ".join(args.cards), edition),
        read_cards(args.seen or "", edition),
        read_cards(args.discard, edition),
        args.alone,
        args.flips,
        None if args.deck is None else read_cards(args.deck, edition),
        house_of(args.house, args.brutal),
    )
    limits = position.limits
    if not 0 <= args.flips <= limits.flips:
        what = f"--flips is 1 to {limits.flips}: that many cards of a {limits.flip_card}."
        raise ImpossibleError([Fault(what, limits.flips_rule)])
    if args.goal is not None and not 1 <= args.goal <= limits.points:
        what = f"--goal is 1 to {limits.points}: no round brings more points."
        raise ImpossibleError([Fault(what, limits.points_rule)])
    return position


def run(args: argparse.Namespace) -> Reply:
    """Solve the position."""
    position = _position(args)
    answer = solved(position, args.goal or 0)
    assumes = assumed(position, goal=args.goal is not None, exact=not answer.bound)
    data = {
        **{key: getattr(answer, key) for key in _KEYS},
        "next": [{**asdict(row), "card": row.card.code} for row in answer.next],
        "scores": [{"score": points, "chance": chance} for points, chance in answer.scores],
        "assumes": assumes,
        # Only where the values are not exact: by how much (points, or chance for a goal) they may be off.
        **({"bound": answer.bound} if answer.bound else {}),
    }
    return Reply(data, _text(position, answer, args.goal, assumes))


def _verdict(answer: Answer, goal: int | None) -> str:
    if answer.margin is None or not (answer.deck_left or answer.next):
        return answer.advice.upper()
    if abs(answer.margin) <= 1e-9:
        return "STAY (both are worth the same)"
    size = f"{abs(answer.margin):.2f} points" if goal is None else f"{abs(answer.margin):.2%}"
    return f"{answer.advice.upper()} ({size} over {'staying' if answer.advice == 'hit' else 'hitting'})"


def _text(position: Position, answer: Answer, goal: int | None, assumes: list[str]) -> str:
    def worth(value: float) -> str:
        return f"{value:8.4f} points" if goal is None else f"{value:8.2%} for {goal} points or more"

    stay = f"not now: cards of a {position.limits.flip_card} are still to come"
    if not position.flips:
        stay = position.limits.no_stay[bool(position.line)]
    lines = [
        f"Line: {print_cards(position.line, position.edition) or 'no cards'}   "
        f"cards left in the deck: {answer.deck_left}",
        _verdict(answer, goal),
        f"  stay  {stay if answer.stay is None else worth(answer.stay)}",
        f"  hit   {worth(answer.hit)}, then playing best: bust {answer.bust:.2%}, Flip 7 {answer.flip7:.2%}",
    ]
    if answer.bound:
        off = f"{answer.bound:.4f} points" if goal is None else f"{answer.bound:.2%}"
        lines.append(f"  That is not exact: measured to be off by up to {off}.")
    if answer.next:
        lines.append(
            f"Next card: a duplicate {answer.duplicate_next:.2%}, bust {answer.bust_next:.2%}, "
            f"Flip 7 {answer.flip7_next:.2%}"
        )
    else:
        lines.append(f"No card is left to deal ({position.limits.no_card_rule}).")
    lines += [
        f"  {row.card.code:>4} {row.left:3d} left {row.chance:7.2%}  "
        + (f"{row.then} point{'s' if row.then != 1 else ''}" if isinstance(row.then, int) else _THEN[row.then])
        for row in answer.next
    ]
    return "\n".join([*lines, *(ASSUMPTIONS[key] for key in assumes)])
