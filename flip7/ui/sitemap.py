"""The pages of the app as one table: the tabs, the front door and the page titles all read it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    """One page: ``file`` from the app's root, ``tab`` its short name, ``job`` what it does for a player.

    ``icon`` is the inside of a 24 x 24 SVG, drawn with strokes. ``under`` is the tab that a page without one of its
    own belongs to: it is shown as the current one there.
    """

    key: str
    file: str
    title: str
    tab: str
    job: str
    icon: str
    under: str = ""

    @property
    def in_tabs(self) -> bool:
        """Whether the page has a tab of its own."""
        return not self.under


PAGES = (
    Page(
        "home",
        "app.py",
        "Flip 7 Table",
        "Home",
        "",
        "<path d='M3.5 11.5 12 4l8.5 7.5'/><path d='M6 10v9.5h12V10'/>",
    ),
    Page(
        "learn",
        "pages/learn.py",
        "Learn the game",
        "Learn",
        "Play your first round in five minutes, and every rule when it bites.",
        "<path d='M12 5 2.500 9.500 12 14l9.500-4.500z'/><path d='M6 11.500V16c3.500 2.700 8.500 2.700 12 0v-4.500'/>",
    ),
    Page(
        "hit",
        "pages/should_i_hit.py",
        "Should I hit?",
        "Hit?",
        "Tap your cards and see at once: one more, or stay.",
        "<rect x='4.5' y='3.5' width='15' height='17' rx='2.5'/><path d='M12 8v8M8 12h8'/>",
    ),
    Page(
        "score",
        "pages/check_score.py",
        "Check a score",
        "Score",
        "What a hand is worth, step by step, with the rule.",
        "<rect x='4.5' y='3.5' width='15' height='17' rx='2.5'/><path d='m8 12.5 3 3 5.5-6.5'/>",
    ),
    Page(
        "round",
        "pages/check_round.py",
        "Check a round",
        "Round",
        "Every player’s cards and totals at once: what is wrong, and why.",
        "<rect x='4.500' y='3.500' width='15' height='17' rx='2.500'/><path d='M8 8h8M8 12h8M8 16h4'/>",
        under="score",
    ),
    Page(
        "referee",
        "pages/referee.py",
        "Referee",
        "Referee",
        "Deal your own cards; the app says what happens and whose turn it is.",
        "<circle cx='9' cy='14' r='5.5'/><path d='M9 8.5h11.500v4H14.3M12 3v2.5M7.500 3.5 8.5 6'/>",
    ),
    Page(
        "pad",
        "pages/score_pad.py",
        "Score pad",
        "Pad",
        "The whole game, on one phone or on everybody’s: rounds, totals, the end. Nothing is lost.",
        "<path d='M5 3.500h11l3 3v14H5z'/><path d='M8.500 9h7M8.500 13h7M8.500 17h4'/>",
    ),
    Page(
        "watch",
        "pages/watch.py",
        "Watch a game",
        "Watch",
        "Look on from your own phone: lines, totals and chances of a game on somebody’s pad.",
        "<path d='M2.5 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.5 12z'/>"
        "<circle cx='12' cy='12' r='3'/>",
        under="pad",
    ),
    Page(
        "how",
        "pages/how_it_works.py",
        "How it works",
        "Rules",
        "Every rule to search, and what the odds assume.",
        "<path d='M12 6.5C10 5 7 4.5 4 5v13c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5zM12 6.5v13'/>",
        under="learn",
    ),
    Page(
        "practice",
        "pages/practice.py",
        "Practice",
        "Practice",
        "Play against the computer; a coach says what each choice cost. Drills, and a deal a day.",
        "<circle cx='12' cy='12' r='8.5'/><circle cx='12' cy='12' r='4.500'/><path d='M12 12h.01'/>",
        under="learn",
    ),
    Page(
        "cases",
        "pages/cases.py",
        "What if …?",
        "What if",
        "Tricky moments, played out card by card, with the ruling.",
        "<path d='M9 18h6M10 21h4M8.4 13.8a6 6 0 1 1 7.2 0c-.9.7-1.1 1.4-1.1 2.2h-5c0-.8-.2-1.5-1.1-2.2z'/>",
        under="learn",
    ),
    Page(
        "replay",
        "pages/replay.py",
        "Replay a round",
        "Replay",
        "Any round, card by card, with the chance of each card.",
        "<path d='M4 12a8 8 0 1 0 2.500-5.800M4 4v4h4'/><path d='M10 9v6l5-3z'/>",
        under="learn",
    ),
    Page(
        "claims",
        "pages/claims.py",
        "True or not?",
        "Claims",
        "What players say about this game, put to the numbers.",
        "<path d='M12 4v16M5 8h14M5 8l-2.500 6h5zM19 8l-2.500 6h5z'/>",
        under="learn",
    ),
    Page(
        "game",
        "pages/worked_game.py",
        "A game, worked out",
        "A game",
        "Three rounds of four players, each hand scored step by step.",
        "<path d='M4 20V4M4 20h16M7 16l4-5 3 2 5-7'/>",
        under="learn",
    ),
    Page(
        "sheet",
        "pages/cheat_sheet.py",
        "Cheat sheet",
        "Sheet",
        "The whole game on one screen, or on paper.",
        "<path d='M6 3.500h8l4 4v13H6z'/><path d='M14 3.500v4h4M9 12h6M9 16h6'/>",
        under="learn",
    ),
)

BY_KEY = {page.key: page for page in PAGES}
HOME = BY_KEY["home"]
JOBS = tuple(page for page in PAGES if page is not HOME and page.in_tabs)
