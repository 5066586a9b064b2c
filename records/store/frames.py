"""Rows as polars frames with the types of their tables, and the way in which frames enter the file."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from records.store import schema
from records.store.rows import FindingRow, PlayColumns

if TYPE_CHECKING:
    import duckdb
    import polars as pl


def frame_of(table: schema.Table, columns: Mapping[str, Sequence[Any]]) -> "pl.DataFrame":
    """The ``columns``, some or all of ``table``'s, as a frame with the table's types."""
    import polars as pl

    simple = {
        "BIGINT": pl.Int64(),
        "INTEGER": pl.Int32(),
        "USMALLINT": pl.UInt16(),
        "UTINYINT": pl.UInt8(),
        "UBIGINT": pl.UInt64(),
        "DOUBLE": pl.Float64(),
        "BOOLEAN": pl.Boolean(),
        "VARCHAR": pl.String(),
        "JSON": pl.String(),
        "TIMESTAMP": pl.Datetime("us"),
    }
    types: dict[str, pl.DataType] = {
        column.name: pl.List(simple[column.type[:-2]]) if column.type.endswith("[]") else simple[column.type]
        for column in table.columns
        if column.name in columns
    }
    return pl.DataFrame({name: columns[name] for name in types}, schema=types)


def values_of(rows: Sequence[Any], row_type: type[Any]) -> dict[str, list[Any]]:
    """A list of values a field of the dataclass ``row_type``."""
    return {field.name: [getattr(row, field.name) for row in rows] for field in fields(row_type)}


def finding_values(findings: Sequence[FindingRow], now: datetime) -> dict[str, list[Any]]:
    """The columns that ``set_aside`` and ``remarks`` share."""
    values = {
        name: [storable(value) if isinstance(value, str) else value for value in column]
        for name, column in values_of(findings, FindingRow).items()
    }
    return values | {"noticed_at": [now] * len(findings)}


def play_values(deal_ids: Sequence[int], plays: Sequence[PlayColumns]) -> dict[str, list[Any]]:
    """The columns of ``plays`` for the deals of these numbers."""
    values: dict[str, list[Any]] = {
        field.name: [value for columns in plays for value in getattr(columns, field.name)]
        for field in fields(PlayColumns)
    }
    lengths = [len(columns.card) for columns in plays]
    values["deal_id"] = [deal_id for deal_id, length in zip(deal_ids, lengths, strict=True) for _ in range(length)]
    values["ply"] = [ply for length in lengths for ply in range(length)]
    return values


def storable(text: str) -> str:
    """``text`` as the file can hold it: what is no character (a lone surrogate) becomes an escape."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


@contextmanager
def registered(cursor: "duckdb.DuckDBPyConnection", frame: "pl.DataFrame") -> Iterator[None]:
    """``frame`` as the table ``given`` of the SQL that runs meanwhile."""
    cursor.register("given", frame)
    try:
        yield
    finally:
        cursor.unregister("given")


def insert(cursor: "duckdb.DuckDBPyConnection", table: schema.Table, columns: Mapping[str, Sequence[Any]]) -> None:
    """Append the ``columns`` to ``table``, a statement for all rows."""
    frame = frame_of(table, columns)
    if frame.height:
        with registered(cursor, frame):
            cursor.execute(f"INSERT INTO {table.name} BY NAME SELECT * FROM given")


def utc_now() -> datetime:
    """The time as the file's columns hold it: UTC, without saying so."""
    return datetime.now(UTC).replace(tzinfo=None)
