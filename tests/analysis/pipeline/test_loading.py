"""Loading: nothing twice, nothing lost, nothing hidden."""

import json
from pathlib import Path

import pytest

from analysis.pipeline import Progress, load, rows_of
from analysis.review import review
from engine.cards import texts_of
from records.notation import read_file, read_line, read_lines
from records.store import Library

REAL = "scopetta-2008-12-29.jsonl"


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """An empty library."""
    return Library(tmp_path / "library.duckdb")


def test_loading_again_changes_nothing(library: Library, sample_games: Path) -> None:
    """The same file again is known, deal by deal, and no row is added."""
    first = load(library, read_file(sample_games / REAL))
    assert (first.loaded, first.known, first.lines_set_aside) == (5, 0, 0)
    before = (library.matches(), library.plays_of(first.matches[0]), library.flags_of(first.matches[0]))
    again = load(library, read_file(sample_games / REAL))
    assert (again.loaded, again.known, again.lines_set_aside) == (0, 5, 0)
    after = (library.matches(), library.plays_of(first.matches[0]), library.flags_of(first.matches[0]))
    for one, other in zip(before, after, strict=True):
        assert one.drop("loaded_at", strict=False).equals(other.drop("loaded_at", strict=False))


def test_what_is_stored_is_what_was_reviewed(library: Library, sample_games: Path) -> None:
    """Plays and flags of the store are those of the review of the same line; the line comes back as it was."""
    lines = (sample_games / REAL).read_text(encoding="utf-8").splitlines()
    (match,) = load(library, read_lines(lines)).matches
    plays, flags = library.plays_of(match), library.flags_of(match)
    assert library.lines_of(match) == lines
    for number, line in enumerate(lines, start=1):
        replay = read_line(line).replay
        assert replay is not None
        decisions = review(replay)
        stored = plays.filter(plays["deal"] == number).sort("ply")
        assert stored["play"].to_list() == [replay.text(each.ply) for each in decisions]
        assert stored["seat"].to_list() == [each.seat for each in decisions]
        assert stored["legal"].to_list() == [len(each.legal or ()) for each in decisions]
        tables = [" ".join(texts_of(each.table)) for each in replay.positions[:-1]]
        assert [table or "" for table in stored["table_before"]] == tables
        raised = [(each.ply, flag.code, dict(flag.facts)) for each in decisions for flag in each.flags]
        kept = flags.filter(flags["deal"] == number)
        found = list(zip(kept["ply"], kept["code"], map(json.loads, kept["facts"]), strict=True))
        assert sorted(found, key=str) == sorted(raised, key=str)
        assert raised


def test_remarks(library: Library, sample_games: Path) -> None:
    """The deal that its server miscounted, and the score that followed from it, are remarks: the lines load."""
    report = load(library, read_file(sample_games / REAL))
    told = {(each.code, each.found, each.expected) for each in report.remarks}
    assert told == {("points.differ", "[2,2]", "[1,3]"), ("score.differs", "[3,4]", "[2,5]")}
    assert report.loaded == 5


def test_a_broken_line_costs_itself_only(library: Library, sample_games: Path) -> None:
    """The lines around a fault load; the line is kept with its fault, and repaired it loads."""
    lines = (sample_games / REAL).read_text(encoding="utf-8").splitlines()
    good = lines[1]
    lines[1] = good.replace('"7DxAB+6B"', '"7DxAB+QS"')
    progress: list[Progress] = []
    report = load(library, read_lines(lines, "games.jsonl"), progress.append)
    (fault,) = report.set_aside
    assert (report.loaded, report.lines_set_aside) == (4, 1)
    assert (fault.file, fault.line, fault.ply, fault.code) == ("games.jsonl", 2, 0, "play.illegal_capture")
    assert fault.repair == "7DxAB+6B"
    assert progress[-1] == Progress(lines=5, loaded=4, known=0, set_aside=1)
    assert library.set_aside_rows().height == 1
    assert load(library, read_lines([good])).loaded == 1


def test_conflicts_are_shown_and_never_overwrite(library: Library, sample_games: Path) -> None:
    """The same match and deal with other facts stays out, with both said; other keys that differ are merged."""
    lines = (sample_games / REAL).read_text(encoding="utf-8").splitlines()
    load(library, read_lines(lines))
    other = json.loads(lines[0]) | {"dealer": 0, "deal": 2}
    report = load(library, read_lines([json.dumps(other)]))
    assert (report.loaded, report.lines_set_aside, [each.code for each in report.set_aside]) == (
        0,
        1,
        ["record.conflict"],
    )
    assert library.line_of(other["match"], 2) == lines[1]
    noted = json.loads(lines[0]) | {"notes": {"3": "troppo presto"}}
    merged = load(library, read_lines([json.dumps(noted)]))
    assert (merged.loaded, merged.known, [each.code for each in merged.merged]) == (0, 0, ["record.merged"])
    stored = library.line_of(other["match"], 1)
    assert stored is not None
    assert json.loads(stored)["notes"] == {"3": "troppo presto"}


def test_an_unfinished_deal_is_judged_where_the_hand_is_known(library: Library, sample_games: Path) -> None:
    """With hands every decision is judged; without them the deal loads, steps, and nothing is judged."""
    text = (sample_games / "scopetta-2010-10-16-unfinished.jsonl").read_text(encoding="utf-8").strip()
    whole = read_line(text)
    bare = read_line(json.dumps({key: value for key, value in json.loads(text).items() if key != "hands"}))
    assert whole.replay is not None
    assert bare.replay is not None
    assert all(each.legal is not None for each in review(whole.replay))
    assert any(each.flags for each in review(whole.replay))
    judged = [each for each in review(bare.replay) if each.legal is not None]
    assert not any(each.flags for each in review(bare.replay) if each.legal is None)
    assert len(judged) < len(bare.replay.plays)
    assert load(library, [bare]).loaded == 1


def test_a_line_with_a_fault_has_no_rows() -> None:
    """Rows are made of deals without a fault only."""
    with pytest.raises(ValueError, match="set aside"):
        rows_of(read_line("{"))
