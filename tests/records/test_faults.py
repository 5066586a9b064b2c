"""Every fault and remark: its place, what was found, what was expected, the repair; and the page that lists them."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from engine.rules import Rules, presets
from records.faults import CODES, Severity, finding
from records.notation import match_findings, read_file, write_line

PRESETS = ", ".join(presets())
OPTIONS = ", ".join(option.name for option in fields(Rules))
NOT_SEEN = "AD AB AS 2D 2C 2B 2S 3C 3B 3S 4C 4B 4S 5D 5C 5B 5S 6D 6C 6B 6S 7D 7C 7B 7S JC JB JS QD QB QS KD KC KB KS"
TABLE = '"table":["JD","QC","3D","AC"]'
CARDS = "A 2 3 4 5 6 7 J Q K / D C B S"
PLAYS = "7D, 7Dx3D+4B, 2Cx2S#"

EXPECTED = [
    # line, ply, code, found, expected, repair
    (2, None, "json.invalid", 'h":"faults","deal":1"rules":{"preset":"n', ",", None),
    (3, None, "json.invalid", 'AC+3D","4C","4Bx4C","2', '"…"', None),
    (4, None, "json.utf8", '},"players":["Niccol\\xf2","giocatore2"],"de', "UTF-8", None),
    (5, None, "json.number", "NaN", "0, 1, 2.5 …", None),
    (6, None, "json.surrogate", "\\ud83c", "\\ud83c\\udccf", None),
    (7, None, "json.not_object", '["faults", 1]', '{"v":1, …}', None),
    (8, None, "key.duplicate", '"dealer":0, "dealer":1', '"dealer":0', None),
    (10, None, "key.missing", "v, deal, rules, table, plays, points, date", '"match":"…"', None),
    (10, None, "key.missing", "v, deal, rules, table, plays, points, date", '"players":["…","…"]', None),
    (10, None, "key.missing", "v, deal, rules, table, plays, points, date", '"dealer":0', None),
    (11, None, "key.type", '"Anna; Bruno"', '["…","…"]', None),
    (11, None, "key.type", '"0"', "0", "0"),
    (11, None, "key.type", "[1.5]", "[1500, …]", None),
    (11, None, "key.type", "3", '"…"', '"3"'),
    (12, None, "key.value", "0", "1, 2, 3 …", None),
    (13, None, "key.value", "2", "0, 1", None),
    (14, None, "key.value", "[0, 0, 0]", "[0, 0], 0.5, 1, 1.5 …", None),
    (14, None, "key.value", "[1, 0.3]", "[0, 0], 0.5, 1, 1.5 …", None),
    (15, None, "key.value", '"bored"', "resigned, time, abandoned", None),
    (15, None, "key.value", "2", "0, 1", None),
    (16, None, "key.value", '"29/12/2008"', "YYYY-MM-DD", "2008-12-29"),
    (17, None, "key.value", "2 × [1500, 900]", "36 × 0, 1, 2 …", None),
    (17, None, "key.value", '"36"', '"0" … "35"', None),
    (18, None, "key.value", "-1", "0, 1", None),
    (19, None, "version.unknown", "2", "1", None),
    (21, None, "rules.written", '{"target": 21}', '"…", {"preset":"…", …}', None),
    (22, None, "rules.preset", "scopetta", PRESETS, "scopa"),
    (23, None, "rules.unknown", "napola", OPTIONS, None),
    (24, None, "rules.value", '"greedy"', "off, free, equal_first, fewest", None),
    (25, None, "rules.together", "4, 3", "1 ≤ min ≤ cap ≤ deck / 4", None),
    (26, None, "rules.players", "5", "2, 3, 4", None),
    (27, None, "deal.unfinished", "2", "36", None),
    (27, None, "declared.unknown", "null", "[]", None),
    (29, None, "card.unknown", "0C", "AC", "AC"),
    (30, None, "card.twice", "JD", "QC", "QC"),
    (31, None, "table.count", "3", "4", "JD QC 3D AC"),
    (
        32,
        None,
        "key.missing",
        "v, match, deal, rules, players, dealer, plays, hands, ended…",
        TABLE,
        None,
    ),
    (34, 3, "play.unreadable", "2Sx", "2S", "2S"),
    (35, 8, "play.unknown_card", "8K", CARDS, None),
    (36, 15, "play.card_twice", "JSx2S+2S", "JSx2S+6C", "JSx2S+6C"),
    (
        37,
        1,
        "play.card_repeated",
        "3D",
        NOT_SEEN,
        None,
    ),
    (38, 5, "play.illegal_capture", "3Cx2S", "3Cx3B", "3Cx3B"),
    (39, 0, "play.ambiguous", "6D", "6Dx2B+4D 6Dx2S+4D", None),
    (40, None, "play.captures_missing", "6D", PLAYS, None),
    (41, 0, "play.no_scopa", "4DxAC+3D#", "4DxAC+3D", "4DxAC+3D"),
    (42, 36, "play.after_end", "7S", "36", None),
    (43, 2, "play.not_held", "QS", "3S 6C", None),
    (44, 5, "key.type", "5", '"7D, 7Dx3D+4B, 2Cx2S#"', None),
    (46, None, "hands.seats", "1", "2", None),
    (47, None, "hands.count", "12", "15", None),
    (48, None, "hands.unseen", "??", CARDS, None),
    (49, None, "card.twice", "6D", "2S 4D 6S 7B JD JC KS", None),
    (50, None, "hands.differ", "7C", "6B", None),
    (50, None, "hands.differ", "6B", "7C", None),
    (52, None, "declared.none", "1", "0", None),
    (53, 2, "declared.ply", "2", "0, 1", None),
    (54, 0, "declared.twice", '{"ply": 0, "what": "low", "matta": 2}', '{"ply": 0, "what": "low", "matta": 1}', None),
    (55, 0, "declared.matta", "11", "7C = 1 … 10", None),
    (56, 0, "declared.impossible", "(low 7C=1)", "–", None),
    (58, None, "points.differ", "[2,2]", "[1,2]", "[1,2]"),
    (59, None, "deal.unfinished", "25", "36", None),
    (60, None, "ended.finished", '{"how": "time"}', "null", None),
    (61, None, "table.redeal", "2S KD KC KB", "K < 3", None),
    (61, None, "deal.unfinished", "1", "36", None),
]
"""All that is found in the lines of ``tests/data/faults.jsonl``, one fault of each kind."""

WITHOUT_FINDINGS = [1, 9, 20, 28, 33, 45, 51, 57, 62, 63]
"""The good lines between."""

ELSEWHERE = {"file.damaged", "text.header", "text.declaration", "score.differs"}
"""The codes that no line alone can have: of a packed file, the text form, a whole match, and rules not built yet."""


@pytest.fixture(scope="module")
def faults(project: Path) -> Path:
    """The file with one fault of each kind."""
    return project / "tests" / "data" / "faults.jsonl"


def test_every_fault_says_what_would_be_right(faults: Path) -> None:
    """Each finding has its line, ply, code, what was found, what was expected, and the smallest repair."""
    found = [finding for reading in read_file(faults) for finding in reading.findings]
    rows = [(item.line, item.ply, item.code, item.found, item.expected, item.repair) for item in found]
    assert rows == EXPECTED
    assert {item.file for item in found} == {str(faults)}


def test_good_lines_between_load(faults: Path) -> None:
    """A fault costs its own line only; a remark costs none."""
    readings = list(read_file(faults))
    assert [reading.line for reading in readings if not reading.findings] == WITHOUT_FINDINGS
    for reading in readings:
        severities = {item.severity for item in reading.findings}
        assert reading.ok == (Severity.FAULT not in severities)
        assert reading.ok == (reading.record is not None)
        assert len(severities) <= 1
    unchanged = [reading for reading in readings if reading.record and write_line(reading.record) == reading.text]
    assert [reading.line for reading in unchanged] == [reading.line for reading in readings if reading.ok]


def test_match_remark(faults: Path) -> None:
    """The only score that does not continue its match is that of the last line."""
    remarks = match_findings(read_file(faults))
    assert [(item.line, item.code, item.found, item.expected, item.repair) for item in remarks] == [
        (63, "score.differs", "[5,0]", "[1,2]", "[1,2]")
    ]


def test_every_code_has_a_line(faults: Path) -> None:
    """The file has each code that a line can have."""
    found = {item.code for reading in read_file(faults) for item in reading.findings}
    assert found == set(CODES) - ELSEWHERE


def test_rows() -> None:
    """A row has what the commands print, in that order, as plain values."""
    item = finding("play.no_scopa", "7D#", "7D", ply=3, repair="7D", seat=1).at("games.jsonl", 2)
    assert item.as_row() == {
        "file": "games.jsonl",
        "line": 2,
        "ply": 3,
        "severity": "fault",
        "code": "play.no_scopa",
        "found": "7D#",
        "expected": "7D",
        "repair": "7D",
    }
    assert list(item.as_row()) == ["file", "line", "ply", "severity", "code", "found", "expected", "repair"]
    assert type(item.as_row()["severity"]) is str
    assert item.params == {"seat": 1}


def test_only_listed_codes() -> None:
    """A code that the list does not have cannot be found: every sentence is in the catalogues."""
    with pytest.raises(KeyError):
        finding("play.strange")


def test_page_lists_every_code(project: Path) -> None:
    """``docs/notation.md`` explains each code, with its severity, once."""
    page = (project / "docs" / "notation.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z0-9_.]+)` \| (fault|remark) \|", page, re.MULTILINE)
    assert rows == [(code, severity.value) for code, severity in CODES.items()]
