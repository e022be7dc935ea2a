"""The three ways in which input can be wrong, each a sentence a player understands with the rule it rests on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: ``message`` for people, ``rule`` the number it rests on, if any."""

    message: str
    rule: str | None = None

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})" if self.rule else self.message


class Flip7Error(ValueError):
    """Base of all errors that wrong input causes; carries every fault found, the first one leading."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(" ".join(map(str, self.faults)))

    @property
    def rule(self) -> str | None:
        """The rule behind the first fault that has one."""
        return next((fault.rule for fault in self.faults if fault.rule), None)

    @property
    def message(self) -> str:
        """All faults in one text."""
        return str(self)


class NotationError(Flip7Error):
    """The text cannot be read."""


class ImpossibleError(Flip7Error):
    """The text can be read, but these cards cannot lie like that in a game."""


class NotAllowedError(Flip7Error):
    """The rules do not allow this choice now."""


def quote(text: str, limit: int = 40) -> str:
    """Untrusted text made fit for a message: cut to ``limit`` characters, invisible ones shown as �."""
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text[:limit])
    return f"“{shown}…”" if len(text) > limit else f"“{shown}”"
