"""What each tap on the page "Score pad" makes of its state.

A tap is a word: ``seat p2`` (or ``seat aside``), ``round 3``, a card's code, ``drop 8``, ``cards`` or ``number`` (what
the keys enter), ``digit 9``, ``plus``, ``minus``, ``delete``, a status, ``spent`` (a used Second Chance), ``save``,
``close``, ``accept`` (although it cannot be), ``mine``, ``theirs`` and ``both`` (two phones clash), ``take 0`` and
``forget 0`` (drafts laid aside), ``move``, ``lies p2 9`` and ``give p1`` (cards that change hands), ``sit p2`` (whose
phone this is), ``undo``, ``redo``; and for the table ``advice`` (chances), ``reshuffle``, ``void``, ``count``,
``reopen``, ``away``, ``back p3``, ``penalty p2``, ``bonus``, ``end``, ``another`` (round) and ``play-on``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from flip7.cards import CLASSIC, Card, Kind, card
from flip7.errors import Flip7Error
from flip7.hands import duplicates, without
from flip7.names import in_sentence
from flip7.scorepad.entries import (
    Advice,
    Aside,
    Close,
    End,
    Entry,
    Leave,
    Penalty,
    PlayOn,
    Redo,
    Reopen,
    Reshuffle,
    Return,
    Undo,
    Void,
)
from flip7.scorepad.moves import busts
from flip7.scorepad.store import Store
from flip7.scorepad.telling import tell_log
from flip7.scorepad.typed import MAX_TYPED
from flip7.ui.score_pad_moves import picking, unlucky, unsaved
from flip7.ui.score_pad_pencil import BECAUSE, Pencil
from flip7.ui.score_pad_seat import anothers, kept_live, sitting, undone_live
from flip7.ui.score_pad_state import (
    ASIDE,
    STATUSES,
    Draft,
    PadState,
    Step,
    bust_rule,
    clash_words,
    closed_elsewhere,
    joined,
    opened_at,
    saved_by_chance,
)
from flip7.ui.taps import TapMark

MOST_CARDS = 40
MOST_STEPS = 60
_SECOND_CHANCE = card("SC")


def apply(state: PadState, tap: str, pencil: Pencil) -> PadState:
    """The state after one tap; ``pencil`` writes what is to be kept."""
    return kept_live(_applied(state, tap, pencil), pencil)


def _applied(state: PadState, tap: str, pencil: Pencil) -> PadState:
    word, _, rest = tap.partition(" ")
    doubt = state.doubt
    state = replace(state, note="", doubt="")
    if word in ("move", "lies", "give"):
        return picking(state, word, rest, pencil)
    if state.moving is not None and word == "undo":
        return replace(state, moving=None)
    state = replace(state, moving=None)
    match word:
        case "accept" if doubt == "undo":
            undo = state.game.undo()
            return _table(state, undo, pencil) if undo else state
        case "accept" if doubt == "end":
            return _table(state, End(BECAUSE), pencil)
        case "accept":
            acceptable = replace(state, doubt=doubt).acceptable
            return _save(state, doubt, "", pencil, accepted=True) if acceptable else state
        case "seat" | "round" | "save" | "close":
            return _save(state, word, rest, pencil)
        case "mine":
            return _save(replace(state, base=state.saved, seen=len(state.game.log)), "save", "", pencil)
        case "both" if (both := state.both) is not None:
            merged = replace(state, draft=both, base=state.saved, seen=len(state.game.log), typing=False)
            return _save(merged, "save", "", pencil)
        case "theirs":
            return opened_at(state.opened, state.round, state.at, state) if state.clash else state
        case "take" | "forget":
            return _laid(state, word, rest)
        case "undo":
            return undone_live(state) if state.live else _undo(state, pencil)
        case "sit":
            return sitting(state, rest, pencil)
        case "another":
            return replace(state, note=f"Round {state.game.open} is played.")
        case "spent":
            return _spent(state, pencil)
        case "penalty" | "bonus":
            return _penalty(state, rest, pencil)
    if word in ("redo", "reshuffle", "void", "count", "reopen", "away", "back", "end", "play-on", "advice"):
        entry = _deed(state, word, rest)
        if entry is None:
            return replace(state, note="There is nothing to bring back.")
        return _table(state, entry, pencil)
    return _enter(state, tap, pencil)


def apply_all(state: PadState, taps: Sequence[str], mark: TapMark, store: Store) -> PadState:
    """The state after these taps in order, the last of which is number ``mark.count`` of its log."""
    first, after = mark.count - len(taps) + 1, state
    for number, tap in enumerate(taps, first):
        after = apply(after, tap, Pencil(store, f"{mark.log}.{number}"))
    moves = any(tap.partition(" ")[0] in ("close", "round", "accept", "redo") for tap in taps)
    if not moves and state.round == state.game.open == after.round < after.game.open:
        after = closed_elsewhere(replace(after, note="Not saved.") if after.changed and not after.clash else after)
    return replace(after, mark=mark, silent=False)


def _save(state: PadState, word: str, rest: str, pencil: Pencil, *, accepted: bool = False) -> PadState:
    """Save what is entered, then go where the tap says; what cannot be saved stays as it is."""
    if state.clash:
        return replace(state, note=clash_words(state))
    if word == "close" and state.round < state.game.open:
        return closed_elsewhere(state)
    try:
        entries = unsaved(state)
    except Flip7Error as error:
        return replace(state, note=error.message)
    if word == "close":
        entries.append(Close(state.game.open))
    if entries:
        state, written = pencil.write(state, entries, "close" if word == "close" else "save", accepted=accepted)
        if not written:
            if word == "close" and not state.changed and state.round < state.game.open:
                return closed_elsewhere(replace(state, note=""))
            if not state.doubt or state.acceptable:
                return state
            return replace(state, doubt="", note=joined(state.note, _PUT_RIGHT if state.at != ASIDE else ""))
    if word == "seat" and rest in (*state.seats, ASIDE):
        return opened_at(state.opened, state.round, rest, state)
    if word == "round" and rest.isdecimal() and len(rest) < 4:
        return opened_at(state.opened, int(rest), like=state)
    if state.round < state.game.open and word != "close" and entries:
        return opened_at(state.opened, state.round, state.at, state)
    return opened_at(state.opened, like=state)


_PUT_RIGHT = "Such cards have no score: put them right, or type how many points they count."


def _undo(state: PadState, pencil: Pencil) -> PadState:
    """What the last tap entered, as long as it is not saved; then the last entry of the game, told in words."""
    if state.past:
        *past, step = state.past
        return replace(state, draft=step.draft, typing=step.typing, begun=step.begun, past=tuple(past))
    if state.changed:
        # The page was loaded anew since: card by card, digit by digit.
        draft = state.draft
        if state.typing and draft.text and draft.text != state.saved.text:
            return replace(state, draft=replace(draft, text=draft.text[:-1]), begun=True)
        if draft.cards and draft.cards != state.saved.cards:
            return replace(state, draft=replace(draft, cards=draft.cards[:-1]), typing=False)
        return replace(state, draft=state.saved, typing=bool(state.saved.text))
    undo = state.game.undo()
    if undo is None:
        return replace(state, note="There is nothing to take back.")
    if anothers(state, undo, pencil):
        latest = f"The latest entry is another phone’s: {tell_log(state.game)[undo.of - 1]}"
        return replace(state, doubt="undo", note=latest)
    return _table(state, undo, pencil)


def _deed(state: PadState, word: str, rest: str) -> Entry | None:
    """What is said about the whole table, as an entry."""
    game, round = state.game, state.round
    begun = state.at in game.now.row.hands
    deeds: dict[str, Entry | None] = {
        "redo": game.redo(),
        "reshuffle": Reshuffle(game.open),
        "void": Void(round),
        "count": Void(round, happened=False),
        "reopen": Reopen(round),
        "away": Leave(state.at, game.open + begun),
        "back": Return(rest, game.open),
        "end": End(),
        "play-on": PlayOn(),
        "advice": Advice(not game.page.advice),
    }
    return deeds[word]


def _table(state: PadState, entry: Entry, pencil: Pencil) -> PadState:
    """Write one entry and say in words what it did; a draft stays as it is."""
    after, written = pencil.write(state, [entry], "end" if isinstance(entry, End) else "")
    if not written:
        return after
    if isinstance(entry, Undo | Redo) and state.round == state.game.open and state.draft == state.saved:
        # Who stood in the open round stands in the one that is open now, not in one that has just been closed again.
        at = state.at if after.game.open == state.round else ""
        after = replace(opened_at(after.opened, 0, at, after), note=after.note)
    wordy = isinstance(entry, Undo | Redo | Void | Reopen | Leave | Return | Reshuffle | Advice)
    return replace(after, note=joined(tell_log(after.game)[-1], after.note)) if wordy else after


def _penalty(state: PadState, against: str, pencil: Pencil) -> PadState:
    """Brutal Mode: whose 15 it is after a Flip 7 (V40). What is entered is saved with it."""
    if state.clash:
        return replace(state, note=clash_words(state))
    giver = flipped_seven(state)
    if giver is None:
        return replace(state, note="Nobody has flipped seven in this round. (V40)")
    try:
        entries = [*unsaved(state), Penalty(giver, against, state.round)]
    except Flip7Error as error:
        return replace(state, note=error.message)
    after, written = pencil.write(state, entries, "save")
    return replace(after, note=tell_log(after.game)[-1]) if written else after


def flipped_seven(state: PadState) -> str | None:
    """Who has flipped seven in the chosen round, as entered or as saved."""
    if state.shown_status == "flip7":
        return state.at
    status = state.game.rounds[state.round - 1].status
    return next((seat for seat in state.seats if status.get(seat) == "flip7" and seat != state.at), None)


def _spent(state: PadState, pencil: Pencil) -> PadState:
    """A Second Chance and the duplicate that it saved go to the discard pile (R38)."""
    if not saved_by_chance(state.draft):
        return state
    rank = next(iter(duplicates(state.draft.cards)))
    twice = next(face for face in reversed(state.draft.cards) if face.is_number and face.rank == rank)
    aside = state.game.edition.sorted((*state.game.page.row(state.round).aside, _SECOND_CHANCE, twice))
    after, written = pencil.write(state, [Aside(aside, state.round)])
    if not written:
        return after
    cards = without(without(after.draft.cards, twice.code), _SECOND_CHANCE.code)
    words = f"Second Chance and the second {twice.code} are put aside (R38)."
    return replace(after, draft=replace(after.draft, cards=cards), past=(), note=words)


def _laid(state: PadState, word: str, rest: str) -> PadState:
    """Take up a draft that was laid aside, for the player shown now, or forget it."""
    at = int(rest) if re.fullmatch("[0-9]", rest) else len(state.laid)
    if at >= len(state.laid):
        return state
    draft, others = state.laid[at].draft, (*state.laid[:at], *state.laid[at + 1 :])
    if word == "forget":
        return replace(state, laid=others)
    if state.changed:
        return replace(state, note=f"Something is entered for {in_sentence(state.name)} already: save it first.")
    if state.at == ASIDE and not draft.cards:
        return replace(state, note=_ONLY_CARDS)
    return _stepped(state, replace(state, draft=draft, typing=bool(draft.text), begun=True, laid=others))


_ONLY_CARDS = "Only cards are put aside. For a number choose a player first."


def _stepped(before: PadState, after: PadState) -> PadState:
    """The state with the one before it for Undo, where the two are not alike."""
    if (after.draft, after.entered) == (before.draft, before.entered):
        return after
    step = Step(before.draft, before.typing, before.begun)
    return replace(after, past=(*before.past, step)[-MOST_STEPS:])


def _enter(state: PadState, tap: str, pencil: Pencil) -> PadState:
    """A card, a digit or a status for the chosen player."""
    word, _, rest = tap.partition(" ")
    draft = state.draft
    if state.at == ASIDE and (tap in ("number", "plus", "minus", "delete", *filter(None, STATUSES)) or word == "digit"):
        return replace(state, note=_ONLY_CARDS)
    if tap in ("cards", "number"):
        return _stepped(state, replace(state, typing=tap == "number"))
    face = next((face for face in state.game.edition.cards if face.code == tap), None)
    if face is not None:
        if len(draft.cards) >= MOST_CARDS and state.at != ASIDE:
            return replace(state, note=f"More than {MOST_CARDS} cards lie in front of nobody.")
        if (swept := unlucky(state, face, pencil)) is not None:
            return swept
        after = replace(state, draft=replace(draft, cards=(*draft.cards, face)), typing=False)
        return replace(_stepped(state, after), note=joined(_duplicate_words(state, after), _late_words(state, face)))
    if word == "drop":
        return _stepped(state, replace(state, draft=replace(draft, cards=without(draft.cards, rest))))
    if tap in STATUSES and tap:
        status = next(known for known in STATUSES if known == tap)
        return _stepped(state, replace(state, draft=replace(draft, status="" if draft.status == tap else status)))
    return _stepped(state, _type(state, word, rest))


def _type(state: PadState, word: str, rest: str) -> PadState:
    """A digit, a sign or a deletion. The first digit takes the place of a number that was saved, a sign adds to it."""
    draft = state.draft
    sign = {"plus": "+", "minus": "-"}.get(word, "")
    digit = rest if word == "digit" and re.fullmatch("[0-9]", rest) else ""
    if word == "delete":
        return _typed(state, draft, draft.text[:-1])
    if sign or digit:
        before = draft.text if sign or state.begun else ""
        return _typed(state, draft, f"{before}{sign or digit}") if len(before) < MAX_TYPED else state
    return state


def _typed(state: PadState, draft: Draft, text: str) -> PadState:
    return replace(state, draft=replace(draft, text=text), typing=True, begun=True)


def _duplicate_words(before: PadState, after: PadState) -> str:
    """What a second copy of a number means, said once when it comes."""
    if before.at == ASIDE:
        return ""
    who = in_sentence(before.name)
    if saved_by_chance(after.draft) and not saved_by_chance(before.draft):
        return f"The Second Chance saves {who}: both cards go to the discard pile (R38)."
    if busts(after.draft.cards) and not busts(before.draft.cards) and not after.draft.status:
        face = after.draft.cards[-1]
        return f"A second {face.code}: {who} is busted ({bust_rule(after.game)}). If not, take the card away."
    return ""


def _late_words(state: PadState, face: Card) -> str:
    """What a modifier in front of a busted player means (V39)."""
    late = state.game.edition is not CLASSIC and face.kind is Kind.MODIFIER and state.shown_status == "busted"
    if not late or state.game.house.brutal or state.at == ASIDE:
        return ""
    who = in_sentence(state.name)
    return f"{who} is busted: only in Brutal Mode may a modifier be given there (V39). If it lay there before, keep it."
