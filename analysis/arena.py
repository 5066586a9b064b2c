"""Reference players against each other on the same deals, seats swapped."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from analysis.kernels.games import play_deals
from analysis.kernels.policies import GREEDY, RANDOM
from analysis.values import card_values
from engine.deals import Deal, Vector, generator, packet_sizes, setup_vector
from engine.errors import SettebelloError
from engine.kernels.layout import CATEGORIES
from engine.plays import Play
from engine.replay import packets_from_plays
from engine.rules import Rules

PLAYERS = {"random": RANDOM, "greedy": GREEDY}
"""The reference players (docs/numbers.md, "Reference players") and the kernels' numbers for them."""

CHUNK = 500
"""Deals between two reports of progress."""


class ArenaError(SettebelloError):
    """A match that cannot be held."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How many deals were won, tied and lost."""

    wins: int
    ties: int
    losses: int


@dataclass(frozen=True, slots=True)
class Game:
    """One deal that was played."""

    number: int
    """Of the deal, from 0; both seatings of a deal have the same."""
    names: tuple[str, ...]
    """By seat, the player."""
    deal: Deal
    """The cards."""
    plays: tuple[Play, ...]
    """What was played."""
    points: tuple[float, ...]
    """By side, the points."""


@dataclass(frozen=True, slots=True)
class ArenaResult:
    """What came of a match, from the point of view of ``first``."""

    first: str
    second: str
    deals: int
    """Deals; each is played twice."""
    seed: int
    as_dealer_side: Counts
    """Of the deals in which ``first`` had the dealer's side (with three players: was the mazziere)."""
    as_hand_side: Counts
    """Of those in which it had the first play."""
    mean: float
    """Points a deal, own less the best other side's."""
    mean_se: float
    """Its standard error, from the pairs of seatings."""
    seconds_per_decision: float
    """Time spent, over all decisions of both."""

    @property
    def total(self) -> Counts:
        """Both seatings together."""
        one, other = self.as_dealer_side, self.as_hand_side
        return Counts(one.wins + other.wins, one.ties + other.ties, one.losses + other.losses)


DEALER = 0
"""The mazziere's seat in every deal of the arena; seat 1 plays first."""


def player_kind(name: str) -> int:
    """The kernels' number of the reference player ``name``.

    :raises ArenaError: ``arena.player``, with the names there are.
    """
    if name not in PLAYERS:
        raise ArenaError("arena.player", found=name, expected=", ".join(PLAYERS))
    return PLAYERS[name]


def seatings(first: str, second: str, players: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who sits where: ``first`` on the dealer's side, then on the hand's. With three, the other two are ``second``."""
    sides = 2 if players == 4 else players

    def seated(own: int) -> tuple[str, ...]:
        return tuple(first if seat % sides == own else second for seat in range(players))

    return seated(DEALER % sides), seated((DEALER + 1) % sides)


def arena(
    rules: Rules,
    players: int,
    first: str,
    second: str,
    deals: int,
    seed: int,
    progress: Callable[[int], None] | None = None,
    record: Callable[[Game], None] | None = None,
) -> ArenaResult:
    """The result of ``deals`` deals, each played in both seatings. The same seed gives the same result.

    ``progress`` is told the deals played since it was last called; ``record`` gets every game in order.

    :raises ArenaError: an unknown player, or fewer than one deal.
    :raises RulesError: rules that so many cannot play, or that this version cannot.
    """
    if deals < 1:
        raise ArenaError("arena.deals", found=deals, expected="1, 2, 3 …")
    tables = seatings(first, second, players)
    kinds = [np.array([player_kind(name) for name in names], dtype=np.int64) for names in tables]
    own = (DEALER % rules.sides(players), (DEALER + 1) % rules.sides(players))
    _play(rules, players, kinds[0], np.zeros(0, dtype=np.int64))  # load the kernels before the clock runs
    differences = np.zeros((2, deals))
    spent = 0.0
    for start in range(0, deals, CHUNK):
        numbers = range(start, min(start + CHUNK, deals))
        seeds = [generator(seed * 1_000_003 + number)[0] for number in numbers]
        played = []
        for seating in range(2):
            before = time.perf_counter()
            batch = _play(rules, players, kinds[seating], np.array(seeds, dtype=np.int64))
            spent += time.perf_counter() - before
            points = batch.points.sum(axis=2)
            mine = points[:, own[seating]]
            best_other = np.delete(points, own[seating], axis=1).max(axis=1)
            differences[seating, numbers.start : numbers.stop] = (mine - best_other) / 2
            played.append(batch)
        if record is not None:
            for number in numbers:
                for seating in range(2):
                    record(_game(rules, tables[seating], number, played[seating], number - start))
        if progress is not None:
            progress(len(numbers))
    pairs = differences.mean(axis=0)
    return ArenaResult(
        first=first,
        second=second,
        deals=deals,
        seed=seed,
        as_dealer_side=_counts(differences[0]),
        as_hand_side=_counts(differences[1]),
        mean=fmean(pairs),
        mean_se=float(pairs.std(ddof=1) / deals**0.5) if deals > 1 else float("nan"),
        seconds_per_decision=spent / (2 * deals * (rules.deck - rules.table)),
    )


@dataclass(frozen=True, slots=True)
class _Batch:
    """The arrays that `play_deals` fills, by deal."""

    tables: Vector
    cards: Vector
    taken: Vector
    points: Vector


def _play(rules: Rules, players: int, kinds: Vector, seeds: Vector) -> _Batch:
    count, plays = len(seeds), rules.deck - rules.table
    batch = _Batch(
        tables=np.zeros((count, rules.table), dtype=np.int64),
        cards=np.zeros((count, plays), dtype=np.int64),
        taken=np.zeros((count, plays), dtype=np.int64),
        points=np.zeros((count, rules.sides(players), len(CATEGORIES)), dtype=np.int64),
    )
    play_deals(
        setup_vector(rules, players),
        card_values(rules),
        (DEALER + 1) % players,
        len(packet_sizes(rules, players)),
        kinds,
        seeds,
        batch.tables,
        batch.cards,
        batch.taken,
        batch.points,
    )
    return batch


def _game(rules: Rules, names: tuple[str, ...], number: int, batch: _Batch, row: int) -> Game:
    cards = batch.cards[row].tolist()
    packets = packets_from_plays(rules, len(names), DEALER, cards)
    return Game(
        number=number,
        names=names,
        deal=Deal(rules, DEALER, tuple(batch.tables[row].tolist()), packets),
        plays=tuple(Play(card, taken) for card, taken in zip(cards, batch.taken[row].tolist(), strict=True)),
        points=tuple(float(halves) / 2 for halves in batch.points[row].sum(axis=1)),
    )


def _counts(differences: NDArray[np.float64]) -> Counts:
    return Counts(int((differences > 0).sum()), int((differences == 0).sum()), int((differences < 0).sum()))
