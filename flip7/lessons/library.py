"""All cases that lie in ``cases/``, one file each: ``a05-freeze-inside-flip-three.toml`` is the case ``a05``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from flip7.errors import Flip7Error
from flip7.lessons.case import Case, read_case

FOLDER = Path(__file__).parent / "cases"


@dataclass(frozen=True, slots=True)
class Library:
    """The cases by key, in the order of their files, and a sentence for each file that cannot be used."""

    cases: Mapping[str, Case]
    faults: tuple[str, ...] = ()

    def after(self, key: str) -> Case | None:
        """The case after this one; ``None`` after the last."""
        keys = [*self.cases]
        at = keys.index(key) + 1
        return self.cases[keys[at]] if at < len(keys) else None


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
