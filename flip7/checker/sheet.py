"""A whole round on a score sheet: every hand scored, every claim judged, and all faults of the table at once.

A player has cards, or a typed total, or both. With cards the total is a claim about them; alone it is final, and only
asked whether it can be, by itself and beside the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypedDict, cast, get_args

from flip7.cards import CLASSIC, Card, Edition, card
from flip7.checker.side_by_side import clash
from flip7.checker.slips import Verdict, judge
from flip7.checker.totals import NO_NUMBERS, options, total
from flip7.checker.words import listed, number_cards, signs
from flip7.engine.reading import MAX_PLAYERS, Reader, read_toml
from flip7.errors import Fault, quote
from flip7.hands import BONUS, SEVEN, copy_faults, duplicates, hand_faults, toward_seven
from flip7.names import MAX_NAME
from flip7.rulebook import STANDARD, House
from flip7.scoring import Score, score

SheetStatus = Literal["active", "stayed", "frozen", "busted", "flip7"]

_FREEZE = card("FR")
_KEYS = ("edition", "hands", "status", "claims", "discard", "house")


class Circumstances(TypedDict):
    """What is said of a hand besides its cards, as ``score`` takes it."""

    busted: bool
    frozen: bool
    gives_penalty: bool
    penalised: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """One player's row: ``cards`` is None where only a total was typed, ``status`` None where nothing was said.

    Cards without a status count as stayed. A typed total without one may be a Flip 7, if one can score it.
    """

    name: str
    cards: tuple[Card, ...] | None = None
    status: SheetStatus | None = None
    claim: int | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A round: ``discard`` holds the cards gone since the last shuffle.

    ``penalised`` names the player from whom a Flip 7 took 15 in Brutal Mode (V40); empty where it is not known.
    """

    edition: Edition
    entries: tuple[Entry, ...]
    discard: tuple[Card, ...] = ()
    house: House = STANDARD
    penalised: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that cannot be: the ``rule`` against it, the ``players`` it is about and the ``cards``."""

    rule: str | None
    message: str
    players: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One player's result; ``score`` is None where the cards cannot lie there or only a total was typed."""

    entry: Entry
    flip7: bool
    score: Score | None
    verdict: Verdict | None

    @property
    def points(self) -> int | None:
        """The round's points: those of the cards, or the typed total."""
        return self.score.points if self.score else self.entry.claim if self.entry.cards is None else None


@dataclass(frozen=True, slots=True)
class Checked:
    """A round that has been checked: a row for each player, and every problem."""

    rows: tuple[Row, ...]
    problems: tuple[Problem, ...]

    @property
    def holds(self) -> bool:
        """Whether the table is possible and every claim right."""
        return not self.problems and all(row.verdict is None or row.verdict.right for row in self.rows)


def check(sheet: Sheet) -> Checked:
    """Score every hand and find every fault of the table."""
    problems = [*_copies(sheet), *(problem for entry in sheet.entries for problem in _own(sheet, entry))]
    sevens = [entry.name for entry in sheet.entries if _flips_seven(sheet, entry)]
    if len(sevens) > 1:
        both = "both" if len(sevens) == 2 else "all"
        message = f"{listed(sevens)} cannot {both} have flipped seven: the first ends the round."
        problems.append(Problem(_ends(sheet.edition), message, tuple(sevens)))
    if not sevens and not _perhaps_seven(sheet):
        for entry in sheet.entries:
            if entry.status == "active":
                message = (
                    f"{entry.name} has neither stayed nor busted, and nobody flipped seven: the round is not over."
                )
                problems.append(Problem("R44" if sheet.edition is CLASSIC else "V11", message, (entry.name,)))
            if sheet.edition is CLASSIC and entry.status == "stayed" and entry.cards == ():
                message = f"{entry.name} has no card in front, so Stay was not allowed."
                problems.append(Problem("R18", message, (entry.name,)))
    problems += _typed(sheet)
    return Checked(_rows(sheet), tuple(problems))


def _ends(edition: Edition) -> str:
    """The rule by which seven different numbers end the round."""
    return "R41" if edition is CLASSIC else "V11"


def _flips_seven(sheet: Sheet, entry: Entry) -> bool:
    if entry.cards is not None:
        return entry.status != "busted" and toward_seven(entry.cards, sheet.house) >= SEVEN
    if entry.status or entry.claim is None:
        return entry.status == "flip7"
    kinds = {way.kinds.flip7 for way in options(entry.claim, sheet.edition, sheet.house)}
    return kinds == {True}


def _perhaps_seven(sheet: Sheet) -> list[Entry]:
    """The players of whom nobody has said whether they flipped seven, where one of their totals may be the round's one.

    The first Flip 7 ends the round, so there are none beside a certain one (R41, V11).
    """
    if any(_flips_seven(sheet, entry) for entry in sheet.entries):
        return []
    return [
        entry
        for entry in sheet.entries
        if entry.cards is None
        and entry.claim is not None
        and entry.status is None
        and any(way.kinds.flip7 for way in options(entry.claim, sheet.edition, sheet.house))
        and not _clash(sheet, entry)[0]
    ]


