from pathlib import Path

import pytest

from records.store import Library


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """An empty library in a folder that is not there yet."""
    return Library(tmp_path / "data" / "library.duckdb")
