"""The library: one DuckDB file with every deal, its plays, its flags, and the lines that were set aside.

It takes and gives rows: what a deal means is the business of the packages around it.
"""

from records.store.bulk import DealTables
from records.store.library import Library
from records.store.opening import ERROR_CODES, LibraryError, default_path
from records.store.rows import (
    AddResult,
    Conflict,
    DealKey,
    DealReview,
    DealRow,
    DealRows,
    DrillAnswerRow,
    DrillRow,
    FindingRow,
    FlagRow,
    JudgedDealRow,
    JudgedPlay,
    Merged,
    PlayColumns,
    ReviewRow,
    SeatInDeal,
    SetAsideResult,
    SetAsideRow,
    Unjudged,
)
from records.store.schema import VERSION

__all__ = [
    "ERROR_CODES",
    "VERSION",
    "AddResult",
    "Conflict",
    "DealKey",
    "DealReview",
    "DealRow",
    "DealRows",
    "DealTables",
    "DrillAnswerRow",
    "DrillRow",
    "FindingRow",
    "FlagRow",
    "JudgedDealRow",
    "JudgedPlay",
    "Library",
    "LibraryError",
    "Merged",
    "PlayColumns",
    "ReviewRow",
    "SeatInDeal",
    "SetAsideResult",
    "SetAsideRow",
    "Unjudged",
    "default_path",
]
