"""What the page "Check a score" holds, and what each tap makes of it: plain values, no drawing, no session.

A tap is a word: a card's code, ``drop 8`` (take it away again), ``busted``, an edition's key, a house rule as
``house lucky_pair`` (the other setting), ``cards`` or ``claim`` (what the keys enter), ``digit 9`` and ``digit -``
(of the claimed total), ``undo`` and ``clear``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from flip7.cards import CLASSIC, EDITIONS, Card, Edition
from flip7.checker.sheet import Circumstances
from flip7.checker.words import signs
from flip7.errors import Fault, Flip7Error, ImpossibleError, NotationError, quote
from flip7.hands import SEVEN, hand_faults, toward_seven, without
from flip7.notation import link_text, read_cards, read_link
from flip7.rulebook import STANDARD, House
from flip7.ui.digits import TOO_LONG, entered, is_total, number
from flip7.ui.house_rules import HOUSE_KEYS, house_of, house_words, turned
from flip7.ui.links import linked_game
from flip7.ui.taps import NO_MARK, TapMark, read_mark

LINK_VERSION = "1"


@dataclass(frozen=True, slots=True)
class ScoreState:
    """One hand in the order tapped; ``note`` explains the last tap where it needs words.

    ``penalty``: in Brutal Mode a Flip 7 took 15 from this hand, or did so instead of its own bonus (V40).
    ``claim`` is the total that somebody says it is, as far as it has been entered; ``claiming``: the keys enter it.
    ``before`` is the state that Undo goes back to; ``mark`` how far the key pad's log has been heard.
    """

    edition: Edition = CLASSIC
    cards: tuple[Card, ...] = ()
    busted: bool = False
    house: House = STANDARD
    penalty: bool = False
    claim: str = ""
    claiming: bool = False
    note: str = ""
    mark: TapMark = NO_MARK
    before: ScoreState | None = field(default=None, compare=False, repr=False)

    @property
    def claimed(self) -> int | None:
        """The claimed total."""
        return number(self.claim)

    @property
    def circumstances(self) -> Circumstances:
        """What is said of the hand besides its cards, as ``score`` takes it."""
        seven = toward_seven(self.cards, self.house) == SEVEN
        penalty = self.penalty and self.house.brutal and self.edition is not CLASSIC
        return {
            "busted": self.busted,
            "frozen": False,
            "gives_penalty": penalty and seven,
            "penalised": penalty and not seven,
        }

    def faults(self) -> list[Fault]:
        """Why these cards cannot lie in front of one player."""
        return hand_faults(self.cards, self.edition, busted=self.busted, house=self.house)


def apply(state: ScoreState, tap: str) -> ScoreState:
    """The state after one tap. A tap that cannot be changes nothing but the note, which says why."""
    word, _, rest = tap.partition(" ")
    if tap == "undo":
        return _undo(state)
    if tap == "clear":
        return _step(state, replace(state, cards=(), busted=False, penalty=False, claim="", claiming=False))
    if tap in ("cards", "claim"):
        return replace(state, claiming=tap == "claim", note="")
    if tap == "busted":
        return _step(state, replace(state, busted=not state.busted))
    if tap == "penalty":
        return _step(state, replace(state, penalty=not state.penalty))
    if tap in EDITIONS:
        return _other_edition(state, EDITIONS[tap])
    if word == "house":
        return _house(state, rest)
    if word == "drop":
        return _drop(state, rest)
    if word == "digit":
        return _digit(state, rest)
    face = next((face for face in state.edition.cards if face.code == tap), None)
    return state if face is None else _add(state, face)


def apply_all(state: ScoreState, taps: Iterable[str], mark: TapMark) -> ScoreState:
    """The state after these taps in order, with the log heard up to ``mark``."""
    for tap in taps:
        state = apply(state, tap)
    return replace(state, mark=mark)


def _undo(state: ScoreState) -> ScoreState:
    """One step back; a hand that came by link has no history, so there the last digit, the bust or the last card goes.

    The rest of a busted hand may be possible only as a bust: then it stays one.
    """
    if state.before is not None:
        return replace(state.before, note="", mark=state.mark)
    state = replace(state, note="")
    if state.claim:
        return replace(state, claim=state.claim[:-1])
    shorter = replace(state, cards=state.cards[:-1])
    steps = [replace(state, busted=False)] if state.busted else []
    steps += [replace(shorter, busted=False), shorter]
    return next(step for step in steps if not step.faults())


def _step(before: ScoreState, after: ScoreState, note: str = "") -> ScoreState:
    """``after`` as a step that Undo can take back, or ``before`` with the reason where it cannot be."""
    faults = after.faults()
    if faults:
        return replace(before, note=signs(" ".join(map(str, faults))))
    return replace(after, note=note, before=before)


def _add(state: ScoreState, face: Card) -> ScoreState:
    longer = replace(state, cards=(*state.cards, face))
    busts = replace(longer, busted=True)
    if not state.busted and longer.faults() and not busts.faults():
        rule = longer.faults()[0].rule
        note = f"A second {face.rank}: this hand is busted ({rule}). Undo if that was a slip."
        if face.code == "U7":
            note = "Busted if the plain 7 came after Unlucky 7. If Unlucky 7 came last, the other cards are gone (V19)."
        return _step(state, busts, note)
    return _step(state, longer)


def _digit(state: ScoreState, digit: str) -> ScoreState:
    """One more digit of the claimed total; the minus sign turns it round."""
    claim = entered(state.claim, digit)
    if claim == state.claim:
        return state
    if not is_total(claim):
        return replace(state, note=TOO_LONG)
    return _step(state, replace(state, claim=claim, claiming=True))


def _drop(state: ScoreState, code: str) -> ScoreState:
    kept = without(state.cards, code)
    return state if kept == state.cards else _step(state, replace(state, cards=kept))


def _other_edition(state: ScoreState, edition: Edition) -> ScoreState:
    if edition is state.edition:
        return state
    kept = tuple(face for face in state.cards if face in edition.copies and face.is_number)
    note = "" if len(kept) == len(state.cards) else f"Cards that {edition.title} does not have were taken away."
    return _step(state, replace(state, edition=edition, cards=kept), note)


def _house(state: ScoreState, key: str) -> ScoreState:
    if key not in HOUSE_KEYS:
        return state
    house, words = turned(state.house, key)
    return _step(state, replace(state, house=house), words)


def typed(state: ScoreState, text: str) -> ScoreState:
    """The state with the hand that a person typed; raises ``Flip7Error`` that says what is wrong."""
    after = replace(state, cards=read_cards(text, state.edition), busted=False)
    faults = after.faults()
    if faults and state.busted and not replace(after, busted=True).faults():
        after, faults = replace(after, busted=True), []
    if faults:
        raise ImpossibleError(faults)
    return _step(state, after)


def shared_link(state: ScoreState) -> str:
    """The hand and its verdict for others: without this device's own taps."""
    return link_of(replace(state, claiming=False, mark=NO_MARK))