def _copies(sheet: Sheet) -> list[Problem]:
    """Cards of which there are more than the deck has, with who holds them (R1-R3, V1-V3).

    Each frozen player has a Freeze in front, whether it is written down or not (R27).
    """
    held = {entry.name: Counter(entry.cards or ()) for entry in sheet.entries}
    for entry in sheet.entries:
        if sheet.edition is CLASSIC and entry.status == "frozen":
            held[entry.name][_FREEZE] = max(1, held[entry.name][_FREEZE])
    gone = Counter(sheet.discard)
    counts = sum(held.values(), Counter[Card]()) + gone
    problems = []
    for face in sheet.edition.sorted(face for face in counts if face in sheet.edition.copies):
        for fault in copy_faults({face: counts[face]}, sheet.edition):
            holders = tuple(name for name, cards in held.items() if cards[face])
            where = [f"{name}{f' ({held[name][face]})' if held[name][face] > 1 else ''}" for name in holders]
            if gone[face]:
                where.append(f"the cards gone ({gone[face]})")
            message = f"{signs(fault.message)} Held by {listed(where)}."
            problems.append(Problem(fault.rule, message, holders, (face,)))
    return problems


def _own(sheet: Sheet, entry: Entry) -> list[Problem]:
    """What is wrong with one player's cards and status by themselves."""
    problems = []
    cards = entry.cards
    if cards is None:
        if entry.status == "frozen" and sheet.edition is not CLASSIC:
            problems.append(Problem("V4", f"{entry.name}: nobody can be frozen, there is no Freeze.", (entry.name,)))
        return problems
    copies = copy_faults(Counter(cards), sheet.edition)
    for fault in _faults(sheet, entry):
        if fault not in copies:
            about = _about(fault.rule, cards)
            problems.append(Problem(fault.rule, f"{entry.name}: {signs(fault.message)}", (entry.name,), about))
    seven = toward_seven(cards, sheet.house)
    if entry.status == "flip7" and seven < SEVEN:
        message = f"{entry.name} is marked Flip 7 with {number_cards(seven)}."
        problems.append(Problem(_ends(sheet.edition), message, (entry.name,), cards))
    if entry.status == "active" and _FREEZE in cards:
        message = f"{entry.name} holds a Freeze and so is frozen, not active."
        problems.append(Problem("R26", message, (entry.name,), (_FREEZE,)))
    return problems


def _faults(sheet: Sheet, entry: Entry) -> list[Fault]:
    return hand_faults(
        entry.cards or (),
        sheet.edition,
        busted=entry.status == "busted",
        frozen=entry.status == "frozen",
        house=sheet.house,
    )


