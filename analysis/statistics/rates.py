"""Points lost a decision, with the deals as units: two decisions of a deal are not independent."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, log, sqrt

import numpy as np
from numpy.typing import NDArray

from analysis.judgement import Z95

Numbers = NDArray[np.float64]
Bits = NDArray[np.bool_]
Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Rate:
    """Points lost a decision, with the standard error."""

    decisions: int
    """How many decisions it rests on."""
    deals: int
    """In how many deals they were made: the units of the error."""
    mean: float
    error: float
    """Points; infinite where all is of one deal: that tells nothing of how deals differ."""

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval."""
        return self.mean - Z95 * self.error

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval."""
        return self.mean + Z95 * self.error


@dataclass(frozen=True, slots=True)
class Decisions:
    """Decisions with what they count for: one row a decision, one column a cell."""

    deal: Places
    """By decision, the deal: any numbers, equal for decisions of one deal."""
    lost: Numbers
    """By decision, the points lost."""
    applies: Bits
    """Whether the decision is an opportunity of the cell."""
    shown: Bits
    """Whether what it lost counts in the cell."""
    done: Bits
    """Whether the player did what the cell is about, for better or worse."""

    def where(self, chosen: Bits) -> "Decisions":
        """Those of the decisions."""
        return Decisions(
            self.deal[chosen], self.lost[chosen], self.applies[chosen], self.shown[chosen], self.done[chosen]
        )

    def only(self, cells: Sequence[int]) -> "Decisions":
        """The same in these cells alone."""
        chosen = list(cells)
        return Decisions(self.deal, self.lost, self.applies[:, chosen], self.shown[:, chosen], self.done[:, chosen])

    def without(self, cell: int) -> "Decisions":
        """The same opportunities, where nothing of what ``cell`` shows counts any more."""
        return replace(self, shown=self.shown & ~self.shown[:, [cell]])

    def counted(self) -> "Decisions":
        """The same, where how often things are done takes the place of what is lost."""
        return replace(self, lost=np.ones(len(self.lost)), shown=self.done)


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums by deal and cell."""

    opportunities: Numbers
    """Deals × cells."""
    lost: Numbers
    """Deals × cells."""
    shown: Numbers
    """By cell."""

    @property
    def rates(self) -> Numbers:
        """By cell, the points lost an opportunity; 0 where there is none."""
        found: Numbers = self.lost.sum(axis=0) / np.maximum(self.opportunities.sum(axis=0), 1.0)
        return found

    @property
    def pulls(self) -> Numbers:
        """Deals × cells: by how much each deal moves the rate, to first order."""
        count = np.maximum(self.opportunities.sum(axis=0), 1.0)
        found: Numbers = (self.lost - self.rates * self.opportunities) / count
        return found


def tally(decisions: Decisions, deals: Places) -> Tally:
    """The sums by deal of ``deals`` (sorted, each once), where some deals may have none of the ``decisions``."""
    rows = np.searchsorted(deals, decisions.deal)
    columns = range(decisions.applies.shape[1])
    size = len(deals)
    opportunities = [np.bincount(rows[decisions.applies[:, each]], minlength=size) for each in columns]
    lost = []
    for each in columns:
        counted = decisions.shown[:, each]
        lost.append(np.bincount(rows[counted], decisions.lost[counted], minlength=size))
    return Tally(
        np.array(opportunities, dtype=float).reshape(-1, size).T,
        np.array(lost, dtype=float).reshape(-1, size).T,
        decisions.shown.sum(axis=0).astype(float),
    )


def errors_of(pulls: Numbers) -> Numbers:
    """By cell, the standard error of a rate, or of a difference of rates, from what pulls it (deals × cells)."""
    units = np.maximum((pulls != 0).sum(axis=0), 2)
    found: Numbers = np.sqrt((pulls**2).sum(axis=0) * units / (units - 1))
    return found


def widening(freedom: int) -> float:
    """What an error told from so many degrees of freedom is to be taken times, so that 1.96 of it hold 95 % of cases.

    Student's t beside the normal value, after Wallace (1959): never too little; of one degree a third too much.
    """
    size = Z95 * (8 * freedom + 3) / (8 * freedom + 1)
    return sqrt(freedom * (exp(size * size / freedom) - 1)) / Z95


def with_few_deals(rate: Rate) -> Rate:
    """The ``rate`` with an error that owns how few deals it rests on (`widening`)."""
    return rate if rate.deals < 2 else replace(rate, error=rate.error * widening(rate.deals - 1))


def rates_of(decisions: Decisions) -> list[Rate]:
    """By cell, the points lost an opportunity."""
    summed = tally(decisions, np.unique(decisions.deal))
    deals = (summed.opportunities > 0).sum(axis=0)
    counts = summed.opportunities.sum(axis=0)
    errors = np.where(deals == 1, np.inf, errors_of(summed.pulls))
    return [
        Rate(int(count), int(units), float(mean), float(error))
        for count, units, mean, error in zip(counts, deals, summed.rates, errors, strict=True)
    ]


def as_normal(t: float, freedom: int) -> float:
    """The normal value that is as rare as ``t`` with so many degrees of freedom (Wallace 1959)."""
    size = (8 * freedom + 1) / (8 * freedom + 3) * sqrt(freedom * log(1 + t * t / freedom))
    return size if t >= 0 else -size
