"""A claim about how to play, put to the numbers. Each is a TOML file in ``claims/``: ``d1-high-cards.toml`` is ``d1``.

    title, claim, verdict, why   words; verdict is true, false, half true or it depends
    edition = "vengeance"        optional: the game that it is about; without it Flip 7
    rules = ["R1"]               what the claim is about
    shows = ["copies", "stay"]   the figures to be shown of each trial, in order
    [[trials]]                   positions to try, two to six
    key = "twelve"               its name in a link and in the words
    name = "A lone 12"
    line = "12"
    seen = ""                    optional: other cards that are out of the deck
    alone = true                 optional: nobody else is active
    [stored]                     optional: figures that take too long to compute for each view
    best = 22.25
    from = "benchmarks.claims"   the program that computes them

In ``why`` a figure is written as ``{twelve.copies}`` or ``{stored.best}``, so no figure in it is typed by hand. The
figures of a trial (chances as of the moment before the next card, values in points on average):

    copies   cards in the deck that bust with the next card, of how many: 11 of 93
    bust     that chance in per cent
    stay     what staying scores
    hit      what hitting is worth with best play from there on
    one      what one more card is worth, then stopping; in Flip 7 only
    lead     how far the better of staying and hitting is ahead
    cost     what a Freeze takes away: hit less stay, but never less than nothing
    advice   hit or stay; The Zero must hit
    flip7    the chance of Flip 7 in per cent, if hit now and then best play
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal, get_args

from flip7.cards import CLASSIC, EDITIONS, Edition
from flip7.engine.reading import Reader, read_toml
from flip7.errors import Fault
from flip7.notation import print_cards
from flip7.odds.games import GAMES, plans, position_of, solved
from flip7.odds.position import Position, position_faults
from flip7.rulebook import RULES
from flip7.scoring import score

FOLDER = Path(__file__).parent / "claims"
Verdict = Literal["true", "false", "half true", "it depends"]
FIGURES = ("copies", "bust", "stay", "hit", "one", "lead", "cost", "advice", "flip7")

_KEYS = ("edition", "title", "claim", "verdict", "why", "rules", "shows", "trials", "stored")
_TRIAL_KEYS = ("key", "name", "line", "seen", "alone")
_PLACEHOLDER = re.compile(r"\{(\w+)\.(\w+)\}")


@dataclass(frozen=True, slots=True)
class Trial:
    """One position to try. Positions of one claim differ in what the claim is about."""

    key: str
    name: str
    position: Position


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim. ``stored`` are figures computed beforehand by the program ``source``."""

    key: str
    edition: Edition
    title: str
    claim: str
    verdict: Verdict
    why: str
    rules: tuple[str, ...]
    shows: tuple[str, ...]
    trials: tuple[Trial, ...]
    stored: Mapping[str, float]
    source: str

    def trial(self, key: str) -> Trial | None:
        """The trial with this key."""
        return next((trial for trial in self.trials if trial.key == key), None)

    @property
    def reasons(self) -> str:
        """The reasons with all figures filled in."""
        return _PLACEHOLDER.sub(lambda found: self._figure(found[1], found[2]), self.why)

    def _figure(self, owner: str, name: str) -> str:
        if owner == "stored":
            value = self.stored[name]
            return f"{value:,.0f}" if float(value).is_integer() else f"{value:.2f}"
        trial = self.trial(owner)
        assert trial is not None
        return figure(trial.position, name)


@lru_cache(maxsize=128)
def worth(position: Position) -> tuple[float, float]:
    """What hitting and staying are worth, in points on average; who must hit could not stay for what lies there."""
    answer = solved(position)
    stay = score(position.line, position.edition).points if answer.stay is None else answer.stay
    return answer.hit, stay


@lru_cache(maxsize=128)
def flip7_chance(position: Position) -> float:
    """The chance (0-1) of a Flip 7 for who hits now and plays best from there on."""
    return solved(position).flip7


def busting(position: Position) -> tuple[int, int]:
    """Cards in the deck that bust with the next card, and all cards in the deck; a Second Chance saves from each."""
    left, then = position.left, GAMES[position.edition].then
    return sum(n for face, n in left.items() if n and then(position, face) == "bust"), left.total()


def advice(position: Position) -> Literal["hit", "stay"]:
    """The better choice; a tie says stay."""
    return solved(position).advice


@lru_cache(maxsize=128)
def one_more(position: Position) -> float:
    """What exactly one more card is worth, in points on average."""
    (plan,) = plans(position, 0, 1)
    return plan.worth


