"""What the judge said of the deals: keeping it, giving it back, and which deals wait for it."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from records.store.frames import insert, values_of
from records.store.rows import DealReview, JudgedDealRow, ReviewRow, Unjudged
from records.store.schema import JUDGED_DEALS_LATER, REVIEWS_MARKED

if TYPE_CHECKING:
    import duckdb

TABLES = (REVIEWS_MARKED, JUDGED_DEALS_LATER)
"""The tables that hold what the judge said."""

WAITING = """
FROM deals ANTI JOIN (SELECT deal_id FROM judged_deals WHERE version >= $version) USING (deal_id)
WHERE $matches IS NULL OR list_contains($matches, match)
"""

UNJUDGED = f"SELECT deal_id, match, deal, line {WAITING} ORDER BY loaded_at DESC, match, deal LIMIT $limit"

COUNTS = f"""
SELECT (SELECT count(*) FROM deals WHERE $matches IS NULL OR list_contains($matches, match)), count(*) {WAITING}
"""

FORGET_OLDER = """
DELETE FROM {table} WHERE deal_id = $deal_id AND (level = $level OR version < $version)
"""

JUDGED_DEAL = """
SELECT deal_id, level, seed, version, luck, luck_error, later_luck, later_luck_error, decisions, lost, lost_error,
    small, worst_ply, worst_seat, worst_loss, worst_class
FROM judged WHERE match = $match AND deal = $deal AND version = $version
"""

DECISION_COLUMNS = """ply, seat, played, best, class, kind, loss, loss_error, loss_split, worlds, exact, candidates,
    chosen, best_place, hindsight, reviews.line, table_total, principles_apply, principles_broken, habits_apply,
    habits_shown, principles_against, habits_done"""
"""The columns of ``reviews`` that a `ReviewRow` has."""

DECISIONS = f"""
SELECT {DECISION_COLUMNS}
FROM reviews WHERE deal_id = $deal_id AND level = $level AND version = $version ORDER BY ply
"""


def keep(cursor: "duckdb.DuckDBPyConnection", deal: Unjudged, review: DealReview, now: datetime) -> bool:
    """Store the review of ``deal`` in place of those of its level and of older judges, in the open transaction.

    False, and nothing is stored, if the deal is no longer there or its line has changed since.
    """
    same = cursor.execute(
        "SELECT 1 FROM deals WHERE deal_id = $deal_id AND line = $line", {"deal_id": deal.deal_id, "line": deal.line}
    ).fetchall()
    if not same:
        return False
    made = review.deal
    for table in TABLES:
        cursor.execute(
            FORGET_OLDER.format(table=table.name),
            {"deal_id": deal.deal_id, "level": made.level, "version": made.version},
        )
    stamped: dict[str, list[Any]] = {"deal_id": [deal.deal_id], "judged_at": [now]}
    insert(cursor, JUDGED_DEALS_LATER, values_of([made], JudgedDealRow) | stamped)
    count = len(review.decisions)
    values: dict[str, list[Any]] = values_of(review.decisions, ReviewRow)
    values["class"] = values.pop("grade")
    repeated = {"deal_id": deal.deal_id, "level": made.level, "seed": made.seed, "version": made.version}
    insert(cursor, REVIEWS_MARKED, values | {name: [value] * count for name, value in repeated.items()})
    return True


def forget(cursor: "duckdb.DuckDBPyConnection", deal_ids: Sequence[int]) -> None:
    """Delete all that was said of these deals, in the transaction that is open."""
    for table in TABLES:
        cursor.execute(
            f"DELETE FROM {table.name} WHERE list_contains($deal_ids, deal_id)", {"deal_ids": list(deal_ids)}
        )


def unjudged(
    cursor: "duckdb.DuckDBPyConnection", version: int, limit: int, matches: Sequence[str] | None
) -> list[Unjudged]:
    """The first deals that a judge of this version has not been through, those loaded last before others."""
    bound = {"version": version, "limit": limit, "matches": None if matches is None else list(matches)}
    return [Unjudged(*row) for row in cursor.execute(UNJUDGED, bound).fetchall()]


def counts(cursor: "duckdb.DuckDBPyConnection", version: int, matches: Sequence[str] | None) -> tuple[int, int]:
    """How many deals there are, and how many of them wait."""
    bound = {"version": version, "matches": None if matches is None else list(matches)}
    found = cursor.execute(COUNTS, bound).fetchone()
    return (int(found[0]), int(found[1])) if found else (0, 0)


def review_of(cursor: "duckdb.DuckDBPyConnection", match: str, deal: int, version: int) -> DealReview | None:
    """The deepest review of the deal by a judge of this version."""
    found = cursor.execute(JUDGED_DEAL, {"match": match, "deal": deal, "version": version}).fetchone()
    if found is None:
        return None
    deal_id, *facts = found
    row = JudgedDealRow(*tuples(facts))
    bound = {"deal_id": deal_id, "level": row.level, "version": version}
    decisions = cursor.execute(DECISIONS, bound).fetchall()
    return DealReview(row, tuple(ReviewRow(*tuples(each)) for each in decisions))


def tuples(row: Sequence[Any]) -> list[Any]:
    """A row as it was given: its lists were tuples."""
    return [tuple(value) if isinstance(value, list) else value for value in row]
