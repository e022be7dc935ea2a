"""What the commands share: their answer, their exit status, and how options are read."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from flip7.cards import EDITIONS
from flip7.errors import Fault, NotationError, quote
from flip7.rulebook import House, read_house

DONE, DOES_NOT_HOLD, WRONG_INPUT = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Reply:
    """A command's answer: ``data`` for ``--json``, ``text`` for people, and the exit status.

    ``differences`` is what does not hold, for standard error.
    """

    data: dict[str, Any]
    text: str
    status: int = DONE
    differences: str = ""


class Parser(argparse.ArgumentParser):
    """Raises the project's own error, so that ``--json`` reports bad options like any other wrong input."""

    def error(self, message: str) -> NoReturn:
        sentence = message[:200].replace("\n", " ")
        raise NotationError([Fault(f"{sentence[:1].upper()}{sentence[1:]}. See: {self.prog} --help")])


def add_cards(parser: argparse.ArgumentParser) -> None:
    """The line of a player; several words are one text."""
    parser.add_argument("cards", nargs="*", metavar="CARDS", help='what lies in front of the player: "3 8 11 +4 SC"')


def add_edition(parser: argparse.ArgumentParser) -> None:
    """Which game."""
    parser.add_argument("--edition", choices=list(EDITIONS), default="classic", type=str.lower, help="which game")


def add_house(parser: argparse.ArgumentParser) -> None:
    """House rules and Brutal Mode."""
    parser.add_argument("--brutal", action="store_true", help="Brutal Mode (With a Vengeance)")
    parser.add_argument("--house", action="append", default=[], metavar="KEY=VALUE", help="a house rule: tie=shared")


def whole_number(text: str) -> int:
    """A whole number of at most nine digits."""
    plain = text.replace("\N{MINUS SIGN}", "-")
    if not re.fullmatch(r"\s*[-+]?[0-9]{1,9}\s*", plain):
        raise argparse.ArgumentTypeError(f"{quote(text)} is not a whole number of at most nine digits")
    return int(plain)


def house_of(options: Sequence[str], brutal: bool) -> House:
    """The house rules that the options set; raises ``NotationError``."""
    values: dict[str, object] = {"brutal": True} if brutal else {}
    for option in options:
        key, sign, value = option.partition("=")
        if not sign:
            raise NotationError([Fault(f"A house rule is written KEY=VALUE, as in tie=shared, not {quote(option)}.")])
        values[key.strip()] = value
    return read_house(values)
