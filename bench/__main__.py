"""Measure in one run, as ratios, what the project's speed is held to: ``python -m bench [playouts] [start] …``.

Machines are noisy: each figure is the median of several runs, baseline and ours in turn. Run it on an idle machine: the
figure for two threads, and those of whole commands, are times of the clock.
"""

import os
import platform
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import version

from rich.console import Console
from rich.table import Table

from bench import bulk, playouts, solver, start
from bench.figures import Figure

PARTS: dict[str, Callable[[], Iterator[Figure]]] = {
    "playouts": playouts.figures,
    "solver": solver.figures,
    "bulk": bulk.figures,
    "million": bulk.million,
    "start": start.figures,
}


def main(names: list[str]) -> None:
    """Print the figures of the parts named, or of all."""
    console = Console()
    table = Table(title="Medians of alternate runs")
    for name in ("what", "baseline", "ours", "ratio", "target", ""):
        table.add_column(name, justify="left" if name in ("what", "") else "right")
    for name in names or PARTS:
        for figure in PARTS[name]():
            sign = "≥" if figure.at_least else "≤"
            met = "met" if figure.met else "missed"
            table.add_row(
                figure.what, figure.baseline, figure.ours, f"{figure.ratio:.2f}", f"{sign} {figure.target:g}", met
            )
    console.print(table)
    versions = " ".join(f"{name} {version(name)}" for name in ("numba", "duckdb", "polars", "numpy"))
    console.print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, {versions}")


if __name__ == "__main__":
    main(sys.argv[1:])
