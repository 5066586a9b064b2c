"""Where the symbols of the numeral cards lie: below the index and the badge, in the card's box of 100 by 160."""

from __future__ import annotations

from ui.cards.design import Pips

_LEFT, _MIDDLE, _RIGHT = 27.0, 50.0, 73.0

PIPS: dict[str, Pips] = {
    "A": (74, ((_MIDDLE, 98),)),
    "2": (50, ((_MIDDLE, 69), (_MIDDLE, 127))),
    "3": (37, ((_MIDDLE, 59), (_MIDDLE, 98), (_MIDDLE, 137))),
    "4": (42, ((28, 70), (72, 70), (28, 126), (72, 126))),
    "5": (37, ((_LEFT, 64), (_RIGHT, 64), (_MIDDLE, 98), (_LEFT, 132), (_RIGHT, 132))),
    "6": (35, ((28, 60), (72, 60), (28, 98), (72, 98), (28, 136), (72, 136))),
    "7": (
        32,
        ((24, 59), (76, 59), (_MIDDLE, 78.5), (24, 98), (76, 98), (24, 137), (76, 137)),
    ),
}
"""Of the ranks that every deck has."""

_FOUR_ROWS = tuple((x, y) for y in (56.0, 83.5, 111.0, 138.5) for x in (25.0, 75.0))

PIPS_ABOVE_SEVEN: dict[str, Pips] = {
    "8": (30, ((24, 58), (76, 58), (_MIDDLE, 78), (24, 98), (76, 98), (_MIDDLE, 118), (24, 138), (76, 138))),
    "9": (26, (*_FOUR_ROWS, (_MIDDLE, 97.25))),
    "T": (26, (*_FOUR_ROWS, (_MIDDLE, 69.75), (_MIDDLE, 124.75))),
}
"""Of the ranks that only the deck of 52 has."""

GRID_OF_NINE: Pips = (29, tuple((x, y) for y in (59, 98, 137) for x in (20, _MIDDLE, 80)))
"""The nine of the Italian decks: three rows of three."""
