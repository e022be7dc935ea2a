"""A line to points, one step at a time, each step with its rule (R45-R46a, V14-V16, V38-V41)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flip7.cards import CLASSIC, Card, Edition, Kind, card
from flip7.errors import ImpossibleError
from flip7.hands import BONUS, SEVEN, hand_faults, of_kind, toward_seven
from flip7.rulebook import STANDARD, House

_ZERO, _TIMES_TWO, _HALVE = card("0"), card("x2"), card("/2")


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the reckoning: ``points`` are added and make ``running`` (both in points)."""

    rule: str
    label: str
    points: int
    running: int


@dataclass(frozen=True, slots=True)
class Score:
    """A scored hand: ``cards`` in printing order, ``points`` for the round, the ``steps`` that lead there."""

    edition: Edition
    cards: tuple[Card, ...]
    points: int
    flip7: bool
    steps: tuple[Step, ...]


class _Reckoning:
    """Collects steps and keeps their running sum."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.running = 0

    def add(self, rule: str, label: str, points: int) -> None:
        self.running += points
        self.steps.append(Step(rule, label, points, self.running))


def score(
    cards: Iterable[Card],
    edition: Edition = CLASSIC,
    *,
    busted: bool = False,
    frozen: bool = False,
    house: House = STANDARD,
    gives_penalty: bool = False,
    penalised: bool = False,
) -> Score:
    """The round score of one player's cards.

    ``gives_penalty``: in Brutal Mode this Flip 7 player took 15 from somebody else instead of the bonus (V40);
    ``penalised``: this player is the one who lost them.
    Raises ``ImpossibleError`` with every fault when the cards cannot lie in front of one player.
    """
    hand = tuple(cards)
    faults = hand_faults(hand, edition, busted=busted, frozen=frozen, house=house)
    if faults:
        raise ImpossibleError(faults)
    hand = edition.sorted(hand)
    flip7 = toward_seven(hand, house) == SEVEN
    sums = _Reckoning()
    if edition is CLASSIC:
        _classic(sums, hand, busted, flip7)
    else:
        _vengeance(sums, hand, busted, flip7, house)
        if flip7:
            if gives_penalty:
                sums.add("V40", "Flip 7: the 15 were taken from another player instead", 0)
            else:
                sums.add("V14", f"Flip 7 bonus: +{BONUS}", BONUS)
        if penalised:
            sums.add("V40", f"Another player's Flip 7: -{BONUS}", -BONUS)
    return Score(edition, hand, sums.running, flip7, tuple(sums.steps))


def _number_step(sums: _Reckoning, rule: str, hand: Iterable[Card]) -> None:
    numbers = of_kind(hand, Kind.NUMBER)
    total = sum(face.points for face in numbers)
    spelled = " + ".join(str(face.points) for face in numbers)
    sums.add(rule, f"Number cards: {spelled or 'none'}{f' = {total}' if len(numbers) > 1 else ''}", total)


def _classic(sums: _Reckoning, hand: tuple[Card, ...], busted: bool, flip7: bool) -> None:
    if busted:
        sums.add("R21", "Busted: 0, whatever lies there", 0)
        return
    _number_step(sums, "R45", hand)
    modifiers = of_kind(hand, Kind.MODIFIER)
    rule = "R45" if any(face.is_number for face in hand) else "R46"
    if _TIMES_TWO in modifiers:
        sums.add(rule, f"x2 doubles the number cards: +{sums.running}", sums.running)
    for face in modifiers:
        if face.points:
            sums.add(rule, face.code, face.points)
    if flip7:
        sums.add("R45", f"Flip 7 bonus: +{BONUS}", BONUS)
    for face in of_kind(hand, Kind.ACTION):
        sums.add("R40" if face.code == "SC" else "R26", f"{face.name}: no points", 0)


def _vengeance(sums: _Reckoning, hand: tuple[Card, ...], busted: bool, flip7: bool, house: House) -> None:
    minus = [face for face in of_kind(hand, Kind.MODIFIER) if face.points]
    if busted:
        sums.add("V9", "Busted: 0", 0)
        if house.brutal:
            _minus_steps(sums, "V39", minus)
        return
    _number_step(sums, "V14", hand)
    if _ZERO in hand and not flip7:
        flat = not house.brutal or house.brutal_zero == "flat"
        everything = "everything" if flat else "the number cards"
        sums.add("V17", f"The Zero without Flip 7: {everything} to 0", -sums.running)
        if not flat:
            _minus_steps(sums, "V41", minus)
        return
    if _HALVE in hand:
        half = sums.running // 2
        sums.add("V14", f"/2 halves the number cards, rounded down: {sums.running} to {half}", half - sums.running)
    _minus_steps(sums, "V14", minus)
    if sums.running < 0:
        if house.brutal:
            sums.add("V38", "Brutal Mode: a round can stay below 0", 0)
        else:
            sums.add("V14", "Not below 0", -sums.running)


def _minus_steps(sums: _Reckoning, rule: str, minus: Iterable[Card]) -> None:
    for face in minus:
        sums.add(rule, face.code, face.points)
