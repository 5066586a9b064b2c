import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from records.store import Library
from tests.records.store.example import deal_rows

BATCHES = 60
IN_A_BATCH = 20

LOADER = f"""
import sys
from records.store import Library
from tests.records.store.example import deal_rows

library = Library(sys.argv[1])
for batch in range({BATCHES}):
    rows = [deal_rows(f"m{{batch}}", deal) for deal in range(1, {IN_A_BATCH} + 1)]
    loaded = library.add(rows).loaded
    print(batch, len(loaded), flush=True)
"""


def start_loading(path: Path) -> "subprocess.Popen[str]":
    """A process that loads batch after batch and reports each that is stored."""
    return subprocess.Popen(
        [sys.executable, "-c", LOADER, path],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )


@pytest.mark.parametrize("seed", range(4))
def test_a_killed_load_loses_nothing_that_was_reported(library: Library, seed: int) -> None:
    """``kill -9`` in mid-load: what was reported is there, every batch whole or absent, and the rest loads again."""
    chance = random.Random(seed)
    reported = []
    with start_loading(library.path) as loader:
        assert loader.stdout is not None
        until = chance.randint(0, 6)
        for report in loader.stdout:
            reported.append(int(report.split()[0]))
            if len(reported) > until:
                break
        try:
            loader.wait(chance.uniform(0, 0.1))
        except subprocess.TimeoutExpired:
            loader.kill()
        reported += [int(report.split()[0]) for report in loader.stdout]
    assert loader.returncode == -9, "the load was over before it was killed"
    stored = dict(library.matches().select("match", "deals").rows())
    assert {f"m{batch}" for batch in reported} <= stored.keys()
    assert set(stored.values()) == {IN_A_BATCH}
    assert all(library.plays_of(match).height == 36 * IN_A_BATCH for match in stored)
    rows = [deal_rows(f"m{batch}", deal) for batch in range(BATCHES) for deal in range(1, IN_A_BATCH + 1)]
    again = library.add(rows)
    assert len(again.known) == IN_A_BATCH * len(stored)
    assert len(again.loaded) == len(rows) - len(again.known)
    assert list(library.export_lines()) == [entry.deal.line for entry in sorted(rows, key=lambda entry: entry.deal.key)]


def test_a_process_killed_while_it_makes_the_file_leaves_one_that_works(tmp_path: Path) -> None:
    """Killed at any moment of its first call, a process leaves nothing that the next one cannot use."""
    chance = random.Random(7)
    for attempt in range(4):
        library = Library(tmp_path / str(attempt) / "library.duckdb")
        with start_loading(library.path) as loader:
            while not library.path.parent.exists():
                assert loader.poll() is None
            try:
                loader.wait(chance.uniform(0, 0.04))
            except subprocess.TimeoutExpired:
                loader.kill()
        assert library.add([deal_rows("nuova")]).loaded
