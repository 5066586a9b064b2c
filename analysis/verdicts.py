"""The judge's review of a deal: a verdict on every decision, and the luck of the cards."""

from collections.abc import Callable
from functools import lru_cache
from math import hypot

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
from engine.cards import cards_of, mask_of
from engine.deals import Vector, generator, packet_sizes, setup_vector
from engine.kernels.deal import shuffle
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
    luck, later = luck_of(replay, seed)
    return DealVerdicts(level, seed, tuple(verdicts), luck, later, JUDGE_VERSION)


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


def luck_of(replay: Replay, seed: int) -> tuple[tuple[Points, ...] | None, tuple[Points, ...] | None]:
    """By side, the points of the judge's players with these cards less the usual ones; and what of it was dealt later.

    Usual is the mean of random deals in such seats; later is what the packets after the first ones brought.
    The same players sit in all seats, so that turning them round the table would change nothing. None: the record does
    not tell all hands; the second also where no cards are dealt later.
    """
    start = replay.positions[0]
    if unknown_seat(start) is not None:
        return None, None
    rules, random = start.rules, generator(seed)
    stock = np.array(start.packets, dtype=np.int64)
    totals = np.zeros((LUCK_DEALS, rules.sides(start.players)), dtype=np.int64)
    _play_out(start, stock, random, totals)
    with_these = _by_side(rules, totals)
    luck = _less(with_these, usual_points(rules, start.players, start.first))
    if len(stock) < 2:
        return luck, None
    for number in range(LUCK_DEALS):
        _play_out(start, _later_packets_anew(stock, random), random, totals[number : number + 1])
    return luck, _less(with_these, _by_side(rules, totals))


def _play_out(start: Position, stock: Vector, random: Vector, totals: Vector) -> None:
    """Fill ``totals`` with the results of deals from ``start`` whose packets are ``stock``."""
    setup = setup_vector(start.rules, start.players)
    outcomes(setup, learned_weights(), start.first, len(stock), state_vector(start), stock, random, totals)


def _later_packets_anew(stock: Vector, random: Vector) -> Vector:
    """The packets (rounds × seats, masks) with the cards of all but the first round dealt again."""
    later = [int(hand) for hand in stock[1:].flat]
    cards = np.array(list(cards_of(sum(later))), dtype=np.int64)
    shuffle(random, cards)
    ends = np.cumsum([hand.bit_count() for hand in later])
    hands = [mask_of(part.tolist()) for part in np.split(cards, ends[:-1])]
    return np.concatenate([stock[:1], np.array(hands, dtype=np.int64).reshape(stock[1:].shape)])


def _less(points: tuple[Points, ...], usual: tuple[Points, ...]) -> tuple[Points, ...]:
    """The differences by side, of figures that rest on unlike deals."""
    return tuple(
        Points(one.mean - other.mean, hypot(one.error, other.error)) for one, other in zip(points, usual, strict=True)
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
