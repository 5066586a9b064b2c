"""Learn the weights anew, from those that are there: ``python -m analysis.learning [--rounds N] [--scale S]``."""

import argparse
from pathlib import Path

import numpy as np

from analysis import weights as stored
from analysis.kernels.learned import FEATURES, MOMENTS
from analysis.learning.examples import Examples, examples, joined
from analysis.learning.fit import Weights, fit_to_plays, fit_to_worth
from engine.rules import preset

TABLES = (
    ("scopone", 4, 20_000),
    ("scopone-scientifico", 4, 12_000),
    ("scopa", 2, 16_000),
    ("scopa", 4, 6_400),
    ("scopa", 3, 4_000),
    ("cirulla", 2, 4_800),
    ("scopa-d-assi", 2, 3_200),
)
"""Rules, players and decisions of a round."""

POOL = (
    ("random", 0.1), ("greedy", 0.2), ("greedy-soft", 0.15), ("maxims", 0.2), ("habit", 0.15), ("habit-soft", 0.1),
    ("fair-64", 0.1),
)  # fmt: skip
"""The players whose plays the model of the others is fitted to, and their shares."""

START = {
    "scopa": 4.0, "captures": 1.2, "cards_won": 0.24, "suit_won": 0.8, "sevens_won": 1.2, "sixes_won": 0.24,
    "aces_won": 0.2, "paid_won": 3.6, "run_won": 0.8, "scopa_offered": -3.6, "own_scopa_next": 0.6,
    "cards_lost": -0.16, "suit_lost": -0.6, "sevens_lost": -0.8, "paid_lost": -3.2, "ranks_matched": 0.2,
    "last_capture": 0.2, "lays_suit": -0.6, "lays_seven": -0.8, "lays_paid": -2.4, "lays_copies": 0.4,
}  # fmt: skip
"""Weights to begin with: roughly what a card and a scopa are worth."""

WORLDS = 100
"""At how many worlds each play is looked at."""

SHARE = 0.3
"""How many of the decisions of a game are kept, so that they differ."""


def main() -> None:
    """Play, look, fit, as many times as asked for, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1, help="how often to play and fit")
    parser.add_argument("--scale", type=float, default=1.0, help="how many decisions, against the recipe's")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worlds", type=int, default=WORLDS)
    parser.add_argument("--fresh", action="store_true", help="begin with hand-set weights")
    parser.add_argument("--only", choices=("strong", "pool"), help="fit these alone")
    arguments = parser.parse_args()
    path = Path(stored.__file__).with_name("learned_weights.json")
    strong, pool = stored.learned_weights()[0], stored.learned_weights()[1]
    if arguments.fresh:
        row = [START.get(name, 0.0) for name in FEATURES]
        strong, pool = np.tile(row, (MOMENTS, 1)), np.tile(row, (MOMENTS, 1))
    for number in range(arguments.rounds):
        seed = arguments.seed + number
        if arguments.only != "pool":
            looked_at = _looked_at(strong, pool, arguments.scale, arguments.worlds, seed)
            strong = fit_to_worth(strong, looked_at, 400, _tell)
        if arguments.only != "strong":
            pool = fit_to_plays(pool, _played(arguments.scale, seed), 300, _tell)
        stored.write_weights(strong, pool, path)
        stored.learned_weights.cache_clear()


def _looked_at(strong: Weights, pool: Weights, scale: float, worlds: int, seed: int) -> Examples:
    """Decisions of the judge's players, with slips, each play valued by them."""
    weights = np.stack([strong, strong, pool])
    parts = []
    for table, (name, players, count) in enumerate(TABLES):
        found = examples(
            preset(name),
            players,
            ["habit-soft"] * players,
            int(count * scale),
            SHARE,
            worlds,
            weights,
            seed * 100 + table,
        )
        print(f"{name}, {players} players: {len(found.lengths)} decisions", flush=True)
        parts.append(found)
    return joined(parts)


def _played(scale: float, seed: int) -> Examples:
    """Decisions of the players of the pool."""
    weights = stored.learned_weights()
    parts = []
    for table, (name, players, count) in enumerate(TABLES):
        for place, (who, share) in enumerate(POOL):
            number = int(count * share * scale)
            seeded = seed * 10_000 + 100 * table + place
            parts.append(examples(preset(name), players, [who] * players, number, SHARE, 0, weights, seeded))
        print(f"{name}, {players} players: played", flush=True)
    return joined(parts)


def _tell(step: int, value: float) -> None:
    print(f"  step {step}: {value:.4f}", flush=True)


if __name__ == "__main__":
    main()
