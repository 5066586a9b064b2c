"""A play and its text are inverses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import mask_of, parse_card
from engine.errors import PlayError
from engine.plays import Play, parse_play, play_text


@given(
    st.sampled_from([40, 52]).flatmap(
        lambda deck: st.tuples(st.just(deck), st.sets(st.integers(0, deck - 1), min_size=1, max_size=9), st.booleans())
    )
)
def test_parsing_is_the_inverse_of_writing(drawn: tuple[int, set[int], bool]) -> None:
    """Whatever is played and taken, the text reads back as the same play, and writes the same text."""
    deck, cards, scopa = drawn
    card, *taken = sorted(cards, reverse=True)
    play = Play(card, mask_of(taken))
    text = play_text(play, scopa, deck)
    written = parse_play(text, deck)
    assert (written.card, written.taken or 0, written.scopa) == (play.card, play.taken, scopa)
    assert (written.taken is None) == (not taken)
    assert play_text(Play(written.card, written.taken or 0), written.scopa, deck) == text


def test_examples() -> None:
    """The forms of the notation: laid, capture of several, scopa; captured cards are written by rank, then suit."""
    assert play_text(Play(parse_card("7D"), mask_of([parse_card("4B"), parse_card("3D")])), False) == "7Dx3D+4B"
    assert play_text(Play(parse_card("2C"), 1 << parse_card("2S")), True) == "2Cx2S#"
    assert parse_play(" 7d X 4b + 3d ").taken == mask_of([parse_card("4B"), parse_card("3D")])
    assert parse_play("7D").taken is None
    assert parse_play("2C×2S#").scopa


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "play.unreadable"),
        ("7Dx", "play.unreadable"),
        ("x3D", "play.unreadable"),
        ("7Dx3D+", "play.unknown_card"),
        ("7Dx3Z", "play.unknown_card"),
        ("9Z", "play.unknown_card"),
        ("7Dx7D", "play.card_twice"),
        ("7Dx3D+3D", "play.card_twice"),
    ],
)
def test_what_is_no_play(text: str, code: str) -> None:
    """A text that writes no play is an error by cause."""
    with pytest.raises(PlayError) as error:
        parse_play(text)
    assert error.value.code == code
