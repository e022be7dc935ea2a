"""The one lesson of a round: a sentence, and the edge case or the claim behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from flip7.cards import CLASSIC
from flip7.checker.words import signs
from flip7.engine.choices import Choice, Decision, Hit
from flip7.engine.play import do
from flip7.engine.record import Moment
from flip7.engine.table import Table
from flip7.hands import toward_seven
from flip7.practice.hand import hand_of, risk
from flip7.practice.item import the

Where = Literal["case", "claim"]
Shown = tuple[Table, Decision, Choice, Choice | None, float | None]
"""A decision: the table before it, what was asked, said, best, and what that cost; ``None`` where it is not known."""
WORTH_A_WORD = 0.1
"""Points below which a mistake is no lesson."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """``says`` what to take away; ``key`` leads to an edge case (`lessons.library`) or a claim (`lessons.claims`).

    ``about`` is the decision that it is about, as its number among the decisions; ``None`` where all were good.
    """

    says: str
    where: Where
    key: str
    about: int | None = None


_CARDS: dict[str, tuple[str, Where, str]] = {
    "FR": (
        "Who is frozen keeps the points in front, so a Freeze hurts most where much was still to come.",
        "claim",
        "d6",
    ),
    "F3": ("Three forced cards hurt most where many numbers lie and no Second Chance.", "case", "b03"),
    "SC": ("A spare Second Chance helps least where little can bust any more.", "case", "r36b"),
    "JOM": ("Just One More reaches also those who have stayed.", "case", "v27"),
    "F4": ("Four forced cards hurt most where many numbers lie.", "case", "v32"),
    "ST": ("Whoever carries out a Steal chooses the card, so it is best kept.", "case", "v26"),
    "SW": ("Whoever carries out a Swap chooses both cards, so it is best kept.", "case", "v26"),
    "DI": ("Whoever carries out a Discard chooses the card, so it is best kept.", "case", "v26"),
}
_MODIFIER: tuple[str, Where, str] = ("A minus card reaches also those who have stayed.", "case", "v07b")
_MOVES: dict[str, tuple[str, Where, str]] = {
    "ST": ("A stolen card counts twice: for you, and against its owner.", "case", "v28"),
    "SW": ("A Swap can also hand over a card that busts, or a minus card for a number.", "case", "v29c"),
    "DI": ("A Discard may also take a bad card of your own.", "case", "v30b"),
}
_OWN_BUST: tuple[str, Where, str] = ("A number that you have already busts you, however it comes.", "case", "v09")
_SEVENTH: tuple[str, Where, str] = ("The seventh number counts, however it comes.", "case", "v28")
_BONUS: tuple[str, Where, str] = ("15 for yourself or 15 off somebody else: compare who is ahead.", "case", "v40")


def lesson_of(decisions: Sequence[Shown], moments: Sequence[Moment], seat: int) -> Lesson:
    """The lesson of the dearest mistake or, without one, of what happened to this seat."""
    costs = [cost or 0.0 for *_, cost in decisions]
    dearest = max(range(len(decisions)), key=costs.__getitem__, default=None)
    if dearest is None or costs[dearest] < WORTH_A_WORD:
        return _nothing_wrong(moments, seat, all(cost is not None for *_, cost in decisions))
    table, decision, said, best, _ = decisions[dearest]
    if decision.asks == "hit-or-stay":
        why, where, key = (
            _too_far(table, decision.player) if isinstance(said, Hit) else _too_soon(table, decision.player)
        )
        what = "Hitting" if isinstance(said, Hit) else "Staying"
        points = hand_of(table.lines[seat], table.edition, table.house).points
        says = f"{what} on {signs(points)} {'point' if points == 1 else 'points'}"
    else:
        code = decision.card.code if decision.card else ""
        why, where, key = (
            _BONUS if decision.asks == "bonus"
            else _of_move(table, decision, said, best) if decision.asks == "card"
            else _CARDS.get(code, _MODIFIER)
        )  # fmt: skip
        says = f"The choice about {the(decision.card, table.edition)}" if decision.card else "The choice about the 15"
    return Lesson(f"{says} gave away {costs[dearest]:.1f} points. {why}", where, key, dearest)


def _of_move(table: Table, decision: Decision, said: Choice, best: Choice | None) -> tuple[str, Where, str]:
    """About a card of the table that was chosen."""
    if do(table, said).status[decision.player] == "busted":
        return _OWN_BUST
    if best is not None and do(table, best).status[decision.player] == "flip7":
        return _SEVENTH
    return _MOVES[decision.card.code if decision.card else ""]


def _percent(table: Table, seat: int) -> str:
    chance = risk(hand_of(table.lines[seat], table.edition, table.house), table.deck)
    return f"{100 * chance:.0f} of 100"


def _too_far(table: Table, seat: int) -> tuple[str, Where, str]:
    """Hit where staying was better."""
    faces = {face.code for face in table.lines[seat]}
    if "x2" in faces:
        return "With x2 a bust costs twice the numbers.", "claim", "d3"
    if toward_seven(table.lines[seat], table.house) >= 5:
        return f"Seven is close, but the next card busts in {_percent(table, seat)} cases.", "claim", "d5"
    return (
        f"The next card busts in {_percent(table, seat)} cases, and it takes all these points with it.",
        "claim",
        "r1",
    )


def _too_soon(table: Table, seat: int) -> tuple[str, Where, str]:
    """Stayed where hitting was better."""
    faces = {face.code for face in table.lines[seat]}
    numbers = toward_seven(table.lines[seat], table.house)
    if "SC" in faces:
        return "With a Second Chance the next card cannot bust you.", "claim", "d4"
    if numbers >= 5:
        return f"Seven is close, and the next card busts only in {_percent(table, seat)} cases.", "claim", "d5"
    if numbers == 1:
        return f"The next card busts only in {_percent(table, seat)} cases.", "claim", "d1"
    return f"The next card busts only in {_percent(table, seat)} cases: one more was worth it.", "claim", "r4"


def _nothing_wrong(moments: Sequence[Moment], seat: int, known: bool) -> Lesson:
    """Nothing was given away, as far as every choice is ``known``: what the round showed."""
    table = moments[-1].table
    classic = table.edition is CLASSIC
    kinds = {(event.kind, event.player) for moment in moments for event in moment.events}
    status = table.status[seat]
    every = "Every choice was" if known else "As far as the coach knows, every choice was"
    nothing = "Nothing was given away" if known else "As far as the coach knows, nothing was given away"
    if status == "busted":
        says = f"{every} worth what it could be. The bust was a risk worth taking: over many rounds it pays."
        return Lesson(says, "claim", "r1")
    if status == "flip7":
        return Lesson(f"{every} worth what it could be, and seven numbers came.", "claim", "d5")
    if status == "frozen":
        return Lesson(f"{nothing}. A Freeze ends your round, but the points are safe.", "case", "a08")
    if "flip7" in table.status:
        key = "d31" if classic else "v11"
        return Lesson(f"{nothing}. Another player's seven ended the round for everybody.", "case", key)
    if ("saved", seat) in kinds:
        return Lesson(f"{nothing}. The Second Chance did its work: it costs no points.", "case", "a03")
    if not classic:
        return Lesson(f"{nothing}. But who has stayed can still be robbed until the end.", "case", "v07")
    return Lesson(f"{nothing}: each choice was the best one or as good.", "claim", "r4")
