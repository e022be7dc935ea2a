"""Cards as text and back (contract, part 1): read generously, print strictly.

People's text is words between spaces, commas or semicolons. The text in a link has only letters, digits, dots and
underscores, because a raw ``+4`` in an address decodes to a space.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from flip7.cards import CLASSIC, EDITIONS, VENGEANCE, Card, Edition, Kind, card
from flip7.errors import Fault, NotationError, quote

MAX_TEXT = 2000
MAX_COPIES = 108
MAX_FAULTS = 5

_WORDS = "zero one two three four five six seven eight nine ten eleven twelve thirteen".split()
_SIGNS = str.maketrans({**dict.fromkeys("−‒–—‐‑﹣－", "-"), **dict.fromkeys("×✕✖⨯", "x"), **dict.fromkeys("÷∕⁄", "/")})

# Spellings besides the code itself, without spaces, hyphens or capitals.
_NAMES = {
    "x2": "2x times2 timestwo double doubler",
    "FR": "freeze stop",
    "F3": "flip3 flipthree",
    "SC": "secondchance 2ndchance",
    "/2": "2/ 1/2 half halve halved dividedby2 divide2",
    "JOM": "justonemore just1more onemore 1more",
    "F4": "flip4 flipfour",
    "ST": "steal",
    "SW": "swap",
    "DI": "discard",
    "U7": "unlucky7 unluckyseven unlucky",
    "L13": "lucky13 luckythirteen lucky",
}


@cache
def _spellings(edition: Edition) -> dict[str, Card]:
    table: dict[str, Card] = {}
    for face in edition.cards:
        table[face.code.lower()] = face
        for name in _NAMES.get(face.code, "").split():
            table[name] = face
        if face.code.isdigit():
            table[_WORDS[face.points]] = face
        elif face.points and not face.is_number:
            sign, size = ("plus", face.points) if face.points > 0 else ("minus", -face.points)
            table[f"{sign}{size}"] = table[f"{sign}{_WORDS[size]}"] = face
    if edition is VENGEANCE:
        table["thezero"] = card("0")
    return table


def _normal(word: str) -> str:
    """The word as the table of spellings has it: plain signs, no capitals, no hyphens inside a name."""
    word = unicodedata.normalize("NFKC", word.translate(_SIGNS)).translate(_SIGNS).casefold()
    word = "".join(c for c in word if unicodedata.category(c) != "Cf")
    return re.sub(r"[-_'’]", "", word) if len(re.findall(r"[a-z]", word)) > 1 else word


def _nearest(word: str, edition: Edition) -> Card:
    """The card whose spelling comes closest; a wrong number leads to the nearest number of its own kind."""
    faces = edition.cards
    word = re.sub(r"^(\d+)([-+x/])$", r"\2\1", word)
    number = re.fullmatch(r"([-+x/]?)(\d{1,6})", word)
    if number:
        sign, value = number[1], int(number[2])
        same = [face for face in faces if face.code[: len(sign)] == sign and face.code[len(sign) :].isdigit()]
        if same:
            return min(same, key=lambda face: abs(int(face.code[len(sign) :]) - value))
    # A word of a longer name counts too, so that "secnd" leads to Second Chance.
    table = {part: face for face in faces for part in edition.name(face).lower().split() if part.isalpha()}
    table.update(_spellings(edition))
    return table[max(table, key=lambda name: difflib.SequenceMatcher(None, word, name).ratio())]


def _unknown(word: str, place: int, edition: Edition) -> Fault:
    normal = _normal(word)
    for other in EDITIONS.values():
        if other is not edition and normal in _spellings(other):
            face = _spellings(other)[normal]
            what = f"{quote(word)} (word {place}) is the card {face.code} of {other.title}, not of {edition.title}."
            break
    else:
        what = f"{quote(word)} (word {place}) is not a card of {edition.title}."
    near = _nearest(normal[:40], edition)
    name = f" ({edition.name(near)})" if near.code != edition.name(near) and near.kind is not Kind.MODIFIER else ""
    return Fault(f"{what} Did you mean {near.code}{name}?")


def read_cards(text: str, edition: Edition = CLASSIC) -> tuple[Card, ...]:
    """The cards that a person wrote, in the order written; ``3*12`` is three twelves.

    Raises ``NotationError`` with every word that is no card, its place (counted in words) and the nearest card.

    >>> read_cards("3, 8  11 plus 4, second chance")
    (<3>, <8>, <11>, <+4>, <SC>)
    """
    if len(text) > MAX_TEXT:
        raise NotationError([Fault(f"The text has {len(text)} characters; at most {MAX_TEXT} are read.")])
    words = [word for word in re.split(r"[\s,;\u200b]+", re.sub(r"\s*\*\s*", "*", text)) if _normal(word)]
    table = _spellings(edition)
    cards: list[Card] = []
    faults: list[Fault] = []
    at = 0
    while at < len(words):
        count_text, star, first = words[at].rpartition("*")
        span, face = _longest([first, *words[at + 1 : at + 3]], table)
        if face is None:
            faults.append(_unknown(first if star and first else words[at], at + 1, edition))
        elif not star:
            cards.append(face)
        elif not _is_count(count_text):
            what = f"{quote(words[at])} (word {at + 1}): a count before * is a whole number from 1 to {MAX_COPIES}."
            faults.append(Fault(f"{what} Two twelves are 2*12."))
        else:
            cards.extend([face] * int(count_text))
        at += span
    if faults:
        more = len(faults) - MAX_FAULTS
        rest = [Fault(f"Words that are no cards besides these: {more}.")] if more > 0 else []
        raise NotationError([*faults[:MAX_FAULTS], *rest])
    return tuple(cards)


def _is_count(text: str) -> bool:
    return re.fullmatch(r"[0-9]{1,3}", text) is not None and 1 <= int(text) <= MAX_COPIES


def _longest(words: Sequence[str], table: dict[str, Card]) -> tuple[int, Card | None]:
    """How many of the words name one card together, most first, and that card; (1, None) where none does."""
    for span in range(len(words), 0, -1):
        joined = "".join(map(_normal, words[:span]))
        # Only names run over several words: "1" and "2" side by side are not a 12.
        if joined in table and (span == 1 or len(re.findall(r"[a-z]", joined)) > 1):
            return span, table[joined]
    return 1, None


def print_cards(cards: Iterable[Card], edition: Edition = CLASSIC) -> str:
    """The strict form: numbers, modifiers, actions, each in the deck's own order."""
    return " ".join(face.code for face in edition.sorted(cards))


