"""The cheat sheet: a whole game on one phone screen and one printed page. Counts come from the deck itself."""

from __future__ import annotations

from collections import Counter
from html import escape

from flip7.cards import CLASSIC, VENGEANCE, Edition, Kind
from flip7.hands import BONUS, SEVEN
from flip7.lessons.library import Library
from flip7.rulebook import STANDARD
from flip7.ui.faces import count_word

_DISPUTES = {
    CLASSIC: (
        ("a01", "x2 doubles the + cards? No."),
        ("a03", "A duplicate saved? Both go."),
        ("a05", "Freeze in Flip Three? Waits."),
        ("a08", "Frozen: points lost? No."),
        ("a13", "Deck out? Shuffle discards."),
    ),
    VENGEANCE: (
        ("v07", "Stayed: am I safe? No."),
        ("v14", "÷2 or minus first? ÷2."),
        ("v22", "Both 13s count? Yes."),
        ("v33", "Discard in Flip Four? Waits."),
        ("v29", "Swap: two busts? Possible."),
    ),
}
"""The disputes asked most, each with its case and the answer in a word."""


_SIGNS = str.maketrans({"/": "÷", "-": "−"})


def deck_words(edition: Edition) -> str:
    """What the deck holds, counted from the deck."""
    copies = edition.copies
    kinds = {kind: [face for face in edition.cards if face.kind is kind] for kind in Kind}
    numbers, modifiers, actions = (sum(copies[face] for face in kinds[kind]) for kind in Kind)
    ranks: Counter[int] = Counter()
    for face in kinds[Kind.NUMBER]:
        ranks[face.rank or 0] += copies[face]
    *_, second, high = sorted(ranks)
    low = {copies[face] for face in kinds[Kind.MODIFIER]}
    each = {copies[face] for face in kinds[Kind.ACTION]}
    signs = " ".join(face.code.translate(_SIGNS) for face in kinds[Kind.MODIFIER])
    return (
        f"<b>{edition.size} cards</b>: {numbers} numbers ({count_word(ranks[high])} {high}s, "
        f"{count_word(ranks[second])} {second}s … two 2s, one 1, {count_word(ranks[0])} 0), "
        f"{modifiers} modifiers ({signs}, {count_word(*low)} each), "
        f"{actions} actions ({count_word(*each)} each)."
    )


def _classic_parts() -> tuple[tuple[str, str], ...]:
    target = STANDARD.target
    return (
        ("Deck", deck_words(CLASSIC)),
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


def _vengeance_parts() -> tuple[tuple[str, str], ...]:
    target = STANDARD.target
    return (
        ("Deck", deck_words(VENGEANCE)),
        (
            "Turn",
            "One card each, from the dealer’s left. Then in turn <b>Hit</b> (one card) or <b>Stay</b>; without a card "
            "you must hit. A number twice, however it came: <b>bust</b>, 0 points. Who has stayed <b>is not safe</b>.",
        ),
        ("÷2, minus", "Its drawer keeps it or gives it to anybody not busted."),
        (
            "Actions",
            "Given the same way; the receiver plays it. <b>Just One More</b>: one card, then stay. <b>Flip Four</b>: "
            "four cards, up to a bust or Flip 7; actions and modifiers wait for the fourth and lapse after a bust. "
            "<b>Steal</b> a card. <b>Swap</b> two cards of two players. <b>Discard</b> a card.",
        ),
        (
            "Specials",
            "<b>The Zero</b>: you must hit and score 0, unless you flip seven. <b>Unlucky 7</b>: no bust; all else of "
            "your line is discarded. <b>Lucky 13</b>: one more 13 is allowed.",
        ),
        (
            "Score",
            "<b>1</b> Add the numbers. <b>2</b> ÷2 halves, rounding down. <b>3</b> Subtract the minus cards. "
            f"<b>4</b> Not below 0. <b>5</b> Flip 7: {BONUS} more.",
        ),
        ("Flip 7", f"{count_word(SEVEN).capitalize()} different numbers (both 13s count) end the round at once."),
        (
            "End",
            "Flip 7, or nobody active: all not busted score. The deck goes on, the deal moves left. After a round "
            f"with {target} or more the most points win; a tie at the top plays on.",
        ),
        (
            "Brutal",
            f"Optional: scores below 0, minus cards for the busted too, Flip 7 may take {BONUS} from another instead.",
        ),
    )


_PARTS = {CLASSIC: _classic_parts, VENGEANCE: _vengeance_parts}


def sheet_html(library: Library, edition: Edition) -> str:
    """The sheet of one game."""
    rows = "".join(f"<div><dt>{name}</dt> <dd>{words}</dd></div>" for name, words in _PARTS[edition]())
    disputes = "".join(f"<li>{_dispute(library, key, words)}</li>" for key, words in _DISPUTES[edition])
    game = "" if edition is CLASSIC else f" <small>{escape(edition.title.partition(': ')[2])}</small>"
    return (
        f'<article class="f7-sheet"><h1><span>Cheat sheet{game}</span></h1>'
        f'<dl>{rows}</dl><ul class="f7-sheet-asked" aria-label="Asked most">{disputes}</ul></article>'
    )


def _dispute(library: Library, key: str, words: str) -> str:
    rules = " ".join(rule.number for rule in library.cases[key].rules)
    return f'<a href="cases?v=1&case={key}" target="_self">{escape(words)} <small>{escape(rules)}</small></a>'
