"""What the page "Practice" says: what the rivals did, what is asked, what the coach found. Plain text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from flip7.cards import EDITIONS, VENGEANCE
from flip7.checker.words import signs
from flip7.engine.choices import Choice, Hit, Stay
from flip7.engine.events import Event
from flip7.engine.table import Table
from flip7.engine.telling import tell_together, together
from flip7.lessons.second_person import second_person
from flip7.practice.coach import Graded, Review
from flip7.practice.drills import TITLES
from flip7.practice.figures import Figures
from flip7.practice.hand import hand_of
from flip7.practice.item import DRILLS
from flip7.practice.rounds import Round
from flip7.practice.schedule import Progress, missed
from flip7.ui.faces import count_word
from flip7.ui.hit_view import points
from flip7.ui.practice_state import Drilled, since
from flip7.ui.referee_words import Told, answer

_UNSAID = ("offer", "deal", "hit", "scored")
_TOPICS: Mapping[str, str] = MappingProxyType(
    {
        "early": "one or two numbers", "middle": "three or four numbers", "late": "five or six numbers",
        "chance": "with a Second Chance", "double": "with x2", "plus": "with plus cards", "minus": "with minus cards",
        "half": "with ÷2", "thirteen": "with Lucky 13", "zero": "with The Zero", "sum": "numbers alone",
        "seven": "seven numbers", "bust": "a bust", "turn": "whose turn it is", "first-stay": "to stay without a card",
        "must-hit": "when one must hit", "target": "who may get a card", "spare": "a spare Second Chance",
        "waiting": "cards that wait", "modifier": "who may get a modifier", "action": "who may get an action",
        "steal": "Steal", "discard": "Discard", "swap": "Swap", "joins": "a card that joins", "saved": "a rescue",
        "flip7": "Flip 7", "sweep": "Unlucky 7", "give": "a card to give away", "waits": "a card that waits",
        "alone": "a card that nobody else can get", "lapses": "a card without effect",
    }
)  # fmt: skip
_MUCH = 0.05


def told(now: Round) -> list[Told]:
    """Everything since the learner's last choice, a sentence for each thing that people see as one."""
    first = max(since(now) - 1, 0)
    events = [event for moment in now.moments[first:] for event in moment.events]
    # That somebody without a card must hit is no news; that The Zero makes somebody hit is.
    events = [event for event in events if event.kind != "must-hit" or "V17" in event.rules]
    if first:
        # The learner's own words are known; what they led to is not.
        events = [event for event in events if event.kind != "stay" or event.player != now.setup.seat]
    return [_told(group, now) for group in together(event for event in events if event.kind not in _UNSAID)]


def _told(events: Sequence[Event], now: Round) -> Told:
    words = second_person(tell_together(events, now.table.edition, now.table.names))
    return words, tuple(dict.fromkeys(rule for event in events for rule in event.rules))


def said(table: Table, choice: Choice) -> str:
    """An option as a key says it, to the learner: ``Freeze to Otto``, ``+15 for you``."""
    words = second_person(answer(table, choice))
    return words[:1].upper() + words[1:]


def front(table: Table, seat: int) -> str:
    """What lies in front of a seat: ``12 points``."""
    worth = hand_of(table.lines[seat], table.edition, table.house).points
    return f"{signs(worth)} point{'' if abs(worth) == 1 else 's'}"


def ask(now: Round) -> str:
    """What the learner is asked."""
    due = now.due
    if due is None:
        return ""
    if due.asks == "hit-or-stay":
        return f"Hit, or stay on {front(now.table, due.player)}?"
    if due.asks == "bonus":
        return "+15 for you, or −15 for somebody?"
    name = now.table.edition.name(due.card) if due.card else ""
    if due.asks == "card":
        verb = {"ST": "Steal", "SW": "Swap", "DI": "Discard"}.get(due.card.code if due.card else "", "Choose")
        return f"{verb} which card?"
    return f"Who gets the {name}?"


def ended(now: Round) -> str:
    """How the round ended for the learner, and who has most."""
    result, seat = now.table.result, now.setup.seat
    assert result
    mine = result.scores[seat]
    best = max(result.scores)
    words = "You bust: 0 points" if now.table.status[seat] == "busted" else f"You score {signs(mine)}"
    if mine == best:
        return f"{words}: nobody has more."
    first = [now.table.names[one] for one in now.table.seats if result.scores[one] == best]
    return f"{words}. {' and '.join(first)} {'has' if len(first) == 1 else 'have'} most: {signs(best)}."


def worth(graded: Graded) -> str:
    """Points behind an option: what they are points of."""
    return "points this round" if graded.decision.asks == "hit-or-stay" else "points ahead of the best rival"


def choice_of(graded: Graded) -> str:
    """What was chosen, with what lay in front where that matters: ``Hit on 12 points``."""
    words = said(graded.table, graded.said)
    if isinstance(graded.said, Hit | Stay):
        words += f" on {front(graded.table, graded.decision.player)}"
    return words


