"""The same lines loaded one by one and at once: whether the library and the report come out the same."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import pytest

from analysis.pipeline import LoadReport, load, loading
from analysis.pipeline.columns import judge_block
from records.blocks import LineBlock, text_blocks
from records.faults import Finding
from records.notation import Reading, read_lines
from records.store import Library

CONTENT = {
    "deals": "SELECT * EXCLUDE (deal_id, loaded_at) FROM deals ORDER BY match, deal",
    "plays": "SELECT match, deal, plays.* EXCLUDE (deal_id) FROM plays JOIN deals USING (deal_id) "
    "ORDER BY match, deal, ply",
    "flags": "SELECT match, deal, flags.* EXCLUDE (deal_id) FROM flags JOIN deals USING (deal_id) ORDER BY ALL",
    "remarks": "SELECT match, deal, remarks.* EXCLUDE (deal_id, noticed_at) FROM remarks JOIN deals USING (deal_id) "
    "ORDER BY ALL",
    "set_aside": "SELECT * EXCLUDE (noticed_at) FROM set_aside ORDER BY ALL",
}
"""Everything that a library holds, but for its own numbers and the time."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a load."""

    content: dict[str, list[tuple[Any, ...]]]
    report: LoadReport


def content_of(library: Library) -> dict[str, list[tuple[Any, ...]]]:
    """All rows by table."""
    with duckdb.connect(library.path, read_only=True) as connection:
        return {name: connection.execute(query).fetchall() for name, query in CONTENT.items()}


def loaded(path: Path, *inputs: Iterable[Reading | LineBlock]) -> Outcome:
    """What comes of loading the inputs one after the other into the library at ``path``; the last one's report."""
    library = Library(path)
    reports = [load(library, given) for given in inputs]
    return Outcome(content_of(library), reports[-1])


def same_both_ways(folder: Path, monkeypatch: pytest.MonkeyPatch, *texts: bytes, block: int = 1 << 20) -> Outcome:
    """What comes of loading ``texts`` (files) at once, when loading them one by one comes to the same."""
    monkeypatch.setattr(loading, "FEW", 0)
    monkeypatch.setattr("records.blocks.BLOCK_BYTES", block)
    one_by_one = loaded(folder / "slow.duckdb", *(read_lines(text.split(b"\n"), "games.jsonl") for text in texts))
    at_once = loaded(folder / "fast.duckdb", *(text_blocks(text, "games.jsonl") for text in texts))
    for name in CONTENT:
        assert at_once.content[name] == one_by_one.content[name], name
    for name, value in told(one_by_one.report).items():
        assert told(at_once.report)[name] == value, name
    return at_once


def told(report: LoadReport) -> dict[str, Any]:
    """A report, in an order that does not depend on the batches."""
    return {
        "progress": report.progress,
        "merged": ordered(report.merged),
        "set_aside": ordered(report.set_aside),
        "remarks": ordered(report.remarks),
        "matches": sorted(report.matches),
        "texts": report.texts,
    }


def ordered(findings: Iterable[Finding]) -> list[str]:
    """Findings in the order of their lines."""
    return sorted(f"{each.file} {each.line or 0:09} {each}" for each in findings)


def taken_at_once(folder: Path, text: bytes) -> int:
    """How many lines of ``text`` need no reader of single lines."""
    judged = judge_block(Library(folder / "taken.duckdb"), LineBlock(text, None, 1), look_first=False)
    return len(judged.deals.lines) - len(judged.others)
