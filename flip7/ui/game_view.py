"""How the page "A worked game" looks: a hand, its score step by step, and the totals, as HTML and as keys."""

from __future__ import annotations

from html import escape

from flip7.engine.writing import write_record
from flip7.lessons.game import Game, Hand
from flip7.ui.faces import card_html
from flip7.ui.game_state import GameState
from flip7.ui.pad import Section, word_key
from flip7.ui.replay_link import pack
from flip7.ui.score_view import steps_html

_STATUS = {"active": "still in", "stayed": "stayed", "frozen": "frozen", "busted": "busted", "flip7": "flipped seven"}


def head_html(state: GameState) -> str:
    """The title and where one is."""
    hands = len(state.game.hands)
    where = f"Hand {state.at + 1} of {hands}" if state.hand else "The end"
    return f'<div class="f7-case-head"><h1>A worked game</h1><span class="f7-game-at">{where}</span></div>'


def hand_html(hand: Hand) -> str:
    """The hand that is asked."""
    cards = "".join(map(card_html, hand.cards))
    title = f"Round {hand.round + 1} · {hand.player}" if hand.player else "One more hand"
    status = _STATUS[hand.status] if hand.player else "x2 and a plus card together"
    asked = f"What does {hand.player} score?" if hand.player else "What does it score?"
    return (
        f'<section class="f7-trial" aria-label="{escape(title, quote=True)}"><p class="f7-game-who">'
        f"<b>{escape(title)}</b> <span>{escape(status)}</span></p>"
        f'<div class="f7-trial-cards">{cards}</div></section>'
        f'<p class="f7-asserted f7-game-ask">{escape(asked)}</p>'
    )


def answer_html(state: GameState, hand: Hand) -> str:
    """The reason for a wrong answer, or the reckoning for the right one; empty before any."""
    if state.said is None:
        return ""
    if state.right:
        return f'<p class="f7-notice f7-info" role="note">Right: {state.said}.</p>{steps_html(hand.reckoning)}'
    words = f"Not {state.said}. {hand.slip(state.said)} Try again."
    return f'<p class="f7-notice f7-warn" role="note">{escape(words)}</p>'


def totals_html(game: Game, rounds: int) -> str:
    """What was scored in each of the first ``rounds`` rounds, and the running totals."""
    names = "".join(f'<th scope="col">{escape(player)}</th>' for player in game.players)
    rows = "".join(
        f'<tr><th scope="row"><a class="f7-game-round" href="replay?v=1&round={_packed(game, number)}" target="_self">'
        f"Round {number + 1}</a></th>{_cells(game.scores(number), game.totals[number])}</tr>"
        for number in range(rounds)
    )
    return (
        '<table class="f7-table f7-game-totals"><caption>Points of each round, and the total after it</caption>'
        f'<thead><tr><th scope="col">replay</th>{names}</tr></thead><tbody>{rows}</tbody></table>'
    )


def _cells(points: tuple[int, ...], totals: tuple[int, ...]) -> str:
    return "".join(f"<td>+{now} <b>{total}</b></td>" for now, total in zip(points, totals, strict=True))


def _packed(game: Game, number: int) -> str:
    return pack(write_record(game.rounds[number].record))


def end_html(game: Game) -> str:
    """Who leads, and that the game goes on below the target."""
    last = game.totals[-1]
    target, most = game.rounds[-1].table.house.target, max(last)
    leaders = " and ".join(name for name, total in zip(game.players, last, strict=True) if total == most)
    goes = (
        f"Nobody has {target} yet, so the game goes on." if most < target else f"With {target} reached the game ends."
    )
    return f'<p class="f7-asserted">After round {len(game.rounds)} {escape(leaders)} leads with {most}. {goes}</p>'


def spoken(state: GameState) -> str:
    """What has just happened, for screen readers."""
    hand = state.hand
    if hand is None:
        return "The end of the worked game."
    if state.said is None:
        return f"Hand {state.at + 1} of {len(state.game.hands)}."
    return f"Right: {state.said}." if state.right else f"Not {state.said}. {hand.slip(state.said)}"


def pad_sections(state: GameState) -> list[Section]:
    """The scores to choose from, and the way on."""
    hand, sections = state.hand, []
    if hand:
        offers = tuple(word_key(str(n), str(n), pressed=n == state.said) for n in sorted(hand.offers))
        sections.append(Section("row", "What is the score?", offers))
    ways = (
        word_key("back", "Back", label="The hand before", off=not state.at),
        word_key("next", "Next", label="The next hand", off=not state.right),
        word_key("end", "End", label="To the end of the game", off=hand is None),
    )
    return [*sections, Section("row", "Hands", ways)]
