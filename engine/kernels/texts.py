"""Cards and plays as text, in bulk: read from the bytes of a strict writer, and written back to bytes."""

from typing import Any

from engine.kernels.declare import LARGEST_VALUE
from engine.kernels.jit import kernel
from engine.kernels.lines import BRACE_END, BRACKET_END, COMMA, QUOTE, as_integer, begins_with, digit, integer_end

CROSS = 120  # x
PLUS = 43
HASH = 35

LOW_KNOCK, TRIPLE_KNOCK = range(2)
"""What a knock is called."""


@kernel
def card_at(text: Any, position: int, end: int, letters: Any) -> int:
    """The card whose two letters stand at ``position`` before ``end``; -1: there is none.

    ``letters[0]`` gives the rank of each byte, ``letters[1]`` the suit, -1 for none.
    """
    if position + 2 > end:
        return -1
    rank = as_integer(letters[0, text[position]])
    suit = as_integer(letters[1, text[position + 1]])
    return rank * 4 + suit if rank >= 0 and suit >= 0 else -1


@kernel
def read_cards(text: Any, start: int, end: int, letters: Any, out: Any) -> bool:
    """Whether ``["JD","QC"]`` with just as many cards as ``out`` has room for stands from ``start`` to ``end``."""
    position = start + 1
    for k in range(out.shape[0]):
        if position + 5 > end or text[position] != QUOTE or text[position + 3] != QUOTE:
            return False
        card = card_at(text, position + 1, end, letters)
        if card < 0:
            return False
        out[k] = card
        if text[position + 4] != (BRACKET_END if k + 1 == out.shape[0] else COMMA):
            return False
        position += 5
    return position == end


@kernel
def read_plays(text: Any, start: int, end: int, letters: Any, cards: Any, taken: Any, signs: Any) -> bool:
    """Whether ``["4DxAC+3D","4C"]`` with just as many plays as ``cards`` has room for stands there.

    Fills by play the card, the mask of the cards that it takes and whether the sign of a scopa stands; captured cards
    must stand by rank, then suit.
    """
    position = start + 1
    for ply in range(cards.shape[0]):
        if position + 4 >= end or text[position] != QUOTE:
            return False
        card = card_at(text, position + 1, end, letters)
        if card < 0:
            return False
        position += 3
        mask = 0
        if text[position] == CROSS:
            last = -1
            while True:
                other = card_at(text, position + 1, end, letters)
                if other <= last or other == card:
                    return False
                mask |= 1 << other
                last = other
                position += 3
                if position >= end:
                    return False
                if text[position] != PLUS:
                    break
        sign = text[position] == HASH
        if sign:
            position += 1
        if position + 1 >= end or text[position] != QUOTE:
            return False
        if text[position + 1] != (BRACKET_END if ply + 1 == cards.shape[0] else COMMA):
            return False
        position += 2
        cards[ply] = card
        taken[ply] = mask
        signs[ply] = sign
    return position == end


@kernel
def read_deals(
    text: Any,
    table_spans: Any,
    play_spans: Any,
    letters: Any,
    tables: Any,
    cards: Any,
    taken: Any,
    signs: Any,
    fine: Any,
) -> None:
    """Fill ``tables``, ``cards``, ``taken`` and ``signs`` (a row a deal) from the lists at the spans (deals × 2).

    ``fine`` becomes False where a list is not as `read_cards` and `read_plays` want it. Where the rules deal no table
    there must be none.
    """
    for i in range(play_spans.shape[0]):
        start, end = table_spans[i, 0], table_spans[i, 1]
        if tables.shape[1] == 0:
            whole = start < 0
        else:
            whole = start >= 0 and read_cards(text, start, end, letters, tables[i])
        fine[i] = whole and read_plays(text, play_spans[i, 0], play_spans[i, 1], letters, cards[i], taken[i], signs[i])


@kernel
def write_card(out: Any, position: int, card: int, names: Any) -> int:
    """Where the text goes on after ``card`` was written at ``position``; ``names``: two letters by card."""
    out[position] = names[card, 0]
    out[position + 1] = names[card, 1]
    return position + 2


@kernel
def write_play(out: Any, position: int, card: int, taken: int, scopa: bool, names: Any) -> int:
    """Where the text goes on after a play was written at ``position``: ``7Dx3D+4B#``."""
    position = write_card(out, position, card, names)
    sign = CROSS
    other = 0
    while taken != 0:
        if taken & 1:
            out[position] = sign
            position = write_card(out, position + 1, other, names)
            sign = PLUS
        taken >>= 1
        other += 1
    if scopa:
        out[position] = HASH
        position += 1
    return position


@kernel
def read_knocks(text: Any, spans: Any, signs: Any, sign_starts: Any, declared: Any, whats: Any, fine: Any) -> None:
    """Fill ``declared`` and ``whats`` (deals × plies) from the lists of knocks at ``spans`` (deals × 2; -1: none).

    ``signs``: what a record writes of a knock: before its ply, ``low``, ``triple``, before the matta's number. ``fine``
    becomes False where a list is not as a strict writer writes it.
    """
    for i in range(spans.shape[0]):
        start, end = spans[i, 0], spans[i, 1]
        if start >= 0 and not read_knock_list(text, start, end, signs, sign_starts, declared[i], whats[i]):
            fine[i] = False


@kernel
def read_knock_list(text: Any, start: int, end: int, signs: Any, sign_starts: Any, declared: Any, whats: Any) -> bool:
    """Fill ``declared`` and ``whats`` (by ply) from one list of knocks; whether it is as `read_knocks` wants it."""
    position = start + 1
    last = -1
    while True:
        if not begins_with(text, position, end, signs, sign_starts[0:2]):
            return False
        position += sign_starts[1] - sign_starts[0]
        ply, position = number_at(text, position, end)
        if ply <= last or ply >= declared.shape[0]:
            return False
        last = ply
        what = LOW_KNOCK if begins_with(text, position, end, signs, sign_starts[1:3]) else TRIPLE_KNOCK
        if what == TRIPLE_KNOCK and not begins_with(text, position, end, signs, sign_starts[2:4]):
            return False
        position += sign_starts[what + 2] - sign_starts[what + 1]
        matta = 0
        if begins_with(text, position, end, signs, sign_starts[3:5]):
            position += sign_starts[4] - sign_starts[3]
            matta, position = number_at(text, position, end)
            if not 1 <= matta <= LARGEST_VALUE:
                return False
        if position + 1 >= end or text[position] != BRACE_END:
            return False
        declared[ply] = matta
        whats[ply] = what
        if text[position + 1] == BRACKET_END:
            return position + 2 == end
        if text[position + 1] != COMMA:
            return False
        position += 2


@kernel
def number_at(text: Any, position: int, end: int) -> tuple[int, int]:
    """The integer at ``position`` and where it ends; -1 if there is none."""
    close = integer_end(text, position, end)
    if close < 0:
        return -1, position
    number = 0
    for k in range(position, close):
        number = number * 10 + digit(text[k])
    return number, close
