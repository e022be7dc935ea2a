"""What a Freeze or a Flip Three does to the player: the modes beside the line, as a small graph.

In the mode of *deciding* the player may stay. In a *forced* mode so many cards of Flip Three are still to come. The
cards set aside inside take effect in flip order (R31-R33), so all that matters is how many cards are forced in a row
and whether a Freeze waits behind them; whatever waits behind a Freeze lapses.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

END = -1
"""The round ends here for the player, with the points in front."""


@dataclass(frozen=True, slots=True)
class Mode:
    """One mode. ``decides``: the player may stay here.

    ``step`` is the mode after a card that is no action; ``actions`` are the copies of actions in the deck with the
    mode after each; ``cards`` is how many action cards the deck holds that count as cards here, ``blanks`` how many it
    held when this mode began that are left out of account.
    """

    decides: bool
    step: int
    actions: tuple[tuple[int, int], ...]
    cards: int
    blanks: int = 0


_Key = tuple[str, int, int, int]


def _others(key: _Key) -> tuple[bool, _Key, list[tuple[int, _Key]], int]:
    """With others in, a drawn action goes to somebody else; only as a forced card does it count for the player."""
    _, _, blanks, forced = key
    if not forced:
        return True, key, [], 0

    def after(blanks: int) -> _Key:
        return ("forced" if forced > 1 else "decides", 0, blanks, forced - 1)

    return False, after(blanks), [(blanks, after(blanks - 1))], blanks


def _alone(key: _Key) -> tuple[bool, _Key | None, list[tuple[int, _Key | None]], int]:
    """Alone, the actions are the player's own."""
    kind, flips, freezes, forced = key
    if kind == "decides":
        return True, key, [(flips, ("forced", flips - 1, freezes, 3)), (freezes, None)], flips + freezes
    left = forced - 1
    if kind == "frozen":
        # A Freeze waits: further actions are only cards, kept together in ``freezes``.
        def then(actions: int) -> _Key | None:
            return ("frozen", 0, actions, left) if left else None

        return False, then(freezes), [(freezes, then(freezes - 1))], freezes
    step: _Key = ("forced", flips, freezes, left) if left else ("decides", flips, freezes, 0)
    frozen: _Key | None = ("frozen", 0, flips + freezes - 1, left) if left else None
    return False, step, [(flips, ("forced", flips - 1, freezes, left + 3)), (freezes, frozen)], flips + freezes


@cache
def modes(alone: bool, flips: int, freezes: int, forced: int, frozen: bool) -> tuple[Mode, ...]:
    """All modes that can follow, the present one first, and each before those that its actions lead to.

    ``flips`` and ``freezes`` are copies in the deck, ``forced`` cards still to come; ``frozen``: a Freeze waits.
    """
    kind = "frozen" if frozen else "forced" if forced else "decides"
    if not alone:
        first: _Key = (kind, 0, flips + freezes, forced)
    else:
        first = (kind, 0, flips + freezes, forced) if frozen else (kind, flips, freezes, forced)
    found: dict[_Key, tuple[bool, _Key | None, list[tuple[int, _Key | None]], int]] = {}
    queue: list[_Key] = [first]
    for key in queue:
        if key not in found:
            decides, step, actions, cards = _alone(key) if alone else _others(key)
            actions = [(copies, after) for copies, after in actions if copies]
            found[key] = decides, step, actions, cards
            queue += [after for after in (step, *(after for _, after in actions)) if after is not None]
    # Each drawn action leaves fewer of them in the deck, so this order puts causes first.
    order = [first, *sorted((key for key in found if key != first), key=lambda key: (-found[key][3], key))]
    place = {key: i for i, key in enumerate(order)}

    def at(key: _Key | None) -> int:
        return END if key is None else place[key]

    return tuple(
        Mode(
            found[key][0],
            at(found[key][1]),
            tuple((copies, at(after)) for copies, after in found[key][2]),
            found[key][3],
            blanks=0 if alone or found[key][3] else key[2],
        )
        for key in order
    )


@dataclass(frozen=True, slots=True, eq=False)
class Graph:
    """The modes as arrays. Planes are the modes and, last, the end.

    ``groups`` are runs of modes whose actions lead only to later groups; ``actions`` (modes, planes) the copies that
    lead from one to the other, ``stepping`` (modes, planes) 1 where a card that is no action leads, ``steps`` the same
    as plane numbers. ``deciding`` names, by the start of each group, its deciding modes; ``forcing`` all others.
    ``acts`` is false for the single mode of deciding with others in.
    """

    groups: tuple[slice, ...]
    actions: npt.NDArray[np.float64]
    stepping: npt.NDArray[np.float64]
    steps: npt.NDArray[np.intp]
    deciding: dict[int, tuple[int, ...]]
    forcing: tuple[int, ...]
    acts: bool


@cache
def mode_graph(every: tuple[Mode, ...]) -> Graph:
    """The arrays of these modes."""
    starts = [at for at in range(len(every)) if not at or every[at].cards != every[at - 1].cards]
    groups = tuple(slice(a, b) for a, b in pairwise([*starts, len(every)]))
    actions = np.zeros((len(every), len(every) + 1))
    stepping = np.zeros(actions.shape)
    for at, mode in enumerate(every):
        stepping[at, mode.step] = 1
        for copies, target in mode.actions:
            actions[at, target] += copies
    return Graph(
        groups,
        actions,
        stepping,
        np.array([mode.step for mode in every], dtype=np.intp),
        {group.start: tuple(at for at in range(group.start, group.stop) if every[at].decides) for group in groups},
        tuple(at for at, mode in enumerate(every) if not mode.decides),
        len(every) > 1 or bool(every[0].actions) or every[0].step == END,
    )
