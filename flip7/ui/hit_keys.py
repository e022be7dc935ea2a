"""The keys of the page "Should I hit?"."""

from __future__ import annotations

from collections import Counter

from flip7.cards import CLASSIC, VENGEANCE, Card
from flip7.ui.faces import count_word, face_html, spoken
from flip7.ui.hit_state import HitState, can_end_round, can_undo, mine_keys, seen_keys
from flip7.ui.house_keys import house_keys
from flip7.ui.pad import Key, Section, card_key, undo_key, word_key

_WHO_IS_IN = {
    CLASSIC: ("others are still in", "I am alone"),
    VENGEANCE: ("others are still in, or have stayed", "Others bust"),
}


def pad_sections(state: HitState) -> list[Section]:
    """The line as chips, the switch, the keys, and what ends a round."""
    mine, edition = state.mode == "mine", state.edition
    left = state.left
    counts = Counter(state.seen)
    if mine:
        label, empty = "My line: tap a card to take it away", "Tap the cards in front of you."
        chips = Section("chips", label, _line_chips(state), empty)
        cards = [
            card_key(
                face, left[face], edition, words="in your line" if face in state.line else "", held=face in state.line
            )
            for face in mine_keys(edition)
        ]
    else:
        label, empty = (
            "Seen cards: tap one to take it back",
            "Other cards on the table, and those discarded.",
        )
        chips = Section("chips", label, _seen_chips(state, counts), empty)
        cards = [
            card_key(
                face,
                left[face],
                edition,
                words=f"{counts[face]} seen" if counts[face] else "",
                held=bool(counts[face]),
            )
            for face in seen_keys(edition)
        ]
    others, alone = _WHO_IS_IN[edition]
    return [
        chips,
        Section(
            "switch",
            "Where tapped cards go",
            (
                word_key("mine", "My line", label="Cards go to my line", pressed=mine),
                Key(
                    "seen",
                    "<span>Seen</span>",
                    f"Cards go to the seen ones, {state.table.total()} on the table, {len(state.pile)} on the pile",
                    f"{len(state.seen)}" if state.seen else "",
                    pressed=not mine,
                ),
            ),
        ),
        Section("grid", "Cards", (*cards, undo_key("Undo the last tap", off=not can_undo(state)))),
        Section(
            "row",
            "Who is in",
            (
                word_key("others", "Others in", label=f"Others in: {others}", pressed=not state.alone),
                word_key("alone", alone, label=f"{alone}: nobody else is left", pressed=state.alone),
                _flip_key(state),
            ),
        ),
        Section(
            "row",
            "Round and deck",
            (
                word_key(
                    "round",
                    "End round",
                    label="End round: what lies on the table goes to the discard pile",
                    off=not can_end_round(state),
                ),
                word_key(
                    "reshuffle",
                    "Reshuffle",
                    label="Reshuffle: the discard pile goes back into the deck",
                    off=not (state.pile or state.unknown),
                ),
            ),
        ),
        Section(
            "words",
            "More",
            (
                word_key("unknown", "Deck not known", label="I joined late: deck not known", pressed=state.unknown),
                word_key("counts", "Counts only", label="Counts only, no advice", pressed=state.counts_only),
                word_key("deck", "New deck", label=f"New deck: all {edition.size} cards are in it again"),
                *house_keys(state.house, edition, edition.cards),
                word_key("classic", "Flip 7", pressed=edition is CLASSIC),
                word_key("vengeance", "With a Vengeance", pressed=edition is VENGEANCE),
            ),
        ),
    ]


def _flip_key(state: HitState) -> Key:
    flips, limits = state.flips, state.limits
    if not flips:
        label = f"A {limits.flip_card} on me: {count_word(limits.flips)} cards to come"
        return word_key("flip", f"Flip {limits.flips} on me", label=label, pressed=False)
    label = f"A {limits.flip_card} on me: {flips} still to come, tap for one fewer"
    return word_key("flip", f"{flips} to flip", label=label, pressed=True)


def _line_chips(state: HitState) -> tuple[Key, ...]:
    return tuple(
        Key(
            f"drop {face}",
            face_html(face, state.edition),
            f"{spoken(face, state.edition)} in your line: tap to take it away",
        )
        for face in state.line
    )


def _seen_chips(state: HitState, counts: Counter[Card]) -> tuple[Key, ...]:
    return tuple(
        Key(
            f"unsee {face}",
            face_html(face, state.edition),
            f"{counts[face]} times {spoken(face, state.edition)} seen: tap to take one back",
            f"×{counts[face]}" if counts[face] > 1 else "",
        )
        for face in state.edition.cards
        if counts[face]
    )
