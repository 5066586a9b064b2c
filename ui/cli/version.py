"""Which version of the program this is."""

import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path


def program_version() -> str:
    """The version of the installed program, or of the project's folder where it is not installed."""
    try:
        return version("settebello")
    except PackageNotFoundError:
        project = Path(__file__).resolve().parents[2] / "pyproject.toml"
        return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])
