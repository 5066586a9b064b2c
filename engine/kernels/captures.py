"""What a card may take, and which cards could take the whole table (docs/rules.md, "Captures")."""

from typing import Any

from engine.kernels.bits import highest, lowest, popcount
from engine.kernels.jit import kernel
from engine.kernels.layout import (
    DECK,
    VALUE_CAPTURE,
    VALUE_EQUAL_FIRST,
    VALUE_FEWEST,
    VALUE_OFF,
)

NUMERIC = (1 << 40) - 1  # ranks 1-10: court cards of the 52-card deck have no value and enter no sum


@kernel
def captures(setup: Any, table: int, card: int, out: Any) -> int:
    """How many sets of ``table`` the played ``card`` may take; their masks are written to ``out``.

    Singles come first, by suit, then the sums in the order of their lowest cards.
    """
    family = setup[VALUE_CAPTURE]
    if family == VALUE_OFF:
        return 0
    count = 0
    rank = card >> 2
    rest = table & (15 << (rank << 2))
    while rest != 0:
        out[count] = rest & -rest
        count += 1
        rest &= rest - 1
    if rank > 9 or (count > 0 and (family == VALUE_EQUAL_FIRST or family == VALUE_FEWEST)):
        return count
    return sums(table & NUMERIC & ((1 << (rank << 2)) - 1), rank + 1, family == VALUE_FEWEST, out, count)


@kernel
def sums(cards: int, value: int, fewest: bool, out: Any, count: int) -> int:
    """``count`` and the number of sets of ``cards`` that add up to ``value``, written to ``out`` from ``count`` on.

    ``fewest`` keeps only the sets of the smallest size. A depth-first walk in ascending order: the chosen cards are
    their own stack, its top the highest of them.
    """
    start = count
    smallest = 64
    chosen = 0
    total = 0
    rest = cards
    while True:
        if rest != 0:
            card = lowest(rest)
            reached = total + (card >> 2) + 1
            if reached <= value:
                rest &= rest - 1
                found = chosen | (1 << card)
                if reached < value:
                    chosen = found
                    total = reached
                    continue
                if fewest:
                    size = popcount(found)
                    if size > smallest:
                        continue
                    if size < smallest:
                        smallest = size
                        count = start
                out[count] = found
                count += 1
                continue
        if chosen == 0:
            return count
        top = highest(chosen)
        chosen ^= 1 << top
        total -= (top >> 2) + 1
        rest = cards & -(2 << top)


@kernel
def sweepers(setup: Any, table: int) -> int:
    """The mask of all cards of the deck that could take the whole of ``table``; empty for an empty table."""
    if table == 0 or setup[VALUE_CAPTURE] == VALUE_OFF:
        return 0
    deck = (1 << setup[DECK]) - 1
    if table & (table - 1) == 0:
        return (15 << (lowest(table) & -4)) & deck & ~table
    if table & ~NUMERIC != 0:
        return 0
    total = table_total(table)
    if total > 10:
        return 0
    return 15 << ((total - 1) << 2)


@kernel
def table_total(table: int) -> int:
    """The sum of the values of the cards of ``table`` (court cards of the 52-card deck count nothing)."""
    total = 0
    rest = table & NUMERIC
    while rest != 0:
        total += (lowest(rest) >> 2) + 1
        rest &= rest - 1
    return total
