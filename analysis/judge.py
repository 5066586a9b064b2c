"""The judge: what every legal play was worth, from what its seat could know, with the uncertainty.

Worlds that the plays so far make likely are drawn, every play is made in all of them with the same random numbers, and
the deal is played out by players that know no more than their own seat (docs/decisions/0012-judge.md). The play that is
best on one half of the worlds is valued on the other: the maximum of noisy values would make a loss of every play.

Where few cards are left, all ways they may lie and all ways to go on are gone through instead (`ending_judged`), and
the seat goes on as well as can be.
"""

from dataclasses import dataclass
from math import hypot

import numpy as np
from numpy.typing import NDArray

from analysis.judgement import Candidate, Judgement, Points
from analysis.kernels.endings import weigh_all
from analysis.kernels.judge import EVERYBODY, weigh
from analysis.kernels.worlds import retrace
from analysis.knowledge import SeatView, legal_plays_of
from analysis.odds import match_odds
from analysis.thresholds import DRAWN_PER_WORLD, ENDING_PLAYS, TRUST, VALUE_ERROR
from analysis.weights import kind_shares, learned_weights
from engine.deals import Vector, generator, packet_sizes, setup_vector
from engine.kernels import layout
from engine.plays import Play
from engine.positions import Position, state_vector
from engine.rules import Rules

Samples = NDArray[np.int64]
"""Worlds × plays × categories, halves of a point."""


MOST_ENDS = 512
"""Different results that a deal with few cards left may have, at most; with more it is not gone through."""


@dataclass(frozen=True, slots=True)
class Level:
    """How hard the judge looks."""

    worlds: int
    """How many worlds it looks at, at most."""
    dropping: bool
    """Whether plays that are clearly worse are left aside after a while."""


LEVELS = {"quick": Level(256, dropping=False), "deep": Level(4096, dropping=True)}
"""By name: quick, when games are loaded; deep, on request."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A deal in progress as the kernels read it: what one seat knows of it, or all."""

    rules: Rules
    players: int
    state: Vector
    """With the hands that are known."""
    past: Vector
    """What was public before each play (plays × state)."""
    plays: tuple[Play, ...]
    """The plays made, as far as they say something of the hands that are not known."""
    stock: Vector
    """The packets (rounds × seats) where everything is known; else no rounds."""

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return (int(self.state[layout.FIRST]) - 1) % self.players

    @property
    def side(self) -> int:
        """The side to play."""
        return int(self.state[layout.FIRST] + self.state[layout.PLY]) % self.players % self.rules.sides(self.players)


def judge(
    view: SeatView, level: Level, seed: int, chosen: Play | None = None, score: tuple[float, ...] | None = None
) -> Judgement:
    """What each legal play of ``view`` is worth to its side. The same ``seed`` gives the same judgement.

    ``chosen``: the play that was made, which is looked at to the end; ``score``: the match points by side before the
    deal, which give the chance of winning the match.
    """
    return weighed(closed_scene(view), legal_plays_of(view), level, seed, chosen, score)


def judge_open(position: Position, legal: tuple[Play, ...], level: Level, seed: int) -> Judgement:
    """The same with all hands open and the stock as it lies: hindsight. No hand of ``position`` may be unknown."""
    return weighed(open_scene(position), legal, level, seed)


def weighed(
    scene: Scene,
    legal: tuple[Play, ...],
    level: Level,
    seed: int,
    chosen: Play | None = None,
    score: tuple[float, ...] | None = None,
) -> Judgement:
    """The judgement of the ``legal`` plays in ``scene`` (`judge`)."""
    if not len(scene.stock):
        exact = ending_judged(scene, legal, score)
        if exact is not None:
            return exact
    samples, totals, counts = sampled(scene, legal, level, seed, chosen)
    wins: list[float | None] = [None] * len(legal)
    if score is not None and totals.shape[2] == 2:
        odds = match_odds(scene.rules, scene.players)
        wins = [odds.chance(score, totals[: counts[i], i], scene.dealer, scene.side) for i in range(len(legal))]
    return judged(legal, samples, counts, wins)


def ending_judged(scene: Scene, legal: tuple[Play, ...], score: tuple[float, ...] | None = None) -> Judgement | None:
    """The exact judgement of a scene in which not all is known; None if more than few cards are left."""
    worth = np.zeros((len(legal), len(layout.CATEGORIES)))
    totals = np.zeros((len(legal), MOST_ENDS, scene.rules.sides(scene.players)), dtype=np.int64)
    chances = np.zeros((len(legal), MOST_ENDS))
    used = np.zeros(len(legal), dtype=np.int64)
    ways = weigh_all(
        setup_vector(scene.rules, scene.players),
        learned_weights(),
        kind_shares(scene.rules),
        TRUST,
        ENDING_PLAYS,
        scene.state,
        scene.past,
        *play_vectors(scene.plays),
        *play_vectors(legal),
        worth,
        totals,
        chances,
        used,
    )
    if not ways:
        return None
    # Sums in another order may differ in the last bit: equal plays are equal. Adding 0 makes -0 a plain 0.
    values = (worth / 2).round(9) + 0.0
    best = int(values.sum(axis=1).round(8).argmax())
    wins: list[float | None] = [None] * len(legal)
    if score is not None and totals.shape[2] == 2:
        odds = match_odds(scene.rules, scene.players)
        for i, count in enumerate(used):
            wins[i] = odds.chance(score, totals[i, :count], scene.dealer, scene.side, chances[i, :count])
    candidates = tuple(
        Candidate(
            play=play,
            value=Points(float(values[i].sum()), 0.0),
            split=tuple(values[i].tolist()),
            loss=Points(float((values[best] - values[i]).sum()), 0.0),
            loss_split=tuple((values[best] - values[i]).tolist()),
            worlds=ways,
            win=wins[i],
        )
        for i, play in enumerate(legal)
    )
    return Judgement(candidates, best, ways, exact=True)


