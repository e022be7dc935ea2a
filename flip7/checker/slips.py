"""Which slip leads from a hand to a wrong claim (contract, part 3; R45, R46, V14, V17, V38-V40).

The hand is reckoned again with switches: what is added, doubled, halved, left out, and in which order. A slip turns
one switch; two slips together are two different switches, so their effects meet as they would on paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import Any

from flip7.cards import CLASSIC, Card, Edition, Kind, card
from flip7.checker.words import listed, number_cards, signs
from flip7.hands import BONUS, SEVEN, duplicates, of_kind, toward_seven
from flip7.rulebook import STANDARD, House
from flip7.scoring import Score, score

NEAREST = 3

_ZERO, _TIMES_TWO, _HALVE = card("0"), card("x2"), card("/2")
_UNLESS_GIVEN = "this Flip 7 took 15 from another player instead of the bonus (V40)"
_UNLESS_TAKEN = "another player's Flip 7 took 15 away (V40)"
_UNLESS_ZERO = "here The Zero keeps the minus cards (V41, SW-8)"
_UNLESS_PAIR = "here two 13s count as one of the seven (V22, SW-6)"

SLIPS = (
    "doubled-plus", "doubled-bonus", "forgot-x2", "added-x2", "forgot-plus",
    "halved-up", "halved-after-minus", "forgot-half", "forgot-minus", "below-zero", "bonus-before-floor",
    "ignored-zero", "forgot-bonus", "false-bonus", "scored-a-bust", "missed-number", "counted-twice",
)  # fmt: skip
"""The ids of the contract, in the order in which explanations are listed."""


@dataclass(frozen=True, slots=True)
class Slip:
    """One explanation: the ``ids`` of one slip or of two together, the ``points`` they lead to, and why that is wrong.

    ``short`` says only what was done, to stand after ``not 92:``.
    What only Brutal Mode knows has no id: the 15 that another player's Flip 7 may have taken, which is no slip (V40),
    and a sum that was stopped at 0 (V38).
    """

    ids: tuple[str, ...]
    points: int
    explanation: str
    short: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """A claim beside the score: ``slips`` is every simplest explanation of a wrong one, the plainest first.

    Where nothing explains it, ``nearest`` holds what single slips would have given, the closest totals first.
    ``unless`` is what would make the claim right all the same, in words: the 15 of Brutal Mode (V40), or a house rule
    that nobody has spoken of (SW-6, SW-8). No two slips together are sought then.
    """

    score: Score
    claim: int
    slips: tuple[Slip, ...] = ()
    nearest: tuple[Slip, ...] = ()
    unless: str = ""

    @property
    def right(self) -> bool:
        return self.claim == self.score.points

    @property
    def sentence(self) -> str:
        """Whether the claim holds: ``72 is wrong: it is 62.``"""
        claim, points = signs(self.claim), signs(self.score.points)
        if self.right:
            return f"{claim} is right."
        if self.unless:
            return f"{claim} is right if {self.unless}. If not, it is {points}."
        return f"{claim} is wrong: it is {points}."

    @property
    def named(self) -> tuple[Slip, ...]:
        """The slips that are worth a line of their own: not the one that ``unless`` says already."""
        return tuple(slip for slip in self.slips if slip.ids or not self.unless)

    @property
    def heading(self) -> str:
        """What stands above the slips: how many at once, and whether it is certain which."""
        two = max((len(slip.ids) for slip in self.named), default=1) > 1
        if len(self.named) == 1:
            return "Two slips together explain it" if two else "One slip explains it"
        return f"One of these {'pairs of ' if two else ''}slips explains it"

    def guess(self, nth: int) -> str:
        """What stands before the nth slip (from 0) where there are several."""
        if len(self.named) == 1:
            return ""
        return "Or perhaps: " if nth else "Most likely: "


@dataclass(frozen=True, slots=True)
class _Way:
    """How the hand is reckoned; the defaults are the rules. Each slip changes one of these."""

    missed: Card | None = None
    twice: Card | None = None
    left_out: tuple[Card, ...] = ()
    x2: str = "doubles"
    doubles_plus: bool = False
    doubles_bonus: bool = False
    wrong_bonus: bool = False
    bust: str = "nothing"
    halves: bool = True
    rounds_up: bool = False
    halves_last: bool = False
    below_zero: bool = False
    floor_last: bool = False
    stops_at_zero: bool = False
    zero_ignored: bool = False
    penalty: str = "as said"


_RIGHT = _Way()


@dataclass(frozen=True, slots=True)
class _Hand:
    """What the reckoning needs of a hand; ``extra`` is the duplicate of a busted one."""

    edition: Edition
    numbers: tuple[Card, ...]
    modifiers: tuple[Card, ...]
    busted: bool
    bonus: bool
    penalised: bool
    penalty_open: bool
    seven: int
    extra: Card | None
    house: House

    @property
    def signed(self) -> tuple[Card, ...]:
        """The plus or minus cards."""
        return tuple(face for face in self.modifiers if face.points)

    @property
    def sum(self) -> int:
        return sum(face.points for face in self.numbers)

    def points(self, way: _Way) -> int:
        """The points that this way of reckoning gives."""
        numbers = self.sum + (way.twice.points if way.twice else 0) - (way.missed.points if way.missed else 0)
        if way.bust == "first" and self.extra:
            numbers -= self.extra.points
        signed = sum(face.points for face in self.signed if face not in way.left_out)
        bonus = BONUS if self.bonus != way.wrong_bonus else 0
        void = self.busted and way.bust == "nothing"
        if self.edition is CLASSIC:
            return bonus if void else self._classic(way, numbers, signed, bonus)
        penalised = self.penalised if way.penalty == "as said" else way.penalty == "taken"
        return self._vengeance(way, numbers, signed, bonus, void) - (BONUS if penalised else 0)

    def _classic(self, way: _Way, numbers: int, plus: int, bonus: int) -> int:
        if _TIMES_TWO in self.modifiers:
            if way.x2 == "doubles":
                numbers += numbers + way.doubles_plus * plus + way.doubles_bonus * bonus
            elif way.x2 == "adds":
                numbers += 2
        return numbers + plus + bonus

    def _vengeance(self, way: _Way, numbers: int, minus: int, bonus: int, void: bool) -> int:
        brutal = self.house.brutal
        if void:
            return (minus if brutal else 0) + bonus
        if _ZERO in self.numbers and not way.zero_ignored and self.seven < SEVEN:
            return (minus if brutal and self.house.brutal_zero == "minus" else 0) + bonus
        rest = numbers + minus
        if _HALVE in self.modifiers and way.halves:
            up = way.rounds_up
            rest = (rest + up) // 2 if way.halves_last else (numbers + up) // 2 + minus
        if way.below_zero or (brutal and not way.stops_at_zero):
            return rest + bonus
        return max(0, rest + bonus) if way.floor_last else max(0, rest) + bonus


@dataclass(frozen=True, slots=True)
class _Turn:
    """A slip before it is counted out: which switch it turns, and how."""

    id: str
    switch: str
    setting: Any

    def of(self, way: _Way) -> _Way:
        return replace(way, **{self.switch: self.setting})


def judge(
    claim: int,
    cards: Iterable[Card],
    edition: Edition = CLASSIC,
    *,
    busted: bool = False,
    frozen: bool = False,
    house: House = STANDARD,
    gives_penalty: bool = False,
    penalised: bool = False,
    penalty_open: bool = True,
) -> Verdict:
    """The claim held against the score; raises ``ImpossibleError`` as ``score`` does.

    ``gives_penalty`` and ``penalised`` are those of ``score``: the 15 of Brutal Mode taken from somebody (V40).
    ``penalty_open``: where neither is said, a Flip 7 may have taken them; a whole round can show that none did.
    """

    def scored(by: House) -> Score:
        return score(
            lying, edition, busted=busted, frozen=frozen, house=by, gives_penalty=gives_penalty, penalised=penalised
        )

    lying = tuple(cards)
    result = scored(house)
    if claim == result.points:
        return Verdict(result, claim)
    numbers = tuple(of_kind(result.cards, Kind.NUMBER))
    twice = duplicates(numbers) if busted else {}
    hand = _Hand(
        edition,
        numbers,
        tuple(of_kind(result.cards, Kind.MODIFIER)),
        busted,
        result.flip7 and not gives_penalty,
        penalised,
        penalty_open and house.brutal and edition is not CLASSIC and not (gives_penalty or penalised),
        toward_seven(numbers, house),
        next((face for face in numbers if face.rank in twice), None),
        house,
    )
    turns = _turns(hand)
    single = _outcomes(hand, ((turn,) for turn in turns), result.points)
    found = [slip for slip in single if slip.points == claim]
    unless = _unless(claim, {rule: scored(by) for rule, by in _other_houses(hand)}, result, hand)
    if not found and not unless:
        pairs = (pair for pair in combinations(turns, 2) if pair[0].switch != pair[1].switch)
        found = _outcomes(hand, pairs, result.points, claim)
    return Verdict(result, claim, tuple(found), () if found or unless else _nearest(single, claim), unless)


def _other_houses(hand: _Hand) -> Iterator[tuple[str, House]]:
    """House rules that may be meant where the usual setting stands, with the words for the other one."""
    if hand.edition is CLASSIC:
        return
    if hand.house.brutal_zero == STANDARD.brutal_zero:
        yield _UNLESS_ZERO, replace(hand.house, brutal_zero="minus")
    if hand.house.lucky_pair == STANDARD.lucky_pair:
        yield _UNLESS_PAIR, replace(hand.house, lucky_pair="one")


def _unless(claim: int, others: dict[str, Score], result: Score, hand: _Hand) -> str:
    """What would make a wrong claim right: 15 that were taken, another house rule, or both."""
    for words, other in {"": result, **others}.items():
        taken = _UNLESS_GIVEN if other.flip7 else _UNLESS_TAKEN
        if words and claim == other.points:
            return words
        if hand.penalty_open and claim == other.points - BONUS:
            return f"{words} and {taken}" if words else taken
    return ""


def _nearest(slips: Iterable[Slip], claim: int) -> tuple[Slip, ...]:
    """The slips whose totals come closest to the claim, one for each total."""
    totals: dict[int, Slip] = {}
    for slip in slips:
        totals.setdefault(slip.points, slip)
    return tuple(sorted(totals.values(), key=lambda slip: abs(slip.points - claim))[:NEAREST])


def _outcomes(hand: _Hand, choices: Iterable[Sequence[_Turn]], right: int, claim: int | None = None) -> list[Slip]:
    """What each choice of slips leads to, where it is wrong (and the claim, if one is given); each sentence once."""
    found: dict[tuple[tuple[str, ...], str], Slip] = {}
    for turns in choices:
        way = _RIGHT
        for turn in turns:
            way = turn.of(way)
        points = hand.points(way)
        if points == right if claim is None else points != claim:
            continue
        ids = tuple(turn.id for turn in turns if turn.id)
        said = [_say(turn, hand, way) for turn in turns]
        explanation = " ".join(said)
        found.setdefault((ids, explanation), Slip(ids, points, explanation, _short(said)))
    return list(found.values())


def _subsets(cards: Sequence[Card]) -> Iterable[tuple[Card, ...]]:
    return chain.from_iterable(combinations(cards, n) for n in range(1, len(cards) + 1))


def _turns(hand: _Hand) -> list[_Turn]:
    """Every slip that these cards leave room for."""
    x2, half, zero = (face in (*hand.modifiers, *hand.numbers) for face in (_TIMES_TWO, _HALVE, _ZERO))
    classic = hand.edition is CLASSIC
    forgot = "forgot-plus" if classic else "forgot-minus"
    turns = [_Turn(forgot, "left_out", left_out) for left_out in _subsets(hand.signed)]
    turns += [_Turn("missed-number", "missed", face) for face in hand.numbers]
    turns += [_Turn("counted-twice", "twice", face) for face in hand.numbers]
    turns.append(_Turn("forgot-bonus" if hand.bonus else "false-bonus", "wrong_bonus", True))
    if hand.busted:
        turns += [_Turn("scored-a-bust", "bust", how) for how in (("all", "first") if hand.extra else ("all",))]
    if x2:
        turns += [_Turn("forgot-x2", "x2", "forgotten"), _Turn("added-x2", "x2", "adds")]
        turns += [_Turn("doubled-plus", "doubles_plus", True), _Turn("doubled-bonus", "doubles_bonus", True)]
    if half:
        turns += [_Turn("forgot-half", "halves", False), _Turn("halved-up", "rounds_up", True)]
        turns.append(_Turn("halved-after-minus", "halves_last", True))
    if not classic:
        turns += [_Turn("below-zero", "below_zero", True), _Turn("bonus-before-floor", "floor_last", True)]
        turns += [_Turn("ignored-zero", "zero_ignored", True)] if zero else []
    if hand.penalised:
        turns.append(_Turn("forgot-minus", "penalty", "forgotten"))
    turns.sort(key=lambda turn: SLIPS.index(turn.id))
    if hand.house.brutal and not classic:
        turns.append(_Turn("", "stops_at_zero", True))
    return [_Turn("", "penalty", "taken"), *turns] if hand.penalty_open and not hand.bonus else turns


def _listed(cards: Sequence[Card]) -> str:
    """``the +2``, ``the +2 and the +4``, ``the +2, the +4 and the +6``."""
    return listed([f"the {signs(face.code)}" for face in cards])


def _were(cards: Sequence[Card], done: str) -> str:
    text = f"{_listed(cards)} {'was' if len(cards) == 1 else 'were'} {done}."
    return text[:1].upper() + text[1:]


def _short(said: Sequence[str]) -> str:
    """The first sentence of each slip, which says what was done: ``the +2 was left out, and the 9 was left out.``"""
    done = [words.partition(". ")[0].rstrip(".") for words in said]
    lower = [words if words.startswith("The Zero") else words[:1].lower() + words[1:] for words in done]
    return f"{', and '.join(lower)}."


def _say(turn: _Turn, hand: _Hand, way: _Way) -> str:
    """The slip in words, with the hand's own cards."""
    if turn.switch == "penalty":
        if turn.setting == "taken":
            return "Another player's Flip 7 took 15 away (V40)."
        return "The 15 that another player's Flip 7 takes away was left out."
    if turn.switch == "stops_at_zero":
        return "The sum was stopped at 0. In Brutal Mode it may stay below (V38)."
    total = hand.sum
    signed = [face for face in hand.signed if face not in way.left_out]
    match turn.id:
        case "doubled-plus":
            return f"{_were(signed, 'doubled too')} x2 doubles only the number cards."
        case "doubled-bonus":
            return "The 15 for Flip 7 was doubled too. x2 doubles only the number cards."
        case "forgot-x2":
            return f"x2 was forgotten. It doubles the number cards: {total} becomes {2 * total}."
        case "added-x2":
            return f"x2 was added as 2 points. It doubles the number cards: {total} becomes {2 * total}."
        case "forgot-plus":
            return f"{_were(way.left_out, 'left out')} Every + card is added."
        case "forgot-minus":
            return f"{_were(way.left_out, 'left out')} Every minus card is taken off."
        case "halved-up":
            after = " The half was rounded up." if way.halves_last else f" Half of {total} was rounded up."
            return f"{after.strip()} A half is always rounded down."
        case "halved-after-minus":
            return f"{_were(hand.signed, 'taken off before halving')} /2 comes first: it halves only the number cards."
        case "forgot-half":
            return f"/2 was forgotten. It halves the number cards: {total} becomes {total // 2}."
        case "below-zero":
            return "The sum was left below 0. The minus cards stop at 0."
        case "bonus-before-floor":
            return "The 15 was added while the sum was below 0. The sum stops at 0 first, then comes the 15."
        case "ignored-zero":
            return "The Zero was overlooked. With The Zero and no Flip 7 the number cards are worth nothing."
        case "forgot-bonus":
            return "The 15 for Flip 7 was forgotten. Seven different numbers bring 15 more."
        case "false-bonus":
            return _false_bonus(hand)
        case "scored-a-bust":
            return _bust(hand, way)
        case "missed-number":
            return f"The {way.missed and way.missed.rank} was left out. Every number card counts."
        case _:
            return f"The {way.twice and way.twice.rank} was added twice. Each card counts once."


def _false_bonus(hand: _Hand) -> str:
    if hand.seven == SEVEN and not hand.busted:
        return "15 was added for Flip 7, but it was taken from another player instead."
    pair = hand.house.lucky_pair == "one" and len(hand.numbers) >= SEVEN and not hand.busted
    if pair:
        why = "Here two 13s count as one"
    elif len(hand.numbers) + len(hand.modifiers) >= SEVEN > len(hand.numbers):
        why = "Only number cards count, not the others"
    else:
        why = "It takes seven"
    few = (
        f"{'is' if hand.seven == 1 else 'are'} only {number_cards(hand.seven)}" if hand.seven else "are no number cards"
    )
    return f"15 was added for a Flip 7, but there {few}. {why}."


def _bust(hand: _Hand, way: _Way) -> str:
    without = ""
    if way.bust == "first" and hand.extra:
        copies = sum(face.rank == hand.extra.rank for face in hand.numbers)
        without = f" without the {'second' if copies == 2 else 'third'} {hand.extra.rank}"
    brutal = hand.house.brutal and any(hand.signed)
    worth = "only the minus cards count" if brutal else "it scores 0"
    return f"The hand was added up{without}, but it is busted: {worth}."
