"""Fitting the weights: to play well, or to play as the players of a pool do."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from analysis.kernels.learned import MOMENTS, WIDTH
from analysis.learning.examples import Examples

Weights = NDArray[np.float64]
"""Moments × features."""

RATE, MEMORY, SQUARES = 0.05, 0.9, 0.999
"""Of Adam (Kingma and Ba 2015)."""

CALM = 0.7
"""After this share of the steps the rate falls to a third."""

SHRINK_SHARED, SHRINK_OWN = 1e-5, 3e-5
"""How strongly the weights of all moments, and what a moment has of its own, are drawn to 0."""


def chances(weights: Weights, examples: Examples) -> NDArray[np.float64]:
    """By play, the chance that a player with ``weights`` makes it."""
    starts, decisions = examples.starts, examples.decisions
    liking = np.einsum("pf,pf->p", examples.features, weights[examples.moments[decisions]])
    liking -= np.maximum.reduceat(liking, starts)[decisions]
    chance = np.exp(liking)
    return np.asarray(chance / np.add.reduceat(chance, starts)[decisions])


def regret(weights: Weights, examples: Examples) -> float:
    """The points that a player with ``weights`` loses to the best play, a decision."""
    chance, starts = chances(weights, examples), examples.starts
    worth = examples.worth.astype(np.float64)
    return float((np.maximum.reduceat(worth, starts) - np.add.reduceat(chance * worth, starts)).mean())


def surprise(weights: Weights, examples: Examples) -> float:
    """How unlikely the plays made are to a player with ``weights``: the mean of minus their chances' logarithms."""
    chance = chances(weights, examples)[examples.starts + examples.chosen]
    return float(-np.log(np.maximum(chance, 1e-30)).mean())


def fit_to_worth(start: Weights, examples: Examples, steps: int, told: Callable[[int, float], None]) -> Weights:
    """Weights whose player loses the fewest points; ``told`` gets the step and the regret now and then."""

    def slope(chance: NDArray[np.float64]) -> NDArray[np.float64]:
        mean = np.add.reduceat(chance * examples.worth, examples.starts)[examples.decisions]
        return np.asarray(chance * (examples.worth - mean))

    return _climb(start, examples, steps, slope, lambda step, weights: told(step, regret(weights, examples)))


def fit_to_plays(start: Weights, examples: Examples, steps: int, told: Callable[[int, float], None]) -> Weights:
    """Weights whose player plays as was played; ``told`` gets the step and the surprise now and then."""

    def slope(chance: NDArray[np.float64]) -> NDArray[np.float64]:
        gradient = -chance
        gradient[examples.starts + examples.chosen] += 1.0
        return gradient

    return _climb(start, examples, steps, slope, lambda step, weights: told(step, surprise(weights, examples)))


def _climb(
    start: Weights,
    examples: Examples,
    steps: int,
    slope: Callable[[NDArray[np.float64]], NDArray[np.float64]],
    told: Callable[[int, Weights], None],
) -> Weights:
    """The weights after so many steps of Adam; ``slope``: by play, how much a higher liking would gain."""
    shared, own = start.mean(axis=0), start - start.mean(axis=0)
    scale = examples.features.std(axis=0) + 1e-6
    moments = examples.moments[examples.decisions]
    order = np.argsort(moments, kind="stable")
    sorted_features = examples.features[order]
    bounds = np.searchsorted(moments[order], np.arange(MOMENTS + 1))
    averages = [(np.zeros(WIDTH), np.zeros(WIDTH)), (np.zeros((MOMENTS, WIDTH)), np.zeros((MOMENTS, WIDTH)))]
    for step in range(1, steps + 1):
        gains = (slope(chances(shared + own, examples)) / len(examples.lengths))[order]
        gradient = np.stack([gains[low:high] @ sorted_features[low:high] for low, high in pairwise(bounds)])
        pulls = (
            gradient.sum(axis=0) - 2 * SHRINK_SHARED * shared * scale,
            gradient - 2 * SHRINK_OWN * own * scale,
        )
        speed = RATE if step < CALM * steps else RATE / 3
        for moved, pull, (mean, square) in zip((shared, own), pulls, averages, strict=True):
            np.add(mean, (1 - MEMORY) * (pull - mean), out=mean)
            np.add(square, (1 - SQUARES) * (pull * pull - square), out=square)
            stride = mean / (1 - MEMORY**step) / (np.sqrt(square / (1 - SQUARES**step)) + 1e-8)
            np.add(moved, speed * stride, out=moved)
        if step % 100 == 0 or step == steps:
            told(step, shared + own)
    return np.asarray(shared + own)
