"""Comparing the lines of two records that claim to be the same deal."""

import json
from dataclasses import dataclass, replace
from typing import Any

from records.store.rows import Conflict, DealRow, FindingRow, Merged

LINE_KEYS = (
    *("v", "match", "deal", "rules", "players", "dealer", "table", "plays"),
    *("hands", "seen_by", "ended", "score", "points", "declared", "clock", "notes"),
    *("date", "site", "event", "round", "source"),
)
"""The keys of a canonical line in the order in which they are written; all others follow."""

COLUMN_OF_KEY = {
    "score": "score",
    "points": "claimed",
    "date": "date",
    "site": "site",
    "event": "event",
    "round": "round",
    "source": "source",
}
"""The columns of ``deals`` that repeat a key which a line may lack."""


@dataclass(frozen=True, slots=True)
class Stored:
    """What must be known of a deal that is there, to compare another with it."""

    identity: str
    line: str
    rules_key: str
    table_cards: tuple[int, ...]
    file: str | None
    line_number: int | None
    deal_id: int | None = None
    """None: it came in the same batch."""

    def with_line(self, line: str) -> "Stored":
        """The same deal after its line was added to."""
        return replace(self, line=line)


def stored_as(row: DealRow) -> Stored:
    """``row`` as a later one of its batch meets it."""
    return Stored(row.identity, row.line, row.rules_key, row.table_cards, row.file, row.line_number)


def merge(stored_line: str, row: DealRow) -> tuple[Merged, str]:
    """What changes where ``row`` comes to a stored line of the same deal, and the line that is stored then.

    Keys that the stored line lacks are added; nothing that it has is replaced.
    """
    stored, new = json.loads(stored_line), json.loads(row.line)
    added = tuple(key for key in new if key not in stored)
    kept = tuple(key for key in new if key in stored and not _same(stored[key], new[key]))
    if not added:
        return Merged(row.key, added, kept, row.file, row.line_number), stored_line
    together = stored | {key: new[key] for key in added}
    known = {key: together[key] for key in LINE_KEYS if key in together}
    others = {key: value for key, value in together.items() if key not in known}
    line = json.dumps(known | others, ensure_ascii=False, separators=(",", ":"))
    return Merged(row.key, added, kept, row.file, row.line_number), line


def added_columns(row: DealRow, added: tuple[str, ...]) -> dict[str, Any]:
    """The columns of ``deals`` that the ``added`` keys fill, with their values from ``row``."""
    return {COLUMN_OF_KEY[key]: getattr(row, COLUMN_OF_KEY[key]) for key in added if key in COLUMN_OF_KEY}


def with_added(first: DealRow, row: DealRow, added: tuple[str, ...], line: str) -> DealRow:
    """The first of two rows of a batch with ``line`` and with the ``added`` keys taken from the second."""
    return replace(first, line=line, **added_columns(row, added))


def _same(one: Any, other: Any) -> bool:
    # True == 1 in Python, and not in a record.
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def conflict(stored: Stored, row: DealRow) -> Conflict:
    """The finding for ``row``, which has the name of the stored deal and other facts.

    ``found`` and ``expected`` say where the two differ, fact by fact; of the plays, the first that differs.
    """
    old, new = json.loads(stored.line), json.loads(row.line)
    found, expected, differs = [], [], []
    for key in ("v", "rules", "dealer", "table", "declared"):
        if not _same_fact(key, stored, row, old, new):
            differs.append(key)
            found.append(_shown(key, new))
            expected.append(_shown(key, old))
    ply = _first_difference(old.get("plays", []), new.get("plays", []))
    if ply is not None:
        differs.append("plays")
        found.append(_play_shown(new.get("plays", []), ply))
        expected.append(_play_shown(old.get("plays", []), ply))
    finding = FindingRow(
        code="record.conflict",
        found="; ".join(found),
        expected="; ".join(expected),
        file=row.file,
        line_number=row.line_number,
        ply=ply,
        params=json.dumps(
            {
                "match": row.match,
                "deal": row.deal,
                "differs": differs,
                "stored_file": stored.file,
                "stored_line_number": stored.line_number,
            },
            ensure_ascii=False,
        ),
    )
    return Conflict(row.key, finding)


def _same_fact(key: str, stored: Stored, row: DealRow, old: dict[str, Any], new: dict[str, Any]) -> bool:
    if key == "rules":
        return stored.rules_key == row.rules_key
    if key == "table":
        return set(stored.table_cards) == set(row.table_cards)
    if key == "declared":
        # No such key: no declaration was made; null: the source does not say.
        return _same(old.get(key, []), new.get(key, []))
    return _same(old.get(key), new.get(key))


def _shown(key: str, record: dict[str, Any]) -> str:
    value = json.dumps(record[key], ensure_ascii=False, separators=(",", ":")) if key in record else "–"
    return f"{key} {value}"


def _first_difference(old: list[Any], new: list[Any]) -> int | None:
    for ply, (one, other) in enumerate(zip(old, new, strict=False)):
        if one != other:
            return ply
    return None if len(old) == len(new) else min(len(old), len(new))


def _play_shown(plays: list[Any], ply: int) -> str:
    return f"plays[{ply}] {plays[ply]}" if ply < len(plays) else f"plays[{ply}] –"
