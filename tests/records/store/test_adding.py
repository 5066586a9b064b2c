import json
from dataclasses import replace

import pytest

from records.keys import KEYS
from records.store import DealKey, Library, Merged, SetAsideRow
from records.store.merging import LINE_KEYS
from tests.records.store.example import RECORD, deal_rows, flag, remark, rows_of, written


def test_a_new_deal_is_stored_whole(library: Library) -> None:
    """Line, plays, flags and remarks of a new deal are there after `add`, as they were given."""
    rows = deal_rows()
    rows = replace(rows, flags=(flag(4), flag(7, "bad_spariglio")), remarks=(remark(), remark("x", 3)))
    result = library.add([rows])
    assert result.loaded == (DealKey("sera", 1),)
    assert not (result.known or result.merged or result.conflicts)
    assert library.line_of("sera", 1) == rows.deal.line
    assert library.plays_of("sera")["play"].to_list() == RECORD["plays"]
    flags = library.flags_of("sera")
    assert flags.select("ply", "seat", "code", "better", "facts", "version").rows() == [
        (4, 1, "scopa_offered", "7Dx7B", '{"chance":0.25}', "1"),
        (7, 0, "bad_spariglio", "7Dx7B", '{"chance":0.25}', "1"),
    ]
    remarks = library.remarks_of("sera")
    assert remarks.select("code", "ply", "found", "expected", "params").rows() == [
        ("points.differ", None, "[1,2]", "[1,2.5]", '{"side":1}'),
        ("x", 3, "[1,2]", "[1,2.5]", '{"side":1}'),
    ]


def test_loading_again_changes_nothing(library: Library) -> None:
    """The same deal a second time is known: no table has another row, and no row another value."""
    rows = [replace(deal_rows(deal=deal), flags=(flag(4),), remarks=(remark(),)) for deal in (1, 2, 3)]
    library.add(rows)
    before = [library.deals_of("sera"), library.plays_of("sera"), library.flags_of("sera"), library.remarks_of("sera")]
    result = library.add(rows)
    assert result.known == tuple(DealKey("sera", deal) for deal in (1, 2, 3))
    assert not (result.loaded or result.merged or result.conflicts)
    after = [library.deals_of("sera"), library.plays_of("sera"), library.flags_of("sera"), library.remarks_of("sera")]
    assert all(one.equals(other) for one, other in zip(before, after, strict=True))


def test_keys_that_were_missing_are_added(library: Library) -> None:
    """Keys that the stored line lacks are added in their canonical place and fill their columns; both are said."""
    bare = written(match="sera", score=None, points=None, date=None)
    library.add([rows_of(bare | {"zona": "nord"})])
    fuller = written(match="sera", date=None) | {"clock": [1000] * 36, "site": "Bar", "arbitro": "Ugo"}
    result = library.add([rows_of(fuller)])
    assert result.merged == (
        Merged(DealKey("sera", 1), ("score", "points", "clock", "site", "arbitro"), (), "games.jsonl", 1),
    )
    line = json.loads(library.line_of("sera", 1) or "")
    assert list(line) == [*list(bare), "score", "points", "clock", "site", "zona", "arbitro"]
    assert line == fuller | {"zona": "nord"}
    deal = library.deals_of("sera").row(0, named=True)
    assert deal["score"] == [0, 0]
    assert deal["claimed"] == [1, 2]
    assert library.add([rows_of(line)]).known == (DealKey("sera", 1),)


def test_keys_that_differ_stay_as_stored(library: Library) -> None:
    """A key with another value stays as it is stored, in the line and in its column, and is said."""
    first = deal_rows()
    library.add([first])
    second = deal_rows(points=[0, 3], players=["Anna", "Bruno"], site="Bar")
    result = library.add([replace(second, remarks=(remark(),))])
    assert result.merged == (Merged(DealKey("sera", 1), ("site",), ("players", "points"), "games.jsonl", 1),)
    line = json.loads(library.line_of("sera", 1) or "")
    assert line == json.loads(first.deal.line) | {"site": "Bar"}
    assert library.deals_of("sera")["claimed"].to_list() == [[1, 2]]
    assert library.remarks_of("sera").is_empty(), "a remark on points that were not stored"


def test_a_number_is_not_a_truth(library: Library) -> None:
    """``true`` and ``1`` are different values of a key, though Python says that they are equal."""
    library.add([deal_rows(bel_tempo=1)])
    assert library.add([deal_rows(bel_tempo=True)]).merged[0].kept == ("bel_tempo",)


def test_hands_that_are_added_bring_their_judgement(library: Library) -> None:
    """Where the new line knows the hands, its plays and flags take the place of those made without them."""
    short = {"plays": RECORD["plays"][:6], "points": None}
    library.add([deal_rows(**short), deal_rows(deal=2, **short)])
    known = deal_rows(**short, hands=[["4C"], ["4D"]])
    plays = replace(known.plays, legal=(3,) * 6)
    remarks = (remark("deal.unfinished"),)
    library.add([replace(known, plays=plays, flags=(flag(2),), remarks=remarks)])
    assert library.plays_of("sera")["legal"].to_list() == [3] * 6 + [None] * 6
    assert library.flags_of("sera").select("deal", "ply").rows() == [(1, 2)]
    assert library.remarks_of("sera").select("deal", "code").rows() == [(1, "deal.unfinished")]
    library.add([replace(known, plays=plays, flags=(flag(2),), remarks=remarks)])
    assert library.remarks_of("sera").height == 1


