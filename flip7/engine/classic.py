"""Flip 7: what its cards do (R20-R43). Waiting cards join the end of the agenda (R33)."""

from __future__ import annotations

from collections.abc import Callable

from flip7.cards import Card, Kind, card
from flip7.engine.choices import Choice, Decision, Give
from flip7.engine.events import DISCARD, PLAY, Move
from flip7.engine.run import Run
from flip7.engine.table import SECOND_CHANCE, Assign, Effect, Flips, Pass, Table, Task, Why
from flip7.errors import Fault

FREEZE = card("FR")


class Classic:
    """The rules of Flip 7."""

    empty_handed = "R18"
    deal, skipped, late, offer, stay, over = "R10", "R13", "R14", "R9", "R18", "R9"
    shuffle: tuple[str, ...] = ("R47", "R48")
    scored: tuple[str, ...] = ("R44", "R45")

    def settle(self, run: Run, player: int, card: Card, why: Why) -> None:
        """Put a drawn card where it belongs."""
        line = run.table.lines[player]
        if card.is_number and card in line:
            self._duplicate(run, player, card)
        elif card.kind is not Kind.ACTION or (card is SECOND_CHANCE and card not in line):
            run.emit(
                "keep", player, card, *(("R35",) if card is SECOND_CHANCE else ()), moves=[Move(card, PLAY, player)]
            )
            if card.is_number and run.table.seven(player):
                run.flip_seven(player, *(("R29",) if why == "flip" else ()), "R41")
        elif card is SECOND_CHANCE:
            run.emit("set-aside", player, card, "R36", agenda=(Pass(player, card), *run.table.agenda))
        elif why == "flip":
            flips = run.table.agenda[0]
            assert isinstance(flips, Flips)
            waiting = Flips(player, flips.card, flips.left, (*flips.aside, card))
            run.emit("set-aside", player, card, "R31", agenda=(waiting, *run.rest))
        else:
            assign = Assign(player, None, (card,))
            run.emit("set-aside", player, card, "R23", "R25", agenda=(assign, *run.table.agenda))

    def _duplicate(self, run: Run, player: int, card: Card) -> None:
        if SECOND_CHANCE in run.table.lines[player]:
            moves = [Move(SECOND_CHANCE, player, DISCARD), Move(card, PLAY, DISCARD)]
            run.emit("saved", player, card, "R37", "R38", moves=moves)
        else:
            run.emit("bust", player, card, "R20", "R21", moves=[Move(card, PLAY, player)], status={player: "busted"})

    def decision(self, table: Table, task: Task) -> Decision | None:
        """Assigning to any active player (R23, R24), passing to an active one without a Second Chance (R36)."""
        match task:
            case Assign(player, _, (first, *_)):
                return Decision(player, "target", tuple(Give(player, first, seat) for seat in table.active), first)
            case Pass(player, card):
                options = tuple(Give(player, card, seat) for seat in table.active if card not in table.lines[seat])
                return Decision(player, "recipient", options, card)
        return None

    def choose(self, run: Run, task: Task, choice: Choice) -> None:
        """Assign a card, or pass on a Second Chance."""
        assert isinstance(choice, Give)
        if isinstance(task, Pass):
            moves = [Move(choice.card, PLAY, choice.to)]
            run.emit("passed", choice.player, choice.card, "R36", other=choice.to, moves=moves, agenda=run.rest)
            return
        assert isinstance(task, Assign)
        several = len(task.waiting) + len(task.assigned) > 1
        rules = ("R32",) if several else ("R31",) if task.source else ("R23",)
        self._next_waiting(
            run,
            task,
            (*task.assigned, (choice.card, choice.to)),
            lambda agenda: run.emit("assign", choice.player, choice.card, *rules, other=choice.to, agenda=agenda),
        )

    def nobody(self, run: Run, task: Task) -> None:
        """No active player can take the card: it is discarded."""
        if isinstance(task, Pass):
            run.lapse([task.card], "R36", player=task.player, agenda=run.rest)
            return
        # Only a busted flipper of a first printing (SW-3) can be without any target.
        assert isinstance(task, Assign)
        first = task.waiting[0]
        self._next_waiting(
            run, task, task.assigned, lambda agenda: run.lapse([first], "R24", player=task.player, agenda=agenda)
        )

    def _next_waiting(
        self,
        run: Run,
        task: Assign,
        assigned: tuple[tuple[Card, int], ...],
        happens: Callable[[tuple[Task, ...]], None],
    ) -> None:
        """Go on to the next waiting card; after the last one the assigned cards join the end of the agenda (R33)."""
        if task.waiting[1:]:
            happens((Assign(task.player, task.source, task.waiting[1:], assigned), *run.rest))
            return
        happens((*run.rest, *(Effect(card, target) for card, target in assigned)))
        if task.source:
            # The Flip Three is resolved once its waiting cards are assigned (R35a).
            moves = [Move(task.source, PLAY, DISCARD)]
            run.emit("done", task.player, task.source, "R35a", moves=moves)

    def work(self, run: Run, task: Task) -> None:
        """The end of forced cards, and effects in their turn."""
        match task:
            case Flips():
                self._flipped(run, task)
            case Effect(card, target) if run.table.status[target] != "active":
                run.lapse([card], "R33", player=target, agenda=run.rest)
            case Effect(card, target) if card is FREEZE:
                moves = [Move(card, PLAY, target)]
                run.emit("freeze", target, card, "R26", "R27", moves=moves, status={target: "frozen"}, agenda=run.rest)
            case Effect(card, target):
                early = target if run.table.undealt(target) else None
                run.emit("flips", target, card, "R28", agenda=(Flips(target, card, 3), *run.rest), early=early)

    def _flipped(self, run: Run, task: Flips) -> None:
        """The forced cards are done, by their number or by a bust."""
        busted = run.table.status[task.player] == "busted"
        if task.aside and (not busted or run.table.house.waiting_cards_after_bust == "still-played"):
            assign = Assign(task.player, task.card, task.aside)
            run.emit("waiting", task.player, task.card, "R31", agenda=(assign, *run.rest))
        elif busted:
            rules = ("R29", "R31", "R35a") if task.aside else ("R29", "R35a")
            run.lapse([*task.aside, task.card], *rules, player=task.player, agenda=run.rest)
        else:
            moves = [Move(task.card, PLAY, DISCARD)]
            run.emit("done", task.player, task.card, "R35a", moves=moves, agenda=run.rest)

    def refuse(self, table: Table, task: Task, asked: Decision, choice: Choice) -> Fault | None:
        """R24, R32, R36."""
        if not isinstance(choice, Give):
            return None
        name = table.names[choice.to]
        if choice.card is not asked.card:
            if isinstance(task, Assign) and task.source:
                return Fault(f"The waiting cards are assigned in the order flipped: {asked.card} is next.", "R32")
            return None
        if table.status[choice.to] != "active":
            what = f"{name} is {table.status[choice.to]}; {choice.card} goes only to an active player."
            return Fault(what, "R24")
        if isinstance(task, Pass):
            return Fault(f"{name} holds a Second Chance already and cannot get another.", "R36")
        return None
