"""Random numbers, shuffles and deals that are the same compiled or not, on every machine."""

from typing import Any

from engine.kernels.declare import open_table
from engine.kernels.jit import inlined, kernel
from engine.kernels.layout import (
    DECK,
    FIRST,
    HAND,
    HANDS,
    LAST_CAPTURER,
    LAST_LAID,
    PLAYS,
    REDEAL,
    REDEAL_IF,
    REDEAL_IF_COUNT,
    SEATS,
    TABLE,
)

MULTIPLIER = 1791398085  # Marsaglia's multiply-with-carry, base 2**32: every product stays below 2**63
MODULUS = MULTIPLIER << 32  # a state lies strictly between 0 and this, less one


@inlined
def draw(state: int) -> int:
    """The generator's state after ``state``: one random number."""
    return MULTIPLIER * (state & 0xFFFFFFFF) + (state >> 32)


@inlined
def scaled(state: int, bound: int) -> int:
    """The random number of ``state`` from 0 to ``bound - 1``."""
    return (((state ^ (state >> 32)) & 0xFFFFFFFF) * bound) >> 32


@inlined
def below(random: Any, bound: int) -> int:
    """A number from 0 to ``bound - 1``; ``random`` (one int64, from `engine.deals.generator`) moves on."""
    random[0] = draw(random[0])
    return scaled(random[0], bound)


@inlined
def fraction(random: Any) -> float:
    """A number from 0 up to, but not, 1; ``random`` (one int64) moves on."""
    random[0] = draw(random[0])
    return ((random[0] ^ (random[0] >> 32)) & 0xFFFFFFFF) / 4294967296.0


@inlined
def shuffle(random: Any, cards: Any) -> None:
    """Put ``cards`` in a random order, each order as likely as any other."""
    state = random[0]
    for i in range(cards.shape[0] - 1, 0, -1):
        state = draw(state)
        j = scaled(state, i + 1)
        held = cards[i]
        cards[i] = cards[j]
        cards[j] = held
    random[0] = state


@kernel
def throws_in(setup: Any, table: int) -> bool:
    """Whether the rules have a deal with these table cards dealt again."""
    rank = setup[REDEAL_IF]
    if rank < 0:
        return False
    count = 0
    for suit in range(4):
        count += table >> (rank * 4 + suit) & 1
    return count >= setup[REDEAL_IF_COUNT]


@kernel
def begin(setup: Any, first: int, table: int, packets: Any, state: Any) -> None:
    """Fill ``state`` with the start of a deal: ``table`` face up, the first of ``packets`` in the hands."""
    state[:] = 0
    state[TABLE] = table
    state[FIRST] = first
    state[LAST_CAPTURER] = -1
    state[LAST_LAID] = -1
    for seat in range(setup[SEATS]):
        state[HANDS + seat] = packets[0, seat]
    open_table(setup, state)


@kernel
def deal(setup: Any, random: Any, first: int, cards: Any, state: Any, packets: Any) -> None:
    """Deal at random: fill ``state`` and ``packets`` (rounds × seats) for ``first`` to play.

    ``cards`` is a permutation of the deck: working space, and afterwards the order dealt: the table, then each packet
    seat by seat from ``first``.
    """
    seats = setup[SEATS]
    faceup = setup[DECK] - setup[PLAYS]
    while True:
        shuffle(random, cards)
        table = 0
        for i in range(faceup):
            table |= 1 << cards[i]
        if not throws_in(setup, table):
            break
    position = faceup
    size = setup[HAND]
    for packet in range(packets.shape[0]):
        if packet > 0:
            size = min(setup[REDEAL], (setup[DECK] - position) // seats)
        seat = first
        for _ in range(seats):
            hand = 0
            for i in range(position, position + size):
                hand |= 1 << cards[i]
            packets[packet, seat] = hand
            position += size
            seat = seat + 1 if seat + 1 < seats else 0
    begin(setup, first, table, packets, state)