@pytest.mark.parametrize(
    ("change", "found", "expected", "ply", "differs"),
    [
        ({"dealer": 1}, "dealer 1", "dealer 0", None, ["dealer"]),
        ({"table": ["JD", "QC", "3D", "AS"]}, 'table ["JD","QC","3D","AS"]', None, None, ["table"]),
        ({"rules": "napoli"}, 'rules "napoli"', None, None, ["rules"]),
        ({"plays": RECORD["plays"][:35]}, "plays[35] –", "plays[35] 6B", 35, ["plays"]),
        (
            {"dealer": 1, "plays": ["4DxAC+3D", "KC", *RECORD["plays"][2:]]},
            "dealer 1; plays[1] KC",
            "dealer 0; plays[1] 4C",
            1,
            ["dealer", "plays"],
        ),
        ({"declared": None}, "declared null", "declared –", None, ["declared"]),
    ],
)
def test_another_deal_of_the_same_name_is_a_conflict(
    library: Library, change: dict, found: str, expected: str | None, ply: int | None, differs: list[str]
) -> None:
    """A deal with the name of another is set aside with what differs; the stored one stays as it is."""
    stored = deal_rows()
    library.add([stored])
    other = rows_of(written(match="sera") | change)
    result = library.add([other])
    finding = result.conflicts[0].finding
    assert (finding.code, finding.found, finding.ply) == ("record.conflict", found, ply)
    assert expected is None or finding.expected == expected
    assert json.loads(finding.params)["differs"] == differs
    assert library.line_of("sera", 1) == stored.deal.line
    assert library.plays_of("sera").height == 36
    aside = library.set_aside_rows().row(0, named=True)
    assert (aside["text"], aside["code"], aside["found"]) == (other.deal.line, "record.conflict", found)


def test_rules_written_otherwise_and_a_table_in_another_order_are_the_same_deal(library: Library) -> None:
    """Identity is the resolved rules and the table as a set: how they are written is a key that differs."""
    library.add([deal_rows()])
    rules = {"preset": "napoli", "value_capture": "fewest", "target": 11}
    result = library.add([deal_rows(rules=rules, table=RECORD["table"][::-1])])
    assert result.merged == (Merged(DealKey("sera", 1), (), ("rules", "table"), "games.jsonl", 1),)


def test_a_batch_meets_itself(library: Library) -> None:
    """Within one batch, too: the first of a name is stored, the others are known, merged or in conflict."""
    first = deal_rows(date=None)
    dated = replace(deal_rows(), remarks=(remark(),))
    result = library.add([first, first, deal_rows(dealer=1), dated, deal_rows(deal=2)])
    assert result.loaded == (DealKey("sera", 1), DealKey("sera", 2))
    assert result.known == (DealKey("sera", 1),)
    assert result.merged == (Merged(DealKey("sera", 1), ("date",), (), "games.jsonl", 1),)
    assert [case.key for case in result.conflicts] == [DealKey("sera", 1)]
    assert library.deals_of("sera").select("deal", "date", "remarks").rows() == [
        (1, "2008-12-29", 1),
        (2, "2008-12-29", 0),
    ]
    assert library.line_of("sera", 1) == dated.deal.line


def test_two_merges_of_a_stored_deal_in_one_batch_add_up(library: Library) -> None:
    """Each of several records of a stored deal adds its keys, the second to what the first has added."""
    library.add([deal_rows(date=None)])
    result = library.add([deal_rows(date=None, site="Bar"), deal_rows(date="2009", site="Circolo")])
    assert [(merged.added, merged.kept) for merged in result.merged] == [(("site",), ()), (("date",), ("site",))]
    line = json.loads(library.line_of("sera", 1) or "")
    assert (line["site"], line["date"]) == ("Bar", "2009")
    assert library.matches()["date"].to_list() == ["2009"]


def test_a_batch_is_stored_whole_or_not_at_all(library: Library) -> None:
    """Where one deal of a batch cannot be stored, none is."""
    library.add([deal_rows("prima")])
    broken = deal_rows(deal=2)
    broken = replace(broken, plays=replace(broken.plays, card=(300,) * 36))
    with pytest.raises((OverflowError, TypeError, ValueError)):
        library.add([deal_rows(), broken])
    assert library.matches()["match"].to_list() == ["prima"]
    assert library.plays_of("sera").is_empty()
    assert library.add([deal_rows()]).loaded == (DealKey("sera", 1),)


def test_a_line_that_loads_is_set_aside_no_more(library: Library) -> None:
    """A conflict that was set aside goes when the stored deal is deleted and the other one loads."""
    library.add([deal_rows()])
    other = deal_rows(dealer=1)
    library.add([other])
    library.set_aside([SetAsideRow("{", (remark("json.broken"),))])
    library.delete_match("sera")
    library.add([other])
    assert library.set_aside_rows()["text"].to_list() == ["{"]


def test_an_empty_batch_is_no_change(library: Library) -> None:
    """Nothing given, nothing stored."""
    assert library.add([]).loaded == ()
    assert library.matches().is_empty()


def test_merged_lines_are_in_the_order_of_the_notation() -> None:
    """The store writes the keys of a merged line in the notation's order."""
    assert tuple(key.name for key in KEYS) == LINE_KEYS
