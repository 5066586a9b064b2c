"""Adding a batch of deals: what is new, what is known, what is merged and what is in conflict."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from records.store import judging
from records.store.aside import forget, line_hash, set_aside
from records.store.frames import finding_values, frame_of, insert, play_values, registered, values_of
from records.store.merging import COLUMN_OF_KEY, Stored, added_columns, conflict, merge, stored_as, with_added
from records.store.rows import (
    AddResult,
    Conflict,
    DealKey,
    DealRow,
    DealRows,
    FindingRow,
    FlagRow,
    Merged,
    SetAsideRow,
)
from records.store.schema import DEALS, FLAGS, PLAYS, REMARKS

if TYPE_CHECKING:
    import duckdb

VALUED_KEYS = frozenset({"hands", "score"})
"""Keys on which the worth of a play rests: where one is added, the judge goes through the deal again."""

JUDGED_KEYS = frozenset({"score", "points"})
"""Keys on which there are remarks: where the stored value stays, those on the new one are not kept."""


@dataclass(slots=True)
class _Change:
    """What a stored deal gets: its new line, the columns it lacked, and remarks."""

    deal_id: int
    line: str
    columns: dict[str, Any]
    remarks: tuple[FindingRow, ...]
    judged_again: DealRows | None
    """Whose plays and flags take the place of the stored ones; None: they stay."""
    value_changed: bool
    """Whether what the judge said no longer holds."""


@dataclass(slots=True)
class _Batch:
    """The deals of a call, sorted by what becomes of them."""

    there: dict[DealKey, Stored]
    new: dict[DealKey, DealRows] = field(default_factory=dict)
    changes: dict[DealKey, _Change] = field(default_factory=dict)
    known: list[DealKey] = field(default_factory=list)
    merged: list[Merged] = field(default_factory=list)
    conflicts: list[tuple[Conflict, str]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    """The lines that the library holds now."""

    def take(self, rows: DealRows) -> None:
        """Sort one deal in."""
        key = rows.deal.key
        stored = self.there.get(key)
        if stored is None:
            self.new[key] = rows
            self.there[key] = stored_as(rows.deal)
        elif stored.identity != rows.deal.identity:
            self.conflicts.append((conflict(stored, rows.deal), rows.deal.line))
            return
        elif stored.line == rows.deal.line:
            self.known.append(key)
        else:
            self._merge(key, stored, rows)
        self.lines.append(rows.deal.line)

    def _merge(self, key: DealKey, stored: Stored, rows: DealRows) -> None:
        outcome, line = merge(stored.line, rows.deal)
        if not outcome.added and not outcome.kept and line == stored.line:
            self.known.append(key)
            return
        self.merged.append(outcome)
        if not outcome.added:
            return
        self.there[key] = stored.with_line(line)
        remarks = () if JUDGED_KEYS & set(outcome.kept) else rows.remarks
        judged_again = rows if "hands" in outcome.added else None
        if stored.deal_id is None:
            first = self.new[key]
            judged = judged_again or first
            self.new[key] = DealRows(
                with_added(first.deal, rows.deal, outcome.added, line),
                judged.plays,
                judged.flags,
                first.remarks + _others(remarks, first.remarks),
            )
            return
        change = self.changes.setdefault(key, _Change(stored.deal_id, line, {}, (), None, False))
        change.line = line
        change.columns |= added_columns(rows.deal, outcome.added)
        change.remarks += _others(remarks, change.remarks)
        change.judged_again = judged_again or change.judged_again
        change.value_changed |= bool(VALUED_KEYS & set(outcome.added))


def _others(remarks: Iterable[FindingRow], there: Iterable[FindingRow]) -> tuple[FindingRow, ...]:
    known = {(remark.code, remark.ply) for remark in there}
    return tuple(remark for remark in remarks if (remark.code, remark.ply) not in known)


def add(cursor: "duckdb.DuckDBPyConnection", rows: Sequence[DealRows], now: datetime) -> AddResult:
    """Store what is new of ``rows``, in the transaction that is open."""
    if not rows:
        return AddResult()
    batch = _Batch(_stored(cursor, [entry.deal.key for entry in rows]))
    for entry in rows:
        batch.take(entry)
    _insert(cursor, list(batch.new.values()), now)
    _change(cursor, list(batch.changes.values()), now)
    forget(cursor, {line_hash(line) for line in batch.lines})
    set_aside(cursor, [SetAsideRow(line, (case.finding,)) for case, line in batch.conflicts], now)
    return AddResult(
        tuple(batch.new),
        tuple(batch.known),
        tuple(batch.merged),
        tuple(case for case, _ in batch.conflicts),
    )


def _stored(cursor: "duckdb.DuckDBPyConnection", keys: Sequence[DealKey]) -> dict[DealKey, Stored]:
    wanted = frame_of(DEALS, {"match": [key.match for key in keys], "deal": [key.deal for key in keys]})
    with registered(cursor, wanted):
        found = cursor.execute(
            "SELECT match, deal, identity, line, rules_key, table_cards, file, line_number, deal_id "
            "FROM deals SEMI JOIN given USING (match, deal)"
        ).fetchall()
    return {
        DealKey(match, deal): Stored(identity, line, rules_key, tuple(table), file, line_number, deal_id)
        for match, deal, identity, line, rules_key, table, file, line_number, deal_id in found
    }


def _insert(cursor: "duckdb.DuckDBPyConnection", rows: Sequence[DealRows], now: datetime) -> None:
    if not rows:
        return
    numbers = cursor.execute("SELECT nextval('deal_ids') FROM range(?)", [len(rows)]).fetchall()
    deal_ids = [number for (number,) in numbers]
    deals = values_of([entry.deal for entry in rows], DealRow)
    insert(cursor, DEALS, deals | {"deal_id": deal_ids, "loaded_at": [now] * len(rows)})
    _insert_plays_and_flags(cursor, deal_ids, rows)
    remarks = [entry.remarks for entry in rows]
    _insert_remarks(cursor, list(zip(deal_ids, remarks, strict=True)), now)


def _insert_plays_and_flags(
    cursor: "duckdb.DuckDBPyConnection", deal_ids: Sequence[int], rows: Sequence[DealRows]
) -> None:
    insert(cursor, PLAYS, play_values(deal_ids, [entry.plays for entry in rows]))
    flags = values_of([flag for entry in rows for flag in entry.flags], FlagRow)
    flags["deal_id"] = [deal_id for deal_id, entry in zip(deal_ids, rows, strict=True) for _ in entry.flags]
    insert(cursor, FLAGS, flags)


def _insert_remarks(
    cursor: "duckdb.DuckDBPyConnection", remarks: Sequence[tuple[int, Sequence[FindingRow]]], now: datetime
) -> None:
    values = finding_values([remark for _, made in remarks for remark in made], now)
    values["deal_id"] = [deal_id for deal_id, made in remarks for _ in made]
    insert(cursor, REMARKS, values)


def _change(cursor: "duckdb.DuckDBPyConnection", changes: Sequence[_Change], now: datetime) -> None:
    if not changes:
        return
    columns = list(COLUMN_OF_KEY.values())
    values: dict[str, list[Any]] = {name: [change.columns.get(name) for change in changes] for name in columns}
    values["deal_id"] = [change.deal_id for change in changes]
    values["line"] = [change.line for change in changes]
    # A column is filled only where the stored line lacked its key: there it holds nothing.
    filled = ", ".join(f"{name} = coalesce(deals.{name}, given.{name})" for name in columns)
    with registered(cursor, frame_of(DEALS, values)):
        cursor.execute(f"UPDATE deals SET line = given.line, {filled} FROM given WHERE deals.deal_id = given.deal_id")
    again = [(change.deal_id, change.judged_again) for change in changes if change.judged_again]
    if again:
        deal_ids = [deal_id for deal_id, _ in again]
        with registered(cursor, frame_of(DEALS, {"deal_id": deal_ids})):
            for table in (PLAYS, FLAGS):
                cursor.execute(f"DELETE FROM {table.name} WHERE deal_id IN (SELECT deal_id FROM given)")
        _insert_plays_and_flags(cursor, deal_ids, [rows for _, rows in again])
    judging.forget(cursor, [change.deal_id for change in changes if change.value_changed])
    _insert_remarks(cursor, _new_remarks(cursor, changes), now)


def _new_remarks(
    cursor: "duckdb.DuckDBPyConnection", changes: Sequence[_Change]
) -> list[tuple[int, tuple[FindingRow, ...]]]:
    with registered(cursor, frame_of(DEALS, {"deal_id": [change.deal_id for change in changes]})):
        found = cursor.execute("SELECT deal_id, code, ply FROM remarks SEMI JOIN given USING (deal_id)").fetchall()
    there = set(found)
    return [
        (
            change.deal_id,
            tuple(remark for remark in change.remarks if (change.deal_id, remark.code, remark.ply) not in there),
        )
        for change in changes
    ]
