"""How the page "Score pad" looks: who is being entered, the sheet so far, and the keys. Nothing here decides."""

from __future__ import annotations

from collections import Counter
from html import escape

from flip7.cards import CLASSIC
from flip7.hands import may_lie_in_front
from flip7.scorepad.deck import known
from flip7.scorepad.entries import Status
from flip7.scorepad.game import Game
from flip7.scorepad.rounds import Round
from flip7.scorepad.summary import best_round, tales
from flip7.scorepad.telling import tell_log
from flip7.ui.bars import percent
from flip7.ui.digits import minus
from flip7.ui.faces import face_html, spoken
from flip7.ui.hit_link import shared_link
from flip7.ui.hit_state import HitState, faults
from flip7.ui.pad import Key, Section, undo_key, word_key
from flip7.ui.score_pad_state import (
    ASIDE,
    Draft,
    PadState,
    clash_words,
    in_words,
    laid_words,
    saved_by_chance,
)
from flip7.ui.score_pad_taps import flipped_seven

_SAYS: dict[Status, str] = {"stayed": "Stayed", "frozen": "Frozen", "busted": "Busted", "flip7": "Flip 7"}
_MARKS: dict[Status, str] = {"busted": "bust", "frozen": "frozen", "flip7": "Flip 7", "active": "still in"}


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
    words = " · ".join(filter(None, (said, _MARKS.get(status, ""))))
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
    if state.clash and not state.note:
        said.append(escape(clash_words(state)))
    return "".join(f'<p class="f7-notice f7-info">{words}</p>' for words in said)


def _pace(game: Game) -> str:
    """Alone and with two, how many rounds it took is the result (R54)."""
    if len(game.now.seats) > 2:
        return ""
    paces = [(game.name(seat), game.rounds_to_target(seat)) for seat in game.now.seats]
    return "".join(f" {bdi(name)} took {n} rounds to {game.house.target} (R54)." for name, n in paces if n)


def spoken_pad(state: PadState) -> str:
    """What has just happened in one breath, for screen readers."""
    worth = "nothing yet" if state.points is None else f"{state.points} points"
    if state.at == ASIDE:
        worth = f"{len(state.draft.cards)} cards"
    return f"{state.note} {state.name}: {worth}, {'not saved' if state.changed else 'saved'}.".strip()


def pad_sections(state: PadState) -> list[Section]:
    """Players, the hand, the keys, and what can be done with it."""
    game, this = state.game, state.game.rounds[state.round - 1]
    players = tuple(_seat_key(state, this, seat) for seat in this.seats)
    undo = undo_key("Undo", off=not state.can_undo)
    sections = [Section("seats", f"Players of round {state.round}", (*players, _aside_key(state)))]
    if not state.typing:
        sections.append(Section("chips", "The hand: tap a card to take it away", _chips(state), "Tap the cards."))
    if state.at != ASIDE:
        sections.append(Section("switch", "What the keys enter", _switch(state)))
    sections.append(_digits(state, undo) if state.typing else Section("grid", "Cards", (*_card_keys(state), undo)))
    if state.at != ASIDE:
        sections.append(Section("status", "How the round ended", _status_keys(state)))
    sections.append(Section("row", "This hand", _save_keys(state)))
    if found := _more_keys(state):
        sections.append(Section("words", "About this hand", found))
    if game.open > 1:
        rounds = tuple(word_key(f"round {n}", f"Round {n}", pressed=n == state.round) for n in range(game.open, 0, -1))
        sections.append(Section("seats", "Rounds: tap one to put it right", rounds))
    return [*sections, Section("words", "The table", _table_keys(state))]


def _seat_key(state: PadState, this: Round, seat: str) -> Key:
    game = state.game
    points, status = this.points.get(seat), this.status.get(seat, "")
    note = "…" if points is None else minus(points)
    mark = _MARKS.get(status, "") if status != "flip7" else "7!"
    dealer = " ●" if seat == this.dealer else ""
    face = f'<span class="f7-seat-key">{bdi(game.name(seat))}{dealer}</span>'
    saved = "nothing saved" if points is None else f"{points} saved"
    label = ", ".join(filter(None, (game.name(seat), "dealer" if dealer else "", saved, mark)))
    return Key(f"seat {seat}", face, label, " ".join(filter(None, (note, mark))), pressed=seat == state.at)


def _aside_key(state: PadState) -> Key:
    """The cards of the round that lie in front of nobody any more, as a seat of their own."""
    n = len(state.game.page.row(state.round).aside)
    label = f"Put aside: used actions and Second Chances of this round, {n} saved"
    face = '<span class="f7-seat-key">Put aside</span>'
    return Key(f"seat {ASIDE}", face, label, f"{n} card{'' if n == 1 else 's'}", pressed=state.at == ASIDE)


def _switch(state: PadState) -> tuple[Key, ...]:
    text = state.draft.text
    shown = f"Number {minus(text)}" if text else "Number"
    held = f"Cards ({len(state.draft.cards)})" if state.typing and state.draft.cards else "Cards"
    return (
        word_key("cards", held, pressed=not state.typing),
        word_key("number", shown, label=f"{shown}: a total that you have added up", pressed=state.typing),
    )


def _chips(state: PadState) -> tuple[Key, ...]:
    edition = state.game.edition
    return tuple(
        Key(f"drop {face}", face_html(face, edition), f"{spoken(face, edition)}: tap to take it away")
        for face in state.draft.cards
    )