def verdict(graded: Graded) -> str:
    """What the coach says of one decision."""
    if graded.cost is None:
        return "Not graded yet: this takes long to work out."
    if graded.right or graded.best is None:
        return "Best." if graded.best == graded.said else "As good as the best."
    better = said(graded.table, graded.best)
    cost = points(graded.cost) if graded.cost >= _MUCH else "less than 0.1"
    return f"{better} was better. Given away: {cost}."


def counted(review: Review) -> str:
    """How many choices were best."""
    best, known = sum(one.right for one in review.known), len(review.known)
    to_come = len(review.graded) - known
    are = "is" if to_come == 1 else "are"
    more = f" {count_word(to_come).capitalize()} more {are} not graded yet." if to_come else ""
    if known == 1:
        which = "The one choice that is graded" if more else "Your one choice"
        return f"{which} was {'' if best else 'not '}the best.{more}"
    if known:
        return f"{best} of {known} choices were best.{more}"
    return "None of your choices is graded yet." if more else "There was nothing for you to choose."


def luck(review: Review) -> str:
    """What the cards gave in this round."""
    open_hits = _cards(review.open_hits)
    if not review.hits:
        return f"Luck: not known yet, over {open_hits}." if review.open_hits else ""
    more = f" Not known yet: {open_hits} more." if review.open_hits else ""
    cards = _cards(review.hits)
    if abs(review.luck) < _MUCH:
        return f"Luck: as expected, over {cards}.{more}"
    much = "more" if review.luck > 0 else "less"
    return f"Luck: {cards} gave you {points(abs(review.luck))} points {much} than expected.{more}"


def _cards(count: int) -> str:
    return "one card" if count == 1 else f"{count_word(count)} cards"


def advised(graded: Graded) -> str:
    """The advice in one sentence."""
    if not graded.worths:
        return "This takes long to work out: ask for it under the table."
    best, most = graded.worths[0]
    good = [said(graded.table, choice) for choice, value in graded.worths if most - value < _MUCH]
    if len(good) == len(graded.worths) > 2:
        return "Whatever you choose: all are as good."
    if len(good) > 1:
        either = " or ".join((good[0], *map(_lower, good[1:3])))
        more = f", or one of {len(good) - 3} more" if len(good) > 3 else ""
        return f"{either}{more}: {'both' if len(good) == 2 else 'all'} are as good."
    against = f" {points(most)} points on average, against {points(graded.worths[1][1])}."
    return f"{said(graded.table, best)}." + (against if graded.decision.asks == "hit-or-stay" else "")


def _lower(words: str) -> str:
    return words if words[:2].isupper() or not words[:1].isalpha() else words[:1].lower() + words[1:]


def luck_of(figures: Figures) -> str:
    """What luck over all rounds means."""
    if not figures.hits or not figures.rounds:
        return "Luck is what the cards gave beyond what could be expected."
    each = figures.luck / figures.rounds
    if abs(each) < _MUCH:
        return "The cards gave you what could be expected."
    much = "more" if each > 0 else "less"
    return (
        f"The cards gave you {points(abs(each))} points a round {much} than could be expected. "
        "Over many rounds this goes to nothing: what stays is how you choose."
    )


def skill_of(figures: Figures) -> str:
    """What the points lost per decision mean."""
    each = figures.lost_each
    if each is None:
        return "Play a round, and the coach begins to count."
    if each < 0.1:
        return "You give away next to nothing: this is play by the odds."
    if each < 0.5:
        return "Close choices cost you a little. The drills show which."
    return "Some choices cost you much. Ask for advice in the next round, and try the drills."


def weak(progress: Progress) -> tuple[str, ...]:
    """The topics that are missed most, in words, the least known first."""
    return tuple(map(topic, missed(progress)))


def topic(name: str) -> str:
    """``v.hit.zero`` in words."""
    game, kind, about = name.split(".")
    title = next(TITLES[one] for one in DRILLS if one == kind)
    edition = next(one for key, one in EDITIONS.items() if key[0] == game)
    words = f"{title} {_TOPICS[about][:1].upper()}{_TOPICS[about][1:]}".replace("hand ", "hand: ")
    return f"{words} (With a Vengeance)" if edition is VENGEANCE else words


def spoken(now: Round) -> str:
    """Everything new in one breath, for screen readers."""
    words: Iterable[str] = (words for words, _ in told(now))
    return " ".join(filter(None, (*words, ended(now) if now.over else ask(now))))


def drill_spoken(drill: Drilled) -> str:
    """The question, or the verdict on the answer, for screen readers."""
    if drill.said is None:
        return drill.item.ask
    answer = drill.item.answers[drill.said]
    right = "" if answer.right else f" Right: {drill.item.right.text}."
    return f"{'Right' if answer.right else 'Not'}: {answer.text}. {answer.why}{right}"
