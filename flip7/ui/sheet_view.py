"""The cheat sheet: the whole of Flip 7 on one phone screen and one printed page. Counts come from the deck itself."""

from __future__ import annotations

from html import escape

from flip7.cards import CLASSIC, Card, Kind
from flip7.hands import BONUS, SEVEN
from flip7.lessons.library import Library
from flip7.rulebook import STANDARD
from flip7.ui.faces import count_word

_DISPUTES = (
    ("a01", "x2 doubles the + cards? No."),
    ("a03", "A duplicate saved? Both go."),
    ("a05", "Freeze in Flip Three? Waits."),
    ("a08", "Frozen: points lost? No."),
    ("a13", "Deck out? Shuffle discards."),
)
"""The disputes asked most, each with its case and the answer in a word."""


def deck_words() -> str:
    """What the deck holds, counted from the deck."""
    kinds = {kind: [face for face in CLASSIC.cards if face.kind is kind] for kind in Kind}
    numbers, modifiers, actions = (sum(map(_copies, kinds[kind])) for kind in Kind)
    first, *_, last = kinds[Kind.NUMBER]
    low = {_copies(face) for face in kinds[Kind.MODIFIER]}
    each = {_copies(face) for face in kinds[Kind.ACTION]}
    names = ", ".join(CLASSIC.name(face) for face in kinds[Kind.ACTION])
    plus = " ".join(face.code for face in kinds[Kind.MODIFIER])
    return (
        f"<b>{CLASSIC.size} cards</b>: {numbers} numbers ({count_word(_copies(last))} 12s, eleven 11s … two 2s, "
        f"one 1, {count_word(_copies(first))} 0), {modifiers} modifiers ({plus}, {count_word(*low)} each), "
        f"{actions} actions ({names}, {count_word(*each)} each)."
    )


def _copies(face: Card) -> int:
    return CLASSIC.copies[face]


def _parts() -> tuple[tuple[str, str], ...]:
    target = STANDARD.target
    return (
        ("Deck", deck_words()),
        (
            "Turn",
            "One card each, from the dealer’s left. Then in turn <b>Hit</b> (one card) or <b>Stay</b> (out, points "
            "kept). No card in front: you must hit. A number that you have already: <b>bust</b>, out with 0.",
        ),
        ("Freeze", "Its drawer picks an active player, also themselves: out, points kept."),
        (
            "Flip Three",
            "Picked the same way: takes three cards, up to a bust or Flip 7. A Freeze or Flip Three among them waits "
            "for the third card and lapses after a bust.",
        ),
        (
            "Second Chance",
            "Keep it. It and the next duplicate are discarded; you stay in. A second one goes to an active player "
            "without one, else it is discarded.",
        ),
        ("Alone", "The last active player plays every action on themselves."),
        (
            "Score",
            f"<b>1</b> Add the numbers. <b>2</b> x2 doubles that. <b>3</b> Add the + cards. <b>4</b> Flip 7: "
            f"{BONUS} more. Busted: 0.",
        ),
        (
            "Flip 7",
            f"{count_word(SEVEN).capitalize()} different numbers: the round is over for all at once. Who is not busted "
            "scores what lies there. Modifiers and actions are no numbers; 0 is one.",
        ),
        (
            "End",
            "The round ends when nobody is active. Its cards are discarded, the deck goes on, the deal moves left. "
            f"After a round with {target} or more the most points win; a tie at the top plays another round.",
        ),
    )


def sheet_html(library: Library) -> str:
    """The sheet."""
    rows = "".join(f"<div><dt>{name}</dt> <dd>{words}</dd></div>" for name, words in _parts())
    disputes = "".join(f"<li>{_dispute(library, key, words)}</li>" for key, words in _DISPUTES)
    return (
        '<article class="f7-sheet"><h1>Cheat sheet</h1>'
        f'<dl>{rows}</dl><ul class="f7-sheet-asked" aria-label="Asked most">{disputes}</ul></article>'
    )


def _dispute(library: Library, key: str, words: str) -> str:
    rules = " ".join(rule.number for rule in library.cases[key].rules)
    return f'<a href="cases?v=1&case={key}" target="_self">{escape(words)} <small>{escape(rules)}</small></a>'
