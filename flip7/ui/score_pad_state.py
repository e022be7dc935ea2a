"""What the page "Score pad" holds: the stored game as the screen shows it, and what is being entered.

What is entered for one player is a draft until it is saved: a draft lives in the page's link, a saved hand in the
store. A draft belongs to one round and one player and never moves by itself: where other phones have taken its place
away it is laid aside, to be taken up again with a tap.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from flip7.cards import CLASSIC, Card, card
from flip7.errors import Flip7Error
from flip7.hands import duplicates, without
from flip7.names import in_sentence
from flip7.notation import print_cards
from flip7.scorepad.entries import Aside, Hand, Status
from flip7.scorepad.game import Game
from flip7.scorepad.moves import busts
from flip7.scorepad.rounds import points_of, status_of
from flip7.scorepad.store import Opened, Store
from flip7.scorepad.typed import read_sum
from flip7.ui.digits import minus
from flip7.ui.taps import NO_MARK, TapMark

STATUSES: tuple[Status, ...] = get_args(Status)
Doubt = Literal["", "save", "close", "end", "undo"]
DOUBTS: tuple[Doubt, ...] = get_args(Doubt)
ASIDE = "aside"
"""The place of the cards put aside in a round, beside the players' ids."""
MOST_LAID = 3

_SECOND_CHANCE = card("SC")


@dataclass(frozen=True, slots=True)
class Draft:
    """What is entered for one player: cards, a number as it is typed, or both, and how the round ended."""

    cards: tuple[Card, ...] = ()
    text: str = ""
    status: Status = ""


@dataclass(frozen=True, slots=True)
class Laid:
    """A draft without a place: its ``round`` or its ``player`` has gone. Nothing of it is saved."""

    round: int
    player: str
    draft: Draft


@dataclass(frozen=True, slots=True)
class Pick:
    """A card that is to change hands, and who has it; empty as long as none has been tapped."""

    player: str = ""
    face: Card | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """What stood on the keys before a tap, for Undo."""

    draft: Draft
    typing: bool
    begun: bool


@dataclass(frozen=True, slots=True)
class PadState:
    """A game on the pad. ``round`` and ``at`` say whose hand is entered; ``typing``: the keys enter a number.

    ``opened`` is the game as this screen has shown it. ``base`` is what was saved here when the draft was begun, at
    entry number ``seen`` of the log. ``begun``: a digit goes on with the number that stands there; before, it takes
    its place. ``doubt``: which tap brought something that cannot have happened, and waits for the table to accept it.
    ``laid`` are drafts without a place, ``past`` what Undo goes back to. ``moving``: a card is changing hands.
    ``mine`` is the player who sits at this phone, empty where it keeps the score for everybody; ``asks`` whose it is.
    ``silent``: this is out of a link, and the browser has not said yet what has been tapped since.
    """

    opened: Opened
    round: int
    at: str
    typing: bool = False
    draft: Draft = Draft()
    base: Draft = Draft()
    seen: int = 0
    begun: bool = False
    doubt: Doubt = ""
    mine: str = ""
    asks: bool = False
    note: str = ""
    laid: tuple[Laid, ...] = ()
    mark: TapMark = NO_MARK
    moving: Pick | None = None
    silent: bool = field(default=False, compare=False)
    past: tuple[Step, ...] = field(default=(), compare=False, repr=False)

    @property
    def game(self) -> Game:
        """The game as this screen shows it."""
        return self.opened.game

    @property
    def live(self) -> bool:
        """Whether what is tapped is for everybody to see at once: cards at the own seat, in the open round."""
        own = bool(self.mine) and self.at == self.mine
        return own and self.round == self.game.open and not self.typing and not self.game.over

    @property
    def away(self) -> bool:
        """Whether the player of this phone does not play the open round."""
        return bool(self.mine) and self.mine not in self.game.now.seats

    @property
    def name(self) -> str:
        """Whose cards these are."""
        return "Put aside" if self.at == ASIDE else self.game.name(self.at)

    @property
    def saved(self) -> Draft:
        """What is stored for the chosen player."""
        return draft_of(self.game, self.round, self.at)

    @property
    def entered(self) -> Draft:
        """What counts of the draft."""
        return self._counted(self.draft)

    @property
    def changed(self) -> bool:
        """Whether something is entered that is not saved yet."""
        return self.entered != self._counted(self.saved)

    @property
    def clash(self) -> bool:
        """Whether another phone has saved something here since this draft was begun."""
        return self.changed and self.base != self.saved

    @property
    def both(self) -> Draft | None:
        """What another phone has saved, with what was changed here since on top; ``None`` where one of them says all.

        A card that was stolen there and one that was drawn here have both happened.
        """
        ours, theirs, cards = self.entered, self.saved, self.saved.cards
        if not self.clash or ours.text or theirs.text or self.base.text:
            return None
        come = ours.cards
        for face in self.base.cards:
            come, cards = (without(come, face.code), cards) if face in come else (come, without(cards, face.code))
        said = self._counted(self.base).status != ours.status and not busts(ours.cards)
        merged = self._counted(Draft((*cards, *come), "", ours.status if said else theirs.status))
        return None if merged in (ours, self._counted(theirs)) else merged

    @property
    def seats(self) -> tuple[str, ...]:
        """Who plays the chosen round."""
        return self.game.rounds[self.round - 1].seats

    @property
    def entry(self) -> Hand | Aside | None:
        """The draft as an entry, if anything is entered. Raises ``Flip7Error`` for a number that cannot be."""
        draft = self.entered
        if self.at == ASIDE:
            return Aside(draft.cards, self.round)
        points = read_sum(draft.text, self.game.edition, self.game.house)
        if points is not None:
            return Hand(self.at, self.round, None, points, draft.status, draft.text)
        return Hand(self.at, self.round, draft.cards, None, draft.status) if draft.cards or draft.status else None

    @property
    def hand(self) -> Hand | None:
        """The same, as far as it is a player's hand that can be read."""
        try:
            entry = self.entry
        except Flip7Error:
            return None
        return entry if isinstance(entry, Hand) else None

    @property
    def points(self) -> int | None:
        """What the draft is worth; ``None`` where that is not known."""
        return None if self.hand is None else points_of(self.hand, self.game.edition, self.game.house)

    @property
    def shown_status(self) -> Status:
        """How the round ended for the player, as the cards show it where nothing was said."""
        return self.entered.status if self.hand is None else status_of(self.hand, self.game.house)

    @property
    def acceptable(self) -> bool:
        """Whether what is doubted can be kept all the same: cards without a score by the rules cannot."""
        return bool(self.doubt) and (self.doubt == "end" or not self.changed or self.points is not None)

    @property
    def can_undo(self) -> bool:
        """Whether Undo would change anything."""
        return self.draft != Draft() if self.live else bool(self.past) or self.changed or self.game.can_undo

    def _counted(self, draft: Draft) -> Draft:
        """Where cards and a number are there, what the keys enter now counts; a second copy of a number is a bust."""
        if draft.cards and draft.text:
            draft = replace(draft, cards=()) if self.typing else replace(draft, text="")
        if draft.status in ("", "active") and busts(draft.cards):
            return replace(draft, status="busted")
        return replace(draft, status="active") if self.live and draft.cards and not draft.status else draft


