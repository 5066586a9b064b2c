"""The drills of a player of the library: mistakes that the judge found, put back one ply before."""

from collections.abc import Iterable, Iterator

from analysis.drills import Drill, Place, merged
from analysis.judgement import Verdict
from analysis.knowledge import view_at
from analysis.pipeline.reviewing import verdict_of
from analysis.position_keys import position_key
from records.notation import Reading, read_line
from records.store import JudgedPlay, Library


def own_drills(library: Library, player: str) -> tuple[Drill, ...]:
    """The mistakes of the ``player`` of this shown name, worst first, near-duplicates merged.

    :raises LibraryError: the library cannot be used.
    """
    return merged(drills_of(library.mistakes_of(player)))


def drills_of(mistakes: Iterable[JudgedPlay]) -> Iterator[Drill]:
    """A drill of each of these plays, in their order; those of one deal are to stand together."""
    reading: Reading | None = None
    for each in mistakes:
        if reading is None or reading.text != each.line:
            reading = read_line(each.line)
        if reading.record is None:
            continue
        verdict = verdict_of(each.review, reading.record.rules.deck)
        drill = drill_of(reading, verdict, each.level, each.version)
        if drill is not None:
            yield drill


def drill_of(reading: Reading, verdict: Verdict, level: str, version: int, key: str | None = None) -> Drill | None:
    """The drill of a judged play of a deal; None where its line does not tell the position.

    ``key``: its key, where it is known already.
    """
    record, replay = reading.record, reading.replay
    if record is None or replay is None or verdict.ply >= len(replay.plays):
        return None
    if key is None:
        view = view_at(replay, verdict.ply)
        if view is None:
            return None
        key = position_key(view)
    place = Place(record.match, record.deal, verdict.ply)
    return Drill(key, reading.text, replay, verdict, level, version, (place,))
