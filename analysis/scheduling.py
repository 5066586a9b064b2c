"""When a drill is asked again: FSRS, with the time given by the caller."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from fsrs import Card, Rating, Scheduler

from analysis.drills import Answer
from analysis.thresholds import NEW_DRILLS_A_DAY, RETENTION

SOON = timedelta(minutes=10)
"""When a failed drill comes again."""


@dataclass(frozen=True, slots=True)
class DrillState:
    """How far a learner is with a drill."""

    card: str
    """The FSRS card, as JSON text."""
    due: datetime
    """When it is to be asked again; with its time zone."""
    answers: int
    """How often it was answered."""
    first_at: datetime
    """When it was answered first; with its time zone."""


@dataclass(frozen=True, slots=True)
class Queue:
    """What is to be asked now, and when the next one comes."""

    due: tuple[str, ...]
    """Drills answered before that are due, the longest overdue first."""
    new: tuple[str, ...]
    """Drills never answered that may be asked today."""
    waiting: int
    """New ones beyond the day's measure."""
    next_at: datetime | None
    """When the next of the others is due; None: there are none."""

    @property
    def drills(self) -> tuple[str, ...]:
        """All that may be asked now, in order."""
        return self.due + self.new


@lru_cache(maxsize=1)
def _scheduler() -> Scheduler:
    # Without the package's random shift of the days, so that the same answers give the same dates.
    return Scheduler(
        desired_retention=RETENTION, learning_steps=(SOON,), relearning_steps=(SOON,), enable_fuzzing=False
    )


def rating_of(answer: Answer) -> int:
    """What FSRS is told of an answer: 1 (again) if it fails, 2 (hard) if it is too close to call, else 3 (good)."""
    if not answer.accepted:
        return int(Rating.Again)
    return int(Rating.Hard if answer.close else Rating.Good)


def rating_of_memory(right: Sequence[bool]) -> int:
    """What FSRS is told of a memory drill: 3 (good) if all is ``right``, 2 (hard) if all but one of three, else 1."""
    wrong = right.count(False)
    if not wrong:
        return int(Rating.Good)
    return int(Rating.Hard if 3 * wrong <= len(right) else Rating.Again)


def after_answer(state: DrillState | None, rating: int, now: datetime) -> DrillState:
    """The state after an answer at ``now`` (with its time zone); ``state`` None: the drill is new."""
    at = now.astimezone(UTC)
    card = Card(card_id=0, due=at) if state is None else Card.from_json(state.card)
    card, _ = _scheduler().review_card(card, Rating(rating), at)
    first_at = at if state is None else state.first_at
    return DrillState(json.dumps(card.to_dict()), card.due, 1 if state is None else state.answers + 1, first_at)


def queue(drills: Sequence[str], states: Mapping[str, DrillState], now: datetime) -> Queue:
    """What of ``drills`` (in the order in which new ones are to come) is to be asked at ``now``.

    Of new drills no more than `NEW_DRILLS_A_DAY`, counted over the day of ``now``'s time zone; of ``states`` those that
    are not among ``drills`` count for that, too, and are not asked.
    """
    known = set(drills)
    seen = sorted((states[key].due, key) for key in known if key in states)
    due = tuple(key for at, key in seen if at <= now)
    later = [at for at, _ in seen if at > now]
    new = [key for key in drills if key not in states]
    room = max(0, NEW_DRILLS_A_DAY - _begun_today(states.values(), now))
    return Queue(due, tuple(new[:room]), len(new[room:]), min(later, default=None))


def _begun_today(states: Iterable[DrillState], now: datetime) -> int:
    return sum(state.first_at.astimezone(now.tzinfo).date() == now.date() for state in states)
