"""Cards as text codes: the decks, and what one card is worth under given options."""

from collections.abc import Iterable, Mapping
from typing import Any

Options = Mapping[str, Any]
"""One preset's plain options, as they stand in the presets file."""

CardSet = frozenset[str]

SUITS = "DCBS"
RANKS_BY_DECK = {40: "A234567JQK", 52: "A23456789TJQK"}
HIGHEST_NUMERIC_RANK = 10


def deck(options: Options) -> list[str]:
    """Every card of the deck, by rank, then suit."""
    return [rank + suit for rank in RANKS_BY_DECK[options["deck"]] for suit in SUITS]


def rank(options: Options, card: str) -> int:
    """The printed rank, counted from the ace = 1 (the king is 10 of 40 cards, 13 of 52)."""
    return RANKS_BY_DECK[options["deck"]].index(card[0]) + 1


def suit(card: str) -> str:
    """The suit letter."""
    return card[1]


def value(options: Options, card: str, matta_value: int | None = None) -> int:
    """The rank that counts in play: the declared one for a declared matta, else the printed one."""
    if matta_value is not None and card == options["matta"]:
        return matta_value
    return rank(options, card)


def is_numeric(card_value: int) -> bool:
    """Whether a value may be part of a sum (ranks 11 to 13 never are)."""
    return card_value <= HIGHEST_NUMERIC_RANK


def count_of_suit(cards: Iterable[str], wanted: str) -> int:
    """How many of the cards are of the wanted suit."""
    return sum(1 for card in cards if suit(card) == wanted)
