"""The profile of a player of the library: where points are lost again and again, against the others, over time."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from analysis.cells import CELLS, COMPETITORS, KINDS, Columns, Name, decisions_in_cells
from analysis.pipeline.profile_groups import Groups, mixed_rates, pulled
from analysis.pipeline.profile_plays import CostlyPlay, costliest_of
from analysis.pipeline.profile_time import MatchFigures, Trend, matches_of, trend_of
from analysis.pipeline.references import read_references
from analysis.statistics.leaks import Leak, find_leaks
from analysis.statistics.rates import Decisions, Places, Rate, rates_of, with_few_deals
from analysis.thresholds import LEAK_DECISIONS
from analysis.versions import JUDGE_VERSION
from records.store import Library

if TYPE_CHECKING:
    import polars as pl

COSTLIEST = 5
"""Positions that are shown as the most costly."""


@dataclass(frozen=True, slots=True)
class CellFigures:
    """What a player does in one cell."""

    kind: str
    """One of `analysis.cells.KINDS`."""
    code: str
    """Of a habit or a principle its code; else one of the codes of `analysis.cells`."""
    rate: Rate
    """Points lost an opportunity: of a view, a decision of it; of a habit or principle, by the plays that show it."""
    shown: int
    """How many decisions show it; of a view, all."""
    done: float | None
    """How often, of the opportunities, the player did it, for better or worse (0 to 1); None: a view."""
    others_done: float | None
    """The same of all other players of the library; None: a view, or they had no opportunity."""
    a_deal: float
    """Points lost in it a deal."""
    others: Rate | None
    """The same of all other players of the library; None: they had no opportunity."""
    shrunken: Rate | None
    """``rate`` pulled towards the group, the more the fewer decisions it rests on; None: there is no group."""
    group: str | None
    """What the group is: ``players`` of the library, or ``references``."""
    enough: bool
    """Whether it rests on decisions enough to be judged at all."""
    references: Mapping[str, Rate]
    """By reference player, its rate, mixed as the player's opportunities are (four at the table, or fewer)."""


@dataclass(frozen=True, slots=True)
class LeakFigures:
    """A habit or principle in which the player surely loses more than the others."""

    kind: str
    """``habit`` or ``principle``."""
    code: str
    """Its code."""
    excess: float
    """Points a deal more than at the others' rate; what the leaks before it explain is left out."""
    low: float
    """The lower end of the 95 % interval of ``excess``."""
    high: float
    """The upper end."""
    statistic: float
    """``excess`` in standard errors."""


@dataclass(frozen=True, slots=True)
class Profile:
    """Everything that the profile of a player shows."""

    player: str
    """The name that is shown."""
    deals: int
    """Judged deals."""
    lost: Rate
    """Points lost a decision, over all."""
    others: Rate | None
    """The same of all other players of the library."""
    references: Mapping[str, Rate]
    """By reference player, the same."""
    cells: tuple[CellFigures, ...]
    """Every cell with an opportunity, in the order of `analysis.cells.CELLS`."""
    leaks: tuple[LeakFigures, ...]
    """The one that costs most first."""
    looked_at: int
    """Cells among which leaks were looked for: those with decisions enough."""
    critical: float
    """The value that a leak's ``statistic`` exceeds: the more cells, the higher."""
    matches: tuple[MatchFigures, ...]
    """By date: points lost, luck and results."""
    trend: Trend | None
    """Whether points lost a decision change over time; None: fewer than three deals."""
    costliest: tuple[CostlyPlay, ...]
    """The plays that cost most, the worst first."""


