"""What a card may take, and which cards could make a scopa (rules.md, section 0.2).

``matta`` is everywhere the number declared for the wild card, 0 while it counts as its own.
"""

from itertools import accumulate, combinations
from typing import Any

import numpy as np

from engine.kernels.bits import highest, lowest, popcount
from engine.kernels.jit import inlined, kernel
from engine.kernels.layout import (
    ACE_ALWAYS,
    ACE_OFF,
    ACE_OPTIONAL,
    ACE_RULE,
    ACE_SWEEP_SCOPA,
    COMPULSORY,
    DECK,
    FIFTEEN_CAPTURE,
    FIFTEEN_FEWEST,
    FIFTEEN_OFF,
    LAST_PLAY_SCOPA,
    MATTA,
    PLAIN,
    PLAYS,
    SWEEP_ALWAYS,
    SWEEP_LONE_ACE,
    VALUE_CAPTURE,
    VALUE_FEWEST,
    VALUE_FREE,
    VALUE_OFF,
)

ONE_OF_EACH_RANK = 0x1111111111
LARGEST_SUM = 14  # that a fifteen can need
NUMERIC = (1 << 40) - 1  # ranks 1-10: court cards of the 52-card deck have no value and enter no sum
ACES = 15


def partitions(total: int) -> list[int]:
    """The sets of different values from 1 to 10 that add up to ``total``, in lexicographic order.

    Each as a mask with a bit for each rank, where the rank's first card stands.
    """
    found = [values for size in range(1, 5) for values in combinations(range(1, 11), size) if sum(values) == total]
    return [sum(1 << ((value - 1) << 2) for value in values) for values in sorted(found)]


PARTITIONS = np.array([parts for total in range(LARGEST_SUM + 1) for parts in partitions(total)], dtype=np.int64)
"""The `partitions` of 0, 1 … `LARGEST_SUM`, one after the other."""

FIRST_PARTITION = np.array(
    list(accumulate((len(partitions(total)) for total in range(LARGEST_SUM + 1)), initial=0)), dtype=np.int64
)
"""Where those of each total begin in `PARTITIONS`."""


@kernel
def card_value(setup: Any, card: int, matta: int) -> int:
    """The number that ``card`` counts as: its rank from 1, or what was declared for the matta."""
    if matta > 0 and card == setup[MATTA]:
        return matta
    return (card >> 2) + 1


@kernel
def wild_on(setup: Any, table: int, matta: int) -> int:
    """The matta as a mask if it lies on ``table`` with a declared number, else 0."""
    return table & (1 << setup[MATTA]) if matta > 0 else 0


@kernel
def sweeps(setup: Any, table: int, value: int, matta: int) -> bool:
    """Whether a card that counts as ``value`` takes the whole of ``table`` by the ace rule."""
    rule = setup[ACE_RULE]
    if rule == ACE_OFF or value != 1 or table == 0:
        return False
    if rule == ACE_ALWAYS:
        return True
    wild = wild_on(setup, table, matta)
    return table & ~wild & ACES == 0 and not (wild != 0 and matta == 1)


@kernel
def captures(setup: Any, table: int, card: int, matta: int, out: Any) -> int:
    """How many sets of ``table`` the played ``card`` may take; their masks are written to ``out``.

    Singles come first, by suit, then the sums, then the fifteens. ``out`` has room for ``setup[MOST_CAPTURES]``.
    """
    if setup[PLAIN]:
        return captures_by_value(setup, table, card >> 2, out)
    return captures_of_all_kinds(setup, table, card, matta, out)


@inlined
def captures_by_value(setup: Any, table: int, rank: int, out: Any) -> int:
    """`captures` of a numeric card of ``rank`` from 0, where nothing but its printed value can take."""
    count = 0
    rest = table & (15 << (rank << 2))
    while rest != 0:
        out[count] = rest & -rest
        count += 1
        rest &= rest - 1
    if count > 0 and setup[VALUE_CAPTURE] != VALUE_FREE:
        return count
    smaller = table & ((1 << (rank << 2)) - 1)
    if smaller & (smaller - 1) == 0:
        return count
    return sums(smaller, rank + 1, 0, 0, setup[VALUE_CAPTURE] == VALUE_FEWEST, out, count)