def _link_code(face: Card) -> str:
    return face.code.replace("+", "p").replace("-", "m").replace("/", "d")


def link_text(cards: Iterable[Card], edition: Edition = CLASSIC) -> str:
    """The cards for a link: codes joined by dots; ``p4`` is +4, ``m4`` -4, ``d2`` /2, ``5_12`` five twelves."""
    counts = Counter(cards)
    words = [
        _link_code(face) if counts[face] == 1 else f"{counts[face]}_{_link_code(face)}"
        for face in edition.sorted(counts)
    ]
    return ".".join(words)


def read_link(text: str, edition: Edition = CLASSIC) -> tuple[Card, ...]:
    """The cards in a link's text; raises ``NotationError`` for anything that ``link_text`` would not write."""
    if len(text) > MAX_TEXT:
        raise NotationError([Fault(f"The link's cards have {len(text)} characters; at most {MAX_TEXT} are read.")])
    table = {_link_code(face).lower(): face for face in edition.cards}
    cards: list[Card] = []
    for word in text.rstrip(".").split(".") if text.rstrip(".") else ():
        count, repeats, code = word.rpartition("_")
        face = table.get(code.lower())
        if face is None or (repeats and not _is_count(count)):
            raise NotationError([Fault(f"{quote(word)} in the link is not a card of {edition.title}.")])
        cards.extend([face] * int(count or 1))
    return tuple(cards)
