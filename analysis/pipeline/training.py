"""A learner's training: what is due, an answer kept in the library, the last one taken back."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime

from analysis.drills import Answer
from analysis.memory import KEY, Recalled, memory_key
from analysis.scheduling import DrillState, Queue, after_answer, queue, rating_of, rating_of_memory
from records.store import DrillAnswerRow, DrillRow, Library, SeatInDeal


def states_of(library: Library, learner: str) -> dict[str, DrillState]:
    """By key, how far the learner is with the drills that were answered.

    :raises LibraryError: as all here, the library cannot be used.
    """
    return {
        row.drill: DrillState(row.card, _aware(row.due), row.answers, _aware(row.first_at))
        for row in library.drill_states(learner)
    }


def due_now(library: Library, learner: str, drills: Sequence[str], now: datetime, *, memory: bool = False) -> Queue:
    """What of ``drills`` is to be asked at ``now`` (with its time zone).

    ``memory``: they are memory drills, whose new ones are counted apart from those of all others.
    """
    states = states_of(library, learner)
    return queue(drills, {key: state for key, state in states.items() if key.startswith(KEY) == memory}, now)


def keep_answer(
    library: Library, learner: str, drill: str, text: str, answer: Answer, now: datetime, answered: int
) -> bool:
    """Keep what the learner played in the drill of this key; ``text`` is the play's.

    ``answered``: how often the drill had been answered when it was asked. False, and nothing is kept, if it was
    answered since: an answer sent twice counts once.
    """
    told = DrillAnswerRow(_plain(now), text, answer.loss.mean, answer.grade, rating_of(answer))
    return _keep(library, learner, drill, told, now, answered)


def keep_recalled(
    library: Library, learner: str, drill: str, given: Recalled, right: Sequence[bool], now: datetime, answered: int
) -> bool:
    """The same of what was ``given`` in the memory drill of this key; ``right``: by question, whether it is so."""
    text = json.dumps(asdict(given), separators=(",", ":"))
    told = DrillAnswerRow(_plain(now), text, None, None, rating_of_memory(right))
    return _keep(library, learner, drill, told, now, answered)


def memory_drills(deals: Iterable[SeatInDeal]) -> dict[str, SeatInDeal]:
    """By key, the memory drills of a player who sat there, in the order in which new ones are to come."""
    return {memory_key(each.match, each.deal, each.seat): each for each in deals}


def _keep(library: Library, learner: str, drill: str, told: DrillAnswerRow, now: datetime, answered: int) -> bool:
    before = states_of(library, learner).get(drill)
    if (0 if before is None else before.answers) != answered:
        return False
    after = after_answer(before, told.rating, now)
    row = DrillRow(learner, drill, after.card, _plain(after.due), after.answers, _plain(after.first_at))
    return library.keep_answer(row, told)


def _aware(stored: datetime) -> datetime:
    return stored.replace(tzinfo=UTC)


def _plain(moment: datetime) -> datetime:
    """The time as the library's columns hold it: UTC, without saying so."""
    return moment.astimezone(UTC).replace(tzinfo=None)
