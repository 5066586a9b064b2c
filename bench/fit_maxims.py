"""Fits `analysis.values.MAXIMS_WEIGHTS` by coordinate search against Greedy: ``python -m bench.fit_maxims``.

Prints the weights each time that a change is kept. All candidates play the same deals; test the result on others.
"""

from collections.abc import Mapping
from unittest.mock import patch

import numpy as np

from analysis.arena import arena
from analysis.thresholds import FLAG_MARGIN
from analysis.values import MAXIMS_WEIGHTS
from engine.rules import preset

SEED = 77
DEALS = 3000
PASSES = 3
LEAST_GAIN = 0.004
GAMES = (
    ("scopone", 4, 1.0),
    ("scopone-scientifico", 4, 0.5),
    ("scopa", 2, 0.5),
    ("scopa", 4, 0.25),
    ("ciapa-no", 2, 0.25),
)
"""Preset, players, and how much its mean counts."""

LARGER, SMALLER, STEP = 1.5, 0.6, 0.05
STEPS = {"value": 0.002, "laid": 0.002}
"""The steps of the weights that are multiplied by Greedy's values, which go up to 139."""


def strength(weights: Mapping[str, float]) -> float:
    """The weighted mean points a deal of Maxims with ``weights`` against Greedy."""
    vector = np.array([FLAG_MARGIN, *weights.values()])
    with patch("analysis.games.maxims_weights", lambda: vector):
        return sum(
            share * arena(preset(name), players, "maxims", "greedy", DEALS, SEED).mean for name, players, share in GAMES
        )


def main() -> None:
    """Change one weight after the other, each time keeping the best of a few values."""
    weights = dict(MAXIMS_WEIGHTS)
    best = strength(weights)
    print(f"{best:.3f}", flush=True)
    for _ in range(PASSES):
        for name, old in tuple(weights.items()):
            for value in {0.0, old * SMALLER, old * LARGER, old + STEPS.get(name, STEP)}:
                found = strength(weights | {name: value})
                if found > best + LEAST_GAIN:
                    best = found
                    weights[name] = value
            if weights[name] != old:
                print(f"{best:.3f} {name}\n{ ({k: round(v, 5) for k, v in weights.items()}) }", flush=True)


if __name__ == "__main__":
    main()
