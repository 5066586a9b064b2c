"""How long the first answer of a command takes, against the bare imports of its two heaviest packages."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.figures import Figure, in_turn, wall_seconds

PROJECT = Path(__file__).parents[1]
GAME = PROJECT / "sample_games" / "scopetta-2010-10-16-unfinished.jsonl"


def run(*arguments: object) -> float:
    """The time that a command of this Python takes, its output unseen."""
    command = [sys.executable, *map(str, arguments)]
    return wall_seconds(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=PROJECT))


def figures() -> Iterator[Figure]:
    """The review of one deal, its kernels compiled before."""
    review = ("-m", "ui.cli", "review", "--level", "flags", GAME)
    run(*review)
    theirs, ours, ratio = in_turn(lambda: run("-c", "import duckdb, numba"), lambda: run(*review), runs=9)
    yield Figure("review of one deal", f"{theirs:.2f} s for imports", f"{ours:.2f} s", ratio, 2.0, at_least=False)
