"""Faults and remarks read back from the library, as sentences need them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ui.sentences import FindingLike
from ui.titles import score_text
from ui.words import Words


@dataclass(frozen=True, slots=True)
class StoredFinding:
    """A fault or a remark as the library keeps it: `ui.sentences.FindingLike`."""

    file: str | None
    line: int | None
    ply: int | None
    code: str
    found: str
    expected: str
    repair: str | None
    params: Mapping[str, Any]


def stored_finding(row: Mapping[str, Any]) -> StoredFinding:
    """The finding in a row of `Library.set_aside_rows` or `Library.remarks_of`."""
    return StoredFinding(
        file=row["file"],
        line=row["line_number"],
        ply=row["ply"],
        code=row["code"],
        found=row["found"],
        expected=row["expected"],
        repair=row["repair"],
        params=json.loads(row["params"] or "{}"),
    )


def remark_in_words(remark: FindingLike, w: Words) -> FindingLike:
    """The remark for who reads it beside the game: points as people write them, and no repair of the file."""
    return StoredFinding(
        remark.file,
        remark.line,
        remark.ply,
        remark.code,
        _points(remark.found, w),
        _points(remark.expected, w),
        None,
        remark.params,
    )


def _points(text: str, w: Words) -> str:
    try:
        values = json.loads(text)
    except ValueError:
        return text
    if isinstance(values, list) and values and all(isinstance(value, int | float) for value in values):
        return score_text(w, values)
    return text
