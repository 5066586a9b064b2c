"""What became of cards and of the table in games that were played on: who took what, with which card, how often."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.kernels.knowing import CARD, TAKEN
from analysis.knowledge import SeatView
from analysis.known import Outcomes

HOW = ("taken", "used", "swept")
"""How a card came to a pile: from the table; as the card that took; left on the table to the last capture."""

MOSTLY = 0.5
"""The share of the cases above which something is said to be mostly so."""


@dataclass(frozen=True, slots=True)
class Fate:
    """The way in which a card most often comes to one side, or to the others."""

    how: str
    """One of `HOW`."""
    seat: int | None
    """Who takes it; None: it goes with the last capture."""
    ours: bool
    """Whether it comes to the own side."""
    share: float
    """How often it comes this way, of all games that were played on."""
    rank: int | None
    """For ``taken``, the rank of the card that mostly takes it; None: none does."""
    always: bool
    """Whether it is always a card of that rank."""


def fate_of(view: SeatView, outcomes: Outcomes, number: int, card: int, *, ours: bool) -> Fate | None:
    """How ``card``, after the play ``number`` of ``outcomes``, most often comes to the own side (or to the others).

    None: it never does, or the play itself takes it.
    """
    made = outcomes.plays[number]
    if made.taken and (made.taken | 1 << made.card) >> card & 1:
        return None
    lines = outcomes.lines[:, number]
    took = (lines[:, :, TAKEN] >> card & 1) == 1
    used = (lines[:, :, CARD] == card) & (lines[:, :, TAKEN] != 0)
    there = took | used
    step = there.argmax(axis=1)
    games = np.arange(len(lines))
    gone = there[games, step] if there.shape[1] else np.zeros(len(lines), dtype=np.bool_)
    own = view.seat % view.rules.sides(view.players)
    owned = outcomes.piles[:, number] >> card & 1 == 1
    right = owned[:, own] if ours else owned.any(axis=1) & ~owned[:, own]
    ways: dict[tuple[str, int | None], NDArray[np.bool_]] = {("swept", None): ~gone & right}
    if there.shape[1]:
        seats = (view.seat + 1 + step) % view.players
        for seat in range(view.players):
            for how, which in (("taken", took), ("used", used)):
                ways[how, seat] = gone & right & (seats == seat) & which[games, step]
    how, who = max(ways, key=lambda way: int(ways[way].sum()))
    chosen = ways[how, who]
    count = int(chosen.sum())
    if not count:
        return None
    rank, always = None, False
    if how == "taken":
        ranks = np.bincount(lines[games, step][chosen, CARD] // 4)
        if ranks.max() > MOSTLY * count:
            rank, always = int(ranks.argmax()), int(ranks.max()) == count
    return Fate(how, who, ours, count / len(lines), rank, always)


def last_captures(view: SeatView, outcomes: Outcomes) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """By game and play, whether the own side captured last, and how many cards were left for that."""
    sides = view.rules.sides(view.players)
    own = np.zeros(outcomes.piles.shape[:2], dtype=np.bool_)
    left = np.zeros(outcomes.piles.shape[:2], dtype=np.int64)
    for number, made in enumerate(outcomes.plays):
        table = view.table & ~made.taken if made.taken else view.table | 1 << made.card
        tables = np.full(len(own), table, dtype=np.int64)
        before = -1 if view.last_capturer is None else view.last_capturer
        last = np.full(len(own), view.seat % sides if made.taken else before)
        for step in range(outcomes.lines.shape[2]):
            card, taken = outcomes.lines[:, number, step, CARD], outcomes.lines[:, number, step, TAKEN]
            tables = np.where(taken != 0, tables & ~taken, tables | np.int64(1) << card)
            last = np.where(taken != 0, (view.seat + 1 + step) % view.players % sides, last)
        own[:, number] = last == view.seat % sides
        left[:, number] = np.bitwise_count(tables)
    return own, left