def profile_of(library: Library, player: str) -> Profile | None:
    """The profile of the player of this shown name; None: no decision of this player has been judged.

    :raises LibraryError: the library cannot be used.
    """
    import polars as pl

    frame = library.decisions_counted(JUDGE_VERSION)
    mine = (frame["player"] == player).to_numpy()
    if not mine.any():
        return None
    columns = columns_of(frame)
    decisions = _with_all(decisions_in_cells(columns))
    own, others = decisions.where(mine), decisions.where(~mine)
    rates, other_rates = (list(map(with_few_deals, rates_of(each))) for each in (own, others))
    search = find_leaks(own, others, COMPETITORS)
    names = frame["player"].cast(pl.Categorical).to_physical()
    groups = Groups.of(decisions, names.to_numpy().astype(np.int64), mine)
    tables = np.where(columns.seats[mine] == 4, 0, 1)
    references = read_references()
    played = rates[-1].deals
    cells = []
    for place, name in enumerate(CELLS):
        rate = rates[place]
        if not rate.decisions:
            continue
        mixed = mixed_rates(references, name, tables[own.applies[:, place]])
        group, kind = groups.group(place, rate, mixed)
        cells.append(
            CellFigures(
                kind=name.kind,
                code=name.code,
                rate=rate,
                shown=int(own.shown[:, place].sum()),
                done=_share(own, place),
                others_done=_share(others, place),
                a_deal=rate.mean * rate.decisions / played,
                others=other_rates[place] if other_rates[place].decisions else None,
                shrunken=pulled(rate, groups.error(place, rate), group),
                group=kind,
                enough=rate.decisions >= LEAK_DECISIONS,
                references=mixed,
            )
        )
    deals = library.deals_counted(player, JUDGE_VERSION)
    mixed = mixed_rates(references, ALL, tables)
    return Profile(
        player=player,
        deals=played,
        lost=rates[-1],
        others=other_rates[-1] if other_rates[-1].decisions else None,
        references=mixed,
        cells=tuple(cells),
        leaks=tuple(map(_leak, search.leaks)),
        looked_at=search.looked_at,
        critical=search.critical,
        matches=matches_of(deals),
        trend=trend_of(deals),
        costliest=costliest_of(library, player, COSTLIEST),
    )


ALL = Name("all", "all")
"""What names all decisions together."""


def columns_of(frame: "pl.DataFrame") -> Columns:
    """The decisions of ``frame`` (`records.store.Library.decisions_counted`) as arrays."""

    def whole(name: str) -> Places:
        return frame[name].to_numpy().astype(np.int64)

    return Columns(
        deal=whole("deal_id"),
        lost=frame["loss"].to_numpy().astype(float),
        habits_apply=frame["habits_apply"].to_numpy().astype(np.uint64),
        habits_shown=frame["habits_shown"].to_numpy().astype(np.uint64),
        principles_apply=frame["principles_apply"].to_numpy().astype(np.uint64),
        principles_broken=frame["principles_broken"].to_numpy().astype(np.uint64),
        habits_done=frame["habits_done"].to_numpy().astype(np.uint64),
        principles_against=frame["principles_against"].to_numpy().astype(np.uint64),
        seats=whole("seats"),
        place=whole("place"),
        phase=whole("phase"),
        table_total=whole("table_total"),
        standing=frame["standing"].to_numpy().astype(float),
    )


def _with_all(decisions: Decisions) -> Decisions:
    """The decisions with a last cell, in which all of them count."""
    everything = np.ones((len(decisions.deal), 1), dtype=bool)
    return Decisions(
        decisions.deal,
        decisions.lost,
        np.hstack([decisions.applies, everything]),
        np.hstack([decisions.shown, everything]),
        np.hstack([decisions.done, everything]),
    )


def _share(decisions: Decisions, place: int) -> float | None:
    """How often it is done, of the opportunities of a habit or principle."""
    could = int(decisions.applies[:, place].sum())
    if not could or CELLS[place].kind not in KINDS[:2]:
        return None
    return float(decisions.done[:, place].sum() / could)


def _leak(leak: Leak) -> LeakFigures:
    name = CELLS[leak.cell]
    return LeakFigures(name.kind, name.code, leak.excess, leak.low, leak.high, leak.statistic)
