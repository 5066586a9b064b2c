"""Positions written by hand, as one seat sees them."""

from analysis.knowledge import SeatView
from engine.cards import card_text, mask_of, parse_card
from engine.plays import Play, parse_play
from engine.rules import Rules, preset

SCIENTIFICO = preset("scopone-scientifico")
FIRST, DEALERS_PARTNER, THIRD, DEALER = range(4)
"""The seats of a hand-made position: seat 0 plays first."""


def cards(text: str) -> int:
    """The cards of a text as a mask."""
    return mask_of(map(parse_card, text.split()))


def play_of(text: str) -> Play:
    """A play as the notation writes it."""
    written = parse_play(text)
    return Play(written.card, written.taken or 0)


def text_of(play: Play) -> str:
    """A play as the notation writes it, without the sign of a scopa."""
    taken = "+".join(card_text(card) for card in range(40) if play.taken >> card & 1)
    return f"{card_text(play.card)}x{taken}" if taken else card_text(play.card)


def view_of(
    hand: str,
    table: str,
    *,
    seat: int = FIRST,
    last: str = "",
    out: str = "",
    last_capturer: int | None = None,
    rules: Rules = SCIENTIFICO,
) -> SeatView:
    """What ``seat`` sees with four players, after the plays ``last``; before them cards were laid that do not count.

    The cards ``out`` belong to the dealer's side, but for those that ``last`` tells otherwise.
    """
    made = tuple(map(play_of, last.split()))
    ply = (rules.hand - len(hand.split())) * 4 + seat
    captured = cards(out)
    filler = (Play(captured.bit_length() - 1 if captured else 0),) * (ply - len(made))
    return SeatView(
        rules=rules,
        players=4,
        seat=seat,
        first=FIRST,
        hand=cards(hand),
        table=cards(table),
        piles=(0, captured),
        scope=(0, 0),
        events=(0, 0),
        last_capturer=last_capturer,
        matta_value=None,
        shown=(0, 0, 0, 0),
        plays=(*filler, *made),
        matta_values=(0,) * ply,
    )
