"""Where the values stand in lines of compact JSON, found without reading them: the bytes of many lines at once.

The grammar (which keys, in which order, with what kind of value) comes as data. A line is taken only if it is sure to
be what a strict writer writes; all others are for a reader that understands them.
"""

from typing import Any

import numpy as np

from engine.kernels.jit import inlined, kernel

INTEGER, STRING, STRINGS, FLAT, VALUE = range(5)
"""Kinds of values: up to nine digits; a string without escapes; a list of such; a list that holds no other; a string
or an object."""

NEWLINE = 10
CARRIAGE_RETURN = 13
SPACE = 32
QUOTE = 34
COMMA = 44
MINUS = 45
POINT = 46
ZERO = 48
FIVE = 53
NINE = 57
BACKSLASH = 92
BRACKET, BRACKET_END = 91, 93
BRACE, BRACE_END = 123, 125


@inlined
def as_integer(number: Any) -> int:
    """A small number of an array as one that can grow."""
    return np.int64(number)  # type: ignore[return-value]


@inlined
def digit(byte: Any) -> int:
    """The number that a byte writes, a digit."""
    return as_integer(byte) - ZERO


@kernel
def find_values(text: Any, starts: Any, ends: Any, names: Any, name_starts: Any, kinds: Any, spans: Any) -> None:
    """Fill ``spans`` (lines × keys × 2) with the start and the end of each key's value in ``text``, -1: not there.

    Line *i* is ``text[starts[i]:ends[i]]``. Key *k* is written ``names[name_starts[k]:name_starts[k + 1]]``, quotes
    and colon included, and its value is of ``kinds[k]``; keys stand in this order. A line that is not taken has -1
    everywhere.
    """
    for i in range(starts.shape[0]):
        if not find_in_line(text, starts[i], ends[i], names, name_starts, kinds, spans[i]):
            spans[i] = -1


@kernel
def find_in_line(text: Any, start: int, end: int, names: Any, name_starts: Any, kinds: Any, spans: Any) -> bool:
    """Fill ``spans`` (keys × 2) for one line; whether it is taken."""
    spans[:] = -1
    if end - start < 2 or text[start] != BRACE or text[end - 1] != BRACE_END:
        return False
    position = start + 1
    stop = end - 1
    key = 0
    while True:
        while key < kinds.shape[0] and not begins_with(text, position, stop, names, name_starts[key : key + 2]):
            key += 1
        if key == kinds.shape[0]:
            return False
        position += name_starts[key + 1] - name_starts[key]
        close = value_end(text, position, stop, kinds[key])
        if close < 0:
            return False
        spans[key, 0] = position
        spans[key, 1] = close
        if close == stop:
            return True
        if text[close] != COMMA:
            return False
        position = close + 1
        key += 1


@kernel
def begins_with(text: Any, position: int, stop: int, names: Any, place: Any) -> bool:
    """Whether ``names[place[0]:place[1]]`` stands at ``position`` of ``text``, before ``stop``."""
    length = place[1] - place[0]
    if stop - position < length:
        return False
    for i in range(length):
        if text[position + i] != names[place[0] + i]:
            return False
    return True


@kernel
def value_end(text: Any, position: int, stop: int, kind: int) -> int:
    """Where the value of ``kind`` that begins at ``position`` ends; -1: there is none before ``stop``."""
    if position >= stop:
        return -1
    if kind == INTEGER:
        return integer_end(text, position, stop)
    if kind == STRING:
        return string_end(text, position, stop)
    if kind == STRINGS:
        return strings_end(text, position, stop)
    if kind == FLAT:
        if text[position] != BRACKET:
            return -1
        for i in range(position + 1, stop):
            if text[i] == BRACKET_END:
                return i + 1
        return -1
    return string_end(text, position, stop) if text[position] == QUOTE else object_end(text, position, stop)


@kernel
def integer_end(text: Any, position: int, stop: int) -> int:
    """The end of up to nine digits without a leading zero; -1: there are none."""
    end = position
    while end < stop and ZERO <= text[end] <= NINE:
        end += 1
    digits = end - position
    return end if 0 < digits < 10 and (digits == 1 or text[position] != ZERO) else -1


