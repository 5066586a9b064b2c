import json
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest

from analysis.pipeline import load, reviewing
from analysis.pipeline.reviewing import (
    ReviewProgress,
    judge_reading,
    review_library,
    review_one,
    review_rows,
    seed_of,
    verdicts_of,
)
from analysis.verdicts import VERSION
from records.notation import read_line, read_lines
from records.store import Library, schema
from tests.conftest import PROJECT

LINES = (PROJECT / "sample_games" / "scopetta-2008-12-29.jsonl").read_text("utf-8").splitlines()[:2]
"""Two deals of a real match."""

MATCH = json.loads(LINES[0])["match"]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """A library with two deals, the first of them judged."""
    made = Library(tmp_path_factory.mktemp("reviewing") / "library.duckdb")
    load(made, read_lines(LINES))
    return made


def test_a_review_comes_back_as_it_went_in(library: Library) -> None:
    """Every value, error, split, chance, line and hindsight survives bit by bit; the seed is the deal's own."""
    reading = read_line(LINES[0])
    assert reading.replay is not None
    verdicts = judge_reading(reading, "quick")
    assert verdicts is not None and verdicts.seed == seed_of(reading)
    waiting = library.deal_to_judge(MATCH, 1)
    assert waiting is not None
    assert library.keep_review(waiting, review_rows(reading.replay, verdicts))
    stored = library.review_of(MATCH, 1, VERSION)
    assert stored is not None
    assert verdicts_of(stored, 40) == verdicts


def test_a_stop_loses_only_the_deal_under_way_and_the_next_call_goes_on(
    library: Library,
) -> None:
    """What was judged is not judged again; progress tells deal and ply; in the end no deal waits."""
    told: list[ReviewProgress] = []
    before = library.judged_counts(VERSION)
    stopped = review_library(library, told=told.append, stop=lambda: len(told) > 3)
    assert (stopped.done, library.judged_counts(VERSION)) == (0, before)
    assert [(each.match, each.ply) for each in told] == [(MATCH, ply) for ply in range(4)]
    finished = review_library(library)
    assert (finished.done, finished.waiting) == (before[1], 0)
    assert library.judged_counts(VERSION) == (2, 0)
    assert library.verdicts_of(MATCH)["deal"].unique().sort().to_list() == [1, 2]


def test_what_an_older_judge_said_is_made_again(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under a newer version every deal waits, is not shown, and the new review takes the place of the old one."""
    review_library(library)
    monkeypatch.setattr(reviewing, "VERSION", VERSION + 1)
    assert library.judged_counts(VERSION + 1) == (2, 2)
    assert library.review_of(MATCH, 1, VERSION + 1) is None
    waiting = library.unjudged(VERSION + 1, 1)[0]
    old = library.review_of(MATCH, waiting.deal, VERSION)
    assert old is not None
    newer = replace(old, deal=replace(old.deal, version=VERSION + 1))
    assert library.keep_review(waiting, newer)
    assert library.review_of(MATCH, waiting.deal, VERSION) is None
    assert library.review_of(MATCH, waiting.deal, VERSION + 1) == newer
    assert library.judged_counts(VERSION + 1) == (2, 1)


def test_the_deep_review_is_shown_in_place_of_the_quick_one(tmp_path: Path) -> None:
    """Both are kept, a deal counts once, and the deep one is given."""
    library = Library(tmp_path / "library.duckdb")
    load(library, read_lines(LINES[:1]))
    waiting = library.unjudged(VERSION, 1)[0]
    assert review_one(library, waiting, "quick")
    quick = library.review_of(MATCH, 1, VERSION)
    assert quick is not None
    deep = replace(quick, deal=replace(quick.deal, level="deep", lost=(1.0, 2.0)))
    assert library.keep_review(waiting, deep)
    assert library.keep_review(waiting, quick)
    assert library.review_of(MATCH, 1, VERSION) == deep
    row = library.matches().to_dicts()[0]
    assert (row["judged_deals"], row["lost"]) == (1, [1.0, 2.0])
    assert library.verdicts_of(MATCH)["level"].unique().to_list() == ["deep"]


def test_a_deleted_match_takes_its_reviews_along_and_a_late_review_is_not_kept(tmp_path: Path) -> None:
    """Deleting leaves no row; a review made meanwhile is dropped; what is restored waits for the judge again."""
    library = Library(tmp_path / "library.duckdb")
    load(library, read_lines(LINES[:1]))
    waiting = library.unjudged(VERSION, 1)[0]
    assert review_one(library, waiting, "quick")
    review = library.review_of(MATCH, 1, VERSION)
    assert review is not None
    lines = library.delete_match(MATCH)
    assert not library.keep_review(waiting, review)
    with duckdb.connect(library.path) as file:
        for table in ("reviews", "judged_deals"):
            assert file.execute(f"SELECT count(*) FROM {table}").fetchall() == [(0,)]
    load(library, read_lines(lines))
    assert library.judged_counts(VERSION) == (1, 1)


def test_a_score_that_comes_later_has_the_deal_judged_again(tmp_path: Path) -> None:
    """The chance of winning rests on the score: when it is added to the stored line, the review goes."""
    library = Library(tmp_path / "library.duckdb")
    record = json.loads(LINES[0])
    load(library, read_lines([json.dumps({key: value for key, value in record.items() if key != "score"})]))
    waiting = library.unjudged(VERSION, 1)[0]
    assert review_one(library, waiting, "quick")
    load(library, read_lines(LINES[:1]))
    assert library.judged_counts(VERSION) == (1, 1)


def test_a_library_of_the_first_schema_gains_the_judges_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of version 1 keeps its deals, which then wait for the judge."""
    library = Library(tmp_path / "library.duckdb")
    with monkeypatch.context() as first:
        first.setattr(schema, "STEPS", schema.STEPS[:1])
        first.setattr(schema, "VERSION", 1)
        with duckdb.connect(library.path) as file:
            schema.migrate(file, 0)
            file.execute("INSERT INTO deals BY NAME SELECT 1 AS deal_id, 'sera' AS match, 1 AS deal, '{}' AS line")
    assert library.judged_counts(VERSION) == (1, 1)
    assert library.unjudged(VERSION, 5)[0].match == "sera"
