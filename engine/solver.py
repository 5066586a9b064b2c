"""The exact value of a position with open hands, of each of its plays, and how the best of both sides goes on."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from engine.deals import setup_vector
from engine.errors import PlayError, RulesError
from engine.kernels import layout
from engine.kernels import solver as kernel
from engine.kernels import solver_work as work_layout
from engine.kernels.solver_moves import DECLARING
from engine.plays import Declaration, Play
from engine.positions import (
    Position,
    declare,
    knock_of,
    legal_declarations,
    legal_plays,
    play,
    state_vector,
    unknown_seat,
)
from engine.scoring import Points, score_of

BUDGET = 20_000_000
"""Positions that `solve` may look at: some five seconds."""
MEMORY_BITS = (8, 20)
"""The least and the most buckets of the table of positions met, as powers of two; a bucket takes 64 bytes."""
MOVE_ROOM = 1 << 14
"""Words for the plays of all positions on the way; twice as many whenever they do not suffice."""

Choice = Play | Declaration
"""What a seat decides at its turn."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What a position is worth when all cards are seen and both sides play their best.

    Every value is the whole deal's points of side 0 less those of side 1, what has been made already included; under
    ``objective: low`` it is the other way round, so that more is always better for side 0. None: unknown within the
    budget. An instant win (``full_suit_wins``) counts as the points it comes with.
    """

    value: Points | None
    """The value of best play by both sides."""
    plays: tuple[tuple[Play, Points | None], ...]
    """Every legal play, made without declaring, in the order of `legal_plays`, with its value."""
    declarations: tuple[tuple[Declaration, Points | None], ...]
    """Every legal declaration with its value."""
    line: tuple[Choice, ...]
    """Best play by both sides to the end of the deal; empty if unknown within the budget."""
    categories: tuple[Points, ...] | None
    """The value at the end of ``line`` by category, in the order of `engine.scoring.CATEGORIES`: it adds up to it."""
    nodes: int
    """Positions looked at."""
    seconds: float
    """How long it took."""


def solve(position: Position, budget: int = BUDGET, seconds: float | None = None) -> Solution:
    """The exact values of ``position`` and of all its plays, as far as ``budget`` positions and ``seconds`` allow.

    First comes the value, then the plays in their order, then the line. Without ``seconds`` the same call always gives
    the same answer. The stock comes in the order of ``position.packets``.

    :raises RulesError: ``rules.two_sides`` with three sides, which have no one value.
    :raises PlayError: ``play.hand_unknown`` where a hand or a packet to come is not known whole.
    """
    begun = time.perf_counter()
    _check(position)
    search = _Search(position, budget)
    with _stopped_after(search, seconds):
        value = search.value_of(position, 0)
        guess = value or 0
        plays = [(each, search.value_of(play(position, each), guess)) for each in legal_plays(position)]
        declarations = [
            (each, search.value_of(declare(position, each), guess)) for each in legal_declarations(position)
        ]
        line, end = search.line(position, value)
    sign = -1 if position.rules.objective == "low" else 1

    def points(halves: int | None) -> Points | None:
        return None if halves is None else Fraction(sign * halves, 2)

    categories = None
    if end is not None:
        ours, theirs = score_of(end)
        categories = tuple(sign * (mine - yours) for mine, yours in zip(ours.points, theirs.points, strict=True))
    return Solution(
        value=points(value),
        plays=tuple((each, points(halves)) for each, halves in plays),
        declarations=tuple((each, points(halves)) for each, halves in declarations),
        line=line,
        categories=categories,
        nodes=min(int(search.work[work_layout.NODES]), budget),
        seconds=time.perf_counter() - begun,
    )


def _check(position: Position) -> None:
    """Refuse what has no value of two sides."""
    if len(position.piles) != 2:
        raise RulesError("rules.two_sides", found=str(len(position.piles)), expected="2")
    seat = unknown_seat(position)
    if seat is not None:
        raise PlayError("play.hand_unknown", seat=seat, ply=position.ply)


class _Search:
    """The memory of one `solve`: what was found for one position serves for the next."""

    def __init__(self, position: Position, budget: int) -> None:
        self.lock = threading.Lock()
        self.setup = setup_vector(position.rules, position.players)
        self.packets = np.array(position.packets, dtype=np.int64)
        self.found = np.zeros(int(self.setup[layout.MOST_CAPTURES]), dtype=np.int64)
        self.work = np.zeros(work_layout.MOVES + MOVE_ROOM, dtype=np.int64)
        self.work[work_layout.NODE_LIMIT] = budget
        work_layout.prepare(self.setup, self.work, state_vector(position), self.packets)
        least, most = MEMORY_BITS
        bits = min(max(budget.bit_length() - 7, least), most)
        self.memory = np.zeros(kernel.BUCKET << bits, dtype=np.int64)

    def value_of(self, position: Position, guess: int) -> int | None:
        """The value of ``position`` in halves, looked for from ``guess`` on; None: unknown within the budget."""
        return self.between(position, -kernel.WIDEST, kernel.WIDEST, guess)

    def between(self, position: Position, least: int, most: int, guess: int) -> int | None:
        """The value of ``position``, which lies from ``least`` to ``most``; None: unknown within the budget."""
        state = state_vector(position)
        self.work[work_layout.LEAST] = least
        self.work[work_layout.MOST] = most
        kernel.narrow(self.setup, self.work, self.memory, self.found, state, guess)
        while self.work[work_layout.STOP] == work_layout.STOP_ROOM:
            with self.lock:
                self.work = np.concatenate([self.work, np.zeros_like(self.work)])
            self.work[work_layout.STOP] = 0
            kernel.narrow(self.setup, self.work, self.memory, self.found, state, guess)
        least, most = int(self.work[work_layout.LEAST]), int(self.work[work_layout.MOST])
        return least if least == most else None

    def stop(self) -> None:
        """Give up at the next position, as if the budget were spent; for another thread."""
        with self.lock:
            self.work[work_layout.NODE_LIMIT] = 0

    def line(self, position: Position, value: int | None) -> tuple[tuple[Choice, ...], Position | None]:
        """Best choices from ``position``, worth ``value``, to the end, and the last position; none if unknown."""
        if value is None:
            return (), None
        chosen: list[Choice] = []
        while not position.over:
            choice = self.best(position, value)
            if choice is None:
                return (), None
            chosen.append(choice)
            position = declare(position, choice) if isinstance(choice, Declaration) else play(position, choice)
        return tuple(chosen), position

    def best(self, position: Position, value: int) -> Choice | None:
        """A best choice at ``position``, worth ``value``; None: unknown within the budget."""
        plays, declarations = legal_plays(position), legal_declarations(position)
        if len(plays) == 1 and not declarations:
            return plays[0]
        upward = (position.turn % 2 == 0) != (position.rules.objective == "low")
        bounds = (value - 1, value) if upward else (value, value + 1)
        if self.between(position, *bounds, bounds[1]) is None:
            return None
        move = int(self.work[work_layout.CHOICE])
        number = move >> 6
        if move & 63 == DECLARING:
            return knock_of(position.rules, position.hands[position.turn], number)
        return Play(move & 63, number)


@contextmanager
def _stopped_after(search: _Search, seconds: float | None) -> Iterator[None]:
    """Tell ``search`` to give up after so many ``seconds``."""
    if seconds is None:
        yield
        return
    timer = threading.Timer(seconds, search.stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
