"""The judge at work beside the pages: one thread a server, that reviews what the library holds."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import SettebelloError
from records.store import Library, Unjudged

if TYPE_CHECKING:
    from analysis.pipeline.reviewing import ReviewProgress

IDLE, RUNNING, STOPPING = "idle", "running", "stopping"
"""The phases of the work."""


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
    kept: int = 0
    """How many reviews were kept since the server began."""


@dataclass(slots=True)
class Reviewer:
    """Reviews a library in a thread of its own; every method returns at once."""

    path: Path
    state: ReviewState = field(default_factory=ReviewState)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _thread: threading.Thread | None = None
    _quick: bool = False
    """Whether all that waits is to be judged."""
    _deep_stopped: bool = False

    def start(self) -> None:
        """Judge all that waits, quickly; what was loaded last comes first."""
        with self._lock:
            self._quick = True
            self._begin()

    def stop(self) -> None:
        """Stop the quick review; what was judged stays."""
        with self._lock:
            self._quick = False
            if self.state.phase == RUNNING and self.state.deep is None:
                self.state = replace(self.state, phase=STOPPING)

    def deepen(self, match: str, deal: int) -> None:
        """Judge one deal deeply, before anything else."""
        with self._lock:
            self.state = replace(self.state, deep=(match, deal))
            self._deep_stopped = False
            self._begin()

    def cancel(self) -> None:
        """Give the deep review up."""
        with self._lock:
            self._deep_stopped = True
            self.state = replace(self.state, deep=None)

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
                with self._lock:
                    self._quick = False
                    self.state = replace(self.state, error=error, deep=None)

    def _work(self, deep: tuple[str, int] | None) -> None:
        """Judge one deal: the one asked for deeply, else the next that waits."""
        # Late: the judge's kernels are loaded where there is something to judge.
        from analysis.pipeline.reviewing import review_one
        from analysis.verdicts import VERSION

        library = Library(self.path)
        if deep is not None:
            waiting = library.deal_to_judge(*deep)
            kept = waiting is not None and review_one(library, waiting, "deep", self._tell(0), self._deep_is_over)
            with self._lock:
                done = self.state.deep == deep
                self.state = replace(
                    self.state, deep=None if done else self.state.deep, kept=self.state.kept + bool(kept)
                )
            return
        found: list[Unjudged] = library.unjudged(VERSION, 1)
        if not found:
            with self._lock:
                self._quick = False
            return
        left = library.judged_counts(VERSION)[1]
        if review_one(library, found[0], "quick", self._tell(left), self._quick_is_over):
            with self._lock:
                self.state = replace(self.state, kept=self.state.kept + 1)

    def _tell(self, left: int) -> "Callable[[ReviewProgress], None]":
        def told(progress: "ReviewProgress") -> None:
            with self._lock:
                self.state = replace(self.state, progress=replace(progress, waiting=left))

        return told

    def _deep_is_over(self) -> bool:
        return self._deep_stopped

    def _quick_is_over(self) -> bool:
        return not self._quick or self.state.deep is not None
