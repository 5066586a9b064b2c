"""Cards as integers, sets of cards as masks, and their text.

A card is ``rank * 4 + suit``, both from 0, suits in the order D C B S; bit *c* of a mask stands for card *c*.
"""

from collections.abc import Iterable

from engine.errors import CardError

SUITS = "DCBS"
"""Denari, coppe, bastoni, spade."""

RANKS = {40: "A234567JQK", 52: "A23456789TJQK"}
"""By deck; fante, cavallo and re are J, Q and K."""

SUIT_SYMBOLS = {"♦": "D", "♥": "C", "♣": "B", "♠": "S"}
SPOKEN_RANKS = {
    40: {"1": "A", "8": "J", "9": "Q", "10": "K", "F": "J", "R": "K"},
    52: {"1": "A", "10": "T", "F": "J", "R": "K"},
}
"""Other ways in which people write a rank, which the reader accepts."""

TEXTS = {deck: tuple(rank + suit for rank in ranks for suit in SUITS) for deck, ranks in RANKS.items()}
"""The canonical text of each card, by deck and card."""

NUMBERS = {deck: {text: card for card, text in enumerate(texts)} for deck, texts in TEXTS.items()}
"""The inverse of `TEXTS`."""

SEVEN = 6
"""The rank of the sevens, in both decks."""


def card_text(card: int, deck: int = 40) -> str:
    """The canonical text of ``card``: rank, then suit."""
    return TEXTS[deck][card]


def parse_card(text: str, deck: int = 40) -> int:
    """The card that ``text`` names, in the canonical form or one of those people write (``1d``, ``10♦``, ``FC``).

    :raises CardError: ``card.unknown``.
    """
    known = NUMBERS[deck].get(text)
    if known is not None:
        return known
    written = text.strip().replace("\ufe0f", "").replace("\ufe0e", "").upper()
    rank, suit = written[:-1], written[-1:]
    rank = SPOKEN_RANKS[deck].get(rank, rank)
    suit = SUIT_SYMBOLS.get(suit, suit)
    known = NUMBERS[deck].get(rank + suit)
    if known is None:
        raise CardError("card.unknown", found=text, ranks=" ".join(RANKS[deck]), suits=" ".join(SUITS))
    return known


def mask_of(cards: Iterable[int]) -> int:
    """The set of ``cards`` as a mask."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(mask: int) -> tuple[int, ...]:
    """The cards of ``mask``, by rank, then suit."""
    cards = []
    while mask:
        lowest = mask & -mask
        cards.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(cards)


def texts_of(mask: int, deck: int = 40) -> list[str]:
    """The canonical texts of the cards of ``mask``, by rank, then suit."""
    return [TEXTS[deck][card] for card in cards_of(mask)]


def full_deck(deck: int) -> int:
    """The mask of all cards of the deck."""
    return (1 << deck) - 1


def suit_mask(suit: str, deck: int) -> int:
    """The mask of all cards of ``suit``."""
    return mask_of(range(SUITS.index(suit), deck, 4))
