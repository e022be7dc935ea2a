"""How the page "Check a score" looks: a hand and its score as HTML and as keys. Nothing here decides anything."""

from __future__ import annotations

from collections import Counter
from html import escape

from flip7.cards import CLASSIC, VENGEANCE, Card, Edition, Kind, card
from flip7.checker.slips import Verdict, judge
from flip7.checker.totals import Total, total
from flip7.checker.words import counted, signs
from flip7.hands import BONUS, SEVEN, hand_faults, may_lie_in_front, toward_seven
from flip7.rulebook import RULES, House
from flip7.scoring import Score, score
from flip7.ui.digits import digit_section, minus
from flip7.ui.faces import card_html, face_html, spoken
from flip7.ui.house_keys import house_keys
from flip7.ui.pad import Key, Section, undo_key, word_key
from flip7.ui.score_state import ScoreState

_ZERO, _LUCKY = card("0"), card("L13")
_PENALTY = {
    "": "",
    "given": " and the 15 taken from another player",
    "taken": " less 15, taken by another player’s Flip 7",
}
MOST_SLIPS = 4
"""So many explanations are shown."""


def score_of(state: ScoreState) -> Score:
    """The hand's score; a state never holds an impossible hand."""
    return score(state.cards, state.edition, house=state.house, **state.circumstances)


def formula(state: ScoreState, result: Score) -> str:
    """The reckoning in one line: ``28 × 2 + 6``; words where there is nothing to reckon."""
    if not state.cards:
        return "Tap the cards that lie there." if state.claimed is None else "Can a round score that?"
    penalised = f" − {BONUS} taken away" if state.circumstances["penalised"] else ""
    signed = [face for face in result.cards if face.kind is Kind.MODIFIER and face.points]
    less = "".join(f" {'+' if face.points > 0 else '−'} {abs(face.points)}" for face in signed)
    if state.busted:
        return f"busted{less if result.edition is VENGEANCE and state.house.brutal else ''}{penalised}"
    if state.edition is VENGEANCE and _ZERO in state.cards and not result.flip7:
        kept = less if state.house.brutal and state.house.brutal_zero == "minus" else ""
        return f"The Zero without Flip 7{kept}{penalised}"
    sums = str(sum(face.points for face in state.cards if face.is_number))
    for face in result.cards:
        if face.code in ("x2", "/2"):
            sums += " × 2" if face.code == "x2" else f" ÷ 2 → {int(sums) // 2}"
    sums += less
    if any(step.label == "Not below 0" for step in result.steps):
        sums += ", not below 0"
    bonus = result.flip7 and not state.circumstances["gives_penalty"]
    return f"{sums} + {BONUS} for Flip 7" if bonus else sums + penalised


def verdict_of(state: ScoreState) -> Verdict | None:
    """The claim held against the score; ``None`` where there is no claim or no hand."""
    if state.claimed is None or not state.cards:
        return None
    return judge(state.claimed, state.cards, state.edition, house=state.house, **state.circumstances)


def result_html(state: ScoreState, result: Score, verdict: Verdict | None) -> str:
    """The score at arm's length, whether the claim is right, and the reckoning in one line."""
    tone = "flip7" if result.flip7 else "bust" if state.busted else "hit"
    words = ["FLIP 7"] if result.flip7 else []
    points = minus(result.points)
    if not state.cards and state.claimed is not None:
        points = f"{minus(state.claimed)}?"
    if verdict is not None and verdict.right:
        words.append(f"{minus(verdict.claim)} is right")
    tail = f'<p class="f7-why">{" · ".join(words)}</p>' if words else ""
    return (
        f'<section class="f7-verdict f7-is-{tone}" aria-label="Score"><h1 class="f7-hidden">Check a score</h1>'
        f'<div class="f7-say"><p class="f7-word">{points}</p>{tail}</div>'
        f'<p class="f7-formula">{escape(formula(state, result))}</p>{_slip_html(verdict)}</section>'
    )


