import json
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from analysis.drills import Drill, answer
from analysis.judgement import CLASSES
from analysis.memory import Recalled, asked_in
from analysis.pipeline import load
from analysis.pipeline.own_drills import own_drills
from analysis.pipeline.reviewing import judge_reading, review_rows
from analysis.pipeline.training import due_now, keep_answer, keep_recalled, memory_drills, states_of
from analysis.scheduling import SOON, DrillState, after_answer
from analysis.thresholds import NEW_DRILLS_A_DAY
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
    assert kept.undo_answer("Ada", keys) == keys[0]
    assert states_of(kept, "Ada") == first
    assert kept.undo_answer("Ada", keys) == keys[0]
    assert states_of(kept, "Ada") == {} and kept.undo_answer("Ada", keys) is None


def test_an_answer_of_another_kind_is_not_taken_back(tmp_path: Path, library: Library) -> None:
    """Undoing among memory drills leaves later answers to mistakes alone; each kind counts its new ones apart."""
    kept = Library(tmp_path / "own.duckdb")
    load(kept, read_lines([json.dumps(LINE)]))
    player, drill = LINE["players"][0], drills_of(library)[0]
    memory = memory_drills(kept.seats_of(player))
    assert [(each.match, each.deal, each.seat) for each in memory.values()] == [(LINE["match"], LINE["deal"], 0)]
    (key,) = memory
    assert keep_recalled(kept, player, key, Recalled((), None, None), (True, False, False), NOW, 0)
    assert not keep_recalled(kept, player, key, Recalled((), None, None), (True, True, True), NOW, 0)
    best = answer(drill, drill.verdict.judgement.candidates[drill.verdict.judgement.best].play)
    keep_answer(kept, player, drill.key, "7D", best, NOW + timedelta(minutes=1), 0)
    others = [f"{number}" for number in range(NEW_DRILLS_A_DAY)]
    assert len(due_now(kept, player, others, NOW).new) == NEW_DRILLS_A_DAY - 1
    assert len(due_now(kept, player, others, NOW, memory=True).new) == NEW_DRILLS_A_DAY - 1
    assert kept.undo_answer(player, list(memory)) == key and kept.undo_answer(player, list(memory)) is None
    assert list(states_of(kept, player)) == [drill.key]


def test_a_memory_drill_is_there_for_every_finished_deal(tmp_path: Path) -> None:
    """Of all rules, each with a position to ask about, always the same; of unfinished deals there is none."""
    kept = Library(tmp_path / "library.duckdb")
    lines = [path.read_text("utf-8").splitlines()[0] for path in (PROJECT / "sample_games").glob("*.jsonl")]
    load(kept, read_lines(lines))
    found = {}
    for row in kept.players().to_dicts():
        for key, place in memory_drills(kept.seats_of(row["player"])).items():
            replay = read_line(kept.line_of(place.match, place.deal) or "").replay
            assert replay is not None and replay.finished
            asked = asked_in(replay, place.seat, key)
            assert asked is not None and asked.seat == place.seat and asked == asked_in(replay, place.seat, key)
            found[key] = place.match
    assert set(found.values()) == {
        json.loads(line)["match"] for line in lines if (made := read_line(line).replay) and made.finished
    }


def reviewed_again(kept: Library, version: int) -> None:
    """Every deal as a judge of this later ``version`` sees it: the same."""
    for waiting in kept.unjudged(version, 50):
        reading = read_line(waiting.line)
        old = kept.review_of(waiting.match, waiting.deal, version - 1)
        if old is None:
            verdicts = judge_reading(reading, "quick")
            assert verdicts is not None and reading.replay is not None
            old = review_rows(reading.replay, verdicts)
        assert kept.keep_review(waiting, replace(old, deal=replace(old.deal, version=version)))


def answered_in_memory(kept: Library, player: str, key: str, now: datetime, answered: int, fails: bool) -> bool:
    """Answer a memory drill, all right or all wrong but what the rules may not ask; whether it was kept."""
    place = memory_drills(kept.seats_of(player))[key]
    replay = read_line(kept.line_of(place.match, place.deal) or "").replay
    asked = None if replay is None else asked_in(replay, place.seat, key)
    assert asked is not None
    given = Recalled((0, 99), None, None) if fails else Recalled(asked.unpaired, asked.left, asked.settebello_gone)
    assert set(asked.right(given)) == {not fails}
    return keep_recalled(kept, player, key, given, asked.right(given), now, answered)


def answered_on_the_table(kept: Library, player: str, drill: Drill, now: datetime, answered: int, fails: bool) -> bool:
    """Play a drill's mistake again, or its best play; whether it was kept."""
    judgement = drill.verdict.judgement
    chosen = judgement.candidates[drill.verdict.chosen if fails else judgement.best].play
    return keep_answer(kept, player, drill.key, "7D", answer(drill, chosen), now, answered)


def test_a_week_of_training_with_mistakes_and_memory(tmp_path: Path) -> None:
    """Each day what FSRS says is asked, each once, through restarts and a newer judge; what was solved stays away."""
    path = tmp_path / "library.duckdb"
    lines = (PROJECT / "sample_games" / "scopone.jsonl").read_text("utf-8").splitlines()[:2]
    load(Library(path), read_lines(lines))
    reviewed_again(Library(path), 1)
    player = learner_of(Library(path))
    told: dict[str, DrillState] = {}
    for day in range(7):
        now = NOW + timedelta(days=day)
        if day == 3:
            reviewed_again(Library(path), 2)
        drills = {each.key: each for each in own_drills(Library(path), player)}
        memory = memory_drills(Library(path).seats_of(player))
        assert {each.version for each in drills.values()} == {1 if day < 3 else 2}
        asked: list[str] = []
        for keys in (list(drills), list(memory)):
            of_memory = keys == list(memory)
            begun = set(told)
            # Every question is put by a library opened anew: all that is known of the week is in the file.
            while (found := due_now(Library(path), player, keys, now, memory=of_memory)).drills:
                assert set(found.due) == {key for key in keys if key in told and told[key].due <= now}
                assert not set(found.new) & set(told)
                key, kept = found.drills[0], Library(path)
                fails = key not in asked and (int(key[-6:], 16) + day) % 3 == 0
                assert asked.count(key) <= 1 and (key not in asked or told[key].due <= now)
                answered = told[key].answers if key in told else 0
                for expected in (True, False):  # sent twice, it counts once
                    if of_memory:
                        assert answered_in_memory(kept, player, key, now, answered, fails) is expected
                    else:
                        assert answered_on_the_table(kept, player, drills[key], now, answered, fails) is expected
                told[key] = after_answer(told.get(key), 1 if fails else 3, now)
                assert states_of(Library(path), player)[key] == told[key]
                asked.append(key)
                now += SOON + timedelta(minutes=1) if fails else timedelta(minutes=2)
            assert len(set(told) - begun) <= NEW_DRILLS_A_DAY
        assert all(told[key].due > now for key in asked), "what was asked today is done with for today"
        assert len(asked) - len(set(asked)) == sum((int(key[-6:], 16) + day) % 3 == 0 for key in set(asked))
    assert set(told) >= set(memory) and set(told) & set(drills)
    assert len({state.due.date() for state in told.values()}) > 1


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
