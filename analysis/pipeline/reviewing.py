"""The judge's reviews into the library: deal by deal, each kept as soon as it is made."""

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from analysis.habits import marks_of
from analysis.judgement import Candidate, DealVerdicts, Hindsight, Judgement, Points, Verdict
from analysis.knowledge import view_at
from analysis.verdicts import judge_deal
from engine.plays import Play, parse_play, play_text
from engine.positions import play as made_play
from engine.positions import scopa_of, total_on_table
from engine.replay import Replay
from records.notation import Reading, read_line
from records.record import identity
from records.store import DealReview, JudgedDealRow, Library, ReviewRow, Unjudged

SEED_DIGITS = 10
"""Hexadecimal digits of a deal's identity that are its seed."""


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """How far the review of a deal is."""

    match: str
    """Its match."""
    deal: int
    """Its number."""
    ply: int
    """How many of its plays were looked at."""
    plies: int
    """Of how many."""
    waiting: int = 1
    """Deals that are still to be judged; the one under way is among them."""


Told = Callable[[ReviewProgress], None]
Stop = Callable[[], bool]


def seed_of(reading: Reading) -> int:
    """The seed of a deal's review: the same deal has the same one, wherever it is reviewed."""
    if reading.record is None:
        raise ValueError("a line with a fault has no deal to be judged")
    return int(identity(reading.record)[:SEED_DIGITS], 16)


def judge_reading(
    reading: Reading, level: str, done: Callable[[int], None] | None = None, stop: Stop | None = None
) -> DealVerdicts | None:
    """The judge's review of a deal that has no fault; None if ``stop`` said so."""
    record, replay = reading.record, reading.replay
    if record is None or replay is None:
        raise ValueError("a line with a fault has no deal to be judged")
    score = None if record.score is None else tuple(float(points) for points in record.score)
    return judge_deal(replay, level, seed_of(reading), score, done, stop)


def review_one(
    library: Library, waiting: Unjudged, level: str, told: Told | None = None, stop: Stop | None = None
) -> bool:
    """Judge one deal and keep its review; False if ``stop`` said so."""
    reading = read_line(waiting.line)
    plies = 0 if reading.replay is None else len(reading.replay.plays)

    def done(ply: int) -> None:
        if told is not None:
            told(ReviewProgress(waiting.match, waiting.deal, ply, plies))

    done(0)
    verdicts = judge_reading(reading, level, done, stop)
    if verdicts is None or reading.replay is None:
        return False
    library.keep_review(waiting, review_rows(reading.replay, verdicts))
    return True


def review_rows(replay: Replay, verdicts: DealVerdicts) -> DealReview:
    """The judge's review of ``replay`` as the library keeps it."""
    players = replay.deal.players
    judged = [[each for each in verdicts.verdicts if each.seat == seat] for seat in range(players)]
    graded = [each for each in verdicts.verdicts if each.grade is not None]
    worst = max(graded, key=lambda each: each.loss.mean, default=None)
    row = JudgedDealRow(
        level=verdicts.level,
        seed=verdicts.seed,
        version=verdicts.version,
        luck=_means(verdicts.luck),
        luck_error=_errors(verdicts.luck),
        later_luck=_means(verdicts.later_luck),
        later_luck_error=_errors(verdicts.later_luck),
        decisions=tuple(len(each) for each in judged),
        lost=tuple(total_loss(each).mean for each in judged),
        lost_error=tuple(total_loss(each).error for each in judged),
        small=tuple(total_loss([one for one in each if one.grade is None]).mean for each in judged),
        worst_ply=None if worst is None else worst.ply,
        worst_seat=None if worst is None else worst.seat,
        worst_loss=None if worst is None else worst.loss.mean,
        worst_class=None if worst is None else worst.grade,
    )
    return DealReview(row, tuple(marked(review_row(replay, each), replay, each) for each in verdicts.verdicts))


def marked(row: ReviewRow, replay: Replay, verdict: Verdict) -> ReviewRow:
    """``row`` with what the profile of a player counts of the play."""
    view = view_at(replay, verdict.ply)
    if view is None:
        raise ValueError("a play of an unknown hand has no verdict")
    legal = tuple(each.play for each in verdict.judgement.candidates)
    found = marks_of(view, legal, verdict.chosen, verdict.judgement.best)
    return replace(row, table_total=total_on_table(replay.positions[verdict.ply]), **asdict(found))


