"""How the page "Check a round" looks: all players, what each scores, and what cannot be. Nothing here decides."""

from __future__ import annotations

from collections import Counter
from html import escape

from flip7.cards import CLASSIC, VENGEANCE
from flip7.checker.sheet import Checked, Problem, Row, SheetStatus, check
from flip7.checker.words import counted, listed
from flip7.hands import may_lie_in_front
from flip7.ui.digits import digit_section, minus
from flip7.ui.faces import card_html, face_html, spoken
from flip7.ui.house_keys import house_keys
from flip7.ui.pad import Key, Section, undo_key, word_key
from flip7.ui.round_state import GONE, RoundState, Seat
from flip7.ui.score_view import printed_game, rule_link, slips_html

_SAYS: dict[SheetStatus, str] = {
    "stayed": "Stayed",
    "frozen": "Frozen",
    "busted": "Busted",
    "flip7": "Flip 7",
    "active": "Still in",
}


def checked(state: RoundState) -> Checked | None:
    """The round, checked; ``None`` as long as there is nothing in it."""
    return check(state.sheet) if state.sheet.entries else None


def verdict_html(result: Checked | None) -> str:
    """Whether all is right, at arm's length, and what is wrong in a few words."""
    word, why, tone = "…", "Tap each player’s cards, and the total that was written down.", "hit"
    if result is not None:
        claims = [row.verdict for row in result.rows if row.verdict is not None and not row.verdict.right]
        unsure = [verdict for verdict in claims if verdict.unless]
        found = {"fault": len(result.problems), "wrong total": len(claims) - len(unsure), "doubtful total": len(unsure)}
        why = listed([counted(n, what) for what, n in found.items() if n])
        word, tone = ("Right", "hit") if result.holds else ("Wrong", "bust")
        if unsure and not result.problems and len(claims) == len(unsure):
            word, tone = "Perhaps", "stay"
        why = why or "This can lie on a table, and every total is right."
    return (
        f'<section class="f7-verdict f7-is-{tone}" aria-label="The round"><h1 class="f7-hidden">Check a round</h1>'
        f'<div class="f7-say"><p class="f7-word">{word}</p><p class="f7-why">{why}</p></div></section>'
    )


def spoken_round(state: RoundState, result: Checked | None) -> str:
    """The verdict in one breath, for screen readers."""
    if result is None:
        return state.note
    said = "All is right." if result.holds else " ".join(problem.message for problem in result.problems[:2])
    wrong = [
        f"{row.entry.name}: {row.verdict.sentence}"
        for row in result.rows
        if row.verdict is not None and not row.verdict.right
    ]
    return " ".join((state.note, said, *wrong)).strip()


def result_html(state: RoundState, result: Checked) -> str:
    """Every fault of the table, then every player with score and slip."""
    problems = "".join(map(_problem_html, result.problems))
    faults = f'<h2 class="f7-h2">What cannot be</h2><ul class="f7-problems">{problems}</ul>' if problems else ""
    rows = "".join(_row_html(row, state) for row in result.rows)
    gone = "".join(card_html(face, state.edition) for face in state.edition.sorted(state.gone))
    gone = f'<p class="f7-print-only">Cards gone: {gone}</p>' if gone else ""
    paper = printed_game(state.edition, state.house) + gone
    return f'{paper}{faults}<h2 class="f7-h2">Player by player</h2><ul class="f7-rows">{rows}</ul>'


def _problem_html(problem: Problem) -> str:
    rule = rule_link(problem.rule) if problem.rule else ""
    return f"<li><span>{escape(problem.message)}</span>{rule}</li>"


def _row_html(row: Row, state: RoundState) -> str:
    entry = row.entry
    cards = "".join(card_html(face, state.edition) for face in state.edition.sorted(entry.cards or ()))
    how = _SAYS[entry.status] if entry.status else "typed"
    points = "?" if row.points is None else minus(row.points)
    said = ""
    if row.verdict is not None:
        tone = "right" if row.verdict.right else "open" if row.verdict.unless else "wrong"
        slips = slips_html(row.verdict)
        if tone == "wrong" and not slips:
            slips = "<p>No slip that we know leads there.</p>"
        said = f'<div class="f7-row-{tone}"><p>{escape(row.verdict.sentence)}</p>{slips}</div>'
    return (
        f'<li><p class="f7-row-head"><b>{escape(entry.name)}</b><span>{how}</span><b>{points}</b></p>'
        f'<div class="f7-row-cards">{cards}</div>{said}</li>'
    )


