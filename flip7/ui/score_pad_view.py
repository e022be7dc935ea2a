"""How the page "Score pad" looks: who is being entered, the sheet so far, and the keys. Nothing here decides."""

from __future__ import annotations

from html import escape

from flip7.cards import CLASSIC
from flip7.scorepad.game import Game
from flip7.scorepad.rounds import Round
from flip7.scorepad.summary import best_round, tales
from flip7.scorepad.telling import tell_log
from flip7.ui.digits import minus
from flip7.ui.faces import spoken
from flip7.ui.score_pad_state import (
    ASIDE,
    Draft,
    PadState,
    Pick,
    away_words,
    clash_words,
    joined,
)
from flip7.ui.score_pad_table import MARKS, bdi

_WHO = "Tap your name. After that, tap each card that you get."


def head_html(state: PadState) -> str:
    """Whose hand this is, what it is worth, and whether it is saved."""
    game, this = state.game, state.game.rounds[state.round - 1]
    points = "…" if state.points is None else minus(state.points)
    if state.at == ASIDE:
        points = str(len(state.draft.cards))
    status = state.shown_status
    whose = "" if state.asks else f"<b>{bdi(state.name)}</b> · "
    said = "not saved yet" if state.changed else "saved" if state.draft != Draft() else "nothing entered"
    words = " · ".join(filter(None, (said, MARKS.get(status, ""))))
    if state.asks:
        points, words = "Who?", _WHO
    elif state.away and not state.changed:
        points, whose, words = "Out", "", away_words(state)
    tone = {"busted": "bust", "flip7": "flip7"}.get(status, "stay" if state.changed else "hit")
    deals = f"{bdi(game.name(this.dealer))} deals"
    past = "" if state.round == game.open else " · being put right"
    void = " · does not count" if this.row.void else ""
    return (
        f'<section class="f7-verdict f7-is-{tone}" aria-label="Round {state.round}">'
        '<h1 class="f7-hidden">Score pad</h1>'
        f'<div class="f7-say"><p class="f7-pad-who">Round {state.round}{past}{void} · {deals}</p>'
        f'<p class="f7-word">{points}</p><p class="f7-why">{whose}{words}</p></div>'
        f"{_leaders(game)}</section>"
    )


def watched_head_html(game: Game) -> str:
    """The round and who leads, for a phone that looks on."""
    deals = f"{bdi(game.name(game.now.dealer))} deals"
    said = "The game is over" if game.over else f"{deals} · to {game.house.target}"
    return (
        '<section class="f7-verdict f7-is-hit" aria-label="The game"><h1 class="f7-hidden">Watch a game</h1>'
        f'<div class="f7-say"><p class="f7-pad-who">Watching round</p><p class="f7-word">{game.open}</p>'
        f'<p class="f7-why">{said}</p></div>{_leaders(game)}</section>'
    )


def _leaders(game: Game) -> str:
    rows = "".join(
        f"<div><dt>{bdi(game.name(player))}</dt><dd>{minus(game.totals[player])}</dd></div>"
        for _, player in game.ranking[:3]
    )
    return f'<dl class="f7-figures f7-pad-top">{rows}</dl>'


def banner_html(state: PadState) -> str:
    """How the game stands, what the next tap of a move is, and two phones that do not agree."""
    said = []
    if state.asks:
        said.append("Your name is not here? Add it under “Players”, further down.")
    if state.moving is not None:
        said.append(_move_words(state, state.moving))
    if state.clash and clash_words(state) not in state.note:
        said.append(escape(clash_words(state)))
    return standing_html(state.game) + _banners(said)


def standing_html(game: Game) -> str:
    """Where the game can end or has ended, and what a correction has left open."""
    said = []
    names = [bdi(game.name(player)) for player in game.winners or game.standing.winners]
    who = " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
    if game.over:
        said.append(f"The game is over. {who} {'wins' if len(names) == 1 else 'win'}.{_pace(game)}")
    elif game.standing.game == "over":
        said.append(f"{who} {'has' if len(names) == 1 else 'have'} won with {game.house.target} or more. End the game?")
    elif game.standing.game == "tie-break":
        plays = "The tied players play" if game.house.tie == "tied-only" else "Everybody plays"
        said.append(f"A tie at the top: {who}. {plays} another round ({'R53' if game.edition is CLASSIC else 'V13'}).")
    for seat, status in game.now.status.items():
        if status == "flip7":
            rule = "R41" if game.edition is CLASSIC else "V11"
            said.append(f"{bdi(game.name(seat))} has flipped seven: the round is over ({rule}). Close it.")
    for number, player in game.unfinished:
        said.append(f"Round {number} has no score for {bdi(game.name(player))}.")
    return _banners(said)


def _banners(said: list[str]) -> str:
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
    if state.asks or (state.away and not state.changed):
        return joined(*dict.fromkeys((state.note, _WHO if state.asks else away_words(state))))
    worth = "nothing yet" if state.points is None else f"{state.points} points"
    if state.at == ASIDE:
        worth = f"{len(state.draft.cards)} cards"
    return f"{state.note} {state.name}: {worth}, {'not saved' if state.changed else 'saved'}.".strip()


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
