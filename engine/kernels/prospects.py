"""What two piles are sure of, what they can still win, and which cards still matter for it.

Every figure is points of side 0 less side 1, in halves. A category that nobody can change any more is *closed*: its
points are added up once, and its cards are like any others of their rank.
"""

from typing import Any

import numpy as np

from engine.kernels.bits import popcount
from engine.kernels.jit import kernel
from engine.kernels.layout import (
    COMBO_COUNT,
    COMBOS,
    DECK,
    MAJORITY,
    MAJORITY_ABSOLUTE,
    PRIMIERA,
    PRIMIERA_BELOW,
    PRIMIERA_OFF,
    PRIMIERA_VOID,
    RUN_CAP,
    RUN_MIN,
    RUN_SUIT,
    SUIT,
)
from engine.kernels.score import COMPLETE, PRIMIERA_VALUES
from engine.kernels.solver_work import MASK, MIX

OPEN_CARTE, OPEN_SUIT, OPEN_PRIMIERA, OPEN_RUN, OPEN_COMBOS = 1, 2, 4, 8, 16
ALL_OPEN = 31

LEVEL_VALUES = sorted(set(PRIMIERA_VALUES.tolist()))
"""The different values of cards for primiera; a card's *level* is its place here, from 1 (0: no card)."""


def _levels() -> np.ndarray:
    """By byte of a mask (0-4) and what stands in it, the levels it holds: one bit each, a byte for each suit."""
    table = np.zeros((5, 256), dtype=np.int64)
    for byte in range(5):
        for content in range(256):
            for bit in range(8):
                if content >> bit & 1:
                    rank, suit = (byte * 8 + bit) // 4, bit % 4
                    table[byte, content] |= 1 << (suit * 8 + LEVEL_VALUES.index(PRIMIERA_VALUES[rank]))
    return table.reshape(-1)


def _above() -> np.ndarray:
    """By suit and level (0-8), the mask of the suit's cards of a higher level."""
    table = np.zeros((4, 9), dtype=np.int64)
    for suit in range(4):
        for level in range(9):
            for rank in range(10):
                if LEVEL_VALUES.index(PRIMIERA_VALUES[rank]) + 1 > level:
                    table[suit, level] |= 1 << (rank * 4 + suit)
    return table.reshape(-1)


LEVELS = _levels()
ABOVE = _above()
TOP_LEVEL = np.array([content.bit_length() for content in range(256)], dtype=np.int64)
"""The highest level of one suit's byte, 0: none."""
BEST = np.array([LEVEL_VALUES[level - 1] if level else 0 for level in TOP_LEVEL], dtype=np.int64)
"""What the best card of one suit's byte is worth for primiera, 0: no card."""

SUIT_COUNT, PRIMIERA_COUNT = 7, 13
GUARDS = 1 << 6 | 1 << 12 | 1 << 20
"""The bits above the counts of an open category each: cards, cards of the suit, primiera ahead in suits that stand."""

FIXED = 255
"""Stands for a suit whose best cards nobody can improve, and that both sides have."""


@kernel
def levels_of(cards: int) -> int:
    """The primiera levels of ``cards``: a byte for each suit, a bit for each level."""
    return (
        LEVELS[cards & 255]
        | LEVELS[256 + (cards >> 8 & 255)]
        | LEVELS[512 + (cards >> 16 & 255)]
        | LEVELS[768 + (cards >> 24 & 255)]
        | LEVELS[1024 + (cards >> 32 & 255)]
    )


@kernel
def primiera_of_levels(setup: Any, levels: int) -> int:
    """As `engine.kernels.score.primiera_value`, from the pile's levels."""
    rule = setup[PRIMIERA]
    if rule == PRIMIERA_OFF:
        return -1
    missing = (levels - 0x01010101) & ~levels & 0x80808080
    if missing != 0 and rule == PRIMIERA_VOID:
        return -1
    total = BEST[levels & 255] + BEST[levels >> 8 & 255] + BEST[levels >> 16 & 255] + BEST[levels >> 24 & 255]
    if missing == 0 and rule == PRIMIERA_BELOW:
        return total + COMPLETE
    return total if total > 0 else -1


@kernel
def outcome(first: int, second: int, least: int) -> int:
    """Halves of the point that the higher of two counts wins, if it is at least ``least``."""
    if first > second:
        return 2 if first >= least else 0
    if second > first:
        return -2 if second >= least else 0
    return 0


