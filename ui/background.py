"""The judge at work beside the pages: one thread a server, that reviews what the library holds."""

import atexit
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from analysis.versions import JUDGE_VERSION
from engine.errors import SettebelloError
from records.store import Library, Unjudged

if TYPE_CHECKING:
    from analysis.pipeline.reviewing import ReviewProgress

IDLE, RUNNING, STOPPING = "idle", "running", "stopping"
"""The phases of the work."""

FAULT_CODES = ("judge.failed", "judge.stopped")
"""The codes of what can happen to the judge itself: at one deal, and so that the review stops."""

ENDING = 8.0
"""Seconds that the end of the program waits for the decision under way."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ReviewState:
    """What the thread does now."""

    phase: str = IDLE
    """``idle``, ``running`` or ``stopping``: it ends after the decision under way."""
    progress: "ReviewProgress | None" = None
    """How far it is; None: it has not begun."""
    deep: tuple[str, int] | None = None
    """The match and deal that the deep review waits for or is at; None: none was asked for."""
    error: SettebelloError | None = None
    """Why it stopped by itself."""
    failed: tuple[SettebelloError, ...] = ()
    """Deals at which the judge broke down: their ``match`` and ``deal``, and what happened. The others go on."""
    kept: int = 0
    """How many reviews were kept since the server began."""

    def failure_at(self, match: str, deal: int) -> SettebelloError | None:
        """What happened when the judge broke down at this deal; None: it did not."""
        return next(
            (each for each in self.failed if (each.params["match"], each.params["deal"]) == (match, deal)), None
        )


@dataclass(slots=True)
class Reviewer:
    """Reviews a library in a thread of its own; every method returns at once."""

    path: Path
    state: ReviewState = field(default_factory=ReviewState)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _thread: threading.Thread | None = None
    _quick: bool = False
    """Whether all that waits is to be judged."""

    def __post_init__(self) -> None:
        atexit.register(self.end)

    def start(self) -> None:
        """Judge all that waits, quickly, deals that failed before too; what was loaded last comes first."""
        with self._lock:
            self._quick = True
            self.state = replace(self.state, failed=())
            self._begin()

    def stop(self) -> None:
        """Stop the quick review; what was judged stays."""
        with self._lock:
            self._quick = False
            if self.state.phase == RUNNING and self.state.deep is None:
                self.state = replace(self.state, phase=STOPPING)

    def deepen(self, match: str, deal: int) -> None:
        """Judge one deal deeply, before anything else; another one that is looked at so is given up."""
        with self._lock:
            failure = self.state.failure_at(match, deal)
            others = tuple(each for each in self.state.failed if each is not failure)
            self.state = replace(self.state, deep=(match, deal), failed=others)
            self._begin()

    def cancel(self) -> None:
        """Give the deep review up."""
        with self._lock:
            self.state = replace(self.state, deep=None)

    def end(self) -> None:
        """Stop all work and wait for its end: a thread that the interpreter ends inside DuckDB takes it down."""
        self.cancel()
        self.stop()
        thread = self._thread
        if thread is not None:
            thread.join(ENDING)

    def _begin(self) -> None:
        self.state = replace(self.state, phase=RUNNING, error=None)
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._run, name="reviewing", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while True:
            with self._lock:
                deep = self.state.deep
                if deep is None and not self._quick:
                    self.state = replace(self.state, phase=IDLE)
                    self._thread = None
                    return
            try:
                self._work(deep)
            except SettebelloError as error:
                self._give_up(error)
            except Exception as fault:
                # Whatever it is, the page must not say "at work" for ever.
                log.exception("The review stopped.")
                self._give_up(SettebelloError("judge.stopped", found=_told(fault)))

    def _give_up(self, error: SettebelloError) -> None:
        with self._lock:
            self._quick = False
            self.state = replace(self.state, error=error, deep=None)

    def _work(self, deep: tuple[str, int] | None) -> None:
        """Judge one deal: the one asked for deeply, else the next that waits."""
        library = Library(self.path)
        if deep is not None:
            asked = library.deal_to_judge(*deep)
            kept = asked is not None and self._judge(library, asked, "deep", 0, lambda: self.state.deep != deep)
            with self._lock:
                done = self.state.deep == deep
                self.state = replace(
                    self.state, deep=None if done else self.state.deep, kept=self.state.kept + bool(kept)
                )
            return
        waiting = library.unjudged(JUDGE_VERSION, len(self.state.failed) + 1)
        chosen = next((each for each in waiting if self.state.failure_at(each.match, each.deal) is None), None)
        if chosen is None:
            with self._lock:
                self._quick = False
            return
        left = library.judged_counts(JUDGE_VERSION)[1]
        if self._judge(library, chosen, "quick", left, self._quick_is_over):
            with self._lock:
                self.state = replace(self.state, kept=self.state.kept + 1)

    def _judge(self, library: Library, deal: Unjudged, level: str, left: int, stop: Callable[[], bool]) -> bool:
        """Whether the deal was judged; where the judge breaks down at it, the deal is noted as failed."""
        # Late: the judge's kernels are loaded where there is something to judge.
        from analysis.pipeline.reviewing import review_one

        try:
            return review_one(library, deal, level, self._tell(left), stop)
        except SettebelloError:
            raise
        except Exception as fault:
            log.exception("The judge broke down at deal %s of %s.", deal.deal, deal.match)
            error = SettebelloError("judge.failed", match=deal.match, deal=deal.deal, found=_told(fault))
            with self._lock:
                self.state = replace(self.state, failed=(*self.state.failed, error))
            return False

    def _tell(self, left: int) -> "Callable[[ReviewProgress], None]":
        def told(progress: "ReviewProgress") -> None:
            with self._lock:
                self.state = replace(self.state, progress=replace(progress, waiting=left))

        return told

    def _quick_is_over(self) -> bool:
        return not self._quick or self.state.deep is not None


def _told(fault: Exception) -> str:
    """A fault of the program as a person can pass it on."""
    return f"{type(fault).__name__}: {fault}"
