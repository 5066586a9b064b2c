"""Measure in one run, as ratios, what the project's speed is held to: ``python -m bench``.

Machines are noisy: each figure is the median of several runs, baseline and ours in turn.
"""

import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from rich.console import Console
from rich.table import Table

from analysis.arena import arena
from analysis.pipeline import load
from engine.rules import preset
from records.notation import read_file
from records.store import Library

HERE = Path(__file__).parent
RUNS = 5
PLAYOUTS = 20_000
LOADED_DEALS = 1000


def seconds(work: Callable[[], object]) -> float:
    """How long ``work`` takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def in_turn(baseline: Callable[[], float], ours: Callable[[], float]) -> tuple[float, float]:
    """The medians of both, run alternately."""
    pairs = [(baseline(), ours()) for _ in range(RUNS)]
    return statistics.median(one for one, _ in pairs), statistics.median(other for _, other in pairs)


def c_playouts(folder: Path) -> Callable[[], float]:
    """Deals a second of ``playout.c``: random playouts of Scopone scientifico in C."""
    program = folder / "playout"
    subprocess.run(["cc", "-O3", "-march=native", "-o", program, HERE / "playout.c"], check=True)

    def measure() -> float:
        printed = subprocess.run([program], check=True, capture_output=True, text=True).stdout
        return float(printed.split()[-2])

    return measure


def playouts(player: str) -> Callable[[], float]:
    """Deals a second of the arena between two of ``player``, through the kernels that play and score everywhere."""

    def measure() -> float:
        result = arena(preset("scopone-scientifico"), 4, player, player, PLAYOUTS // 2, 1)
        return 1 / (result.seconds_per_decision * 40)

    measure()
    return measure


def games_file(folder: Path) -> Path:
    """A file of recorded deals."""
    path = folder / "games.jsonl"
    arguments = (
        "--first",
        "greedy",
        "--second",
        "random",
        "--deals",
        LOADED_DEALS // 2,
        "--seed",
        1,
        "--rules",
        "scopone",
    )
    settebello("arena", *arguments, "--record", path)
    return path


def settebello(*arguments: object) -> None:
    """Run a command of the program, its output unseen."""
    command = [sys.executable, "-m", "ui.cli", *map(str, arguments)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=HERE.parent)


def loads(path: Path, folder: Path) -> tuple[Callable[[], float], Callable[[], float]]:
    """Seconds for DuckDB alone to read ``path`` and write deals and plays, and ours to replay, flag and store it."""

    def baseline() -> float:
        printed = subprocess.run(
            [sys.executable, HERE / "duckdb_baseline.py", path], check=True, capture_output=True, text=True
        ).stdout
        return statistics.median(float(line.split()[0]) for line in printed.splitlines())

    def ours() -> float:
        library = folder / "ours.duckdb"
        library.unlink(missing_ok=True)
        return seconds(lambda: load(Library(library), read_file(path)))

    return baseline, ours


def starts(path: Path) -> tuple[Callable[[], float], Callable[[], float]]:
    """Seconds to import duckdb and numba alone, and for ``settebello review`` of one deal, warm."""
    one = path.with_name("one.jsonl")
    one.write_text(path.read_text(encoding="utf-8").splitlines()[0] + "\n", encoding="utf-8")

    def imports() -> float:
        return seconds(lambda: subprocess.run([sys.executable, "-c", "import duckdb, numba"], check=True))

    return imports, lambda: seconds(lambda: settebello("review", one))


def main() -> None:
    """Print each figure with its baseline and ratio."""
    console = Console()
    table = Table(title="Medians of alternate runs")
    for name in ("what", "baseline", "ours", "ratio", "meaning"):
        table.add_column(name, justify="left" if name in ("what", "meaning") else "right")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if shutil.which("cc"):
            in_c = c_playouts(folder)
            for player in ("random", "greedy"):
                theirs, mine = in_turn(in_c, playouts(player))
                table.add_row(
                    f"{player} playouts", f"{theirs:,.0f}/s", f"{mine:,.0f}/s", f"{mine / theirs:.2f}", "of random in C"
                )
        path = games_file(folder)
        theirs, mine = in_turn(*loads(path, folder))
        table.add_row(
            f"load {LOADED_DEALS} deals", f"{theirs:.2f} s", f"{mine:.2f} s", f"{mine / theirs:.1f}", "× DuckDB alone"
        )
        theirs, mine = in_turn(*starts(path))
        table.add_row("review one deal", f"{theirs:.2f} s", f"{mine:.2f} s", f"{mine / theirs:.2f}", "× bare imports")
    console.print(table)
    versions = " ".join(f"{name} {version(name)}" for name in ("numba", "duckdb", "polars", "numpy"))
    console.print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, {versions}")


if __name__ == "__main__":
    main()