def _slip_html(verdict: Verdict | None) -> str:
    """Why the claim is wrong, in one sentence right under the score: ``not 92: the +10 was doubled too.``"""
    if verdict is None or verdict.right:
        return ""
    claim, slips = minus(verdict.claim), verdict.named
    if verdict.unless:
        words = f"perhaps {claim}: if {verdict.unless}."
    elif slips:
        words = f"not {claim}: {'most likely ' if len(slips) > 1 else ''}{slips[0].short}"
    else:
        words = f"not {claim}: no slip that we know leads there."
    return f'<p class="f7-slip">{escape(words)}</p>'


def claim_html(state: ScoreState, verdict: Verdict | None) -> str:
    """What is to be said about the claim: right, the slip by name, or whether any round can score it."""
    if state.claimed is None:
        hint = "What do they say it is? Tap the total." if state.cards else "Tap a total to see whether it can exist."
        return f'<p class="f7-claim-hint">{hint}</p>' if state.claiming else ""
    if verdict is None:
        return _total_html(total(state.claimed, state.edition, house=state.house), state)
    body = slips_html(verdict)
    if not (verdict.right or verdict.slips or verdict.unless):
        near = "".join(f"<li><b>{minus(slip.points)}</b>: {escape(slip.explanation)}</li>" for slip in verdict.nearest)
        body = "<p>No slip that we know, and no two together, lead there.</p>"
        if not verdict.claim and not state.busted:
            body += "<p>A bust scores 0, but nothing here busts. If the player did bust, tap Busted.</p>"
        body += f"<h3>Slips that come near</h3><ul>{near}</ul>" if near else ""
    tone = "right" if verdict.right else "open" if verdict.unless else "wrong"
    said = escape(verdict.sentence)
    return f'<section class="f7-claim f7-claim-{tone}" aria-label="The claim"><h2>{said}</h2>{body}</section>'


def slips_html(verdict: Verdict) -> str:
    """The slips that lead to a wrong claim, under a heading; empty where there are none."""
    slips = verdict.named
    if not slips:
        return ""
    more = len(slips) - MOST_SLIPS
    items = "".join(
        f"<li>{verdict.guess(nth)}{escape(slip.explanation)}</li>" for nth, slip in enumerate(slips[:MOST_SLIPS])
    )
    rest = f"<p>{counted(more, 'more way')} {'leads' if more == 1 else 'lead'} there.</p>" if more > 0 else ""
    return f"<h3>{verdict.heading}</h3><ul>{items}</ul>{rest}"


def _total_html(found: Total, state: ScoreState) -> str:
    """Whether a round can score this at all, and with which cards."""
    points, n = minus(found.points), found.hands
    if found.possible:
        examples = "".join(
            f"<li>{''.join(card_html(face, state.edition) for face in hand.cards) or 'no cards'}"
            f"{' <b>Flip&nbsp;7</b>' if hand.flip7 else ''}{_PENALTY[hand.penalty]}</li>"
            for hand in found.examples
        )
        count = f"One set of scoring cards brings {points}" if n == 1 else f"{n:,} sets of scoring cards bring {points}"
        more = f'<h3>{count}</h3><ul class="f7-examples">{examples}</ul>'
    else:
        more = ""
    return (
        f'<section class="f7-claim f7-claim-{"right" if found.possible else "wrong"}" aria-label="The claim">'
        f"<h2>{points} can{'' if found.possible else 'not'} be.</h2><p>{escape(found.reason)}</p>{more}</section>"
    )


def printed_hand(state: ScoreState) -> str:
    """The cards, where the keys cannot be seen: on paper."""
    cards = "".join(card_html(face, state.edition) for face in state.edition.sorted(state.cards))
    return printed_game(state.edition, state.house) + f'<p class="f7-print-only">{cards}</p>'


def printed_game(edition: Edition, house: House) -> str:
    """Which game it is, on paper."""
    brutal = ", Brutal Mode" if house.brutal and edition is VENGEANCE else ""
    return f'<p class="f7-print-only">{escape(edition.title)}{brutal}</p>'


