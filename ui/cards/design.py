"""What a deck of cards looks like, as data: its suits, its indices, the places of its pips, its figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

WIDTH = 100
HEIGHT = 160
PAPER = "#fffdf6"
EDGE = "#8d8574"
SKIN = "#f0c39b"
HAIR = "#4a3323"

Pips = tuple[float, tuple[tuple[float, float], ...]]
"""Size and centres of the symbols of a numeral card."""


@dataclass(frozen=True, slots=True)
class Suit:
    """What a suit looks like: its three tones and its symbol in a box of 40 by 40 units."""

    code: str
    """The letter of the notation."""
    ink: str
    """The dark tone, at least 4.5:1 on the paper: index, outlines, main surfaces."""
    tint: str
    """The middle tone: second surfaces of symbols and figures."""
    pale: str
    """The light tone: linings and highlights."""
    symbol: str
    """SVG content, drawn in the box."""


@dataclass(frozen=True, slots=True)
class Design:
    """The drawings of one deck: its suits, the indices, the places of the pips and the figures by rank."""

    name: str
    """What the names of its symbols in a sprite begin with."""
    suits: Mapping[str, Suit]
    """By the suit's letter."""
    indices: Mapping[str, str]
    """What is printed at the top left, by the rank's letter."""
    pips: Mapping[str, Pips]
    """Size and centres of the symbols, by the rank's letter, for ranks without a figure."""
    figures: Mapping[str, Callable[[Suit], str]]
    """What draws the figure, by the rank's letter."""
    held: Mapping[str, tuple[float, float, float]]
    """Centre and size of the symbol that a figure shows, by the rank's letter."""

    def codes(self) -> tuple[str, ...]:
        """All cards of the deck, suit by suit, rising ranks."""
        return tuple(rank + suit for suit in self.suits for rank in self.indices)


def suit_of(code: str, tones: tuple[str, str, str], symbol: Callable[[str, str, str], str]) -> Suit:
    """The suit of that letter, whose ``symbol`` is drawn in its three ``tones``: ink, tint, pale."""
    return Suit(code, *tones, symbol(*tones))