def figure(position: Position, name: str) -> str:
    """A figure of this position as it is read; ``name`` as in ``FIGURES``."""
    if name in ("copies", "bust"):
        copies, deck = busting(position)
        return f"{copies} of {deck}" if name == "copies" else _percent(copies / deck)
    if name == "stay":
        return str(score(position.line, position.edition).points)
    if name == "one":
        return _points(one_more(position))
    if name == "flip7":
        return _percent(flip7_chance(position))
    if name == "advice":
        return advice(position)
    hit, stay = worth(position)
    return _points({"hit": hit, "lead": abs(hit - stay), "cost": max(0.0, hit - stay)}[name])


def _points(value: float) -> str:
    """Two places: some leads are a few hundredths of a point."""
    return f"{value:.2f}" if value else "0"


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %"


def read_claim(key: str, text: str) -> Claim:
    """The claim that this text writes; raises ``Flip7Error`` with every fault."""
    raw = read_toml(text, "claim")
    reader = Reader()
    reader.keys(raw, _KEYS, "a claim")
    edition = EDITIONS.get(raw.get("edition", CLASSIC.key))
    if edition is None:
        reader.fault(f"“edition” must be one of: {', '.join(EDITIONS)}.")
        edition = CLASSIC
    title, claim, why = (reader.words(raw, name) for name in ("title", "claim", "why"))
    verdict = reader.words(raw, "verdict")
    if verdict not in get_args(Verdict):
        reader.fault(f"“verdict” must be one of: {', '.join(get_args(Verdict))}.")
    rules = tuple(reader.value(raw, "rules", list, [], "a list of rule numbers"))
    if not rules or not set(rules) <= set(RULES):
        reader.fault("“rules” must list at least one rule, each by the number that it has in the rulebook.")
    shows = tuple(reader.value(raw, "shows", list, [], "a list of figures"))
    if not shows or not set(shows) <= set(FIGURES):
        reader.fault(f"“shows” must list at least one figure of: {', '.join(FIGURES)}.")
    if edition is not CLASSIC and ("one" in shows or re.search(r"\.one\}", why)):
        reader.fault("The figure “one” is worked out for Flip 7 only.")
    listed = reader.value(raw, "trials", list, [], "a list of positions")
    trials = tuple(_trial(reader, one, edition) for one in listed if isinstance(one, Mapping))
    if not 2 <= len(trials) <= 6 or len({trial.key for trial in trials}) < len(trials):
        reader.fault("“trials” must be two to six positions, each with a key of its own.")
    stored = dict(reader.value(raw, "stored", dict, {}, "a table of figures"))
    source = stored.pop("from", "")
    if stored and not (isinstance(source, str) and source.startswith("benchmarks.")):
        reader.fault("[stored] must say in “from” which program in benchmarks computes its figures.")
    if not all(isinstance(value, int | float) for value in stored.values()):
        reader.fault("[stored] holds numbers.")
    for owner, name in _PLACEHOLDER.findall(why):
        known = name in stored if owner == "stored" else name in FIGURES and owner in {t.key for t in trials}
        if not known:
            reader.fault(f"“why” names the figure {{{owner}.{name}}}, which is none.")
    if re.search(r"[{}]", _PLACEHOLDER.sub("", why)):
        reader.fault("“why” has a brace that belongs to no figure.")
    reader.done()
    return Claim(key, edition, title, claim, verdict, why, rules, shows, trials, stored, source)  # type: ignore[arg-type]


def _trial(reader: Reader, raw: Mapping[str, Any], edition: Edition) -> Trial:
    reader.keys(raw, _TRIAL_KEYS, "a trial")
    key, name = reader.words(raw, "key"), reader.words(raw, "name")
    line, seen = (reader.cards(raw.get(part, ""), f"{part} of {key}", edition) for part in ("line", "seen"))
    alone = reader.value(raw, "alone", bool, False, "true or false")
    position = position_of(edition, tuple(line), tuple(seen), alone=alone)
    empty = Fault("A trial needs a card in front.", position.limits.no_card_rule)
    faults = position_faults(position) or ([] if line else [empty])
    reader.faults += [
        Fault(f"Trial {key} ({print_cards(line, edition)}): {fault.message}", fault.rule) for fault in faults
    ]
    return Trial(key, name, position)


@cache
def claims() -> Mapping[str, Claim]:
    """The claims of this app by key, in the order of their files, read once."""
    found = {}
    for path in sorted(FOLDER.glob("*.toml")):
        key = path.stem.partition("-")[0]
        found[key] = read_claim(key, path.read_text("utf-8"))
    return found
