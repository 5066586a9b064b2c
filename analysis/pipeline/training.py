"""A learner's training: what is due, an answer kept in the library, the last one taken back."""

from collections.abc import Sequence
from datetime import UTC, datetime

from analysis.drills import Answer
from analysis.scheduling import DrillState, Queue, after_answer, queue, rating_of
from records.store import DrillAnswerRow, DrillRow, Library


def states_of(library: Library, learner: str) -> dict[str, DrillState]:
    """By key, how far the learner is with the drills that were answered.

    :raises LibraryError: as all here, the library cannot be used.
    """
    return {
        row.drill: DrillState(row.card, _aware(row.due), row.answers, _aware(row.first_at))
        for row in library.drill_states(learner)
    }


def due_now(library: Library, learner: str, drills: Sequence[str], now: datetime) -> Queue:
    """What of ``drills`` is to be asked at ``now`` (with its time zone)."""
    return queue(drills, states_of(library, learner), now)


def keep_answer(
    library: Library, learner: str, drill: str, text: str, answer: Answer, now: datetime, answered: int
) -> bool:
    """Keep what the learner played in the drill of this key; ``text`` is the play's.

    ``answered``: how often the drill had been answered when it was asked. False, and nothing is kept, if it was
    answered since: an answer sent twice counts once.
    """
    before = states_of(library, learner).get(drill)
    if (0 if before is None else before.answers) != answered:
        return False
    rating = rating_of(answer)
    after = after_answer(before, rating, now)
    row = DrillRow(learner, drill, after.card, _plain(after.due), after.answers, _plain(after.first_at))
    told = DrillAnswerRow(_plain(now), text, answer.loss.mean, answer.grade, rating)
    return library.keep_answer(row, told)


def _aware(stored: datetime) -> datetime:
    return stored.replace(tzinfo=UTC)


def _plain(moment: datetime) -> datetime:
    """The time as the library's columns hold it: UTC, without saying so."""
    return moment.astimezone(UTC).replace(tzinfo=None)
