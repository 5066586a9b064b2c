"""Commands as a user gives them."""

import pytest

from ui.cli import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit code of a command, its output and its errors."""
    code = main(arguments)
    out, errors = capsys.readouterr()
    return code, out, errors