def saved_by_chance(draft: Draft) -> bool:
    """Whether a Second Chance and the duplicate that it saved both lie there still (R38)."""
    return _SECOND_CHANCE in draft.cards and any(rank > 1 for rank in duplicates(draft.cards))


def draft_of(game: Game, round: int, player: str) -> Draft:
    """What is stored for this player, as a draft."""
    row = game.page.row(round)
    if player == ASIDE:
        return Draft(row.aside)
    hand = row.hands.get(player)
    if hand is None:
        return Draft()
    text = "" if hand.points is None else hand.typed or str(hand.points)
    cards = hand.cards or ()
    return Draft(cards, text, "" if hand.status == "busted" and busts(cards) else hand.status)


def opened_at(opened: Opened, round: int = 0, at: str = "", like: PadState | None = None) -> PadState:
    """The pad at this round and player; by default at the open round's first player without a hand.

    What the device has chosen stays as it is in ``like``.
    """
    game = opened.game
    round = round if 1 <= round <= game.open else game.open
    this = game.rounds[round - 1]
    if at not in (*this.seats, ASIDE):
        free = next((seat for seat in _from_left(game, round) if seat in this.missing), this.seats[0])
        at = like.mine if like is not None and like.mine in this.seats else free
    draft = draft_of(game, round, at)
    typing = bool(draft.text) or (like is not None and like.typing and not draft.cards and at != ASIDE)
    state = PadState(opened, round, at, typing, draft, draft, len(game.log))
    if like is None:
        return state
    return replace(
        state,
        mine=like.mine,
        asks=like.asks,
        laid=like.laid,
        mark=like.mark,
        moving=like.moving,
        silent=like.silent,
    )


def _from_left(game: Game, round: int) -> tuple[str, ...]:
    """The seats in the order of the deal: from the dealer's left."""
    this = game.rounds[round - 1]
    first = (this.seats.index(this.dealer) + 1) % len(this.seats) if this.dealer in this.seats else 0
    return (*this.seats[first:], *this.seats[:first])


