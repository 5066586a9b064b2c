"""Cards and plays within the text of a report: small chips, or whole cards of its sprite, with their words."""

import re
from collections.abc import Callable

from markupsafe import Markup, escape

from ui.cards import HEIGHT, WIDTH, Design
from ui.sentences import Pack, card_name
from ui.words import Words

_PLAY = re.compile(r"\b[A2-9TJQK][DCBS](?:x[A2-9TJQK][DCBS](?:\+[A2-9TJQK][DCBS])*)?#?(?!\w)")
"""A card or a play as the notation writes it."""


class Chips:
    """How the cards of a deck are shown in the text."""

    def __init__(self, w: Words, design: Design, pack: Pack, matta: str | None = None) -> None:
        """``matta``: the wild card, if there is one. The other methods are given its number in the position."""
        self.w = w
        self.design = design
        self.pack = pack
        self.matta = matta

    def card(self, code: str, worth: int | None = None) -> Markup:
        """A card as a chip, for the eye only: who listens gets the words of the play."""
        suit = Markup('<svg viewBox="0 0 40 40"><use href="#{}-suit-{}"/></svg>').format(self.design.name, code[1])
        classes = f"chip {self.design.name}-{code[1]}"
        index = self.design.indices[code[0]]
        return Markup('<span class="{}"><b>{}</b>{}{}</span>').format(classes, index, suit, self._number(code, worth))

    def play(self, text: str, worth: int | None = None) -> Markup:
        """A play as the notation writes it, as chips."""
        return self._shown(text, "play", self.card, worth)

    def pictures(self, text: str, worth: int | None = None) -> Markup:
        """The same, as whole small cards."""
        return self._shown(text, "cards", self._picture, worth)

    def sentence(self, text: str, worth: int | None = None) -> Markup:
        """A sentence in which cards and plays are chips."""
        parts: list[Markup] = []
        end = 0
        for found in _PLAY.finditer(text):
            parts += [escape(text[end : found.start()]), self.play(found[0], worth)]
            end = found.end()
        return Markup().join([*parts, escape(text[end:])])

    def words(self, text: str, worth: int | None = None) -> str:
        """A play in words: “asso di coppe prende asso di spade, scopa”."""
        card, taken, scopa = parts_of(text)
        name = self._name(card, worth)
        if not taken:
            return self.w("play.lays", card=name)
        others = ", ".join(self._name(code, worth) for code in taken)
        return self.w("play.scopa" if scopa else "play.takes", card=name, taken=others)

    def _name(self, code: str, worth: int | None) -> str:
        name = card_name(self.w, code, self.pack)
        return self.w("card.worth", card=name, value=worth) if worth and code == self.matta else name

    def _number(self, code: str, worth: int | None) -> Markup:
        return Markup("<em>={}</em>").format(worth) if worth and code == self.matta else Markup()

    def _picture(self, code: str, worth: int | None) -> Markup:
        return Markup('<svg class="card" viewBox="0 0 {} {}"><use href="#{}-card-{}"/></svg>{}').format(
            WIDTH, HEIGHT, self.design.name, code, self._number(code, worth)
        )

    def _shown(self, text: str, kind: str, drawn: Callable[[str, int | None], Markup], worth: int | None) -> Markup:
        card, taken, scopa = parts_of(text)
        parts = [drawn(card, worth)]
        if taken:
            parts += [Markup('<span class="times">×</span>'), *(drawn(code, worth) for code in taken)]
        if scopa:
            parts.append(Markup('<span class="star">★</span>'))
        # A card alone in a sentence is no play: its name is enough.
        words = self.words(text, worth) if taken else self._name(card, worth)
        both = Markup('<span aria-hidden="true">{}</span><span class="spoken">{}</span>').format(
            Markup().join(parts), words
        )
        return Markup('<span class="{}">{}</span>').format(kind, both)


def tones(design: Design) -> Markup:
    """The rules of CSS that give the chips of each suit its tones: a suit of a sprite has none of its own."""
    rule = Markup(".{}-{} {{ --ink: {}; --tint: {}; --pale: {}; }}")
    suits = design.suits.values()
    return Markup("\n").join(rule.format(design.name, suit.code, suit.ink, suit.tint, suit.pale) for suit in suits)


def parts_of(text: str) -> tuple[str, list[str], bool]:
    """The card of a play as the notation writes it, the cards that it takes, and whether it is a scopa."""
    card, _, taken = text.rstrip("#").partition("x")
    return card, taken.split("+") if taken else [], text.endswith("#")
