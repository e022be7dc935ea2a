"""The rules of both games as data, the house rules a table may choose, and a search over them.

The words live in ``rulebook.toml`` beside this module, so that a rule can be read, corrected and cited without code.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Literal, get_args

from flip7.cards import EDITIONS, card
from flip7.errors import Fault, NotationError, quote

Certainty = Literal["certain", "probable", "house"]
RuleEdition = Literal["classic", "vengeance"]

QUERY_LIMIT = 100
TARGETS = range(1, 10_001)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule in plain words.

    ``certainty`` says how well it is founded: "certain", "probable", or "house" where the sources leave a gap.
    ``switch`` names the house rule that can change it; ``cards`` are the codes of the cards it is about, and
    ``note`` warns of a common wrong belief.
    """

    number: str
    title: str
    text: str
    source: str
    certainty: Certainty
    edition: RuleEdition
    switch: str | None = None
    cards: tuple[str, ...] = ()
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One setting of a switch: the ``value`` that is written and what it means."""

    value: str
    text: str


@dataclass(frozen=True, slots=True)
class Switch:
    """A point where tables differ. ``key`` is its name in ``[house]``; None where it is only documented."""

    number: str
    key: str | None
    title: str
    rules: tuple[str, ...]
    advanced: bool
    options: tuple[Option, ...]

    @property
    def default(self) -> str:
        """The value that holds when the table says nothing."""
        return self.options[0].value


@dataclass(frozen=True, slots=True)
class House:
    """The house rules of one table. Keys of the other edition are simply without effect."""

    first: Literal["dealer-left", "dealer"] = "dealer-left"
    late_opening_card: Literal["ask", "force", "skip"] = "ask"
    waiting_cards_after_bust: Literal["lapse", "still-played"] = "lapse"
    tie: Literal["everyone", "shared", "tied-only"] = "everyone"
    target: int = 200
    lucky_pair: Literal["two", "one"] = "two"
    action_resolver: Literal["receiver", "flipper"] = "receiver"
    brutal: bool = False
    brutal_zero: Literal["flat", "minus"] = "flat"


STANDARD = House()
"""The ledger's defaults: what holds where a table says nothing."""


def _rule(raw: Mapping[str, Any]) -> Rule:
    if raw["certainty"] not in get_args(Certainty):
        raise ValueError(f"{raw['number']}: unknown certainty {raw['certainty']!r}")
    edition: RuleEdition = "classic" if raw["number"].startswith("R") else "vengeance"
    return Rule(**{**raw, "cards": tuple(raw.get("cards", ()))}, edition=edition)


def _switch(raw: Mapping[str, Any]) -> Switch:
    options = tuple(Option(**option) for option in raw["options"])
    return Switch(**{"key": None, **raw, "rules": tuple(raw["rules"]), "options": options})


def _load() -> tuple[Mapping[str, Rule], Mapping[str, Switch]]:
    raw = tomllib.loads(files("flip7").joinpath("rulebook.toml").read_text(encoding="utf-8"))
    rules = {r.number: r for r in map(_rule, raw["rule"])}
    switches = {s.number: s for s in map(_switch, raw["switch"])}
    return MappingProxyType(rules), MappingProxyType(switches)


RULES, SWITCHES = _load()
_SWITCH_OF = {s.key: s for s in SWITCHES.values() if s.key}
_HOUSE_KEYS = tuple(House.__dataclass_fields__)
_YES_NO = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def rule(number: str) -> Rule:
    """The rule with this number, in upper or lower case; ``KeyError`` if there is none."""
    return RULES[number[:1].upper() + number[1:].lower()]


def _shown(value: object) -> str:
    """A wrong value as a player would name it."""
    match value:
        case str():
            return quote(value.strip())
        case bool():
            return str(value).lower()
        case int() if abs(value) >= 10**12:  # Python refuses to print the longest numbers that TOML can hold
            return "a very large number"
        case int() | float():
            return str(value)
        case list():
            return "a list"
        case _:
            return "something other than plain text"


def _listed(values: list[str]) -> str:
    return " or ".join((", ".join(values[:-1]), values[-1]) if len(values) > 1 else values)


def _read_key(key: str, value: object) -> object:
    """The checked value of a known key; ``NotationError`` with the one fault otherwise."""
    word = value.strip().lower() if isinstance(value, str) else None
    if key == "target":
        # Five digits hold the largest target, and int() must not be fed endless text.
        if word is not None and word.isascii() and word.isdecimal() and len(word) <= 5:
            value = int(word)
        if isinstance(value, int) and not isinstance(value, bool) and value in TARGETS:
            return value
        allowed, number = f"a whole number from {TARGETS.start} to {TARGETS.stop - 1}", "R51"
    elif key == "brutal":
        if isinstance(value, bool):
            return value
        if word in _YES_NO:
            return _YES_NO[word]
        allowed, number = "true or false", "V38"
    else:
        switch = _SWITCH_OF[key]
        values = [option.value for option in switch.options]
        if word in values:
            return word
        allowed, number = _listed(values), switch.rules[0]
    raise NotationError([Fault(f"House rule {key} cannot be {_shown(value)}; it must be {allowed}.", number)])