@kernel
def string_end(text: Any, position: int, stop: int) -> int:
    """The end of a string of UTF-8 without escapes and control characters; -1: there is none."""
    if text[position] != QUOTE:
        return -1
    i = position + 1
    while i < stop:
        byte = text[i]
        if byte == QUOTE:
            return i + 1
        if byte < SPACE or byte == BACKSLASH:
            return -1
        if byte < 0x80:
            i += 1
        else:
            length = character_length(text, i, stop)
            if length == 0:
                return -1
            i += length
    return -1


@kernel
def character_length(text: Any, i: int, stop: int) -> int:
    """The bytes of the character beyond ASCII that begins at ``i``; 0: they are no UTF-8 (RFC 3629)."""
    first = text[i]
    length = 2 if first < 0xE0 else 3 if first < 0xF0 else 4
    if first < 0xC2 or first > 0xF4 or i + length > stop:
        return 0
    for k in range(1, length):
        if text[i + k] & 0xC0 != 0x80:
            return 0
    second = text[i + 1]
    if (
        (first == 0xE0 and second < 0xA0)
        or (first == 0xED and second >= 0xA0)
        or (first == 0xF0 and second < 0x90)
        or (first == 0xF4 and second >= 0x90)
    ):
        return 0
    return length


@kernel
def strings_end(text: Any, position: int, stop: int) -> int:
    """The end of a list of at least one string; -1: there is none."""
    if text[position] != BRACKET:
        return -1
    i = position + 1
    while i < stop:
        i = string_end(text, i, stop)
        if i < 0 or i >= stop:
            return -1
        if text[i] == BRACKET_END:
            return i + 1
        if text[i] != COMMA:
            return -1
        i += 1
    return -1


@kernel
def object_end(text: Any, position: int, stop: int) -> int:
    """The end of an object, by its braces; -1: there is none."""
    if text[position] != BRACE:
        return -1
    depth = 0
    i = position
    while i < stop:
        byte = text[i]
        if byte == QUOTE:
            i = string_end(text, i, stop)
            if i < 0:
                return -1
            continue
        if byte < SPACE or byte >= 0x80:
            return -1
        if byte == BRACE:
            depth += 1
        elif byte == BRACE_END:
            depth -= 1
            if depth == 0:
                return i + 1
        i += 1
    return -1


@kernel
def read_integers(text: Any, spans: Any, out: Any) -> None:
    """Fill ``out`` with the integers that stand at ``spans`` (lines × 2); 0 where there is none."""
    for i in range(spans.shape[0]):
        number = 0
        for k in range(spans[i, 0], spans[i, 1]):
            number = number * 10 + digit(text[k])
        out[i] = number


@kernel
def read_halves(text: Any, spans: Any, out: Any, fine: Any) -> None:
    """Fill ``out`` (lines × sides) with twice the numbers of the lists at ``spans``; a line without one is passed over.

    ``fine`` becomes False where the list is not of so many whole or half numbers, each as a strict writer writes it.
    """
    for i in range(spans.shape[0]):
        if spans[i, 0] >= 0 and not read_numbers(text, spans[i, 0], spans[i, 1], out[i]):
            fine[i] = False


@kernel
def read_numbers(text: Any, start: int, end: int, out: Any) -> bool:
    """Fill ``out`` with twice the numbers of one list; whether it is as `read_halves` wants it."""
    position = start + 1
    for k in range(out.shape[0]):
        negative = text[position] == MINUS
        if negative:
            position += 1
        close = integer_end(text, position, end)
        if close < 0:
            return False
        number = 0
        for i in range(position, close):
            number = number * 10 + digit(text[i])
        number *= 2
        if text[close] == POINT:
            if text[close + 1] != FIVE:
                return False
            number += 1
            close += 2
        if negative and number == 0:
            return False
        out[k] = -number if negative else number
        if text[close] != (BRACKET_END if k + 1 == out.shape[0] else COMMA):
            return False
        position = close + 1
    return position == end


