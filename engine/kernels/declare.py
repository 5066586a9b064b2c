"""What is given before a card is played: knocks, and the dealt table that goes to the dealer."""

from typing import Any

from engine.kernels.bits import lowest, popcount
from engine.kernels.captures import card_value
from engine.kernels.jit import kernel
from engine.kernels.layout import (
    COMBO_COUNT,
    COMBOS,
    DECLARED,
    EVENTS,
    FIRST,
    HANDS,
    KNOCK_DISTINCT,
    KNOCK_LIMIT,
    KNOCK_OPEN,
    KNOCK_PAIR,
    KNOCK_TRIPLE,
    KNOCKING_HAND,
    LAST_CAPTURER,
    MATTA,
    MATTA_VALUE,
    PILES,
    PLY,
    SEATS,
    SHOWN,
    SIDES,
    SUM_AT_MOST,
    TABLE,
    TABLE_BONUS_COUNT,
)

LARGEST_VALUE = 10  # that a matta may stand for


@kernel
def knock_points(setup: Any, hand: int, matta: int) -> int:
    """What a hand of three pays when its matta counts as ``matta`` (0: as its own), 0: nothing to declare."""
    if setup[KNOCK_LIMIT] < 0 or popcount(hand) != KNOCKING_HAND:
        return 0
    total = 0
    values = 0
    rest = hand
    while rest != 0:
        value = card_value(setup, lowest(rest), matta)
        total += value
        values |= 1 << value
        rest &= rest - 1
    different = popcount(values)
    if different == 1:
        return setup[KNOCK_TRIPLE]
    if total > setup[KNOCK_LIMIT]:
        return 0
    return setup[KNOCK_PAIR] if different == 2 else setup[KNOCK_DISTINCT]


@kernel
def knock_values(setup: Any, hand: int) -> int:
    """The mask of the numbers that the matta may stand for in the best knock of ``hand``.

    Bit 0 alone: the hand has no matta and something to declare. 0: it has nothing to declare.
    """
    if setup[MATTA] < 0 or hand >> setup[MATTA] & 1 == 0:
        return 1 if knock_points(setup, hand, 0) > 0 else 0
    best = 0
    values = 0
    for matta in range(1, LARGEST_VALUE + 1):
        points = knock_points(setup, hand, matta)
        if points > best:
            best = points
            values = 0
        if points == best and points > 0:
            values |= 1 << matta
    return values


@kernel
def legal_declarations(setup: Any, state: Any) -> int:
    """What the seat to play may declare now, as `knock_values` of its hand: only before its first card of a packet."""
    seat = (state[FIRST] + state[PLY]) % setup[SEATS]
    if setup[KNOCK_LIMIT] < 0 or state[DECLARED] >> seat & 1:
        return 0
    return knock_values(setup, state[HANDS + seat])


@kernel
def declare(setup: Any, state: Any, matta: int) -> int:
    """Make a legal declaration in ``state``, which changes; its points.

    ``matta``: the number that the wild card stands for, 0 if the hand has none.
    """
    seat = (state[FIRST] + state[PLY]) % setup[SEATS]
    hand = state[HANDS + seat]
    points = knock_points(setup, hand, matta)
    state[EVENTS + seat % setup[SIDES]] += points
    state[DECLARED] |= 1 << seat
    if matta > 0:
        state[MATTA_VALUE] = matta
    if setup[KNOCK_OPEN]:
        state[SHOWN] |= hand
    return points


@kernel
def table_points(setup: Any, table: int, matta: int) -> int:
    """What a dealt ``table`` pays the dealer when its matta counts as ``matta`` (0: as its own)."""
    total = 0
    rest = table
    while rest != 0:
        total += card_value(setup, lowest(rest), matta)
        rest &= rest - 1
    best = 0
    start = COMBOS + 2 * setup[COMBO_COUNT]
    for i in range(start, start + 3 * setup[TABLE_BONUS_COUNT], 3):
        holds = total <= setup[i + 1] if setup[i] == SUM_AT_MOST else total == setup[i + 1]
        if holds and setup[i + 2] > best:
            best = setup[i + 2]
    return best


@kernel
def table_bonus(setup: Any, table: int) -> int:
    """What a dealt ``table`` pays the dealer, who then takes it; the matta counts as what gives most."""
    if table == 0 or setup[TABLE_BONUS_COUNT] == 0:
        return 0
    best = table_points(setup, table, 0)
    if setup[MATTA] >= 0 and table >> setup[MATTA] & 1:
        for matta in range(1, LARGEST_VALUE + 1):
            best = max(best, table_points(setup, table, matta))
    return best


@kernel
def open_table(setup: Any, state: Any) -> None:
    """Give the dealt table to the dealer's side in ``state``, if it pays: the first player then finds none."""
    points = table_bonus(setup, state[TABLE])
    if points == 0:
        return
    side = (state[FIRST] + setup[SEATS] - 1) % setup[SEATS] % setup[SIDES]
    state[PILES + side] = state[TABLE]
    state[EVENTS + side] = points
    state[LAST_CAPTURER] = side
    state[TABLE] = 0
