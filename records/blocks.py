"""Files cut into blocks of whole lines, for loading many lines at once."""

import gzip
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from records.notation import GZIP, Reading, damaged_file, read_raw_line

BLOCK_BYTES = 12_000_000
"""How much of a file is taken at once: some 20,000 deals of Scopone. What a stop can lose, and how often progress is
told."""


@dataclass(frozen=True, slots=True)
class LineBlock:
    """Some whole lines of a file."""

    data: bytes
    """Their bytes."""
    file: str | None
    """The file's name as it was given."""
    first: int
    """The number of the first line, from 1."""

    @property
    def count(self) -> int:
        """How many lines there are, blank ones among them."""
        return self.data.count(b"\n") + (not self.data.endswith(b"\n"))

    def readings(self) -> Iterator[Reading]:
        """What came of each line that is not blank, one by one."""
        for number, line in enumerate(self.data.split(b"\n"), start=self.first):
            reading = read_raw_line(line, self.file, number)
            if reading is not None:
                yield reading


def file_blocks(path: str | Path, size: int = BLOCK_BYTES) -> Iterator[LineBlock | Reading]:
    """The lines of the file at ``path``, packed by gzip or not, and the fault of a packed file that breaks off.

    :raises OSError: if there is no such file or it may not be read.
    """
    name = str(path)
    first = 1
    with Path(path).open("rb") as plain:
        packed = plain.read(len(GZIP)) == GZIP
        plain.seek(0)
        if packed:
            yield from _packed_blocks(gzip.GzipFile(fileobj=plain), name, size)
            return
        while data := plain.read(size):
            if not data.endswith(b"\n"):
                data += plain.readline()
            block = LineBlock(data, name, first)
            yield block
            first += block.count


def _packed_blocks(unpacked: Iterable[bytes], name: str, size: int) -> Iterator[LineBlock | Reading]:
    """As `file_blocks`, line by line, so that damage costs no whole line before it."""
    first = 1
    last = 0
    waiting: list[bytes] = []
    length = 0
    damage = None
    stream = iter(unpacked)
    while True:
        try:
            line = next(stream, b"")
        except (EOFError, zlib.error, gzip.BadGzipFile):
            damage = damaged_file(name, last + 1)
            line = b""
        if line.strip():
            last = first + len(waiting)
        waiting.append(line)
        length += len(line)
        if length >= size or not line:
            if length:
                yield LineBlock(b"".join(waiting), name, first)
            first += len(waiting)
            waiting, length = [], 0
        if damage is not None:
            yield damage
        if not line:
            return


def text_blocks(data: bytes, file: str | None) -> Iterator[LineBlock]:
    """The lines of ``data``, the whole content of a file that is not packed."""
    start, first = 0, 1
    while start < len(data):
        end = data.find(b"\n", start + BLOCK_BYTES) + 1 or len(data)
        block = LineBlock(data[start:end], file, first)
        yield block
        first += block.count
        start = end
