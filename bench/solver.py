"""The solver against a plain alpha-beta: root values of Scopone scientifico at six and seven cards a hand."""

import statistics
from collections.abc import Iterator

import numpy as np

from bench.figures import Figure, cpu_seconds
from bench.solver_baseline import random_position
from bench.solver_baseline import solve as solve_baseline
from engine.deals import setup_vector
from engine.kernels import layout
from engine.kernels.solver import BUCKET, ending_value
from engine.kernels.solver_work import LEAST_WORK
from engine.rules import preset

SETUP = setup_vector(preset("scopone-scientifico"), 4)
SEEDS = range(12)
SIX, SEVEN = 16, 12
"""Plays made when each hand has so many cards."""
BITS = {36: 8, SIX: 17, SEVEN: 18}
"""Buckets of our table, as a power of two."""
BASELINE_BITS = 24
UNLIMITED = 1 << 62


def ours(plies: int, seed: int) -> tuple[int, float]:
    """The value in halves and the seconds, with an empty table."""
    hands, table, first, second, last = random_position(seed, plies)
    state = np.zeros(layout.STATE_SIZE, dtype=np.int64)
    state[layout.TABLE], state[layout.PLY] = table, plies
    state[layout.LAST_CAPTURER], state[layout.LAST_LAID] = last, -1
    state[layout.HANDS : layout.HANDS + 4] = hands
    state[layout.PILES], state[layout.PILES + 1] = first, second
    packets = np.zeros((1, 4), dtype=np.int64)
    found = np.zeros(int(SETUP[layout.MOST_CAPTURES]), dtype=np.int64)
    values: list[int] = []

    def work() -> None:
        room = np.zeros(LEAST_WORK, dtype=np.int64)
        memory = np.zeros(BUCKET << BITS[plies], dtype=np.int64)
        values.append(int(ending_value(SETUP, room, memory, found, state, packets, UNLIMITED)))

    seconds = cpu_seconds(work)
    return values[0], seconds


def figures() -> Iterator[Figure]:
    """The ratios, each measured in this run."""
    ours(36, 0)
    solve_baseline(random_position(0, 36), 36, 10)
    theirs, six = [], []
    for seed in SEEDS:
        position = random_position(seed, SIX)
        expected: list[int] = []
        theirs.append(cpu_seconds(lambda: expected.append(int(solve_baseline(position, SIX, BASELINE_BITS)))))  # noqa: B023
        value, seconds = ours(SIX, seed)
        if value != 2 * expected[0]:
            raise AssertionError(f"seed {seed}: {value} halves, the baseline has {expected[0]} points")
        six.append(seconds)
    baseline = statistics.median(theirs)
    yield Figure(
        "solver, 6 cards a hand, times as fast",
        f"{baseline:.2f} s (max {max(theirs):.2f})",
        f"{statistics.median(six):.3f} s (max {max(six):.3f})",
        baseline / statistics.median(six),
        10,
        at_least=True,
    )
    seven = [ours(SEVEN, seed)[1] for seed in SEEDS]
    yield Figure(
        "solver, 7 cards a hand, over the baseline's 6",
        f"{baseline:.2f} s",
        f"{statistics.median(seven):.2f} s (max {max(seven):.2f})",
        statistics.median(seven) / baseline,
        2,
        at_least=False,
    )
