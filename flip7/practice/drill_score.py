"""Score this hand. The wrong answers are what people really write: each is one slip of `flip7.checker.slips`."""

from __future__ import annotations

import random
from collections.abc import Callable

from flip7.cards import CLASSIC, Card, Edition, Kind
from flip7.checker.slips import Slip, Verdict, judge
from flip7.hands import may_lie_in_front, of_kind, toward_seven
from flip7.practice.item import ANY_LEVEL, Answer, Item, codes, mixed, tables
from flip7.scoring import Score

_FACTORS = ("x2", "/2")
TOPICS = {
    "classic": ("sum", "plus", "double", "seven", "bust"),
    "vengeance": ("sum", "minus", "half", "seven", "bust", "zero"),
}


def topic_of(cards: tuple[Card, ...], edition: Edition, *, busted: bool) -> str:
    """What decides the score of this hand."""
    kinds = {face.code for face in cards}
    if busted:
        return "bust"
    if toward_seven(cards) >= 7:
        return "seven"
    if edition is not CLASSIC and "0" in kinds:
        return "zero"
    if kinds & {*_FACTORS}:
        return "double" if edition is CLASSIC else "half"
    return ("plus" if edition is CLASSIC else "minus") if of_kind(cards, Kind.MODIFIER) else "sum"


def level_of(cards: tuple[Card, ...], edition: Edition, *, busted: bool) -> int:
    """How hard it is to score: 1 for a few numbers, 5 for a factor with signed cards and seven numbers."""
    topic = topic_of(cards, edition, busted=busted)
    signed = sum(face.code not in _FACTORS for face in of_kind(cards, Kind.MODIFIER))
    factor = any(face.code in _FACTORS for face in cards)
    level = 1 + (len(of_kind(cards, Kind.NUMBER)) > 4) + min(2, signed) + factor
    return min(5, level + (topic in ("seven", "zero", "bust")))


def score_item(rng: random.Random, edition: Edition, level: int, seed: str, topic: str = "") -> Item | None:
    """A hand of one random round, of this level (and topic) if it has one; ``None`` where it has none."""
    table = list(tables(rng, edition, rich=level != 1, bold=topic == "seven"))[-1]
    hands = []
    for seat in table.seats:
        line, busted = table.lines[seat], table.status[seat] == "busted"
        right = topic in ("", topic_of(line, edition, busted=busted))
        if len(line) > 1 and right and level in (ANY_LEVEL, level_of(line, edition, busted=busted)):
            hands.append((line, busted, table.status[seat] == "frozen"))
    if not hands or (not topic and all(busted for _, busted, _ in hands) and rng.random() < 0.7):
        return None
    # A busted hand is the same question again and again, so it does not come often.
    alive = [hand for hand in hands if not hand[1]]
    line, busted, frozen = rng.choice(alive if alive and not topic and rng.random() < 0.8 else hands)
    assert all(map(may_lie_in_front, line))
    return _item(rng, edition, line, seed, busted=busted, frozen=frozen)


def _item(
    rng: random.Random, edition: Edition, line: tuple[Card, ...], seed: str, *, busted: bool, frozen: bool
) -> Item | None:
    def claim(points: int) -> Verdict:
        return judge(points, line, edition, busted=busted, frozen=frozen)

    slips = _slips(claim)
    if not slips:
        return None
    score = claim(0).score
    chosen = _chosen(rng, slips)
    answers = [Answer(str(score.points), True, _reckoned(score), 0.0)]
    answers += [
        Answer(str(slip.points), False, slip.explanation, float(abs(slip.points - score.points))) for slip in chosen
    ]
    rules = tuple(dict.fromkeys(one.rule for one in score.steps))
    what = "This hand has busted. What does it score?" if busted else "What does this hand score?"
    marks = f"score {edition.key} {codes(line, edition)} {busted}"
    topic = topic_of(line, edition, busted=busted)
    level = level_of(line, edition, busted=busted)
    return Item(
        "score", edition, level, topic, seed, what, mixed(rng, answers), rules, marks, cards=score.cards, busted=busted
    )


def _slips(claim: Callable[[int], Verdict]) -> dict[int, Slip]:
    """Single slips by the total that each leads to: those of the nearest totals, the highest and the lowest."""
    right = claim(0).score.points
    found: dict[int, Slip] = {}
    for points in (right + 1, right - 1, right + 7, right - 7, right + 1000, right - 1000):
        verdict = claim(points)
        for slip in (*verdict.slips, *verdict.nearest):
            if len(slip.ids) == 1 and slip.points >= 0:
                found.setdefault(slip.points, slip)
    return found


def _chosen(rng: random.Random, slips: dict[int, Slip]) -> list[Slip]:
    """Up to three, of as many kinds as can be; a number left out or counted twice only where little else is there."""
    order = sorted(slips.values(), key=lambda slip: (slip.ids[0] in ("missed-number", "counted-twice"), rng.random()))
    kinds = list({slip.ids[0]: slip for slip in reversed(order)}.values())[::-1]
    more = [slip for slip in order if slip not in kinds]
    return (kinds + more)[:3]


def _reckoned(score: Score) -> str:
    """The reckoning in one sentence."""
    return "; ".join(f"{one.label}" for one in score.steps) + f". Together {score.points}."
