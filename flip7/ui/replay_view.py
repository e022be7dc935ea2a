"""How the page "Replay" looks: a round at a step as HTML and as keys. Nothing here decides anything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from html import escape

from flip7.engine.choices import Decision
from flip7.engine.play import due, waits_for
from flip7.lessons.marks import Account, Worth, chance_of
from flip7.lessons.steps import Step
from flip7.ui.bars import percent
from flip7.ui.frame import notice
from flip7.ui.hit_view import lead_size, points
from flip7.ui.pad import Section, word_key
from flip7.ui.replay_state import PACES, ReplayState, Round, link_to
from flip7.ui.score_view import rule_link
from flip7.ui.table_view import table_html

LOOKING = "Counting what hitting and staying were worth …"
_LONGEST_TITLE = 80
_OTHER = {"hit": "stay", "stay": "hit"}
_DOING = {"hit": "hitting", "stay": "staying"}


def bring_html() -> str:
    """What the page is for, where no round has been brought."""
    return (
        '<h1 class="f7-title">Replay a round</h1><p class="f7-lead f7-replay-lead">Step through a round that was '
        "written down: what happened, by which rule, how likely each card was, and which choice went against the odds. "
        'A round comes from the <a href="referee" target="_self">referee</a>, as a file or as text.</p>'
    )


def examples_html(rounds: Iterable[Round]) -> str:
    """Rounds to look at, each one tap away."""
    links = "".join(
        f'<li><a class="f7-case-link" href="replay?{link_to(found)}" target="_self"><b>{title_of(found)}</b>'
        f"<span>{escape(found.record.edition.title)}, {len(found.record.players)} players, {len(found.steps)} steps"
        "</span></a></li>"
        for found in rounds
    )
    return f'<h2 class="f7-h2">Or look at one of these</h2><ul class="f7-cases">{links}</ul>'


def title_of(found: Round) -> str:
    """The round's title, or what stands for one; escaped."""
    title = " ".join(found.record.title.split())
    return escape(title if len(title) <= _LONGEST_TITLE else f"{title[:_LONGEST_TITLE]}…") or "A round"


def replay_html(state: ReplayState, found: Round, worth: str = "") -> str:
    """What has just happened, how likely it was, what the choice was worth, and the table."""
    step = found.steps[state.step]
    table = table_html(step.table, found.record.shown, new=step.card, at=step.seat, gone=step.gone)
    return (
        f'<div class="f7-case"><div class="f7-case-head"><h1>{title_of(found)}</h1>'
        '<a href="replay" target="_self">Another round</a></div></div>'
        f"{_differences_html(state, found)}{_step_html(state, step, worth)}{_stop_html(state, found)}"
        f'<div class="f7-case-table">{table}</div>'
    )


def _step_html(state: ReplayState, step: Step, worth: str) -> str:
    rules = "".join(map(rule_link, step.rules))
    chance = chance_words(step)
    odds = f'<p class="f7-replay-odds">{escape(chance)}</p>' if chance else ""
    return (
        f'<div class="f7-step f7-step-stays"><p class="f7-says">{escape(step.says)}</p>{odds}{worth}'
        f'<p class="f7-step-foot"><span>Step {state.step + 1} of {state.last + 1}</span><span>{rules}</span></p></div>'
    )


def chance_words(step: Step) -> str:
    """How likely the card of this step was; empty where none is turned."""
    chance = chance_of(step)
    if chance is None:
        return ""
    cards = "card" if chance.deck == 1 else "cards"
    return f"The chance of this card: {chance.copies} of {chance.deck} {cards}, {percent(chance.copies / chance.deck)}."


def worth_words(worth: Worth) -> str:
    """What the choice was worth beside the other one."""
    values = {"hit": worth.hit, "stay": worth.stay}
    said, other = worth.said, _OTHER[worth.said]
    if worth.cost:
        return (
            f"Against the odds: {_DOING[other]} was worth {points(values[other])} points, {_DOING[said]} "
            f"{points(values[said])}. Given away: {lead_size(worth.cost, 0)}."
        )
    return (
        f"With the odds: {_DOING[said]} was worth {points(values[said])} points, {_DOING[other]} "
        f"{points(values[other])}."
    )


def worth_html(worth: Worth | None) -> str:
    """The same as a marked line; nothing where it is not computed."""
    if worth is None:
        return ""
    kind = " f7-against" if worth.cost else ""
    return f'<p class="f7-replay-odds{kind}">{escape(worth_words(worth))}</p>'


def looking_html() -> str:
    """What stands there until it is computed."""
    return f'<p class="f7-replay-odds">{LOOKING}</p>'


