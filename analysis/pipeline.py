"""Records into the library, replayed and judged: the one module that joins store and review."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice

from analysis.flags import better_text
from analysis.review import VERSION, Decision, review
from engine.replay import Replay
from engine.rules import options_of
from records.faults import Finding, Severity
from records.notation import Reading, read_lines, write_line
from records.record import DealRecord, identity
from records.remarks import MatchDeal, match_deal, match_remarks
from records.store import (
    DealKey,
    DealRow,
    DealRows,
    FindingRow,
    FlagRow,
    Library,
    PlayColumns,
    SetAsideRow,
)

BATCH = 200
"""Lines a transaction: what a stop can lose, and how often progress is told."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a load is."""

    lines: int
    """Lines read."""
    loaded: int
    """Deals stored."""
    known: int
    """Deals that were there already, with nothing that differs."""
    set_aside: int
    """Lines with a fault or in conflict."""


@dataclass(slots=True)
class LoadReport:
    """What came of a load so far; everything it counts is on disk."""

    lines: int = 0
    """Lines read."""
    loaded: int = 0
    """Deals stored."""
    known: int = 0
    """Deals that were there already, with nothing that differs."""
    merged: list[Finding] = field(default_factory=list)
    """``record.merged``: deals that were there already, whose other keys differed."""
    set_aside: list[Finding] = field(default_factory=list)
    """The faults of the lines that did not load, conflicts (``record.conflict``) among them."""
    lines_set_aside: int = 0
    """How many lines they are of."""
    remarks: list[Finding] = field(default_factory=list)
    """What else is worth saying of the deals stored."""
    matches: list[str] = field(default_factory=list)
    """The matches that the lines belong to, in the order met."""

    @property
    def progress(self) -> Progress:
        """The counts alone."""
        return Progress(self.lines, self.loaded, self.known, self.lines_set_aside)


def load(
    library: Library,
    readings: Iterable[Reading],
    progress: Callable[[Progress], None] | None = None,
    report: LoadReport | None = None,
) -> LoadReport:
    """What came of storing ``readings``, replayed and flagged, in whole batches.

    ``progress`` is told after each batch, when it is on disk. A stop (``KeyboardInterrupt``) between batches loses only
    what was not told; ``report``, if given, is the one that is filled, so that it survives the stop.

    :raises LibraryError: if the library cannot be used.
    """
    report = LoadReport() if report is None else report
    waiting = iter(readings)
    met: dict[str, list[MatchDeal]] = {}
    new: dict[str, None] = {}
    while batch := list(islice(waiting, BATCH)):
        new |= dict.fromkeys(_load_batch(library, batch, report))
        for reading in batch:
            if reading.record and reading.replay:
                deal = match_deal(reading.record, reading.replay, reading.file, reading.line)
                met.setdefault(deal.match, []).append(deal)
        if progress is not None:
            progress(report.progress)
    report.remarks += [remark for match in new for remark in _between_deals(library, match, met[match])]
    return report


def _load_batch(library: Library, batch: list[Reading], report: LoadReport) -> list[str]:
    """Store one batch and add it to ``report``; the matches that have a new deal."""
    rows = [rows_of(reading) for reading in batch if reading.ok]
    bad = [reading for reading in batch if not reading.ok]
    if bad:
        library.set_aside([SetAsideRow(reading.text, _finding_rows(reading.findings)) for reading in bad])
    result = library.add(rows)
    loaded = set(result.loaded)
    places = {row.deal.key: row.deal for row in rows}
    report.lines += len(batch)
    report.loaded += len(result.loaded)
    report.known += len(result.known)
    report.lines_set_aside += len(bad) + len(result.conflicts)
    report.matches = list(dict.fromkeys([*report.matches, *(row.deal.match for row in rows)]))
    for merged in result.merged:
        place = places[merged.key]
        added, kept = " ".join(merged.added), " ".join(merged.kept)
        report.merged.append(
            Finding(place.file, place.line_number, None, Severity.REMARK, "record.merged", added, kept, None)
        )
    report.set_aside += [finding for reading in bad for finding in reading.findings]
    report.set_aside += [_finding(conflict.finding) for conflict in result.conflicts]
    report.remarks += [
        finding
        for reading in batch
        if reading.record and DealKey(reading.record.match, reading.record.deal) in loaded
        for finding in reading.findings
    ]
    return [key.match for key in result.loaded]


