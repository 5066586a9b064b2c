"""The JSON object that a line holds, or why it holds none."""

import json
import math
import re
from typing import Any

from records.faults import Finding, finding

MISSING_SIGNS = {
    "Expecting ',' delimiter": ",",
    "Expecting ':' delimiter": ":",
    "Expecting property name enclosed in double quotes": '"…"',
    "Expecting value": '"…", 0, […], {…}',
    "Unterminated string starting at": '"…"',
    "Invalid control character at": "\\n, \\t",
    "Invalid \\escape": "\\\\",
    "Invalid \\uXXXX escape": "\\uXXXX",
    "Extra data": "\\n",
}
"""By the parser's message, the sign or the form that would have been right."""

HALF = re.compile("[\ud800-\udfff]")
"""Half of a character: a text that holds it alone cannot be written as UTF-8."""

PAIR = "\\ud83c\\udccf"
"""Both halves of a character."""

DEEPEST = 100
"""How many lists and objects may stand within each other."""

SHOWN = 60
"""The most characters of a wrong value that a finding quotes."""


class _NumberError(ValueError):
    """A number that JSON does not know or that cannot be held."""


def _number(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise _NumberError(text)
    return value


def _integer(text: str) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise _NumberError(text) from error


def _constant(text: str) -> float:
    raise _NumberError(text)


def excerpt(value: Any) -> str:
    """``value`` as JSON, cut to `SHOWN` characters."""
    text = json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def decoder(repeated: list[Finding]) -> json.JSONDecoder:
    """A strict JSON decoder that adds a fault to ``repeated`` for every key that an object repeats."""

    def collect(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members: dict[str, Any] = {}
        for key, value in pairs:
            if key in members:
                first = f"{excerpt(key)}:{excerpt(members[key])}"
                found = f"{first}, {excerpt(key)}:{excerpt(value)}"
                same = value == members[key]
                repeated.append(finding("key.duplicate", found, first, repair=first if same else None, key=key))
            members[key] = value
        return members

    return json.JSONDecoder(
        object_pairs_hook=collect, parse_float=_number, parse_int=_integer, parse_constant=_constant
    )


def _surrogates(value: Any) -> list[str]:
    """The strings of a JSON value, keys too, that hold half of a character."""
    if isinstance(value, str):
        return [value] if HALF.search(value) else []
    if isinstance(value, list):
        return [text for item in value for text in _surrogates(item)]
    if isinstance(value, dict):
        return [text for item in (*value.keys(), *value.values()) for text in _surrogates(item)]
    return []


def _is_deep(value: Any) -> bool:
    """Whether lists and objects stand within each other more than `DEEPEST` times."""
    level = [value]
    for _ in range(DEEPEST):
        level = [
            inner
            for outer in level
            if isinstance(outer, list | dict)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    return bool(level)


def _escaped(text: str) -> str:
    """The part of ``text`` around its first half of a character, which is written as an escape."""
    half = HALF.search(text)
    start = max(0, half.start() - SHOWN // 3) if half else 0
    return text[start : start + SHOWN].encode("utf-8", "backslashreplace").decode()


def content_faults(value: Any) -> list[Finding]:
    """The faults of a JSON value that could not be written again: nested too deep, or holding half of a character."""
    if _is_deep(value):
        return [finding("json.invalid", "[" * SHOWN, f"≤ {DEEPEST} × [ {{", column=1)]
    return [finding("json.surrogate", _escaped(half), PAIR) for half in _surrogates(value)]


def _syntax_fault(error: json.JSONDecodeError) -> Finding:
    start = max(0, error.pos - SHOWN // 3)
    near = error.doc[start : error.pos + SHOWN // 3]
    expected = MISSING_SIGNS.get(error.msg, "JSON")
    return finding("json.invalid", near, expected, column=error.pos + 1)


def parse_object(text: str) -> tuple[dict[str, Any] | None, list[Finding]]:
    """The object that the line ``text`` holds, and what is wrong with its JSON; None where there is no object."""
    if HALF.search(text):
        return None, [finding("json.surrogate", _escaped(text), PAIR)]
    repeated: list[Finding] = []
    try:
        value = decoder(repeated).decode(text)
    except json.JSONDecodeError as error:
        return None, [_syntax_fault(error)]
    except _NumberError as error:
        return None, [finding("json.number", str(error)[:SHOWN], "0, 1, 2.5 …")]
    except RecursionError:
        return None, [finding("json.invalid", text[:SHOWN], "JSON", column=1)]
    if not isinstance(value, dict):
        return None, [finding("json.not_object", excerpt(value), '{"v":1, …}')]
    faults = content_faults(value) if "\\u" in text or text.count("[") + text.count("{") > DEEPEST else []
    return (None, faults) if faults else (value, repeated)
