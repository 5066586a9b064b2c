"""Empirical Bayes: what a rate is worth that rests on few decisions, told from how much such rates differ at all."""

from dataclasses import dataclass

import numpy as np

from analysis.statistics.rates import Numbers


@dataclass(frozen=True, slots=True)
class Group:
    """How a rate is spread over players."""

    mean: float
    """Over the players."""
    spread: float
    """The standard deviation of the players' true rates."""
    players: int
    """How many players it was told from."""


def group_of(means: Numbers, errors: Numbers) -> Group | None:
    """The group of players with these rates and standard errors (above 0); None of fewer than two.

    The spread is that of Paule and Mandel (1982): the one under which the rates lie as far from their mean as they
    should.
    """
    count = len(means)
    if count < 2:
        return None
    low, high = 0.0, float((means.max() - means.min()) ** 2) + float((errors**2).max())
    if _excess(means, errors, 0.0) <= 0:
        return Group(_centre(means, errors, 0.0), 0.0, count)
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _excess(means, errors, middle) > 0 else (low, middle)
    return Group(_centre(means, errors, high), float(high**0.5), count)


def _centre(means: Numbers, errors: Numbers, variance: float) -> float:
    weights = 1.0 / (errors**2 + variance)
    return float((weights * means).sum() / weights.sum())


def _excess(means: Numbers, errors: Numbers, variance: float) -> float:
    """How much farther from their mean the rates lie than they should if their true variance is ``variance``."""
    away = means - _centre(means, errors, variance)
    return float((away**2 / (errors**2 + variance)).sum()) - (len(means) - 1)


def shrunken(mean: float, error: float, group: Group) -> tuple[float, float]:
    """The rate of a player of the ``group`` who has measured ``mean`` with this ``error``, and the error of that."""
    if error == 0:
        return mean, 0.0
    own = group.spread**2 / (group.spread**2 + error**2)
    return group.mean + own * (mean - group.mean), float(np.sqrt(own) * error)
