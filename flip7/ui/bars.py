"""One stacked bar, in words as well as colours."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the whole: ``kind`` names its colour (``safe``, ``bust``, ``saved``, ``flip7``, ``given``).

    ``figure`` is shown in place of the chance in per cent.
    """

    kind: str
    words: str
    chance: float
    figure: str = ""


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
        f"<b>{escape(part.figure) or percent(part.chance)}</b></li>"
        for part in shown
    )
    return (
        f'<div class="f7-bar-block"><div class="f7-stack" aria-hidden="true">{blocks}</div>'
        f'<ul class="f7-legend" aria-label="{escape(title, quote=True)}"><li>{escape(title)}:</li>{words}</ul></div>'
    )


@dataclass(frozen=True, slots=True)
class Group:
    """A bar of a chart: ``label`` for the eye, ``words`` for the ear, ``kind`` as above."""

    label: str
    words: str
    chance: float
    kind: str = "safe"


def bar_chart(title: str, groups: Iterable[Group]) -> str:
    """Bars one below the other, the largest as long as there is room."""
    shown = list(groups)
    most = max((group.chance for group in shown), default=1.0) or 1.0
    rows = "".join(
        f'<li><span aria-hidden="true">{escape(group.label)}</span>'
        f'<span class="f7-hidden">{escape(group.words)}: </span>'
        f'<span class="f7-track" aria-hidden="true"><i class="f7-part-{escape(group.kind, quote=True)}" '
        f'style="width:{100 * group.chance / most:.1f}%"></i></span><b>{percent(group.chance)}</b></li>'
        for group in shown
    )
    return f'<h3 class="f7-subtitle">{escape(title)}</h3><ul class="f7-chart">{rows}</ul>'
