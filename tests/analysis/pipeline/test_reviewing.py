import json
from dataclasses import replace
from pathlib import Path

import duckdb
import polars as pl
import pytest

from analysis.pipeline import load
from analysis.pipeline.reviewing import (
    ReviewProgress,
    judge_reading,
    review_one,
    review_rows,
    seed_of,
    verdicts_of,
)
from analysis.versions import JUDGE_VERSION
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
    stored = library.review_of(MATCH, 1, JUDGE_VERSION)
    assert stored is not None
    assert verdicts_of(stored, 40) == verdicts
    rows = judged_rows(library, MATCH)
    losses = [each.loss for each in verdicts.verdicts]
    assert any(each.doubt for each in losses)
    for name in ("low", "high"):
        assert rows[name].to_list() == pytest.approx([getattr(each, name) for each in losses])


def test_a_stop_loses_only_the_deal_under_way(library: Library) -> None:
    """Nothing is kept of a deal that was stopped, and it waits as before; progress tells deal and ply."""
    told: list[ReviewProgress] = []
    before = library.judged_counts(JUDGE_VERSION)
    waiting = library.unjudged(JUDGE_VERSION, 2)[-1]
    assert not review_one(library, waiting, "quick", told.append, stop=lambda: len(told) > 3)
    assert library.judged_counts(JUDGE_VERSION) == before
    assert [(each.match, each.deal, each.ply) for each in told] == [(MATCH, waiting.deal, ply) for ply in range(4)]


def test_what_an_older_judge_said_is_made_again(library: Library) -> None:
    """Under a newer version every deal waits, none counts, and the new review takes the place of the old one."""
    for waiting in library.unjudged(JUDGE_VERSION, 2):
        assert review_one(library, waiting, "quick")
    assert library.judged_counts(JUDGE_VERSION) == (2, 0)
    assert library.judged_counts(JUDGE_VERSION + 1) == (2, 2)
    assert library.matches(JUDGE_VERSION)["judged_deals"].to_list() == [2]
    newer_only = library.matches(JUDGE_VERSION + 1).to_dicts()[0]
    assert (newer_only["judged_deals"], newer_only["lost"], newer_only["worst_loss"]) == (0, None, None)
    assert library.review_of(MATCH, 1, JUDGE_VERSION + 1) is None
    waiting = library.unjudged(JUDGE_VERSION + 1, 1)[0]
    old = library.review_of(MATCH, waiting.deal, JUDGE_VERSION)
    assert old is not None
    newer = replace(old, deal=replace(old.deal, version=JUDGE_VERSION + 1))
    assert library.keep_review(waiting, newer)
    assert library.review_of(MATCH, waiting.deal, JUDGE_VERSION) is None
    assert library.review_of(MATCH, waiting.deal, JUDGE_VERSION + 1) == newer
    assert library.judged_counts(JUDGE_VERSION + 1) == (2, 1)


def test_the_deep_review_is_shown_in_place_of_the_quick_one(tmp_path: Path) -> None:
    """Both are kept, a deal counts once, and the deep one is given."""
    library = Library(tmp_path / "library.duckdb")
    load(library, read_lines(LINES[:1]))
    waiting = library.unjudged(JUDGE_VERSION, 1)[0]
    assert review_one(library, waiting, "quick")
    quick = library.review_of(MATCH, 1, JUDGE_VERSION)
    assert quick is not None
    deep = replace(quick, deal=replace(quick.deal, level="deep", lost=(1.0, 2.0)))
    assert library.keep_review(waiting, deep)
    assert library.keep_review(waiting, quick)
    assert library.review_of(MATCH, 1, JUDGE_VERSION) == deep
    row = library.matches().to_dicts()[0]
    assert (row["judged_deals"], row["lost"]) == (1, [1.0, 2.0])
    assert judged_rows(library, MATCH)["level"].unique().to_list() == ["deep"]


