"""Flip 7: With a Vengeance: what its cards do (V9, V17-V35). Waiting cards nest at the front of the agenda (V34)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from flip7.cards import Card, Kind, card
from flip7.engine.choices import (
    Bonus,
    Choice,
    Decision,
    Exchange,
    Give,
    Penalty,
    Remove,
    Take,
)
from flip7.engine.events import DISCARD, PLAY, Move
from flip7.engine.run import Run
from flip7.engine.table import (
    BonusOrPenalty,
    Flips,
    GiveAway,
    Need,
    Resolve,
    Status,
    StayAfter,
    Table,
    Task,
    Waiting,
    Why,
)
from flip7.errors import Fault
from flip7.hands import duplicates

ONE_MORE, FLIP_FOUR, STEAL, SWAP, DISCARD_CARD = (card(code) for code in ("JOM", "F4", "ST", "SW", "DI"))
UNLUCKY, LUCKY = card("U7"), card("L13")
MOVERS = (STEAL, SWAP, DISCARD_CARD)
"""Actions that move cards lying on the table, with the rule of each."""
_RULE = {ONE_MORE: "V27", FLIP_FOUR: "V32", STEAL: "V28", SWAP: "V29", DISCARD_CARD: "V30"}


def movable(table: Table, player: int, action: Card) -> tuple[Choice, ...]:
    """Everything that ``player`` could do with a Steal, Swap or Discard now (V28-V31)."""
    lying = [(face, seat) for seat in table.standing for face in table.lines[seat]]
    if action is STEAL:
        return tuple(Take(player, face, seat) for face, seat in lying if seat != player)
    if action is DISCARD_CARD:
        return tuple(Remove(player, face, seat) for face, seat in lying)
    return tuple(
        Exchange(player, one, owner, two, other)
        for (one, owner), (two, other) in combinations(lying, 2)
        if owner != other
    )


class Vengeance:
    """The rules of Flip 7: With a Vengeance."""

    empty_handed = "V10"
    deal, skipped, late, offer, stay, over = "V6", "V37", "V37", "V6", "V7", "V11"
    shuffle: tuple[str, ...] = ("V12",)
    scored: tuple[str, ...] = ("V11", "V14")

    def settle(self, run: Run, player: int, card: Card, why: Why) -> None:
        """Put a drawn card where it belongs."""
        if card.is_number:
            run.emit("keep", player, card, moves=[Move(card, PLAY, player)])
            self._arrived(run, [(player, card)])
        elif why == "flip":
            flips = run.table.agenda[0]
            assert isinstance(flips, Flips)
            waiting = Flips(player, flips.card, flips.left, (*flips.aside, card))
            run.emit("set-aside", player, card, "V33", agenda=(waiting, *run.rest))
        else:
            rule = "V23" if card.kind is Kind.MODIFIER else "V26"
            run.emit("set-aside", player, card, rule, agenda=(GiveAway(player, card), *run.table.agenda))

    def _arrived(self, run: Run, arrivals: Sequence[tuple[int, Card]]) -> None:
        """Cards have joined lines: Unlucky 7 sweeps, then all busts, then Flip 7 (V19, V9, V35)."""
        for player, arrived in arrivals:
            if arrived is UNLUCKY:
                gone = [face for face in run.table.lines[player] if face is not UNLUCKY]
                if gone:
                    moves = [Move(face, player, DISCARD) for face in gone]
                    run.emit("sweep", player, UNLUCKY, "V19", moves=moves)
        for player, arrived in arrivals:
            if duplicates(run.table.lines[player]):
                run.emit("bust", player, arrived, self._bust_rule(run.table, player), status={player: "busted"})
        for player, arrived in arrivals:
            if run.table.status[player] != "busted" and arrived.is_number and run.table.seven(player):
                lucky = {"13", "L13"} <= {face.code for face in run.table.lines[player]}
                run.flip_seven(player, "V11", *(("V22",) if lucky else ()))
                return

    def _bust_rule(self, table: Table, player: int) -> str:
        line = table.lines[player]
        if LUCKY in line and 13 in duplicates(line):
            return "V21"
        return "V19" if UNLUCKY in line and 7 in duplicates(line) else "V9"

    def decision(self, table: Table, task: Task) -> Decision | None:
        """Who gets a card, which card is moved, and the brutal bonus."""
        match task:
            case GiveAway(player, card):
                options = tuple(Give(player, card, seat) for seat in self._receivers(table, player, card))
                return Decision(player, "recipient", options, card)
            case Resolve(player, card):
                return Decision(player, "card", movable(table, player, card), card)
            case BonusOrPenalty(player):
                others = tuple(Penalty(player, seat) for seat in table.seats if seat != player)
                return Decision(player, "bonus", (Bonus(player), *others))
        return None

    def _receivers(self, table: Table, player: int, card: Card) -> Iterable[int]:
        """Who can be given this card: V23, V26, V39; a mover only goes to somebody who can carry it out."""
        if card.kind is Kind.MODIFIER:
            return table.seats if table.house.brutal else table.standing
        if card not in MOVERS:
            return table.standing
        if table.house.action_resolver == "flipper":
            # The flipper keeps it and carries it out (SW-7).
            return (player,) if movable(table, player, card) else ()
        return tuple(seat for seat in table.standing if movable(table, seat, card))

    def choose(self, run: Run, task: Task, choice: Choice) -> None:
        """Give a card, move cards, or take the bonus."""
        match choice:
            case Give():
                self._give(run, choice)
            case Take(player, card, owner):
                moves = [Move(card, owner, player), Move(STEAL, PLAY, DISCARD)]
                run.emit("steal", player, card, "V28", other=owner, moves=moves, agenda=run.rest)
                self._arrived(run, [(player, card)])
            case Exchange(player, card, owner, other_card, other):
                moves = [Move(card, owner, other), Move(other_card, other, owner), Move(SWAP, PLAY, DISCARD)]
                run.emit("swap", player, SWAP, "V29", moves=moves, agenda=run.rest)
                self._arrived(run, sorted([(other, card), (owner, other_card)], key=lambda arrival: arrival[0]))
            case Remove(player, card, owner):
                moves = [Move(card, owner, DISCARD), Move(DISCARD_CARD, PLAY, DISCARD)]
                run.emit("discard", player, card, "V30", other=owner, moves=moves, agenda=run.rest)
            case Bonus(player):
                run.emit("bonus", player, None, "V40", agenda=())
            case Penalty(player, to):
                run.emit("penalty", player, None, "V40", other=to, penalty=to, agenda=())

    def _give(self, run: Run, choice: Give) -> None:
        card, to = choice.card, choice.to
        if card.kind is Kind.MODIFIER:
            rule = "V39" if run.table.status[to] == "busted" else "V23"
            moves = [Move(card, PLAY, to)]
            run.emit("gets", choice.player, card, rule, other=to, moves=moves, agenda=run.rest)
            return
        task: tuple[Task, ...]
        if card is ONE_MORE:
            task = (Need(to, "more"), StayAfter(to, card))
        elif card is FLIP_FOUR:
            task = (Flips(to, card, 4),)
        else:
            task = (Resolve(to, card),)
        early = to if card is FLIP_FOUR and run.table.undealt(to) else None
        run.emit("assign", choice.player, card, "V26", _RULE[card], other=to, agenda=(*task, *run.rest), early=early)

    def nobody(self, run: Run, task: Task) -> None:
        """Nobody can carry the action out: it is discarded (V25, V31)."""
        assert isinstance(task, GiveAway | Resolve)
        run.lapse([task.card], "V25", "V31", player=task.player, agenda=run.rest)

    def work(self, run: Run, task: Task) -> None:
        """The end of forced cards, waiting cards one at a time, and the stay after Just One More."""
        match task:
            case Flips(player, card, _, aside):
                if run.table.status[player] == "busted":
                    rules = ("V32", "V33") if aside else ("V32",)
                    run.lapse([*aside, card], *rules, player=player, agenda=run.rest)
                elif aside:
                    waiting = Waiting(player, card, aside)
                    run.emit("waiting", player, card, "V33", "V34", agenda=(waiting, *run.rest))
                else:
                    self._done(run, player, card)
            case Waiting(player, source, cards):
                if cards and run.table.status[player] == "busted":
                    run.lapse([*cards, source], "V33", player=player, agenda=run.rest)
                elif cards:
                    agenda = (GiveAway(player, cards[0], waited=True), Waiting(player, source, cards[1:]), *run.rest)
                    run.emit("next-waiting", player, cards[0], "V34", agenda=agenda)
                else:
                    self._done(run, player, source)
            case StayAfter(player, card):
                moves = [Move(card, PLAY, DISCARD)]
                if run.table.status[player] == "active":
                    stays: dict[int, Status] = {player: "stayed"}
                    run.emit("must-stay", player, card, "V27", moves=moves, status=stays, agenda=run.rest)
                else:
                    self._done(run, player, card)

    def _done(self, run: Run, player: int, card: Card) -> None:
        """A Flip Four or Just One More has been resolved with all it caused."""
        run.emit("done", player, card, "V25", moves=[Move(card, PLAY, DISCARD)], agenda=run.rest)

    def refuse(self, table: Table, task: Task, asked: Decision, choice: Choice) -> Fault | None:
        """V8, V23, V28-V30, V34, V40."""
        match choice:
            case Give(_, card, to):
                name = table.names[to]
                if card is not asked.card:
                    if isinstance(task, GiveAway) and task.waited:
                        what = f"Waiting cards are resolved one at a time in flip order: {asked.card} is next."
                        return Fault(what, "V34")
                    return None
                if table.status[to] == "busted":
                    rule = "V23" if card.kind is Kind.MODIFIER else "V8"
                    return Fault(f"{name} has busted and cannot get {card}.", rule)
                return Fault(f"{name} could do nothing with {card} now.", _RULE[card])
            case Take(_, card, owner):
                what = "Steal takes a card that lies in front of another player who has not busted"
                return Fault(f"{what}; {card} of {table.names[owner]} cannot be taken.", "V28")
            case Exchange():
                what = "Swap exchanges two cards that lie in front of two different players who have not busted."
                return Fault(what, "V29")
            case Remove(_, card, owner):
                what = "Discard removes a card that lies in front of a player who has not busted"
                return Fault(f"{what}; {card} of {table.names[owner]} cannot be removed.", "V30")
            case Penalty():
                return Fault("The 15 are taken from another player.", "V40")
        return None
