"""The keys of the page "Score pad": players, the hand, the cards or digits, and what is said about the table."""

from __future__ import annotations

from collections import Counter

from flip7.cards import CLASSIC
from flip7.hands import may_lie_in_front
from flip7.scorepad.entries import Status
from flip7.scorepad.rounds import Round
from flip7.ui.digits import minus
from flip7.ui.faces import face_html, spoken
from flip7.ui.pad import Key, Section, undo_key, word_key
from flip7.ui.score_pad_moves import can_move, lying
from flip7.ui.score_pad_seat import EVERYBODY
from flip7.ui.score_pad_state import ASIDE, PadState, Pick, away_words, in_words, laid_words, saved_by_chance
from flip7.ui.score_pad_table import MARKS, bdi
from flip7.ui.score_pad_taps import flipped_seven

_SAYS: dict[Status, str] = {"stayed": "Stayed", "frozen": "Frozen", "busted": "Busted", "flip7": "Flip 7"}

SHORT = 18
"""Characters of a name on a key that says more than the name."""


def pad_sections(state: PadState) -> list[Section]:
    """Players, the hand, the keys, and what can be done with it."""
    game, this = state.game, state.game.rounds[state.round - 1]
    players = tuple(_seat_key(state, this, seat) for seat in this.seats)
    undo = undo_key("Undo", off=not state.can_undo)
    if state.asks:
        return [Section("words", "Whose phone is this?", _sit_keys(state))]
    if state.away and not (state.changed or state.laid):
        return [Section("words", away_words(state), (_sit_key(),))]
    sections = [Section("seats", f"Players of round {state.round}", (*players, _aside_key(state)))]
    if state.moving is not None:
        return [*_moving(state, state.moving), Section("row", "This move", (word_key("move", "Move nothing"), undo))]
    if not state.typing:
        sections.append(Section("chips", "The hand: tap a card to take it away", _chips(state), _first_words(state)))
    if state.at != ASIDE:
        sections.append(Section("switch", "What the keys enter", _switch(state)))
    sections.append(_digits(state, undo) if state.typing else Section("grid", "Cards", (*_card_keys(state), undo)))
    if state.at != ASIDE:
        sections.append(Section("status", "How the round ended", _status_keys(state)))
    sections.append(Section("row", "This hand", _save_keys(state)))
    if found := _more_keys(state):
        sections.append(Section("words", "About this hand", found))
    if game.open > 1 and not state.mine:
        rounds = tuple(word_key(f"round {n}", f"Round {n}", pressed=n == state.round) for n in range(game.open, 0, -1))
        sections.append(Section("seats", "Rounds: tap one to put it right", rounds))
    return [*sections, Section("words", "The table", _table_keys(state))]


def _first_words(state: PadState) -> str:
    """What to do where no card lies yet."""
    return "Tap each card that you get: everybody sees it at once." if state.live else "Tap the cards."


def _seat_key(state: PadState, this: Round, seat: str) -> Key:
    game = state.game
    points, status = this.points.get(seat), this.status.get(seat, "")
    note = "…" if points is None else minus(points)
    mark = MARKS.get(status, "") if status != "flip7" else "7!"
    dealer = " ●" if seat == this.dealer else ""
    face = f'<span class="f7-seat-key">{bdi(game.name(seat))}</span>{dealer}'
    saved = "nothing saved" if points is None else f"{points} saved"
    label = ", ".join(filter(None, (game.name(seat), "dealer" if dealer else "", saved, mark)))
    return Key(f"seat {seat}", face, label, " ".join(filter(None, (note, mark))), pressed=seat == state.at)


def _short(name: str) -> str:
    """The name as far as a key can show it without growing; its label has all of it."""
    return name if len(name) <= SHORT else f"{name[: SHORT - 1]}…"


def _sit_keys(state: PadState) -> tuple[Key, ...]:
    """Everybody in the open round, and one phone for all."""
    game, keys = state.game, []
    for seat in game.now.seats:
        taken = game.phones.get(seat, state.mark.log) != state.mark.log
        note = "this phone" if seat == state.mine else "has a phone" if taken else ""
        face = f'<span class="f7-seat-key">{bdi(game.name(seat))}</span>'
        label = ", ".join(filter(None, (game.name(seat), note)))
        keys.append(Key(f"sit {seat}", face, label, note, pressed=seat == state.mine))
    return (*keys, word_key(f"sit {EVERYBODY}", "I keep everybody’s score"))