def total_loss(verdicts: Sequence[Verdict]) -> Points:
    """What the plays of these verdicts lost together."""
    losses = [verdict.loss for verdict in verdicts]
    return Points(sum(each.mean for each in losses), math.sqrt(sum(each.error**2 for each in losses)))


def review_row(replay: Replay, verdict: Verdict) -> ReviewRow:
    """One verdict on a play of ``replay`` as the library keeps it."""
    position, deck = replay.positions[verdict.ply], replay.deal.rules.deck
    judgement, hindsight = verdict.judgement, verdict.hindsight
    plays = [play_text(each.play, scopa_of(position, each.play), deck) for each in judgement.candidates]
    line = []
    for each in verdict.line:
        line.append(play_text(each, scopa_of(position, each), deck))
        position = made_play(position, each)
    return ReviewRow(
        ply=verdict.ply,
        seat=verdict.seat,
        played=plays[verdict.chosen],
        best=plays[judgement.best],
        grade=verdict.grade,
        kind=verdict.kind,
        loss=verdict.loss.mean,
        loss_error=verdict.loss.error,
        loss_split=verdict.loss_split,
        worlds=judgement.worlds,
        exact=judgement.exact,
        candidates=_json([_candidate(*each) for each in zip(plays, judgement.candidates, strict=True)]),
        chosen=verdict.chosen,
        best_place=judgement.best,
        hindsight=None
        if hindsight is None
        else _json(
            {
                "values": list(hindsight.values),
                "loss": hindsight.loss,
                "best": hindsight.best,
                "exact": hindsight.exact,
            }
        ),
        line=tuple(line),
    )


def _candidate(text: str, candidate: Candidate) -> dict[str, Any]:
    return {
        "play": text,
        "value": candidate.value.mean,
        "error": candidate.value.error,
        "split": list(candidate.split),
        "loss": candidate.loss.mean,
        "loss_error": candidate.loss.error,
        "loss_doubt": candidate.loss.doubt,
        "loss_split": list(candidate.loss_split),
        "worlds": candidate.worlds,
        "win": candidate.win,
    }


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def _means(points: Sequence[Points] | None) -> tuple[float, ...] | None:
    return None if points is None else tuple(each.mean for each in points)


def _errors(points: Sequence[Points] | None) -> tuple[float, ...] | None:
    return None if points is None else tuple(each.error for each in points)


def _points(means: Sequence[float] | None, errors: Sequence[float] | None) -> tuple[Points, ...] | None:
    return None if means is None or errors is None else tuple(map(Points, means, errors))


def verdicts_of(review: DealReview, deck: int) -> DealVerdicts:
    """The judge's review that `review_rows` wrote, of a deal with a ``deck`` of so many cards."""
    row = review.deal
    return DealVerdicts(
        row.level,
        row.seed,
        tuple(verdict_of(each, deck) for each in review.decisions),
        _points(row.luck, row.luck_error),
        _points(row.later_luck, row.later_luck_error),
        row.version,
    )


def verdict_of(row: ReviewRow, deck: int) -> Verdict:
    """The verdict that ``row`` holds, of a deal with a ``deck`` of so many cards."""
    candidates = tuple(_candidate_of(each, deck) for each in json.loads(row.candidates))
    hindsight = None if row.hindsight is None else json.loads(row.hindsight)
    return Verdict(
        ply=row.ply,
        seat=row.seat,
        chosen=row.chosen,
        judgement=Judgement(candidates, row.best_place, row.worlds, row.exact),
        grade=row.grade,
        kind=row.kind,
        hindsight=None
        if hindsight is None
        else Hindsight(tuple(hindsight["values"]), hindsight["loss"], hindsight["best"], hindsight["exact"]),
        line=tuple(_play_of(text, deck) for text in row.line),
    )


def _candidate_of(row: dict[str, Any], deck: int) -> Candidate:
    return Candidate(
        _play_of(row["play"], deck),
        Points(row["value"], row["error"]),
        tuple(row["split"]),
        Points(row["loss"], row["loss_error"], row["loss_doubt"]),
        tuple(row["loss_split"]),
        row["worlds"],
        row["win"],
    )


def _play_of(text: str, deck: int) -> Play:
    written = parse_play(text, deck)
    return Play(written.card, written.taken or 0)