def stop_words(found: Round) -> str:
    """Why the record goes no further; empty where the round has been scored."""
    played = found.played
    if played.error:
        return f"Here the record stops. {played.error}"
    if played.missing:
        return "Here the record stops: a card is needed, and it lists no more."
    table = replace(played.table, names=found.record.shown)
    return f"Here the record stops: {waits_for(table)}." if isinstance(due(table), Decision) else ""


def _stop_html(state: ReplayState, found: Round) -> str:
    words = stop_words(found) if state.ended else ""
    return notice(words, "warn" if found.played.error else "toast") if words else ""


def _differences_html(state: ReplayState, found: Round) -> str:
    """Where the record expects something else: said where one comes in and at the end."""
    if not found.differences or not (state.step == 0 or state.ended):
        return ""
    rows = "".join(f"<li>{escape(words)}</li>" for words in found.differences[:20])
    return (
        '<div class="f7-notice f7-warn" role="alert">This round does not end as its record expects:'
        f'<ul class="f7-replay-differs">{rows}</ul></div>'
    )


def list_html(state: ReplayState, found: Round, worths: Mapping[int, Worth | None]) -> str:
    """Every step as a link to it, with a marker where a choice went against the odds."""
    rows = "".join(_row(at, step, state, found, worths.get(at)) for at, step in enumerate(found.steps))
    return f'<ol class="f7-replay-list" aria-label="All steps">{rows}</ol>'


def _row(at: int, step: Step, state: ReplayState, found: Round, worth: Worth | None) -> str:
    mark = f'<b class="f7-against">Against the odds: −{lead_size(worth.cost, 0)}</b>' if worth and worth.cost else ""
    rules = f"<small>{' '.join(step.rules)}</small>" if step.rules else ""
    inside = f"<i>{at + 1}</i><span>{escape(step.says)}{mark}</span>{rules}"
    if not found.word:
        return f"<li><p>{inside}</p></li>"
    current = ' aria-current="step"' if at == state.step else ""
    return f'<li><a href="replay?{link_to(found, at)}" target="_self"{current}>{inside}</a></li>'


def account_words(account: Account, to_come: int) -> str:
    """The choices of the round in one sentence or two; ``to_come`` of them have not been looked at yet."""
    n = len(account.worths)
    if to_come:
        return f"Looked at {n} of {n + to_come} choices to hit or to stay …"
    against, known = len(account.against), n - account.unknown
    choices = f"{known} {'choice' if known == 1 else 'choices'} to hit or to stay"
    gave = (
        f"{against} against the odds, {lead_size(account.cost, 0)} points given away"
        if against
        else "all with the odds"
    )
    words = f"{choices}: {gave}." if known else ""
    if account.unknown:
        more = f"For {account.unknown} {'more ' if known else ''}it takes too long to count: nobody else was in."
        words = f"{words} {more}".strip()
    return words


def account_html(account: Account, to_come: int) -> str:
    """The same as a line, with what the points mean."""
    return (
        f'<p class="f7-replay-account">{escape(account_words(account, to_come))}<small>Counted in points of this '
        "round, for a player who goes on as well as can be.</small></p>"
    )


def spoken(state: ReplayState, found: Round, worth: Worth | None) -> str:
    """What has just happened, for screen readers."""
    step = found.steps[state.step]
    parts = (
        f"Step {state.step + 1} of {state.last + 1}.",
        step.says,
        chance_words(step),
        worth_words(worth) if worth else "",
        stop_words(found) if state.ended else "",
    )
    return " ".join(filter(None, parts))


def pad_sections(state: ReplayState) -> list[Section]:
    """First, Back, Play, Next, Last; while it plays the pace and Pause."""
    if state.due is not None:
        every = f"now a step every {'second' if state.seconds == 1 else f'{state.seconds} seconds'}"
        keys = (
            word_key("slower", "Slower", label=f"Slower, {every}", off=state.pace == 0),
            replace(word_key("pause", "Pause"), held=True),
            word_key("faster", "Faster", label=f"Faster, {every}", off=state.pace == len(PACES) - 1),
        )
        return [Section("row", "Playing", keys)]
    start, end = state.step == 0, state.ended
    by_hand = (
        word_key("first", "First", label="First step", off=start),
        word_key("back", "Back", label="One step back", off=start),
        word_key("play", "Play", label="Play it again" if end else "Play"),
        replace(word_key("next", "Next", label="Next step", off=end), held=not end),
        word_key("last", "Last", label="Last step", off=end),
    )
    return [Section("row", "Steps", by_hand)]
