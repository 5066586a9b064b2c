"""Drills: positions to be played again, and how a play that is tried there is graded."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from analysis.judgement import CLASSES, GRADES, Points, Verdict
from analysis.verdicts import grade_of
from engine.plays import Play
from engine.replay import Replay


@dataclass(frozen=True, slots=True)
class Place:
    """Where a position was met."""

    match: str
    """The match."""
    deal: int
    """The deal's number in it, from 1."""
    ply: int
    """The play, from 0."""


@dataclass(frozen=True, slots=True)
class Drill:
    """A position to be played again, with what the judge knows of every play."""

    key: str
    """Its name, the same for near-duplicates and for later reviews (`analysis.position_keys`)."""
    line: str
    """The line of the deal that it comes from."""
    replay: Replay
    """That deal replayed."""
    verdict: Verdict
    """What the judge says of the decision."""
    level: str
    """How hard the judge looked."""
    version: int
    """The judge's version."""
    places: tuple[Place, ...]
    """Every place where it was met, the one shown first."""

    @property
    def ply(self) -> int:
        """The play to be made again, from 0."""
        return self.verdict.ply

    @property
    def seat(self) -> int:
        """Who is to play."""
        return self.verdict.seat


@dataclass(frozen=True, slots=True)
class Answer:
    """What a play that was tried is worth."""

    place: int
    """Which of the candidates it is."""
    loss: Points
    """What the best play is worth more."""
    grade: str | None
    """One of `analysis.judgement.CLASSES`; None: it does not surely cost anything worth a word."""
    close: bool
    """Too close to call: it seems to cost something, but not surely."""

    @property
    def accepted(self) -> bool:
        """Whether it is good enough: it does not surely lose what the least class loses."""
        return self.grade is None


def answer(drill: Drill, chosen: Play) -> Answer:
    """What the legal play ``chosen`` is worth in ``drill``, by the same thresholds as in a review.

    :raises ValueError: ``chosen`` is not among the drill's plays.
    """
    judgement = drill.verdict.judgement
    place = next((at for at, each in enumerate(judgement.candidates) if each.play == chosen), None)
    if place is None:
        raise ValueError("no play of this position")
    loss = judgement.candidates[place].loss
    grade = grade_of(judgement, place)
    close = grade is None and place != judgement.best and loss.mean >= GRADES[CLASSES[0]]
    return Answer(place, loss, grade, close)


def merged(drills: Iterable[Drill]) -> tuple[Drill, ...]:
    """Each position once, as the judge saw it best, with the places of all; worst mistakes first."""
    found: dict[str, list[Drill]] = {}
    for drill in drills:
        found.setdefault(drill.key, []).append(drill)
    each_once = [_one_of(same) for same in found.values()]
    return tuple(sorted(each_once, key=lambda drill: (-drill.verdict.loss.mean, drill.key)))


def _one_of(same: list[Drill]) -> Drill:
    """The one that was looked at hardest."""
    ranked = sorted(same, key=_rank)
    return replace(ranked[0], places=tuple(place for each in ranked for place in each.places))


def _rank(drill: Drill) -> tuple[int, int, str, int, int]:
    place = drill.places[0]
    return (-drill.version, -drill.verdict.judgement.worlds, place.match, place.deal, place.ply)
