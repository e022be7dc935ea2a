"""Why the verdict of the page "Should I hit?": what hurts, what can come, and how the round can end."""

from __future__ import annotations

from html import escape
from math import ceil

from flip7.cards import VENGEANCE, Edition, Kind, card
from flip7.odds.assumptions import ASSUMPTIONS, assumed
from flip7.odds.exact import Answer, NextCard
from flip7.odds.tree import TIE
from flip7.scoring import score
from flip7.ui.bars import Group, bar_chart, percent
from flip7.ui.faces import card_html, count_word, spoken
from flip7.ui.hit_answer import Reading, plans
from flip7.ui.hit_state import HitState
from flip7.ui.hit_view import coin_flip, lead_size, number, worth

MOST_BARS = 12
OPEN_STAY = (
    "In this game a stay is not safe: until the round ends, others can still give you cards, steal from you and swap "
    "with you (V7). The odds leave that out."
)
OTHERS_BUST = (
    "Alone means here that all others have busted. While somebody else has stayed, what you draw can still be given to "
    "them or used on them (V8): then “Others in” is right."
)
_WIDTHS = (1, 2, 5, 10, 20)
_TAIL = 0.005
"""The last bar holds all higher scores, which together are about as likely as this."""


def _plural(row: NextCard, edition: Edition) -> str:
    return f"{count_word(row.left)} {spoken(row.card, edition)}{'s' if row.left > 1 else ''}"


