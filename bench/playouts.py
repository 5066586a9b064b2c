"""Playouts of Scopone scientifico against the same in C, what the general rules cost, and how threads scale."""

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from analysis.kernels.games import playouts
from analysis.kernels.policies import GREEDY, RANDOM
from analysis.values import card_values
from bench.figures import Figure, cpu_seconds, in_turn, wall_seconds
from engine.deals import Vector, generator, setup_vector
from engine.kernels.layout import PLAIN
from engine.rules import preset

RULES = preset("scopone-scientifico")
SETUP = setup_vector(RULES, 4)
DEALS = 200_000
EPSILON = 0.3


def general(setup: Vector) -> Vector:
    """The same rules played by the code for any rules, not by that of their family."""
    vector = setup.copy()
    vector[PLAIN] = 0
    return vector


def play(setup: Vector, kind: int, epsilon: float, seed: int = 1, deals: int = DEALS) -> float:
    """The mean result of some playouts, in points."""
    kinds = np.full(4, kind, dtype=np.int64)
    return float(playouts(setup, card_values(RULES), 0, 1, kinds, epsilon, generator(seed), deals))


def deals_a_second(setup: Vector, kind: int, epsilon: float) -> Callable[[], float]:
    """Measures our playouts, in deals a second of processor time."""
    play(setup, kind, epsilon, deals=10)
    return lambda: DEALS / cpu_seconds(lambda: play(setup, kind, epsilon))


def in_c(source: str, folder: Path, *arguments: str) -> Callable[[], float]:
    """Measures ``source``, compiled with -O3 -march=native, in deals a second of processor time."""
    program = folder / Path(source).stem
    subprocess.run(["cc", "-O3", "-march=native", "-o", program, Path(__file__).with_name(source)], check=True)

    def measure() -> float:
        printed = subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout
        return float(printed.split()[-2])

    return measure


def figures() -> Iterator[Figure]:
    """The ratios, each measured in this run."""
    if shutil.which("cc"):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for what, kind, epsilon, baseline in (
                ("random playouts, one thread", RANDOM, 0.0, in_c("playout.c", folder)),
                (f"Greedy playouts, ε {EPSILON}", GREEDY, EPSILON, in_c("greedy.c", folder, str(EPSILON))),
            ):
                theirs, ours, ratio = in_turn(baseline, deals_a_second(SETUP, kind, epsilon))
                yield Figure(what, f"{theirs:,.0f}/s in C", f"{ours:,.0f}/s", ratio, 0.75, at_least=True)
    for what, kind, epsilon in (("random", RANDOM, 0.0), ("Greedy", GREEDY, EPSILON)):
        theirs, ours, ratio = in_turn(
            deals_a_second(general(SETUP), kind, epsilon), deals_a_second(SETUP, kind, epsilon)
        )
        name = f"{what} playouts, family specialised"
        yield Figure(name, f"{theirs:,.0f}/s general", f"{ours:,.0f}/s", ratio, 1.0, at_least=True)

    def threads(count: int) -> float:
        with ThreadPoolExecutor(count) as pool:
            seconds = wall_seconds(lambda: list(pool.map(lambda seed: play(SETUP, RANDOM, 0.0, seed), range(count))))
        return count * DEALS / seconds

    theirs, ours, ratio = in_turn(lambda: threads(1), lambda: threads(2))
    yield Figure("random playouts, two threads", f"{theirs:,.0f}/s by one", f"{ours:,.0f}/s", ratio, 1.8, at_least=True)
