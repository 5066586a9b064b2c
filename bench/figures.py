"""What a measurement prints, and how two things are measured in turn."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One ratio with its target."""

    what: str
    """What was measured."""
    baseline: str
    """The other side of the ratio, in words with its unit."""
    ours: str
    """Our side."""
    ratio: float
    """Ours over the baseline's."""
    target: float
    """What the ratio has to reach, or to stay below."""
    at_least: bool
    """Whether more is better."""

    @property
    def met(self) -> bool:
        """Whether the target is reached."""
        return self.ratio >= self.target if self.at_least else self.ratio <= self.target


def cpu_seconds(work: Callable[[], object]) -> float:
    """The processor time that ``work`` takes in this process."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def wall_seconds(work: Callable[[], object]) -> float:
    """The time that ``work`` takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def in_turn(baseline: Callable[[], float], ours: Callable[[], float], runs: int = 5) -> tuple[float, float, float]:
    """The medians of ``baseline``, of ``ours`` and of their ratio (ours over baseline), run alternately."""
    pairs = [(baseline(), ours()) for _ in range(runs)]
    return (
        statistics.median(one for one, _ in pairs),
        statistics.median(other for _, other in pairs),
        statistics.median(other / one for one, other in pairs),
    )
