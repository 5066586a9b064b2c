"""Legal plays of a hand, and what a play does to a deal in progress."""

from typing import Any

from engine.kernels.bits import lowest
from engine.kernels.captures import captures
from engine.kernels.jit import kernel
from engine.kernels.layout import (
    FIRST,
    HAND,
    HANDS,
    LAST_CAPTURER,
    LAST_PLAY_SCOPA,
    PILES,
    PLAYS,
    PLY,
    REDEAL,
    ROUND,
    SCOPE,
    SEATS,
    SIDES,
    TABLE,
)


@kernel
def legal_plays(setup: Any, table: int, hand: int, cards: Any, taken: Any) -> int:
    """How many plays ``hand`` has; play *i* lays ``cards[i]`` and takes the mask ``taken[i]`` (0: it takes nothing)."""
    count = 0
    rest = hand
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        found = captures(setup, table, card, taken[count:])
        if found == 0:
            taken[count] = 0
            found = 1
        for i in range(count, count + found):
            cards[i] = card
        count += found
    return count


@kernel
def is_scopa(setup: Any, table: int, taken: int, ply: int) -> bool:
    """Whether taking ``taken`` from ``table`` at ``ply`` is a scopa."""
    return taken != 0 and taken == table and (ply + 1 < setup[PLAYS] or setup[LAST_PLAY_SCOPA] == 1)


@kernel
def play_card(setup: Any, state: Any, packets: Any, card: int, taken: int) -> bool:
    """Make a legal play in ``state``, which changes; whether it was a scopa.

    ``packets`` (rounds × seats, masks) are the cards that each seat receives. When the hands are empty the next packet
    is dealt; after the deal's last play the table goes to the side that captured last.
    """
    seats = setup[SEATS]
    ply = state[PLY]
    seat = (state[FIRST] + ply) % seats
    side = seat % setup[SIDES]
    table = state[TABLE]
    scopa = is_scopa(setup, table, taken, ply)
    state[HANDS + seat] &= ~(1 << card)
    if taken == 0:
        table |= 1 << card
    else:
        table &= ~taken
        state[PILES + side] |= taken | (1 << card)
        state[LAST_CAPTURER] = side
        if scopa:
            state[SCOPE + side] += 1
    ply += 1
    if ply == setup[PLAYS]:
        if state[LAST_CAPTURER] >= 0:
            state[PILES + state[LAST_CAPTURER]] |= table
            table = 0
    elif ply == seats * (setup[HAND] + state[ROUND] * setup[REDEAL]):
        state[ROUND] += 1
        for other in range(seats):
            state[HANDS + other] = packets[state[ROUND], other]
    state[TABLE] = table
    state[PLY] = ply
    return scopa
