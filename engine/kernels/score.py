"""What the captured cards are worth, by category, in halves of a point."""

from typing import Any

import numpy as np

from engine.kernels.bits import popcount
from engine.kernels.jit import kernel
from engine.kernels.layout import (
    C_CARTE,
    C_COMBOS,
    C_EVENTS,
    C_PRIMIERA,
    C_RUN,
    C_SCOPE,
    C_SUIT,
    COMBO_COUNT,
    COMBOS,
    DECK,
    EVENTS,
    FULL_SUIT,
    MAJORITY,
    MAJORITY_ABSOLUTE,
    PILES,
    PRIMIERA,
    PRIMIERA_BELOW,
    PRIMIERA_OFF,
    PRIMIERA_VOID,
    RUN_CAP,
    RUN_MIN,
    RUN_SUIT,
    SCOPE,
    SIDES,
    SUIT,
)

PRIMIERA_VALUES = np.array([16, 12, 13, 14, 15, 18, 21, 10, 10, 10], dtype=np.int64)
"""Of the ranks ace to king, in every source (docs/rules.md, "Points")."""

RANKS_BY_VALUE = np.array([6, 5, 0, 4, 3, 2, 1, 7, 8, 9], dtype=np.int64)
"""The ranks from the best for primiera (seven) to the worst."""

COMPLETE = 1000  # added under "below": a primiera of four suits beats any other


@kernel
def primiera_value(setup: Any, pile: int) -> int:
    """The primiera of ``pile``: the best card of each suit, added up; -1 where the rules give it none.

    Under ``below`` a complete one is raised by `COMPLETE`, so that plain comparison decides.
    """
    rule = setup[PRIMIERA]
    if rule == PRIMIERA_OFF:
        return -1
    total = 0
    missing = 0
    for suit in range(4):
        best = 0
        for rank in RANKS_BY_VALUE:
            if pile >> (rank * 4 + suit) & 1:
                best = PRIMIERA_VALUES[rank]
                break
        if best == 0:
            missing += 1
        total += best
    if missing > 0 and rule == PRIMIERA_VOID:
        return -1
    if missing == 0 and rule == PRIMIERA_BELOW:
        return total + COMPLETE
    return total


@kernel
def run_length(setup: Any, pile: int) -> int:
    """The cards of the run that ``pile`` has from the ace on, up to the cap; 0 if too few or if no run counts."""
    suit = setup[RUN_SUIT]
    if suit < 0:
        return 0
    length = 0
    while length < setup[RUN_CAP] and pile >> (length * 4 + suit) & 1:
        length += 1
    return length if length >= setup[RUN_MIN] else 0


@kernel
def award(counts: Any, least: int, out: Any, category: int) -> None:
    """Give the point of ``category`` to the side whose count is the single highest and at least ``least``."""
    best = -1
    winner = -1
    for side in range(counts.shape[0]):
        if counts[side] > best:
            best = counts[side]
            winner = side
        elif counts[side] == best:
            winner = -1
    if winner >= 0 and best >= least:
        out[winner, category] = 2


@kernel
def score(setup: Any, piles: Any, scope: Any, events: Any, counts: Any, out: Any) -> None:
    """Fill ``out`` (sides × categories) with halves of a point for ``piles``, ``scope`` and ``events`` (by side).

    ``counts`` (sides) is working space.
    """
    sides = setup[SIDES]
    out[:sides] = 0
    half = setup[MAJORITY] == MAJORITY_ABSOLUTE
    for side in range(sides):
        out[side, C_SCOPE] = 2 * scope[side]
        out[side, C_EVENTS] = 2 * events[side]
        out[side, C_RUN] = 2 * run_length(setup, piles[side])
        for i in range(setup[COMBO_COUNT]):
            cards = setup[COMBOS + 2 * i]
            if piles[side] & cards == cards:
                out[side, C_COMBOS] += setup[COMBOS + 2 * i + 1]
        counts[side] = popcount(piles[side])
    award(counts[:sides], setup[DECK] // 2 + 1 if half else 1, out, C_CARTE)
    for side in range(sides):
        counts[side] = popcount(piles[side] & setup[SUIT])
    award(counts[:sides], setup[DECK] // 8 + 1 if half else 1, out, C_SUIT)
    for side in range(sides):
        counts[side] = primiera_value(setup, piles[side])
    award(counts[:sides], 1, out, C_PRIMIERA)


@kernel
def score_state(setup: Any, state: Any, counts: Any, out: Any) -> None:
    """`score` of what the sides have in ``state``."""
    sides = setup[SIDES]
    score(
        setup, state[PILES : PILES + sides], state[SCOPE : SCOPE + sides], state[EVENTS : EVENTS + sides], counts, out
    )


@kernel
def full_suit_side(setup: Any, piles: Any) -> int:
    """The side that has all cards of the suit that wins at once, -1: nobody, or no suit does."""
    cards = setup[FULL_SUIT]
    if cards != 0:
        for side in range(setup[SIDES]):
            if piles[side] & cards == cards:
                return side
    return -1
