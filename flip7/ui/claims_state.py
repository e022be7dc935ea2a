"""What the page "Myths and claims" holds: which claim, with which position. Plain values, no drawing, no session.

A claim is opened by an ordinary link, so that Back leads to the list; a tap on a position stays on the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from flip7.cards import CLASSIC, EDITIONS, Edition
from flip7.errors import quote
from flip7.lessons.claims import Claim, Trial
from flip7.ui.links import other_version, unknown_edition
from flip7.ui.taps import NO_MARK, TapMark, read_mark

LINK_VERSION = "1"


@dataclass(frozen=True, slots=True)
class ClaimsState:
    """An open claim and the position on show; no claim is the list, of the game that the link has ``named``.

    ``note`` says what is wrong with the link; ``mark`` is how far the key pad's log has been heard.
    """

    claim: Claim | None = None
    trial: Trial | None = None
    named: Edition | None = None
    note: str = ""
    mark: TapMark = NO_MARK


def apply_all(state: ClaimsState, taps: Iterable[str], mark: TapMark) -> ClaimsState:
    """The state after these taps, each the key of a position; what is none changes nothing."""
    for tap in taps:
        trial = state.claim.trial(tap) if state.claim else None
        state = replace(state, trial=trial, note="") if trial else state
    return replace(state, mark=mark)


def link_to(claim: Claim) -> str:
    """The part of a link to this claim after the question mark."""
    return f"v={LINK_VERSION}&claim={claim.key}"


def list_link(edition: Edition) -> str:
    """The part of a link to the list of a game's claims."""
    return f"v={LINK_VERSION}&edition={edition.key}"


def link_of(state: ClaimsState, edition: Edition = CLASSIC) -> str:
    """The state as the part of a link after the question mark; empty for the list of Flip 7."""
    if state.claim is None or state.trial is None:
        return "" if edition is CLASSIC else list_link(edition)
    mark = f"&tap={state.mark}" if state.mark.log else ""
    return f"{link_to(state.claim)}&try={state.trial.key}{mark}"


def from_link(params: Mapping[str, str], known: Mapping[str, Claim]) -> ClaimsState:
    """The state in a link, with a note where it cannot be had."""
    if wrong := other_version(params, LINK_VERSION) or unknown_edition(params):
        return ClaimsState(note=wrong)
    asked = params.get("claim", "")
    claim = known.get(asked)
    if claim is None:
        note = f"There is no claim {quote(asked)}. Choose one of these." if asked else ""
        return ClaimsState(named=EDITIONS.get(params.get("edition", "")), note=note)
    state = ClaimsState(claim, claim.trials[0], mark=read_mark(params.get("tap", "")))
    wanted = params.get("try", claim.trials[0].key)
    trial = claim.trial(wanted)
    if trial is None:
        names = ", ".join(trial.key for trial in claim.trials)
        return replace(state, note=f"The link names the position {quote(wanted)}; this claim has {names}.")
    return replace(state, trial=trial)
