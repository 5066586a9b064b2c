"""The games that come with the program."""

from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "sample_games"


def sample_files() -> list[Path]:
    """The files of sample games, in the order of their names."""
    return sorted(FOLDER.glob("*.jsonl"))
