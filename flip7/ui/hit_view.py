"""How the verdict of the page "Should I hit?" looks. Nothing here decides anything."""

from __future__ import annotations

from collections import Counter
from html import escape

from flip7.cards import VENGEANCE
from flip7.hands import duplicates
from flip7.odds.tree import TIE
from flip7.odds.vengeance import BOUND
from flip7.scoring import score
from flip7.ui.bars import Part, percent, stacked_bar
from flip7.ui.hit_answer import Reading
from flip7.ui.hit_state import RULES, HitState

COIN_FLIP = 0.25
"""A lead of up to this many points is worth no argument at a table."""
COIN_FLIP_CHANCE = 0.01
"""The same where the values are chances."""
NOT_COMPUTED = "?"


def points(value: float) -> str:
    """Points with one decimal, whole ones without.

    >>> points(26.0), points(26.7686)
    ('26', '26.8')
    """
    return f"{value:.0f}" if abs(value - round(value)) < 1e-9 else f"{value:.1f}"


def number(whole: int) -> str:
    """Whole points, with a real minus sign."""
    return f"{whole}".replace("-", "−")


def worth(value: float, goal: int) -> str:
    """A value as it stands beside the verdict: points or, for another goal, a chance."""
    return percent(value) if goal else f"{points(value)} pts".replace("-", "−")


def lead_size(size: float, goal: int) -> str:
    """How far one choice is ahead: ``0.8``, or ``4.2%`` for another goal than points.

    >>> lead_size(0.768, 0), lead_size(0.0421, 0), lead_size(0.003, 0), lead_size(0.0421, 45)
    ('0.8', '0.04', 'less than 0.01', '4.2%')
    """
    if goal:
        return "less than 0.1%" if size < 0.001 else f"{100 * size:.1f}%"
    return "less than 0.01" if size < 0.01 else f"{size:.2f}" if size < 0.1 else f"{size:.1f}"


def coin_flip(margin: float, goal: int, bound: float) -> bool:
    """Whether both choices are as good as equal, or by an answer that may be off by ``bound`` could be."""
    return abs(margin) <= max(bound, COIN_FLIP_CHANCE if goal else COIN_FLIP)


def word_of(reading: Reading) -> str:
    """The verdict in one word."""
    if reading.position.flips:
        return f"FLIP {reading.position.flips}"
    open_still = reading.bound.advice == "hit" or not reading.bounded
    if reading.answer is None and reading.position.line and open_still:
        return NOT_COMPUTED
    return reading.bound.advice.upper()


def lead(reading: Reading) -> str:
    """Why the verdict: ``+0.8 over staying``."""
    answer, goal, position = reading.answer, reading.goal, reading.position
    if position.flips:
        limits = position.limits
        must = f"a {limits.flip_card}: you must ({limits.flips_rule})"
        return must + ("" if answer else " · worth not computed")
    margin = (answer or reading.bound).margin
    if margin is None:
        # Either there is no card to stay on, or it is The Zero.
        no_card = f"no card yet: you must ({RULES[position.edition].no_card})"
        return "The Zero: you must (V17)" if position.line else no_card
    if answer is None and (margin > TIE or not reading.bounded):
        return f"work it out below · others in: {reading.bound.advice.upper()}"
    other = "staying" if margin > TIE else "hitting"
    if answer is None:
        return f"≥ {lead_size(-margin, goal)} over hitting"
    if abs(margin) <= TIE:
        return "both are worth the same"
    shown = lead_size(abs(margin), goal)
    plus = "" if shown.startswith("less") else "+"
    tail = " · coin flip" if coin_flip(margin, goal, answer.bound) else ""
    return f"{plus}{shown} {f'for {goal}+' if goal else f'over {other}'}{tail}"


def _why(state: HitState, reading: Reading) -> str:
    """The lead and what it rests on, in words for two lines of a phone: below them the keys must not move."""
    doubt = "deck not known" if state.unknown and word_of(reading) != NOT_COMPUTED else ""
    pile = "" if reading.bound.deck_left or doubt else "pile shuffled first"
    may_be_hit = state.edition is VENGEANCE and not state.alone and word_of(reading) == "STAY"
    open_still = "can still be hit (V7)" if may_be_hit else ""
    return " · ".join(filter(None, (lead(reading), open_still, doubt, pile)))


def _twice(state: HitState) -> int:
    """The number that lies there too often."""
    return next(iter(duplicates(state.line)))


def _figures(rows: list[tuple[str, str]]) -> str:
    cells = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in rows)
    return f'<dl class="f7-figures">{cells}</dl>'


def _verdict(css_class: str, word: str, why: str, rows: list[tuple[str, str]], bar: str) -> str:
    return (
        f'<section class="f7-verdict f7-is-{css_class}" aria-label="Verdict">'
        f'<h1 class="f7-hidden">Should I hit?</h1>'
        f'<div class="f7-say"><p class="f7-word">{escape(word)}</p><p class="f7-why">{escape(why)}</p></div>'
        f"{_figures(rows)}</section>{bar}"
    )