@kernel
def prospects(
    setup: Any, first: int, second: int, first_levels: int, second_levels: int, rest: int, still: int, closed: int
) -> Any:
    """What the piles ``first`` and ``second`` are worth while the cards ``rest`` are still to be captured.

    ``still``: the categories that were open before; ``closed``: the points of the others. Given back: both anew; the
    points that are sure (``closed`` and those of single combos); the least and the most that the open categories
    can add; the mask of the cards whose captor matters; a code of how they stand, and one of the suits' levels (a byte
    each); what side 0 has of each (`GUARDS`), the more the better. With ``rest`` they say all that matters.
    """
    low = 0
    high = 0
    matters = 0
    code = 0
    counted = 0
    suits = 0
    half = setup[MAJORITY] == MAJORITY_ABSOLUTE
    if still & OPEN_CARTE:
        left = popcount(rest)
        least = setup[DECK] // 2 + 1 if half else 1
        mine = popcount(first)
        worst = outcome(mine, popcount(second) + left, least)
        best = outcome(mine + left, popcount(second), least)
        if worst == best:
            still ^= OPEN_CARTE
            closed += worst
        else:
            low += worst
            high += best
            code = 1
            counted = mine
    if still & OPEN_SUIT:
        suit = setup[SUIT]
        left = popcount(rest & suit)
        least = setup[DECK] // 8 + 1 if half else 1
        mine = popcount(first & suit)
        theirs = popcount(second & suit)
        worst = outcome(mine, theirs + left, least)
        best = outcome(mine + left, theirs, least)
        if worst == best:
            still ^= OPEN_SUIT
            closed += worst
        else:
            low += worst
            high += best
            code |= 2
            counted |= mine << SUIT_COUNT
            matters |= suit
    if still & OPEN_PRIMIERA:
        rest_levels = levels_of(rest)
        worst = outcome(
            primiera_of_levels(setup, first_levels), primiera_of_levels(setup, second_levels | rest_levels), 1
        )
        best = outcome(
            primiera_of_levels(setup, first_levels | rest_levels), primiera_of_levels(setup, second_levels), 1
        )
        if worst == best:
            still ^= OPEN_PRIMIERA
            closed += worst
        else:
            low += worst
            high += best
            ahead = 64
            for suit in range(4):
                shift = suit << 3
                mine = first_levels >> shift & 255
                theirs = second_levels >> shift & 255
                lower = min(TOP_LEVEL[mine], TOP_LEVEL[theirs])
                if lower > 0 and TOP_LEVEL[rest_levels >> shift & 255] <= lower:
                    ahead += BEST[mine] - BEST[theirs]
                    suits |= FIXED << shift
                else:
                    matters |= ABOVE[suit * 9 + lower]
                    suits |= (TOP_LEVEL[mine] * 9 + TOP_LEVEL[theirs] + 1) << shift
            code |= 4
            counted |= ahead << PRIMIERA_COUNT
    if still & OPEN_RUN:
        settled, worst, best, run_code, run_cards = run_prospects(setup, first, second, rest)
        if run_cards == 0:
            still ^= OPEN_RUN
            closed += settled
        else:
            low += worst
            high += best
            code |= run_code << 3
            matters |= run_cards
    sure = closed
    if still & OPEN_COMBOS:
        settled, worst, best, combo_code, combo_cards = combo_prospects(setup, first, second, rest)
        sure += settled
        if combo_cards == 0:
            still ^= OPEN_COMBOS
            closed = sure
        else:
            low += worst
            high += best
            code = (code + combo_code) & MASK
            matters |= combo_cards
    return still, closed, sure, low, high, matters, code, suits, counted


@kernel
def run_prospects(setup: Any, first: int, second: int, rest: int) -> Any:
    """Of the run: points if settled, bounds if not, a code of how it stands, its open cards (none: it is settled)."""
    suit = setup[RUN_SUIT]
    if suit < 0:
        return 0, 0, 0, 0, 0
    owner = 0
    length = 0
    before = 0  # cards from the ace on that nobody has yet
    together = 0  # cards from the ace on that the owner has without a gap
    open_cards = 0
    while length < setup[RUN_CAP]:
        bit = 1 << (length * 4 + suit)
        holder = 1 if first & bit else 2 if second & bit else 0
        if holder == 0 and not rest & bit:
            break
        if holder != 0 and owner != 0 and holder != owner:
            break
        if holder != 0:
            owner = holder
        else:
            open_cards |= bit
        length += 1
        if open_cards == 0:
            together = length
        if owner == 0:
            before = length
    if length < setup[RUN_MIN]:
        return 0, 0, 0, 0, 0
    sign = 1 if owner == 1 else -1
    if open_cards == 0:
        return 2 * length * sign, 0, 0, 0, 0
    code = owner << 4 | length
    most = 2 * length
    if owner == 0:
        return 0, -most, most, code, open_cards
    already = 2 * together if together >= setup[RUN_MIN] else 0
    rival = 2 * before if before >= setup[RUN_MIN] else 0
    least = already if together > 0 else -rival
    if owner == 1:
        return 0, least, most, code, open_cards
    return 0, -most, -least, code, open_cards


@kernel
def combo_prospects(setup: Any, first: int, second: int, rest: int) -> Any:
    """Of all combos: points of the settled, bounds of the others, a code of how they stand, their open cards."""
    settled = 0
    low = 0
    high = 0
    code = 0
    open_cards = 0
    for i in range(setup[COMBO_COUNT]):
        cards = setup[COMBOS + 2 * i]
        halves = setup[COMBOS + 2 * i + 1]
        mine = first & cards
        theirs = second & cards
        status = 0
        if mine == cards:
            settled += halves
        elif theirs == cards:
            settled -= halves
        elif (mine == 0 or theirs == 0) and (mine | theirs | rest) & cards == cards:
            status = 1 if mine != 0 else 2 if theirs != 0 else 3
            open_cards |= cards & rest
            mine_pays = halves if theirs == 0 else 0
            theirs_pays = -halves if mine == 0 else 0
            low += min(0, mine_pays, theirs_pays)
            high += max(0, mine_pays, theirs_pays)
        code = ((code + status) * MIX) & MASK
    return settled, low, high, code, open_cards
