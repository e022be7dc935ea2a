"""All cases that lie in ``cases/``, one file each: ``a05-freeze-inside-flip-three.toml`` is the case ``a05``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from flip7.cards import Edition
from flip7.errors import Flip7Error
from flip7.lessons.case import Case, read_case

FOLDER = Path(__file__).parent / "cases"


@dataclass(frozen=True, slots=True)
class Library:
    """The cases by key, in the order of their files, and a sentence for each file that cannot be used."""

    cases: Mapping[str, Case]
    faults: tuple[str, ...] = ()

    def of(self, edition: Edition) -> tuple[Case, ...]:
        """The cases of one game."""
        return tuple(case for case in self.cases.values() if case.edition is edition)

    def after(self, case: Case) -> Case | None:
        """The case of the same game after this one; ``None`` after the last."""
        cases = self.of(case.edition)
        at = [one.key for one in cases].index(case.key) + 1
        return cases[at] if at < len(cases) else None


def read_library(folder: Path = FOLDER) -> Library:
    """Read every file; one that is broken does not take the others with it."""
    cases: dict[str, Case] = {}
    faults = []
    for path in sorted(folder.glob("*.toml")):
        key = path.stem.partition("-")[0]
        if key in cases:
            faults.append(f"{path.name}: there is another case {key}.")
            continue
        try:
            cases[key] = read_case(key, path.read_text("utf-8"))
        except (Flip7Error, UnicodeDecodeError) as error:
            faults.append(f"{path.name}: {error}")
    return Library(cases, tuple(faults))


@cache
def library() -> Library:
    """The cases of this app, read once."""
    return read_library()
