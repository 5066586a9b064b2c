"""Decisions of games of the reference players, as the fit reads them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.games import deal_seed, play_batch
from analysis.kernels.examples import describe
from analysis.kernels.learned import WIDTH
from analysis.thresholds import DRAWN_PER_WORLD, TRUST
from engine.cards import mask_of
from engine.deals import Vector, generator, packet_sizes, setup_vector
from engine.kernels.layout import LARGEST_HAND, MOST_CAPTURES
from engine.rules import Rules

CHUNK = 50
"""Deals that are played before they are looked at."""


@dataclass(frozen=True, slots=True)
class Examples:
    """Decisions one after another; the plays of decision *d* go from ``starts[d]`` on, ``lengths[d]`` of them."""

    features: NDArray[np.float32]
    """Plays × features."""
    worth: NDArray[np.float32]
    """By play, the points it was worth to the side that made it; 0: not looked at."""
    lengths: Vector
    """By decision, how many plays there were."""
    moments: Vector
    """By decision, the row of its weights."""
    chosen: Vector
    """By decision, the place of the play made."""
    games: Vector
    """By decision, the deal it is from, from 0."""

    @property
    def starts(self) -> Vector:
        """By decision, its first play."""
        return np.cumsum(self.lengths) - self.lengths

    @property
    def decisions(self) -> Vector:
        """By play, its decision."""
        return np.repeat(np.arange(len(self.lengths)), self.lengths)

    def of(self, some: NDArray[np.bool_]) -> "Examples":
        """Those decisions alone; their deals keep their numbers."""
        plays = some[self.decisions]
        by_decision = (self.lengths[some], self.moments[some], self.chosen[some], self.games[some])
        return Examples(self.features[plays], self.worth[plays], *by_decision)


def examples(
    rules: Rules,
    players: int,
    names: Sequence[str],
    count: int,
    share: float,
    worlds: int,
    model: tuple[NDArray[np.float64], NDArray[np.float64]],
    seed: int,
) -> Examples:
    """``count`` decisions or a few more, ``share`` of those in games of the players ``names`` (by seat).

    With ``worlds`` above 0 every play is valued over so many worlds, by the players of ``model`` (weights and shares).
    """
    setup = setup_vector(rules, players)
    rounds = len(packet_sizes(rules, players))
    random = generator(seed)
    plays = rules.deck - rules.table
    most = plays * (int(setup[MOST_CAPTURES]) + 1) * LARGEST_HAND
    features, worth = np.zeros((min(most, 20_000), WIDTH)), np.zeros(min(most, 20_000))
    ends, moments, chosen = (np.zeros(plays, dtype=np.int64) for _ in range(3))
    found: list[Examples] = []
    kept = number = 0
    while kept < count:
        seeds = [deal_seed(seed, number + row) for row in range(CHUNK)]
        dealer = number // CHUNK % players
        batch = play_batch(rules, dealer, names, seeds)
        number += CHUNK
        for row in range(CHUNK):
            decisions = describe(
                setup, *model, TRUST, DRAWN_PER_WORLD, (dealer + 1) % players, rounds,
                mask_of(batch.tables[row].tolist()), batch.declared[row], batch.cards[row], batch.taken[row],
                share, worlds, random, features, worth, ends, moments, chosen,
            )  # fmt: skip
            if decisions:
                size = int(ends[decisions - 1])
                lengths = np.diff(ends[:decisions], prepend=0)
                found.append(
                    Examples(
                        features[:size].astype(np.float32),
                        worth[:size].astype(np.float32),
                        lengths,
                        moments[:decisions].copy(),
                        chosen[:decisions].copy(),
                        np.zeros(decisions, dtype=np.int64),
                    )
                )
                kept += decisions
    return joined(found)


def joined(parts: Sequence[Examples]) -> Examples:
    """All decisions of ``parts``, no two of which share a deal."""
    before = np.cumsum([0, *(int(part.games.max()) + 1 for part in parts)])
    features, worth, lengths, moments, chosen = (
        np.concatenate([getattr(part, name) for part in parts])
        for name in ("features", "worth", "lengths", "moments", "chosen")
    )
    games = np.concatenate([part.games + first for part, first in zip(parts, before, strict=False)])
    return Examples(features, worth, lengths, moments, chosen, games)