@kernel
def hash_values(text: Any, spans: Any, out: Any) -> None:
    """Fill ``out`` with a number of 63 bits for the bytes at each of ``spans`` (lines × 2): equal bytes, equal numbers.

    Two hashes of the FNV-1a kind (Fowler, Noll, Vo 1991), small enough to need no arithmetic that wraps.
    """
    for i in range(spans.shape[0]):
        one = 0x811C9DC5
        other = 0x1234567
        for k in range(spans[i, 0], spans[i, 1]):
            byte = as_integer(text[k])
            one = ((one ^ byte) * 0x01000193) & 0xFFFFFFFF
            other = ((other ^ byte) * 0x5BD1E995) & 0x7FFFFFFF
        out[i] = one << 31 | other


@kernel
def equal_values(text: Any, spans: Any, first: int, out: Any) -> None:
    """Fill ``out`` with whether the bytes at each of ``spans`` (lines × 2) are those of line ``first``."""
    start = spans[first, 0]
    length = spans[first, 1] - start
    for i in range(spans.shape[0]):
        same = spans[i, 1] - spans[i, 0] == length
        if same:
            for k in range(length):
                if text[spans[i, 0] + k] != text[start + k]:
                    same = False
                    break
        out[i] = same


@kernel
def gather(text: Any, spans: Any, out: Any, offsets: Any) -> None:
    """Put the bytes at ``spans`` (lines × 2) one after the other into ``out``; those of *i* begin at ``offsets[i]``."""
    position = 0
    offsets[0] = 0
    for i in range(spans.shape[0]):
        for k in range(spans[i, 0], spans[i, 1]):
            out[position] = text[k]
            position += 1
        offsets[i + 1] = position


@kernel
def find_strings(text: Any, spans: Any, out: Any) -> int:
    """How many strings the lists at ``spans`` (lines × 2, as `STRINGS`) hold; their places are put into ``out``.

    ``out`` has room for as many as there may be; None of the strings' quotes belong to their places.
    """
    count = 0
    for i in range(spans.shape[0]):
        position = spans[i, 0] + 1
        while position < spans[i, 1]:
            close = string_end(text, position, spans[i, 1])
            out[count, 0] = position + 1
            out[count, 1] = close - 1
            count += 1
            position = close + 1
    return count


@kernel
def count_strings(text: Any, spans: Any, out: Any) -> None:
    """Fill ``out`` with how many strings each list at ``spans`` (lines × 2, as `STRINGS`) holds; -1: there is none."""
    for i in range(spans.shape[0]):
        out[i] = -1
        position = spans[i, 0]
        if position < 0:
            continue
        out[i] = 0
        position += 1
        while position < spans[i, 1]:
            position = string_end(text, position, spans[i, 1]) + 1
            out[i] += 1


@kernel
def is_day(text: Any, start: int, end: int) -> bool:
    """Whether a string's bytes, its quotes included, are a day of the calendar: ``"2008-12-29"``."""
    if end - start != 12 or text[start + 5] != MINUS or text[start + 8] != MINUS:
        return False
    for i in range(start + 1, end - 1):
        if i != start + 5 and i != start + 8 and not ZERO <= text[i] <= NINE:
            return False
    year = digit(text[start + 1]) * 1000 + digit(text[start + 2]) * 100
    year += digit(text[start + 3]) * 10 + digit(text[start + 4])
    month = digit(text[start + 6]) * 10 + digit(text[start + 7])
    day = digit(text[start + 9]) * 10 + digit(text[start + 10])
    if year < 1 or not 1 <= month <= 12 or day < 1:
        return False
    if month == 2:
        leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        return day <= (29 if leap else 28)
    return day <= (30 if month in (4, 6, 9, 11) else 31)


@kernel
def check_days(text: Any, spans: Any, fine: Any) -> None:
    """Set ``fine`` to False where the string at ``spans`` (lines × 2) is no day; a line without one is passed over."""
    for i in range(spans.shape[0]):
        if spans[i, 0] >= 0 and not is_day(text, spans[i, 0], spans[i, 1]):
            fine[i] = False
