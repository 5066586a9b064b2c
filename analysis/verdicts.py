"""The judge's review of a deal: a verdict on every decision, and the luck of the cards."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from analysis.judge import LEVELS, Level, judge, judge_open
from analysis.judgement import GRADES, DealVerdicts, Hindsight, Judgement, Points, Verdict
from analysis.kernels.judge import outcomes
from analysis.kernels.lines import play_line
from analysis.knowledge import view_at
from analysis.thresholds import (
    DOUBTFUL,
    HINDSIGHT_DEALS,
    LINE_PLIES,
    LUCK_DEALS,
    ODDS_DEALS,
    SOLVED_NODES,
    SOLVED_PLIES,
)
from analysis.versions import JUDGE_VERSION
from analysis.weights import learned_weights
from engine.deals import Vector, generator, packet_sizes, setup_vector
from engine.kernels.layout import STATE_SIZE
from engine.plays import Play
from engine.positions import Position, play, state_vector, unknown_seat
from engine.replay import Replay
from engine.rules import Rules
from engine.solver import solve

OPEN_LEVEL = Level(HINDSIGHT_DEALS, dropping=False)
"""How hard hindsight looks where it cannot solve."""


def judge_deal(
    replay: Replay,
    level: str,
    seed: int,
    score: tuple[float, ...] | None = None,
    done: Callable[[int], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> DealVerdicts | None:
    """The verdicts on all decisions of ``replay`` at ``level`` (a key of `LEVELS`); None if ``stop`` said so.

    ``score``: the match points by side before the deal; ``done`` is told the number of plays looked at so far. The same
    seed gives the same verdicts.
    """
    verdicts = []
    for ply in range(len(replay.plays)):
        if stop is not None and stop():
            return None
        verdict = verdict_at(replay, ply, LEVELS[level], seed, score)
        if verdict is not None:
            verdicts.append(verdict)
        if done is not None:
            done(ply + 1)
    return DealVerdicts(level, seed, tuple(verdicts), luck_of(replay, seed), JUDGE_VERSION)


def verdict_at(
    replay: Replay, ply: int, level: Level, seed: int, score: tuple[float, ...] | None = None
) -> Verdict | None:
    """The verdict on play ``ply``; None if it was forced or if the record does not tell the hand."""
    view = view_at(replay, ply)
    if view is None:
        return None
    position = replay.positions[ply]
    made = replay.plays[ply]
    judgement = judge(view, level, seed * 1_009 + ply, made, score)
    if len(judgement.candidates) < 2:
        return None
    chosen = next(place for place, each in enumerate(judgement.candidates) if each.play == made)
    hindsight = hindsight_at(position, judgement, chosen, seed * 1_009 + ply)
    grade = grade_of(judgement, chosen)
    best = judgement.candidates[judgement.best].play
    return Verdict(
        ply=ply,
        seat=view.seat,
        chosen=chosen,
        judgement=judgement,
        grade=grade,
        kind=_kind(judgement, chosen, grade, hindsight),
        hindsight=hindsight,
        line=() if chosen == judgement.best or hindsight is None else better_line(position, best),
    )


def grade_of(judgement: Judgement, chosen: int) -> str | None:
    """The class of the play ``chosen``: the gravest whose limit lies below the whole interval of its loss."""
    if chosen == judgement.best:
        return None
    low = judgement.candidates[chosen].loss.low
    return next((grade for grade, limit in reversed(GRADES.items()) if low >= limit), None)


def _kind(judgement: Judgement, chosen: int, grade: str | None, hindsight: Hindsight | None) -> str | None:
    """How the verdict compares with hindsight (`analysis.judgement.KINDS`)."""
    limit = DOUBTFUL
    loss = judgement.candidates[chosen].loss
    if grade is None and chosen != judgement.best and loss.mean >= limit:
        return "too_close"
    cost = hindsight is not None and hindsight.loss >= limit
    if grade is not None:
        return "mistake" if cost or hindsight is None else "lucky_mistake"
    return "unlucky" if cost else None


def hindsight_at(position: Position, judgement: Judgement, chosen: int, seed: int) -> Hindsight | None:
    """What the plays of ``judgement`` were worth with all hands open; None if the record does not tell them all."""
    if unknown_seat(position) is not None:
        return None
    plays = tuple(each.play for each in judgement.candidates)
    values = _solved(position, plays)
    if values is not None:
        # Of equal plays the one that the judge prefers: what was better by knowledge is then seen to be so in fact.
        best = max(range(len(values)), key=lambda place: (values[place], place == judgement.best))
        return Hindsight(values, values[best] - values[chosen], best, exact=True)
    played_out = judge_open(position, plays, OPEN_LEVEL, seed)
    loss = played_out.candidates[chosen].loss
    # What is not surely a loss is none: hindsight only ever adds to a verdict.
    surely = loss.mean if loss.low > 0 else 0.0
    return Hindsight(tuple(each.value.mean for each in played_out.candidates), surely, played_out.best, exact=False)


def _solved(position: Position, plays: tuple[Play, ...]) -> tuple[float, ...] | None:
    """The exact values of ``plays`` with all hands open, for the side to play; None where that is not to be had."""
    left = position.rules.deck - position.rules.table - position.ply
    if left > SOLVED_PLIES or len(position.piles) != 2:
        return None
    worth = dict(solve(position, SOLVED_NODES).plays)
    sign = 1 if position.side(position.turn) == 0 else -1
    values = tuple(float(sign * value) for value in map(worth.get, plays) if value is not None)
    return values if len(values) == len(plays) else None


def better_line(position: Position, first: Play) -> tuple[Play, ...]:
    """``first``, and how the deal goes on from there with the real hands, played by the judge's players."""
    after = play(position, first)
    if after.over:
        return (first,)
    cards = np.zeros(LINE_PLIES - 1, dtype=np.int64)
    taken = np.zeros(LINE_PLIES - 1, dtype=np.int64)
    setup = setup_vector(position.rules, position.players)
    packets = np.array(position.packets, dtype=np.int64)
    count = play_line(setup, learned_weights(), state_vector(after), packets, cards, taken)
    return (first, *map(Play, cards[:count].tolist(), taken[:count].tolist()))


