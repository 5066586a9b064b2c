"""Cards as pictures in a page's own HTML."""

import base64
from collections.abc import Sequence
from html import escape

from ui.cards import DESIGNS, card_svg
from ui.rule_names import plain_card
from ui.words import Words


def drawn(w: Words, cards: Sequence[str], deck: int) -> str:
    """The cards as images, each with its name for who cannot see it."""
    design = DESIGNS[deck]["italian"]
    return "".join(
        f'<img alt="{escape(plain_card(w, card))}" src="data:image/svg+xml;base64,'
        f'{base64.b64encode(card_svg(card, design).encode()).decode()}">'
        for card in cards
    )
