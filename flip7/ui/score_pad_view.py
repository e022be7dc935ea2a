"""How the page "Score pad" looks: who is being entered, the sheet so far, and the keys. Nothing here decides."""

from __future__ import annotations

from html import escape

from flip7.cards import CLASSIC
from flip7.scorepad.deck import known
from flip7.scorepad.entries import Status
from flip7.scorepad.game import Game
from flip7.scorepad.rounds import Round
from flip7.scorepad.summary import best_round, tales
from flip7.scorepad.telling import tell_log
from flip7.ui.bars import percent
from flip7.ui.digits import minus
from flip7.ui.faces import spoken
from flip7.ui.hit_link import shared_link
from flip7.ui.hit_state import HitState, faults
from flip7.ui.score_pad_state import (
    ASIDE,
    Draft,
    PadState,
    Pick,
    clash_words,
)

MARKS: dict[Status, str] = {"busted": "bust", "frozen": "frozen", "flip7": "Flip 7", "active": "still in"}


def bdi(name: str) -> str:
    """A name within a sentence, as HTML: whatever its letters, the words around it stay where they are."""
    return f"<bdi>{escape(name)}</bdi>"


def head_html(state: PadState) -> str:
    """Whose hand this is, what it is worth, and whether it is saved."""
    game, this = state.game, state.game.rounds[state.round - 1]
    points = "…" if state.points is None else minus(state.points)
    if state.at == ASIDE:
        points = str(len(state.draft.cards))
    status = state.shown_status
    said = "not saved yet" if state.changed else "saved" if state.draft != Draft() else "nothing entered"
    words = " · ".join(filter(None, (said, MARKS.get(status, ""))))
    tone = {"busted": "bust", "flip7": "flip7"}.get(status, "stay" if state.changed else "hit")
    deals = f"{bdi(game.name(this.dealer))} deals"
    past = "" if state.round == game.open else " · being put right"
    void = " · does not count" if this.row.void else ""
    rows = "".join(
        f"<div><dt>{bdi(game.name(player))}</dt><dd>{minus(game.totals[player])}</dd></div>"
        for _, player in game.ranking[:3]
    )
    return (
        f'<section class="f7-verdict f7-is-{tone}" aria-label="Round {state.round}">'
        '<h1 class="f7-hidden">Score pad</h1>'
        f'<div class="f7-say"><p class="f7-pad-who">Round {state.round}{past}{void} · {deals}</p>'
        f'<p class="f7-word">{points}</p><p class="f7-why"><b>{bdi(state.name)}</b> · {words}</p></div>'
        f'<dl class="f7-figures f7-pad-top">{rows}</dl></section>'
    )


def banner_html(state: PadState) -> str:
    """Where the game can end or has ended, what a correction has left open, and two phones that do not agree."""
    game, said = state.game, []
    names = [bdi(game.name(player)) for player in game.winners or game.standing.winners]
    who = " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
    if game.over:
        said.append(f"The game is over. {who} {'wins' if len(names) == 1 else 'win'}.{_pace(game)}")
    elif game.standing.game == "over":
        said.append(f"{who} {'has' if len(names) == 1 else 'have'} won with {game.house.target} or more. End the game?")
    elif game.standing.game == "tie-break":
        plays = "The tied players play" if game.house.tie == "tied-only" else "Everybody plays"
        said.append(f"A tie at the top: {who}. {plays} another round ({'R53' if game.edition is CLASSIC else 'V13'}).")
    for number, player in game.unfinished:
        said.append(f"Round {number} has no score for {bdi(game.name(player))}.")
    if state.moving is not None:
        said.append(_move_words(state, state.moving))
    if state.clash and not state.note:
        said.append(escape(clash_words(state)))
    return "".join(f'<p class="f7-notice f7-info">{words}</p>' for words in said)


def _move_words(state: PadState, pick: Pick) -> str:
    """What the next tap of a move is."""
    if pick.face is None:
        return "Tap the card that moves."
    whose = f"{escape(spoken(pick.face, state.game.edition))} of {bdi(state.game.name(pick.player))}"
    return f"{whose}: tap who gets it, or a card of another player that comes back for it."


def _pace(game: Game) -> str:
    """Alone and with two, how many rounds it took is the result (R54)."""
    if max(len(this.seats) for this in game.rounds) > 2:
        return ""
    paces = [(game.name(seat), game.rounds_to_target(seat)) for seat in game.now.seats]
    return "".join(f" {bdi(name)} took {n} rounds to {game.house.target} (R54)." for name, n in paces if n)


def spoken_pad(state: PadState) -> str:
    """What has just happened in one breath, for screen readers."""
    worth = "nothing yet" if state.points is None else f"{state.points} points"
    if state.at == ASIDE:
        worth = f"{len(state.draft.cards)} cards"
    return f"{state.note} {state.name}: {worth}, {'not saved' if state.changed else 'saved'}.".strip()


