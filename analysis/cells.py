"""The cells of a player's profile: habits, principles, and views of all decisions by role, phase, table and score."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from analysis.habits import COMPETING, HABITS
from analysis.principles import PRINCIPLES
from analysis.statistics.rates import Decisions

KINDS = ("habit", "principle", "role", "phase", "total", "standing")
"""What cells are about. Habits and principles can be leaks; the others are views of all decisions."""

ROLES: Mapping[int, tuple[str, ...]] = MappingProxyType(
    {
        2: ("dealer", "hand"),
        3: ("dealer", "hand", "second"),
        4: ("dealer", "hand", "dealers_partner", "third"),
    }
)
"""By number of seats, the role by place after the mazziere."""

PHASES = ("opening", "middle", "ending")
"""The thirds of a deal, by plays."""

TOTALS: Mapping[str, int] = MappingProxyType({"empty": 0, "to_ten": 10, "to_fifteen": 15, "above": 2**16})
"""The total on the table before the play: up to which one a band goes. Up to ten, one card can take all by value."""

STANDINGS = ("behind", "level", "ahead")
"""How the match stood before the deal, against the best other side."""


@dataclass(frozen=True, slots=True)
class Name:
    """What names a cell."""

    kind: str
    """One of `KINDS`."""
    code: str
    """Of a habit or principle its code; else one of the codes of this module."""


CELLS = (
    *(Name("habit", habit.code) for habit in HABITS),
    *(Name("principle", rule.code) for rule in PRINCIPLES),
    *(Name("role", code) for code in ("hand", "second", "dealers_partner", "third", "dealer")),
    *(Name("phase", code) for code in PHASES),
    *(Name("total", code) for code in TOTALS),
    *(Name("standing", code) for code in STANDINGS),
)
"""All cells, in the order of the columns of `decisions_in_cells`."""

COMPETITORS = tuple(place for place, name in enumerate(CELLS) if name.code in COMPETING and name.kind in KINDS[:2])
"""The places of the cells that can be leaks."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Decisions as the library counts them, an array a column (`records.store.Library.decisions_counted`)."""

    deal: NDArray[np.int64]
    lost: NDArray[np.float64]
    habits_apply: NDArray[np.uint64]
    habits_shown: NDArray[np.uint64]
    principles_apply: NDArray[np.uint64]
    principles_broken: NDArray[np.uint64]
    habits_done: NDArray[np.uint64]
    principles_against: NDArray[np.uint64]
    seats: NDArray[np.int64]
    place: NDArray[np.int64]
    phase: NDArray[np.int64]
    table_total: NDArray[np.int64]
    standing: NDArray[np.float64]
    """NaN: not said."""


def decisions_in_cells(columns: Columns) -> Decisions:
    """The decisions with what they count for in each of `CELLS`."""
    applies, shown, done = [], [], []
    for count, could, erred, did in (
        (len(HABITS), columns.habits_apply, columns.habits_shown, columns.habits_done),
        (len(PRINCIPLES), columns.principles_apply, columns.principles_broken, columns.principles_against),
    ):
        for place in range(count):
            bit = np.uint64(1 << place)
            applies.append((could & bit) != 0)
            shown.append((erred & bit) != 0)
            done.append((did & bit) != 0)
    views = [*_roles(columns), *(columns.phase == place for place in range(len(PHASES)))]
    least = -1
    for most in TOTALS.values():
        views.append((columns.table_total > least) & (columns.table_total <= most))
        least = most
    views += [columns.standing == place - 1 for place in range(len(STANDINGS))]
    return Decisions(
        columns.deal,
        columns.lost,
        *(np.array([*each, *views], dtype=bool).T for each in (applies, shown, done)),
    )


def _roles(columns: Columns) -> list[NDArray[np.bool_]]:
    """By role of `CELLS`, whether the seat had it."""
    found = []
    for code in (name.code for name in CELLS if name.kind == "role"):
        has = np.zeros(len(columns.deal), dtype=bool)
        for seats, roles in ROLES.items():
            if code in roles:
                has |= (columns.seats == seats) & (columns.place == roles.index(code))
        found.append(has)
    return found