@kernel
def captures_of_all_kinds(setup: Any, table: int, card: int, matta: int, out: Any) -> int:
    """`captures` under any rules."""
    value = card_value(setup, card, matta)
    if table == 0:
        return 0
    if sweeps(setup, table, value, matta):
        out[0] = table
        return 1
    wild = wild_on(setup, table, matta)
    plain = table & ~wild
    count = 0
    family = setup[VALUE_CAPTURE]
    if family != VALUE_OFF:
        rest = plain & (15 << ((value - 1) << 2))
        while rest != 0:
            out[count] = rest & -rest
            count += 1
            rest &= rest - 1
        if wild != 0 and matta == value:
            out[count] = wild
            count += 1
        if value <= 10 and (count == 0 or family == VALUE_FREE):
            smaller = plain & NUMERIC & ((1 << ((value - 1) << 2)) - 1)
            below = wild if matta < value else 0
            count = sums(smaller, value, below, matta, family == VALUE_FEWEST, out, count)
    if setup[FIFTEEN_CAPTURE] != FIFTEEN_OFF and value <= 10:
        fewest = setup[FIFTEEN_CAPTURE] == FIFTEEN_FEWEST
        count = sums(plain & NUMERIC, 15 - value, wild, matta, fewest, out, count)
    return count


@inlined
def sums(cards: int, target: int, wild: int, matta: int, fewest: bool, out: Any, count: int) -> int:
    """``count`` and the number of sets that add up to ``target``, written to ``out`` from ``count`` on.

    The sets are of ``cards`` and, where it fits, the ``wild`` card that counts as ``matta``. ``fewest`` keeps only
    those of the smallest size.
    """
    start = count
    count = sets_of(cards, target, 0, out, count)
    if wild != 0 and matta <= target:
        if matta == target:
            out[count] = wild
            count += 1
        else:
            count = sets_of(cards, target - matta, wild, out, count)
    return keep_smallest(out, start, count) if fewest else count


@inlined
def sets_of(cards: int, target: int, added: int, out: Any, count: int) -> int:
    """``count`` and the number of sets of ``cards`` that add up to ``target``, each written with ``added``.

    With one card of each rank at most, as nearly always, every partition of ``target`` into different values is looked
    for; otherwise the sets are walked.
    """
    ranks = cards | (cards >> 1)
    ranks = (ranks | (ranks >> 2)) & ONE_OF_EACH_RANK
    if popcount(ranks) != popcount(cards):
        return walk(cards, target, added, out, count)
    for i in range(FIRST_PARTITION[target], FIRST_PARTITION[target + 1]):
        parts = PARTITIONS[i]
        if ranks & parts == parts:
            out[count] = (cards & (parts * 15)) | added
            count += 1
    return count


@kernel
def walk(cards: int, target: int, added: int, out: Any, count: int) -> int:
    """What `sets_of` gives, for any ``cards``.

    Depth first in ascending order: the chosen cards are their own stack, its top the highest of them.
    """
    chosen = 0
    total = 0
    rest = cards
    while True:
        if rest != 0:
            card = lowest(rest)
            reached = total + (card >> 2) + 1
            if reached <= target:
                rest &= rest - 1
                if reached < target:
                    chosen |= 1 << card
                    total = reached
                    continue
                out[count] = chosen | (1 << card) | added
                count += 1
                continue
        if chosen == 0:
            return count
        top = highest(chosen)
        chosen ^= 1 << top
        total -= (top >> 2) + 1
        rest = cards & -(2 << top)


@kernel
def keep_smallest(out: Any, start: int, count: int) -> int:
    """The new end of ``out`` when, from ``start`` to ``count``, only the sets of the smallest size stay."""
    smallest = 64
    kept = start
    for i in range(start, count):
        size = popcount(out[i])
        if size < smallest:
            smallest = size
            kept = start
        if size == smallest:
            out[kept] = out[i]
            kept += 1
    return kept


