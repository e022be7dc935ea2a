"""What happens next? A card is turned; the engine knows what it does, and each wrong outcome has its own reason."""

from __future__ import annotations

import random
from typing import Literal

from flip7.cards import CLASSIC, Card, Edition, Kind
from flip7.engine.choices import CardDue, Turned
from flip7.engine.play import due, step
from flip7.engine.table import SECOND_CHANCE, Flips, Table
from flip7.hands import toward_seven
from flip7.practice.item import ANY_LEVEL, Answer, Item, a, codes, mixed, tables, the

Outcome = Literal["joins", "bust", "saved", "flip7", "sweep", "give", "waits", "spare", "alone", "lapses"]
_LEVELS: dict[Outcome, int] = {
    "joins": 1, "bust": 1, "saved": 2, "give": 2, "sweep": 3, "flip7": 3, "waits": 3, "spare": 4, "alone": 4,
    "lapses": 4,
}  # fmt: skip
TOPICS: dict[str, tuple[Outcome, ...]] = {
    "classic": ("joins", "bust", "saved", "flip7", "give", "waits", "spare", "alone", "lapses"),
    "vengeance": ("joins", "bust", "flip7", "sweep", "give", "waits", "alone", "lapses"),
}


def outcome(table: Table, seat: int, face: Card) -> Outcome:
    """What this card does when it is turned for this seat now, as the engine plays it."""
    events = step(table, Turned(face))
    kinds = [event.kind for event in events]
    if "flip7" in kinds[:4]:
        return "flip7"
    for kind in ("sweep", "bust", "saved"):
        if kind in kinds[:3]:
            return kind
    if kinds[1] == "keep":
        return "joins"
    if {"R31", "V33"} & set(events[1].rules):
        return "waits"
    if len(kinds) > 2 and kinds[2] == "lapse":
        return "lapses"
    if "R36" in events[1].rules:
        return "spare"
    return "give" if len(kinds) == 2 else "alone"


def level_of(table: Table, seat: int, right: Outcome) -> int:
    """Harder inside forced cards, and at six numbers."""
    forced = isinstance(table.agenda[0], Flips) and right != "waits"
    return min(5, _LEVELS[right] + forced + (toward_seven(table.lines[seat], table.house) == 6))


def next_item(rng: random.Random, edition: Edition, level: int, seed: str, topic: str = "") -> Item | None:
    """A card of one random round, of this level (and topic) if it has one; ``None`` where it has none."""
    found: dict[Outcome, list[tuple[Table, int, Card]]] = {}
    for table in tables(rng, edition, rich=level != 1 and rng.random() < 0.6, bold=topic == "flip7"):
        wanted = due(table)
        if isinstance(wanted, CardDue) and table.lines[wanted.player]:
            faces = [face for face in edition.cards if table.deck.get(face)]
            own = [face for face in faces if face in table.lines[wanted.player]]
            for face in dict.fromkeys([*rng.sample(faces, min(3, len(faces))), *own]):
                right = outcome(table, wanted.player, face)
                if topic in ("", right) and level in (ANY_LEVEL, level_of(table, wanted.player, right)):
                    found.setdefault(right, []).append((table, wanted.player, face))
    if not found:
        return None
    right = rng.choice(sorted(found))
    table, seat, face = rng.choice(found[right])
    return _item(rng, table, seat, face, right, seed)


def _item(rng: random.Random, table: Table, seat: int, face: Card, right: Outcome, seed: str) -> Item:
    wrong = [one for one in _possible(table, face) if one != right]
    rng.shuffle(wrong)
    answers = [Answer(_text(right, table, seat, face), True, _why(right, table, seat, face), 0.0)]
    answers += [
        Answer(_text(one, table, seat, face), False, _against(one, right, table, seat, face)) for one in wrong[:3]
    ]
    forced = table.agenda[0]
    begun = ""
    if isinstance(forced, Flips):
        more = forced.left - 1
        begun = f"{table.names[seat]} is taking the cards of {the(forced.card, table.edition)}. "
        begun += f"After this one {f'{more} are' if more > 1 else 'one is' if more else 'none are'} still to come. "
    ask = f"{begun}{table.names[seat]} turns {a(face, table.edition)}. What happens?"
    events = [event for event in step(table, Turned(face))[:3] if event.kind != "offer"]
    rules = tuple(dict.fromkeys(rule for event in events for rule in event.rules))
    active = sum(status == "active" for status in table.status)
    line = codes(table.lines[seat], table.edition)
    marks = f"next {table.edition.key} {line} + {face.code} {right} {bool(begun)} {min(active, 2)}"
    return Item(
        "next",
        table.edition,
        level_of(table, seat, right),
        right,
        seed,
        ask,
        mixed(rng, answers),
        rules or ("R20" if table.edition is CLASSIC else "V9",),
        marks,
        table,
        seat,
        card=face,
    )


