"""Loading: readings one by one, and whole blocks of lines at once, in the order in which they come."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from analysis.pipeline.matches import MetDeals
from analysis.pipeline.report import LoadReport, Progress
from analysis.pipeline.rows import finding_of_row, finding_rows, rows_of
from records.blocks import LineBlock
from records.faults import Finding, Severity
from records.notation import Reading
from records.store import DealKey, DealTables, Library, SetAsideRow

if TYPE_CHECKING:
    from analysis.pipeline.columns import JudgedBlock

BATCH = 200
"""Lines a transaction where they come one by one: what a stop can lose, and how often progress is told."""

FEW = 100
"""Lines for which it does not pay to make ready for judging many at once."""

LONGEST = 3.0
"""Seconds for which blocks may be appended before they are kept. Each time costs as much as 10,000 deals."""


def load(
    library: Library,
    readings: Iterable[Reading | LineBlock],
    progress: Callable[[Progress], None] | None = None,
    report: LoadReport | None = None,
) -> LoadReport:
    """What came of storing ``readings``, replayed and flagged, in whole batches.

    Blocks of lines (`records.bulk`) are judged at once where that is possible, which changes nothing but the time.
    ``progress`` is told after each batch, when it is on disk. A stop (``KeyboardInterrupt``) between batches loses only
    what was not told; ``report``, if given, is the one that is filled, so that it survives the stop.

    :raises LibraryError: if the library cannot be used.
    """
    report = LoadReport() if report is None else report
    loading = _Loading(library, report, progress or (lambda _: None))
    with ThreadPoolExecutor(1) as thread, loading.transaction:
        for unit in _ahead(thread, loading, _split(readings)):
            if isinstance(unit, list):
                loading.keep()
                loading.store(unit)
            else:
                loading.append(unit)
        loading.keep()
    report.remarks += loading.met.remarks(library)
    return report


def _split(readings: Iterable[Reading | LineBlock]) -> Iterator[list[Reading] | LineBlock]:
    """The blocks as they are, and the readings between them, and those of small blocks, in batches."""
    batch: list[Reading] = []
    for each in readings:
        if isinstance(each, LineBlock) and each.count >= FEW:
            if batch:
                yield batch
            batch = []
            yield each
            continue
        for reading in each.readings() if isinstance(each, LineBlock) else (each,):
            batch.append(reading)
            if len(batch) == BATCH:
                yield batch
                batch = []
    if batch:
        yield batch


def _ahead(
    thread: ThreadPoolExecutor, loading: "_Loading", units: Iterable[list[Reading] | LineBlock]
) -> "Iterator[list[Reading] | JudgedBlock]":
    """The units in order, blocks judged: by ``thread``, the next while one is stored."""
    waiting: deque[list[Reading] | Future[JudgedBlock]] = deque()
    for unit in units:
        waiting.append(thread.submit(loading.judge, unit) if isinstance(unit, LineBlock) else unit)
        while len(waiting) > 2 or (waiting and isinstance(waiting[0], list)):
            yield _finished(waiting.popleft())
    while waiting:
        yield _finished(waiting.popleft())


def _finished(unit: "list[Reading] | Future[JudgedBlock]") -> "list[Reading] | JudgedBlock":
    return unit if isinstance(unit, list) else unit.result()


@dataclass(slots=True)
class _Loading:
    """A load under way."""

    library: Library
    report: LoadReport
    progress: Callable[[Progress], None]
    met: MetDeals = field(default_factory=MetDeals)
    transaction: ExitStack = field(default_factory=ExitStack)
    """What is open while appended deals are not on disk."""
    append_tables: Callable[[DealTables], bool] | None = None
    """Puts deals into the open transaction; None: there is none."""
    loaded: int = 0
    """How many new deals are appended and not yet kept."""
    known: int = 0
    """How many known ones were met since."""
    begun: float = 0.0
    looks_first: bool = True
    """Whether blocks are likely to hold deals that are known, so that it pays to look before judging."""

    def judge(self, block: LineBlock) -> "JudgedBlock":
        """``block`` judged."""
        # What this needs is imported where blocks come: a load of a few lines starts without it.
        from analysis.pipeline.columns import judge_block

        return judge_block(self.library, block, look_first=self.looks_first)

    def append(self, unit: "JudgedBlock") -> None:
        """Put a judged block into the library, to be kept at the latest when `LONGEST` is over."""
        while unit.tables is not None and not self._is_new(unit.tables):
            self.keep()
            self.looks_first = True
            unit = self.judge(unit.deals.block)
        self.looks_first = bool(unit.known)
        self.loaded += 0 if unit.tables is None else unit.tables.count
        self.known += unit.known_count
        self.met.add_block(unit)
        self.report.names += unit.names
        if len(unit.others) or time.monotonic() - self.begun > LONGEST:
            self.keep()
        waiting = iter(unit.others.tolist())
        while rows := list(islice(waiting, BATCH)):
            readings = [reading for row in rows if (reading := unit.deals.reading(row)) is not None]
            if readings:
                self.store(readings)

    def _is_new(self, tables: DealTables) -> bool:
        """Whether none of the deals was in the library; then they are in its open transaction now."""
        if self.append_tables is None:
            self.begun = time.monotonic()
            self.append_tables = self.transaction.enter_context(self.library.appending())
        return self.append_tables(tables)

    def keep(self) -> None:
        """See that all appended blocks are on disk, and tell of them."""
        self.append_tables = None
        self.transaction.close()
        report = self.report
        report.loaded += self.loaded
        report.known += self.known
        report.lines += self.loaded + self.known
        if self.loaded or self.known:
            self.loaded = self.known = 0
            self.progress(report.progress)

    def store(self, readings: list[Reading]) -> None:
        """Store some readings, and tell of them."""
        _store_readings(self.library, readings, self.met, self.report)
        self.progress(self.report.progress)


def _store_readings(library: Library, batch: list[Reading], met: MetDeals, report: LoadReport) -> None:
    """Store some readings and add them to ``report`` and ``met``."""
    rows = [rows_of(reading) for reading in batch if reading.ok]
    bad = [reading for reading in batch if not reading.ok]
    if bad:
        library.set_aside([SetAsideRow(reading.text, finding_rows(reading.findings)) for reading in bad])
    result = library.add(rows)
    loaded = set(result.loaded)
    report.lines += len(batch)
    report.loaded += len(result.loaded)
    report.known += len(result.known)
    report.lines_set_aside += len(bad) + len(result.conflicts)
    report.names.append([row.deal.match for row in rows])
    report.texts |= {(reading.file, reading.line): reading.text for reading in bad}
    for merged in result.merged:
        added, kept = " ".join(merged.added), " ".join(merged.kept)
        report.merged.append(
            Finding(merged.file, merged.line_number, None, Severity.REMARK, "record.merged", added, kept, None)
        )
    report.set_aside += [finding for reading in bad for finding in reading.findings]
    report.set_aside += [finding_of_row(conflict.finding) for conflict in result.conflicts]
    for reading in batch:
        key = reading.record and DealKey(reading.record.match, reading.record.deal)
        if key in loaded:
            # Of several with one name, the first was stored.
            loaded.remove(key)
            report.remarks += reading.findings
    met.stored(key.match for key in result.loaded)
    for reading in batch:
        met.add(reading)
