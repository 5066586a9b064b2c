"""The weights that the judge's players learned (analysis/learning, docs/decisions/0012-judge.md)."""

import json
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from analysis.kernels.learned import FEATURES, MOMENTS


@cache
def learned_weights() -> NDArray[np.float64]:
    """How the judge's players choose (manners × moments × features), not to be changed.

    The manners: how one's own side plays on, how the others do, and how they played so far.
    """
    stored = json.loads(Path(__file__).with_name("learned_weights.json").read_text(encoding="utf-8"))
    if tuple(stored["features"]) != FEATURES:
        raise ValueError("learned_weights.json was made for other features")
    strong, pool = (np.array(stored[name]).reshape(MOMENTS, len(FEATURES)) for name in ("strong", "pool"))
    weights = np.stack([strong, pool, pool])
    weights.setflags(write=False)
    return weights


def write_weights(strong: NDArray[np.float64], pool: NDArray[np.float64], path: Path) -> None:
    """Write the weights (moments × features each) to ``path``, in the form that `learned_weights` reads."""

    def rows(weights: NDArray[np.float64]) -> list[list[float]]:
        return [[round(float(weight), 3) for weight in row] for row in weights]

    stored = {"features": list(FEATURES), "strong": rows(strong), "pool": rows(pool)}
    path.write_text(json.dumps(stored) + "\n", encoding="utf-8")
