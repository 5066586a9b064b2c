"""The facts of many flags as JSON text, byte for byte what `json` writes of those of `analysis.flags`."""

from typing import Any

from analysis.kernels import layout
from analysis.kernels.chances import dealer_side, holds_one, matta_after, scopa_takers, table_after, unpaired, unseen
from analysis.kernels.flags import makes_scopa, spariglio_change
from analysis.kernels.reviews import (
    BAD_SPARIGLIO,
    CARD_GIVEN_UP,
    F_BETTER_CARD,
    F_BETTER_TAKEN,
    F_CARD,
    F_CODE,
    F_FIRST,
    F_HAND,
    F_MATTA,
    F_NEXT_SHOWN,
    F_OUT,
    F_PLY,
    F_SEAT,
    F_SHOWN,
    F_SUBJECT,
    F_TABLE,
    F_TAKEABLE,
    F_TAKEN,
    KNOCK_FORGOTTEN,
    SCOPA_OFFERED,
)
from engine.kernels.bits import lowest, popcount
from engine.kernels.captures import table_total
from engine.kernels.jit import kernel
from engine.kernels.layout import LARGEST_HAND, LOW, MATTA
from engine.kernels.play import hand_at
from engine.kernels.texts import write_card, write_play

CHANCE, NUMBER, CARD, CARDS, RANKS, WORD, IF_TRUE = range(7)
"""How a fact is written; `IF_TRUE`: not at all if it is 0."""

MOST_FACTS = 9
"""Facts that a flag may have."""

LAID, NOT_TAKEN, LEFT, DEALER, HAND_SIDE, LOW_TOTAL, TRIPLE = range(7)
"""The words of `WORD`."""

QUOTE, COMMA, SPACE, OPEN, CLOSE, END = 34, 44, 32, 91, 93, 125
ROUND_OPEN, ROUND_CLOSE, EQUALS = 40, 41, 61
MINUS, ZERO = 45, 48

LARGEST_DECK = 52
MOST_CHANCES = 2 + LARGEST_DECK * LARGEST_DECK * LARGEST_HAND

ROOM = 640
"""Bytes that the facts of one flag may take: every card of the deck once, and the rest."""

BETTER_ROOM = 200
"""Bytes that a better play may take."""


@kernel
def write_flags(
    setup: Any,
    flags: Any,
    chance_bits: Any,
    known_bits: Any,
    chance_texts: Any,
    chance_bounds: Any,
    kinds: Any,
    keys: Any,
    key_bounds: Any,
    words: Any,
    word_bounds: Any,
    names: Any,
    facts: Any,
    fact_offsets: Any,
    better: Any,
    better_offsets: Any,
    view: Any,
    fields: Any,
) -> int:
    """Write what is wrong and the better play of each of ``flags`` (rows of `review_deals`): how many could be written.

    ``chance_bits``: by flag the bits of its two chances; ``known_bits``: in ascending order those of all chances that
    there may be, with their texts in ``chance_texts``. ``kinds`` (codes × facts, -1: no more) tells how each fact of a
    flag is written, ``keys`` what stands before it; ``words``: the texts of `WORD`; ``names``: two letters by card. The
    text *i* of each pile of bytes lies between bounds *i* and *i + 1*. ``view`` and ``fields`` (`MOST_FACTS`) are
    working space.
    """
    at = 0
    better_at = 0
    fact_offsets[0] = 0
    better_offsets[0] = 0
    for i in range(flags.shape[0]):
        row = flags[i]
        code = row[F_CODE]
        see(row, view)
        if code == KNOCK_FORGOTTEN:
            better_at = write_knock(setup, better, better_at, row, words, word_bounds, names)
        else:
            scopa = makes_scopa(setup, view, row[F_BETTER_CARD], row[F_BETTER_TAKEN])
            better_at = write_play(better, better_at, row[F_BETTER_CARD], row[F_BETTER_TAKEN], scopa, names)
        better_offsets[i + 1] = better_at
        own = find(known_bits, chance_bits[i, 0])
        other = find(known_bits, chance_bits[i, 1])
        if own < 0 or other < 0:
            return i
        fill(setup, row, view, own, other, fields)
        for k in range(kinds.shape[1]):
            kind = kinds[code, k]
            if kind < 0:
                break
            if kind == IF_TRUE and fields[k] == 0:
                continue
            place = code * kinds.shape[1] + k
            at = write_bytes(facts, at, keys, key_bounds[place], key_bounds[place + 1])
            if kind == CHANCE:
                at = write_bytes(facts, at, chance_texts, chance_bounds[fields[k]], chance_bounds[fields[k] + 1])
            elif kind == NUMBER:
                at = write_number(facts, at, fields[k])
            elif kind == CARD:
                at = quoted_card(facts, at, fields[k], names)
            elif kind == CARDS:
                at = write_cards(facts, at, fields[k], 1, names)
            elif kind == RANKS:
                at = write_cards(facts, at, fields[k], 4, names)
            elif kind == WORD:
                facts[at] = QUOTE
                at = write_bytes(facts, at + 1, words, word_bounds[fields[k]], word_bounds[fields[k] + 1])
                facts[at] = QUOTE
                at += 1
        facts[at] = END
        at += 1
        fact_offsets[i + 1] = at
    return flags.shape[0]


