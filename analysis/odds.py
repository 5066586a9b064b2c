"""The chance of winning a match from a score, both sides playing on as the judge's players do."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from analysis.kernels.judge import outcomes
from analysis.thresholds import ODDS_DEALS
from analysis.weights import learned_weights
from engine.deals import Vector, generator, packet_sizes, setup_vector
from engine.kernels.layout import STATE_SIZE
from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class MatchOdds:
    """The chances of winning from every score, for matches of two sides."""

    low: bool
    """Whether the lowest total wins."""
    target: int
    """The points that end the match, in halves."""
    table: NDArray[np.float64]
    """By dealer's side and the halves of a point of sides 0 and 1 before a deal: the chance that side 0 wins."""

    def chance(
        self,
        score: tuple[float, ...],
        totals: Vector,
        dealer: int,
        side: int,
        chances: NDArray[np.float64] | None = None,
    ) -> float:
        """The chance, 0 to 1, that ``side`` wins when the deal brings ``totals`` (deals × sides, halves) to ``score``.

        ``dealer`` is the seat that dealt this deal; the next seat deals the next one. ``chances``: of each of the
        ``totals``; None: all alike.
        """
        before = np.rint(np.array(score) * 2).astype(np.int64)
        won = self.after(before[0] + totals[:, 0], before[1] + totals[:, 1], (dealer + 1) % 2)
        mean = float(np.average(won, weights=chances))
        return mean if side == 0 else 1.0 - mean

    def after(self, first: Vector, second: Vector, dealer_side: int) -> NDArray[np.float64]:
        """The chance that side 0 wins at these scores; a tie at the target counts half."""
        over = np.maximum(first, second) >= self.target
        ahead = (first < second) if self.low else (first > second)
        decided = np.where(first == second, 0.5, ahead)
        inside = np.clip(first, 0, self.target - 1), np.clip(second, 0, self.target - 1)
        return np.where(over, decided, self.table[dealer_side][inside])


@lru_cache(maxsize=32)
def match_odds(rules: Rules, players: int) -> MatchOdds:
    """The chances of winning a match of two sides under ``rules``: from random deals, played by the judge's players.

    A suit that wins the match at once is not looked at; points are counted as if the deal went on.
    """
    setup = setup_vector(rules, players)
    rounds = len(packet_sizes(rules, players))
    target = 2 * rules.target
    odds = MatchOdds(rules.objective == "low", target, np.full((2, target, target), 0.5))
    nothing = np.zeros((0, players), dtype=np.int64), np.zeros(STATE_SIZE, dtype=np.int64)
    results = []
    for dealer_side in range(2):
        totals = np.zeros((ODDS_DEALS, 2), dtype=np.int64)
        first = (dealer_side + 1) % players
        outcomes(setup, learned_weights(), first, rounds, nothing[1], nothing[0], generator(dealer_side), totals)
        found, times = np.unique(totals, axis=0, return_counts=True)
        results.append((found, times / ODDS_DEALS))
    # From the highest scores down; twice, for the deals that bring no points to anybody.
    for _ in range(2):
        for total in range(2 * target - 2, -1, -1):
            for one in range(max(0, total - target + 1), min(total, target - 1) + 1):
                for dealer_side, (found, weight) in enumerate(results):
                    after = odds.after(one + found[:, 0], total - one + found[:, 1], 1 - dealer_side)
                    odds.table[dealer_side, one, total - one] = float(weight @ after)
    odds.table.setflags(write=False)
    return odds
