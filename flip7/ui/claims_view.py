"""How the page "Myths and claims" looks: a claim, its experiment and the verdict as HTML, its positions as keys."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from flip7.cards import CLASSIC, VENGEANCE, Edition
from flip7.lessons.claims import Claim, Trial, advice, busting, figure
from flip7.notation import print_cards
from flip7.ui.bars import Group, bar_chart
from flip7.ui.claims_state import link_to, list_link
from flip7.ui.faces import card_html
from flip7.ui.pad import Section, word_key
from flip7.ui.score_view import rule_link

_NAMES = {
    "copies": "Cards that bust next",
    "bust": "Chance to bust next",
    "stay": "Staying scores",
    "hit": "Hitting, then best play",
    "one": "One more card, then stop",
    "lead": "The better choice is ahead by",
    "cost": "A Freeze takes away",
    "advice": "Better",
    "flip7": "Flip 7, if you hit",
}


TITLE_HTML = (
    '<h1 class="f7-title">Myths and claims</h1><p class="f7-cases-lead">What people say about this game, put to the '
    "numbers. Choose one and try it.</p>"
)
_ASSUMED = {
    CLASSIC: "others in",
    VENGEANCE: "others in who leave this line alone (a stay can still be hit, V7)",
}


def list_html(claims: Mapping[str, Claim], edition: Edition) -> str:
    """All claims about this game, each one tap away."""
    links = "".join(
        f'<li><a class="f7-case-link" href="claims?{link_to(claim)}" target="_self"><b>{escape(claim.title)}</b>'
        f"<span>{escape(claim.claim)}</span></a></li>"
        for claim in claims.values()
        if claim.edition is edition
    )
    return f'<ul class="f7-cases">{links}</ul>'


def claim_html(claim: Claim, trial: Trial) -> str:
    """The claim, and the position on show with its figures."""
    return (
        f'<div class="f7-case-head"><h1>{escape(claim.title)}</h1>'
        f'<a href="claims?{list_link(claim.edition)}" target="_self">All claims</a></div>'
        f'<p class="f7-asserted">“{escape(claim.claim)}”</p>{_trial_html(claim, trial)}'
    )


def _trial_html(claim: Claim, trial: Trial) -> str:
    edition = trial.position.edition
    cards = "".join(card_html(face, edition) for face in edition.sorted(trial.position.line))
    seen = print_cards(trial.position.seen, edition)
    gone = f'<p class="f7-gone">Also out of the deck: {escape(seen)}</p>' if seen else ""
    alone = '<p class="f7-gone">Nobody else is in.</p>' if trial.position.alone else ""
    rows = "".join(f"<div><dt>{_NAMES[name]}</dt><dd>{_shown(trial, name)}</dd></div>" for name in claim.shows)
    return (
        f'<section class="f7-trial" aria-label="{escape(trial.name, quote=True)}"><div class="f7-trial-cards">{cards}'
        f'</div>{gone}{alone}<dl class="f7-trial-figures">{rows}</dl></section>'
    )


def _shown(trial: Trial, name: str) -> str:
    if name != "advice":
        return escape(figure(trial.position, name))
    better = advice(trial.position)
    return f'<span class="f7-is-{better} f7-better">{better.upper()}</span>'


def verdict_html(claim: Claim) -> str:
    """The chances side by side, the verdict with its reasons, and where stored figures come from."""
    groups = []
    for trial in claim.trials:
        copies, deck = busting(trial.position)
        groups.append(Group(trial.name, trial.name, copies / deck, "bust"))
    stored = (
        f'<p class="f7-assumes">Means over whole rounds and counts over all lines were computed beforehand by '
        f"<code>python -m {escape(claim.source)}</code>. All other figures were computed just now.</p>"
        if claim.stored
        else '<p class="f7-assumes">All figures were computed just now.</p>'
    )
    rules = "".join(map(rule_link, claim.rules))
    return (
        f'<section class="f7-ruling" aria-label="The verdict"><h2>{escape(claim.verdict.capitalize())}</h2>'
        f'<p>{escape(claim.reasons)}</p><p class="f7-claim-rules">{rules}</p></section>'
        f'<div class="f7-details f7-claim-bars">{bar_chart("Chance that the next card busts", groups)}</div>'
        f'{stored}<p class="f7-assumes">Points are those of this round on average, one player’s best play, fresh deck '
        f"and {_ASSUMED[claim.edition]} unless it says otherwise.</p>"
    )


def spoken_trial(claim: Claim, trial: Trial) -> str:
    """The position on show in words, for screen readers."""
    figures = ". ".join(f"{_NAMES[name]}: {figure(trial.position, name)}" for name in claim.shows)
    return f"{trial.name}. {figures}."


def pad_sections(claim: Claim, trial: Trial) -> list[Section]:
    """The positions to try, two in a row."""
    keys = [word_key(one.key, one.name, pressed=one is trial) for one in claim.trials]
    return [
        Section("row", f"Try a position, row {at // 2 + 1}", tuple(keys[at : at + 2])) for at in range(0, len(keys), 2)
    ]
