"""Hit or stay? The answer comes from the exact odds; what the wrong one gives away is its cost."""

from __future__ import annotations

import random

from flip7.cards import Edition
from flip7.engine.choices import Decision
from flip7.engine.play import due
from flip7.engine.table import Table
from flip7.hands import toward_seven
from flip7.practice.hand import after, hand_of, risk
from flip7.practice.item import ANY_LEVEL, LEVELS, Answer, Item, codes, tables
from flip7.practice.reckoning import position_at, rough_hit, worths

NEAR_TIE = 0.1
"""A gap below this, in points, is not asked."""
_EASIER = (6.0, 3.0, 1.5, 0.6, NEAR_TIE)
"""The least gap of each level, in points: the smaller the gap, the harder."""
_LOOKED_AT = 6
"""Decisions of a round that are looked at for an item."""
TOPICS = {
    "classic": ("early", "middle", "late", "chance", "double", "plus"),
    "vengeance": ("early", "middle", "late", "minus", "thirteen"),
}


def topic_of(table: Table, seat: int) -> str:
    """What the situation is about: the card that matters most, or how many numbers lie there."""
    faces = {face.code for face in table.lines[seat]}
    for code, topic in (("SC", "chance"), ("x2", "double"), ("/2", "minus"), ("L13", "thirteen")):
        if code in faces:
            return topic
    if any(code[0] in "+-" for code in faces):
        return "plus" if table.edition.key == "classic" else "minus"
    return ("early", "middle", "late")[min(2, max(0, toward_seven(table.lines[seat], table.house) - 1) // 2)]


def level_of(gap: float) -> int:
    """The level of a gap in points, 1 to 5; 0 for a near-tie."""
    return next((level for level, least in enumerate(_EASIER, 1) if gap >= least), 0)


def hit_item(rng: random.Random, edition: Edition, level: int, seed: str, topic: str = "") -> Item | None:
    """An item of one random round, of this level (and topic) if it has one; ``None`` where it has none."""
    asked = []
    for table in tables(rng, edition, gone=30 if level > 3 else 0, bold=topic == "late"):
        wanted = due(table)
        if isinstance(wanted, Decision) and wanted.asks == "hit-or-stay" and len(table.active) > 1:
            right = topic in ("", topic_of(table, wanted.player))
            if right and toward_seven(table.lines[wanted.player], table.house) > 1:
                asked.append((table, wanted.player))
    # The rough worth tells which of them to solve.
    rough = [(_rough_level(table, seat), table, seat) for table, seat in rng.sample(asked, min(_LOOKED_AT, len(asked)))]
    near = [one for one in rough if level == ANY_LEVEL or abs(one[0] - level) < 2]
    for _, table, seat in sorted(near, key=lambda one: abs(one[0] - level))[:2]:
        stay, hit = worths(position_at(table, seat))
        found = level_of(abs(hit - stay)) if stay is not None else 0
        if stay is not None and found and level in (ANY_LEVEL, found):
            return _item(table, seat, stay, hit, found, seed)
    return None


def _rough_level(table: Table, seat: int) -> int:
    """The level by two worths of hitting that the exact one is hardly ever below; a near-tie counts as hardest."""
    hand = hand_of(table.lines[seat], table.edition, table.house)
    gap = max(after(hand, table.deck), rough_hit(table, seat)) - hand.points
    return level_of(abs(gap)) or LEVELS[-1]


def _item(table: Table, seat: int, stay: float, hit: float, level: int, seed: str) -> Item:
    edition, name = table.edition, table.names[seat]
    hand = hand_of(table.lines[seat], edition, table.house)
    danger = round(risk(hand, table.deck) * table.deck_left)
    best = "Hit" if hit > stay else "Stay"
    worth = f"Hitting is worth {hit:.1f} points on average, staying {stay:.0f}."
    bust = f"{danger or 'None'} of the {table.deck_left} cards in the deck {'busts' if danger <= 1 else 'bust'}."
    cost = abs(hit - stay)
    answers = tuple(
        Answer(text, True, f"{worth} {bust}", 0.0)
        if text == best
        else Answer(text, False, f"This gives away {cost:.1f} points on average. {worth} {bust}", cost)
        for text in ("Hit", "Stay")
    )
    rules = ("R9", "R20") if edition.key == "classic" else ("V7", "V9")
    marks = f"hit {edition.key} {codes(table.lines[seat], edition)}"
    return Item(
        "hit", edition, level, topic_of(table, seat), seed, f"{name} is asked: hit or stay?",
        answers, rules, marks, table, seat,
    )  # fmt: skip