def _card_keys(state: PadState) -> tuple[Key, ...]:
    game, held = state.game, Counter(state.draft.cards)
    # Copies that nobody has tapped yet, what is entered now included.
    left = game.left() - (held - Counter(state.saved.cards)) if state.round == game.open else None
    keys = []
    for face in game.edition.cards:
        if state.at == ASIDE or may_lie_in_front(face):
            words = [spoken(face, game.edition), f"{left[face]} left" if left is not None else ""]
            note = f"{max(0, left[face])} left" if left is not None else ""
            label = ", ".join(filter(None, (*words, "in the hand" if held[face] else "")))
            keys.append(Key(face.code, face_html(face, game.edition), label, note, held=bool(held[face])))
    return tuple(keys)


def _digits(state: PadState, undo: Key) -> Section:
    signs = {"plus": ("+", "plus"), "minus": ("−", "minus"), "delete": ("⌫", "delete the last digit")}
    keys = [Key(f"digit {digit}", f'<span class="f7-face"><b>{digit}</b></span>', digit) for digit in "1234567890"]
    keys += [Key(code, f'<span class="f7-face"><b>{face}</b></span>', label) for code, (face, label) in signs.items()]
    return Section("grid", "The number, or a sum such as 10 + 15 + 8", (*keys, undo))


def _status_keys(state: PadState) -> tuple[Key, ...]:
    says = {key: words for key, words in _SAYS.items() if key != "frozen" or state.game.edition is CLASSIC}
    return tuple(word_key(key, words, pressed=state.shown_status == key) for key, words in says.items())


def _save_keys(state: PadState) -> tuple[Key, ...]:
    game = state.game
    if state.doubt == "end":
        return (
            word_key("another", "Play another round"),
            word_key("accept", "End it all the same", label="End it all the same: the reason is written down"),
        )
    if state.doubt:
        return (word_key("accept", "Keep it all the same", label="Keep it all the same: the reason is written down"),)
    if state.clash:
        theirs, ours = in_words(game, state.saved), in_words(game, state.entered)
        return (
            word_key("theirs", f"Theirs: {theirs}", label=f"Keep what the other phone has saved: {theirs}"),
            word_key("mine", f"Mine: {ours}", label=f"Save mine in its place: {ours}"),
        )
    save = word_key("save", f"Save {'these' if state.at == ASIDE else state.name}", off=not state.changed)
    missing = [seat for seat in game.now.missing if seat != state.at or not state.changed]
    ready = state.round == game.open and not missing and not game.over
    close = word_key("close", f"Close round {game.open}", off=not ready)
    return (save, close) if state.round == game.open else (save, word_key(f"round {game.open}", "To the open round"))


def _more_keys(state: PadState) -> tuple[Key, ...]:
    """What only some hands need: a used Second Chance, Brutal Mode's 15, drafts that have lost their place."""
    game, keys = state.game, []
    if state.at != ASIDE and saved_by_chance(state.draft):
        keys.append(word_key("spent", "Second Chance used: put both aside"))
    giver = flipped_seven(state) if game.house.brutal and game.edition is not CLASSIC else None
    if giver:
        row = game.page.row(state.round)
        against = row.penalty.against if row.penalty and row.penalty.player == giver else ""
        bonus = f"+15 for {game.name(giver)} (V40)"
        keys.append(word_key("bonus", bonus, pressed=not against))
        keys += [
            word_key(f"penalty {seat}", f"−15 for {game.name(seat)}", pressed=seat == against)
            for seat in state.seats
            if seat != giver
        ]
    for at, laid in enumerate(state.laid):
        words = laid_words(game, laid)
        keys.append(word_key(f"take {at}", f"Enter here: {words}", label=f"Not saved yet: {words}. Enter it here"))
        keys.append(word_key(f"forget {at}", f"Forget: {words}"))
    return tuple(keys)


def _table_keys(state: PadState) -> tuple[Key, ...]:
    game = state.game
    row, keys = game.page.row(state.round), []
    if game.over:
        keys.append(word_key("play-on", "Play on after all"))
    elif game.open > 1:
        keys.append(word_key("end", "End the game"))
    if row.closed:
        void = (
            word_key("count", f"Round {state.round} counts")
            if row.void
            else word_key("void", f"Void: round {state.round}")
        )
        keys.append(void)
    if state.round == game.open - 1 and not game.now.row.hands:
        keys.append(word_key("reopen", f"Reopen round {state.round}"))
    if state.round == game.open and not game.over:
        if state.at != ASIDE and len(state.seats) > 1:
            keys.append(word_key("away", f"{state.name} sits out", label=f"{state.name} sits out from now on"))
        away = (player for player in game.page.players.values() if not player.plays(game.open))
        keys += [word_key(f"back {player.id}", f"{player.name} is back") for player in away]
    keys.append(word_key("reshuffle", "Pile was reshuffled", label="The discard pile was reshuffled just now"))
    keys.append(word_key("redo", "Redo", label="Bring back what was taken back last", off=game.redo() is None))
    keys.append(word_key("advice", "Show chances", pressed=state.advice))
    return tuple(keys)


def chances_html(state: PadState) -> str:
    """Each player's chance to bust on the next card, and the calculator with the deck that is really left."""
    game = state.game
    if not state.advice or state.round != game.open or game.over:
        return ""
    rows = []
    for seat in game.now.seats:
        hand = game.now.row.hands.get(seat)
        chance = game.bust_next(seat) if hand and hand.cards and hand.status in ("", "active") else None
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
        mark = _MARKS.get(this.status.get(player, ""), "")
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