def _unknown_key(key: str) -> Fault:
    near = difflib.get_close_matches(key[:40].strip().lower(), _HOUSE_KEYS, n=1)
    hint = f"Did you mean {near[0]}?" if near else f"The house rules are {', '.join(_HOUSE_KEYS)}."
    return Fault(f"There is no house rule {quote(key)}. {hint}")


def read_house(values: Mapping[str, object]) -> House:
    """The house rules that ``values`` set, the rest by default.

    Values may be those of TOML or text, as the command line has nothing else. ``NotationError`` carries every
    fault: unknown keys, and values that a key does not allow.
    """
    checked: dict[str, Any] = {}
    faults: list[Fault] = []
    for key, value in values.items():
        if key not in _HOUSE_KEYS:
            faults.append(_unknown_key(key))
            continue
        try:
            checked[key] = _read_key(key, value)
        except NotationError as error:
            faults.extend(error.faults)
    if faults:
        raise NotationError(faults)
    return House(**checked)


# --- Search ---------------------------------------------------------------------------------------------------

_NAME_OF = {c.code.lower(): c.name.lower() for edition in EDITIONS.values() for c in edition.cards}
_SIGNS = str.maketrans({"×": "x", "÷": "/", "−": "-", "’": "'", ",": " "})


def _places(r: Rule) -> Iterator[str]:
    """Where a word is looked for, the most telling place first; the number itself comes before all of them."""
    name = EDITIONS[r.edition].name
    yield f"{r.number} {r.title}"
    yield "; ".join(f"{code}; {name(card(code))}" for code in r.cards)
    yield r.text
    yield r.note or ""
    yield r.source


_TEXTS = {number: tuple(place.lower() for place in _places(r)) for number, r in RULES.items()}


def word_pattern(word: str) -> re.Pattern[str]:
    """How a word of the query is looked for: anywhere, one or several, but figures and card codes as whole words only.

    "sw" means the card Swap, not every "answer", and "3" is neither 13 nor the "Rulebook 3.1".
    """
    if word not in _NAME_OF and not word.isdecimal():
        return re.compile(re.escape(re.sub(r"(?<=[a-z]{3})(?<!s)s$", "", word)))
    either = "|".join(map(re.escape, {word, _NAME_OF.get(word, word)}))
    return re.compile(rf"(?<![\w.+/-])(?:{either})(?!\w|\.\d)")


def _place(r: Rule, word: str, pattern: re.Pattern[str]) -> int | None:
    """How far down in the rule the word is first found; 0 if it is the rule's number, None if it is nowhere."""
    if word in (r.number.lower(), r.number[1:].lower()):
        return 0
    return next((i for i, text in enumerate(_TEXTS[r.number], 1) if pattern.search(text)), None)


# Words that a question has and a rule need not have.
_SMALL_WORDS = frozenset(
    "a an and are at can do does during for get gets happen happens have how i if in is it me my of on or then "
    "there they to was we what when who why will with you your ?".split()
)
# How people also write rules and cards, and how it is written here.
_SPELT = (
    (r"\bflip ?3\b", "flip three"),
    (r"\bflip ?4\b", "flip four"),
    (r"\b([rv]) (\d)", r"\1\2"),
    (r"\b((?:un)?lucky)(\d)", r"\1 \2"),
)
_VOCABULARY = sorted(
    {word for places in _TEXTS.values() for place in places[:3] for word in re.findall(r"[a-z]{4,}", place)}
)


def query_words(query: str) -> list[str]:
    """The words to look for, without the small ones of a question."""
    text = query[:QUERY_LIMIT].lower().translate(_SIGNS).replace("?", " ")
    for pattern, words in _SPELT:
        text = re.sub(pattern, words, text)
    found = text.split()
    return [word for word in found if word not in _SMALL_WORDS] or found


def corrected(query: str) -> str:
    """The query with each word that no rule has put right, for a search that found nothing; empty if none is near."""
    words = query_words(query)
    near = [
        word
        if any(_place(r, word, word_pattern(word)) is not None for r in RULES.values())
        else next(iter(difflib.get_close_matches(word, _VOCABULARY, n=1, cutoff=0.75)), "")
        for word in words
    ]
    better = " ".join(filter(None, near))
    return better if better and better != " ".join(words) else ""


def find_rules(query: str) -> list[Rule]:
    """The rules in which every word of ``query`` occurs, the best first; all of them for an empty query.

    Rule numbers come before titles, titles before the cards a rule is about, then text, note and source. Small words
    of a question are passed over. A query longer than 100 characters is cut.
    """
    words = [(word, word_pattern(word)) for word in query_words(query)]
    found: list[tuple[int, Rule]] = []
    for r in RULES.values():
        places = [_place(r, word, pattern) for word, pattern in words]
        known = [place for place in places if place is not None]
        if len(known) == len(places):
            found.append((max(known, default=0), r))
    return [r for _, r in sorted(found, key=lambda hit: hit[0])]
