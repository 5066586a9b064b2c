"""The Italian suits, denari, coppe, bastoni and spade, for the deck of 40 and for the Bresciana's 52."""

from __future__ import annotations

from ui.cards.design import Design, suit_of
from ui.cards.figures import cavallo, fante, king
from ui.cards.pips import GRID_OF_NINE, PIPS, PIPS_ABOVE_SEVEN


def _coin(ink: str, tint: str, pale: str) -> str:
    rays = (
        "M20 8.5 22 16 28.1 11.9 24 18 31.5 20 24 22 28.1 28.1 22 24 20 31.5 18 24 11.9 28.1 16 22 8.5 20 16"
        " 18 11.9 11.9 18 16Z"
    )
    return (
        f'<circle cx="20" cy="20" r="18.5" fill="{ink}"/><circle cx="20" cy="20" r="14.5" fill="{tint}"/>'
        f'<path d="{rays}" fill="{ink}"/><circle cx="20" cy="20" r="2.6" fill="{pale}"/>'
    )


def _cup(ink: str, tint: str, pale: str) -> str:
    body = (
        "M7 3H33C33.6 14 31 22 23.4 25.4V29.5C26.5 30.6 29.6 32 30 34.5V38H10V34.5C10.4 32 13.5 30.6 16.6"
        " 29.5V25.4C9 22 6.4 14 7 3Z"
    )
    return (
        f'<path d="{body}" fill="{ink}"/><path d="M10.3 7H29.7L29.2 11.5H10.8Z" fill="{tint}"/>'
        f'<path d="M12.3 14.5C13 18 14.2 20 16.4 21.6L18 20.4C16.3 18.8 15.3 17 14.8 14.5Z" fill="{pale}"/>'
        f'<path d="M13 35.4H27" stroke="{tint}" stroke-width="1.8"/>'
    )


def _sword(ink: str, tint: str, pale: str) -> str:
    return (
        f'<path d="M20 -1 24.8 6.5V28H15.2V6.5Z" fill="{ink}"/>'
        f'<path d="M20 4 21.7 7.6V27H18.3V7.6Z" fill="{pale}"/>'
        f'<path d="M9.4 24.6C12.6 27.4 27.4 27.4 30.6 24.6L32 28.6C27.4 32.6 12.6 32.6 8 28.6Z"'
        f' fill="{ink}"/>'
        f'<path d="M17.1 30.5H22.9V37H17.1Z" fill="{tint}" stroke="{ink}" stroke-width="1.5"/>'
        f'<circle cx="20" cy="38.6" r="3" fill="{ink}"/>'
    )


def _baton(ink: str, tint: str, pale: str) -> str:
    body = (
        "M16.8 37.5 15.2 26 10.4 23.4C8.2 22 9.4 18.6 12 19.2L14.3 19.8 11.4 8.5C10.4 3.6 14.4 .8 20 .8 25.6"
        " .8 29.6 3.6 28.6 8.5L27.8 12.2 31 11.2C33.6 10.6 34.8 14 32.6 15.4L26.4 18.6 23.2 37.5C22.6 40 17.4 40"
        " 16.8 37.5Z"
    )
    return (
        f'<g transform="rotate(24 20 20)"><path d="{body}" fill="{ink}"/>'
        f'<ellipse cx="20" cy="5.2" rx="5.8" ry="2.6" fill="{tint}"/>'
        f'<ellipse cx="20" cy="5.2" rx="2.4" ry="1" fill="{ink}"/>'
        f'<path d="M17.2 11.5 18.6 20M22.8 14 21.6 25M19.3 24 19.9 33" stroke="{pale}" stroke-width="1.7"'
        f' stroke-linecap="round"/><circle cx="10.6" cy="21.2" r="1.4" fill="{tint}"/>'
        f'<circle cx="32.2" cy="13.2" r="1.4" fill="{tint}"/></g>'
    )


SUITS = {
    "D": suit_of("D", ("#8a5a00", "#f0bd3c", "#fff0c2"), _coin),
    "C": suit_of("C", ("#b3231b", "#f2a27a", "#ffe3d4"), _cup),
    "B": suit_of("B", ("#26692f", "#a4cf6c", "#e4f3cf"), _baton),
    "S": suit_of("S", ("#1d4a9b", "#9cc3f0", "#e0edfc"), _sword),
}
FIGURES = {"J": fante, "Q": cavallo, "K": king}
HELD = {"J": (19.0, 82.0, 30.0), "Q": (84.0, 66.0, 30.0), "K": (18.0, 86.0, 30.0)}

ITALIAN = Design(
    name="italian",
    suits=SUITS,
    indices=dict(zip("A234567JQK", map(str, range(1, 11)), strict=True)),
    pips=PIPS,
    figures=FIGURES,
    held=HELD,
)
"""The 40 cards, numbered from 1 to 10: fante, cavallo and re are 8, 9 and 10."""

ITALIAN_52 = Design(
    name="italian52",
    suits=SUITS,
    indices=dict(zip("A23456789T", map(str, range(1, 11)), strict=True)) | {"J": "F", "Q": "C", "K": "R"},
    pips=PIPS | PIPS_ABOVE_SEVEN | {"9": GRID_OF_NINE},
    figures=FIGURES,
    held=HELD,
)
"""The 52 cards: fante, cavallo and re have no number, so they show their letters."""
