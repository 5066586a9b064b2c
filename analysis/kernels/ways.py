"""All ways in which the unseen cards of the last packet may lie, one after the other."""

from typing import Any

from analysis.kernels.worlds import held_by, received
from engine.kernels.bits import popcount
from engine.kernels.jit import kernel
from engine.kernels.layout import FIRST, HANDS, PLAYS, PLY, ROUND, SEATS
from engine.kernels.play import copy_state

PLAYS_PER_ORDER = 8  # about as many are made for each way the cards lie and each order in which all play theirs


@kernel
def next_order(owners: Any, count: int) -> bool:
    """Make the first ``count`` of ``owners`` their next order; False if they were in the last, which is the highest."""
    i = count - 2
    while i >= 0 and owners[i] >= owners[i + 1]:
        i -= 1
    if i < 0:
        return False
    j = count - 1
    while owners[j] <= owners[i]:
        j -= 1
    held = owners[i]
    owners[i] = owners[j]
    owners[j] = held
    i += 1
    j = count - 1
    while i < j:
        held = owners[i]
        owners[i] = owners[j]
        owners[j] = held
        i += 1
        j -= 1
    return True


@kernel
def first_order(setup: Any, public: Any, owners: Any) -> int:
    """How many cards are unseen in the last packet; fills ``owners`` with who holds them, the lowest first."""
    seats = setup[SEATS]
    seat = (public[FIRST] + public[PLY]) % seats
    count = 0
    for other in range(seats):
        if other != seat:
            for _ in range(held_by(setup, public, other) - popcount(public[HANDS + other])):
                owners[count] = other
                count += 1
    return count


@kernel
def ways_left(setup: Any, public: Any, most: int) -> int:
    """In how many ways the unseen cards may lie; 0 if a packet is still to come.

    Also 0 if going through them and all orders in which they may be played would take more than about ``most`` plays.
    """
    seats = setup[SEATS]
    if received(setup, public[ROUND]) < setup[PLAYS] // seats:
        return 0
    seat = (public[FIRST] + public[PLY]) % seats
    ways = 1
    orders = 1
    placed = 0
    for other in range(seats):
        held = held_by(setup, public, other)
        for i in range(held):
            orders *= i + 1
        if other != seat:
            for i in range(held - popcount(public[HANDS + other])):
                placed += 1
                ways = ways * placed // (i + 1)
        if ways * orders * PLAYS_PER_ORDER > most:
            return 0
    return ways


@kernel
def place(public: Any, unseen: int, owners: Any, world: Any) -> None:
    """Fill ``world`` with ``public`` and the cards of the mask ``unseen``, the lowest for the first of ``owners``."""
    copy_state(public, world)
    number = 0
    while unseen != 0:
        world[HANDS + owners[number]] |= unseen & -unseen
        unseen &= unseen - 1
        number += 1