def _about(rule: str | None, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that a fault of a hand is about."""
    numbers = tuple(face for face in cards if face.is_number)
    codes = {"R36": "SC", "R37": "SC", "R24": "FR", "R26": "FR", "R35a": "F3", "V25": "JOM F4 ST SW DI"}
    if rule in codes:
        return tuple(face for face in cards if face.code in codes[rule].split())
    if rule in ("R41", "V11"):
        return numbers
    twice = duplicates(numbers)
    return tuple(face for face in numbers if face.rank in twice)


def _typed(sheet: Sheet) -> list[Problem]:
    """Totals without cards that cannot be, each by itself (R46a) or side by side."""
    problems = []
    for entry in sheet.entries:
        fault = None if entry.cards is not None or entry.claim is None else _impossible(sheet, entry, entry.claim)
        if fault:
            problems.append(Problem(fault.rule, f"{entry.name}: {fault.message}", (entry.name,)))
    fault, players = _clash(sheet)
    if fault:
        perhaps = [entry.name for entry in _perhaps_seven(sheet)]
        if len(perhaps) > 1:
            problems.append(
                Problem(fault.rule, f"{fault.message} If {listed(perhaps, 'or')} flipped seven, say so.", players)
            )
        elif not perhaps:
            problems.append(Problem(fault.rule, fault.message, players))
    return problems


def _clash(sheet: Sheet, seven: Entry | None = None) -> tuple[Fault | None, tuple[str, ...]]:
    """Why the typed totals cannot stand side by side, where only ``seven`` and the certain ones flipped seven."""
    standing = [
        (entry.name, entry.claim, entry is seven or _flips_seven(sheet, entry))
        for entry in sheet.entries
        if entry.cards is None and entry.claim is not None and not _impossible(sheet, entry, entry.claim)
    ]
    taken = Counter(face for entry in sheet.entries for face in entry.cards or ()) + Counter(sheet.discard)
    return clash(standing, taken, sheet.edition, sheet.house)


def _impossible(sheet: Sheet, entry: Entry, claim: int) -> Fault | None:
    """Why a typed total cannot be, if so."""
    classic = sheet.edition is CLASSIC
    if entry.status == "busted" and (classic or not sheet.house.brutal):
        rule = "R21" if classic else "V9"
        return Fault(f"a busted player scores 0, not {signs(claim)}.", rule) if claim else None
    if entry.status == "busted":
        bare = [way for way in options(claim, sheet.edition, sheet.house) if way.kinds == NO_NUMBERS]
        return None if bare else Fault(f"a busted player cannot score {signs(claim)}: only minus cards count.", "V39")
    flip7 = _flips_seven(sheet, entry) if entry.status else None
    if any(flip7 in (None, way.kinds.flip7) for way in options(claim, sheet.edition, sheet.house)):
        return None
    found = total(claim, sheet.edition, flip7=flip7, house=sheet.house)
    return Fault(f"{signs(claim)} cannot be. {found.why}", found.rules.split(", ")[-1])


def _rows(sheet: Sheet) -> tuple[Row, ...]:
    penalised = sheet.penalised or _claimed_penalty(sheet)
    return tuple(_row(sheet, entry, penalised, _penalty_open(sheet, entry)) for entry in sheet.entries)


def _row(sheet: Sheet, entry: Entry, penalised: str, penalty_open: bool = True) -> Row:
    seven = _flips_seven(sheet, entry)
    if entry.cards is None or _faults(sheet, entry):
        return Row(entry, seven, None, None)
    how = Circumstances(
        busted=entry.status == "busted",
        frozen=entry.status == "frozen",
        gives_penalty=seven and penalised not in ("", entry.name),
        penalised=penalised == entry.name,
    )
    if entry.claim is None:
        return Row(entry, seven, score(entry.cards, sheet.edition, house=sheet.house, **how), None)
    penalty_open = penalty_open and not penalised
    verdict = judge(entry.claim, entry.cards, sheet.edition, house=sheet.house, penalty_open=penalty_open, **how)
    return Row(entry, seven, verdict.score, verdict)


def _penalty_open(sheet: Sheet, entry: Entry) -> bool:
    """Whether a Flip 7 that does not claim its bonus may have taken this entry's 15, or given up its own (V40)."""
    sevens = [other for other in sheet.entries if _flips_seven(sheet, other)] or _perhaps_seven(sheet)
    if entry in sevens:
        return len(sheet.entries) > 1
    bonus = [row.verdict for row in (_row(sheet, other, "") for other in sevens)]
    return any(verdict is None or not verdict.right for verdict in bonus)


def _claimed_penalty(sheet: Sheet) -> str:
    """The player who lost 15 to a Flip 7 in Brutal Mode, as the claims show it; empty where they do not (V40).

    They do where the Flip 7 player claims 15 less than with the bonus and exactly one other player 15 less than the
    cards say.
    """
    if not sheet.house.brutal or sheet.edition is CLASSIC:
        return ""
    short = [
        row.entry.name
        for row in (_row(sheet, entry, "") for entry in sheet.entries)
        if row.verdict and row.verdict.claim == row.verdict.score.points - BONUS
    ]
    givers = [entry.name for entry in sheet.entries if _flips_seven(sheet, entry)]
    losers = [name for name in short if name not in givers]
    return losers[0] if len(losers) == 1 and len(givers) == 1 and givers[0] in short else ""


def read_sheet(text: str) -> Sheet:
    """The sheet in a TOML text (contract, part 3); raises ``NotationError`` or ``ImpossibleError`` with every fault."""
    raw = read_toml(text, "score sheet")
    reader = Reader()
    reader.keys(raw, _KEYS, "a score sheet")
    edition = reader.edition(raw)
    names = tuple(dict.fromkeys(name for key in ("hands", "claims", "status") for name in reader.table(raw, key)))
    if not 1 <= len(names) <= MAX_PLAYERS:
        reader.fault(f"A score sheet has 1 to {MAX_PLAYERS} players; this one has {len(names)}.", "R4")
    for name in names:
        if not name.strip() or not name.isprintable() or len(name) > MAX_NAME:
            reader.fault(f"{quote(name)} cannot be a name: it is 1 to {MAX_NAME} characters that can be seen.")
    hands = reader.by_player(raw, "hands", names, lambda value, where: reader.cards(value, where, edition))
    claims = reader.by_player(raw, "claims", names, reader.number)
    status = reader.by_player(
        raw,
        "status",
        names,
        lambda value, where: cast(SheetStatus, reader.one_of(value, get_args(SheetStatus), where)),
    )
    for name in names:
        if name not in hands and name not in claims and status.get(name) in ("stayed", "flip7"):
            reader.fault(f"{quote(name)} needs cards under [hands] or a total under [claims].")
    discard = reader.cards(raw.get("discard", ""), "discard", edition)
    house = reader.house(raw)
    reader.done()
    entries = tuple(
        Entry(
            name,
            hands.get(name, None if name in claims else ()),
            status.get(name, "stayed" if name in hands else None),
            claims.get(name),
        )
        for name in names
    )
    return Sheet(edition, entries, discard, house)