def _between_deals(library: Library, match: str, met: list[MatchDeal]) -> list[Finding]:
    """The remarks from deal to deal of ``match``; deals stored before those just ``met`` are looked up."""
    if min(deal.deal for deal in met) == 1:
        return match_remarks(met)
    here = {deal.deal for deal in met}
    stored = [
        match_deal(reading.record, reading.replay)
        for reading in read_lines(library.lines_of(match))
        if reading.record and reading.replay and reading.record.deal not in here
    ]
    return match_remarks([*met, *stored])


def rows_of(reading: Reading) -> DealRows:
    """What the library stores of a deal that has no fault, its flags among it.

    :raises ValueError: if the reading has a fault.
    """
    record, replay = reading.record, reading.replay
    if record is None or replay is None or not reading.ok:
        raise ValueError("a line with a fault is set aside, not stored")
    decisions = review(replay)
    remarks = [finding for finding in reading.findings if finding.severity is Severity.REMARK]
    return DealRows(
        deal=_deal_row(record, replay, reading),
        plays=PlayColumns(
            seat=tuple(decision.seat for decision in decisions),
            card=tuple(decision.play.card for decision in decisions),
            taken=tuple(decision.play.taken for decision in decisions),
            scopa=replay.scope,
            table_before=tuple(position.table for position in replay.positions[: len(decisions)]),
            legal=tuple(None if decision.legal is None else len(decision.legal) for decision in decisions),
        ),
        flags=tuple(row for decision in decisions for row in flag_rows(decision, replay)),
        remarks=_finding_rows(remarks),
    )


def flag_rows(decision: Decision, replay: Replay) -> list[FlagRow]:
    """The flags of one decision as rows."""
    position = replay.positions[decision.ply]
    return [
        FlagRow(
            ply=decision.ply,
            seat=decision.seat,
            code=flag.code,
            better=better_text(flag.better, position),
            facts=json.dumps(dict(flag.facts)),
            version=str(VERSION),
        )
        for flag in decision.flags
    ]


def _deal_row(record: DealRecord, replay: Replay, reading: Reading) -> DealRow:
    written = record.rules_written
    return DealRow(
        identity=identity(record),
        match=record.match,
        deal=record.deal,
        rules=json.dumps(written if isinstance(written, str) else dict(written), separators=(",", ":")),
        rules_key=json.dumps(options_of(record.rules), sort_keys=True, separators=(",", ":")),
        preset=written if isinstance(written, str) else str(written["preset"]),
        players=record.players,
        dealer=record.dealer,
        sides=record.side_count,
        table_cards=record.table,
        finished=record.finished,
        line=write_line(record),
        score=_numbers(record.score),
        points=_numbers([side.total for side in replay.score()]) if record.finished else None,
        claimed=_numbers(record.points),
        date=record.date,
        site=record.site,
        event=record.event,
        round=record.round,
        source=record.source,
        file=reading.file,
        line_number=reading.line,
    )


def _numbers(points: Iterable[Fraction] | None) -> tuple[float, ...] | None:
    return None if points is None else tuple(float(number) for number in points)


def _finding_rows(findings: Iterable[Finding]) -> tuple[FindingRow, ...]:
    return tuple(
        FindingRow(
            code=finding.code,
            found=finding.found,
            expected=finding.expected,
            file=finding.file,
            line_number=finding.line,
            ply=finding.ply,
            repair=finding.repair,
            params=json.dumps(dict(finding.params)),
        )
        for finding in findings
    )


def _finding(row: FindingRow) -> Finding:
    return Finding(
        file=row.file,
        line=row.line_number,
        ply=row.ply,
        severity=Severity.FAULT,
        code=row.code,
        found=row.found,
        expected=row.expected,
        repair=row.repair,
        params=json.loads(row.params),
    )
