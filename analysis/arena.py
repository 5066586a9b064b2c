"""Reference players against each other on the same deals, seats swapped."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from analysis.games import Game, PlayerError, batch_game, deal_seed, play_batch, player
from engine.rules import Rules

CHUNK = 500
"""Deals between two reports of progress."""

THOUGHTFUL_CHUNK = 8
"""The same where somebody thinks."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How many deals were won, tied and lost, and by how much."""

    wins: int
    ties: int
    losses: int
    mean: float
    """Points a deal, own less the best other side's."""
    mean_se: float
    """Its standard error; not a number where there was one deal."""


@dataclass(frozen=True, slots=True)
class ArenaResult:
    """What came of a match, from the point of view of ``first``."""

    first: str
    second: str
    deals: int
    """Deals; each is played twice."""
    seed: int
    as_dealer_side: Counts
    """Of the deals in which ``first`` had the dealer's side (with three players: was the mazziere)."""
    as_hand_side: Counts
    """Of those in which it had the first play."""
    mean: float
    """Points a deal, own less the best other side's."""
    mean_se: float
    """Its standard error, from the pairs of seatings."""
    seconds_per_decision: float
    """Processor time of one core, over all decisions of both."""

    @property
    def total(self) -> Counts:
        """Both seatings together."""
        one, other = self.as_dealer_side, self.as_hand_side
        counts = (one.wins + other.wins, one.ties + other.ties, one.losses + other.losses)
        return Counts(*counts, self.mean, self.mean_se)


DEALER = 0
"""The mazziere's seat in every deal of the arena; seat 1 plays first."""


def seatings(first: str, second: str, players: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who sits where: ``first`` on the dealer's side, then on the hand's. With three, the other two are ``second``."""
    sides = 2 if players == 4 else players

    def seated(own: int) -> tuple[str, ...]:
        return tuple(first if seat % sides == own else second for seat in range(players))

    return seated(DEALER % sides), seated((DEALER + 1) % sides)


def arena(
    rules: Rules,
    players: int,
    first: str,
    second: str,
    deals: int,
    seed: int,
    progress: Callable[[int], None] | None = None,
    record: Callable[[Game], None] | None = None,
) -> ArenaResult:
    """The result of ``deals`` deals, each played in both seatings. The same seed gives the same result.

    ``progress`` is told the deals played since it was last called; ``record`` gets every game in order.

    :raises PlayerError: an unknown player, or fewer than one deal.
    :raises RulesError: rules that so many cannot play.
    """
    if deals < 1:
        raise PlayerError("arena.deals", found=deals, expected="1, 2, 3 …")
    tables = seatings(first, second, players)
    own = (DEALER % rules.sides(players), (DEALER + 1) % rules.sides(players))
    play_batch(rules, DEALER, tables[0], [])  # load the kernels before the clock runs
    differences = np.zeros((2, deals))
    spent = 0.0
    chunk = THOUGHTFUL_CHUNK if any(player(name).worlds for name in (first, second)) else CHUNK
    for start in range(0, deals, chunk):
        numbers = range(start, min(start + chunk, deals))
        seeds = [deal_seed(seed, number) for number in numbers]
        played = []
        for seating in range(2):
            before = time.process_time()
            batch = play_batch(rules, DEALER, tables[seating], seeds)
            spent += time.process_time() - before
            # Where the lowest total wins, points count against their side.
            points = batch.points.sum(axis=2) * (-1 if rules.objective == "low" else 1)
            mine = points[:, own[seating]]
            best_other = np.delete(points, own[seating], axis=1).max(axis=1)
            differences[seating, numbers.start : numbers.stop] = (mine - best_other) / 2
            played.append(batch)
        if record is not None:
            for number in numbers:
                for seating in range(2):
                    record(batch_game(rules, DEALER, tables[seating], number, played[seating], number - start))
        if progress is not None:
            progress(len(numbers))
    pairs = differences.mean(axis=0)
    return ArenaResult(
        first=first,
        second=second,
        deals=deals,
        seed=seed,
        as_dealer_side=_counts(differences[0]),
        as_hand_side=_counts(differences[1]),
        mean=fmean(pairs),
        mean_se=_error(pairs),
        seconds_per_decision=spent / (2 * deals * (rules.deck - rules.table)),
    )


def _counts(differences: NDArray[np.float64]) -> Counts:
    wins, ties, losses = (int(some.sum()) for some in (differences > 0, differences == 0, differences < 0))
    return Counts(wins, ties, losses, fmean(differences), _error(differences))


def _error(points: NDArray[np.float64]) -> float:
    """The standard error of their mean."""
    return float(points.std(ddof=1) / len(points) ** 0.5) if len(points) > 1 else float("nan")
