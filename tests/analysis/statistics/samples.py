"""Decisions made up for the tests of the statistics."""

import numpy as np

from analysis.statistics.rates import Decisions

CELLS = 12
"""Cells of a made-up sample."""


def sample(
    random: np.random.Generator, deals: int, first_deal: int = 0, more: dict[int, float] | None = None
) -> Decisions:
    """Eight decisions a deal, in 12 cells that overlap, with few and skewed losses and some deals harder than others.

    ``more``: by cell, how often its mistake is made besides.
    """
    deal = np.repeat(np.arange(first_deal, first_deal + deals), 8)
    hard = np.repeat(random.gamma(2.0, 0.5, deals), 8)
    size = len(deal)
    applies = random.random((size, CELLS)) < np.linspace(0.15, 0.7, CELLS)
    wrong = random.random(size) < 0.12 * hard
    shown = applies & wrong[:, None] & (random.random((size, CELLS)) < 0.4)
    done = shown | (applies & (random.random((size, CELLS)) < 0.3))
    for cell, rate in (more or {}).items():
        planted = applies[:, cell] & (random.random(size) < rate)
        shown[planted, cell] = True
        done[planted, cell] = True
    lost = np.where(shown.any(axis=1), random.exponential(0.4, size), 0.0) + random.normal(0, 0.03, size)
    return Decisions(deal, lost, applies, shown, done)
