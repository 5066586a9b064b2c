"""``settebello load``: the records in some files into the library."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from analysis.pipeline import LoadReport, Progress, load
from records.store import Library, default_path
from ui.cli.check import finding_paragraph
from ui.cli.files import check_files_exist, count_lines, inputs_of
from ui.cli.output import console, progress
from ui.words import Words

STOPPED = 130
"""The exit code after Ctrl-C."""


def load_files(w: Words, names: Sequence[str], database: Path | None) -> int:
    """The exit code: 0 if all lines went in, 1 if some were set aside, 130 after Ctrl-C.

    Ctrl-C leaves whole batches in the library, and the report says how much is in.

    :raises CommandError: a file is not there.
    :raises LibraryError: the library cannot be used.
    """
    check_files_exist(names)
    path = default_path() if database is None else database.expanduser()
    report = LoadReport()
    stopped = False
    try:
        with progress(w("command.load.progress"), count_lines(names)) as bar:

            def told(done: Progress) -> None:
                bar.update(bar.task_ids[0], completed=done.lines)

            load(Library(path), inputs_of(names), told, report)
    except KeyboardInterrupt:
        stopped = True
    out = console()
    _print_report(w, out, report, path)
    if stopped:
        out.print(Text(w("command.load.stopped"), style="yellow"))
        return STOPPED
    return 1 if report.lines_set_aside else 0


def _print_report(w: Words, out: Console, report: LoadReport, path: Path) -> None:
    for finding in (*report.set_aside, *report.merged, *report.remarks):
        out.print(finding_paragraph(w, finding))
    counts = (
        ("command.load.loaded", report.loaded),
        ("command.load.known", report.known),
        ("command.load.merged", len(report.merged)),
        ("command.load.set_aside", report.lines_set_aside),
    )
    told = [w(key, n=count) for key, count in counts if count or key == "command.load.loaded"]
    out.print(Text(f"{', '.join(told)}.", style="bold"))
    out.print(w("command.load.library", path=path))
