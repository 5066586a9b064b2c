"""The text form: for pasting and mail, read back as the same deal."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import parse_card
from engine.rules import preset
from records.keys import NAMES
from records.notation import read_line
from records.record import DealRecord, Declaration
from records.text_form import WIDTH, read_text, write_text
from tests.records.strategies import JSON, TEXT, played_deal, records

HEADER = """\
[match "bar-sport"]
[deal 1]
[rules "scopa"]
[players "Anna; Bruno"]
[dealer 0]
[table JD QC 3D AC]
"""
PLAYS = "4DxAC+3D 4C 4Bx4C 2S 3B 3Cx3B"
SHORT = HEADER + "\n" + PLAYS + "\n"
"""A deal's opening in the canonical text form."""

DEFAULTS = {"match": "bar-sport", "deal": 1, "rules": "scopa", "players": ["Anna", "Bruno"], "dealer": 0}

FORGIVEN = {
    "several keys on a line": HEADER.replace("\n", " ") + PLAYS,
    "keys without quotation marks": SHORT.replace('"', ""),
    "curly quotation marks": SHORT.replace('"bar-sport"', "“bar-sport”").replace('"scopa"', "«scopa»"),
    "names and table as JSON": SHORT.replace('"Anna; Bruno"', '["Anna", "Bruno"]').replace(
        "JD QC 3D AC", '["JD","QC","3D","AC"]'
    ),
    "commas between cards and plays": SHORT.replace("JD QC 3D AC", "JD, QC, 3D, AC").replace(" 2S ", ", 2S; "),
    "numbers of plays": SHORT.replace("4DxAC+3D 4C", "1. 4DxAC+3D 2... 4C"),
    "plays wrapped anywhere": SHORT.replace("4DxAC+3D", "4D x\nAC +\n3D").replace(" ", "\n"),
    "quoted mail": "> " + SHORT.replace("\n", "\n> > "),
    "the version": "[v 1]\n" + SHORT,
}
"""Texts that say the same as `SHORT`; ``docs/notation.md`` lists each by this name."""


def read(text: str, **defaults: Any) -> DealRecord:
    """The record of a text with one deal that must load."""
    [reading] = read_text(text, defaults)
    assert reading.ok, reading.findings
    assert reading.record is not None
    return reading.record


def faults(text: str, **defaults: Any) -> list[tuple[int | None, int | None, str, Any]]:
    """Line, ply, code and key of every fault in ``text``."""
    return [
        (found.line, found.ply, found.code, found.params.get("key"))
        for reading in read_text(text, defaults)
        for found in reading.findings
        if found.severity == "fault"
    ]


def test_canonical_text() -> None:
    """One line a key, an empty line, the plays: the same deal as the line of JSON."""
    line = {"v": 1, **DEFAULTS, "table": ["JD", "QC", "3D", "AC"], "plays": PLAYS.split()}
    assert read(SHORT) == read_line(json.dumps(line)).record
    assert write_text(read(SHORT)) == SHORT


@pytest.mark.parametrize("name", FORGIVEN)
def test_forgiven(name: str) -> None:
    """What the reader forgives makes no difference."""
    assert FORGIVEN[name] != SHORT
    assert read(FORGIVEN[name]) == read(SHORT)


def test_page_lists_what_is_forgiven(project: Path) -> None:
    """``docs/notation.md`` lists everything that the text form forgives, and nothing else."""
    page = (project / "docs" / "notation.md").read_text(encoding="utf-8")
    table = page.split("| in the text form, also | for example |\n| --- | --- |\n")[1].split("\n\n")[0]
    assert {row.split("|")[1].strip() for row in table.split("\n")} == set(FORGIVEN)


@given(records())
def test_parse_of_format_is_identity(record: DealRecord) -> None:
    """Reading a written text gives the record back, every key, and writing it again the same text."""
    text = write_text(record)
    assert read(text) == record
    assert write_text(read(text)) == text


@given(st.lists(records(), min_size=2, max_size=3))
def test_several_deals(deals: list[DealRecord]) -> None:
    """A text holds any number of deals; each reading has the line on which its deal begins."""
    texts = [write_text(record) for record in deals]
    readings = read_text("\n".join(texts))
    assert [reading.record for reading in readings] == deals
    begins = [sum(text.count("\n") + 1 for text in texts[:number]) + 1 for number in range(len(texts))]
    assert [reading.line for reading in readings] == begins
    assert [reading.text for reading in readings] == [text.strip() for text in texts]


@given(st.text(st.sampled_from('[]" \n;,#x+=(){}:\\abcv17DSCB>'), max_size=60) | st.text(max_size=30))
def test_any_text_never_raises(text: str) -> None:
    """Any text gives readings: each loads or has a fault, and without the facts none loads."""
    for reading in read_text(HEADER + text):
        assert reading.ok == (reading.record is not None)
    assert not any(reading.ok for reading in read_text(text))


@given(st.sampled_from(sorted(NAMES)) | TEXT, JSON)
def test_any_header_value(key: str, value: Any) -> None:
    """A key with any JSON value is read as in the line form, or is a fault."""
    text = f"[{json.dumps(key)} {json.dumps(value)}]\n{SHORT}"
    for reading in read_text(text):
        assert reading.ok == (reading.record is not None)


