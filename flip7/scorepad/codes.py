"""The code that opens a game: long enough that nobody guesses it, and made of syllables that can be read aloud."""

from __future__ import annotations

import re
import secrets

_CONSONANTS = "bdfgklmnprstvz"
_VOWELS = "aeiou"
SYLLABLES = 10
"""Of 70 each: 70**10 codes are a little over 61 bits."""


def new_code() -> str:
    """A code nobody has yet, such as ``kadomurilesabogitunu``."""
    return "".join(secrets.choice(_CONSONANTS) + secrets.choice(_VOWELS) for _ in range(SYLLABLES))


def spoken(code: str) -> str:
    """The code in groups, for people.

    >>> spoken("kadomurilesabogitunu")
    'kado-muri-lesa-bogi-tunu'
    """
    return "-".join(code[at : at + 4] for at in range(0, len(code), 4))


def read_code(text: str) -> str | None:
    """The code in what somebody typed or a link says, whatever its capitals and hyphens; None if it is none."""
    plain = re.sub(r"[\s_.-]", "", text[:100]).lower()
    return plain if re.fullmatch(rf"([{_CONSONANTS}][{_VOWELS}]){{{SYLLABLES}}}", plain) else None
