"""How the page "Should I hit?" looks: a state and its answer as HTML and as keys. Nothing here decides anything."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from html import escape

from flip7.cards import CLASSIC, Card, Kind
from flip7.odds.exact import Answer, NextCard, solve
from flip7.odds.position import Position
from flip7.scoring import score
from flip7.ui.bars import Part, percent, stacked_bar
from flip7.ui.faces import card_html, count_word, face_html, spoken
from flip7.ui.hit_state import MINE_KEYS, SEEN_KEYS, HitState, can_undo
from flip7.ui.pad import Key, Section, card_key, undo_key, word_key

COIN_FLIP = 0.25
"""A lead of up to this many points is worth no argument at a table."""


@lru_cache(maxsize=2048)
def answer_to(position: Position) -> Answer:
    """The exact answer, remembered: all players start from the same few positions, and Undo comes back to one."""
    return solve(position)


def points(value: float) -> str:
    """Points with one decimal, whole ones without.

    >>> points(26.0), points(26.7686)
    ('26', '26.8')
    """
    return f"{value:.0f}" if abs(value - round(value)) < 1e-9 else f"{value:.1f}"


def lead(answer: Answer) -> str:
    """Why the verdict: ``+0.8 over staying``."""
    if answer.margin is None:
        return "no card yet: you must (R18)"
    size = abs(answer.margin)
    shown = "0" if size <= 1e-9 else "less than 0.01" if size < 0.01 else f"{size:.2f}" if size < 0.1 else f"{size:.1f}"
    other = "staying" if answer.advice == "hit" else "hitting"
    if shown == "0":
        return "both are worth the same"
    plus = "" if shown.startswith("less") else "+"
    tail = " · coin flip" if size <= COIN_FLIP else ""
    return f"{plus}{shown} over {other}{tail}"


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


def verdict_html(state: HitState, answer: Answer | None) -> str:
    """The verdict with the figures beside it, and the next card as a bar."""
    if state.busted:
        gone = score(state.line, busted=True).points
        number = next(face for face, n in Counter(state.line).items() if n > 1)
        why = f"a second {number}: out of this round (R20)"
        after = "Your cards stay on the table until the round ends. New round counts them as seen."
        return _verdict("bust", "BUST", why, [("this round", f"{gone}")], _instead_of_bar(after))
    if answer is None:
        scored = score(state.line)
        why = "seven numbers: the round is over (R41)"
        after = " · ".join(step.label for step in scored.steps if step.points)
        return _verdict("flip7", "FLIP 7", why, [("you score", f"{scored.points}")], _instead_of_bar(after))
    if not answer.deck_left:
        why = "no card is left in the deck (R47)"
        after = "When the discard pile is shuffled, tap New deck, then the cards that lie on the table."
        worth = score(state.line).points
        return _verdict("stay", "EMPTY", why, [("your line", f"{worth}")], _instead_of_bar(after))
    rows = [
        ("stay", "–" if answer.stay is None else f"{points(answer.stay)} pts"),
        ("hit", f"{points(answer.hit)} pts"),
        ("bust in all", percent(answer.bust)),
    ]
    return _verdict(answer.advice, answer.advice.upper(), lead(answer), rows, _next_bar(answer))


def _instead_of_bar(words: str) -> str:
    """Words in the bar's place and of its height: the keys below stay where they are."""
    return f'<p class="f7-bar-block">{escape(words)}</p>'


def _next_bar(answer: Answer) -> str:
    by_kind = {"bust": 0.0, "saved": 0.0, "flip7": 0.0, "given": 0.0, "safe": 0.0}
    for row in answer.next:
        by_kind[row.then if isinstance(row.then, str) else "safe"] += row.chance
    words = (
        ("safe", "safe"),
        ("flip7", "Flip 7"),
        ("saved", "saved"),
        ("given", "given away"),
        ("bust", "busts you"),
    )
    return stacked_bar("next card", [Part(kind, text, by_kind[kind]) for kind, text in words])


def spoken_verdict(state: HitState, answer: Answer | None) -> str:
    """The verdict in one breath, for screen readers."""
    if state.busted:
        said = "Bust."
    elif answer is None:
        said = f"Flip 7! You score {score(state.line).points}."
    else:
        said = f"{answer.advice.capitalize()}: {lead(answer)}. The next card busts you: {percent(answer.bust_next)}."
    return f"{state.note} {said}".strip()


