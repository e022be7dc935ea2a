"""The pages of the app as one table: the tabs, the front door and the page titles all read it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    """One page: ``file`` from the app's root, ``tab`` its short name, ``job`` what it does for a player.

    ``icon`` is the inside of a 24 x 24 SVG, drawn with strokes. ``in_tabs`` keeps rarer pages out of the tab bar.
    """

    key: str
    file: str
    title: str
    tab: str
    job: str
    icon: str
    in_tabs: bool = True


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
        "cases",
        "pages/cases.py",
        "What if …?",
        "Learn",
        "Tricky moments, played out card by card, with the ruling.",
        "<path d='M9 18h6M10 21h4M8.4 13.8a6 6 0 1 1 7.2 0c-.9.7-1.1 1.4-1.1 2.2h-5c0-.8-.2-1.5-1.1-2.2z'/>",
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
        "referee",
        "pages/referee.py",
        "Referee",
        "Referee",
        "Deal your own cards; the app says what happens and whose turn it is.",
        "<circle cx='9' cy='14' r='5.5'/><path d='M9 8.5h11.500v4H14.3M12 3v2.5M7.500 3.5 8.5 6'/>",
    ),
    Page(
        "how",
        "pages/how_it_works.py",
        "How it works",
        "Rules",
        "Every rule to search, and what the odds assume.",
        "<path d='M12 6.5C10 5 7 4.5 4 5v13c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5zM12 6.5v13'/>",
    ),
)

BY_KEY = {page.key: page for page in PAGES}
HOME = BY_KEY["home"]
JOBS = tuple(page for page in PAGES if page is not HOME)
