"""What a card is, and the two decks as exact counts (R1-R3, V1-V4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType


class Kind(Enum):
    """The three families of cards."""

    NUMBER = "number"
    MODIFIER = "modifier"
    ACTION = "action"


@dataclass(frozen=True, eq=False, slots=True)
class Card:
    """One face. There is a single object for each code, so cards compare and hash by identity.

    ``code`` is the strict notation; ``name`` what a player says; ``rank`` of a number card its number
    (Unlucky 7 is 7, Lucky 13 is 13); ``points`` what the card adds by itself: the rank, the signed value of
    a plus or minus card, otherwise 0.
    """

    code: str
    kind: Kind
    name: str
    rank: int | None = None
    points: int = 0

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"<{self.code}>"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card, (self.code,)

    @property
    def is_number(self) -> bool:
        return self.kind is Kind.NUMBER


def _numbers() -> Iterable[Card]:
    for n in range(14):
        yield Card(str(n), Kind.NUMBER, str(n), n, n)
    yield Card("U7", Kind.NUMBER, "Unlucky 7", 7, 7)
    yield Card("L13", Kind.NUMBER, "Lucky 13", 13, 13)


def _others() -> Iterable[Card]:
    for points in (2, 4, 6, 8, 10):
        yield Card(f"+{points}", Kind.MODIFIER, f"plus {points}", points=points)
        yield Card(f"-{points}", Kind.MODIFIER, f"minus {points}", points=-points)
    yield Card("x2", Kind.MODIFIER, "times two")
    yield Card("/2", Kind.MODIFIER, "halve")
    for code, name in (
        ("FR", "Freeze"),
        ("F3", "Flip Three"),
        ("SC", "Second Chance"),
        ("JOM", "Just One More"),
        ("F4", "Flip Four"),
        ("ST", "Steal"),
        ("SW", "Swap"),
        ("DI", "Discard"),
    ):
        yield Card(code, Kind.ACTION, name)


_CARDS = {c.code: c for c in (*_numbers(), *_others())}


def card(code: str) -> Card:
    """The card with exactly this code; ``KeyError`` if there is none. People's text goes through ``notation``."""
    return _CARDS[code]


@dataclass(frozen=True, eq=False, slots=True)
class Edition:
    """A game: its key, title, and its deck as copies of each card, in printing order.

    ``number_rule``, ``modifier_rule`` and ``action_rule`` are the rules that fix the copies of each kind.
    """

    key: str
    title: str
    copies: Mapping[Card, int]
    kind_rules: Mapping[Kind, str]
    names: Mapping[Card, str] = field(default_factory=dict)
    order: Mapping[Card, int] = field(init=False)

    def __post_init__(self) -> None:
        order = MappingProxyType({c: i for i, c in enumerate(self.copies)})
        object.__setattr__(self, "order", order)

    def __repr__(self) -> str:
        return f"<{self.key}>"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return edition, (self.key,)

    @property
    def size(self) -> int:
        """Cards in the whole deck: 94 or 108."""
        return sum(self.copies.values())

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every face once, in printing order: numbers, modifiers, actions."""
        return tuple(self.copies)

    def name(self, card: Card) -> str:
        """What a player of this edition calls the card."""
        return self.names.get(card, card.name)

    def sorted(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """The cards in printing order; every one must belong to this edition."""
        return tuple(sorted(cards, key=self.order.__getitem__))

    def rule_of(self, card: Card) -> str:
        """The rule that says how many copies of this card there are."""
        return self.kind_rules[card.kind]

    def left(self, gone: Iterable[Card]) -> Counter[Card]:
        """The deck without ``gone``; counts are negative where more are gone than exist."""
        rest = Counter(self.copies)
        rest.subtract(Counter(gone))
        return rest


def _edition(
    key: str,
    title: str,
    copies: Mapping[str, int],
    kind_rules: tuple[str, str, str],
    names: Mapping[str, str] | None = None,
) -> Edition:
    return Edition(
        key,
        title,
        MappingProxyType({card(code): n for code, n in copies.items()}),
        MappingProxyType(dict(zip(Kind, kind_rules, strict=True))),
        MappingProxyType({card(code): name for code, name in (names or {}).items()}),
    )


CLASSIC = _edition(
    "classic",
    "Flip 7",
    {
        "0": 1,
        **{str(n): max(n, 1) for n in range(1, 13)},
        **dict.fromkeys(("+2", "+4", "+6", "+8", "+10", "x2"), 1),
        **dict.fromkeys(("FR", "F3", "SC"), 3),
    },
    ("R1", "R2", "R3"),
)

VENGEANCE = _edition(
    "vengeance",
    "Flip 7: With a Vengeance",
    {
        "0": 1,
        **{str(n): n for n in range(1, 7)},
        "7": 6,
        **{str(n): n for n in range(8, 13)},
        "13": 12,
        "U7": 1,
        "L13": 1,
        **dict.fromkeys(("/2", "-2", "-4", "-6", "-8", "-10"), 1),
        **dict.fromkeys(("JOM", "F4", "ST", "SW", "DI"), 2),
    },
    ("V1", "V2", "V3"),
    {"0": "The Zero"},
)

EDITIONS = MappingProxyType({e.key: e for e in (CLASSIC, VENGEANCE)})


def edition(key: str) -> Edition:
    """The edition with this key; ``KeyError`` if there is none."""
    return EDITIONS[key]
