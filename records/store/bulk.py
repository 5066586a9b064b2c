"""Many deals at once, given as Arrow tables: what is there already, and appending what is new."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa


@dataclass(frozen=True, slots=True)
class DealTables:
    """New deals with their plays and flags: the columns of the tables of these names, but for two.

    In place of ``deal_id`` stands ``row``, the deal's number here, from 0 and without gaps; there is no ``loaded_at``.
    """

    deals: "pa.Table"
    plays: "pa.Table"
    flags: "pa.Table"

    @property
    def count(self) -> int:
        """How many deals there are."""
        return int(self.deals.num_rows)


MEMORY = "500MB"
"""What DuckDB may keep in memory while blocks are appended; by custom it takes most of the machine's."""


def take_little_memory(cursor: "duckdb.DuckDBPyConnection") -> None:
    """Have DuckDB keep little of the file in memory, until the file is closed: its commits need it too."""
    cursor.execute(f"SET memory_limit = '{MEMORY}'")


def stored(cursor: "duckdb.DuckDBPyConnection", keys: "pa.Table") -> list[tuple[int, int]]:
    """Which of the deals in ``keys`` (``row``, ``match``, ``deal``) are there already: the rows and the ``deal_id``."""
    with _given(cursor, keys):
        return cursor.execute("SELECT row, deal_id FROM given JOIN deals USING (match, deal)").fetchall()


def same_lines(cursor: "duckdb.DuckDBPyConnection", lines: "pa.Table") -> list[int]:
    """The rows of ``lines`` (``row``, ``deal_id``, ``line``) that are stored just so."""
    with _given(cursor, lines):
        # Lines are most of the table: only those between the first and the last that are asked for are read.
        found = cursor.execute(
            "SELECT row FROM given JOIN deals USING (deal_id, line) "
            "WHERE deal_id BETWEEN (SELECT min(deal_id) FROM given) AND (SELECT max(deal_id) FROM given)"
        ).fetchall()
    return [row for (row,) in found]


def append(cursor: "duckdb.DuckDBPyConnection", tables: DealTables, now: datetime) -> bool:
    """Store new deals, in the transaction that is open; False, and nothing is stored, if one of them is there already.

    Lines that load now are set aside no more.
    """
    with _given(cursor, tables.deals):
        if cursor.execute("SELECT 1 FROM given SEMI JOIN deals USING (match, deal) LIMIT 1").fetchall():
            return False
        if cursor.execute("SELECT 1 FROM set_aside LIMIT 1").fetchall():
            cursor.execute("DELETE FROM set_aside WHERE text IN (SELECT line FROM given)")
        first = _reserve(cursor, tables.count)
        cursor.execute(
            "INSERT INTO deals BY NAME SELECT $first + row AS deal_id, * EXCLUDE (row), $now AS loaded_at FROM given",
            {"first": first, "now": now},
        )
    for name, table in (("plays", tables.plays), ("flags", tables.flags)):
        with _given(cursor, table):
            cursor.execute(
                f"INSERT INTO {name} BY NAME SELECT $first + row AS deal_id, * EXCLUDE (row) FROM given",
                {"first": first},
            )
    return True


def _reserve(cursor: "duckdb.DuckDBPyConnection", count: int) -> int:
    """The first of ``count`` numbers of deals in a row: nobody else draws any while a transaction writes."""
    ((first,),) = cursor.execute(
        "SELECT min(number) FROM (SELECT nextval('deal_ids') AS number FROM range(?))", [count]
    ).fetchall()
    return int(first)


@contextmanager
def _given(cursor: "duckdb.DuckDBPyConnection", table: "pa.Table") -> Iterator[None]:
    """``table`` as the table ``given`` of the SQL that runs meanwhile."""
    cursor.register("given", table)
    try:
        yield
    finally:
        cursor.unregister("given")
