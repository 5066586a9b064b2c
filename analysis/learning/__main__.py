"""Learn the weights anew, from those that are there: ``python -m analysis.learning [--rounds N] [--scale S]``."""

import argparse

import numpy as np

from analysis import weights as stored
from analysis.kernels.learned import DEALINGS, FEATURES, KINDS, MOMENTS, OWN, dealing
from analysis.learning.examples import Examples, examples, joined
from analysis.learning.fit import fit_kinds, fit_to_worth
from analysis.weights import Weights
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
    ("greedy", 0.18), ("greedy-soft", 0.15), ("maxims", 0.2), ("habit", 0.15), ("habit-soft", 0.17), ("fair-64", 0.15),
)  # fmt: skip
"""The players in whose plays the kinds of the others are found, and their shares.

Random is none of them: a person who errs twice would be taken for one who might do anything.
"""

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


KIND_ROUNDS = 12
"""How often deals are counted to kinds, and kinds fitted to them."""

DEALT = ("once", "packets")
"""By dealing, the name it has here: all cards dealt at once, or packets. Each has kinds of players of its own."""


def main() -> None:
    """Play, look, fit, as many times as asked for, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1, help="how often to play and fit")
    parser.add_argument("--scale", type=float, default=1.0, help="how many decisions, against the recipe's")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worlds", type=int, default=WORLDS)
    parser.add_argument("--fresh", action="store_true", help="begin with hand-set weights")
    parser.add_argument("--only", choices=("strong", "kinds"), help="fit these alone")
    parser.add_argument("--dealt", choices=DEALT, help="find the kinds of such games alone")
    arguments = parser.parse_args()
    weights, shares = stored.learned_weights(), stored.all_kind_shares()
    strong, kinds = weights[..., OWN], np.moveaxis(weights[..., OWN + 1 :], -1, 0).copy()
    shares = shares.copy()
    if arguments.fresh:
        strong = np.tile([START.get(name, 0.0) for name in FEATURES], (MOMENTS, 1))
        kinds, shares = np.stack([strong] * KINDS), np.full((DEALINGS, KINDS), 1 / KINDS)
    for number in range(arguments.rounds):
        seed = arguments.seed + number
        if arguments.only != "kinds":
            weights = np.ascontiguousarray(np.stack([strong, *kinds], axis=-1))
            looked_at = _looked_at(weights, shares, arguments.scale, arguments.worlds, seed)
            strong = fit_to_worth(strong, looked_at, 400, _tell)
        if arguments.only != "strong":
            for dealt, name in enumerate(DEALT):
                if arguments.dealt in {None, name}:
                    played = _played(dealt, arguments.scale, seed)
                    found, shares[dealt] = fit_kinds(strong, played, KIND_ROUNDS, seed, _tell)
                    rows = np.arange(MOMENTS) * DEALINGS // MOMENTS == dealt
                    kinds[:, rows] = np.stack(found)[:, rows]
        stored.write_weights(strong, kinds, shares)


def _looked_at(weights: Weights, shares: Weights, scale: float, worlds: int, seed: int) -> Examples:
    """Decisions of the judge's players, with slips, each play valued by them."""
    parts = []
    for table, (name, players, count) in enumerate(TABLES):
        rules, names = preset(name), ["habit-soft"] * players
        model = weights, shares[dealing(rules.redeal)]
        found = examples(rules, players, names, int(count * scale), SHARE, worlds, model, seed * 100 + table)
        print(f"{name}, {players} players: {len(found.lengths)} decisions", flush=True)
        parts.append(found)
    return joined(parts)


def _played(dealt: int, scale: float, seed: int) -> Examples:
    """Decisions of the players of the pool, in games that are dealt so."""
    parts = []
    for table, (name, players, count) in enumerate(TABLES):
        rules = preset(name)
        if dealing(rules.redeal) != dealt:
            continue
        model = stored.learned_weights(), stored.kind_shares(rules)
        for place, (who, share) in enumerate(POOL):
            number = int(count * share * scale)
            seeded = seed * 10_000 + 100 * table + place
            parts.append(examples(rules, players, [who] * players, number, SHARE, 0, model, seeded))
        print(f"{name}, {players} players: played", flush=True)
    return joined(parts)


def _tell(step: int, value: float) -> None:
    print(f"  step {step}: {value:.4f}", flush=True)


if __name__ == "__main__":
    main()
