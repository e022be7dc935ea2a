"""What the pad comes to: points, totals, dealers, and how the game stands after each round (R6, R43-R54, V11-V15).

Worked out from the page alone. So a past round that is put right gives what a game typed in anew would give.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from flip7.cards import Edition, card
from flip7.errors import Flip7Error
from flip7.hands import SEVEN, toward_seven
from flip7.rulebook import House
from flip7.scorepad.entries import Hand, Status
from flip7.scorepad.page import Page, Row
from flip7.scoring import score

_FREEZE = card("FR")


@dataclass(frozen=True, slots=True)
class Standing:
    """How the game stands: ``winners`` where it is ``over``, the tied players in a ``tie-break``."""

    game: Literal["goes-on", "over", "tie-break"] = "goes-on"
    winners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Round:
    """One round worked out. Players by id.

    ``seats`` are those who play it, clockwise. ``points`` has everybody who is settled; ``missing`` are those without a
    hand and ``playing`` those still in. ``totals`` are those after the round for everybody, closed or not.
    """

    number: int
    dealer: str
    seats: tuple[str, ...]
    status: Mapping[str, Status]
    points: Mapping[str, int]
    missing: tuple[str, ...]
    playing: tuple[str, ...]
    totals: Mapping[str, int]
    standing: Standing
    row: Row

    @property
    def complete(self) -> bool:
        """Whether the round is closed and everybody in it has a score."""
        return self.row.closed and (self.row.void or not (self.missing or self.playing))


def status_of(hand: Hand, house: House) -> Status:
    """How the player came out, as the cards show it where nothing was said: seven are a Flip 7, a Freeze freezes."""
    if hand.cards is not None and hand.status in ("", "stayed", "active"):
        if toward_seven(hand.cards, house) >= SEVEN:
            return "flip7"
        if _FREEZE in hand.cards:
            return "frozen"
        return hand.status or "stayed"
    return hand.status


@lru_cache(maxsize=4096)
def points_of(hand: Hand, edition: Edition, house: House, gives: bool = False, penalised: bool = False) -> int | None:
    """The points of a settled hand: typed ones as they are, cards by the rules; None where cards have no score."""
    if hand.points is not None:
        return hand.points
    status = status_of(hand, house)
    try:
        return score(
            hand.cards or (),
            edition,
            busted=status == "busted",
            frozen=status == "frozen",
            house=house,
            gives_penalty=gives,
            penalised=penalised,
        ).points
    except Flip7Error:
        return None


def work_out(page: Page) -> tuple[Round, ...]:
    """Every round from the first to the open one."""
    rounds: list[Round] = []
    totals = {player.id: player.points for player in page.players.values()}
    within = frozenset(page.players)
    dealer = ""
    standing = Standing()
    for number, row in enumerate(page.rows, 1):
        order = page.order(number)
        seats = tuple(seat for seat in order if seat in within and page.players[seat].plays(number))
        passed = _left_of(page.order(max(1, number - 1)), dealer, seats)
        dealer = row.dealer if row.dealer in seats else passed
        this = _round(page, number, row, seats, dealer, totals)
        totals = dict(this.totals)
        if this.complete and not row.void:
            standing, within = _standing(page, this, within)
        elif row.closed and not row.void:
            standing = Standing()
        rounds.append(
            Round(
                number, dealer, seats, this.status, this.points, this.missing, this.playing, this.totals, standing, row
            )
        )
    return tuple(rounds)


def _left_of(order: Sequence[str], dealer: str, seats: Sequence[str]) -> str:
    """The next of the ``seats`` clockwise of the dealer (R6); a single seat deals to itself."""
    at = order.index(dealer) + 1 if dealer in order else 0
    return next((seat for seat in (*order[at:], *order[:at], *seats) if seat in seats), dealer)


def _round(page: Page, number: int, row: Row, seats: tuple[str, ...], dealer: str, before: Mapping[str, int]) -> Round:
    status = {seat: status_of(row.hands[seat], page.house) for seat in seats if seat in row.hands}
    seven = "flip7" in status.values()
    penalty = row.penalty if row.penalty and page.house.brutal else None
    holds = penalty is not None and status.get(penalty.player) == "flip7" and penalty.against in seats
    points: dict[str, int] = {}
    missing = [seat for seat in seats if seat not in row.hands]
    playing = [seat for seat in status if status[seat] == "active" and not seven]
    for seat in status:
        gives = penalty is not None and holds and penalty.player == seat
        penalised = penalty is not None and holds and penalty.against == seat
        worth = points_of(row.hands[seat], page.edition, page.house, gives, penalised)
        if worth is None:
            missing.append(seat)
        elif seat not in playing:
            points[seat] = worth
    counted = {} if row.void else points
    totals = {player: total + counted.get(player, 0) for player, total in before.items()}
    return Round(number, dealer, seats, status, points, tuple(missing), tuple(playing), totals, Standing(), row)


def _standing(page: Page, this: Round, within: frozenset[str]) -> tuple[Standing, frozenset[str]]:
    """How the game stands after this round, and who can still win it (R51-R53, V13, SW-5)."""
    if not this.seats:
        return Standing(), within
    top = max(this.totals[seat] for seat in this.seats)
    leaders = tuple(seat for seat in this.seats if this.totals[seat] == top)
    if top < page.house.target:
        return Standing(), within
    if len(leaders) == 1 or page.house.tie == "shared":
        return Standing("over", leaders), within
    return Standing("tie-break", leaders), frozenset(leaders) if page.house.tie == "tied-only" else within


def is_over(page: Page, rounds: Sequence[Round]) -> bool:
    """Whether the table has ended the game, and no correction since has undone the reason for it."""
    if page.end is None:
        return False
    return bool(page.end.because) or (len(rounds) > 1 and rounds[-2].standing.game == "over")


def ranking(players: Iterable[str], totals: Mapping[str, int]) -> tuple[tuple[int, str], ...]:
    """Place and player, the highest total first; equal totals share a place."""
    ordered = sorted(players, key=lambda player: -totals[player])
    return tuple((1 + sum(totals[other] > totals[player] for other in ordered), player) for player in ordered)
