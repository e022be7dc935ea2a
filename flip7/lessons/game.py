"""A worked game: whole rounds played by the engine, each hand scored, the totals after each round.

It is data, ``game/game.toml``: rounds as records with the scores to choose from, and one more hand by itself. The deck
goes on from round to round, so each record's discard pile holds what the rounds before have used (R47).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

from flip7.cards import CLASSIC, Card
from flip7.checker.slips import judge
from flip7.engine.reading import Reader, read_toml, record_from
from flip7.engine.record import Replay, replay
from flip7.engine.table import Status
from flip7.errors import Fault, Flip7Error
from flip7.scoring import Score, score

FILE = Path(__file__).parent / "game" / "game.toml"
_ROUND_KEYS = ("offers", "record")


@dataclass(frozen=True, slots=True)
class Hand:
    """One player's cards at the end of a round (counted from 0), and scores to choose from, the right one among them.

    The hand that belongs to no round has no ``player`` and comes in the round after the last.
    """

    round: int
    player: str
    cards: tuple[Card, ...]
    status: Status
    offers: tuple[int, ...]

    @property
    def reckoning(self) -> Score:
        """Its score step by step."""
        return score(self.cards, CLASSIC, busted=self.status == "busted", frozen=self.status == "frozen")

    def slip(self, claim: int) -> str:
        """Why ``claim`` is not the score; empty for the right one."""
        busted, frozen = self.status == "busted", self.status == "frozen"
        slips = judge(claim, self.cards, CLASSIC, busted=busted, frozen=frozen).slips
        return slips[0].explanation if slips else ""


@dataclass(frozen=True, slots=True)
class Game:
    """The rounds in order, every hand in the order in which it is asked, and the running totals in points."""

    players: tuple[str, ...]
    rounds: tuple[Replay, ...]
    hands: tuple[Hand, ...]

    @property
    def totals(self) -> tuple[tuple[int, ...], ...]:
        """The totals after each round, a row for each round, a column for each player."""
        played = [self.scores(number) for number in range(len(self.rounds))]
        return tuple(accumulate(played, lambda before, now: tuple(a + b for a, b in zip(before, now, strict=True))))

    def scores(self, number: int) -> tuple[int, ...]:
        """What each player scores in this round, counted from 0."""
        return tuple(hand.reckoning.points for hand in self.hands if hand.player and hand.round == number)


def read_game(text: str) -> Game:
    """The game that this text writes; raises ``Flip7Error`` with every fault."""
    raw = read_toml(text, "game")
    reader = Reader()
    reader.keys(raw, ("rounds", "extra"), "a worked game")
    rounds: list[Replay] = []
    hands: list[Hand] = []
    used: list[Card] = []
    for number, one in enumerate(reader.value(raw, "rounds", list, [], "a list of rounds")):
        reader.keys(one, _ROUND_KEYS, f"round {number + 1}")
        played = _played(reader, number, one)
        if played is None:
            continue
        if Counter(played.record.discard) != Counter(used):
            reader.fault(f"Round {number + 1}: “discard” must be the cards of the rounds before.", "R47")
        used += played.record.deck
        rounds.append(played)
        hands += _hands(reader, number, played, reader.table(one, "offers"))
    reader.done()
    extra = reader.table(raw, "extra")
    cards = reader.cards(extra.get("cards"), "cards of the extra hand", CLASSIC)
    hands.append(Hand(len(rounds), "", CLASSIC.sorted(cards), "stayed", tuple(extra.get("offers", ()))))
    for hand in hands:
        _offers(reader, hand)
    reader.done()
    return Game(rounds[0].record.players, tuple(rounds), tuple(hands))


def _played(reader: Reader, number: int, one: Mapping[str, Any]) -> Replay | None:
    try:
        played = replay(record_from(reader.table(one, "record")))
    except Flip7Error as error:
        reader.faults += [Fault(f"Round {number + 1}: {fault.message}", fault.rule) for fault in error.faults]
        return None
    wrong = [*([played.error.message] if played.error else []), *map(str, played.differences())]
    for words in wrong:
        reader.fault(f"Round {number + 1} does not show what it expects: {words}")
    return played if not wrong else None


def _hands(reader: Reader, number: int, played: Replay, offers: Mapping[str, Any]) -> Sequence[Hand]:
    table, players = played.table, played.record.players
    reader.keys(offers, players, f"“offers” of round {number + 1}")
    return [
        Hand(number, player, CLASSIC.sorted(table.lines[seat]), table.status[seat], tuple(offers.get(player, ())))
        for seat, player in enumerate(players)
    ]


def _offers(reader: Reader, hand: Hand) -> None:
    """The right score must be offered, and each wrong one must be a slip that can be explained."""
    where = f"Round {hand.round + 1}, {hand.player}" if hand.player else "The extra hand"
    right = hand.reckoning.points
    if not 2 <= len(hand.offers) <= 4 or hand.offers.count(right) != 1:
        reader.fault(f"{where}: “offers” must be two to four scores, {right} among them once.")
    for claim in hand.offers:
        if claim != right and not hand.slip(claim):
            reader.fault(f"{where}: no simple slip explains the offer {claim}.")


@cache
def worked_game() -> Game:
    """The worked game of this app, read once."""
    return read_game(FILE.read_text("utf-8"))