@kernel
def see(row: Any, view: Any) -> None:
    """Fill ``view`` with what the seat of a flag knew, as far as facts need it."""
    view[:] = 0
    view[layout.SEAT] = row[F_SEAT]
    view[layout.PLY] = row[F_PLY]
    view[layout.FIRST] = row[F_FIRST]
    view[layout.SHOWN] = row[F_SHOWN]
    view[layout.NEXT_SHOWN] = row[F_NEXT_SHOWN]
    view[layout.HAND] = row[F_HAND]
    view[layout.TABLE] = row[F_TABLE]
    view[layout.OUT] = row[F_OUT]
    view[layout.MATTA_VALUE] = row[F_MATTA]


@kernel
def fill(setup: Any, row: Any, view: Any, own: int, other: int, fields: Any) -> None:
    """Fill ``fields`` with the facts of a flag, in the order of its code; ``own`` and ``other``: of its chances."""
    code = row[F_CODE]
    card, taken = row[F_CARD], row[F_TAKEN]
    better_card, better_taken = row[F_BETTER_CARD], row[F_BETTER_TAKEN]
    low = setup[LOW]
    if code == SCOPA_OFFERED:
        table = table_after(row[F_TABLE], card, taken)
        matta = matta_after(setup, row[F_MATTA], card, taken)
        better_table = table_after(row[F_TABLE], better_card, better_taken)
        better_matta = matta_after(setup, row[F_MATTA], better_card, better_taken)
        fields[0] = own
        fields[1] = other
        fields[2] = table
        fields[3] = table_total(setup, table, matta)
        fields[4] = table_total(setup, better_table, better_matta)
        fields[5] = scopa_takers(setup, view, table, matta)
        fields[6] = popcount(unseen(setup, view))
        fields[7] = hand_at(setup, row[F_PLY] + 1)
        fields[8] = low
    elif code == CARD_GIVEN_UP:
        fields[0] = row[F_SUBJECT]
        fields[1] = LAID if card == row[F_SUBJECT] else NOT_TAKEN if row[F_TAKEABLE] else LEFT
        fields[2] = own
        fields[3] = other
        fields[4] = low
    elif code == BAD_SPARIGLIO:
        fields[0] = DEALER if dealer_side(setup, view) else HAND_SIDE
        fields[1] = spariglio_change(view, card, taken)
        fields[2] = spariglio_change(view, better_card, better_taken)
        fields[3] = unpaired(row[F_OUT])
        fields[4] = low
    else:
        fields[0] = LOW_TOTAL + row[F_BETTER_CARD]
        fields[1] = row[F_SUBJECT]
        fields[2] = row[F_HAND]


@kernel
def find(known: Any, wanted: int) -> int:
    """Where ``wanted`` stands in ``known``, which ascends; -1: nowhere."""
    low = 0
    high = known.shape[0]
    while low < high:
        middle = (low + high) >> 1
        if known[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low if low < known.shape[0] and known[low] == wanted else -1


@kernel
def write_bytes(out: Any, at: int, source: Any, start: int, end: int) -> int:
    """Where the text goes on after a part of ``source`` was written at ``at``."""
    for k in range(start, end):
        out[at + k - start] = source[k]
    return at + end - start


@kernel
def write_number(out: Any, at: int, number: int) -> int:
    """Where the text goes on after a whole number was written at ``at``."""
    if number < 0:
        out[at] = MINUS
        at += 1
        number = -number
    size = 10
    while size <= number:
        size *= 10
    while size > 1:
        size //= 10
        out[at] = ZERO + number // size % 10
        at += 1
    return at


@kernel
def quoted_card(out: Any, at: int, card: int, names: Any) -> int:
    """Where the text goes on after a card in quotes was written at ``at``."""
    out[at] = QUOTE
    at = write_card(out, at + 1, card, names)
    out[at] = QUOTE
    return at + 1


@kernel
def write_cards(out: Any, at: int, mask: int, step: int, names: Any) -> int:
    """Where the text goes on after a list was written at ``at``: of cards, or of the ranks of bits (``step`` 4)."""
    out[at] = OPEN
    at += 1
    rest = mask
    while rest != 0:
        bit = lowest(rest)
        rest &= rest - 1
        if step == 1:
            at = quoted_card(out, at, bit, names)
        else:
            out[at] = QUOTE
            out[at + 1] = names[bit * step, 0]
            out[at + 2] = QUOTE
            at += 3
        if rest != 0:
            out[at] = COMMA
            out[at + 1] = SPACE
            at += 2
    out[at] = CLOSE
    return at + 1


@kernel
def write_knock(setup: Any, out: Any, at: int, row: Any, words: Any, word_bounds: Any, names: Any) -> int:
    """Where the text goes on after a knock was written at ``at``: ``(low)``, ``(triple 7C=6)``."""
    out[at] = ROUND_OPEN
    word = LOW_TOTAL + row[F_BETTER_CARD]
    at = write_bytes(out, at + 1, words, word_bounds[word], word_bounds[word + 1])
    if row[F_BETTER_TAKEN] > 0:
        out[at] = SPACE
        at = write_card(out, at + 1, setup[MATTA], names)
        out[at] = EQUALS
        at = write_number(out, at + 1, row[F_BETTER_TAKEN])
    out[at] = ROUND_CLOSE
    return at + 1


@kernel
def every_chance(out: Any) -> int:
    """How many chances `chances.holds_one` may give for a hand of ten cards at most, and certainty both ways.

    They are put into ``out``, which has room for `MOST_CHANCES`.
    """
    out[0] = 0.0
    out[1] = 1.0
    count = 2
    for hidden in range(1, LARGEST_DECK + 1):
        for wanted in range(1, hidden + 1):
            for held in range(1, min(hidden, LARGEST_HAND) + 1):
                out[count] = holds_one(hidden, wanted, held)
                count += 1
    return count
