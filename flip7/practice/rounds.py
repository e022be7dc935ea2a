"""A practice round: one learner and one to five computer players, from a seed.

The inputs are the truth: choices, and cards turned. Everything else is played out again from them, and the computer
players' choices follow from the table, so a seed and the learner's own choices are enough to have the round again.

    now = begin(Setup(CLASSIC, "a seed", ("odds", "gambler")))   # dealt, up to the learner's first decision
    now.due                                                      # what the learner is asked; None: the round is over
    now = say(now, Hit(now.setup.seat))                          # ... up to the next one
    now.moments                                                  # every input with its events, for showing one by one
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from flip7.cards import EDITIONS, Card, Edition
from flip7.engine.choices import CardDue, Choice, Decision, Input, Shuffled, Turned
from flip7.engine.dealer import Seeded
from flip7.engine.events import Event, evolve
from flip7.engine.play import begin as open_round
from flip7.engine.play import canonical, due, step
from flip7.engine.record import Moment, Record
from flip7.engine.table import Table, new_round
from flip7.engine.writing import record_of
from flip7.errors import Fault, NotationError, quote
from flip7.names import clean_names
from flip7.practice.reckoning import Ask, worths
from flip7.practice.temperaments import TEMPERAMENTS, decide
from flip7.rulebook import STANDARD, House

MOST_RIVALS = 5
MAX_WORD = 600
MAX_SEED = 40
YOU = "You"
_SHORT = {"careful": "c", "odds": "o", "gambler": "g", "spiteful": "s", "chaser": "7"}
_LONG = {letter: key for key, letter in _SHORT.items()}
_WORD = re.compile(
    rf"([cv])([0-{MOST_RIVALS}])([cogs7]{{1,{MOST_RIVALS}}})-([A-Za-z0-9]{{1,{MAX_SEED}}})(?:-((?:[hs]|[0-9]{{1,3}}_)*))?"
)


@dataclass(frozen=True, slots=True)
class Setup:
    """Who plays what. ``rivals`` are keys of `TEMPERAMENTS`, clockwise from the learner's left.

    ``seat`` is the learner's (0 to the number of rivals); the last seat deals, so seat 0 is dealt to first (R8). The
    same ``seed`` (letters and digits) gives the same cards in the same order, whoever takes them.
    """

    edition: Edition
    seed: str
    rivals: tuple[str, ...]
    seat: int = 0
    house: House = STANDARD

    def __post_init__(self) -> None:
        wrong = [key for key in self.rivals if key not in TEMPERAMENTS]
        if wrong or not 1 <= len(self.rivals) <= MOST_RIVALS or not 0 <= self.seat <= len(self.rivals):
            raise NotationError([Fault(f"A practice round has one to {MOST_RIVALS} rivals, each with a temperament.")])
        if not re.fullmatch(rf"[A-Za-z0-9]{{1,{MAX_SEED}}}", self.seed):
            raise NotationError([Fault(f"A seed is one to {MAX_SEED} letters and digits, not {quote(self.seed)}.")])

    def temperament(self, seat: int) -> str | None:
        """The key of who sits here; ``None`` for the learner."""
        return None if seat == self.seat else self.rivals[(seat - self.seat - 1) % (len(self.rivals) + 1)]

    @property
    def names(self) -> tuple[str, ...]:
        """Every seat as it is shown; the learner is ``You`` (see `flip7.lessons.second_person`)."""
        keys = [self.temperament(seat) for seat in range(len(self.rivals) + 1)]
        return clean_names(TEMPERAMENTS[key].name if key else YOU for key in keys)

    def table(self) -> Table:
        """The table before the first card: a whole deck, no points yet."""
        return new_round(self.names, self.edition, self.house)


@dataclass(frozen=True, slots=True)
class Round:
    """A round so far: ``moments`` are its inputs with their events, the first without an input."""

    setup: Setup
    moments: tuple[Moment, ...]

    @property
    def table(self) -> Table:
        """The table now."""
        return self.moments[-1].table

    @property
    def given(self) -> tuple[Input, ...]:
        """Every input so far."""
        return tuple(moment.given for moment in self.moments if moment.given is not None)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened."""
        return tuple(event for moment in self.moments for event in moment.events)

    @property
    def due(self) -> Decision | None:
        """What the learner is asked now; ``None`` when it is not the learner's turn or the round is over."""
        wanted = due(self.table)
        return wanted if isinstance(wanted, Decision) and wanted.player == self.setup.seat else None

    @property
    def over(self) -> bool:
        """Whether the round has been scored."""
        return self.table.phase == "over"

    @property
    def own(self) -> tuple[Choice, ...]:
        """The learner's choices so far."""
        mine = (item for item in self.given if not isinstance(item, Turned | Shuffled))
        return tuple(item for item in mine if item.player == self.setup.seat)

    def record(self, title: str = "") -> Record:
        """The round as a record whose replay gives the same events."""
        return record_of(self.setup.table(), self.given, title=title)


