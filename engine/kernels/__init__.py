"""The rules as small compiled functions on integers: captures, play, deal, score, replay.

A card is ``rank * 4 + suit`` (suits D C B S), a set of cards one integer mask, a deal in progress one
vector of int64 (`engine.kernels.layout`). Everything that plays or judges calls these functions.
"""

from pathlib import Path

from engine.kernels.jit import keep_compiled_code

keep_compiled_code(Path(__file__).parent)

# Decorated now, while the cache folder is this package's own.
from engine.kernels import captures, deal, declare, play, replay, score  # noqa: E402

__all__ = ["captures", "deal", "declare", "play", "replay", "score"]
