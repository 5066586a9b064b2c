"""What a deal is worth, by side and category, and when a match is over."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

import numpy as np

from engine.deals import setup_vector
from engine.kernels import layout
from engine.kernels.score import COMPLETE, full_suit_side, primiera_value, run_length
from engine.kernels.score import score as score_kernel
from engine.positions import Position
from engine.rules import Rules

CATEGORIES = layout.CATEGORIES
"""Where points come from, in the one order used everywhere."""

Points: TypeAlias = Fraction
"""Points of one side; halves are exact."""


@dataclass(frozen=True, slots=True)
class SideScore:
    """What one side has made in a deal, and the counts that it comes from."""

    points: tuple[Points, ...]
    """By category, in the order of `CATEGORIES`."""
    carte: int
    """Cards captured."""
    suit: int
    """Cards captured of the majority suit."""
    primiera: int | None
    """The primiera's value; None where the rules give this side none."""
    run: int
    """Cards of the run that count; 0: too few."""

    @property
    def total(self) -> Points:
        """The points of all categories."""
        return sum(self.points, Fraction(0))

    def of(self, category: str) -> Points:
        """The points of one category."""
        return self.points[CATEGORIES.index(category)]


def score(
    rules: Rules, players: int, piles: Sequence[int], scope: Sequence[int], events: Sequence[int] | None = None
) -> tuple[SideScore, ...]:
    """By side, what ``piles`` (masks), ``scope`` and ``events`` (points) are worth as they are."""
    setup = setup_vector(rules, players)
    sides = len(piles)
    out = np.zeros((sides, len(CATEGORIES)), dtype=np.int64)
    pile_vector = np.array(piles, dtype=np.int64)
    counted = np.array(scope, dtype=np.int64), np.array(events or [0] * sides, dtype=np.int64)
    score_kernel(setup, pile_vector, *counted, np.zeros(sides, dtype=np.int64), out)
    scores = []
    for side in range(sides):
        primiera = int(primiera_value(setup, pile_vector[side]))
        scores.append(
            SideScore(
                points=tuple(Fraction(int(halves), 2) for halves in out[side]),
                carte=piles[side].bit_count(),
                suit=(piles[side] & int(setup[layout.SUIT])).bit_count(),
                primiera=None if primiera < 0 else primiera % COMPLETE,
                run=int(run_length(setup, pile_vector[side])),
            )
        )
    return tuple(scores)


def score_of(position: Position) -> tuple[SideScore, ...]:
    """By side, what the piles of ``position`` are worth as they are."""
    return score(position.rules, position.players, position.piles, position.scope, position.events)


def wins_at_once(rules: Rules, players: int, piles: Sequence[int]) -> int | None:
    """The side whose ``piles`` (masks) win the match whatever the points: all cards of the suit that does; or None."""
    side = int(full_suit_side(setup_vector(rules, players), np.array(piles, dtype=np.int64)))
    return None if side < 0 else side


def decided(position: Position) -> tuple[frozenset[str], ...]:
    """By side, the categories of one point (carte, suit, primiera) that it wins whatever is still to come.

    A side is sure of such a category if it has it even when any one other side captures all the other cards: its own
    count can only grow, and no split of the rest makes a rival stronger.
    """
    sides = range(len(position.piles))
    rest = (1 << position.rules.deck) - 1
    for pile in position.piles:
        rest &= ~pile
    sure = [set[str](("carte", "suit", "primiera")) for _ in sides]
    for rival in sides:
        piles = [pile | rest if side == rival else pile for side, pile in enumerate(position.piles)]
        for side, scored in enumerate(score(position.rules, position.players, piles, position.scope)):
            if side != rival:
                sure[side] = {category for category in sure[side] if scored.of(category)}
    return tuple(frozenset(names) for names in sure)


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match after a deal."""

    points: tuple[Points, ...]
    """By side, the match points."""
    winner: int | None
    """The side that has won; None: another deal is played."""

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.winner is not None


def match_after(
    rules: Rules, before: Sequence[Points], deal: Sequence[Points], at_once: int | None = None
) -> MatchState:
    """The match when a deal worth ``deal`` points by side is added to ``before``.

    It ends when a side has reached the target: the best total wins (the highest, or under ``objective: low`` the
    lowest), and a tie for it asks for another deal. ``at_once``: the side that this deal made the winner outright.
    (docs/rules.md, "The match")
    """
    points = tuple(Fraction(old) + Fraction(new) for old, new in zip(before, deal, strict=True))
    if at_once is not None:
        return MatchState(points, at_once)
    best = min(points) if rules.objective == "low" else max(points)
    if max(points) < rules.target or points.count(best) > 1:
        return MatchState(points, None)
    return MatchState(points, points.index(best))