@kernel
def may_lay(setup: Any, table: int, card: int, matta: int, found: int) -> bool:
    """Whether ``card``, which has ``found`` captures, may stay on the table."""
    if found == 0 or setup[COMPULSORY] == 0:
        return True
    return setup[ACE_RULE] == ACE_OPTIONAL and sweeps(setup, table, card_value(setup, card, matta), matta)


@kernel
def sweep_is_scopa(setup: Any, table: int, matta: int) -> bool:
    """Whether taking the whole of ``table`` by the ace rule is a scopa."""
    if setup[ACE_SWEEP_SCOPA] == SWEEP_LONE_ACE:
        return table & (table - 1) == 0 and card_value(setup, lowest(table), matta) == 1
    return setup[ACE_SWEEP_SCOPA] == SWEEP_ALWAYS


@kernel
def is_scopa(setup: Any, table: int, card: int, taken: int, ply: int, matta: int) -> bool:
    """Whether ``card`` makes a scopa by taking ``taken`` from ``table`` at ``ply``."""
    if taken == 0 or taken != table:
        return False
    if ply + 1 == setup[PLAYS] and setup[LAST_PLAY_SCOPA] == 0:
        return False
    return not sweeps(setup, table, card_value(setup, card, matta), matta) or sweep_is_scopa(setup, table, matta)


@kernel
def scopa_makers(setup: Any, table: int, matta: int) -> int:
    """The mask of all cards off ``table`` that would make a scopa on it, the rule of the last play apart."""
    if table == 0:
        return 0
    wild = wild_on(setup, table, matta)
    plain = table & ~wild
    total = table_total(setup, table, matta)
    numeric = plain & ~NUMERIC == 0
    values = 0
    if setup[VALUE_CAPTURE] != VALUE_OFF:
        if table & (table - 1) == 0:
            values |= 1 << card_value(setup, lowest(table), matta)
        elif numeric and total <= 10:
            values |= 1 << total
    if setup[FIFTEEN_CAPTURE] != FIFTEEN_OFF and numeric and 5 <= total <= 14:
        values |= 1 << (15 - total)
    if sweeps(setup, table, 1, matta):
        values = values | 2 if sweep_is_scopa(setup, table, matta) else values & ~2
    return cards_of_values(setup, values, matta) & ~table


@inlined
def sum_takers(table: int) -> int:
    """The cards that could take the whole of ``table`` by their printed value: `scopa_makers` of plain rules."""
    total = 0
    rest = table
    while rest != 0:
        total += (lowest(rest) >> 2) + 1
        rest &= rest - 1
        if total > 10:
            return 0
    return (15 << ((total - 1) << 2)) & ~table if total > 0 else 0


@kernel
def cards_of_values(setup: Any, values: int, matta: int) -> int:
    """The mask of the deck's cards that count as one of ``values`` (bit *v* for the number *v*)."""
    cards = 0
    rest = values
    while rest != 0:
        cards |= 15 << ((lowest(rest) - 1) << 2)
        rest &= rest - 1
    if matta > 0:
        wild = 1 << setup[MATTA]
        cards = cards | wild if values >> matta & 1 else cards & ~wild
    return cards & ((1 << setup[DECK]) - 1)


@kernel
def table_total(setup: Any, table: int, matta: int) -> int:
    """The sum of the values of the cards of ``table`` (court cards of the 52-card deck count nothing)."""
    wild = wild_on(setup, table, matta)
    return printed_total(table & ~wild) + (matta if wild != 0 else 0)


@kernel
def printed_total(cards: int) -> int:
    """The sum of the printed values of ``cards`` (court cards of the 52-card deck count nothing)."""
    total = 0
    rest = cards & NUMERIC
    while rest != 0:
        total += (lowest(rest) >> 2) + 1
        rest &= rest - 1
    return total