def pad_sections(state: HitState) -> list[Section]:
    """The line as chips, the switch, the keys, and what ends a round."""
    mine = state.mode == "mine"
    left = state.left
    counts = Counter(state.seen)
    if mine:
        label, empty = "My line: tap a card to take it away", "Tap the cards in front of you."
        chips = Section("chips", label, _line_chips(state), empty)
        cards = [
            card_key(face, left[face], words="in your line" if face in state.line else "", held=face in state.line)
            for face in MINE_KEYS
        ]
    else:
        label, empty = (
            "Seen cards: tap one to take it back",
            "Other cards on the table, and those discarded.",
        )
        chips = Section("chips", label, _seen_chips(counts), empty)
        cards = [
            card_key(face, left[face], words=f"{counts[face]} seen" if counts[face] else "", held=bool(counts[face]))
            for face in SEEN_KEYS
        ]
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
                    f"Cards go to the seen ones, {len(state.seen)} so far",
                    f"{len(state.seen)}" if state.seen else "",
                    pressed=not mine,
                ),
            ),
        ),
        Section("grid", "Cards", (*cards, undo_key("Undo the last tap", off=not can_undo(state)))),
        Section(
            "row",
            "Round and deck",
            (
                word_key("round", "New round", label="New round: my line goes to the seen cards", off=not state.line),
                word_key(
                    "deck",
                    "New deck",
                    label="New deck: all cards are shuffled in again",
                    off=not (state.line or state.seen),
                ),
            ),
        ),
    ]


def _line_chips(state: HitState) -> tuple[Key, ...]:
    return tuple(
        Key(f"drop {face}", face_html(face), f"{spoken(face)} in your line: tap to take it away") for face in state.line
    )


def _seen_chips(counts: Counter[Card]) -> tuple[Key, ...]:
    return tuple(
        Key(
            f"unsee {face}",
            face_html(face),
            f"{counts[face]} times {spoken(face)} seen: tap to take one back",
            f"×{counts[face]}" if counts[face] > 1 else "",
        )
        for face in CLASSIC.cards
        if counts[face]
    )


def _plural(row: NextCard) -> str:
    return f"{count_word(row.left)} {row.card}{'s' if row.left > 1 else ''}"


def _and_list(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def hurt_sentence(answer: Answer) -> str:
    """``19 of 90 cards bust you: ten 11s, seven 8s and two 3s.``"""
    deck = f"{answer.deck_left} card{'s' if answer.deck_left != 1 else ''}"
    for kind, does, do in (
        ("bust", "busts you", "bust you"),
        ("saved", "costs your Second Chance", "cost your Second Chance"),
    ):
        rows = sorted((row for row in answer.next if row.then == kind), key=lambda row: -row.left)
        n = sum(row.left for row in rows)
        if n:
            return f"{n} of {deck} {does if n == 1 else do}: {_and_list([_plural(row) for row in rows])}."
    return f"Nothing of the {deck} left can bust you now."


def hurt_html(state: HitState, answer: Answer | None) -> str:
    """First below the fold: the numbers that hurt, and where all the cards are."""
    blocks = []
    if answer is not None and answer.deck_left:
        blocks.append(f'<p class="f7-hurt">{escape(hurt_sentence(answer))}</p>')
        played = f"you bust in {percent(answer.bust)} and flip seven in {percent(answer.flip7)} of such rounds"
        blocks.append(f"<p>If you hit now and then play as well as possible, {played}.</p>")
    deck = state.left.total()
    blocks.append(
        f'<p class="f7-sum"><b>{deck}</b> in the deck + <b>{len(state.line)}</b> in your line '
        f"+ <b>{len(state.seen)}</b> seen =&nbsp;<b>{deck + len(state.line) + len(state.seen)}</b></p>"
    )
    return f'<div class="f7-details">{"".join(blocks)}</div>'


def details_html(answer: Answer | None) -> str:
    """At the end of the page: the next card face by face, and what is assumed."""
    table = _table(answer) if answer is not None and answer.deck_left else ""
    return (
        f'<div class="f7-details">{table}<p class="f7-assumes">Assumed: somebody else is still in. A Freeze, '
        "a Flip Three or a second Second Chance that you draw goes to another player, and nobody hands you one. "
        "“Hit” is the mean over all ways in which the round can go on if you play on as well as possible; nothing "
        "is sampled.</p></div>"
    )


_THEN = {"bust": "busts you", "saved": "Second Chance saves you", "flip7": "Flip 7", "given": "to another player"}


def _table(answer: Answer) -> str:
    rows = "".join(
        f"<tr class='f7-then-{row.then if isinstance(row.then, str) else 'safe'}'><td>{card_html(row.card)}</td>"
        f"<td>{row.left} of {CLASSIC.copies[row.card]}</td><td>{percent(row.chance)}</td>"
        f"<td>{_THEN[row.then] if isinstance(row.then, str) else f'line worth {row.then}'}</td></tr>"
        for row in sorted(answer.next, key=lambda row: (row.card.kind is Kind.ACTION, -row.chance))
    )
    return (
        '<table class="f7-table"><caption>The next card</caption><thead><tr><th scope="col">card</th>'
        '<th scope="col">left</th><th scope="col">chance</th><th scope="col">then</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )
