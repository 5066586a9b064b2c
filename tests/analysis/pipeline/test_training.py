import json
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from analysis.drills import Drill, answer
from analysis.judgement import CLASSES
from analysis.pipeline import load
from analysis.pipeline.own_drills import own_drills
from analysis.pipeline.reviewing import judge_reading, review_rows
from analysis.pipeline.training import due_now, keep_answer, states_of
from analysis.scheduling import SOON
from engine.plays import Play
from records.notation import read_line, read_lines
from records.store import Library
from tests.conftest import PROJECT

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

LINE = json.loads((PROJECT / "sample_games" / "scopone.jsonl").read_text("utf-8").splitlines()[0])
"""A deal of Greedy and Maxims: mistakes enough."""

OTHER = {"C": "B", "B": "S", "S": "C"}


def with_other_suits(value: object) -> object:
    """The deal's cards and plays with coppe, bastoni and spade exchanged."""
    if isinstance(value, list):
        return [with_other_suits(each) for each in value]
    if isinstance(value, str):
        return "".join(OTHER.get(sign, sign) for sign in value)
    return value


TWIN = LINE | {key: with_other_suits(LINE[key]) for key in ("table", "plays", "hands") if key in LINE}
TWIN["match"] = LINE["match"] + "-twin"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """A library with a deal and the same deal with other suits, both judged."""
    made = Library(tmp_path_factory.mktemp("training") / "library.duckdb")
    load(made, read_lines([json.dumps(LINE), json.dumps(TWIN)]))
    for waiting in made.unjudged(1, 5):
        reading = read_line(waiting.line)
        verdicts = judge_reading(reading, "quick")
        assert verdicts is not None and reading.replay is not None
        made.keep_review(waiting, review_rows(reading.replay, verdicts))
    return made


def learner_of(library: Library) -> str:
    """The player with the most mistakes."""
    return max(LINE["players"], key=lambda player: len(library.mistakes_of(player)))


def drills_of(library: Library) -> tuple[Drill, ...]:
    """The drills of that player."""
    return own_drills(library, learner_of(library))


def test_drills_are_ones_own_mistakes_and_twins_are_one(library: Library) -> None:
    """Each drill is a classed play of the player; a position met in both deals is asked once, and knows both places."""
    player = learner_of(library)
    mistakes = library.mistakes_of(player)
    drills = own_drills(library, player)
    assert drills and all(LINE["players"][each.seat] == player and each.verdict.grade in CLASSES for each in drills)
    assert sum(len(each.places) for each in drills) == len(mistakes)
    plies = Counter(each.review.ply for each in mistakes)
    twice = [ply for ply, count in plies.items() if count == 2]
    assert twice and all(len(each.places) == plies[each.ply] for each in drills)
    losses = [each.verdict.loss.mean for each in drills]
    assert losses == sorted(losses, reverse=True)
    assert own_drills(library, "nobody") == ()


def test_a_play_is_graded_by_points_lost(library: Library) -> None:
    """The best play is accepted, the mistake made is not, any play whose loss is surely small enough is."""
    for drill in drills_of(library):
        judgement = drill.verdict.judgement
        best = answer(drill, judgement.candidates[judgement.best].play)
        made = answer(drill, drill.replay.plays[drill.ply])
        assert best.accepted and not best.close
        assert (made.accepted, made.grade, made.loss) == (False, drill.verdict.grade, drill.verdict.loss)
        for each in judgement.candidates:
            given = answer(drill, each.play)
            assert given.accepted == (each.loss.low < 0.2 or given.place == judgement.best)
    with pytest.raises(ValueError, match="no play"):
        answer(drills_of(library)[0], Play(0, 1 << 39))


def test_answers_are_kept_once_and_can_be_taken_back(tmp_path: Path, library: Library) -> None:
    """An answer moves its drill away, the same sent twice counts once, undoing gives back exactly what was."""
    drills = drills_of(library)
    keys = [each.key for each in drills]
    kept = Library(tmp_path / "own.duckdb")
    wrong = answer(drills[0], drills[0].replay.plays[drills[0].ply])
    assert due_now(kept, "Ada", keys, NOW).new[0] == keys[0]
    assert keep_answer(kept, "Ada", keys[0], "7D", wrong, NOW, 0)
    assert not keep_answer(kept, "Ada", keys[0], "7D", wrong, NOW, 0)
    first = states_of(kept, "Ada")
    assert first[keys[0]].due == NOW + SOON and keys[0] not in due_now(kept, "Ada", keys, NOW).drills
    later = NOW + SOON
    assert due_now(kept, "Ada", keys, later).due == (keys[0],)
    best = drills[0].verdict.judgement.candidates[drills[0].verdict.judgement.best].play
    assert keep_answer(kept, "Ada", keys[0], "7D", answer(drills[0], best), later, 1)
    assert states_of(Library(kept.path), "Ada")[keys[0]].answers == 2, "a restart forgets nothing"
    assert states_of(kept, "Bea") == {}
    assert kept.undo_answer("Ada") == keys[0]
    assert states_of(kept, "Ada") == first
    assert kept.undo_answer("Ada") == keys[0]
    assert states_of(kept, "Ada") == {} and kept.undo_answer("Ada") is None


def test_a_newer_review_finds_the_drill_where_it_was(tmp_path: Path) -> None:
    """After a re-review by a newer judge the drill has the same key, so that its dates are kept."""
    kept = Library(tmp_path / "library.duckdb")
    load(kept, read_lines([json.dumps(LINE)]))
    (waiting,) = kept.unjudged(1, 1)
    reading = read_line(waiting.line)
    verdicts = judge_reading(reading, "quick")
    assert verdicts is not None and reading.replay is not None
    review = review_rows(reading.replay, verdicts)
    kept.keep_review(waiting, review)
    player = learner_of(kept)
    before = own_drills(kept, player)
    keep_answer(kept, player, before[0].key, "7D", answer(before[0], before[0].replay.plays[before[0].ply]), NOW, 0)
    kept.keep_review(waiting, replace(review, deal=replace(review.deal, version=review.deal.version + 1)))
    after = own_drills(kept, player)
    assert [each.key for each in after] == [each.key for each in before]
    assert {each.version for each in after} == {review.deal.version + 1}
    found = due_now(kept, player, [each.key for each in after], NOW + timedelta(days=1))
    assert found.due == (before[0].key,)
    kept.rename_player(player, "Someone")
    assert list(states_of(kept, "Someone")) == [before[0].key] and not states_of(kept, player)
