"""Cards and their text are inverses over both decks, and the spoken forms are read."""

import pytest

from engine.cards import RANKS, SUITS, card_text, cards_of, mask_of, parse_card, suit_mask, texts_of
from engine.errors import CardError


@pytest.mark.parametrize("deck", RANKS)
def test_text_is_the_inverse_of_parsing(deck: int) -> None:
    """Every card of a deck has its own text, and reading it gives the card back."""
    texts = [card_text(card, deck) for card in range(deck)]
    assert len(set(texts)) == deck
    assert [parse_card(text, deck) for text in texts] == list(range(deck))
    assert [texts.index(rank + suit) for rank in RANKS[deck] for suit in SUITS] == list(range(deck))


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("7d", "7D"),
        ("1D", "AD"),
        ("as", "AS"),
        ("8C", "JC"),
        ("9b", "QB"),
        ("10S", "KS"),
        ("FD", "JD"),
        ("rb", "KB"),
        ("7♦", "7D"),
        ("K♥", "KC"),
        ("3♣", "3B"),
        ("10♠️", "KS"),
    ],
)
def test_spoken_forms(written: str, canonical: str) -> None:
    """Lower case, 1 8 9 10, F and R, and suit symbols are read as the card they mean."""
    assert card_text(parse_card(written)) == canonical


def test_ranks_of_the_52_card_deck_are_not_those_of_the_40() -> None:
    """With 52 cards 8 and 9 are pips, and the ten is no king."""
    assert card_text(parse_card("8C", 52), 52) == "8C"
    assert card_text(parse_card("10C", 52), 52) == "TC"
    assert parse_card("KC", 52) == 12 * 4 + 1


@pytest.mark.parametrize("written", ["", "D", "7", "7X", "8", "TD", "0D", "77D", "??"])
def test_what_is_no_card(written: str) -> None:
    """A text that names no card of the deck is an error that quotes it."""
    with pytest.raises(CardError) as error:
        parse_card(written)
    assert error.value.code == "card.unknown"
    assert error.value.params["found"] == written


def test_masks() -> None:
    """A mask holds a set of cards, listed by rank, then suit."""
    assert cards_of(mask_of([39, 0, 24])) == (0, 24, 39)
    assert texts_of(mask_of([24, 5])) == ["2C", "7D"]
    assert cards_of(suit_mask("S", 40)) == tuple(range(3, 40, 4))
    assert suit_mask("D", 52).bit_count() == 13
