"""Where a command writes: consoles that wrap on a terminal only, and progress that only a terminal shows."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

PIPE_WIDTH = 500
"""Columns of a line that goes into a pipe: nobody folds it there."""


def console(*, errors: bool = False) -> Console:
    """A console on the output, or on that for ``errors``; what it prints is text, never markup."""
    stream = sys.stderr if errors else sys.stdout
    width = None if stream.isatty() else PIPE_WIDTH
    return Console(file=stream, width=width, highlight=False, markup=False, emoji=False)


def print_json(row: Any) -> None:
    """Print ``row`` as one line of JSON."""
    sys.stdout.write(json.dumps(row, ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n")


def paragraph(label: str, style: str, place: str, sentence: str) -> Text:
    """A line such as “✗ error  file, line 3: …” with its label coloured; the label speaks without the colour."""
    head = f"{place}: " if place else ""
    return Text.assemble((label, style), "  ", (head, "bold"), sentence)


@contextmanager
def progress(label: str, total: int | None) -> Iterator[Progress]:
    """A progress bar on the error output while the block runs, with one task; nothing where that is no terminal."""
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console(errors=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with bar:
        bar.add_task(label, total=total)
        yield bar
