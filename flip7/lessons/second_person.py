"""The engine's sentences about the seat that is named ``You``, said to the learner who sits there."""

from __future__ import annotations

import re

_VERBS = {
    "is": "are", "has": "have", "says": "say", "turns": "turn", "takes": "take", "busts": "bust", "deals": "deal",
    "wins": "win", "keeps": "keep", "discards": "discard",
}  # fmt: skip
_VERB = re.compile(rf"\bYou ({'|'.join(_VERBS)})\b")
_ALSO = re.compile(r"(\bYou turn [^.:]*) and (busts|keeps)\b")
_OWN = re.compile(r"\b([Tt])he (line|cards|hand) of You\b")
_OUT = re.compile(r"\b(You bust and) is\b")
_CARD = re.compile(r"(?:the |(?<=[“ ]))(\d+|[−+]\d+|÷2|(?:The )?Zero|Unlucky 7|Lucky 13) of You\b")
_SWEPT = re.compile(r"\b(sweeps away) (.*) of You\b")
_INSIDE = re.compile(r"(?<=[\w,:;] )You\b")


def second_person(words: str) -> str:
    """The sentence with the learner as "you".

    >>> second_person("Card one of three: You turns another 8 and busts: out of this round.")
    'Card one of three: you turn another 8 and bust: out of this round.'
    >>> second_person("The 5 joins the line of You.")
    'The 5 joins your line.'
    >>> second_person("You says: “I swap the 9 of You with The Zero of Ben.”")
    'You say: “I swap my 9 with The Zero of Ben.”'
    """
    words = _OWN.sub(lambda found: ("Your " if found[1] == "T" else "your ") + found[2], words)
    words = _VERB.sub(lambda found: f"You {_VERBS[found[1]]}", words)
    words = _OUT.sub(lambda found: f"{found[1]} are", words)
    words = _ALSO.sub(lambda found: f"{found[1]} and {_VERBS[found[2]]}", words)
    words = _SWEPT.sub(r"\1 your \2", words)
    mine = "my" if words.startswith("You say") else "your"
    words = _CARD.sub(lambda found: f"{mine} {found[1].removeprefix('The ')}", words)
    return _INSIDE.sub("you", words)