def test_a_deleted_match_takes_its_reviews_along_and_a_late_review_is_not_kept(tmp_path: Path) -> None:
    """Deleting leaves no row; a review made meanwhile is dropped; what is restored waits for the judge again."""
    library = Library(tmp_path / "library.duckdb")
    load(library, read_lines(LINES[:1]))
    waiting = library.unjudged(JUDGE_VERSION, 1)[0]
    assert review_one(library, waiting, "quick")
    review = library.review_of(MATCH, 1, JUDGE_VERSION)
    assert review is not None
    lines = library.delete_match(MATCH)
    assert not library.keep_review(waiting, review)
    with duckdb.connect(library.path) as file:
        for table in ("reviews", "judged_deals"):
            assert file.execute(f"SELECT count(*) FROM {table}").fetchall() == [(0,)]
    load(library, read_lines(lines))
    assert library.judged_counts(JUDGE_VERSION) == (1, 1)


def test_a_score_that_comes_later_has_the_deal_judged_again(tmp_path: Path) -> None:
    """The chance of winning rests on the score: when it is added to the stored line, the review goes."""
    library = Library(tmp_path / "library.duckdb")
    record = json.loads(LINES[0])
    load(library, read_lines([json.dumps({key: value for key, value in record.items() if key != "score"})]))
    waiting = library.unjudged(JUDGE_VERSION, 1)[0]
    assert review_one(library, waiting, "quick")
    load(library, read_lines(LINES[:1]))
    assert library.judged_counts(JUDGE_VERSION) == (1, 1)


def test_a_library_of_an_older_schema_gains_the_judges_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of version 1 keeps its deals, which then wait for the judge."""
    library = older_library(tmp_path, 1, monkeypatch)
    assert library.judged_counts(JUDGE_VERSION) == (1, 1)
    assert library.unjudged(JUDGE_VERSION, 5)[0].match == "sera"


def test_what_tells_less_of_the_plays_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of version 3 loses the reviews of judges who did not tell the doubt of a loss, and no deal."""
    library = older_library(tmp_path, 3, monkeypatch)
    with duckdb.connect(library.path) as file:
        file.execute("CREATE VIEW verdicts AS SELECT 1 AS deal_id")
        for table in ("judged_deals", "reviews"):
            file.execute(f"INSERT INTO {table} BY NAME SELECT 1 AS deal_id, 'quick' AS level, 1 AS version")
    assert library.matches()["judged_deals"].to_list() == [0]
    assert judged_rows(library, "sera").columns[:2] == ["match", "deal"]
    with duckdb.connect(library.path) as file:
        assert file.execute("SELECT count(*) FROM reviews").fetchall() == [(0,)]


def test_what_the_profile_cannot_count_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of version 4 loses its reviews, which have no marks, and no deal; new ones are kept with their marks."""
    library = older_library(tmp_path, 4, monkeypatch)
    with duckdb.connect(library.path) as file:
        file.execute("UPDATE deals SET line = ?", [LINES[0]])
        for table in ("judged_deals", "reviews"):
            file.execute(f"INSERT INTO {table} BY NAME SELECT 1 AS deal_id, 'quick' AS level, 4 AS version")
    assert library.judged_counts(JUDGE_VERSION) == (1, 1)
    waiting = library.unjudged(JUDGE_VERSION, 1)[0]
    assert review_one(library, waiting, "quick")
    kept = library.review_of("sera", 1, JUDGE_VERSION)
    assert kept is not None
    assert all(row.habits_apply is not None and row.table_total is not None for row in kept.decisions)


def judged_rows(library: Library, match: str) -> pl.DataFrame:
    """What another program reads of the judged decisions of a match: the view ``verdicts``."""
    with duckdb.connect(library.path) as file:
        query = "SELECT * EXCLUDE (deal_id) FROM verdicts WHERE match = $match ORDER BY deal, ply"
        return file.sql(query, params={"match": match}).pl()


def older_library(folder: Path, version: int, monkeypatch: pytest.MonkeyPatch) -> Library:
    """A library as a program made it whose schema was of this ``version``, with a deal."""
    library = Library(folder / "library.duckdb")
    with monkeypatch.context() as older:
        older.setattr(schema, "STEPS", schema.STEPS[:version])
        older.setattr(schema, "VERSION", version)
        with duckdb.connect(library.path) as file:
            schema.migrate(file, 0)
            file.execute(
                "INSERT INTO deals BY NAME SELECT 1 AS deal_id, 'sera' AS match, 1 AS deal, 2 AS sides, "
                "['A', 'B'] AS players, '{}' AS line"
            )
    return library
