"""A player's deals over time: match by match, with luck and results, and whether anything changes."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from analysis.judgement import Z95
from analysis.statistics.rates import Numbers, Rate, widening
from analysis.thresholds import DEALS_A_STEP

if TYPE_CHECKING:
    import polars as pl

FEWEST_DEALS = 3
"""Deals below which there is no trend."""


@dataclass(frozen=True, slots=True)
class MatchFigures:
    """What a player did in one match, over its judged deals."""

    match: str
    """Its name."""
    date: str | None
    """The date of its first deal, as written; None: not said."""
    deals: int
    """Judged deals."""
    lost: Rate
    """Points lost a decision; the error is told from how all deals of this player differ, so that a match of one deal
    has one too. Infinite: there is no other deal."""
    points_lost: float
    """Points lost together."""
    luck: float | None
    """The luck of the cards, in points; None: some deal does not tell it."""
    luck_error: float | None
    """Its standard error."""
    result: float | None
    """Own points less the best other side's, more is better; None: some deal is not finished."""
    without_luck: float | None
    """``result`` less ``luck``."""


@dataclass(frozen=True, slots=True)
class Trend:
    """How points lost a decision change over `DEALS_A_STEP` deals."""

    change: float
    """Below 0: fewer are lost."""
    error: float
    """Its standard error."""

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval."""
        return self.change - Z95 * self.error

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval."""
        return self.change + Z95 * self.error


def matches_of(deals: "pl.DataFrame") -> tuple[MatchFigures, ...]:
    """The matches of ``deals`` (`records.store.Library.deals_counted`), in the order of their first deal."""
    import polars as pl

    lost, decisions = _sums(deals)
    total = decisions.sum()
    others = int(np.count_nonzero(decisions)) - 1
    noise = float("inf")
    if others > 0:
        noise = float(np.sqrt(((lost - lost.sum() / total * decisions) ** 2).sum() / total)) * widening(others)
    # Who sits twice on a side has its luck and result once.
    sides = deals.unique(["match", "deal", "side"], maintain_order=True)
    # The sum of points that are not all known is not known.
    known = [
        pl.when(pl.col(name).is_null().any()).then(None).otherwise(value.sum()).alias(name)
        for name, value in (
            ("luck", pl.col("luck")),
            ("luck_error", pl.col("luck_error") ** 2),
            ("result", pl.col("result")),
        )
    ]
    summed = (
        deals.group_by("match", maintain_order=True)
        .agg(pl.col("date").min(), pl.col("deal").n_unique(), pl.col("lost").sum(), pl.col("decisions").sum())
        .join(sides.group_by("match").agg(known), on="match", how="left", maintain_order="left")
    )
    found = []
    for match, date, played, points, count, luck, variance, result in summed.iter_rows():
        error = noise / max(count, 1) ** 0.5
        found.append(
            MatchFigures(
                match=match,
                date=date,
                deals=played,
                lost=Rate(count, played, points / max(count, 1), error),
                points_lost=points,
                luck=luck,
                luck_error=None if luck is None or variance is None else variance**0.5,
                result=result,
                without_luck=None if luck is None or result is None else result - luck,
            )
        )
    return tuple(found)


def trend_of(deals: "pl.DataFrame") -> Trend | None:
    """How points lost a decision change from deal to deal; None of fewer than `FEWEST_DEALS`."""
    lost, decisions = _sums(deals)
    played = decisions > 0
    lost, decisions = lost[played], decisions[played]
    if len(lost) < FEWEST_DEALS:
        return None
    place = np.arange(len(lost)) / DEALS_A_STEP
    centred = place - (decisions * place).sum() / decisions.sum()
    weight = float((decisions * centred**2).sum())
    change = float((lost * centred).sum()) / weight
    level = lost.sum() / decisions.sum()
    residuals = lost - decisions * (level + change * centred)
    freedom = len(lost) - 2
    noise = float(np.sqrt((centred**2 * residuals**2).sum() * len(lost) / freedom))
    return Trend(change, noise / weight * widening(freedom))


def _sums(deals: "pl.DataFrame") -> tuple[Numbers, Numbers]:
    """By deal, in order: points lost and decisions, of all seats of the player."""
    import polars as pl

    summed = deals.group_by(["match", "deal"], maintain_order=True).agg(pl.col("lost").sum(), pl.col("decisions").sum())
    return summed["lost"].to_numpy().astype(float), summed["decisions"].to_numpy().astype(float)