def spoken_score(state: ScoreState, result: Score, verdict: Verdict | None) -> str:
    """The score in one breath, for screen readers."""
    claim = ""
    if verdict is not None:
        slips = [f"{verdict.guess(nth)}{slip.explanation}" for nth, slip in enumerate(verdict.named[:MOST_SLIPS])]
        claim = " ".join((verdict.sentence, *slips))
    elif state.claimed is not None:
        claim = total(state.claimed, state.edition, house=state.house).reason
    return f"{state.note} Score {result.points}. {claim}".strip()


def rule_link(number: str) -> str:
    """A rule's number as a link to its text."""
    title = escape(RULES[number].title, quote=True)
    return f'<a class="f7-rule" href="how_it_works?q={number}" target="_self" title="{title}">{number}</a>'


def steps_html(result: Score) -> str:
    """The score step by step, each step with its rule."""
    rows = "".join(
        f"<tr><td>{escape(signs(step.label))}</td><td>{_signed(step.points)}</td><td><b>{minus(step.running)}</b></td>"
        f"<td>{rule_link(step.rule)}</td></tr>"
        for step in result.steps
    )
    return (
        '<table class="f7-table f7-steps"><caption>Step by step</caption><thead><tr><th scope="col">step</th>'
        '<th scope="col">points</th><th scope="col">sum</th><th scope="col">rule</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def _signed(n: int) -> str:
    return f"+{n}" if n > 0 else minus(n)


def pad_sections(state: ScoreState) -> list[Section]:
    """The hand as chips, the edition, the keys, and what is true of the whole hand."""
    edition = state.edition
    held = Counter(state.cards)
    keys = tuple(
        Key(
            face.code,
            face_html(face, edition),
            ", ".join(filter(None, (spoken(face, edition), "in the hand" if held[face] else ""))),
            f"×{held[face]}" if held[face] > 1 else "",
            off=_cannot_be_added(state, face),
            held=bool(held[face]),
        )
        for face in edition.cards
        if may_lie_in_front(face)
    )
    chips = tuple(
        Key(f"drop {face}", face_html(face, edition), f"{spoken(face, edition)} in the hand: tap to take it away")
        for face in state.cards
    )
    about = [word_key("busted", "Busted", pressed=state.busted)]
    if edition is VENGEANCE:
        about += [*house_keys(state.house, edition, state.cards), *_penalty_key(state)]
    undo = undo_key("Undo the last tap", off=state.before is None and not state.cards and not state.claim)
    enter = Section("grid", "Cards", (*keys, undo))
    if state.claiming:
        enter = digit_section("The claimed total", edition, undo)
    said = f"They say {minus(state.claimed)}" if state.claimed is not None else "They say …"
    return [
        Section("chips", "The hand: tap a card to take it away", chips, "What lies in front of the player?"),
        Section(
            "switch",
            "What the keys enter",
            (
                word_key("cards", "Cards", pressed=not state.claiming),
                word_key("claim", said, label=f"{said}: the total to check", pressed=state.claiming),
            ),
        ),
        enter,
        Section("row", "About this hand", (*about, word_key("clear", "New hand", off=not state.cards))),
        Section(
            "row",
            "Which game",
            (
                word_key("classic", "Flip 7", pressed=edition is CLASSIC),
                word_key(
                    "vengeance", "With a Vengeance", label="Flip 7: With a Vengeance", pressed=edition is VENGEANCE
                ),
            ),
        ),
    ]


def _cannot_be_added(state: ScoreState, face: Card) -> bool:
    """Whether this card makes the hand impossible, busted or not."""
    cards = (*state.cards, face)
    return all(hand_faults(cards, state.edition, busted=busted, house=state.house) for busted in (state.busted, True))


def _penalty_key(state: ScoreState) -> list[Key]:
    """In Brutal Mode a Flip 7 may take 15 from somebody else (V40)."""
    if not state.house.brutal:
        return []
    seven = toward_seven(state.cards, state.house) == SEVEN
    label = "This Flip 7 took 15 from another player" if seven else "Another player’s Flip 7 took 15 away"
    return [word_key("penalty", "Took 15" if seven else "Lost 15", label=label, pressed=state.penalty)]
