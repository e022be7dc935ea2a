"""The course of a round, the same in both editions: deal, offers, scoring (R6-R19, R41-R54, V5-V13).

``due`` says what the table wants next, ``verify`` why an input is not it, ``step`` what happens when it comes.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from flip7.cards import CLASSIC, Card
from flip7.engine.choices import (
    Bonus,
    CardDue,
    Choice,
    Decision,
    Due,
    Exchange,
    Give,
    Hit,
    Input,
    Penalty,
    Remove,
    Shuffled,
    ShuffleDue,
    Stay,
    Take,
    Turned,
)
from flip7.engine.classic import Classic
from flip7.engine.events import DECK, DISCARD, PLAY, Event, Move, evolve
from flip7.engine.run import Rules, Run
from flip7.engine.table import Flips, Need, Offer, Result, Status, Table, Task, Why, new_round
from flip7.engine.vengeance import DISCARD_CARD, STEAL, SWAP, Vengeance
from flip7.errors import Fault, ImpossibleError, NotAllowedError
from flip7.scoring import score

_RULES: dict[str, Rules] = {"classic": Classic(), "vengeance": Vengeance()}
_KIND_OF_CHOICE = {"hit-or-stay": (Hit, Stay), "target": (Give,), "recipient": (Give,), "bonus": (Bonus, Penalty)}
_MOVE = {STEAL: Take, SWAP: Exchange, DISCARD_CARD: Remove}


def _rules(table: Table) -> Rules:
    return _RULES[table.edition.key]


def _takes_card(table: Table) -> tuple[int, Why] | None:
    """Who takes the next card and why, if that is what the agenda wants."""
    match table.agenda:
        case (Need(player, why), *_):
            return player, why
        case (Flips(player, _, left, _), *_) if left and table.status[player] != "busted":
            return player, "flip"
    return None


def _decision(table: Table, task: Task) -> Decision | None:
    if isinstance(task, Offer):
        return Decision(task.player, "hit-or-stay", (Hit(task.player), Stay(task.player)))
    return _rules(table).decision(table, task)


def due(table: Table) -> Due | None:
    """What the table wants next; ``None`` when the round has been scored, or between two events of one input."""
    if table.phase == "over" or not table.agenda:
        return None
    takes = _takes_card(table)
    if takes:
        return CardDue(takes[0]) if table.deck_left else ShuffleDue(takes[0])
    return _decision(table, table.agenda[0])


def begin(table: Table) -> tuple[Event, ...]:
    """What happens before the first input."""
    run = Run(table)
    _advance(run)
    return tuple(run.events)


def step(table: Table, given: Input) -> tuple[Event, ...]:
    """What happens when this input comes; raises ``NotAllowedError`` or ``ImpossibleError`` where it cannot."""
    fault = verify(table, given)
    if fault:
        raise (NotAllowedError if not isinstance(given, Turned) else ImpossibleError)([fault])
    run = Run(table, chosen=not isinstance(given, Turned | Shuffled))
    match given:
        case Turned(card):
            _draw(run, card)
        case Shuffled():
            pile = table.edition.sorted(Counter(dict(table.discard)).elements())
            moves = [Move(card, DISCARD, DECK) for card in pile]
            run.emit("shuffle", None, None, *_rules(table).shuffle, moves=moves)
        case Hit(player):
            task = table.agenda[0]
            run.emit("hit", player, None, _rules(table).offer, agenda=(Need(player, _why(table, task)), *run.rest))
        case Stay(player):
            run.emit("stay", player, None, _rules(table).stay, status={player: "stayed"}, agenda=run.rest)
        case _:
            _rules(table).choose(run, table.agenda[0], canonical(given))
    _advance(run)
    return tuple(run.events)


def _why(table: Table, task: Task) -> Why:
    return "deal" if table.phase == "deal" else "hit"


def do(table: Table, given: Input) -> Table:
    """The table after this input; raises as ``step`` does."""
    for event in step(table, given):
        table = evolve(table, event)
    return table


def can(table: Table, given: Input) -> bool:
    """Whether this input is what the table wants."""
    return verify(table, given) is None


def canonical(choice: Choice) -> Choice:
    """The choice as the options name it: the two sides of a Swap in the order of their seats."""
    if isinstance(choice, Exchange) and choice.owner > choice.other:
        return Exchange(choice.player, choice.other_card, choice.other, choice.card, choice.owner)
    return choice


def verify(table: Table, given: Input) -> Fault | None:
    """Why this input is not what the table wants; ``None`` if it is."""
    wanted = due(table)
    if isinstance(given, Turned):
        if not isinstance(wanted, CardDue):
            return untimely(table, "No card is turned now")
        if not table.deck.get(given.card):
            return Fault(f"No {given.card} is left in the deck.", table.edition.rule_of(given.card))
        return None
    if isinstance(given, Shuffled):
        return (
            None if isinstance(wanted, ShuffleDue) else Fault("The deck is shuffled only when a card is needed.", "R49")
        )
    if not isinstance(wanted, Decision):
        return untimely(table, "No choice is due now")
    choice = canonical(given)
    if choice in wanted.options:
        return None
    kinds = _KIND_OF_CHOICE.get(wanted.asks) or (_MOVE[wanted.card],)  # type: ignore[index]
    if choice.player == wanted.player and isinstance(choice, kinds):
        fault = _rules(table).refuse(table, table.agenda[0], wanted, choice)
        if fault:
            return fault
    return untimely(table, "That is not asked now")


def untimely(table: Table, what: str) -> Fault:
    """The fault of an input at the wrong time, with what the table waits for (R9; after the end V11)."""
    return Fault(f"{what}: {waits_for(table)}.", _rules(table).over if due(table) is None else "R9")


def waits_for(table: Table) -> str:
    """What the table waits for, as half a sentence."""
    wanted = due(table)
    if wanted is None:
        return "the round is over"
    name = table.names[wanted.player]
    match wanted:
        case Decision(_, "hit-or-stay"):
            return f"{name} says hit or stay"
        case Decision(_, "bonus"):
            return f"{name} takes 15 points or takes them from somebody else"
        case Decision(_, "card", _, card):
            return f"{name} says what {card} does"
        case Decision(_, _, _, card):
            return f"{name} says who gets {card}"
        case ShuffleDue():
            return "the discard pile is shuffled"
    return f"a card is turned for {name}"


def _draw(run: Run, card: Card) -> None:
    takes = _takes_card(run.table)
    assert takes
    player, why = takes
    agenda = run.rest
    rules: tuple[str, ...] = (_rules(run.table).deal,) if why == "deal" else ()
    head = run.table.agenda[0]
    if isinstance(head, Flips):
        agenda = (Flips(head.player, head.card, head.left - 1, head.aside), *agenda)
        rules = ("R28",) if run.table.edition is CLASSIC else ("V32",)
    run.emit("draw", player, card, *rules, moves=[Move(card, DECK, PLAY)], agenda=agenda)
    _rules(run.table).settle(run, player, card, why)


def _advance(run: Run) -> None:
    """Do everything that needs no input."""
    while run.table.phase != "over":
        table = run.table
        if not table.agenda:
            _next(run)
        elif _takes_card(table):
            if not _stuck(table):
                return
            _no_cards(run)
        else:
            task = table.agenda[0]
            decision = _decision(table, task)
            if decision is None:
                _rules(table).work(run, task)
            elif not decision.options:
                _rules(table).nobody(run, task)
            elif len(decision.options) > 1:
                return
            else:
                _rules(table).choose(run, task, decision.options[0])


def _next(run: Run) -> None:
    """The agenda is empty: the deal or the offers go on, or the round ends."""
    table = run.table
    if "flip7" in table.status or not table.active:
        _score(run)
    elif table.phase == "deal" and table.dealt < len(table.names):
        _deal(run, (table.first + table.dealt) % len(table.names))
    else:
        start = table.first - 1 if table.phase == "deal" else table.turn
        order = [(start + 1 + i) % len(table.names) for i in table.seats]
        seat = next(seat for seat in order if table.status[seat] == "active")
        _offer(run, seat)


def _deal(run: Run, seat: int) -> None:
    table = run.table
    dealt = table.dealt + 1
    if table.status[seat] != "active":
        run.emit("skipped", seat, None, _rules(table).skipped, dealt=dealt, turn=seat)
        return
    agenda: tuple[Task, ...] = (Need(seat, "deal"),)
    rule = _rules(table).late
    if seat in table.early:
        if table.house.late_opening_card == "skip":
            run.emit("skipped", seat, None, rule, dealt=dealt, turn=seat)
            return
        if table.house.late_opening_card == "ask" and table.may_stay(seat):
            run.emit("offer", seat, None, rule, dealt=dealt, turn=seat, agenda=(Offer(seat),))
            return
    run.emit("deal", seat, None, _rules(table).deal, dealt=dealt, turn=seat, agenda=agenda)


def _offer(run: Run, seat: int) -> None:
    table = run.table
    if table.may_stay(seat):
        run.emit("offer", seat, None, _rules(table).offer, phase="offers", turn=seat, agenda=(Offer(seat),))
    else:
        rule = "V17" if table.lines[seat] else _rules(table).empty_handed
        run.emit("must-hit", seat, None, rule, phase="offers", turn=seat, agenda=(Need(seat, "hit"),))


ENDLESS = 50
"""Shuffles without any choice to hit or stay after which a round is taken to be without end."""


def _stuck(table: Table) -> bool:
    """Whether no card can be dealt: deck and pile are both empty (R50), or the pile goes round without end.

    The latter needs a pile of a few actions that come back again and again, to players who have nothing to decide. No
    source rules it, and no table would play it for ever, so after ``ENDLESS`` shuffles it is ended like the former.
    """
    return not table.deck_left and (not table.discard or table.shuffles >= ENDLESS)


def _no_cards(run: Run) -> None:
    """No card can be dealt: everybody still in is treated as staying (R50)."""
    table = run.table
    status: dict[int, Status] = dict.fromkeys(table.active, "stayed")
    run.emit("no-cards", None, None, "R50", status=status, agenda=())
    if table.play:
        run.lapse(table.play, "R50", agenda=())


def _score(run: Run) -> None:
    """Score the round, add it up, and see how the game goes on (R45, R51-R53, V14, V38-V41)."""
    table = run.table
    scores = tuple(
        score(
            table.lines[seat],
            table.edition,
            busted=table.status[seat] == "busted",
            house=table.house,
            gives_penalty=table.penalty is not None and table.status[seat] == "flip7",
            penalised=table.penalty == seat,
        ).points
        for seat in table.seats
    )
    totals = tuple(total + points for total, points in zip(table.totals, scores, strict=True))
    result = _result(table, scores, totals)
    seven = "flip7" in table.status
    rules = ("R43", "R45") if seven and table.edition is CLASSIC else _rules(table).scored
    run.emit("scored", None, None, *rules, phase="over", result=result)


def _result(table: Table, scores: tuple[int, ...], totals: tuple[int, ...]) -> Result:
    top = max(totals)
    leaders = tuple(seat for seat in table.seats if totals[seat] == top)
    following = [(table.dealer + 1 + i) % len(table.names) for i in table.seats]
    if top < table.house.target:
        return Result(scores, totals, "goes-on", (), following[0])
    if len(leaders) == 1 or table.house.tie == "shared":
        return Result(scores, totals, "over", leaders, None)
    if table.house.tie == "tied-only":
        following = [seat for seat in following if seat in leaders]
    return Result(scores, totals, "tie-break", (), following[0])


def next_round(table: Table) -> Table:
    """The table of the next round: cards on the table go to the discard pile, the deck stays as it is (R47).

    In a tied-only tie-break only the tied players go on (SW-5). ``ValueError`` when the round is not scored or the
    game is over.
    """
    result = table.result
    if result is None or result.next_dealer is None:
        raise ValueError("there is no next round")
    seats = [*table.seats]
    if result.game == "tie-break" and table.house.tie == "tied-only":
        seats = [seat for seat in seats if result.totals[seat] == max(result.totals)]
    discard = dict(table.discard)
    for line in table.lines:
        for card in line:
            discard[card] = discard.get(card, 0) + 1
    return new_round(
        [table.names[seat] for seat in seats],
        table.edition,
        table.house,
        dealer=seats.index(result.next_dealer),
        totals=[result.totals[seat] for seat in seats],
        deck=table.deck,
        discard=discard,
    )


def start_in_mid_round(table: Table, turn: int) -> Table:
    """The same table after the deal, with ``turn`` offered next (or the next active player clockwise)."""
    return replace(table, phase="offers", dealt=len(table.names), turn=(turn - 1) % len(table.names))
