"""What the device keeps of the rounds played: the running figures, and which rounds are in them already."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field, replace

from flip7.practice.coach import Review
from flip7.practice.figures import Figures, merged, read_figures, write_figures
from flip7.practice.rounds import Setup

_KEPT = 100
"""Rounds remembered as counted; older ones would be counted once more."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """The ``figures``, and the rounds ``counted``, the latest last, as digests of game, rivals and seed."""

    figures: Figures = field(default_factory=Figures)
    counted: tuple[str, ...] = ()

    def and_round(self, setup: Setup, review: Review) -> Ledger:
        """With this round; unchanged where the same cards have been counted before, however they were played."""
        key = digest(setup)
        if key in self.counted:
            return self
        return Ledger(self.figures.and_round(review), (*self.counted, key)[-_KEPT:])

    def and_more(self, before: Review, review: Review) -> Ledger:
        """With what has become known of a round since it was counted as ``before``."""
        return replace(self, figures=self.figures.and_more(before, review))

    def joined(self, other: Ledger) -> Ledger:
        """The later figures, with the rounds that are in them."""
        figures = merged(self.figures, other.figures)
        rounds = (key for one in (other, self) if one.figures == figures for key in one.counted)
        return Ledger(figures, tuple(dict.fromkeys(rounds))[-_KEPT:])

    def anew(self) -> Ledger:
        """All figures at nothing; what has been counted does not come back."""
        return replace(self, figures=Figures())


def digest(setup: Setup) -> str:
    """A round's cards and rivals in eight characters."""
    text = " ".join((setup.edition.key, setup.seed, *setup.rivals, str(setup.seat)))
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def write_ledger(ledger: Ledger) -> str:
    """The ledger as a short text; empty where there is nothing in it."""
    text = f"{write_figures(ledger.figures)}|{','.join(ledger.counted)}"
    return "" if text == "|" else text


def read_ledger(text: str) -> Ledger:
    """The ledger that a device has kept. Untrusted: what is not one of ours is left out."""
    figures, _, counted = text.partition("|")
    keys = tuple(key for key in counted.split(",") if re.fullmatch(r"[0-9a-f]{8}", key))
    return Ledger(read_figures(figures), keys[-_KEPT:])