def _aside_key(state: PadState) -> Key:
    """The cards of the round that lie in front of nobody any more, as a seat of their own."""
    n = len(state.game.page.row(state.round).aside)
    label = f"Put aside: used actions and Second Chances of this round, {n} saved"
    face = '<span class="f7-seat-key">Put aside</span>'
    return Key(f"seat {ASIDE}", face, label, f"{n} card{'' if n == 1 else 's'}", pressed=state.at == ASIDE)


def _moving(state: PadState, pick: Pick) -> list[Section]:
    """Every card that lies in front of somebody, and who can get the one that has been tapped."""
    game, found = state.game, []
    for seat in state.seats:
        held = None if pick.player != seat else pick.face
        keys = tuple(
            Key(
                f"lies {seat} {face.code}",
                face_html(face, game.edition),
                f"{spoken(face, game.edition)} of {game.name(seat)}",
                pressed=face is held,
                held=face is held,
            )
            for face in dict.fromkeys(lying(state, seat))
        )
        if keys:
            found.append(Section("lying", game.name(seat), keys))
    to = [
        word_key(f"give {seat}", f"To {game.name(seat)}", off=pick.face is None or seat == pick.player)
        for seat in state.seats
    ]
    away = word_key(f"give {ASIDE}", "Discard pile", label="To the discard pile", off=pick.face is None)
    return [*found, Section("words", "Who gets the card", (*to, away))]


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
    if state.doubt == "undo":
        return (word_key("accept", "Take it back all the same"),)
    if state.doubt:
        return (word_key("accept", "Keep it all the same", label="Keep it all the same: the reason is written down"),)
    if state.clash:
        theirs, ours = in_words(game, state.saved), in_words(game, state.entered)
        found = [
            word_key("theirs", f"Theirs: {theirs}", label=f"Keep what the other phone has saved: {theirs}"),
            word_key("mine", f"Mine: {ours}", label=f"Save mine in its place: {ours}"),
        ]
        if (both := state.both) is not None:
            words = in_words(game, both)
            found.append(word_key("both", f"Both: {words}", label=f"Both have happened: {words}"))
        return tuple(found)
    close = word_key("close", f"Close round {game.open}", off=not _ready(state))
    if state.live:
        return (close,)
    whose = "these" if state.at == ASIDE else state.name
    save = word_key("save", f"Save {_short(whose)}", label=f"Save {whose}", off=not state.changed)
    return (save, close) if state.round == game.open else (save, word_key(f"round {game.open}", "To the open round"))


def _ready(state: PadState) -> bool:
    """Whether the open round can be closed, what is entered here saved with it."""
    missing = [seat for seat in state.game.now.missing if seat != state.at or not state.changed]
    return state.round == state.game.open and not missing and not state.game.over


def _more_keys(state: PadState) -> tuple[Key, ...]:
    """What only some hands need: a used Second Chance, Brutal Mode's 15, drafts that have lost their place."""
    game, keys = state.game, []
    if can_move(state):
        keys.append(word_key("move", "Move a card", label="Move a card: Steal, Swap, Discard, a minus card given on"))
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
    reshuffle = word_key("reshuffle", "Pile was reshuffled", label="The discard pile was reshuffled just now")
    if game.over:
        keys.append(word_key("play-on", "Play on after all"))
    elif game.open > 1 and not (state.mine and game.standing.game == "goes-on"):
        keys.append(word_key("end", "End the game"))
    if state.mine:
        # The rest is for whoever keeps the score.
        return (*keys, reshuffle, _sit_key())
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
            keys.append(word_key("away", f"{_short(state.name)} sits out", label=f"{state.name} sits out from now on"))
        away = (player for player in game.page.players.values() if not player.plays(game.open))
        keys += [word_key(f"back {player.id}", f"{player.name} is back") for player in away]
    keys.append(reshuffle)
    keys.append(word_key("redo", "Redo", label="Bring back what was taken back last", off=game.redo() is None))
    return (*keys, word_key("advice", "Show chances", pressed=game.page.advice), _sit_key())


def _sit_key() -> Key:
    return word_key("sit", "Whose phone is this?", label="Whose phone is this: one player’s, or everybody’s")
