"""``check``: a whole round as written on a score sheet."""

from __future__ import annotations

import argparse
from typing import Any

from flip7.checker.sheet import Checked, Problem, Row, Sheet, check, read_sheet
from flip7.checker.words import signs
from flip7.cli.command import DOES_NOT_HOLD, DONE, Reply
from flip7.cli.replay import read_text
from flip7.cli.score import score_data, score_lines, verdict_lines
from flip7.notation import print_cards

HELP = "Check a whole round: scores, claims, and whether the table is possible."


def add(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    parser.add_argument("file", metavar="FILE", help="a score sheet (TOML)")


def run(args: argparse.Namespace) -> Reply:
    """Check the round; a problem or a wrong claim is exit status 1."""
    sheet = read_sheet(read_text(args.file))
    checked = check(sheet)
    data = {
        "players": [_row_data(sheet, row) for row in checked.rows],
        "problems": [_problem_data(sheet, problem) for problem in checked.problems],
    }
    return Reply(data, "\n".join(_lines(sheet, checked)), DONE if checked.holds else DOES_NOT_HOLD)


def _row_data(sheet: Sheet, row: Row) -> dict[str, Any]:
    entry = row.entry
    who = {"name": entry.name, "status": entry.status or "stayed"}
    if row.score:
        return {**who, **score_data(row.score, row.verdict)}
    return {
        **who,
        "edition": sheet.edition.key,
        "cards": None if entry.cards is None else print_cards(entry.cards, sheet.edition),
        "score": row.points,
        "flip7": row.flip7,
        "steps": [],
        "claimed": entry.claim,
        "right": None,
        "slips": [],
    }


def _problem_data(sheet: Sheet, problem: Problem) -> dict[str, Any]:
    return {
        "rule": problem.rule,
        "message": problem.message,
        "players": list(problem.players),
        "cards": [face.code for face in sheet.edition.sorted(problem.cards)],
    }


def _lines(sheet: Sheet, checked: Checked) -> list[str]:
    lines = []
    for row in checked.rows:
        if row.score:
            lines += [f"{row.entry.name}: {signs(row.score.points)}", *(f"  {line}" for line in score_lines(row.score))]
            lines += [f"  {line}" for line in verdict_lines(row.verdict)] if row.verdict else []
        elif row.entry.cards is None:
            lines.append(f"{row.entry.name}: {signs(row.points)} (typed)")
        else:
            lines.append(f"{row.entry.name}: these cards cannot lie there")
            lines.append(f"  {print_cards(row.entry.cards, sheet.edition)}")
    lines += [
        f"Problem: {problem.message}{f' ({problem.rule})' if problem.rule else ''}" for problem in checked.problems
    ]
    return lines if checked.problems else [*lines, "The table is possible."]
