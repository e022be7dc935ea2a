"""The link of the page "Referee": how the game began, and every input as a short word between dots.

A card is its link code (at an offer it also means that the player hit), ``h`` hit, ``s`` stay, ``o3`` the legal answer
number 3 (from 0), ``z`` the shuffled pile, ``n`` the next round. Names stand one a line, percent-encoded.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from urllib.parse import quote as percent

from flip7.cards import CLASSIC, EDITIONS, Card, Edition
from flip7.engine.choices import Decision, Hit, Shuffled, Stay, Turned
from flip7.engine.play import due, waits_for
from flip7.errors import Fault, Flip7Error, ImpossibleError, NotationError, quote
from flip7.hands import copy_faults
from flip7.names import clean_names
from flip7.notation import link_text, read_link
from flip7.rulebook import STANDARD, read_house
from flip7.scorepad.codes import read_code
from flip7.ui.links import other_version, unknown_edition
from flip7.ui.referee_game import MAX_PLAYERS, MAX_TOTAL, Game, NextRound, Setup
from flip7.ui.referee_state import SWAP, Lying, RefereeState, movable
from flip7.ui.taps import read_mark

LINK_VERSION = "1"
MAX_QUERY = 3900
"""What a link may hold. Rounds that no longer fit are left out, with what they led to in their place."""
_HOUSE_KEYS = tuple(asdict(STANDARD))


def link_of(state: RefereeState) -> str:
    """The state as the part of a link after the question mark."""
    game = state.game
    while len(query := _query(game, state)) > MAX_QUERY and (later := game.without_first_round()):
        game = later
    return query


def _query(game: Game, state: RefereeState) -> str:
    setup, words = game.setup, _inputs(game)
    standard = asdict(STANDARD)
    parts = {
        "v": LINK_VERSION,
        # A link that was cut short on its way must not become another game.
        "n": str(len(words)) if words else "",
        "edition": "" if setup.edition is CLASSIC else setup.edition.key,
        "names": percent("\n".join(setup.names), safe="").replace("~", "%7E"),
        "dealer": str(setup.dealer + 1),
        **{key: _plain(value) for key, value in asdict(setup.house).items() if value != standard[key]},
        "totals": ".".join(map(str, setup.totals)) if any(setup.totals) else "",
        "pile": link_text(setup.pile, setup.edition),
        "round": str(setup.round) if setup.round > 1 else "",
        "pad": setup.pad,
        "in": ".".join(words),
        "pick": f"{state.pick[0] + 1}.{link_text([state.pick[1]], setup.edition)}" if state.pick else "",
        "tap": str(state.mark),
    }
    return "&".join(f"{name}={value}" for name, value in parts.items() if value)


def _plain(value: object) -> str:
    return "yes" if value is True else str(value)


def _inputs(game: Game) -> list[str]:
    words: list[str] = []
    for entry, moment in zip(game.entries, game.moments[1:], strict=True):
        match entry:
            case Turned(face):
                if words and words[-1] == "h":
                    words.pop()
                words.append(link_text([face], game.setup.edition))
            case Shuffled():
                words.append("z")
            case NextRound():
                words.append("n")
            case Hit():
                words.append("h")
            case Stay():
                words.append("s")
            case _:
                words.append(f"o{moment.option}")
    return words


def from_link(params: Mapping[str, str]) -> tuple[RefereeState | None, str]:
    """The game in a link (``None`` where it has none), and the sentence that says so where it cannot be read."""
    try:
        return state_of(params), ""
    except Flip7Error as error:
        return None, f"This link cannot be used: {error.message}"


def state_of(params: Mapping[str, str]) -> RefereeState | None:
    """The game in a link; raises ``Flip7Error`` that says what is wrong with a broken or hostile one."""
    if wrong := other_version(params, LINK_VERSION):
        raise _broken(wrong)
    if not params.get("names"):
        if "in" in params:
            raise _broken("The link does not say who plays.")
        return None
    words = params["in"].split(".") if params.get("in") else []
    if str(len(words)) != params.get("n", "0"):
        raise _broken("A part of it is missing.")
    game = _replayed(Game.begin(_setup(params)), words)
    return RefereeState(game, _pick(game, params.get("pick", "")), mark=read_mark(params.get("tap", "")))


def _broken(message: str) -> NotationError:
    return NotationError([Fault(message)])


def _setup(params: Mapping[str, str]) -> Setup:
    key = params.get("edition", CLASSIC.key)
    if wrong := unknown_edition(params):
        raise _broken(wrong)
    names = params["names"].split("\n")
    if len(names) > MAX_PLAYERS:
        raise NotationError([Fault(f"The link names {len(names)} players; one deck serves {MAX_PLAYERS}.", "R4")])
    pile = read_link(params.get("pile", ""), EDITIONS[key])
    faults = copy_faults(Counter(pile), EDITIONS[key])
    if faults:
        raise ImpossibleError(faults)
    return Setup(
        clean_names(names),
        EDITIONS[key],
        _number(params.get("dealer", "1"), "dealer", 1, len(names)) - 1,
        read_house({name: params[name] for name in _HOUSE_KEYS if name in params}),
        _totals(params.get("totals", ""), len(names)),
        EDITIONS[key].sorted(pile),
        _number(params.get("round", "1"), "round", 1, 9999),
        read_code(params.get("pad", "")) or "",
    )


def _number(text: str, where: str, least: int, most: int) -> int:
    if re.fullmatch(r"-?[0-9]{1,7}", text) and least <= int(text) <= most:
        return int(text)
    raise _broken(f"{quote(text)} in the link: “{where}” is a whole number from {least} to {most}.")


def _totals(text: str, players: int) -> tuple[int, ...]:
    if not text:
        return ()
    totals = tuple(_number(word, "totals", -MAX_TOTAL, MAX_TOTAL) for word in text.split(".", players))
    if len(totals) != players:
        raise _broken("The link does not give each player one total.")
    return totals


def _replayed(game: Game, words: list[str]) -> Game:
    faces = _faces(game.setup.edition)
    for place, word in enumerate(words, 1):
        try:
            game = _played(game, word, faces.get(word))
        except Flip7Error as error:
            fault = error.faults[0]
            raise NotationError([Fault(f"Input {place}, {quote(word, 12)}: {fault.message}", fault.rule)]) from error
    return game


def _faces(edition: Edition) -> dict[str, Card]:
    return {link_text([face], edition): face for face in edition.cards}


def _played(game: Game, word: str, face: Card | None) -> Game:
    """The game after one word of the link."""
    wanted = due(game.table)
    asked = wanted if isinstance(wanted, Decision) else None
    offer = asked if asked and asked.asks == "hit-or-stay" else None
    if face:
        return (game.play(Hit(offer.player)) if offer else game).play(Turned(face))
    if word == "n":
        return game.play(NextRound())
    if word == "z":
        return game.play(Shuffled())
    if word in ("h", "s") and offer:
        return game.play(Hit(offer.player) if word == "h" else Stay(offer.player))
    if re.fullmatch(r"o[0-9]{1,5}", word) and asked and int(word[1:]) < len(asked.options):
        return game.play(asked.options[int(word[1:])])
    raise _broken(f"it is no input that fits here: {waits_for(game.table)}.")


def _pick(game: Game, text: str) -> Lying | None:
    """The first card of a Swap, if it is one; half a Swap that no longer fits is no harm and left out."""
    where, _, code = text.partition(".")
    wanted, face = due(game.table), _faces(game.setup.edition).get(code)
    if isinstance(wanted, Decision) and wanted.card is SWAP and face:
        return next((lying for lying in movable(wanted) if lying == (_seat(where), face)), None)
    return None


def _seat(text: str) -> int:
    return int(text) - 1 if re.fullmatch(r"[0-9]{1,2}", text) else -1
