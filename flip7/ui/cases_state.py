"""What the page "What if …?" holds: the list with its filters, or a case at a step. Plain values, no drawing.

A case is chosen by an ordinary link that opens the page anew, so that the browser's Back goes from a case to the list
(a link inside the app leaves no trace in the history). It opens where the learner predicts: ``a0`` to ``a3`` are the
answers, ``ruling`` skips the question. Then every step may be seen: ``first``, ``back``, ``next``, ``last``; ``switch``
plays the round under the other house rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from flip7.cards import CLASSIC, EDITIONS, Edition
from flip7.errors import quote
from flip7.lessons.case import WHERE, Case
from flip7.lessons.library import Library
from flip7.rulebook import QUERY_LIMIT
from flip7.ui.asked import read_answers, written_answers
from flip7.ui.links import other_version, unknown_edition
from flip7.ui.taps import NO_MARK, TapMark, read_mark

LINK_VERSION = "1"


@dataclass(frozen=True, slots=True)
class CasesState:
    """A case at a step, counted from 0; no case is the list, filtered by ``where`` and ``query``.

    The list is that of the game that the link has ``named``.
    ``tried`` are the wrong answers given, the latest last, ``said`` the one that led on. ``open``: nothing is hidden
    now. ``other``: under the other house rule. ``note`` says what is wrong with the link; ``mark`` is how far the key
    pad's log has been heard.
    """

    case: Case | None = None
    step: int = 0
    tried: tuple[int, ...] = ()
    said: int | None = None
    open: bool = False
    other: bool = False
    where: str = ""
    query: str = ""
    named: Edition | None = None
    note: str = ""
    mark: TapMark = NO_MARK

    @property
    def played(self) -> Case | None:
        """The case as it is played now: under the one house rule or the other."""
        return self.case.other if self.case and self.other else self.case

    @property
    def last(self) -> int:
        """The last step that may be seen."""
        if self.played is None:
            return 0
        return len(self.played.steps) - 1 if self.open else self.played.predict_at

    @property
    def ended(self) -> bool:
        """Whether the ruling is due."""
        return self.open and self.step == self.last


def opened(case: Case) -> CasesState:
    """A case where it opens: at the prediction."""
    return CasesState(case, case.predict_at)


def apply(state: CasesState, tap: str) -> CasesState:
    """The state after one tap; what makes no sense now changes nothing."""
    if state.case is None:
        return state
    if re.fullmatch(r"a[0-3]", tap):
        return _answered(state, state.case, int(tap[1]))
    if tap == "ruling":
        shown = replace(state, open=True, note="")
        return replace(shown, step=shown.last)
    if tap == "switch":
        return _switched(state, state.case)
    steps = {"first": 0, "back": max(0, state.step - 1), "next": min(state.last, state.step + 1), "last": state.last}
    return replace(state, step=steps[tap], note="") if tap in steps else state


def _answered(state: CasesState, case: Case, at: int) -> CasesState:
    if state.open or at >= len(case.asked.answers) or at in state.tried:
        return state
    if not case.asked.may_go_on(at):
        return replace(state, tried=(*state.tried, at), note="")
    return replace(state, said=at, open=True, step=case.predict_at + 1, note="")


def _switched(state: CasesState, case: Case) -> CasesState:
    """The other house rule, from the first step that it changes."""
    if case.other is None or not state.open:
        return state
    pairs = zip(case.steps, case.other.steps, strict=False)
    same = min(len(case.steps), len(case.other.steps)) - 1
    parts = next((at for at, (one, two) in enumerate(pairs) if (one.says, one.rules) != (two.says, two.rules)), same)
    return replace(state, other=not state.other, step=parts, note="")


def apply_all(state: CasesState, taps: Iterable[str], mark: TapMark) -> CasesState:
    """The state after these taps in order, with the log heard up to ``mark``."""
    for tap in taps:
        state = apply(state, tap)
    return replace(state, mark=mark)


def link_to(case: Case) -> str:
    """The part of a link to this case after the question mark."""
    named = "" if case.edition is CLASSIC else f"&edition={case.edition.key}"
    return f"v={LINK_VERSION}{named}&case={case.key}"


def list_link(edition: Edition, where: str = "", query: str = "") -> str:
    """The part of a link to a game's list, filtered."""
    parts = (("edition", edition.key), ("where", where), ("q", query))
    return urlencode({name: value for name, value in parts if value})


def link_of(state: CasesState, edition: Edition = CLASSIC) -> str:
    """The state as the part of a link after the question mark; empty for the whole list of Flip 7."""
    if state.case is None:
        whole = edition is CLASSIC and not state.where and not state.query
        return "" if whole else list_link(edition, state.where, state.query)
    parts = (
        f"{link_to(state.case)}&step={state.step + 1}",
        f"tried={written_answers(state.tried)}" if state.tried else "",
        f"said={state.said + 1}" if state.said is not None else "",
        "open=1" if state.open and state.said is None and state.step <= state.case.predict_at else "",
        "other=1" if state.other else "",
        f"tap={state.mark}" if state.mark.log else "",
    )
    return "&".join(filter(None, parts))


def from_link(params: Mapping[str, str], library: Library) -> CasesState:
    """The state in a link, with a note where it cannot be had. A case's own game is stronger than the one named."""
    if wrong := other_version(params, LINK_VERSION) or unknown_edition(params):
        return CasesState(note=wrong)
    asked = params.get("case", "")
    case = library.cases.get(asked)
    if case is None:
        return _list(params, asked)
    state = replace(opened(case), mark=read_mark(params.get("tap", "")))
    state = replace(
        state,
        tried=read_answers(case.asked, params.get("tried", ""), going_on=False),
        said=next(iter(read_answers(case.asked, params.get("said", ""), going_on=True)), None),
        other=params.get("other") == "1" and case.other is not None,
    )
    text = params.get("step")
    # A link to a step behind the question shows it: whoever sent it wanted that seen.
    number = int(text) if text and re.fullmatch(r"[0-9]{1,3}", text) else 0
    known = 1 <= number <= len((state.played or case).steps)
    behind = known and number > case.predict_at + 1
    shown = behind or state.said is not None or state.other or params.get("open") == "1"
    state = replace(state, open=state.open or shown)
    if text is None:
        at = case.predict_at + 1 if state.said is not None else state.last
        return replace(state, step=at if shown else state.step)
    if 1 <= number <= state.last + 1:
        return replace(state, step=number - 1)
    most = len((state.played or case).steps)
    return replace(
        state, step=case.predict_at, note=f"The link names step {quote(text)}; this case has steps 1 to {most}."
    )


def _list(params: Mapping[str, str], asked: str) -> CasesState:
    where, query = params.get("where", ""), params.get("q", "")[:QUERY_LIMIT]
    note = f"There is no case {quote(asked)}. Choose one of these." if asked else ""
    # A filter belongs to a game; links from before there were two name none.
    named = EDITIONS.get(params.get("edition", CLASSIC.key if where else ""))
    if where and where not in WHERE[named or CLASSIC]:
        where, note = "", f"There is no filter {quote(where)}. All cases are shown."
    return CasesState(where=where, query=query, named=named, note=note)
