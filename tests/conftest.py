"""What all tests share: where things lie, how random tests draw, and how the kernels run today."""

import os
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import HealthCheck, settings

PROJECT = Path(__file__).resolve().parent.parent

KernelMode = Literal["compiled", "uncompiled", "bounds-checked"]

DEALS_PER_FAMILY: dict[KernelMode, int] = {"compiled": 200, "uncompiled": 20, "bounds-checked": 20}
"""How many random deals of each family a comparison of kernels plays: uncompiled, it is some 200 a second."""

settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile(
    "explore",
    deadline=None,
    max_examples=2000,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture(scope="session")
def project() -> Path:
    """The project's folder."""
    return PROJECT


@pytest.fixture(scope="session")
def sample_games() -> Path:
    """The folder of the games that the project ships."""
    return PROJECT / "sample_games"


@pytest.fixture(scope="session")
def kernel_mode() -> KernelMode:
    """How this run executes the kernels."""
    from numba import config

    if config.DISABLE_JIT:
        return "uncompiled"
    return "bounds-checked" if config.BOUNDSCHECK else "compiled"


@pytest.fixture(scope="session")
def deals_per_family(kernel_mode: KernelMode) -> int:
    """How many random deals of each family to play in this run."""
    return DEALS_PER_FAMILY[kernel_mode]
