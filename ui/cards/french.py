"""The French suits, quadri, cuori, fiori and picche, in four colours, for the decks of 40 and of 52.

Each has the colour of the Italian suit that it stands for, so that a suit's colour means the same on every page.
"""

from __future__ import annotations

from ui.cards.design import Design, suit_of
from ui.cards.figures import donna, fante, king
from ui.cards.pips import PIPS, PIPS_ABOVE_SEVEN


def _diamond(ink: str, tint: str, pale: str) -> str:
    return (
        f'<path d="M20 .5C24 8.5 29.5 15.5 36 20 29.5 24.5 24 31.5 20 39.5 16 31.5 10.5 24.5 4 20 10.5 15.5 16 8.5 20'
        f' .5Z" fill="{ink}"/><path d="M20 8C22.6 12.8 26 16.9 30 20 26 23.1 22.6 27.2 20 32 17.4 27.2 14 23.1 10 20'
        f' 14 16.9 17.4 12.8 20 8Z" fill="{tint}"/><path d="M20 12.5 25.5 20H20Z" fill="{pale}"/>'
    )


def _heart(ink: str, tint: str, pale: str) -> str:
    body = (
        "M20 38.5C9.5 30 2 22.8 2 13.8 2 7.4 6.5 3 12 3 15.6 3 18.6 5 20 8.6 21.4 5 24.4 3 28 3 33.5 3 38 7.4 38 13.8"
        " 38 22.8 30.5 30 20 38.5Z"
    )
    return (
        f'<path d="{body}" fill="{ink}"/><path d="M6 14C6 9.6 8.7 7 12 7 13.4 7 14.7 7.5 15.7 8.4 11.6 9 9.4 12 9.8'
        f' 18.4 7.4 17.4 6 16 6 14Z" fill="{tint}"/><circle cx="10.4" cy="11.6" r="1.6" fill="{pale}"/>'
    )


def _club(ink: str, tint: str, pale: str) -> str:
    return (
        f'<path d="M18.2 20H21.8C22 29 24 34.5 28.5 38.5H11.5C16 34.5 18 29 18.2 20Z" fill="{ink}"/>'
        f'<circle cx="20" cy="10" r="9" fill="{ink}"/><circle cx="10.5" cy="23" r="9" fill="{ink}"/>'
        f'<circle cx="29.5" cy="23" r="9" fill="{ink}"/><path d="M20 12 26 24H14Z" fill="{ink}"/>'
        f'<circle cx="20" cy="9.5" r="4.6" fill="{tint}"/><circle cx="10" cy="23.3" r="4.6" fill="{tint}"/>'
        f'<circle cx="30" cy="23.3" r="4.6" fill="{tint}"/>'
        f'<circle cx="18.7" cy="8.2" r="1.5" fill="{pale}"/><circle cx="8.7" cy="22" r="1.5" fill="{pale}"/>'
        f'<circle cx="28.7" cy="22" r="1.5" fill="{pale}"/>'
    )


def _spade(ink: str, tint: str, pale: str) -> str:
    body = (
        "M20 .5C24.5 9 38 15.6 38 25.2 38 30.2 34.4 33.4 30.2 33.4 26.6 33.4 23.6 31.6 21.8 28.4 22.1 33.2 24 36.2 27.5"
        " 39H12.5C16 36.2 17.9 33.2 18.2 28.4 16.4 31.6 13.4 33.4 9.8 33.4 5.6 33.4 2 30.2 2 25.2 2 15.6 15.5 9 20 .5Z"
    )
    return (
        f'<path d="{body}" fill="{ink}"/><path d="M20 7.5C16.5 13.4 7 18.4 6.4 24.6 6.2 27 7.6 29 9.6 29.2 8.6 21.4 14'
        f' 18.6 20 12.5Z" fill="{tint}"/><path d="M20 7.5V12.5L17.4 14.8 17.2 11.4Z" fill="{pale}"/>'
    )


SUITS = {
    "D": suit_of("D", ("#8a5a00", "#f0bd3c", "#fff0c2"), _diamond),
    "C": suit_of("C", ("#b3231b", "#f2a27a", "#ffe3d4"), _heart),
    "B": suit_of("B", ("#26692f", "#a4cf6c", "#e4f3cf"), _club),
    "S": suit_of("S", ("#23406f", "#8fb0e0", "#e0e9f8"), _spade),
}
FIGURES = {"J": fante, "Q": donna, "K": king}
HELD = {"J": (19.0, 82.0, 28.0), "Q": (18.0, 82.0, 28.0), "K": (18.0, 86.0, 28.0)}
LETTERS = {"J": "J", "Q": "Q", "K": "K"}

FRENCH = Design(
    name="french",
    suits=SUITS,
    indices={rank: rank for rank in "A234567"} | LETTERS,
    pips=PIPS,
    figures=FIGURES,
    held=HELD,
)
"""The 40 cards that are left without 8, 9 and 10: fante, donna and re bear the letters of French cards."""

FRENCH_52 = Design(
    name="french52",
    suits=SUITS,
    indices={rank: rank for rank in "A23456789"} | {"T": "10"} | LETTERS,
    pips=PIPS | PIPS_ABOVE_SEVEN,
    figures=FIGURES,
    held=HELD,
)
"""The whole deck of 52."""
