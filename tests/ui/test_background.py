import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from analysis.judgement import DealVerdicts
from analysis.pipeline import load, reviewing
from analysis.versions import JUDGE_VERSION
from engine.replay import Replay
from records.notation import read_lines
from records.store import Library, LibraryError
from tests.conftest import PROJECT
from ui.background import IDLE, RUNNING, STOPPING, Reviewer

LINES = (PROJECT / "sample_games" / "scopetta-2008-12-29.jsonl").read_text("utf-8").splitlines()[:3]
"""Three deals of a real match."""

MATCH = json.loads(LINES[0])["match"]

PATIENCE = 30
"""Seconds after which something that should happen never will."""


@dataclass(slots=True)
class SlowJudge:
    """A judge that finds nothing, and looks at a play only when it is let."""

    let: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    asked: list[tuple[str, int]] = field(default_factory=list)
    """Level and plays of the deals that it began."""
    breaks_at: int = 0
    """The call, counted from 1, at which it breaks down."""

    def __call__(
        self,
        replay: Replay,
        level: str,
        seed: int,
        score: tuple[float, ...] | None = None,
        done: Callable[[int], None] | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> DealVerdicts | None:
        """Like `analysis.verdicts.judge_deal`."""
        assert score is not None and done is not None and stop is not None
        self.asked.append((level, len(replay.plays)))
        if len(self.asked) == self.breaks_at:
            raise ZeroDivisionError("no worlds")
        for ply in range(len(replay.plays)):
            while not self.let.acquire(timeout=0.01):
                if stop():
                    return None
            done(ply + 1)
        return DealVerdicts(level, seed, (), None, None, JUDGE_VERSION)

    def finish(self, deals: int = 1) -> None:
        """Let so many deals through."""
        self.let.release(36 * deals)


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowJudge]:
    """The judge of this test, in place of the real one; in the end nothing waits for it."""
    slow = SlowJudge()
    monkeypatch.setattr(reviewing, "judge_deal", slow)
    yield slow
    slow.finish(100)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """A library with three deals that nobody has judged."""
    made = Library(tmp_path / "library.duckdb")
    load(made, read_lines(LINES))
    return made


def until(happens: Callable[[], bool]) -> None:
    """Return when it has happened; fail when it does not."""
    deadline = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def idle(reviewer: Reviewer) -> Callable[[], bool]:
    """Whether the thread has ended."""
    return lambda: reviewer.state.phase == IDLE


def judged(library: Library) -> int:
    """How many deals have a review."""
    deals, waiting = library.judged_counts(JUDGE_VERSION)
    return deals - waiting


def test_all_that_waits_is_judged_and_the_work_ends(library: Library, judge: SlowJudge) -> None:
    """Started, it tells deal, ply and how many are left; in the end all are kept and it rests."""
    reviewer = Reviewer(library.path)
    assert reviewer.state.phase == IDLE
    reviewer.start()
    judge.let.release(2)
    until(lambda: reviewer.state.progress is not None and reviewer.state.progress.ply == 2)
    told = reviewer.state.progress
    assert told is not None and reviewer.state.phase == RUNNING
    assert (told.match, told.deal, told.plies, told.waiting) == (MATCH, 1, 36, 3)
    judge.finish(3)
    until(idle(reviewer))
    assert (judged(library), reviewer.state.kept, reviewer.state.failed, reviewer.state.error) == (3, 3, (), None)


def test_a_stop_keeps_what_was_judged_and_it_goes_on_from_there(library: Library, judge: SlowJudge) -> None:
    """The deal under way is lost, no other; started again, only those that wait are judged."""
    reviewer = Reviewer(library.path)
    judge.finish()
    reviewer.start()
    until(lambda: judged(library) == 1 and len(judge.asked) == 2)
    reviewer.stop()
    assert reviewer.state.phase in (STOPPING, IDLE)
    until(idle(reviewer))
    assert judged(library) == 1
    judge.finish(2)
    reviewer.start()
    until(idle(reviewer))
    assert (judged(library), len(judge.asked)) == (3, 4)


def test_the_deep_look_comes_first_and_the_quick_review_goes_on_after_it(library: Library, judge: SlowJudge) -> None:
    """The deal under way steps back for the one asked for; afterwards nothing waits, and that deal is deep."""
    reviewer = Reviewer(library.path)
    reviewer.start()
    until(lambda: len(judge.asked) == 1)
    reviewer.deepen(MATCH, 3)
    until(lambda: len(judge.asked) == 2)
    assert (judge.asked[1], reviewer.state.deep) == (("deep", 36), (MATCH, 3))
    judge.finish(3)
    until(idle(reviewer))
    review = library.review_of(MATCH, 3, JUDGE_VERSION)
    assert review is not None and review.deal.level == "deep"
    assert [level for level, _ in judge.asked] == ["quick", "deep", "quick", "quick"]
    assert (judged(library), reviewer.state.deep) == (3, None)


