"""The weights that the judge's players learned (analysis/learning, docs/decisions/0012-judge.md)."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.kernels.learned import FEATURES, KINDS, MOMENTS, dealing
from engine.rules import Rules

Weights = NDArray[np.float64]
"""Of one manner: moments × features."""

PATH = Path(__file__).with_name("learned_weights.json")


@cache
def learned_weights() -> NDArray[np.float64]:
    """How the judge's players choose (moments × features × manners), not to be changed.

    The manners: the judge's own, then the kinds of players that it reckons with.
    """
    stored = _stored()
    if tuple(stored["features"]) != FEATURES or len(stored["kinds"]) != KINDS:
        raise ValueError("learned_weights.json was made for other features or kinds")
    rows = [np.array(each).reshape(MOMENTS, len(FEATURES)) for each in (stored["strong"], *stored["kinds"])]
    weights = np.ascontiguousarray(np.stack(rows, axis=-1))
    weights.setflags(write=False)
    return weights


def kind_shares(rules: Rules) -> NDArray[np.float64]:
    """How many players of such games were of each kind (adding up to 1), not to be changed.

    Games in which all cards are dealt at once have kinds of their own, and so have those of packets.
    """
    shares: NDArray[np.float64] = all_kind_shares()[dealing(rules.redeal)]
    return shares


@cache
def all_kind_shares() -> NDArray[np.float64]:
    """`kind_shares` by way of dealing (dealings × kinds)."""
    shares = np.array(_stored()["shares"], dtype=np.float64)
    shares.setflags(write=False)
    return shares


def _stored() -> dict[str, Any]:
    return dict(json.loads(PATH.read_text(encoding="utf-8")))


def write_weights(strong: Weights, kinds: NDArray[np.float64], shares: NDArray[np.float64]) -> None:
    """Write the weights for `learned_weights` to read.

    ``kinds`` are kinds × moments × features, their ``shares`` dealings × kinds.
    """

    def rows(weights: Weights) -> list[list[float]]:
        return [[round(float(weight), 3) for weight in row] for row in weights]

    stored = {
        "features": list(FEATURES),
        "shares": [[round(float(share), 3) for share in row] for row in shares],
        "strong": rows(strong),
        "kinds": [rows(weights) for weights in kinds],
    }
    PATH.write_text(json.dumps(stored) + "\n", encoding="utf-8")
    learned_weights.cache_clear()
    all_kind_shares.cache_clear()
