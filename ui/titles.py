"""Short names of matches and deals: who plays, when, and how it stands."""

import datetime as dt
from collections.abc import Sequence

from ui.words import Words


def side_names(players: Sequence[str], w: Words) -> list[str]:
    """By side, its name: a pair's two names, or the player's."""
    if len(players) != 4:
        return list(players)
    return [w.listed((players[side], players[side + 2])) for side in range(2)]


def match_title(players: Sequence[str], w: Words) -> str:
    """Who plays against whom."""
    return " – ".join(side_names(players, w))


def score_text(w: Words, score: Sequence[float]) -> str:
    """The points of each side."""
    return "–".join(w.number(points) for points in score)


def date_text(w: Words, date: str | None) -> str | None:
    """The day of a record as the language writes it; one that is no date as it stands."""
    if not date:
        return None
    try:
        return w.date(dt.date.fromisoformat(date[:10]))
    except ValueError:
        return date


def plain(text: str) -> str:
    """A name from a record where Markdown is read: shown as it is, whatever signs it holds."""
    return "".join(f"\\{sign}" if sign in r"\`*_{}[]()<>#+-.!|$:~^" else sign for sign in text)
