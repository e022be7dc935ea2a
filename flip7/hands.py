"""What can lie in front of one player at all, and what counts toward seven."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from flip7.cards import CLASSIC, Card, Edition, Kind, card
from flip7.errors import Fault
from flip7.rulebook import STANDARD, House

SEVEN = 7
BONUS = 15

_THIRTEEN, _UNLUCKY, _LUCKY = card("13"), card("U7"), card("L13")
_FREEZE, _SECOND_CHANCE = card("FR"), card("SC")

# The rule behind each refusal, where the two editions number it differently.
_DUPLICATE = {"classic": "R20", "vengeance": "V9"}
_SEVENTH_ENDS = {"classic": "R41", "vengeance": "V11"}
_NEVER_IN_FRONT = {
    "F3": ("R35a", "A Flip Three never lies in front of a player: when its cards are done it is discarded."),
    **dict.fromkeys(
        ("JOM", "F4", "ST", "SW", "DI"),
        ("V25", "An action card never lies in front of a player: it is played at once and then discarded."),
    ),
}


def toward_seven(cards: Iterable[Card], house: House = STANDARD) -> int:
    """How many of the seven number cards of a Flip 7 these are (R41; both 13s count unless SW-6 says one, V22)."""
    numbers = {face for face in cards if face.is_number}
    ranks = len({face.rank for face in numbers})
    pair = {_THIRTEEN, _LUCKY} <= numbers and house.lucky_pair == "two"
    return ranks + pair


def may_lie_in_front(face: Card) -> bool:
    """Whether such a card ever stays in front of a player (R35a, V25)."""
    return face.code not in _NEVER_IN_FRONT


def without(cards: Sequence[Card], code: str) -> tuple[Card, ...]:
    """The cards without the last one of this code; all of them where there is none."""
    codes = [face.code for face in cards]
    if code not in codes:
        return tuple(cards)
    at = len(codes) - 1 - codes[::-1].index(code)
    return (*cards[:at], *cards[at + 1 :])


def duplicates(cards: Iterable[Card]) -> Counter[int]:
    """Number cards beyond what one line may hold, by rank (R20, V9); Lucky 13 allows one more 13 (V21)."""
    numbers = [face for face in cards if face.is_number]
    lucky = _LUCKY in numbers
    held = Counter(face.rank for face in numbers if face.rank is not None)
    return +Counter({rank: n - (2 if lucky and rank == 13 else 1) for rank, n in held.items()})


def copy_faults(counts: Mapping[Card, int], edition: Edition) -> list[Fault]:
    """A fault for each card of which there are more than the deck has (R1-R3, V1-V3), or none of its edition."""
    faults = []
    for face, n in counts.items():
        copies = edition.copies.get(face, 0)
        if n > copies:
            what = f"{n} copies of {face.code}" if n > 1 else face.code
            faults.append(Fault(f"{what} cannot be: the deck has {copies or 'none'}.", edition.rule_of(face)))
    return faults


def hand_faults(
    cards: Iterable[Card],
    edition: Edition = CLASSIC,
    *,
    busted: bool = False,
    frozen: bool = False,
    house: House = STANDARD,
) -> list[Fault]:
    """Everything that keeps these cards from lying in front of one player; empty for a possible hand.

    A busted hand may be given with or without its duplicate.
    """
    counts = Counter(cards)
    faults = copy_faults(counts, edition)
    for face in edition.sorted(face for face in counts if face in edition.copies):
        if face.code in _NEVER_IN_FRONT:
            faults.append(Fault(_NEVER_IN_FRONT[face.code][1], _NEVER_IN_FRONT[face.code][0]))
    faults += _number_faults(counts, edition, busted, house)
    if edition is CLASSIC:
        faults += _classic_faults(counts, busted, frozen, house)
    elif frozen:
        faults.append(Fault("Nobody can be frozen: this edition has no Freeze.", "V4"))
    return list(dict.fromkeys(faults))


def _number_faults(counts: Counter[Card], edition: Edition, busted: bool, house: House) -> list[Fault]:
    faults = []
    twice = duplicates(counts.elements())
    for rank in twice:
        # There is one 0 and one 1, so a second one is an impossible card and no bust.
        if not busted and rank > 1:
            faults.append(_duplicate_fault(rank, counts, edition))
    if busted and sum(twice.values()) > 1:
        what = "The first duplicate ends the round for its player, so a second duplicate cannot follow."
        faults.append(Fault(what, "R21" if edition is CLASSIC else "V9"))
    seven = toward_seven(counts, house)
    if seven > SEVEN:
        what = f"{seven} different number cards cannot be: the seventh ends the round at once."
        faults.append(Fault(what, _SEVENTH_ENDS[edition.key]))
    elif seven == SEVEN and busted:
        what = "Seven different number cards end the round at once, so this hand cannot have busted."
        faults.append(Fault(what, _SEVENTH_ENDS[edition.key]))
    return faults


def _duplicate_fault(rank: int, counts: Counter[Card], edition: Edition) -> Fault:
    if _UNLUCKY in counts and rank == 7:
        return Fault("A 7 beside Unlucky 7 is a bust: only a busted hand can hold both.", "V19")
    if _LUCKY in counts and rank == 13:
        return Fault("Lucky 13 allows one more 13; a third is a bust: only a busted hand can hold it.", "V21")
    if counts[_SECOND_CHANCE]:
        return Fault(f"Second Chance and the second {rank} would both have been discarded.", "R38")
    return Fault(f"A second {rank} is a bust: only a busted hand can hold it.", _DUPLICATE[edition.key])


def _classic_faults(counts: Counter[Card], busted: bool, frozen: bool, house: House) -> list[Fault]:
    faults = []
    if counts[_SECOND_CHANCE] > 1:
        faults.append(Fault("Nobody holds two Second Chances: the second one is passed on or discarded.", "R36"))
    if counts[_SECOND_CHANCE] and busted:
        faults.append(Fault("A player with a Second Chance does not bust: it is used by itself.", "R37"))
    if counts[_FREEZE] > 1:
        faults.append(Fault("A frozen player cannot be given a second Freeze.", "R24"))
    if busted and (frozen or counts[_FREEZE]):
        faults.append(Fault("A frozen player takes no more cards and so cannot bust.", "R26"))
    if (frozen or counts[_FREEZE]) and toward_seven(counts, house) == SEVEN:
        faults.append(Fault("The seventh number ends the round at once, so nobody with seven is frozen.", "R41"))
    return faults


def of_kind(cards: Iterable[Card], kind: Kind) -> list[Card]:
    """The cards of one kind, in the order given."""
    return [face for face in cards if face.kind is kind]