def caught_up(state: PadState, game: Game) -> PadState:
    """The state with the game as it is stored now. A draft stays only where its round and its player still are."""
    opened = replace(state.opened, game=game)
    if has_place(game, state.round, state.at):
        now = replace(state, opened=opened)
        if state.away and not now.away and not state.changed:
            return replace(opened_at(opened, like=state), note=state.note)
        if not (state.changed and now.changed):
            # Who is in the middle of a number goes on with it, also where another phone has saved just as much.
            after = opened_at(opened, state.round, state.at, state)
            return replace(after, begun=state.begun and after.draft.text == state.draft.text, note=state.note)
        if now.clash:
            # Only the latest clash holds; one told before is over.
            return replace(now, note=joined("" if state.clash else state.note, clash_words(now)))
        return replace(now, seen=len(game.log))
    after = replace(opened_at(opened, state.round, state.at, state), note=state.note)
    return laid_aside(after, Laid(state.round, state.at, state.entered)) if state.changed else after


def has_place(game: Game, round: int, at: str) -> bool:
    """Whether there is such a round, and this player in it."""
    return 1 <= round <= game.open and at in (*game.rounds[round - 1].seats, ASIDE)


def laid_aside(state: PadState, laid: Laid) -> PadState:
    """The state with a draft kept that has lost its place, and the sentence that says so."""
    others = [other for other in state.laid if other != laid]
    gone = f"Not saved: {laid_words(state.game, laid)}, for that place is gone"
    what = f"{gone}. It is kept below the keys: take it up there."
    return replace(state, laid=(*others, laid)[-MOST_LAID:], note=joined(state.note, what))


def changed_since(state: PadState, store: Store) -> bool:
    """Whether other phones or tabs have written since; not as long as the store cannot be asked."""
    try:
        return store.last(state.opened.code) != len(state.game.log)
    except Flip7Error:
        return False


def refreshed(state: PadState, store: Store) -> PadState:
    """The state with what other phones or tabs have written since; as it is, with the reason, where that fails."""
    try:
        if store.last(state.opened.code) == len(state.game.log):
            return state
        after = caught_up(state, store.open(state.opened.code).game)
    except Flip7Error as error:
        # Said once, however often the store is asked.
        return state if error.message in state.note else replace(state, note=joined(state.note, error.message))
    if state.round == state.game.open == after.round < after.game.open:
        return closed_elsewhere(after)
    if after.away:
        return replace(after, note=joined(after.note, away_words(after)))
    if (after.round, after.at) == (state.round, state.at) or after.laid != state.laid:
        return after
    where = f"the pad shows {in_sentence(after.name)} in round {after.round} now"
    return replace(after, note=joined(after.note, f"Another phone has changed the rounds or the seats: {where}."))


def closed_elsewhere(state: PadState) -> PadState:
    """The state after another phone has closed its round: led to the next, unless something is entered here."""
    closed = f"Another phone has closed round {state.round}"
    if state.changed:
        return replace(state, note=joined(state.note, f"{closed}: what you save here puts it right."))
    after = opened_at(state.opened, like=state)
    return replace(after, note=joined(state.note, f"{closed}.", away_words(after)))


def away_words(state: PadState) -> str:
    """That the player of this phone does not play the open round; empty where this is not so."""
    return f"{in_sentence(state.game.name(state.mine))} does not play round {state.game.open}." if state.away else ""


def joined(*sentences: str) -> str:
    """The sentences that say anything, one after the other."""
    return " ".join(filter(None, sentences))


def in_words(game: Game, draft: Draft) -> str:
    """A draft as it is told in a sentence."""
    cards = f"the cards {print_cards(draft.cards, game.edition)}" if draft.cards else ""
    status = "still in" if draft.status == "active" else draft.status
    entered = cards or minus(draft.text)
    return f"{entered} ({status})" if entered and status else entered or status or "nothing"


def laid_words(game: Game, laid: Laid) -> str:
    """A draft without a place, and what its place was."""
    name = game.page.said(laid.player) if laid.player in game.page.players else "somebody who is not here any more"
    whom = "put aside" if laid.player == ASIDE else f"for {name}"
    return f"{in_words(game, laid.draft)} {whom} in round {laid.round}"


def clash_words(state: PadState) -> str:
    """What the other phone has saved, what is entered here, and that one of the two holds."""
    theirs, ours = in_words(state.game, state.saved), in_words(state.game, state.entered)
    where = f"{in_sentence(state.name)} in round {state.round}"
    return f"Not saved: another phone has saved {theirs} for {where}; here it is {ours}. Choose which of the two holds."


def bust_rule(game: Game) -> str:
    """The rule by which a second copy busts."""
    return "R20" if game.edition is CLASSIC else "V9"
