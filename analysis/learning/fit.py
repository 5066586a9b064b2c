"""Fitting the weights: to play well, or to play as the players of a pool do."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from analysis.kernels.learned import KINDS, MOMENTS, SLIP, WIDTH
from analysis.learning.examples import Examples
from analysis.weights import Weights

RATE, MEMORY, SQUARES = 0.05, 0.9, 0.999
"""Of Adam (Kingma and Ba 2015)."""

CALM = 0.7
"""After this share of the steps the rate falls to a third."""

FIRST_STEPS, STEPS, LAST_STEPS = 25, 40, 150
"""Steps of a kind for its first deal, in each round, and in the last."""

LEAST_SHARE = 0.02
"""A deal that counts less to a kind says nothing about it; no kind is thought to be rarer."""

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


def chances_made(weights: Weights, examples: Examples) -> NDArray[np.float64]:
    """By decision, the chance that a player with ``weights`` plays what was played; now and then it slips."""
    chance = chances(weights, examples)[examples.starts + examples.chosen]
    return np.asarray((1 - SLIP) * chance + SLIP / examples.lengths)


def fit_to_worth(start: Weights, examples: Examples, steps: int, told: Callable[[int, float], None]) -> Weights:
    """Weights whose player loses the fewest points; ``told`` gets the step and the regret now and then."""

    def slope(chance: NDArray[np.float64]) -> NDArray[np.float64]:
        mean = np.add.reduceat(chance * examples.worth, examples.starts)[examples.decisions]
        return np.asarray(chance * (examples.worth - mean))

    return _climb(start, examples, steps, slope, lambda step, weights: told(step, regret(weights, examples)))


def fit_to_plays(start: Weights, examples: Examples, counted: NDArray[np.float64], steps: int) -> Weights:
    """Weights whose player, now and then slipping, plays as was played; each decision is ``counted`` 0 to 1 times."""

    def slope(chance: NDArray[np.float64]) -> NDArray[np.float64]:
        made = examples.starts + examples.chosen
        meant = (1 - SLIP) * chance[made]
        meant *= counted / (meant + SLIP / examples.lengths)
        gradient = -chance * meant[examples.decisions]
        gradient[made] += meant
        return np.asarray(gradient)

    return _climb(start, examples, steps, slope, None)


def fit_kinds(
    start: Weights, examples: Examples, rounds: int, seed: int, told: Callable[[int, float], None]
) -> tuple[list[Weights], NDArray[np.float64]]:
    """`KINDS` kinds of players and their shares, such that each deal of the examples was played by one of them.

    Nobody tells which: by turns each deal is counted to the kinds as their plays make likely, and each kind is fitted
    to the deals that count to it (expectation and maximization). Each kind begins from a single deal. ``told`` gets
    the round and the mean logarithm of the chances of the plays, a decision.
    """
    random = np.random.default_rng(seed)
    games = int(examples.games.max()) + 1
    kinds = []
    for _ in range(KINDS):
        some = examples.of(examples.games == random.integers(games))
        kinds.append(fit_to_plays(start, some, np.ones(len(some.lengths)), FIRST_STEPS))
    shares = np.full(KINDS, 1 / KINDS)
    for number in range(1, rounds + 1):
        logs = np.stack([np.bincount(examples.games, np.log(chances_made(kind, examples)), games) for kind in kinds], 1)
        logs += np.log(shares)
        most = logs.max(axis=1, keepdims=True)
        counted = np.exp(logs - most)
        total = counted.sum(axis=1, keepdims=True)
        told(number, float((most + np.log(total)).sum() / len(examples.lengths)))
        counted /= total
        shares = np.maximum(counted.mean(axis=0), LEAST_SHARE)
        shares /= shares.sum()
        for place, kind in enumerate(kinds):
            by_decision = counted[examples.games, place]
            own = by_decision > LEAST_SHARE
            if own.any():
                steps = STEPS if number < rounds else LAST_STEPS
                kinds[place] = fit_to_plays(kind, examples.of(own), by_decision[own], steps)
    order = np.argsort(-shares, kind="stable")
    return [kinds[place] for place in order], shares[order]


def _climb(
    start: Weights,
    examples: Examples,
    steps: int,
    slope: Callable[[NDArray[np.float64]], NDArray[np.float64]],
    told: Callable[[int, Weights], None] | None,
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
        if told is not None and (step % 100 == 0 or step == steps):
            told(step, shared + own)
    return np.asarray(shared + own)
