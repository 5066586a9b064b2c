"""The record notation: one line, one deal (``docs/notation.md``). A strict writer and a forgiving reader."""

import gzip
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.replay import Replay
from records.faults import Finding, finding
from records.json_line import SHOWN, parse_object
from records.reading import faults_first, is_fault, read_facts
from records.record import DealRecord
from records.remarks import match_deal, match_remarks
from records.writing import object_of, write_line

__all__ = [
    "Reading",
    "match_findings",
    "object_of",
    "read_file",
    "read_line",
    "read_lines",
    "read_raw_line",
    "write_line",
]

GZIP = b"\x1f\x8b"
"""How a file packed by gzip begins, whatever its name."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of one line."""

    text: str
    """The line as it stood, without its end; bytes that are no UTF-8 as ``\\xff``."""
    file: str | None
    """The file's name as it was given."""
    line: int | None
    """The line's number, from 1."""
    record: DealRecord | None
    """The deal; None if the line has a fault."""
    replay: Replay | None
    """The deal replayed, up to its first wrong play if there is one; None if it could not be dealt."""
    findings: tuple[Finding, ...]
    """Its faults and remarks."""

    @property
    def ok(self) -> bool:
        """Whether the line loads: it has no fault."""
        return not any(map(is_fault, self.findings))


def read_line(text: str, file: str | None = None, line: int | None = None, *, bare_is_lay: bool = False) -> Reading:
    """The deal that one line holds, with all that is wrong with it; nothing in ``text`` raises.

    ``bare_is_lay``: plays that write no capture at all mean what they say, even where captures are optional.
    """
    text = text.removeprefix("\ufeff").rstrip("\r\n")
    written, faults = parse_object(text)
    if written is None:
        return Reading(text, file, line, None, None, _placed(faults, file, line))
    facts = read_facts(written, bare_is_lay=bare_is_lay)
    findings = _placed(faults_first(faults, facts.findings), file, line)
    return Reading(text, file, line, None if faults else facts.record, facts.replay, findings)


def read_lines(
    lines: Iterable[str | bytes], file: str | None = None, *, bare_is_lay: bool = False
) -> Iterator[Reading]:
    """What came of each line that is not blank; a line of bytes that is no UTF-8 is a fault of that line only."""
    for number, raw in enumerate(lines, start=1):
        reading = read_raw_line(raw, file, number, bare_is_lay=bare_is_lay)
        if reading is not None:
            yield reading


def read_raw_line(
    raw: str | bytes, file: str | None = None, line: int | None = None, *, bare_is_lay: bool = False
) -> Reading | None:
    """What came of one line, if it is not blank; bytes that are no UTF-8 are a fault."""
    text = raw
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            return _broken_line(error, file, line)
    if not text.strip().strip("\ufeff"):
        return None
    return read_line(text, file, line, bare_is_lay=bare_is_lay)


def read_file(path: str | Path, *, bare_is_lay: bool = False) -> Iterator[Reading]:
    """What came of each line of the file at ``path``, packed by gzip or not.

    A packed file that breaks off gives the lines before the break, then a ``file.damaged``.

    :raises OSError: if there is no such file or it may not be read.
    """
    name = str(path)
    number = 0
    with Path(path).open("rb") as plain:
        packed = plain.read(len(GZIP)) == GZIP
        plain.seek(0)
        stream: Iterable[bytes] = gzip.GzipFile(fileobj=plain) if packed else plain
        try:
            for reading in read_lines(stream, name, bare_is_lay=bare_is_lay):
                number = reading.line or number
                yield reading
        except (EOFError, zlib.error, gzip.BadGzipFile):
            yield damaged_file(name, number + 1)


def damaged_file(name: str, line: int) -> Reading:
    """The fault of a packed file that breaks off where ``line`` would begin."""
    damage = finding("file.damaged", name, "gzip")
    return Reading("", name, line, None, None, _placed([damage], name, line))


def match_findings(readings: Iterable[Reading]) -> list[Finding]:
    """The remarks from deal to deal of each match: a ``score`` that does not continue it. The order does not matter."""
    return match_remarks(
        match_deal(reading.record, reading.replay, reading.file, reading.line)
        for reading in readings
        if reading.record is not None and reading.replay is not None
    )


def _placed(findings: Iterable[Finding], file: str | None, line: int | None) -> tuple[Finding, ...]:
    return tuple(found.at(file, line) for found in findings)


def _broken_line(error: UnicodeDecodeError, file: str | None, line: int | None) -> Reading:
    """The fault of a line of bytes that are no UTF-8, with the line's text as far as it can be shown."""
    raw = error.object.rstrip(b"\r\n")
    near = raw[max(0, error.start - SHOWN // 3) : error.start + SHOWN // 3]
    fault = finding("json.utf8", near.decode("utf-8", "backslashreplace"), "UTF-8", column=error.start + 1)
    text = raw.decode("utf-8", "backslashreplace")
    return Reading(text, file, line, None, None, _placed([fault], file, line))
