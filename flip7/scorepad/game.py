"""A game on the pad: a log of entries that only grows, and what it comes to.

Undo and redo are entries too. ``Game.play`` refuses what cannot be; ``Game.of`` trusts a log that was checked when it
was written, so that an old game opens whatever is checked today.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from flip7.cards import Card, Edition
from flip7.errors import Fault, NotAllowedError
from flip7.odds.position import Position
from flip7.odds.vengeance_position import VengeancePosition
from flip7.rulebook import House
from flip7.scorepad import deck
from flip7.scorepad.checks import DoubtError, claim_faults, doubts, faults, tidy
from flip7.scorepad.entries import Claim, Deed, Entry, Redo, Start, Undo
from flip7.scorepad.page import Page, read_page, write
from flip7.scorepad.rounds import Round, Standing, is_over, ranking, work_out

MAX_ENTRIES = 5_000


@dataclass(frozen=True)
class Game:
    """``log`` is everything ever written; ``live`` and ``undone`` are numbers of entries (from 1), the latest last."""

    log: tuple[Entry, ...] = ()
    live: tuple[int, ...] = ()
    undone: tuple[int, ...] = ()
    page: Page = field(default_factory=Page)

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> Game:
        """The game that this log tells; raises ``NotAllowedError`` where an undo or redo does not fit."""
        game = cls()
        for entry in entries:
            game = game.with_entry(entry)
        return game

    def play(self, entry: Entry) -> Game:
        """The game with this entry.

        Raises ``NotAllowedError`` where it does not fit at all, and ``DoubtError`` where it would be accepted with a
        reason (``because``).
        """
        if len(self.log) >= MAX_ENTRIES:
            raise NotAllowedError([Fault(f"A game has at most {MAX_ENTRIES} entries.")])
        if isinstance(entry, Claim):
            found = claim_faults(self.page, entry)
            if found:
                raise NotAllowedError(found)
        elif not isinstance(entry, Undo | Redo):
            entry = tidy(entry)
            if not self.live and not isinstance(entry, Start):
                raise NotAllowedError([Fault("A game begins with its players.")])
            if self.live and isinstance(entry, Start):
                raise NotAllowedError([Fault("This game has begun already.")])
            rounds = self.rounds if self.live else ()
            found = faults(self.page, rounds, entry)
            if found:
                raise NotAllowedError(found)
            if not getattr(entry, "because", ""):
                found = doubts(self.page, rounds, entry)
                if found:
                    raise DoubtError(found)
        return self.with_entry(entry)

    def with_entry(self, entry: Entry) -> Game:
        """The game with this entry, which is not judged."""
        log, number = (*self.log, entry), len(self.log) + 1
        match entry:
            case Undo(of):
                if not self.can_undo or of != self.live[-1]:
                    raise NotAllowedError([Fault("Only the last entry that holds can be taken back.")])
                live = self.live[:-1]
                return Game(log, live, (*self.undone, of), read_page(self._deeds(live)))
            case Redo(of):
                if not self.undone or of != self.undone[-1]:
                    raise NotAllowedError([Fault("Only the entry taken back last can be brought back.")])
                (deed,) = self._deeds((of,))
                return Game(log, (*self.live, of), self.undone[:-1], write(self.page, deed))
            case Claim():
                return Game(log, self.live, self.undone, self.page)
            case _:
                return Game(log, (*self.live, number), (), write(self.page, entry))

    def _deeds(self, numbers: Iterable[int]) -> list[Deed]:
        deeds = [self.log[number - 1] for number in numbers]
        return [deed for deed in deeds if not isinstance(deed, Undo | Redo | Claim)]

    def undo(self) -> Undo | None:
        """The entry that takes back the last one; the start itself stays."""
        return Undo(self.live[-1]) if self.can_undo else None

    def redo(self) -> Redo | None:
        """The entry that brings back what was taken back last."""
        return Redo(self.undone[-1]) if self.undone else None

    @property
    def can_undo(self) -> bool:
        """Whether anything after the start holds."""
        return len(self.live) > 1

    @cached_property
    def phones(self) -> Mapping[str, str]:
        """The phone that enters each claimed player's cards."""
        latest = {entry.player: entry.phone for entry in self.log if isinstance(entry, Claim)}
        return {player: phone for player, phone in latest.items() if phone}

    @property
    def edition(self) -> Edition:
        """Which game is played."""
        return self.page.edition

    @property
    def house(self) -> House:
        """The house rules, target among them."""
        return self.page.house

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        """Every round worked out, the open one last."""
        return work_out(self.page)

    @property
    def now(self) -> Round:
        """The open round."""
        return self.rounds[-1]

    @property
    def open(self) -> int:
        """The number of the open round."""
        return self.page.open

    @property
    def totals(self) -> Mapping[str, int]:
        """Everybody's points over all closed rounds."""
        return self.rounds[-2].totals if len(self.rounds) > 1 else {p.id: p.points for p in self.page.players.values()}

    @property
    def standing(self) -> Standing:
        """How the game stands after the last closed round; ``over`` is an offer until the table ends it."""
        return self.rounds[-2].standing if len(self.rounds) > 1 else Standing()

    @property
    def over(self) -> bool:
        """Whether the table has ended the game, and no correction since has undone the reason for it."""
        return is_over(self.page, self.rounds)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won, once the game is over: by the rules, or whoever led when it was ended early."""
        if not self.over:
            return ()
        if self.standing.winners:
            return self.standing.winners
        return tuple(player for place, player in self.ranking if place == 1)

    @property
    def ranking(self) -> tuple[tuple[int, str], ...]:
        """Place and player, the highest total first; equal totals share a place."""
        return ranking(self.page.players, self.totals)

    @property
    def unfinished(self) -> tuple[tuple[int, str], ...]:
        """Round and player wherever a correction has left a closed round without a score."""
        return tuple(
            (round.number, player)
            for round in self.rounds[:-1]
            if not round.complete
            for player in (*round.missing, *round.playing)
        )

    def left(self) -> Counter[Card]:
        """Copies of each card in the deck now, as far as cards are known; negative where too many are out."""
        return deck.left(self.page)

    def pile(self) -> tuple[Card, ...]:
        """The known cards of the discard pile now."""
        return deck.pile(self.page, self.open)

    def position(self, player: str) -> Position | VengeancePosition:
        """What this player of the open round knows, for the calculator."""
        return deck.position(self.page, self.now, player)

    @cached_property
    def busts_next(self) -> Mapping[str, Fraction | None]:
        """The chance that the next card busts each player of the open round; None where no card is left to turn."""
        return {seat: deck.bust_next(self.position(seat)) for seat in self.now.seats}

    def name(self, player: str) -> str:
        """What the player is called."""
        return self.page.name(player)

    def rounds_to_target(self, player: str) -> int | None:
        """How many rounds the player played to reach the target, None if not yet: the aim of one or two (R54)."""
        reached = (r.number for r in self.rounds[:-1] if r.totals[player] >= self.house.target)
        number = next(reached, None)
        if number is None:
            return None
        return sum(player in r.seats and not r.row.void for r in self.rounds[:number])

    def next_id(self) -> str:
        """An id for a late joiner; ids are never used again."""
        return f"p{len(self.page.players) + 1}"

    def rematch(self) -> Start:
        """A new game with those who are here, in the same seats and with the same rules; the deal passes on."""
        seats = tuple(seat for seat in self.page.order(self.open) if self.page.players[seat].plays(self.open))
        dealer = self.now.dealer if self.now.dealer in seats else seats[0]
        return Start(
            tuple(self.name(seat) for seat in seats), self.edition.key, f"p{seats.index(dealer) + 1}", self.house
        )