def opened(setup: Setup) -> Round:
    """The round before its first input."""
    table = setup.table()
    events = open_round(table)
    return Round(setup, (_moment(table, None, events),))


def begin(setup: Setup, ask: Ask = worths) -> Round:
    """The round up to the learner's first decision."""
    return advance(opened(setup), ask)


def steps(now: Round, ask: Ask = worths) -> Iterator[Round]:
    """The round after each input that needs no learner: cards, shuffles, rivals' choices; ends where one is needed.

    ``ask`` answers for who plays by the odds (a page may hand it to a worker).
    """
    while not now.over and now.due is None:
        now = _given(now, _next(now, ask))
        yield now


def advance(now: Round, ask: Ask = worths) -> Round:
    """The round up to the learner's next decision, or to its end."""
    for later in steps(now, ask):
        now = later
    return now


def say(now: Round, choice: Choice, ask: Ask = worths) -> Round:
    """The round after the learner's choice, up to the next one; raises ``NotAllowedError`` where it is not legal."""
    return advance(_given(now, canonical(choice)), ask)


def back(now: Round, ask: Ask = worths) -> Round:
    """The round before the learner's last choice; unchanged where there is none."""
    return again(now.setup, now.own[:-1], ask)


def again(setup: Setup, choices: Sequence[Choice], ask: Ask = worths) -> Round:
    """The round played again with these choices of the learner; raises ``NotAllowedError`` at one that is not legal."""
    now = begin(setup, ask)
    for choice in choices:
        now = say(now, choice, ask)
    return now


def _next(now: Round, ask: Ask) -> Input:
    table, setup = now.table, now.setup
    wanted = due(table)
    if isinstance(wanted, CardDue):
        return Turned(_card(now))
    if not isinstance(wanted, Decision):
        return Shuffled()
    key = setup.temperament(wanted.player)
    assert key is not None
    return decide(table, wanted, TEMPERAMENTS[key], ask)


def _card(now: Round) -> Card:
    """The next card: it depends on the seed, on how many cards came before, and on what is left, on nothing else."""
    turned = sum(isinstance(moment.given, Turned) for moment in now.moments)
    card = Seeded(f"{now.setup.seed} {turned}").turn(now.table)
    assert card is not None
    return card


def _given(now: Round, item: Input) -> Round:
    return replace(now, moments=(*now.moments, _moment(now.table, item, step(now.table, item))))


def _moment(table: Table, given: Input | None, events: tuple[Event, ...]) -> Moment:
    for event in events:
        table = evolve(table, event)
    return Moment(given, events, table)


# --- As a word for links --------------------------------------------------------------------------------------------


def word_of(now: Round) -> str:
    """The round as a word of letters, digits, ``_`` and ``-``: setup, seed and the learner's choices.

    House rules are not in it: a link plays by those of the rulebook.
    """
    setup, table, said = now.setup, now.moments[0].table, []
    for moment in now.moments[1:]:
        wanted = due(table)
        if isinstance(wanted, Decision) and wanted.player == setup.seat:
            at = wanted.options.index(moment.given)
            said.append("hs"[at] if wanted.asks == "hit-or-stay" else f"{at}_")
        table = moment.table
    rivals = "".join(_SHORT[key] for key in setup.rivals)
    return f"{setup.edition.key[0]}{setup.seat}{rivals}-{setup.seed}-{''.join(said)}"


def read_word(word: str, ask: Ask = worths) -> Round:
    """The round that a word from a link stands for.

    Raises ``NotationError`` where it is none, and where its choices do not fit (then the round before them is lost too:
    a link is one thing).
    """
    found = _WORD.fullmatch(word[: MAX_WORD + 1])
    if not found or len(word) > MAX_WORD:
        raise NotationError([Fault(f"{quote(word)} is no practice round; ask for the link once more.")])
    letter, seat, rivals, seed, said = found.groups()
    edition = next(one for key, one in EDITIONS.items() if key[0] == letter)
    now = begin(Setup(edition, seed, tuple(_LONG[one] for one in rivals), int(seat)), ask)
    for number, token in enumerate(re.findall(r"[hs]|[0-9]+", said or ""), 1):
        wanted = now.due
        at = "hs".find(token) if token in "hs" else int(token)
        hits = wanted is not None and wanted.asks == "hit-or-stay"
        if wanted is None or hits != (token in "hs") or at >= len(wanted.options):
            raise NotationError([Fault(f"Choice {number} of the practice round in this link does not fit.")])
        now = say(now, wanted.options[at], ask)
    return now
