import itertools
import json
from dataclasses import asdict, replace
from pathlib import Path

import duckdb
import numpy as np
import polars as pl
import pytest

from analysis.cells import CELLS, KINDS
from analysis.habits import marks_of
from analysis.knowledge import view_at
from analysis.pipeline import load
from analysis.pipeline.profile import COSTLIEST, Profile, profile_of
from analysis.pipeline.profile_time import matches_of, trend_of
from analysis.pipeline.references import PLAYERS, read_references
from analysis.pipeline.reviewing import review_one, verdicts_of
from analysis.statistics.rates import widening
from analysis.versions import JUDGE_VERSION
from engine.positions import total_on_table
from engine.rules import preset
from records.notation import read_line, read_lines
from records.store import DealReview, Library
from tests.analysis.pipeline.games import match_lines
from tests.conftest import PROJECT

LINES = (PROJECT / "sample_games" / "scopetta-2008-12-29.jsonl").read_text("utf-8").splitlines()[:2]
"""Two deals of a real match of two players."""

MATCH = json.loads(LINES[0])["match"]
ONE, OTHER = json.loads(LINES[0])["players"]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """A library with two judged deals."""
    made = Library(tmp_path_factory.mktemp("profile") / "library.duckdb")
    load(made, read_lines(LINES))
    for waiting in made.unjudged(JUDGE_VERSION, 2):
        assert review_one(made, waiting, "quick")
    return made


@pytest.fixture(scope="module")
def profile(library: Library) -> Profile:
    """The profile of one of the two."""
    found = profile_of(library, ONE)
    assert found is not None
    return found


def reviews(library: Library) -> list[DealReview]:
    """What the judge said of both deals."""
    found = [library.review_of(MATCH, deal, JUDGE_VERSION) for deal in (1, 2)]
    return [each for each in found if each is not None]


def verdicts(library: Library) -> pl.DataFrame:
    """What another program reads of the judged decisions of the match: the view ``verdicts``."""
    with duckdb.connect(library.path) as file:
        query = "SELECT * EXCLUDE (deal_id) FROM verdicts WHERE match = $match ORDER BY deal, ply"
        return file.sql(query, params={"match": MATCH}).pl()


def test_every_decision_is_marked_as_it_is(library: Library) -> None:
    """What is stored of a play for the profile is what its position and its judged plays say, bit by bit."""
    for line, review in zip(LINES, reviews(library), strict=True):
        replay = read_line(line).replay
        assert replay is not None
        for row, verdict in zip(review.decisions, verdicts_of(review, 40).verdicts, strict=True):
            view = view_at(replay, row.ply)
            assert view is not None
            plays = tuple(each.play for each in verdict.judgement.candidates)
            marks = asdict(marks_of(view, plays, verdict.chosen, verdict.judgement.best))
            assert {name: getattr(row, name) for name in marks} == marks
            assert row.table_total == total_on_table(replay.positions[row.ply])


def test_the_profile_adds_up(library: Library, profile: Profile) -> None:
    """Points lost are those of the verdicts; roles and phases share all decisions out; each habit has its losses."""
    rows = verdicts(library).filter(pl.col("player") == ONE)
    assert profile.deals == 2
    assert profile.lost.decisions == rows.height
    assert profile.lost.mean * rows.height == pytest.approx(rows["loss"].sum())
    pulls = [part["loss"].sum() - profile.lost.mean * part.height for part in rows.partition_by("deal")]
    error = (2 * sum(pull**2 for pull in pulls)) ** 0.5 / rows.height
    assert profile.lost.error == pytest.approx(error * widening(1))
    assert profile.others is not None
    assert profile.others.decisions == verdicts(library).height - rows.height
    for kind in ("role", "phase", "total"):
        cells = [cell for cell in profile.cells if cell.kind == kind]
        assert sum(cell.rate.decisions for cell in cells) == rows.height
        assert sum(cell.a_deal for cell in cells) * 2 == pytest.approx(rows["loss"].sum())
    marked = [row for review in reviews(library) for row in review.decisions if row.seat == 0]
    for place, name in enumerate(name for name in CELLS if name.kind == "habit"):
        own = [row for row in marked if (row.habits_apply or 0) >> place & 1]
        shown = [row for row in marked if (row.habits_shown or 0) >> place & 1]
        found = [cell for cell in profile.cells if (cell.kind, cell.code) == ("habit", name.code)]
        assert [(cell.rate.decisions, cell.shown) for cell in found] == ([(len(own), len(shown))] if own else [])
        assert [cell.a_deal * 2 for cell in found] == pytest.approx([sum(row.loss for row in shown)] if own else [])
    assert {cell.kind for cell in profile.cells} <= set(KINDS)


