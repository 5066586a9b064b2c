"""What one seat may know at its turn. Everything that judges fairly takes a `SeatView`, never a `Position`."""

from dataclasses import dataclass

import numpy as np

from analysis.kernels import layout
from engine.cards import full_deck
from engine.deals import Vector
from engine.plays import Play
from engine.positions import Position, plays_of
from engine.replay import Replay
from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class SeatView:
    """The knowledge of the seat to play: its hand, the table, the captures and everyone's plays."""

    rules: Rules
    """The rules in force."""
    players: int
    """The number of seats."""
    seat: int
    """The seat that looks, which is also the one to play."""
    first: int
    """The seat of the deal's first play."""
    hand: int
    """The mask of its own cards."""
    table: int
    """The mask of the cards face up."""
    piles: tuple[int, ...]
    """By side, the mask of the cards captured."""
    scope: tuple[int, ...]
    """By side, the scope made."""
    events: tuple[int, ...]
    """By side, points for knocks, the dealt table, picca, simile and quadriglia."""
    last_capturer: int | None
    """The side that captured last."""
    matta_value: int | None
    """The number declared for the matta, until it is captured; None: it counts as its own."""
    shown: tuple[int, ...]
    """By seat, the mask of the cards that a knock laid open and that are still held; none of its own."""
    plays: tuple[Play, ...]
    """Everyone's plays so far."""
    matta_values: tuple[int, ...]
    """By play, what the matta counted as then; 0: its own."""

    @property
    def ply(self) -> int:
        """Plays made so far."""
        return len(self.plays)

    @property
    def out(self) -> int:
        """The mask of all captured cards."""
        mask = 0
        for pile in self.piles:
            mask |= pile
        return mask

    @property
    def unseen(self) -> int:
        """The mask of the cards in the other hands or in the stock."""
        return full_deck(self.rules.deck) & ~(self.hand | self.table | self.out)


def seat_view(position: Position, plays: tuple[Play, ...], matta_values: tuple[int, ...] | None = None) -> SeatView:
    """What the seat to play in ``position`` knows, after ``plays``.

    ``matta_values``: by play, what the matta counted as (`SeatView.matta_values`); None: always its own.
    """
    return SeatView(
        rules=position.rules,
        players=position.players,
        seat=position.turn,
        first=position.first,
        hand=position.hands[position.turn],
        table=position.table,
        piles=position.piles,
        scope=position.scope,
        events=position.events,
        last_capturer=position.last_capturer,
        matta_value=position.matta_value,
        shown=tuple(0 if seat == position.turn else hand & position.shown for seat, hand in enumerate(position.hands)),
        plays=plays,
        matta_values=(0,) * len(plays) if matta_values is None else matta_values,
    )


def view_at(replay: Replay, ply: int) -> SeatView | None:
    """What the seat to play at ``ply`` knew; None where the record does not tell its whole hand."""
    position = replay.positions[ply]
    if position.over or position.unknown(position.turn):
        return None
    mattas = () if position.rules.matta is None else tuple(past.matta_value or 0 for past in replay.positions[:ply])
    return seat_view(position, replay.plays[:ply], mattas or None)


def legal_plays_of(view: SeatView) -> tuple[Play, ...]:
    """The legal plays of the view's seat."""
    return plays_of(view.rules, view.players, view.table, view.hand, view.matta_value)


def view_vector(view: SeatView) -> Vector:
    """``view`` as the kernels read it (`analysis.kernels.layout`)."""
    vector = np.zeros(layout.VIEW_SIZE, dtype=np.int64)
    vector[layout.SEAT] = view.seat
    vector[layout.PLY] = view.ply
    vector[layout.FIRST] = view.first
    vector[layout.HAND] = view.hand
    vector[layout.TABLE] = view.table
    vector[layout.OUT] = view.out
    vector[layout.LAST_CAPTURER] = -1 if view.last_capturer is None else view.last_capturer
    vector[layout.MATTA_VALUE] = view.matta_value or 0
    vector[layout.SHOWN] = sum(view.shown)
    vector[layout.NEXT_SHOWN] = view.shown[(view.seat + 1) % view.players]
    return vector
