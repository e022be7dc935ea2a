"""The score sheet on A4 as PDF: empty to write on, or a game as it was played.

The letters are those of European languages and Hebrew (DejaVu, in ``fonts/``); any other is printed as ``?``.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from fpdf import FPDF
from fpdf.bidi import BidiParagraph
from fpdf.enums import TextDirection, XPos, YPos
from fpdf.fonts import TTFFont

from flip7.errors import Fault, NotAllowedError
from flip7.scorepad.game import Game
from flip7.scorepad.rounds import Round

MAX_PLAYERS = 18
WIDE_FROM = 9
"""From so many players on the sheet lies on its side."""
EMPTY_ROUNDS = {"P": 20, "L": 15}
MARGIN, FIRST, HEAD, ROW = 12.0, 16.0, 9.0, 10.0
"""In millimetres: margin of the page, width of the first column, heights of the head and of each row."""
SHADE = 240
_WORDS = {"frozen": "frozen", "busted": "bust", "flip7": "Flip 7"}
_FONT = "sheet"


class _Sheet:
    """A page with a grid: one column for each player."""

    def __init__(self, title: str, names: Sequence[str]) -> None:
        self.turned = "L" if len(names) >= WIDE_FROM else "P"
        self.pdf = FPDF(self.turned, "mm", "A4")
        fonts = files("flip7.scorepad").joinpath("fonts")
        for style, name in (("", "DejaVuSansCondensed"), ("B", "DejaVuSansCondensed-Bold")):
            self.pdf.add_font(_FONT, style, str(fonts.joinpath(f"{name}.ttf")))
        self.pdf.set_margins(MARGIN, MARGIN)
        self.pdf.set_auto_page_break(False)
        self.pdf.set_title(title)
        self.title, self.names = title, names
        self.column = (self.pdf.epw - FIRST) / len(names)

    def text(self, text: str, width: float, size: float, *, bold: bool = False) -> str:
        """The text as the font can print it, in reading order, cut to ``width`` mm."""
        self.pdf.set_font(_FONT, "B" if bold else "", size)
        font = self.pdf.fonts[f"{_FONT}{'B' if bold else ''}"]
        assert isinstance(font, TTFFont)
        shown = "".join(c if ord(c) in font.cmap else "?" for c in text)
        if self.pdf.get_string_width(shown) > width:
            while shown and self.pdf.get_string_width(f"{shown}…") > width:
                shown = shown[:-1]
            shown += "…"
        return BidiParagraph(shown, TextDirection.LTR).get_reordered_string()

    def cell(self, text: str, width: float, height: float, size: float, **look: object) -> None:
        """One box of the grid; the next one stands to its right."""
        bold, small = bool(look.get("bold")), str(look.get("small", ""))
        x, y = self.pdf.get_x(), self.pdf.get_y()
        self.pdf.set_fill_color(SHADE)
        self.pdf.cell(width, height, border=1, fill=bool(look.get("shade")))
        self.pdf.set_xy(x, y)
        shown = self.text(text, width - 1, size, bold=bold)
        self.pdf.cell(width, height * (0.62 if small else 1), shown, align="C")
        if small:
            self.pdf.set_xy(x, y + height * 0.55)
            self.pdf.cell(width, height * 0.4, self.text(small, width - 1, 6.5), align="C")
        self.pdf.set_xy(x + width, y)

    def head(self, note: str) -> None:
        """A new page with the title and everybody's names."""
        self.pdf.add_page()
        self.line(self.title, 15, bold=True)
        self.line(note, 9)
        self.pdf.ln(2)
        self.cell("Round", FIRST, HEAD, 8, bold=True, shade=True)
        size = 10 if self.column > 18 else 8
        for name in self.names:
            self.cell(name, self.column, HEAD, size, bold=True, shade=True)
        self.pdf.ln(HEAD)

    def line(self, text: str, size: float, *, bold: bool = False) -> None:
        """A line of text across the page."""
        shown = self.text(text, self.pdf.epw, size, bold=bold)
        self.pdf.cell(0, size * 0.55, shown, new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def room(self, rows: float) -> bool:
        """Whether so many rows still fit on the page."""
        return self.pdf.get_y() + rows * ROW <= self.pdf.h - MARGIN

    def done(self) -> bytes:
        """The finished document."""
        return bytes(self.pdf.output())


def empty_sheet(players: int, names: Sequence[str] = ()) -> bytes:
    """An empty score sheet; seats without a name are left blank. Raises ``NotAllowedError`` for other than 1 to 18."""
    if not 1 <= players <= MAX_PLAYERS:
        raise NotAllowedError([Fault(f"A score sheet is for 1 to {MAX_PLAYERS} players, not {players}.", "R4")])
    named = [*names[:players], *[""] * (players - len(names))]
    sheet = _Sheet("Flip 7: score sheet", named)
    sheet.head("The game ends after a round with somebody at 200 or more; the highest total wins.")
    for number in range(1, EMPTY_ROUNDS[sheet.turned] + 1):
        sheet.cell(str(number), FIRST, ROW, 9)
        for _ in named:
            sheet.cell("", sheet.column, ROW, 9)
        sheet.pdf.ln(ROW)
    sheet.cell("Total", FIRST, ROW, 9, bold=True, shade=True)
    for _ in named:
        sheet.cell("", sheet.column, ROW, 9, shade=True)
    return sheet.done()


def game_sheet(game: Game) -> bytes:
    """The game so far or to its end: points of every round with what happened, totals below, and the places.

    Of more than 18 players those who left first are not shown.
    """
    order = [player for player in game.page.order(game.open) if any(player in this.seats for this in game.rounds)]
    here = [player for player in order if game.page.players[player].plays(game.open)]
    gone = [player for player in order if player not in here][: MAX_PLAYERS - len(here)]
    shown = [player for player in order if player in here or player in gone]
    sheet = _Sheet(f"{game.edition.title}: {'the game' if game.over else 'the game so far'}", [*map(game.name, shown)])
    note = f"Played to {game.house.target} points."
    sheet.head(note)
    for this in game.rounds[:-1]:
        if not sheet.room(2):
            sheet.head(note)
        _row(sheet, this, shown)
    sheet.cell("Total", FIRST, ROW, 9, bold=True, shade=True)
    for player in shown:
        sheet.cell(_signed(game.totals[player]), sheet.column, ROW, 11, bold=True, shade=True)
    sheet.pdf.ln(ROW + 4)
    for place, player in game.ranking:
        if not sheet.room(1):
            sheet.head(note)
        won = "winner, " if player in game.winners else ""
        sheet.line(f"{place}.  {won}{_signed(game.totals[player])} points:  {game.name(player)}", 10)
    return sheet.done()


def _row(sheet: _Sheet, this: Round, shown: Sequence[str]) -> None:
    sheet.cell(str(this.number), FIRST, ROW, 9, small="void" if this.row.void else "")
    for player in shown:
        word = _WORDS.get(this.status.get(player, ""), "")
        deals = "deals" if player == this.dealer else ""
        points = _signed(this.points[player]) if player in this.points else "–" if player in this.seats else ""
        sheet.cell(points, sheet.column, ROW, 10, small=", ".join(filter(None, (word, deals))))
    sheet.pdf.ln(ROW)


def _signed(points: int) -> str:
    return str(points).replace("-", "\N{MINUS SIGN}")