def _instead_of_bar(words: str) -> str:
    """Words in the bar's place and of its height: the keys below stay where they are."""
    return f'<p class="f7-bar-block">{escape(words)}</p>'


def verdict_html(state: HitState, reading: Reading | None) -> str:
    """The verdict with the figures beside it, and the next card as a bar."""
    if reading is None:
        return _ended(state)
    if not reading.drawable:
        why = f"no card is left in deck or discard pile ({state.limits.no_card_rule})"
        after = "Whoever is in counts as having stayed. If the cards were shuffled, tap New deck below and tap anew."
        return _verdict("stay", "EMPTY", why, [("your line", number(state.points))], _instead_of_bar(after))
    if state.counts_only:
        return _counts(state, reading)
    return _verdict(_tone(reading), word_of(reading), _why(state, reading), _rows(reading), _next_bar(reading))


def _ended(state: HitState) -> str:
    if state.busted:
        why = f"a second {_twice(state)}: out of this round ({state.rules.bust})"
        after = "Your cards stay on the table until the round ends. End round puts them on the discard pile."
        return _verdict("bust", "BUST", why, [("this round", number(state.points))], _instead_of_bar(after))
    scored = score(state.line, state.edition, house=state.house)
    after = " · ".join(step.label for step in scored.steps if step.points)
    why = f"seven numbers: the round is over ({state.limits.seventh_rule})"
    return _verdict("flip7", "FLIP 7", why, [("you score", f"{scored.points}")], _instead_of_bar(after))


def _tone(reading: Reading) -> str:
    if reading.position.flips:
        return "forced"
    return "open" if word_of(reading) == NOT_COMPUTED else reading.bound.advice


def _rows(reading: Reading) -> list[tuple[str, str]]:
    answer, bound, goal = reading.answer, reading.bound, reading.goal
    name = "worth" if reading.position.flips else "hit"
    unknown = f"≤ {worth(bound.hit, goal)}" if reading.bounded else NOT_COMPUTED
    about = "≈ " if answer and answer.bound > BOUND else ""
    rows = [(name, f"{about}{worth(answer.hit, goal)}" if answer else unknown)]
    if not reading.position.flips:
        rows.insert(0, ("stay", "–" if bound.stay is None else worth(bound.stay, goal)))
    # Alone, the whole round takes a second walk through the states: it is told below, the next card here.
    if answer is None or reading.position.alone:
        return [*rows, ("bust next", percent(bound.bust_next))]
    return [*rows, ("bust in all", percent(answer.bust))]


_KINDS = {
    "safe": "safe",
    "flip7": "Flip 7",
    "saved": "saved",
    "given": "given away",
    "discarded": "discarded",
    "frozen": "freezes you",
    "flips": "more cards",
    "bust": "busts you",
}
_COLOURS = {"discarded": "given", "frozen": "given", "flips": "given"}


def _next_bar(reading: Reading, *, counts: bool = False) -> str:
    by_kind: Counter[str] = Counter()
    for row in reading.next:
        by_kind[row.then if isinstance(row.then, str) else "safe"] += row.left
    total = reading.drawable
    parts = [
        Part(_COLOURS.get(kind, kind), words, by_kind[kind] / total, f"{by_kind[kind]}" if counts else "")
        for kind, words in _KINDS.items()
    ]
    return stacked_bar("next card", parts)


def _counts(state: HitState, reading: Reading) -> str:
    """No advice and no values: only which cards are where."""
    duplicates = [row for row in reading.next if row.then in ("bust", "saved")]
    what = "cards cost your Second Chance" if any(row.then == "saved" for row in duplicates) else "cards bust you"
    word = f"{sum(row.left for row in duplicates)} of {reading.drawable}"
    flips = f" · {state.flips} to flip" if state.flips else ""
    rows = [
        ("your line", f"{number(state.points)} pts"),
        ("table", f"{state.table.total()}"),
        ("pile", f"{len(state.pile)}"),
    ]
    why = what + flips + (" · deck not known" if state.unknown else "")
    return _verdict("counts", word, why, rows, _next_bar(reading, counts=True))


def spoken_verdict(state: HitState, reading: Reading | None) -> str:
    """The verdict in one breath, for screen readers."""
    if state.busted:
        said = "Bust."
    elif reading is None:
        said = f"Flip 7! You score {number(state.points)}."
    elif state.counts_only:
        said = f"{sum(row.left for row in reading.next if row.then == 'bust')} of {reading.drawable} cards bust you."
    else:
        word = word_of(reading)
        word = "No verdict" if word == NOT_COMPUTED else word.capitalize()
        said = f"{word}: {_why(state, reading)}. The next card busts you: {percent(reading.bound.bust_next)}."
    return f"{state.note} {said}".strip()