def sampled(
    scene: Scene, legal: tuple[Play, ...], level: Level, seed: int, chosen: Play | None = None
) -> tuple[Samples, Samples, Vector]:
    """What each of the ``legal`` plays led to: `Samples`, the points of each side (halves), and in how many worlds."""
    samples = np.zeros((level.worlds, len(legal), len(layout.CATEGORIES)), dtype=np.int64)
    totals = np.zeros((level.worlds, len(legal), scene.rules.sides(scene.players)), dtype=np.int64)
    counts = np.zeros(len(legal), dtype=np.int64)
    weigh(
        setup_vector(scene.rules, scene.players),
        learned_weights(),
        kind_shares(scene.rules),
        TRUST,
        DRAWN_PER_WORLD,
        scene.state,
        scene.past,
        *play_vectors(scene.plays),
        *play_vectors(legal),
        legal.index(chosen) if level.dropping and chosen is not None else EVERYBODY,
        scene.stock,
        generator(seed),
        samples,
        totals,
        counts,
    )
    return samples, totals, counts


def judged(legal: tuple[Play, ...], samples: Samples, counts: Vector, wins: list[float | None]) -> Judgement:
    """The judgement that ``samples`` make, of which the first ``counts[i]`` worlds of play *i* are filled."""
    worlds = int(counts.max())
    full = np.flatnonzero(counts == worlds)
    totals = samples.sum(axis=2)
    halves = [slice(start, worlds, 2) for start in (0, 1)]
    # By half, the play that is best on the other half; by world, the play to compare with.
    rivals = [int(full[totals[halves[1 - half]][:, full].sum(axis=0).argmax()]) for half in (0, 1)]
    best = int(full[totals[:worlds, full].sum(axis=0).argmax()])
    candidates = []
    for place, play in enumerate(legal):
        count = int(counts[place])
        rival = np.array(rivals)[np.arange(count) % 2]
        own = samples[:count, place] / 2
        lost = samples[np.arange(count), rival] / 2 - own
        lost_to_best = samples[:count, best] / 2 - own
        candidates.append(
            Candidate(
                play=play,
                value=_value(own.sum(axis=1)),
                split=_split(own),
                loss=_loss(_points(lost.sum(axis=1)), _points(lost_to_best.sum(axis=1))),
                loss_split=_split(lost),
                worlds=count,
                win=wins[place],
            )
        )
    return Judgement(tuple(candidates), best, worlds, exact=False)


def _loss(by_halves: Points, to_best: Points) -> Points:
    """The loss by halves, its upper end widened by what the loss to the play that is best on all worlds is more.

    Where the halves do not agree which play is best, the loss is now and then measured against a lesser one.
    """
    widest = hypot(max(by_halves.error, to_best.error), by_halves.mean - to_best.mean)
    return Points(by_halves.mean, by_halves.error, max(widest**2 - by_halves.error**2, 0.0) ** 0.5)


def _value(values: NDArray[np.float64]) -> Points:
    """Their mean. Where the cards lie badly in a draw they do so for every play: losses need no wider error."""
    found = _points(values)
    return Points(found.mean, found.error * VALUE_ERROR)


def _points(values: NDArray[np.float64]) -> Points:
    return Points(float(values.mean()), float(values.std(ddof=1) / len(values) ** 0.5))


def _split(values: NDArray[np.float64]) -> tuple[float, ...]:
    return tuple(float(mean) for mean in values.mean(axis=0))


def closed_scene(view: SeatView) -> Scene:
    """The deal as the view's seat knows it."""
    setup = setup_vector(view.rules, view.players)
    dealt = view.table | view.out
    for play in view.plays:
        dealt &= ~(1 << play.card)
    state = np.zeros(layout.STATE_SIZE, dtype=np.int64)
    past = np.zeros((len(view.plays), layout.STATE_SIZE), dtype=np.int64)
    packets = np.zeros((len(packet_sizes(view.rules, view.players)), view.players), dtype=np.int64)
    mattas = np.array(view.matta_values, dtype=np.int64)
    retrace(setup, view.first, dealt, *play_vectors(view.plays), mattas, packets, state, past)
    state[layout.MATTA_VALUE] = view.matta_value or 0
    state[layout.EVENTS : layout.EVENTS + len(view.events)] = view.events
    for seat in range(view.players):
        state[layout.HANDS + seat] = view.hand if seat == view.seat else view.shown[seat]
        state[layout.SHOWN] |= view.shown[seat]
    return Scene(view.rules, view.players, state, past, view.plays, packets[:0])


def open_scene(position: Position) -> Scene:
    """The deal with all hands open and the stock as it lies."""
    past = np.zeros((0, layout.STATE_SIZE), dtype=np.int64)
    stock = np.array(position.packets, dtype=np.int64)
    return Scene(position.rules, position.players, state_vector(position), past, (), stock)


def play_vectors(plays: tuple[Play, ...]) -> tuple[Vector, Vector]:
    """The cards of ``plays`` and what they take, as the kernels read them."""
    cards = np.array([play.card for play in plays], dtype=np.int64)
    return cards, np.array([play.taken for play in plays], dtype=np.int64)