def test_places_at_the_table_are_told_from_the_dealer(library: Library) -> None:
    """The mazziere's place is 0, the first hand's 1; thirds of the deal go up with the plays."""
    frame = library.decisions_counted(JUDGE_VERSION)
    dealers = [json.loads(line)["dealer"] for line in LINES]
    seats = [row.seat for review in reviews(library) for row in review.decisions]
    deals = [number for number, review in enumerate(reviews(library)) for _ in review.decisions]
    assert frame["place"].to_list() == [(seat - dealers[deal]) % 2 for seat, deal in zip(seats, deals, strict=True)]
    plies = [row.ply for review in reviews(library) for row in review.decisions]
    assert frame["phase"].to_list() == [ply // 12 for ply in plies]


def test_luck_and_result_are_those_of_the_deals(library: Library, profile: Profile) -> None:
    """A match's luck and result are the sums over its judged deals, and what is left is the difference."""
    (match,) = profile.matches
    luck = [review.deal.luck[0] for review in reviews(library) if review.deal.luck is not None]
    points = library.deals_of(MATCH)["points"].to_list()
    assert (match.match, match.deals) == (MATCH, 2)
    assert match.luck == pytest.approx(sum(luck))
    assert match.result == pytest.approx(sum(own - other for own, other in points))
    assert match.without_luck == pytest.approx(match.result - match.luck)
    assert match.points_lost == pytest.approx(profile.lost.mean * profile.lost.decisions)


def test_three_who_want_few_points_are_compared_with_the_one_who_has_fewest(tmp_path: Path) -> None:
    """Where the lowest total wins, the best other side has the lowest, for the result as for how the match stood."""
    library = Library(tmp_path / "library.duckdb")
    lines = list(match_lines(preset("ciapa-no"), "ciapa-no", 3, 5))[2:]
    load(library, read_lines(lines))
    for waiting in library.unjudged(JUDGE_VERSION, 2):
        assert review_one(library, waiting, "quick")
    records = [json.loads(line) for line in lines]
    found = library.deals_of(records[0]["match"])["points"].to_list()
    assert any(len(set(points)) == 3 for points in found)
    standings = library.decisions_counted(JUDGE_VERSION)
    for seat, player in enumerate(records[0]["players"]):

        def ahead(points: list[float], own: int = seat) -> float:
            return min(each for side, each in enumerate(points) if side != own) - points[own]

        told = library.deals_counted(player, JUDGE_VERSION).sort("deal")["result"].to_list()
        assert told == [ahead(points) for points in found]
        scores = [record["score"] for record in records]
        wanted = [(ahead(score) > 0) - (ahead(score) < 0) for score in scores]
        own = standings.filter(pl.col("player") == player)["standing"].to_list()
        assert [each for each, _ in itertools.groupby(own)] == [each for each, _ in itertools.groupby(wanted)]


def test_the_costliest_plays_are_the_worst(library: Library, profile: Profile) -> None:
    """They have a class, the largest losses of the player, and the worst is first."""
    rows = verdicts(library).filter((pl.col("player") == ONE) & pl.col("class").is_not_null())
    losses = sorted(rows["loss"].to_list(), reverse=True)[:COSTLIEST]
    assert [play.loss for play in profile.costliest] == losses
    assert all(play.low <= play.loss <= play.high for play in profile.costliest)


def test_too_little_is_called_nothing(profile: Profile) -> None:
    """Of two deals no leak is named, and cells with few opportunities say so."""
    assert profile.leaks == ()
    assert profile.trend is None
    assert any(not cell.enough for cell in profile.cells)
    assert all(cell.enough == (cell.rate.decisions >= 30) for cell in profile.cells)


def test_the_reference_players_are_beside_each_cell(profile: Profile) -> None:
    """Each reference player has its figures over all decisions, the random one loses most, Fair least."""
    assert set(read_references()) == set(profile.references) == set(PLAYERS)
    means = {name: rate.mean for name, rate in profile.references.items()}
    assert max(means, key=means.__getitem__) == "random"
    assert min(means, key=means.__getitem__) == "fair-64"
    assert all(set(cell.references) <= set(PLAYERS) for cell in profile.cells)
    assert any(cell.group == "references" for cell in profile.cells)


def test_who_is_one_person_has_one_profile(tmp_path: Path) -> None:
    """Names that are shown as one are counted as one; a name that nobody has, or that was not judged, has none."""
    library = Library(tmp_path / "library.duckdb")
    lines = [json.dumps(json.loads(LINES[0]) | {"match": name, "players": [name, OTHER]}) for name in ("Ada", "Ida")]
    load(library, read_lines(lines))
    assert profile_of(library, "Ada") is None
    for waiting in library.unjudged(JUDGE_VERSION, 2):
        assert review_one(library, waiting, "quick")
    library.rename_player("Ida", "Ada")
    found = profile_of(library, "Ada")
    assert found is not None
    assert (found.deals, len(found.matches)) == (2, 2)
    assert profile_of(library, "Ida") is None


def deals(losses: list[float], *, luck: float | None = 1.0) -> pl.DataFrame:
    """Deals of one match, five decisions each, with these points lost."""
    count = len(losses)
    return pl.DataFrame(
        {
            "match": ["sera"] * count,
            "deal": list(range(1, count + 1)),
            "date": [None] * count,
            "lost": losses,
            "decisions": [5] * count,
            "side": [0] * count,
            "luck": [1.0] * (count - 1) + [luck],
            "luck_error": [0.3] * count,
            "result": [2.0] * count,
        },
        schema_overrides={"luck": pl.Float64, "date": pl.String},
    )


def test_a_trend_is_the_slope_of_what_is_lost() -> None:
    """Points lost that fall by 0.01 a deal, of five decisions, fall by 0.2 a decision in a hundred deals, exactly."""
    found = trend_of(deals([5.0 - 0.01 * place for place in range(100)]))
    assert found is not None
    assert found.change == pytest.approx(-0.2)
    assert found.error == pytest.approx(0.0, abs=1e-9)
    assert trend_of(deals([1.0, 2.0])) is None
    uneven = trend_of(deals([1.0, 0.0] * 50))
    assert uneven is not None
    assert uneven.low < 0 < uneven.high


def test_few_deals_show_a_change_no_oftener_than_many() -> None:
    """Where nothing changes, a change is told in about 5 % of all cases, of four deals as of forty."""
    drawn = np.random.default_rng(5)
    for count in (4, 40):
        told = 0
        for _ in range(300):
            found = trend_of(deals(list(drawn.exponential(1.0, count))))
            assert found is not None
            told += found.low > 0 or found.high < 0
        assert told <= 30, count


def test_a_match_has_an_interval_if_there_is_another_deal() -> None:
    """The error of one deal is told from how all deals of the player differ; of a single one there is none."""
    one, two = matches_of(deals([1.0])), matches_of(deals([1.0, 0.0]))
    assert one[0].lost.error == float("inf")
    assert 0 < two[0].lost.error < 1


def test_what_is_not_all_known_is_not_summed() -> None:
    """If one deal does not tell its luck the match has none, and nothing without it; its result stands."""
    (known,), (unknown,) = matches_of(deals([1.0, 0.0])), matches_of(deals([1.0, 0.0], luck=None))
    assert (known.luck, known.result, known.without_luck) == (2.0, 4.0, 2.0)
    assert known.luck_error == pytest.approx(0.3 * 2**0.5)
    assert (unknown.luck, unknown.luck_error, unknown.result, unknown.without_luck) == (None, None, 4.0, None)


def test_reviews_without_marks_are_not_counted(library: Library, tmp_path: Path) -> None:
    """A review that tells nothing to count (its masks are empty) is left out of the profile."""
    copied = Library(tmp_path / "copied.duckdb")
    load(copied, read_lines(LINES[:1]))
    waiting = copied.unjudged(JUDGE_VERSION, 1)[0]
    review = reviews(library)[0]
    bare = [replace(row, habits_apply=None) for row in review.decisions]
    assert copied.keep_review(waiting, replace(review, decisions=tuple(bare)))
    with duckdb.connect(copied.path) as file:
        assert file.execute("SELECT count(*) FROM reviews").fetchone() == (len(bare),)
    assert profile_of(copied, ONE) is None
