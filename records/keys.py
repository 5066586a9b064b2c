"""The keys of the notation: their order, what a value of each looks like, and the check of one line's keys."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from records.faults import Finding, finding
from records.json_line import SHOWN, excerpt
from records.record import ENDINGS

REDUCED_DATE = re.compile(r"\d{4}(-(0[1-9]|1[0-2]))?")
DATE_PARTS = re.compile(r"(?P<first>\d{1,4})[./-](?P<month>\d{1,2})[./-](?P<last>\d{1,4})")


def _is_integer(value: Any) -> bool:
    return type(value) is int


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_list_of(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(fits(item) for item in value)


def _is_object_of(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, dict) and all(fits(item) for item in value.values())


def _is_number(value: Any) -> bool:
    return type(value) in {int, float}


def _is_ended(value: Any) -> bool:
    return isinstance(value, dict) and _is_text(value.get("how")) and _is_integer(value.get("seat", 0))


def _is_declaration(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and {"ply", "what"} <= value.keys() <= {"ply", "what", "matta"}
        and _is_integer(value["ply"])
        and _is_text(value["what"])
        and (value.get("matta") is None or _is_integer(value["matta"]))
    )


def _is_declared(value: Any) -> bool:
    return value is None or _is_list_of(_is_declaration)(value)


@dataclass(frozen=True, slots=True)
class Key:
    """One key of the notation."""

    name: str
    """As it is written."""
    shape: str
    """What its value looks like, as an example in JSON."""
    fits: Callable[[Any], bool]
    """Whether a value is of that type."""
    required: bool = False
    """Whether every line must have it."""


KEYS = (
    Key("v", "1", _is_integer, required=True),
    Key("match", '"…"', _is_text, required=True),
    Key("deal", "1", _is_integer, required=True),
    Key("rules", '"…", {"preset":"…", …}', lambda value: isinstance(value, str | dict), required=True),
    Key("players", '["…","…"]', _is_list_of(_is_text), required=True),
    Key("dealer", "0", _is_integer, required=True),
    Key("table", '["JD","QC","3D","AC"]', _is_list_of(_is_text)),
    Key("plays", '["4DxAC+3D","4C", …]', lambda value: isinstance(value, list), required=True),
    Key("hands", '[["7D","AC", …],["5S","KB", …]]', _is_list_of(_is_list_of(_is_text))),
    Key("seen_by", "0", _is_integer),
    Key("ended", '{"how":"resigned","seat":1}', _is_ended),
    Key("score", "[0,0]", _is_list_of(_is_number)),
    Key("points", "[0,0]", _is_list_of(_is_number)),
    Key("declared", '[{"ply":0,"what":"low","matta":6}]', _is_declared),
    Key("clock", "[1500, …]", _is_list_of(_is_integer)),
    Key("notes", '{"12":"…"}', _is_object_of(_is_text)),
    Key("date", '"2008-12-29"', _is_text),
    Key("site", '"…"', _is_text),
    Key("event", '"…"', _is_text),
    Key("round", '"…"', _is_text),
    Key("source", '"…"', _is_text),
)
"""Every key that the notation knows, in the order in which it is written."""

NAMES = frozenset(key.name for key in KEYS)

SHAPES: Mapping[str, str] = {key.name: key.shape for key in KEYS}
"""By key, what its value looks like."""


def missing(key: str, written: Mapping[str, Any]) -> Finding:
    """The fault of an object, ``written``, without ``key``; what is found there are its keys."""
    found = ", ".join(written) or "{}"
    cut = found if len(found) <= SHOWN else found[: SHOWN - 1] + "…"
    return finding("key.missing", cut, f'"{key}":{SHAPES[key]}', key=key)


def out_of_range(key: str, found: Any, expected: str, repair: str | None = None) -> Finding:
    """The fault of a value of the right type that cannot be."""
    return finding("key.value", excerpt(found), expected, repair=repair, key=key)


def seats_text(players: int) -> str:
    """The seats of so many players, as an expectation."""
    return ", ".join(map(str, range(players)))


def _retyped(key: Key, value: Any) -> str | None:
    """``value`` in the right type, where only that is wrong: ``"1"`` for 1, 1 for ``1.0`` and ``"1"``."""
    if key.fits is _is_text and _is_number(value):
        return f'"{value}"'
    if key.fits is _is_integer and isinstance(value, float) and value.is_integer():
        return str(int(value))
    if key.fits is _is_integer and isinstance(value, str) and re.fullmatch(r"\d{1,9}", value, re.ASCII):
        return str(int(value))
    return None


def check_types(written: Mapping[str, Any]) -> tuple[dict[str, Any], list[Finding]]:
    """The known keys of ``written`` whose values are of the right type, and all faults of the others.

    A null stands for an optional key that is not there, as tables write it; for ``declared`` it has a meaning.
    """
    values: dict[str, Any] = {}
    findings = []
    for key in KEYS:
        value = written.get(key.name)
        if key.name not in written or (value is None and not key.required and key.name != "declared"):
            if key.required:
                findings.append(missing(key.name, written))
        elif key.fits(value):
            values[key.name] = value
        else:
            findings.append(finding("key.type", excerpt(value), key.shape, repair=_retyped(key, value), key=key.name))
    return values, findings


def check_ranges(values: Mapping[str, Any], players: int, sides: int) -> list[Finding]:
    """The faults of values that no deal of so many players and sides can have."""
    seats = seats_text(players)
    ended = values.get("ended", {"how": ENDINGS[0]})
    date = values.get("date", "2008")
    points = f"[{', '.join(['0'] * sides)}], 0.5, 1, 1.5 …"
    checks = (
        ("match", values.get("match"), values.get("match") != "", SHAPES["match"], None),
        ("deal", values.get("deal"), values.get("deal", 1) >= 1, "1, 2, 3 …", None),
        ("dealer", values.get("dealer"), 0 <= values.get("dealer", 0) < players, seats, None),
        ("seen_by", values.get("seen_by"), 0 <= values.get("seen_by", 0) < players, seats, None),
        ("score", values.get("score"), _are_points(values.get("score"), sides), points, None),
        ("points", values.get("points"), _are_points(values.get("points"), sides), points, None),
        ("ended.how", ended["how"], ended["how"] in ENDINGS, ", ".join(ENDINGS), None),
        ("ended.seat", ended.get("seat"), 0 <= ended.get("seat", 0) < players, seats, None),
        ("date", date, _is_date(date), "YYYY-MM-DD", _date_repair(date)),
    )
    return [out_of_range(key, found, expected, repair) for key, found, fits, expected, repair in checks if not fits]


def _are_points(written: list[int | float] | None, sides: int) -> bool:
    """Whether ``written`` has a whole or half number for each side."""
    return written is None or (len(written) == sides and not any(number * 2 % 1 for number in written))


def check_by_play(values: Mapping[str, Any], plays: int) -> list[Finding]:
    """The faults of what is told by play, in a deal of so many plays."""
    findings = []
    clock = values.get("clock")
    if clock is not None and (len(clock) != plays or any(milliseconds < 0 for milliseconds in clock)):
        found = f"{len(clock)} × {excerpt(clock)}"
        findings.append(finding("key.value", found, f"{plays} × 0, 1, 2 …", key="clock"))
    expected = f'"0" … "{plays - 1}"' if plays else "{}"
    findings += [
        out_of_range("notes", number, expected)
        for number in values.get("notes", {})
        if not re.fullmatch(r"0|[1-9]\d{0,8}", number, re.ASCII) or int(number) >= plays
    ]
    return findings


def _is_date(text: str) -> bool:
    """Whether ``text`` is a year, a month, a day or a moment in ISO 8601."""
    if REDUCED_DATE.fullmatch(text):
        return True
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _date_repair(text: str) -> str | None:
    """The day that ``text`` writes year first or, as in Italy, day first; None if it is none."""
    parts = DATE_PARTS.fullmatch(text.strip())
    if parts is None:
        return None
    first, last = parts["first"], parts["last"]
    year, day = (first, last) if len(first) == 4 else (last, first)
    repaired = f"{year}-{parts['month']:0>2}-{day:0>2}"
    return repaired if len(year) == 4 and _is_date(repaired) else None
