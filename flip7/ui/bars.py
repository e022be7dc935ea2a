"""One stacked bar, in words as well as colours."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the whole: ``kind`` names its colour (``safe``, ``bust``, ``saved``, ``flip7``, ``given``)."""

    kind: str
    words: str
    chance: float


def percent(chance: float) -> str:
    """A chance as people read it; never a false 0 % or 100 %.

    >>> percent(0.214), percent(0.004), percent(0.998), percent(1.0)
    ('21%', '<1%', '>99%', '100%')
    """
    if 0 < chance < 0.005:
        return "<1%"
    if 0.995 <= chance < 1:
        return ">99%"
    return f"{100 * chance:.0f}%"


def stacked_bar(title: str, parts: Iterable[Part]) -> str:
    """The bar and below it the same in words; parts without any chance are left out."""
    shown = [part for part in parts if part.chance > 0]
    blocks = "".join(
        f'<i class="f7-part f7-part-{escape(part.kind, quote=True)}" style="flex-grow:{part.chance:.4f}"></i>'
        for part in shown
    )
    words = "".join(
        f'<li><i class="f7-dot f7-part-{escape(part.kind, quote=True)}"></i>{escape(part.words)} '
        f"<b>{percent(part.chance)}</b></li>"
        for part in shown
    )
    return (
        f'<div class="f7-bar-block"><div class="f7-stack" aria-hidden="true">{blocks}</div>'
        f'<ul class="f7-legend" aria-label="{escape(title, quote=True)}"><li>{escape(title)}:</li>{words}</ul></div>'
    )
