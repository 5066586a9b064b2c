"""One deal as the rows that the library keeps, and findings as rows and back."""

import json
from collections.abc import Iterable
from fractions import Fraction

from analysis.flags import better_text
from analysis.review import VERSION, Decision, review
from engine.replay import Replay
from records.faults import Finding, Severity
from records.notation import Reading, write_line
from records.record import DealRecord, identity, rules_key
from records.store import DealRow, DealRows, FindingRow, FlagRow, PlayColumns


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
        remarks=finding_rows(remarks),
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
        rules_key=rules_key(record.rules),
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


def finding_rows(findings: Iterable[Finding]) -> tuple[FindingRow, ...]:
    """``findings`` as the library keeps them."""
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


def finding_of_row(row: FindingRow) -> Finding:
    """The fault that ``row`` keeps."""
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
