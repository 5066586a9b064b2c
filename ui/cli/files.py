"""The records in the files that a command was given."""

import gzip
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from records.blocks import LineBlock, file_blocks
from records.notation import Reading, read_file, read_lines
from records.text_form import read_text
from ui.cli.errors import CommandError
from ui.sentences import STDIN

TEXT_FORM = ".txt"
"""How the name of a file in the text form ends; all others have a deal a line."""

GZIP = b"\x1f\x8b"


def check_files_exist(names: Sequence[str]) -> None:
    """Return if every one of ``names`` is a file that can be opened, or stands for the standard input.

    :raises CommandError: ``command.no_file`` or ``command.folder``.
    """
    for name in names:
        if name == STDIN:
            continue
        if Path(name).is_dir():
            raise CommandError("command.folder", found=name)
        if not Path(name).exists():
            raise CommandError("command.no_file", found=name)


def readings_of(names: Sequence[str]) -> Iterator[Reading]:
    """What came of each deal in the files, in their order; ``-`` is the standard input.

    :raises OSError: a file cannot be read.
    """
    for name in names:
        if name == STDIN:
            yield from read_lines(sys.stdin.buffer, STDIN)
        elif name.lower().endswith(TEXT_FORM):
            yield from _text_form(name)
        else:
            yield from read_file(name)


def inputs_of(names: Sequence[str]) -> Iterator[Reading | LineBlock]:
    """The same, for loading: files of JSON lines as blocks of lines.

    :raises OSError: a file cannot be read.
    """
    for name in names:
        if name == STDIN or name.lower().endswith(TEXT_FORM):
            yield from readings_of([name])
        else:
            yield from file_blocks(name)


def _text_form(name: str) -> Iterator[Reading]:
    text = Path(name).read_bytes().decode("utf-8-sig", "backslashreplace")
    for reading in read_text(text):
        findings = tuple(finding.at(name, reading.line) for finding in reading.findings)
        yield replace(reading, file=name, findings=findings)


def count_lines(names: Sequence[str]) -> int | None:
    """About how many deals the files hold, for a progress bar; None where only reading will tell."""
    if STDIN in names:
        return None
    count = 0
    for name in names:
        with Path(name).open("rb") as plain:
            packed = plain.read(len(GZIP)) == GZIP
            plain.seek(0)
            if packed:
                with gzip.open(plain) as unpacked:
                    try:
                        count += sum(1 for line in unpacked if line.strip())
                    except (EOFError, OSError):
                        return None
            else:
                count += sum(1 for line in plain if line.strip())
    return count
