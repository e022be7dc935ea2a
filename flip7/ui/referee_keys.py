"""The keys of the page "Referee": the cards, or every answer to what is asked, and Undo."""

from __future__ import annotations

from flip7.engine.choices import Choice, Decision, Give, Hit, Penalty, ShuffleDue, Stay
from flip7.engine.play import due
from flip7.engine.table import Table
from flip7.ui.faces import face_html
from flip7.ui.pad import Key, Section, card_key, undo_key, word_key
from flip7.ui.referee_state import SWAP, Lying, RefereeState, give, move, swapped
from flip7.ui.referee_words import answer, whose


def pad_sections(state: RefereeState) -> list[Section]:
    """First the answers in words, if any; then the cards, if one is due or would be a hit; Undo last."""
    table = state.table
    wanted = due(table)
    undo = undo_key("Undo the last tap", off=not state.can_undo)
    match wanted:
        case Decision(_, "card"):
            return [*_lines(state, wanted), Section("words", "Take back", (undo,))]
        case Decision(_, "hit-or-stay"):
            answers = tuple(word_key(_code(choice), answer(table, choice)) for choice in wanted.options)
            return [Section("row", "Answers", answers), _cards(table, "Hit: the card that was turned", undo)]
        case Decision():
            return [Section("words", "Answers", (*_people(table, wanted), undo))]
        case ShuffleDue():
            go_on = word_key("shuffle", "Shuffled: go on")
            return [Section("words", "Answers", (go_on, undo))]
        case None:
            if state.game.setup.pad:
                return [Section("words", "Take back", (undo,))]
            over = table.result is not None and table.result.next_dealer is None
            go_on = word_key("again", "New game, same players") if over else word_key("next", "Next round")
            return [Section("words", "Go on", (go_on, undo))]
    # An empty first section keeps the cards where they were, and the focus on them.
    return [Section("row", "Answers", ()), _cards(table, "The card that was turned", undo)]


def _cards(table: Table, label: str, undo: Key) -> Section:
    edition = table.edition
    return Section("grid", label, (*(card_key(face, table.deck.get(face, 0), edition) for face in edition.cards), undo))


def _people(table: Table, wanted: Decision) -> tuple[Key, ...]:
    """Everybody at the table, greyed where the rules do not allow it; for a bonus only what is legal."""
    if wanted.asks == "bonus":
        return tuple(word_key(_code(choice), answer(table, choice)) for choice in wanted.options)
    choices = [choice for seat in table.seats if (choice := give(wanted, seat))]
    return tuple(word_key(_code(choice), answer(table, choice), off=choice not in wanted.options) for choice in choices)


def _code(choice: Choice) -> str:
    """The tap that gives this answer."""
    match choice:
        case Give(_, _, seat) | Penalty(_, seat):
            return f"to {seat}"
        case Hit():
            return f"hit {choice.player}"
        case Stay():
            return f"stay {choice.player}"
    return "bonus"


def _lines(state: RefereeState, wanted: Decision) -> list[Section]:
    """Every card in front of anybody under its owner's name: Steal, Swap and Discard choose among them."""
    table = state.table
    key = _swap_key if wanted.card is SWAP else _move_key
    legal = set(wanted.options)
    sections = []
    for seat in table.seats:
        owner = table.names[seat] + (" (own line)" if seat == wanted.player else "")
        keys = tuple(key(state, wanted, legal, (seat, face)) for face in table.edition.sorted(table.lines[seat]))
        if keys:
            sections.append(Section("lying", owner, keys))
    return sections


def _move_key(state: RefereeState, wanted: Decision, legal: set[Choice], lying: Lying) -> Key:
    """Steal or Discard of one card."""
    choice = move(wanted, lying)
    assert choice
    return _lying_key(state.table, lying, answer(state.table, choice), off=choice not in legal)


def _swap_key(state: RefereeState, wanted: Decision, legal: set[Choice], lying: Lying) -> Key:
    """One of the two cards of a Swap."""
    table, player = state.table, wanted.player
    name = f"{whose(table, player, lying[0])} {table.edition.name(lying[1])}"
    if lying == state.pick:
        return _lying_key(table, lying, f"{name}: tap to put it back", picked=True)
    if state.pick:
        choice = swapped(wanted, state.pick, lying)
        return _lying_key(table, lying, answer(table, choice), picked=False, off=choice not in legal)
    off = table.status[lying[0]] == "busted"
    return _lying_key(table, lying, f"swap {name}", picked=False, off=off)


def _lying_key(table: Table, lying: Lying, words: str, *, picked: bool | None = None, off: bool = False) -> Key:
    seat, face = lying
    note = "picked" if picked else ""
    held = bool(picked)
    return Key(f"at {seat} {face}", face_html(face, table.edition), words, note, off=off, pressed=picked, held=held)
