"""Setting lines aside: each once, by its text, with what is wrong in it."""

import hashlib
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from records.store.frames import finding_values, frame_of, insert, registered, storable
from records.store.rows import FindingRow, SetAsideResult, SetAsideRow
from records.store.schema import SET_ASIDE

if TYPE_CHECKING:
    import duckdb


def line_hash(text: str) -> str:
    """What names the line ``text`` in the table ``set_aside``."""
    return hashlib.sha256(storable(text).encode("utf-8")).hexdigest()


def set_aside(cursor: "duckdb.DuckDBPyConnection", rows: Sequence[SetAsideRow], now: datetime) -> SetAsideResult:
    """Keep the lines with their findings; a line that is there with the same ones stays as it is.

    Where a line is there with others, made by an older reader, the new ones take their place.
    """
    lines = {line_hash(row.text): row for row in reversed(rows) if row.findings}
    there = _findings_of(cursor, lines)
    changed = {name: row for name, row in lines.items() if there.get(name) != _compared(row.findings)}
    if changed:
        forget(cursor, changed)
        placed = [(name, row.text, finding) for name, row in changed.items() for finding in row.findings]
        columns = finding_values([finding for _, _, finding in placed], now)
        columns["line_hash"] = [name for name, _, _ in placed]
        columns["text"] = [storable(text) for _, text, _ in placed]
        insert(cursor, SET_ASIDE, columns)
    added = sum(name not in there for name in lines)
    return SetAsideResult(added, sum(bool(row.findings) for row in rows) - added)


def forget(cursor: "duckdb.DuckDBPyConnection", names: Iterable[str]) -> int:
    """Delete the lines of these hashes; how many rows there were."""
    with registered(cursor, frame_of(SET_ASIDE, {"line_hash": list(names)})):
        deleted = cursor.execute("DELETE FROM set_aside WHERE line_hash IN (SELECT line_hash FROM given)").fetchone()
    return int(deleted[0]) if deleted else 0


def _findings_of(cursor: "duckdb.DuckDBPyConnection", names: Iterable[str]) -> dict[str, frozenset[Any]]:
    with registered(cursor, frame_of(SET_ASIDE, {"line_hash": list(names)})):
        found = cursor.execute(
            "SELECT line_hash, ply, code, found, expected, repair, params "
            "FROM set_aside SEMI JOIN given USING (line_hash)"
        ).fetchall()
    there: dict[str, set[Any]] = {}
    for name, *finding in found:
        there.setdefault(name, set()).add(tuple(finding))
    return {name: frozenset(findings) for name, findings in there.items()}


def _compared(findings: Iterable[FindingRow]) -> frozenset[Any]:
    return frozenset(
        (
            finding.ply,
            storable(finding.code),
            storable(finding.found),
            storable(finding.expected),
            None if finding.repair is None else storable(finding.repair),
            storable(finding.params),
        )
        for finding in findings
    )