def _possible(table: Table, face: Card) -> list[Outcome]:
    """What could happen to such a card at some table: the answers to choose from."""
    if face.is_number:
        more: list[Outcome] = ["saved"] if table.edition is CLASSIC else ["sweep"] if face.rank == 7 else ["give"]
        return ["joins", "bust", "flip7", *more]
    if face is SECOND_CHANCE:
        return ["joins", "spare", "lapses", "waits"]
    if table.edition is CLASSIC and face.kind is Kind.MODIFIER:
        return ["joins", "give", "waits"]
    return ["give", "joins", "waits", "lapses", "alone"]


def _text(one: Outcome, table: Table, seat: int, face: Card) -> str:
    name, card = table.names[seat], the(face, table.edition)
    return {
        "joins": f"It simply joins the line of {name}.",
        "bust": f"{name} busts.",
        "saved": f"The Second Chance saves {name}.",
        "flip7": "Flip 7: the round is over for everybody.",
        "sweep": f"All other number and modifier cards of {name} go.",
        "give": f"{name} chooses who gets {card}, and that happens at once.",
        "waits": "It waits until the forced cards are turned.",
        "spare": f"{name} passes it on to a player who has none.",
        "alone": f"{name} must take it: no other player can get it.",
        "lapses": "It goes to the discard pile without effect.",
    }[one]


def _why(right: Outcome, table: Table, seat: int, face: Card) -> str:
    """Why the right answer is right."""
    name, rank = table.names[seat], face.rank
    if right == "joins":
        if face is SECOND_CHANCE:
            return f"{name} holds no Second Chance yet, and the first one is kept."
        if not face.is_number:
            return "A modifier stays with whoever turned it."
        if any(one.rank == rank for one in table.lines[seat] if one.is_number):
            return "Lucky 13 allows one other 13."
        return f"No {rank} lies there yet." if table.lines[seat] else "It is the first card."
    return {
        "bust": f"{_again(face)} lies there already.",
        "saved": f"{_again(face)} lies there already. The Second Chance is used by itself; both cards are discarded.",
        "flip7": "It is the seventh of the seven numbers.",
        "sweep": "Unlucky 7 never busts when it comes: it clears the line and stays alone.",
        "give": "It is played at once, and whoever turned it chooses.",
        "waits": "What is turned among forced cards waits until they are done.",
        "spare": "Nobody holds two Second Chances.",
        "alone": "There is only one player who can get it, so there is nothing to choose.",
        "lapses": "There is nobody who could use it.",
    }[right]


def _again(face: Card) -> str:
    """The number that lies there before this one comes: ``An 8``."""
    return f"{'An' if face.rank in (8, 11) else 'A'} {face.rank}"


def _against(one: Outcome, right: Outcome, table: Table, seat: int, face: Card) -> str:
    """Why another outcome is wrong here."""
    name, rank, classic = table.names[seat], face.rank, table.edition is CLASSIC
    seven = toward_seven(table.lines[seat], table.house)
    if one == "joins":
        if right in ("give", "alone", "waits", "lapses", "spare"):
            stays = "no player keeps a second one" if face is SECOND_CHANCE else "such a card is not kept by drawing it"
            return f"It does not simply stay: {stays}. {_why(right, table, seat, face)}"
        return _why(right, table, seat, face)
    if one == "bust":
        if right == "joins" or right == "flip7":
            twice = any(card.rank == rank for card in table.lines[seat] if card.is_number)
            return "Lucky 13 allows one other 13." if twice else f"Only a second {rank} would bust, and there is none."
        return _why(right, table, seat, face)
    if one == "saved":
        if right == "bust":
            return f"No Second Chance lies in front of {name}."
        return f"A Second Chance is used only on a duplicate, and {rank} is new."
    if one == "flip7":
        if right in ("bust", "saved"):
            return f"The seventh card must be a new number. {_why(right, table, seat, face)}"
        return (
            "Unlucky 7 clears the line, so it is never the seventh."
            if right == "sweep"
            else (
                f"With it there {'is only one number' if not seven else f'are only {seven + 1} of the seven numbers'}."
            )
        )
    if one == "sweep":
        return "Only Unlucky 7 clears a line. This is a plain 7."
    if one == "waits":
        if isinstance(table.agenda[0], Flips):
            return "Only cards that must be given away wait for the end of forced cards."
        return f"{name} is not taking forced cards, so nothing waits."
    if one == "spare":
        return f"{_why(right, table, seat, face)}"
    if one == "alone":
        return (
            f"There are others who can get it. {_why(right, table, seat, face)}"
            if right != "waits"
            else ("It is too early to say who gets it: it waits until the forced cards are turned.")
        )
    if one == "lapses":
        return f"It is not lost. {_why(right, table, seat, face)}"
    if face.is_number:
        return "A number is never given away: it stays with whoever turned it."
    if classic and face.kind is Kind.MODIFIER:
        return "In Flip 7 a modifier stays with whoever turned it."
    return _why(right, table, seat, face)
