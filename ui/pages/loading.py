"""Loading games from a page: what is given, with progress, and what became of it."""

import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import streamlit as st

from ui.pages.reviewing import reviewer
from ui.words import Words

if TYPE_CHECKING:
    from analysis.pipeline import LoadReport
    from records.blocks import LineBlock
    from records.notation import Reading
    from records.store import Library

GZIP = b"\x1f\x8b"
"""How a packed file begins, whatever its name."""

GZIP_FORMAT = 16 + zlib.MAX_WBITS
"""What tells zlib that the bytes have gzip's frame."""

CHUNK = 1 << 16
"""Bytes unpacked at once, so that damage costs only what comes after it."""

LINES = (".jsonl", ".json")
"""How files of JSON lines end, whatever stands in them; of others, the beginning tells."""

HEADER_KEYS = ("match", "deal", "rules", "players", "dealer", "table")
"""What a pasted text may leave out and is then asked for."""


class GivenFile(Protocol):
    """A file that was dropped on the page."""

    name: str

    def getvalue(self) -> bytes:
        """Its bytes."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What became of the lines that were given last."""

    report: "LoadReport"
    """Counts and findings."""
    texts: Mapping[tuple[str | None, int | None], str]
    """By file and line, the text of the lines that were set aside."""


def library() -> "Library":
    """The reader's library."""
    from records.store import Library

    return Library()


def load_files(w: Words, files: Sequence[GivenFile]) -> None:
    """Load files of JSON lines, packed or not, and of the text form, and keep the report for the page."""
    _load(w, (each for file in files for each in _inputs(file.name, file.getvalue())))


def load_paths(w: Words, paths: Sequence[Path]) -> None:
    """Load the files at these places, and keep the report for the page."""
    from records.blocks import text_blocks

    _load(w, (block for path in paths for block in text_blocks(path.read_bytes(), path.name)))


def load_pasted(w: Words, text: str, defaults: Mapping[str, Any] | None = None) -> tuple[str, ...]:
    """Load a text that was pasted; or, where its header leaves out what must be known, the keys to ask for."""
    readings = list(_readings(None, text.encode(), defaults))
    missing = {
        found.params.get("key") for reading in readings for found in reading.findings if found.code == "key.missing"
    }
    asked = () if _is_json(text.encode()) else tuple(key for key in HEADER_KEYS if key in missing)
    if not asked:
        _load(w, readings)
    return asked


def load_text(w: Words, text: str, file: str | None, line: int | None) -> None:
    """Load one line, or one deal in the text form, that was repaired; ``file`` and ``line`` say where it came from."""
    from records.notation import read_line

    if _is_json(text.encode()):
        _load(w, [read_line(text, file, line)])
    else:
        st.session_state.asked = load_pasted(w, text, st.session_state.get("answers"))


def restore(w: Words, lines: Sequence[str]) -> None:
    """Load again what was deleted, with no report."""
    from analysis.pipeline import load
    from records.notation import read_lines

    with st.spinner(w("library.loading")):
        load(library(), read_lines(lines))
    reviewer().start()


def _is_json(data: bytes) -> bool:
    return data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")


def _readings(name: str | None, data: bytes, defaults: Mapping[str, Any] | None = None) -> "Iterator[Reading]":
    from records.notation import Reading

    for each in _inputs(name, data, defaults):
        yield from (each,) if isinstance(each, Reading) else each.readings()


def _inputs(
    name: str | None, data: bytes, defaults: Mapping[str, Any] | None = None
) -> "Iterator[Reading | LineBlock]":
    from records.blocks import text_blocks
    from records.notation import damaged_file
    from records.text_form import read_text

    data, whole = _unpacked(data) if data.startswith(GZIP) else (data, True)
    if _is_json(data) or (name or "").lower().removesuffix(".gz").endswith(LINES):
        yield from text_blocks(b"\n".join(data.splitlines()), name)
    else:
        yield from _named(read_text(data.decode("utf-8", "replace"), defaults), name)
    if not whole:
        yield damaged_file(name or "", data.count(b"\n") + 1)


def _unpacked(data: bytes) -> tuple[bytes, bool]:
    """The bytes without gzip, and whether they are all there; of a damaged file, the lines before the damage."""
    parts = []
    whole = True
    while data and whole:
        unpacker = zlib.decompressobj(wbits=GZIP_FORMAT)
        try:
            for start in range(0, len(data), CHUNK):
                parts.append(unpacker.decompress(data[start : start + CHUNK]))
                if unpacker.eof:
                    # What follows is another member: files packed one by one may be put together.
                    data = unpacker.unused_data + data[start + CHUNK :]
                    break
        except zlib.error:
            pass
        whole = unpacker.eof
    unpacked = b"".join(parts)
    return (unpacked, True) if whole else (unpacked[: unpacked.rfind(b"\n") + 1], False)


def _named(readings: "Iterable[Reading]", name: str | None) -> "Iterator[Reading]":
    """Readings of the text form, with the name of their file."""
    from dataclasses import replace

    for reading in readings:
        yield replace(reading, file=name, findings=tuple(found.at(name, found.line) for found in reading.findings))


def _load(w: Words, readings: "Iterable[Reading | LineBlock]") -> None:
    from analysis.pipeline import Progress, load

    with st.status(w("library.loading"), expanded=True) as status:
        line = st.empty()

        def show(progress: Progress) -> None:
            line.markdown(w("library.progress", n=progress.lines, loaded=progress.loaded))

        report = load(library(), readings, show)
        status.update(state="complete")
    st.session_state.report = Loaded(report, report.texts)
    if report.loaded:
        reviewer().start()