def link_of(state: ScoreState) -> str:
    """The state as the part of a link after the question mark; empty for a page that nobody has touched."""
    parts = {
        "edition": "" if state.edition is CLASSIC else state.edition.key,
        "hand": ".".join(link_text((face,), state.edition) for face in state.cards),
        "busted": "yes" if state.busted else "",
        "penalty": "yes" if state.penalty else "",
        "claimed": state.claim,
        "ask": "claim" if state.claiming else "",
        **house_words(state.house),
        "tap": str(state.mark),
    }
    words = [f"{name}={value}" for name, value in parts.items() if value]
    return "&".join((f"v={LINK_VERSION}", *words)) if words else ""


def state_of(params: Mapping[str, str]) -> ScoreState:
    """The state in a link; raises ``Flip7Error`` that says what is wrong with a broken or hostile one."""
    edition = linked_game(params, LINK_VERSION)
    said = {name: params.get(name, "no") for name in ("busted", "penalty")}
    for name, word in said.items():
        if word not in ("yes", "no"):
            raise NotationError([Fault(f"{quote(word)} in the link: “{name}” is “yes” or “no”.")])
    claim = params.get("claimed", "")
    if not is_total(claim):
        raise NotationError([Fault(f"{quote(claim)} in the link is no claimed total; it has one to three digits.")])
    state = ScoreState(
        edition,
        read_link(params.get("hand", ""), edition),
        said["busted"] == "yes",
        house_of(params),
        said["penalty"] == "yes",
        claim,
        params.get("ask") == "claim",
        mark=read_mark(params.get("tap", "")),
    )
    faults = state.faults()
    if faults:
        raise ImpossibleError(faults)
    return state


def from_link(params: Mapping[str, str]) -> tuple[ScoreState, str]:
    """The state in a link and, where the link cannot be read, an empty state and the sentence that says so."""
    try:
        return state_of(params), ""
    except Flip7Error as error:
        return ScoreState(), f"This link cannot be used: {error.message}"
