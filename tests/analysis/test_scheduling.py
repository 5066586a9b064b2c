from datetime import UTC, datetime, timedelta

from analysis.drills import Answer
from analysis.judgement import Points
from analysis.scheduling import SOON, DrillState, after_answer, queue, rating_of
from analysis.thresholds import NEW_DRILLS_A_DAY

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
AGAIN, HARD, GOOD = 1, 2, 3


def answered(grade: str | None, close: bool = False) -> Answer:
    """An answer with this class."""
    return Answer(0, Points(0.3, 0.1), grade, close)


def test_what_fsrs_is_told() -> None:
    """A play with a class has failed; one too close to call is hard; every other accepted one is good."""
    assert rating_of(answered("doubtful")) == rating_of(answered("blunder")) == AGAIN
    assert rating_of(answered(None, close=True)) == HARD
    assert rating_of(answered(None)) == GOOD


def test_a_failed_drill_comes_again_soon_and_a_solved_one_later_each_time() -> None:
    """Ten minutes after a failure; each success is followed by a longer pause."""
    state = after_answer(None, AGAIN, START)
    assert (state.due, state.answers, state.first_at) == (START + SOON, 1, START)
    pauses, now = [], state.due
    for _ in range(4):
        state = after_answer(state, GOOD, now)
        pauses.append(state.due - now)
        now = state.due
    assert pauses[0] >= timedelta(days=1) and pauses == sorted(pauses) and pauses[3] > timedelta(days=7)
    failed = after_answer(state, AGAIN, now)
    assert failed.due == now + SOON
    assert failed.first_at == START


def test_new_drills_are_measured_by_the_day() -> None:
    """No more new ones a day than the measure, in the order given; those begun today count; tomorrow there are more."""
    drills = [f"{number:02}" for number in range(2 * NEW_DRILLS_A_DAY + 3)]
    first = queue(drills, {}, START)
    assert first.new == tuple(drills[:NEW_DRILLS_A_DAY]) and first.waiting == len(drills) - NEW_DRILLS_A_DAY
    states = {key: after_answer(None, GOOD, START) for key in first.new[:4]}
    rest = queue(drills, states, START + timedelta(minutes=1))
    assert rest.new == tuple(drills[4:NEW_DRILLS_A_DAY]) and rest.due == ()
    assert rest.next_at == min(state.due for state in states.values())
    tomorrow = queue(drills, states, START + timedelta(days=1))
    assert len(tomorrow.new) == NEW_DRILLS_A_DAY


def test_a_week_of_training() -> None:
    """Every day what is due is asked, once, and nothing that is not due; what FSRS says decides when it comes back."""
    drills = [f"{number:02}" for number in range(25)]
    states: dict[str, DrillState] = {}
    for day in range(7):
        now = START + timedelta(days=day)
        asked: list[str] = []
        failed: set[str] = set()
        while (found := queue(drills, states, now)).drills:
            key = found.drills[0]
            assert key not in states or states[key].due <= now
            assert key not in asked or key in failed, "what was solved today is not asked again"
            fails = (int(key) + day) % 4 == 0 and key not in asked
            asked.append(key)
            failed = failed | {key} if fails else failed - {key}
            states[key] = after_answer(states.get(key), AGAIN if fails else GOOD, now)
            assert states[key].due > now
            now += timedelta(minutes=3)
        assert all((int(key) + day) % 4 == 0 for key in asked if asked.count(key) > 1)
        assert not [key for key, state in states.items() if state.due <= now]
    assert set(states) == set(drills)
    assert max(state.due for state in states.values()) > START + timedelta(days=7)
