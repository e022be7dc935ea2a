"""A whole round in a link: the record's text, packed. Referee links cannot hold one that begins in the middle.

Records share most of their words, so the packer knows these beforehand. ``_WORDS`` belongs to the form of the link:
another text there would make all links unreadable that are out in the world.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib

from flip7.engine.reading import MAX_RECORD
from flip7.errors import Fault, NotationError

_WORDS = b"""names]
P6 = "
P5 = "
P4 = "
discard = "
reshuffle = [
deck_ends = true
error = "R23
winner = "
[house]
[start]
turn = "
format = 1
edition = "vengeance"
format = 1
edition = "classic"
title = "Round 1, played at the table"
players = [
    "P1",
    "P2",
    "P3",
    "P4",
]
dealer = "P3"
players = [
    "Ana",
    "Ben",
    "Cleo",
]
dealer = "Cleo"
deck = "F3 FR SC 12 11 10 9 8 7 6 5 4 3 2 +4 x2"
choices = [
    "P1 F3 > P2",
    "P1 hit",
    "P2 hit",
    "P3 stay",
    "Ana hit",
    "Ben hit",
    "Cleo hit",
    "Ana stay",
]

[names]
P1 = "Ana"
P2 = "Ben"
P3 = "Cleo"

[expect]
ended = false
asks = "hit-or-stay"
ended = true
discard = "F3 FR SC"
deck_left = 0
game = "goes-on"
next_dealer = "P1"

[expect.lines]
P1 = "1 2 3 4
Ana = "

[expect.status]
P1 = "stayed"
P2 = "frozen"
Ana = "busted"
Ben = "active"

[expect.scores]
P1 = 2
P2 = 3
P3 = 0
Ana = 1
Ben = 2
Cleo = 0

[expect.totals]
"""
_BROKEN = "The round in this link is damaged or cut short; ask for the link once more."


def pack(text: str) -> str:
    """The text as a word for links; ``unpack`` reads it."""
    packer = zlib.compressobj(9, zdict=_WORDS)
    packed = packer.compress(text.encode()) + packer.flush()
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def unpack(word: str) -> str:
    """The text in a link; raises ``NotationError`` for a word that ``pack`` did not make, or a boundless text."""
    try:
        if not re.fullmatch(r"[A-Za-z0-9_-]+", word):
            raise ValueError
        packed = base64.urlsafe_b64decode(word + "=" * (-len(word) % 4))
        opener = zlib.decompressobj(zdict=_WORDS)
        text = opener.decompress(packed, 4 * MAX_RECORD)
        if not opener.eof or opener.unused_data:
            raise ValueError
        return text.decode()
    except (ValueError, binascii.Error, zlib.error) as error:
        raise NotationError([Fault(_BROKEN)]) from error
