"""Loading many deals against DuckDB alone, which reads the same file with no replay; then ten times as many.

A file of Scopone scientifico is recorded by the arena. Each load runs in a process of its own.
"""

import json
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from bench.figures import Figure, in_turn, wall_seconds

HERE = Path(__file__).parent
DEALS = 100_000
RUNS = 3
MOST_MEMORY = 2048
"""MiB."""


def load_once(path: Path) -> dict[str, float]:
    """Seconds to load ``path`` into a new library, kernels loaded before, and the peak memory in MiB."""
    from analysis.pipeline import load
    from records.blocks import file_blocks
    from records.store import Library

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        few = folder / "few.jsonl"
        with path.open("rb") as lines, few.open("wb") as out:
            out.writelines(islice(lines, 200))
        load(Library(folder / "few.duckdb"), file_blocks(few))
        library = Library(folder / "many.duckdb")
        seconds = wall_seconds(lambda: load(library, file_blocks(path)))
    return {"seconds": seconds, "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


def run(*arguments: object) -> str:
    """What a command of this Python prints."""
    command = [sys.executable, *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=HERE.parent).stdout


def ours(path: Path) -> dict[str, float]:
    """`load_once` in a process of its own."""
    found: dict[str, float] = json.loads(run("-m", "bench.bulk", path))
    return found


def baseline(path: Path) -> float:
    """Seconds that DuckDB alone takes for ``path``."""
    return statistics.median(float(line.split()[0]) for line in run(HERE / "duckdb_baseline.py", path).splitlines())


def record(path: Path) -> None:
    """Write the deals to ``path``: Greedy against Random."""
    players = ("--first", "greedy", "--second", "random", "--rules", "scopone-scientifico")
    run("-m", "ui.cli", "arena", *players, "--seed", 2, "--deals", DEALS // 2, "--record", path)


def ten_times(path: Path) -> Path:
    """A file with the deals of ``path`` ten times, in matches of different names."""
    larger = path.with_name("ten.jsonl")
    with larger.open("wb") as out:
        for copy in range(10):
            with path.open("rb") as lines:
                out.writelines(line.replace(b'"match":"', b'"match":"%d-' % copy, 1) for line in lines)
    return larger


def figures() -> Iterator[Figure]:
    """Time against DuckDB alone, and the peak memory against what it may be."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "deals.jsonl"
        record(path)
        loads: list[dict[str, float]] = []

        def load() -> float:
            loads.append(ours(path))
            return loads[-1]["seconds"]

        alone, took, ratio = in_turn(lambda: baseline(path), load, RUNS)
        yield Figure(
            f"load {DEALS:,} deals", f"{alone:.2f} s by DuckDB alone", f"{took:.2f} s", ratio, 2.5, at_least=False
        )
        yield memory(f"peak memory of {DEALS:,}", max(each["peak"] for each in loads))


def million() -> Iterator[Figure]:
    """Ten times as many deals against as many as `figures` loads."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "deals.jsonl"
        record(path)
        one = statistics.median(ours(path)["seconds"] for _ in range(RUNS))
        many = ours(ten_times(path))
        ratio = many["seconds"] / one
        yield Figure(
            f"load {10 * DEALS:,} deals",
            f"{one:.2f} s for a tenth",
            f"{many['seconds']:.1f} s",
            ratio,
            11,
            at_least=False,
        )
        yield memory(f"peak memory of {10 * DEALS:,}", many["peak"])


def memory(what: str, peak: float) -> Figure:
    """``peak`` MiB against what may be used."""
    return Figure(what, f"{MOST_MEMORY:,} MiB", f"{peak:,.0f} MiB", peak / MOST_MEMORY, 1.0, at_least=False)


if __name__ == "__main__":
    print(json.dumps(load_once(Path(sys.argv[1]))))
