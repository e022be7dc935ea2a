"""The courses of this app, each a folder of lessons: one for Flip 7, two for Flip 7: With a Vengeance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from flip7.cards import CLASSIC, VENGEANCE, Edition
from flip7.errors import Flip7Error
from flip7.lessons.lesson import Lesson, read_lesson

FOLDER = Path(__file__).parent / "course"


@dataclass(frozen=True, slots=True)
class Course:
    """The lessons by key, in their order, and a sentence for each file that cannot be used.

    ``door`` says who begins here, where a game has more than one course.
    """

    title: str
    door: str
    edition: Edition
    lessons: Mapping[str, Lesson]
    faults: tuple[str, ...] = ()

    def after(self, key: str) -> Lesson | None:
        """The lesson after this one; ``None`` after the last."""
        keys = [*self.lessons]
        at = keys.index(key) + 1
        return self.lessons[keys[at]] if at < len(keys) else None


@dataclass(frozen=True, slots=True)
class Courses:
    """Some courses; no key of a lesson occurs in two of them."""

    courses: tuple[Course, ...]

    @property
    def lessons(self) -> Mapping[str, Lesson]:
        """Every lesson by its key."""
        return {key: lesson for course in self.courses for key, lesson in course.lessons.items()}

    @property
    def faults(self) -> tuple[str, ...]:
        """A sentence for each file that cannot be used."""
        return tuple(words for course in self.courses for words in course.faults)

    def of(self, edition: Edition) -> Courses:
        """The courses of one game."""
        return Courses(tuple(course for course in self.courses if course.edition is edition))

    def holding(self, key: str) -> Course:
        """The course with this lesson."""
        return next(course for course in self.courses if key in course.lessons)


def read_course(folder: Path, edition: Edition, title: str, door: str = "") -> Course:
    """Read every file ``01-first-minute.toml`` as ``first-minute``; a broken one does not take the others with it."""
    lessons: dict[str, Lesson] = {}
    faults = []
    for path in sorted(folder.glob("*.toml")):
        key = path.stem.partition("-")[2]
        try:
            lessons[key] = read_lesson(key, path.read_text("utf-8"))
        except (Flip7Error, UnicodeDecodeError) as error:
            faults.append(f"{path.name}: {error}")
    return Course(title, door, edition, lessons, tuple(faults))


@cache
def courses() -> Courses:
    """The courses of this app, read once."""
    known: Iterable[tuple[Path, Edition, str, str]] = (
        (FOLDER, CLASSIC, "First five minutes", ""),
        (FOLDER / "different", VENGEANCE, "What is different", "I know Flip 7"),
        (FOLDER / "vengeance", VENGEANCE, "From scratch", "I know neither game"),
    )
    return Courses(tuple(read_course(*one) for one in known))
