"""The plays behind a player's profile: those that show a habit, and what plays of each class lost together."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analysis.habits import HABITS
from analysis.principles import PRINCIPLES
from analysis.versions import JUDGE_VERSION
from records.store import Library

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True, slots=True)
class ClassFigures:
    """What the plays of one class lost."""

    grade: str | None
    """The class; None: plays without one."""
    plays: int
    """How many there are."""
    lost: float
    """Points lost together."""


@dataclass(frozen=True, slots=True)
class ShownPlay:
    """A play that shows a habit or breaks a principle."""

    match: str
    """Its match."""
    deal: int
    """The deal's number in the match, from 1."""
    ply: int
    """The play's number in the deal, from 0."""
    seat: int
    """Who played, from 0."""
    played: str
    """The play made, as in the notation."""
    best: str
    """The best play."""
    grade: str | None
    """Its class; None: none."""
    loss: float
    """Points lost."""


@dataclass(frozen=True, slots=True)
class CostlyPlay(ShownPlay):
    """One of the plays that cost most; it has a class."""

    grade: str
    low: float
    """The lower end of its 95 % interval."""
    high: float
    """The upper end."""


def costliest_of(library: Library, player: str, limit: int) -> tuple[CostlyPlay, ...]:
    """The plays with a class that cost the player most, at most ``limit``.

    :raises LibraryError: the library cannot be used.
    """
    rows = _rows(library.costliest_of(player, JUDGE_VERSION, limit))
    return tuple(CostlyPlay(**_play(row), low=row["low"], high=row["high"]) for row in rows)


def examples_of(library: Library, player: str, kind: str, code: str, limit: int) -> tuple[ShownPlay, ...]:
    """The player's plays that count in the cell of this habit or principle, at most ``limit``.

    Those with a class come first, the most costly before others.

    :raises LibraryError: the library cannot be used.
    """
    principles = kind == "principle"
    codes = [each.code for each in (PRINCIPLES if principles else HABITS)]
    rows = library.examples_of(player, JUDGE_VERSION, codes.index(code), limit, principles=principles)
    return tuple(ShownPlay(**_play(row)) for row in _rows(rows))


def by_class(library: Library, player: str) -> tuple[ClassFigures, ...]:
    """What the player's plays lost, by class, those without one first.

    :raises LibraryError: the library cannot be used.
    """
    rows = _rows(library.losses_by_class(player, JUDGE_VERSION))
    return tuple(ClassFigures(row["class"], row["plays"], row["lost"]) for row in rows)


def _play(row: dict[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in ("match", "deal", "ply", "seat", "played", "best", "loss")} | {
        "grade": row["class"]
    }


def _rows(frame: "pl.DataFrame") -> list[dict[str, Any]]:
    return list(frame.iter_rows(named=True))
