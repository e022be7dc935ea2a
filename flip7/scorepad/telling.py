"""The log in sentences: what each entry changed, for the list that everybody at the table can read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from flip7.names import in_sentence
from flip7.notation import print_cards
from flip7.rulebook import House
from flip7.scorepad.entries import (
    Advice,
    Aside,
    Blank,
    Claim,
    Close,
    Dealer,
    Deed,
    End,
    Hand,
    Join,
    Leave,
    Move,
    Order,
    Penalty,
    PlayOn,
    Redo,
    Rename,
    Reopen,
    Reshuffle,
    Return,
    Settings,
    Start,
    Undo,
    Void,
)
from flip7.scorepad.game import Game
from flip7.scorepad.moves import ways
from flip7.scorepad.page import Page, write
from flip7.scorepad.rounds import points_of, status_of

_WORDS = {"frozen": " (frozen)", "busted": " (busted)", "flip7": " (Flip 7)", "active": " (still in)"}


def tell_log(game: Game) -> tuple[str, ...]:
    """A sentence for each entry of the log, the first one first.

    >>> tell_log(Game.of([Start(("Ana", "Ben")), Hand("p2", 1, points=26), Hand("p2", 1, points=28)]))[1:]
    ('Round 1: Ben 26.', 'Round 1: Ben 26 → 28.')
    """
    told: list[str] = []
    page = Page()
    so_far = Game()
    for entry in game.log:
        if isinstance(entry, Undo | Redo):
            what = "Taken back" if isinstance(entry, Undo) else "Brought back"
            told.append(f"{what}: {told[entry.of - 1]}")
        elif isinstance(entry, Claim):
            what = "A phone enters" if entry.phone else "No phone of their own enters"
            told.append(f"{what} the cards of {page.said(entry.player)} now.")
        else:
            told.append(_tell(page, entry))
        so_far = so_far.with_entry(entry)
        page = so_far.page
    return tuple(told)


def _tell(page: Page, entry: Deed) -> str:
    about = getattr(entry, "player", "")
    name = page.said(about) if about in page.players else ""
    match entry:
        case Start(names=names):
            after = write(page, entry)
            rules = _house(House(), entry.house)
            listed = _listed([*map(in_sentence, names)])
            return f"{after.edition.title} begins: {listed}. {after.said(entry.dealer)} deals first.{rules}"
        case Settings(house=house):
            return f"House rules:{_house(page.house, house) or ' as before.'}"
        case Join(name=joiner, round=number, points=points):
            return f"{in_sentence(joiner)} joins in round {number} with {_signed(points)} points."
        case Leave(round=number):
            return f"{name} leaves before round {number}."
        case Return(round=number):
            return f"{name} is back from round {number} on."
        case Rename(name=new):
            return f"{name} is called {in_sentence(new)} now."
        case Order(players=order, round=number):
            return f"From round {number} on the seats are: {_listed([page.said(player) for player in order])}."
        case Dealer(round=number):
            return f"Round {number}: {name} deals."
        case Hand():
            return _hand(page, entry, name)
        case Blank(round=number):
            return f"Round {number}: {name} is blank again."
        case Penalty(against=against, round=number):
            whom = f"takes 15 from {page.said(against)}" if against else "takes the bonus of 15"
            return f"Round {number}: {name} {whom}."
        case Aside(cards=cards, round=number):
            return f"Round {number}: set aside {print_cards(cards, page.edition) or 'no cards'}."
        case Move():
            return _move(page, entry)
        case Reshuffle(round=number, happened=happened):
            return f"Round {number}: {'the discard pile was shuffled' if happened else 'no shuffle after all'}."
        case Close(round=number, because=because):
            return f"Round {number} is closed.{_because(because)}"
        case Reopen(round=number):
            return f"Round {number} is open again."
        case Void(round=number, because=because, happened=happened):
            return f"Round {number} {'does not count' if happened else 'counts after all'}.{_because(because)}"
        case End(because=because):
            return f"The game is over.{_because(because)}"
        case PlayOn():
            return "The game goes on."
        case Advice(shown):
            return f"Everybody’s chances are {'shown' if shown else 'hidden'} from now on."
    assert_never(entry)


def _hand(page: Page, entry: Hand, name: str) -> str:
    row = page.row(entry.round)
    new = _worth(page, entry)
    old = _worth(page, row.hands[entry.player]) if entry.player in row.hands else ""
    change = f"{old} → {new}" if old and old != new else new
    typed = f" = {entry.typed}" if entry.typed and entry.typed != str(entry.points) else ""
    cards = f", {print_cards(entry.cards, page.edition) or 'no cards'}" if entry.cards is not None else ""
    return f"Round {entry.round}: {name} {change}{typed}{cards}.{_because(entry.because)}"


def _move(page: Page, entry: Move) -> str:
    """What goes where, what that is worth, and what Unlucky 7 has swept (V19).

    >>> from flip7.cards import card
    >>> start = Start(("Ana", "Ben"), "vengeance")
    >>> hands = [Hand("p1", 1, (card("5"),)), Hand("p2", 1, (card("9"), card("3")))]
    >>> tell_log(Game.of([start, *hands, Move("p2", "p1", (card("9"),), 1)]))[-1]
    'Round 1: 9 from Ben to Ana. Ben 12 → 3, Ana 5 → 14.'
    """
    old, new = page.row(entry.round), write(page, entry).row(entry.round)
    said = [
        f"{print_cards((face,), page.edition)} from {page.said(giver) if giver else 'the deck'} to "
        f"{page.said(taker) if taker else 'the discard pile'}"
        for face, giver, taker in ways(entry)
    ]
    changes = [
        f"{page.said(player)} {_worth(page, old.hands[player]) if player in old.hands else 0} → "
        f"{_worth(page, new.hands[player])}"
        for player in (entry.player, entry.to)
        if player
    ]
    gone = len(old.aside) + (not entry.to)
    swept = print_cards(new.aside[gone:], page.edition)
    sweep = f" Swept to the discard pile: {swept} (V19)." if swept else ""
    return f"Round {entry.round}: {', '.join(said)}. {', '.join(changes)}.{sweep}"


def _worth(page: Page, hand: Hand) -> str:
    points = points_of(hand, page.edition, page.house)
    shown = "?" if points is None else _signed(points)
    return f"{shown}{_WORDS.get(status_of(hand, page.house), '')}"


def _signed(points: int) -> str:
    return str(points).replace("-", "\N{MINUS SIGN}")


def _because(reason: str) -> str:
    return f" Accepted: {reason}{'' if reason.endswith(('.', '!', '?')) else '.'}" if reason else ""


def _house(old: House, new: House) -> str:
    changes = [
        f"{key.replace('_', ' ')} {str(value).replace('True', 'on').replace('False', 'off')}"
        for key in House.__dataclass_fields__
        if (value := getattr(new, key)) != getattr(old, key)
    ]
    return f" {', '.join(changes)}." if changes else ""


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