def chances_html(state: PadState) -> str:
    """Each player's chance to bust on the next card, and the calculator with the deck that is really left."""
    game = state.game
    if not state.advice or state.round != game.open or game.over:
        return ""
    rows = []
    for seat in game.now.seats:
        hand = game.now.row.hands.get(seat)
        still = hand is not None and hand.status in ("", "active") and game.now.status[seat] in ("active", "stayed")
        chance = game.bust_next(seat) if still and hand and hand.cards else None
        if chance is None:
            continue
        link = _calculator(game, seat)
        more = f'<a href="should_i_hit?{escape(link, quote=True)}" target="_self">Should I hit?</a>' if link else ""
        rows.append(f"<li><span>{bdi(game.name(seat))}</span><b>{percent(float(chance))}</b>{more}</li>")
    if not rows:
        return ""
    return f'<h2 class="f7-h2">Chance that the next card busts</h2><ul class="f7-chances">{"".join(rows)}</ul>'


def _calculator(game: Game, seat: str) -> str:
    """The link of "Should I hit?" with this player's line and the deck left; empty where that page refuses it."""
    where = game.position(seat)
    state = HitState(
        where.line,
        where.seen,
        where.pile,
        where.alone,
        unknown=not known(game.page),
        edition=game.edition,
        house=game.house,
    )
    return "" if faults(state) else shared_link(state)


def sheet_html(game: Game) -> str:
    """The sheet so far: a row for each closed round, the totals below."""
    order = [player for player in game.page.order(game.open) if any(player in this.seats for this in game.rounds)]
    head = "".join(f'<th scope="col">{bdi(game.name(player))}</th>' for player in order)
    rows = "".join(_row_html(this, order) for this in game.rounds if this.row.hands or this.row.closed)
    totals = "".join(f"<td><b>{minus(game.totals[player])}</b></td>" for player in order)
    return (
        '<div class="f7-pad-sheet"><table class="f7-table"><caption>The sheet</caption>'
        f'<thead><tr><th scope="col">round</th>{head}</tr></thead><tbody>{rows}</tbody>'
        f'<tfoot><tr><th scope="row">total</th>{totals}</tr></tfoot></table></div>'
    )


def _row_html(this: Round, order: list[str]) -> str:
    def cell(player: str) -> str:
        if player not in this.seats:
            return "<td>–</td>"
        points = "" if player not in this.points else minus(this.points[player])
        mark = MARKS.get(this.status.get(player, ""), "")
        return f"<td>{points}{f' <small>{mark}</small>' if mark else ''}</td>"

    void = " (void)" if this.row.void else "" if this.row.closed else " (open)"
    return f'<tr><th scope="row">{this.number}{void}</th>{"".join(map(cell, order))}</tr>'


def summary_html(game: Game) -> str:
    """The end of a game: places, best rounds, busts and Flip 7s, and how the cards fell where they are known."""
    best = best_round(game)
    lines = []
    if best is not None:
        player, number, points = best
        lines.append(f"Best round: {bdi(game.name(player))}, {points} points in round {number}.")
    rows, fair = [], 0.0
    for tale in tales(game):
        cards = "–" if tale.high is None else f"{tale.high:.1f}"
        rows.append(
            f'<tr><th scope="row">{tale.place}. {bdi(game.name(tale.player))}</th><td>{minus(tale.total)}</td>'
            f"<td>{tale.busts}</td><td>{tale.flip7s}</td><td>{cards}</td></tr>"
        )
        fair = tale.fair
    told = "".join(f"<p>{line}</p>" for line in lines)
    return (
        f'<h2 class="f7-h2">How it went</h2>{told}<table class="f7-table f7-standings"><thead><tr>'
        '<th scope="col">place</th><th scope="col">total</th><th scope="col">busts</th><th scope="col">Flip 7s</th>'
        f'<th scope="col">mean card</th></tr></thead><tbody>{"".join(rows)}</tbody></table>'
        f"<p>Mean card: of the number cards tapped for this player; in a full deck it is {fair:.1f}. Higher cards "
        "bring more points and more busts.</p>"
    )


def log_html(game: Game) -> str:
    """Everything that was written, the latest first."""
    lines = "".join(f"<li>{escape(words)}</li>" for words in reversed(tell_log(game)))
    return f'<ol class="f7-log" reversed>{lines}</ol>'


def race(game: Game) -> tuple[list[str], list[list[int]]]:
    """Names and the totals after each closed round, for the chart."""
    order = [*game.page.players]
    names = [game.name(player) for player in order]
    return names, [[this.totals[player] for player in order] for this in game.rounds if this.row.closed]
