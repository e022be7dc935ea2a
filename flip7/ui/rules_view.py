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