def test_a_deep_look_that_is_given_up_leaves_nothing(library: Library, judge: SlowJudge) -> None:
    """Cancelled, the deep review is not kept, and nothing else was begun."""
    reviewer = Reviewer(library.path)
    reviewer.deepen(MATCH, 2)
    until(lambda: judge.asked == [("deep", 36)])
    reviewer.cancel()
    until(idle(reviewer))
    assert (judged(library), reviewer.state.deep, reviewer.state.kept) == (0, None, 0)


def test_a_judge_that_breaks_down_at_a_deal_goes_on_with_the_others(library: Library, judge: SlowJudge) -> None:
    """The deal is named with what happened, the others are kept, the work ends; started again, it is tried again."""
    judge.breaks_at = 2
    judge.finish(2)
    reviewer = Reviewer(library.path)
    reviewer.start()
    until(idle(reviewer))
    assert (judged(library), len(judge.asked), reviewer.state.error) == (2, 3, None)
    (failed,) = reviewer.state.failed
    assert (failed.code, failed.params) == (
        "judge.failed", {"match": MATCH, "deal": 2, "found": "ZeroDivisionError: no worlds"},
    )  # fmt: skip
    assert reviewer.state.failure_at(MATCH, 2) is failed
    assert reviewer.state.failure_at(MATCH, 1) is None
    judge.finish()
    reviewer.start()
    until(idle(reviewer))
    assert (judged(library), reviewer.state.failed) == (3, ())


def test_a_deep_look_that_breaks_down_says_so_and_can_be_asked_for_again(library: Library, judge: SlowJudge) -> None:
    """The page is not left waiting for it; asked for again, it is made."""
    judge.breaks_at = 1
    reviewer = Reviewer(library.path)
    reviewer.deepen(MATCH, 1)
    until(idle(reviewer))
    assert reviewer.state.deep is None
    assert reviewer.state.failure_at(MATCH, 1) is not None
    judge.finish()
    reviewer.deepen(MATCH, 1)
    until(idle(reviewer))
    assert (judged(library), reviewer.state.failed) == (1, ())


@pytest.mark.parametrize(
    ("fault", "code"), [(OSError("disk full"), "judge.stopped"), (LibraryError("library.locked"), "library.locked")]
)
def test_a_library_that_fails_stops_the_work_with_its_reason(
    library: Library, judge: SlowJudge, monkeypatch: pytest.MonkeyPatch, fault: Exception, code: str
) -> None:
    """No page says "at work" for ever: it rests, says why, and goes on when it is started again."""
    reviewer = Reviewer(library.path)

    def fails(*_: object) -> None:
        raise fault

    with monkeypatch.context() as broken:
        broken.setattr(Library, "unjudged", fails)
        reviewer.start()
        until(lambda: reviewer.state.error is not None and reviewer.state.phase == IDLE)
    assert reviewer.state.error is not None and reviewer.state.error.code == code
    judge.finish(3)
    reviewer.start()
    until(idle(reviewer))
    assert (judged(library), reviewer.state.error) == (3, None)


ENDS_AT_WORK = """
import sys, time
from pathlib import Path
from analysis.pipeline import reviewing
from records.store import Library
from ui.background import Reviewer

path = Path(sys.argv[1])
asked = []

def reads_on(replay, level, seed, score, done, stop):
    while not stop():
        asked.append(Library(path).matches())

reviewing.judge_deal = reads_on
Reviewer(path).start()
while len(asked) < 3:
    time.sleep(0.01)
"""


def test_a_program_that_ends_while_it_reviews_ends_well(library: Library) -> None:
    """The thread has left the library before the interpreter goes: no abort, and nothing is written about it."""
    ended = subprocess.run(
        [sys.executable, "-c", ENDS_AT_WORK, str(library.path)],
        cwd=PROJECT, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_second_deep_look_takes_the_place_of_the_first(library: Library, judge: SlowJudge) -> None:
    """What is asked for last is looked at; the deal that was looked at before is left as it was."""
    reviewer = Reviewer(library.path)
    reviewer.deepen(MATCH, 1)
    until(lambda: len(judge.asked) == 1)
    reviewer.deepen(MATCH, 2)
    until(lambda: len(judge.asked) == 2)
    judge.finish()
    until(idle(reviewer))
    assert library.review_of(MATCH, 1, JUDGE_VERSION) is None
    assert library.review_of(MATCH, 2, JUDGE_VERSION) is not None