def luck_of(replay: Replay, seed: int) -> tuple[Points, ...] | None:
    """By side, what the judge's players score with the deal's cards more than on average in such seats."""
    start = replay.positions[0]
    if unknown_seat(start) is not None:
        return None
    rules, players = start.rules, start.players
    setup, rounds = setup_vector(rules, players), len(start.packets)
    totals = np.zeros((LUCK_DEALS, rules.sides(players)), dtype=np.int64)
    stock = np.array(start.packets, dtype=np.int64)
    outcomes(setup, learned_weights(), start.first, rounds, state_vector(start), stock, generator(seed), totals)
    return tuple(
        Points(with_these.mean - usual.mean, (with_these.error**2 + usual.error**2) ** 0.5)
        for with_these, usual in zip(_by_side(rules, totals), usual_points(rules, players, start.first), strict=True)
    )


@lru_cache(maxsize=64)
def usual_points(rules: Rules, players: int, first: int) -> tuple[Points, ...]:
    """By side, the points of a random deal that the judge's players play, ``first`` leading."""
    totals = np.zeros((ODDS_DEALS, rules.sides(players)), dtype=np.int64)
    nothing = np.zeros((0, players), dtype=np.int64)
    setup, rounds = setup_vector(rules, players), len(packet_sizes(rules, players))
    outcomes(setup, learned_weights(), first, rounds, np.zeros(STATE_SIZE, np.int64), nothing, generator(0), totals)
    return _by_side(rules, totals)


def _by_side(rules: Rules, totals: Vector) -> tuple[Points, ...]:
    """By side, the mean of its points less the best other side's."""
    points = totals / 2 * (-1 if rules.objective == "low" else 1)
    differences = [points[:, side] - np.delete(points, side, axis=1).max(axis=1) for side in range(points.shape[1])]
    return tuple(Points(float(each.mean()), float(each.std(ddof=1) / len(each) ** 0.5)) for each in differences)
