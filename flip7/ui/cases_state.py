"""What the page "What if …?" holds: which case, at which step. Plain values, no drawing, no session.

A case is chosen by an ordinary link that opens the page anew, so that the browser's Back goes from a case to the list
(a link inside the app leaves no trace in the history). A tap moves the step: ``first``, ``back``, ``next``, ``last``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from flip7.errors import quote
from flip7.lessons.case import Case
from flip7.lessons.library import Library
from flip7.ui.taps import NO_MARK, TapMark, read_mark

LINK_VERSION = "1"


@dataclass(frozen=True, slots=True)
class CasesState:
    """A case at a step, counted from 0; no case is the list.

    ``note`` says what is wrong with the link; ``mark`` is how far the key pad's log has been heard.
    """

    case: Case | None = None
    step: int = 0
    note: str = ""
    mark: TapMark = NO_MARK

    @property
    def last(self) -> int:
        """The last step of the case."""
        return len(self.case.steps) - 1 if self.case else 0

    @property
    def ended(self) -> bool:
        """Whether the ruling is due."""
        return self.step == self.last


def apply(state: CasesState, tap: str) -> CasesState:
    """The state after one tap; beyond the first and the last step there is nothing."""
    steps = {"first": 0, "back": max(0, state.step - 1), "next": min(state.last, state.step + 1), "last": state.last}
    return replace(state, step=steps[tap], note="") if tap in steps else state


def apply_all(state: CasesState, taps: Iterable[str], mark: TapMark) -> CasesState:
    """The state after these taps in order, with the log heard up to ``mark``."""
    for tap in taps:
        state = apply(state, tap)
    return replace(state, mark=mark)


def link_to(case: Case) -> str:
    """The part of a link to this case after the question mark."""
    return f"v={LINK_VERSION}&case={case.key}"


def link_of(state: CasesState) -> str:
    """The state as the part of a link after the question mark; empty for the list."""
    if state.case is None:
        return ""
    mark = f"&tap={state.mark}" if state.mark.log else ""
    return f"{link_to(state.case)}&step={state.step + 1}{mark}"


def from_link(params: Mapping[str, str], library: Library) -> CasesState:
    """The state in a link, with a note where it cannot be had."""
    version = params.get("v", LINK_VERSION)
    if version != LINK_VERSION:
        return CasesState(note=f"The link's version is {quote(version)}; this app reads version 1.")
    asked = params.get("case", "")
    case = library.cases.get(asked)
    if case is None:
        return CasesState(note=f"There is no case {quote(asked)}. Choose one of these." if asked else "")
    state = CasesState(case, mark=read_mark(params.get("tap", "")))
    text = params.get("step", "1")
    number = int(text) if re.fullmatch(r"[0-9]{1,3}", text) else 0
    if 1 <= number <= state.last + 1:
        return replace(state, step=number - 1)
    return replace(state, note=f"The link names step {quote(text)}; this case has steps 1 to {state.last + 1}.")
