"""What became of cards and of the table in games that were played on: who took what, with which card, how often."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.kernels.knowing import CARD, TAKEN
from analysis.knowledge import SeatView
from analysis.known import Outcomes
from analysis.thresholds import SEEN_MARGIN

HOW = ("taken", "used", "swept")
"""How a card came to a pile: from the table; as the card that took; left on the table to the last capture."""

MOSTLY = 0.5
"""The share of the cases above which something is said to be mostly so."""


@dataclass(frozen=True, slots=True)
class Fate:
    """A way in which a card comes to one side, or to the others, more often after one play than after the other."""

    how: str
    """One of `HOW`."""
    seat: int | None
    """Who takes it; None: it goes with the last capture."""
    ours: bool
    """Whether it comes to the own side."""
    share: float
    """How often it comes this way after that play, of all games that were played on."""
    rank: int | None
    """For ``taken``, the rank of the card that mostly takes it; None: none does."""
    always: bool
    """Whether it is always a card of that rank."""


Way = tuple[str, int | None]
"""One of `HOW`, and the seat that does it; None: the last capture."""


def fate_of(view: SeatView, outcomes: Outcomes, number: int, card: int, *, ours: bool) -> Fate | None:
    """How ``card`` comes to the own side (or to the others) after the play ``number`` of the two of ``outcomes``.

    Of all ways the one by which it comes there more often than after the other play, by the widest margin. None: no way
    differs by `SEEN_MARGIN`, or the play itself takes the card.
    """
    ways = _ways(view, outcomes, number, card, ours=ours)
    instead = {way: int(games.sum()) for way, games in _ways(view, outcomes, 1 - number, card, ours=ours).items()}
    more = {way: int(games.sum()) - instead.get(way, 0) for way, games in ways.items()}
    if not more or max(more.values()) < SEEN_MARGIN * len(outcomes.lines):
        return None
    how, who = max(more, key=lambda way: more[way])
    chosen = ways[how, who]
    count = int(chosen.sum())
    rank, always = None, False
    if how == "taken":
        seats = (view.seat + 1 + np.arange(outcomes.lines.shape[2])) % view.players
        lines = outcomes.lines[chosen][:, number, seats == who]
        takers = lines[lines[:, :, TAKEN] >> card & 1 == 1, CARD]
        ranks = np.bincount(takers // 4)
        if ranks.max() > MOSTLY * count:
            rank, always = int(ranks.argmax()), int(ranks.max()) == count
    return Fate(how, who, ours, count / len(outcomes.lines), rank, always)


def _ways(view: SeatView, outcomes: Outcomes, number: int, card: int, *, ours: bool) -> dict[Way, NDArray[np.bool_]]:
    """By way, in which games ``card`` so comes to the own side (or to the others); none if the play itself takes it."""
    made = outcomes.plays[number]
    if made.taken and (made.taken | 1 << made.card) >> card & 1:
        return {}
    lines = outcomes.lines[:, number]
    took = (lines[:, :, TAKEN] >> card & 1) == 1
    used = (lines[:, :, CARD] == card) & (lines[:, :, TAKEN] != 0)
    own = view.seat % view.rules.sides(view.players)
    owned = outcomes.piles[:, number] >> card & 1 == 1
    right = owned[:, own] if ours else owned.any(axis=1) & ~owned[:, own]
    seats = (view.seat + 1 + np.arange(lines.shape[1])) % view.players
    ways: dict[Way, NDArray[np.bool_]] = {("swept", None): right & ~(took | used).any(axis=1)}
    for seat in range(view.players):
        for how, which in (("taken", took), ("used", used)):
            ways[how, seat] = right & which[:, seats == seat].any(axis=1)
    return ways


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
