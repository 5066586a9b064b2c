"""Leaks: cells in which a player loses more than others, though many cells are looked at and cells overlap."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analysis.judgement import Z95
from analysis.statistics.rates import Decisions, Numbers, Tally, as_normal, errors_of, tally
from analysis.thresholds import FAMILY_WISE, LEAK_DECISIONS, LEAK_SHOWN

DRAWS = 20_000
"""Random largest statistics from which the critical value is told."""


@dataclass(frozen=True, slots=True)
class Leak:
    """A cell in which a player surely loses more than the others do."""

    cell: int
    """The cell's place."""
    excess: float
    """Points a deal that it costs more than at the others' rate, what earlier leaks explain left out."""
    error: float
    """The standard error of ``excess``."""
    statistic: float
    """``excess`` in standard errors, few deals counted less: above the critical value."""

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval of ``excess``."""
        return self.excess - Z95 * self.error

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval of ``excess``."""
        return self.excess + Z95 * self.error


@dataclass(frozen=True, slots=True)
class Search:
    """What was found in all cells."""

    leaks: tuple[Leak, ...]
    """As they were found: the one that costs most first, then what costs most besides."""
    looked_at: int
    """Cells that had decisions enough to be looked at."""
    critical: float
    """What the largest of that many statistics exceeds in `FAMILY_WISE` of all cases, if there is no leak at all."""


@dataclass(frozen=True, slots=True)
class _Comparison:
    """Own rates less those of the others, by cell."""

    excess: Numbers
    error: Numbers
    statistic: Numbers
    pulls: Numbers
    often: Numbers
    """Opportunities a deal."""

    def level(self, cell: int, top: int) -> bool:
        """Whether it is not sure that ``top`` costs more than ``cell``."""
        pulls = self.pulls[:, [top]] * self.often[top] - self.pulls[:, [cell]] * self.often[cell]
        return bool(self.excess[top] - self.excess[cell] <= Z95 * errors_of(pulls)[0])


def find_leaks(own: Decisions, others: Decisions, competing: Sequence[int]) -> Search:
    """The leaks among the ``competing`` cells of a player's ``own`` decisions, against those of the ``others``.

    The largest of all statistics is compared with what the largest of as many, as much correlated, is by chance (max-T,
    Westfall and Young 1993). After each leak what it shows is taken out of all cells, and a further leak must stand out
    in what is left. Of cells that cost as much, as far as can be told, that one comes first in which the player acts
    most unlike the others, whatever is best: who takes all there is risks scope too, but does not always risk them.
    """
    deals = np.union1d(own.deal, others.deal)
    counts = np.minimum(own.applies.sum(axis=0), others.applies.sum(axis=0))
    looked_at = [cell for cell in competing if counts[cell] >= LEAK_DECISIONS]
    if not looked_at:
        return Search((), 0, 0.0)
    played = len(np.unique(own.deal))
    own, others = own.only(looked_at), others.only(looked_at)
    behaviour = _compare(tally(own.counted(), deals), tally(others.counted(), deals), played)
    leaks: list[Leak] = []
    critical: float | None = None
    waiting = list(range(len(looked_at)))
    while True:
        mine = tally(own, deals)
        compared = _compare(mine, tally(others, deals), played)
        if critical is None:
            critical = critical_value(compared.pulls)
        sure = [cell for cell in waiting if compared.statistic[cell] > critical and mine.shown[cell] >= LEAK_SHOWN]
        if not sure:
            return Search(tuple(leaks), len(looked_at), critical)
        top = max(sure, key=lambda cell: float(compared.excess[cell]))
        level = [cell for cell in sure if compared.level(cell, top)]
        found = max(level, key=lambda cell: float(behaviour.statistic[cell]))
        excess, error, statistic = (
            float(each[found]) for each in (compared.excess, compared.error, compared.statistic)
        )
        leaks.append(Leak(looked_at[found], excess, error, statistic))
        waiting.remove(found)
        own, others = own.without(found), others.without(found)


def _compare(mine: Tally, theirs: Tally, played: int) -> _Comparison:
    pulls = mine.pulls - theirs.pulls
    errors = errors_of(pulls)
    difference = mine.rates - theirs.rates
    freedom = np.maximum((mine.opportunities > 0).sum(axis=0) - 1, 1)
    statistic = np.array(
        [
            as_normal(float(each / error), int(free)) if error > 0 else 0.0
            for each, error, free in zip(difference, errors, freedom, strict=True)
        ]
    )
    often = mine.opportunities.sum(axis=0) / played
    return _Comparison(difference * often, errors * often, statistic, pulls, often)


def critical_value(pulls: Numbers) -> float:
    """What the largest of the cells' statistics exceeds in `FAMILY_WISE` of all cases, from what pulls them."""
    scaled = pulls / np.maximum(np.sqrt((pulls**2).sum(axis=0)), 1e-300)
    values, vectors = np.linalg.eigh(scaled.T @ scaled)
    spread = vectors * np.sqrt(np.maximum(values, 0.0))
    drawn = np.random.default_rng(0).standard_normal((DRAWS, pulls.shape[1])) @ spread.T
    return float(np.quantile(drawn.max(axis=1), 1 - FAMILY_WISE))
