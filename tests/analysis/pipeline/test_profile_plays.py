import json
from pathlib import Path

import pytest

from analysis.habits import HABITS
from analysis.pipeline import load
from analysis.pipeline.profile import profile_of
from analysis.pipeline.profile_plays import by_class, examples_of
from analysis.pipeline.reviewing import review_one
from analysis.principles import PRINCIPLES
from analysis.versions import JUDGE_VERSION
from records.notation import read_lines
from records.store import DealReview, Library
from tests.conftest import PROJECT

LINE = (PROJECT / "sample_games" / "scopetta-2008-12-29.jsonl").read_text("utf-8").splitlines()[0]
MATCH, PLAYERS = json.loads(LINE)["match"], json.loads(LINE)["players"]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """A library with one judged deal."""
    made = Library(Path(tmp_path_factory.mktemp("plays")) / "library.duckdb")
    load(made, read_lines([LINE]))
    (waiting,) = made.unjudged(JUDGE_VERSION, 1)
    assert review_one(made, waiting, "quick")
    return made


def stored(library: Library) -> DealReview:
    """What the judge said of the deal."""
    review = library.review_of(MATCH, json.loads(LINE)["deal"], JUDGE_VERSION)
    assert review is not None
    return review


@pytest.mark.parametrize("seat", [0, 1])
def test_classes_share_out_all_that_is_lost(library: Library, seat: int) -> None:
    """The plays of all classes are the decisions of the profile, and lost together what it says."""
    classes, profile = by_class(library, PLAYERS[seat]), profile_of(library, PLAYERS[seat])
    assert profile is not None
    assert sum(each.plays for each in classes) == profile.lost.decisions
    assert sum(each.lost for each in classes) == pytest.approx(profile.lost.mean * profile.lost.decisions)
    assert len({each.grade for each in classes}) == len(classes)


@pytest.mark.parametrize("seat", [0, 1])
def test_examples_are_the_plays_that_count_in_the_cell(library: Library, seat: int) -> None:
    """They are all plays of the player that show it and cost something, mistakes first, then by what they cost."""
    for kind, codes, mask in (
        ("habit", [each.code for each in HABITS], "habits_shown"),
        ("principle", [each.code for each in PRINCIPLES], "principles_broken"),
    ):
        for place, code in enumerate(codes):
            rows = [
                row
                for row in stored(library).decisions
                if row.seat == seat and getattr(row, mask) >> place & 1 and row.loss > 0
            ]
            rows.sort(key=lambda row: (row.grade is None, -row.loss))
            found = examples_of(library, PLAYERS[seat], kind, code, 50)
            assert [(each.ply, each.loss, each.grade) for each in found] == [
                (row.ply, row.loss, row.grade) for row in rows
            ]
            assert examples_of(library, PLAYERS[seat], kind, code, 1) == found[:1]
