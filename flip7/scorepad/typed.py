"""A number as it is typed on the pad: ``28``, or a sum such as ``10+15+8``."""

from __future__ import annotations

import re

from flip7.cards import CLASSIC, Edition
from flip7.errors import Fault, NotAllowedError, NotationError, quote
from flip7.rulebook import STANDARD, House

MAX_TYPED = 60
MAX_POINTS = 9_999

_SIGNS = str.maketrans({**dict.fromkeys("−‒–—﹣－", "-"), "＋": "+"})


def read_sum(text: str, edition: Edition = CLASSIC, house: House = STANDARD) -> int | None:
    """The points that the text says, ``None`` where it is blank: a blank is not a 0.

    A minus is allowed in Brutal Mode only (V38). Raises ``NotationError`` or ``NotAllowedError``.

    >>> read_sum("10+15+8")
    33
    """
    plain = text[: MAX_TYPED + 1].translate(_SIGNS).strip()
    if not plain:
        return None
    if len(text.strip()) > MAX_TYPED:
        raise NotationError([Fault(f"{quote(text.strip(), 20)} is too long; at most {MAX_TYPED} characters are read.")])
    if not re.fullmatch(r"[+-]?\s*[0-9]{1,4}(\s*[+-]\s*[0-9]{1,4})*", plain):
        raise NotationError([Fault(f"{quote(text.strip())} is neither a number nor a sum such as 10+15+8.")])
    if "-" in plain:
        _allow_minus(text, edition, house)
    points = sum(int(re.sub(r"\s", "", part)) for part in re.findall(r"[+-]?\s*[0-9]+", plain))
    if abs(points) > MAX_POINTS:
        raise NotationError([Fault(f"{points} is too much for one round; at most {MAX_POINTS} can be written.")])
    return points


def _allow_minus(text: str, edition: Edition, house: House) -> None:
    what = f"{quote(text.strip())} has a minus"
    if edition is CLASSIC:
        raise NotAllowedError([Fault(f"{what}, but in {edition.title} nothing takes points away.", "R45")])
    if not house.brutal:
        why = "which only Brutal Mode allows. Tap the cards, or type what is left after the minus cards"
        raise NotAllowedError([Fault(f"{what}, {why}.", "V38")])