def _and_list(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def hurt_sentence(reading: Reading) -> str:
    """``19 of 90 cards bust you: ten 11s, seven 8s and two 3s.``"""
    deck = f"{reading.drawable} card{'s' if reading.drawable != 1 else ''}"
    for kind, does, do in (
        ("bust", "busts you", "bust you"),
        ("saved", "costs your Second Chance", "cost your Second Chance"),
    ):
        rows = sorted((row for row in reading.next if row.then == kind), key=lambda row: -row.left)
        n = sum(row.left for row in rows)
        if n:
            which = _and_list([_plural(row, reading.position.edition) for row in rows])
            return f"{n} of {deck} {does if n == 1 else do}: {which}."
    return f"Nothing of the {deck} left can bust you now."


def sum_sentence(state: HitState) -> str:
    """Where all cards are, as HTML."""
    deck, line, table, pile = state.left.total(), len(state.line), state.table.total(), len(state.pile)
    where = "in the deck or gone unseen" if state.unknown else "in the deck"
    return (
        f'<p class="f7-sum"><b>{deck}</b> {where} + <b>{line}</b> in your line + <b>{table}</b> on the table '
        f"+ <b>{pile}</b> on the discard pile =&nbsp;<b>{deck + line + table + pile}</b></p>"
    )


def cost_sentence(reading: Reading) -> str:
    """What the wrong choice costs."""
    answer, goal = reading.answer, reading.goal
    if answer is None:
        return _not_computed(reading)
    if answer.margin is None or abs(answer.margin) <= TIE:
        return ""
    wrong = "Hitting" if answer.advice == "stay" else "Staying"
    size = lead_size(abs(answer.margin), goal)
    what = f"{size} of your chance to score {goal} or more" if goal else f"{size} points on average"
    flip = " As good as a coin flip: no reason for an argument." if coin_flip(answer.margin, goal, answer.bound) else ""
    return f"{wrong} instead costs {what}.{flip}"


def _not_computed(reading: Reading) -> str:
    most = worth(reading.bound.hit, reading.goal)
    if not reading.bounded:
        said = f"{reading.bound.advice}, with a hit worth {most}"
        return f"Not computed yet: alone there are many more ways to go on. With others in it would be {said}."
    why = "Not computed yet: with so few cards alone there are too many ways to go on."
    if reading.bound.margin is None:
        return f"{why} It is worth at most {most}: that is what it would be with others in."
    if reading.bound.advice == "stay":
        return f"{why} But with others in you would stay, and where that is best, staying is best alone too."
    return f"{why} With others in you would hit, for {most}; alone it is worth at most that."


def hurt_html(state: HitState, reading: Reading | None) -> str:
    """First below the fold: the numbers that hurt, and where all the cards are."""
    blocks = []
    if reading is not None and reading.drawable:
        blocks.append(f'<p class="f7-hurt">{escape(hurt_sentence(reading))}</p>')
        if state.unknown:
            late = "Deck not known: every card that you have not tapped counts as in the deck, so this is an estimate."
            blocks.append(f"<p>{late}</p>")
        if not state.counts_only:
            blocks.append(f"<p>{escape(cost_sentence(reading))}</p>")
        if state.edition is VENGEANCE:
            blocks.append(f"<p>{escape(OTHERS_BUST if state.alone else OPEN_STAY)}</p>")
    return f'<div class="f7-details">{"".join(blocks)}{sum_sentence(state)}</div>'


def ends_html(state: HitState, reading: Reading | None) -> str:
    """Fixed plans beside the best one, and how the round can end; nothing where that is not known or not wanted."""
    if reading is None or reading.answer is None or not reading.drawable or state.counts_only:
        return ""
    answer = reading.answer
    counted = "none sampled" if not answer.bound else _estimated(answer, reading.goal)
    played = f"you bust in {percent(answer.bust)} and flip seven in {percent(answer.flip7)} of such rounds"
    return (
        f'<div class="f7-details">{_plans(answer, reading)}'
        f"{bar_chart('How the round ends, if you take a card and then play best', score_groups(answer))}"
        f"<p>Then {played}, and take {answer.cards:.1f} more cards on average. Counted for this answer: "
        f"{answer.states:,} states, {counted}.</p></div>"
    )


def _estimated(answer: Answer, goal: int) -> str:
    """How far an answer may be off that is not exact."""
    bound = ceil(100 * answer.bound - TIE) / 100
    off = percent(bound) if goal else f"{bound:.2f} points"
    return (
        f"each for many like it, because there are too many to count them all. So a hit may be worth {off} more or "
        "less, measured by counting more and fewer of them, not proved"
    )


def details_html(state: HitState, reading: Reading | None) -> str:
    """At the end of the page: the next card face by face, and what is assumed."""
    if reading is None or not reading.drawable:
        return ""
    if state.counts_only:
        return f'<div class="f7-details">{_table(reading, counts=True)}</div>'
    exact = reading.answer is None or not reading.answer.bound
    ids = assumed(reading.position, goal=bool(reading.goal), exact=exact)
    lines = "".join(
        f'<li><a href="how_it_works?about={key}" target="_self">{escape(ASSUMPTIONS[key])}</a></li>' for key in ids
    )
    return (
        f'<div class="f7-details">{_table(reading)}'
        f'<h3 class="f7-subtitle">Assumed</h3><ul class="f7-assumes">{lines}</ul></div>'
    )


def score_groups(answer: Answer) -> list[Group]:
    """The final scores in about a dozen ranges, a bust apart."""
    chances, at = dict(answer.scores), answer.position
    # Alone in Brutal Mode a bust may still draw minus cards, so it has no one score to be set apart from.
    apart = not (at.house.brutal and at.alone)
    lost = score(at.line, at.edition, busted=True, house=at.house).points if at.house.brutal else 0
    left = answer.bust if apart else 0.0
    # What Unlucky 7 sweeps away is not lost with a bust after it, which then costs nothing.
    for points in dict.fromkeys((lost, 0)):
        taken = min(left, chances.get(points, 0.0))
        chances[points] = chances.get(points, 0.0) - taken
        left -= taken
    chances = {points: chance for points, chance in chances.items() if chance > 1e-12}
    words = f"bust, {number(lost)} points" if lost else "bust, no points"
    groups = [Group("bust", words, answer.bust, "bust")] if answer.bust and apart else []
    if not chances:
        return groups
    last, above = max(chances), 0.0
    for points in sorted(chances, reverse=True):
        above += chances[points]
        last = points
        if above >= _TAIL:
            break
    first = min(chances)
    width = next((w for w in _WIDTHS if last // w - first // w < MOST_BARS), _WIDTHS[-1])
    for low in range(first // width * width, last + 1, width):
        ends = low + width > last
        high = max(chances) if ends else low + width - 1
        chance = sum(c for points, c in chances.items() if low <= points <= high)
        if ends and high >= low + width:
            groups.append(Group(f"{number(low)}+", f"{number(low)} or more points", chance))
        elif width == 1:
            groups.append(Group(number(low), f"{number(low)} points", chance))
        else:
            top, dash = number(low + width - 1), " to " if low < 0 else "–"
            groups.append(Group(f"{number(low)}{dash}{top}", f"{number(low)} to {top} points", chance))
    return groups


def _plans(answer: Answer, reading: Reading) -> str:
    fixed = plans(reading.position, reading.goal)
    if not fixed:
        return ""
    rows = [("stay now", answer.stay, 0.0)] if answer.stay is not None else []
    rows += [(f"{count_word(plan.cards)} more, then stop", plan.worth, plan.bust) for plan in fixed]
    rows.append(("hit, then play best", answer.hit, answer.bust))
    best = max(value for _, value, _ in rows)
    cells = "".join(
        f"<tr{' class=f7-best' if best - value <= TIE else ''}><td>{escape(name)}</td>"
        f"<td>{worth(value, reading.goal)}</td><td>{percent(bust)}</td></tr>"
        for name, value, bust in rows
    )
    return (
        '<table class="f7-table"><caption>Fixed plans beside the best one</caption><thead><tr><th scope="col">plan</th>'
        f'<th scope="col">worth</th><th scope="col">bust</th></tr></thead><tbody>{cells}</tbody></table>'
    )


_THEN = {
    "bust": "busts you",
    "saved": "Second Chance saves you",
    "flip7": "Flip 7",
    "given": "to another player",
    "frozen": "freezes you",
    "discarded": "discarded",
}
_FLIPS = {card("F3"): "three cards for you", card("F4"): "four cards for you", card("JOM"): "one card, then you stay"}


def _table(reading: Reading, *, counts: bool = False) -> str:
    edition = reading.position.edition

    def then(row: NextCard) -> str:
        if row.then == "flips":
            return _FLIPS[row.card]
        return _THEN[row.then] if isinstance(row.then, str) else f"line worth {number(row.then)}"

    rows = "".join(
        f"<tr class='f7-then-{row.then if isinstance(row.then, str) else 'safe'}'>"
        f"<td>{card_html(row.card, edition)}</td>"
        f"<td>{row.left} of {edition.copies[row.card]}</td>{'' if counts else f'<td>{percent(row.chance)}</td>'}"
        f"<td>{then(row)}</td></tr>"
        for row in sorted(reading.next, key=lambda row: (row.card.kind is Kind.ACTION, -row.chance))
    )
    chance = "" if counts else '<th scope="col">chance</th>'
    return (
        '<table class="f7-table"><caption>The next card</caption><thead><tr><th scope="col">card</th>'
        f'<th scope="col">left</th>{chance}<th scope="col">then</th></tr></thead><tbody>{rows}</tbody></table>'
    )