def pad_sections(state: RoundState, result: Checked | None) -> list[Section]:
    """The players, the chosen one's cards, the keys, and how the round ended for that player."""
    edition = state.edition
    rows = {row.entry.name: row for row in result.rows} if result else {}
    players = tuple(_seat_key(state, at, rows.get(seat.name)) for at, seat in enumerate(state.seats))
    gone = f"Cards gone: {len(state.gone)}" if state.gone else "Cards gone"
    label = f"Cards gone since the last shuffle: {len(state.gone)}"
    where = "among the cards gone" if state.seat is None else f"in front of {state.seat.name}"
    chips = tuple(
        Key(f"drop {face}", face_html(face, edition), f"{spoken(face, edition)} {where}: tap to take it away")
        for face in state.cards
    )
    empty = "Which cards are gone since the last shuffle?" if state.seat is None else f"What lies {where}?"
    digits = state.seat is not None and state.claiming and state.seat.claim
    undo = undo_key("Undo the last tap", off=state.before is None and not state.cards and not digits)
    sections = [Section("seats", "Players", players), Section("chips", f"What lies {where}", chips, empty)]
    if state.seat is not None:
        said = f"Total {minus(state.seat.claim)}" if state.seat.claim else "Total …"
        keys = (
            word_key("cards", "Cards", pressed=not state.claiming),
            word_key("claim", said, label=f"{said}: what was written down", pressed=state.claiming),
        )
        sections.append(Section("switch", "What the keys enter", keys))
    if state.claiming:
        sections.append(digit_section("The total that was written down", edition, undo))
    else:
        sections.append(Section("grid", "Cards", (*_card_keys(state), undo)))
    if state.seat is not None:
        sections.append(
            Section("status", f"How the round ended for {state.seat.name}", _status_keys(state.seat, state))
        )
    games = [
        word_key("classic", "Flip 7", pressed=edition is CLASSIC),
        word_key("vengeance", "With a Vengeance", label="Flip 7: With a Vengeance", pressed=edition is VENGEANCE),
    ]
    games += house_keys(state.house, edition, [face for seat in state.seats for face in seat.cards])
    table = (
        word_key("add", "Add a player"),
        word_key("gone", gone, label=label, pressed=state.at == GONE),
        word_key("leave", "Remove player", off=state.seat is None or len(state.seats) == 1),
        word_key("clear", "New round", off=result is None and not state.gone),
    )
    return [*sections, Section("words", "The table", table), Section("row", "Which game", tuple(games))]


def _seat_key(state: RoundState, at: int, row: Row | None) -> Key:
    """A player with the points in front."""
    seat = state.seats[at]
    points = "" if row is None else "?" if row.points is None else minus(row.points)
    mark = ""
    if row is not None and row.verdict is not None:
        mark = " ✓" if row.verdict.right else " ✗"
    face = f'<span class="f7-seat-key">{escape(seat.name)}</span>'
    label = f"{seat.name}, {points or 'nothing yet'}{' right' if '✓' in mark else ' wrong' if mark else ''}"
    return Key(f"seat {at}", face, label, f"{points}{mark}", pressed=at == state.at)


def _card_keys(state: RoundState) -> tuple[Key, ...]:
    held = Counter(state.cards)
    faces = [face for face in state.edition.cards if state.at == GONE or may_lie_in_front(face)]
    return tuple(
        Key(
            face.code,
            face_html(face, state.edition),
            ", ".join(filter(None, (spoken(face, state.edition), f"{held[face]} here" if held[face] else ""))),
            f"×{held[face]}" if held[face] > 1 else "",
            held=bool(held[face]),
        )
        for face in faces
    )


def _status_keys(seat: Seat, state: RoundState) -> tuple[Key, ...]:
    says = {status: words for status, words in _SAYS.items() if status != "frozen" or state.edition is CLASSIC}
    return tuple(word_key(status, words, pressed=seat.status == status) for status, words in says.items())
