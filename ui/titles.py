"""Short names of matches and deals: who plays, when, and how it stands."""

import datetime as dt
from collections.abc import Sequence

from ui.words import Words

SIGNS = r"\`*_{}[]()<>#+-.!|$~^&"
"""What Markdown may read as something else than itself."""


def side_names(players: Sequence[str], w: Words) -> list[str]:
    """By side, its name: a pair's two names (one, where both are called alike), or the player's."""
    if len(players) != 4:
        return list(players)
    return [w.listed(dict.fromkeys((players[side], players[side + 2]))) for side in range(2)]


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
    """A text from a record where Markdown is read: shown as it is, whatever signs it holds."""
    # Streamlit reads names between colons before Markdown is: only an entity keeps them as they are.
    return "".join("&#58;" if sign == ":" else f"\\{sign}" if sign in SIGNS else sign for sign in text)


def places_at_table(w: Words, players: int, own: int) -> list[str]:
    """By seat, who sits there as the reader at the seat ``own`` sees it: the reader, partner, opponents."""
    others = {2: ["across"], 3: ["right", "left"], 4: ["right", "partner", "left"]}[players]
    names = [w("train.seat.you"), *(w(f"train.seat.{other}") for other in others)]
    return [names[(seat - own) % players] for seat in range(players)]
