"""How the page "How it works" looks: rules, house rules and decks as HTML."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from flip7.cards import Edition, Kind
from flip7.rulebook import SWITCHES, Rule
from flip7.ui.faces import card_html

CERTAINTY = {
    "certain": "certain: the rulebook or the publisher says so",
    "probable": "probable: good sources, but second-hand or partly silent",
    "house": "house choice: the sources are silent, so a table may choose",
}


def rule_html(rule: Rule) -> str:
    """One rule with its number, words, source and certainty."""
    note = f'<p class="f7-note">{escape(rule.note)}</p>' if rule.note else ""
    switch = f" · house rule {escape(SWITCHES[rule.switch].title)}" if rule.switch else ""
    return (
        f'<article class="f7-article" id="{rule.number}"><h3><span class="f7-number-tag">{rule.number}</span> '
        f"{escape(rule.title)}</h3><p>{escape(rule.text)}</p>{note}"
        f'<p class="f7-source"><span class="f7-sure f7-sure-{rule.certainty}">{escape(CERTAINTY[rule.certainty])}'
        f"</span><br>{escape(rule.source)}{switch}</p></article>"
    )


def rules_html(rules: Iterable[Rule]) -> str:
    """Rules one below the other."""
    return "".join(map(rule_html, rules))


def deck_html(edition: Edition) -> str:
    """Every face with the copies that the deck has."""
    cells = "".join(
        f"<li>{card_html(face, edition, words=f'{n} in the deck')}<span>×{n}</span></li>"
        for face, n in edition.copies.items()
    )
    kinds = {kind: sum(n for face, n in edition.copies.items() if face.kind is kind) for kind in Kind}
    return (
        f"<h3>{escape(edition.title)}: {edition.size} cards</h3><p>{kinds[Kind.NUMBER]} numbers, "
        f"{kinds[Kind.MODIFIER]} modifiers and {kinds[Kind.ACTION]} actions.</p>"
        f'<ul class="f7-deck">{cells}</ul>'
    )


def switches_html() -> str:
    """Where tables differ: each switch with its settings, the default first."""
    blocks = []
    for switch in SWITCHES.values():
        options = "".join(
            f"<li>{escape(option.text)}{' <b>(default)</b>' if option.value == switch.default else ''}</li>"
            for option in switch.options
        )
        rules = ", ".join(switch.rules)
        blocks.append(f"<h4>{escape(switch.title)} <small>{escape(rules)}</small></h4><ul>{options}</ul>")
    return "".join(blocks)


GAME_HTML = """
<p><b>You turn cards in front of you, one at a time, and want different numbers.</b> On your turn you <b>hit</b> (take
one card) or <b>stay</b> (keep your points and be out of the round). If you turn a number that lies in front of you
already, you <b>bust</b>: no points this round. There are as many copies of a card as its number says, twelve 12s but a
single 1, so high numbers bring more points and more danger. Seven different numbers in one line are a <b>Flip 7</b>:
15 points more, and the round is over for everybody. Who has most points when somebody has reached 200 wins.</p>
<p>Besides the numbers there are modifiers (+2 to +10, and x2, which doubles your numbers) and three kinds of actions:
<b>Freeze</b> makes a player stay, <b>Flip Three</b> makes a player take three cards, and <b>Second Chance</b> saves its
holder from one bust.</p>
"""

METHOD_HTML = """
<p><b>Exact.</b> The odds count every way in which your round can go on, card by card without putting any back, and
choose the better of hitting and staying at each step. Nothing is sampled and nothing is cut off after one card. The
same numbers come out of a second, slow program that works in fractions; the tests compare the two on hundreds of
small decks.</p>
<p><b>What decides.</b> Your numbers, your modifiers, a Second Chance, and which cards are still in the deck. Which
duplicate a Second Chance saved does not matter, only that one card fewer can bust you.</p>
<p><b>Assumed.</b> Somebody else is still in. A Freeze or a Flip Three that you draw goes to another player, a second
Second Chance too, and nobody hands you one. Such a card changes nothing in front of you; it only leaves you the
choice once more. You play for points in this round. Cards that you have not tapped as seen count as being in the
deck. When the deck runs out, no card is dealt: enter a reshuffle with “New deck”.</p>
<p><b>A tie</b> (a difference of less than a billionth of a point) says stay. Up to a quarter of a point the page
says “coin flip”: both choices are as good as equal at a table.</p>
<p><b>Scores</b> follow the rulebook step by step: numbers, times two, plus cards, fifteen for Flip 7. In With a
Vengeance: numbers, halved and rounded down, minus cards, not below 0, then fifteen.</p>
"""