def test_plays_are_wrapped() -> None:
    """No line of plays is longer than a mail's."""
    deal, _, plays, scope = played_deal("scopa", 2, 3, 36)
    record = replace(read(SHORT), dealer=deal.dealer, table=deal.table, plays=tuple(plays), scope=tuple(scope))
    body = write_text(record).split("\n\n")[1]
    assert body.count("\n") >= 2
    assert max(map(len, body.split("\n"))) <= WIDTH
    assert read(write_text(record)) == record


def test_header_left_out() -> None:
    """Each key that is missing is a fault that names it, unless the defaults give it; a header goes before them."""
    assert faults(PLAYS) == [(1, None, "key.missing", key) for key in ("match", "deal", "rules", "players", "dealer")]
    assert faults(PLAYS, **DEFAULTS) == [(1, None, "key.missing", "table")]
    assert read(PLAYS, **DEFAULTS, table=["JD", "QC", "3D", "AC"]) == read(SHORT)
    assert read(SHORT, **(DEFAULTS | {"dealer": 1, "match": "other"})) == read(SHORT)


def test_default_number_counts_up() -> None:
    """Deals without a number are numbered from the default on."""
    deals = "\n".join([f'[match "a"]\n[table JD QC 3D AC]\n{PLAYS}'] * 2)
    readings = read_text(deals, DEFAULTS | {"deal": 4})
    assert [reading.record and reading.record.deal for reading in readings] == [4, 5]


def test_table_of_a_finished_deal() -> None:
    """The table of a finished deal may be left out; its order is lost."""
    deal, _, plays, scope = played_deal("scopa", 2, 3, 36)
    record = replace(read(SHORT), dealer=deal.dealer, table=deal.table, plays=tuple(plays), scope=tuple(scope))
    lines = write_text(record).split("\n")
    text = "\n".join(line for line in lines if not line.startswith("[table"))
    assert read(text) == replace(record, table=tuple(sorted(record.table)))


def test_names_with_semicolons() -> None:
    """Names that the short form could not tell apart are written as JSON."""
    record = replace(read(SHORT), players=("Anna; Bruno", " Carla"))
    assert '[players ["Anna; Bruno"," Carla"]]' in write_text(record)
    assert read(write_text(record)) == record


def test_headers_that_cannot_be_read() -> None:
    """A bracket that holds no key and value is a fault on its line; a key that comes twice too."""
    assert faults(SHORT.replace("[deal 1]", "[deal one]")) == [
        (2, None, "text.header", None),
        (1, None, "key.missing", "deal"),
    ]
    assert faults(SHORT.replace("[deal 1]", '[deal 1] [] [dealer 0] [notes {"1":"a","1":"b"}]')) == [
        (2, None, "text.header", None),
        (2, None, "key.duplicate", "1"),
        (5, None, "key.duplicate", "dealer"),
    ]
    assert faults(SHORT.replace("[table JD QC 3D AC]\n", "[table JD QC 3D AC\n"))[0][:3] == (6, None, "text.header")


def test_wrong_plays() -> None:
    """A wrong play is named by its ply and the line on which its deal begins."""
    assert faults(SHORT + "\n" + SHORT.replace("3Cx3B", "3Cx2S").replace("[deal 1]", "[deal 2]")) == [
        (10, 5, "play.illegal_capture", None)
    ]
    assert faults(SHORT + " ?!") == [(1, 6, "play.unknown_card", None)]


def test_declarations_before_their_card() -> None:
    """A declaration stands before its card, with the number of the wild card; rules without knocks have none."""
    cirulla = SHORT.replace('"scopa"', '"cirulla"').replace("AC]", "6C]")
    knock = cirulla.replace(PLAYS, "(low 7C=1) ACxJD+QC+3D+6C# 5S")
    assert faults(knock) == []
    assert faults(knock.replace("5S", "5S (low)2D")) == [(1, 2, "declared.ply", None)]
    assert faults(knock.replace("7C=1", "7C=12")) == [(1, 0, "declared.matta", None)]
    assert faults(knock.replace("7C=1", "7D=1"))[0] == (1, 0, "text.declaration", None)
    assert faults(knock.replace("low 7C=1", "low!"))[0] == (1, 0, "text.declaration", None)
    assert faults(SHORT.replace("2S", "(low) 2S")) == [(1, None, "declared.none", None)]


def test_declarations_are_written() -> None:
    """The writer puts each declaration before its card, and keeps an unknown one as a key."""
    cirulla = replace(read(SHORT), rules=preset("cirulla"), rules_written="cirulla")
    declared = replace(cirulla, declared=(Declaration(0, "low", 6), Declaration(1, "triple")))
    assert cirulla.rules.matta == parse_card("7C")
    assert write_text(declared).endswith("\n\n(low 7C=6) 4DxAC+3D (triple) 4C 4Bx4C 2S 3B 3Cx3B\n")
    assert "[declared null]\n" in write_text(replace(cirulla, declared=None))
