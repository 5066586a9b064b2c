"""Drawings of the playing cards as SVG text, for the card table, reports, Anki and the documentation.

Every card is drawn in a box of 100 by 160 units: index at the top left, the suit's badge at the top right, the
pips or the figure below. A :class:`Design` holds what differs from deck to deck, so that another deck or
other suits are another value of it. The suits differ in shape, not in colour alone.
"""

from ui.cards.design import HEIGHT, PAPER, WIDTH, Design, Suit
from ui.cards.drawing import UNKNOWN, back_svg, card_svg, sprite
from ui.cards.french import FRENCH, FRENCH_52
from ui.cards.italian import ITALIAN, ITALIAN_52

DESIGNS = {40: {"italian": ITALIAN, "french": FRENCH}, 52: {"italian": ITALIAN_52, "french": FRENCH_52}}
"""By the number of cards and the kind of suits, every deck that there is."""

__all__ = [
    "DESIGNS",
    "FRENCH",
    "FRENCH_52",
    "HEIGHT",
    "ITALIAN",
    "ITALIAN_52",
    "PAPER",
    "UNKNOWN",
    "WIDTH",
    "Design",
    "Suit",
    "back_svg",
    "card_svg",
    "sprite",
]
