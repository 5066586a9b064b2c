"""Judgement on the same integers as the rules: chances, flags, policies, whole games of the reference players."""

from pathlib import Path

import engine.kernels
from engine.kernels.jit import keep_compiled_code

keep_compiled_code(Path(engine.kernels.__file__).parent, Path(__file__).parent)

# Decorated now, while the cache folder is this package's own.
from analysis.kernels import chances, flags, games, policies, search, worlds  # noqa: E402

__all__ = ["chances", "flags", "games", "policies", "search", "worlds"]
