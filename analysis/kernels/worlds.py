"""Hands that a seat cannot see, drawn at random from all that its knowledge allows."""

from typing import Any

from engine.kernels.bits import lowest, popcount
from engine.kernels.deal import begin, below
from engine.kernels.jit import kernel
from engine.kernels.layout import (
    DECK,
    FIRST,
    HAND,
    HANDS,
    MATTA_VALUE,
    PILES,
    PLAYS,
    PLY,
    REDEAL,
    ROUND,
    SEATS,
    SHOWN,
    SIDES,
    TABLE,
)
from engine.kernels.play import copy_state, play_card


@kernel
def received(setup: Any, packet: int) -> int:
    """How many cards each seat has received when packets 0 to ``packet`` are dealt."""
    return min(setup[HAND] + packet * setup[REDEAL], setup[PLAYS] // setup[SEATS])


@kernel
def held_by(setup: Any, state: Any, seat: int) -> int:
    """How many cards ``seat`` holds in ``state``."""
    seats = setup[SEATS]
    turns = (seat - state[FIRST] + seats) % seats
    played = (state[PLY] - turns + seats - 1) // seats
    return received(setup, state[ROUND]) - played


@kernel
def hide(setup: Any, state: Any, public: Any) -> None:
    """Fill ``public`` with ``state`` as the seat to play knows it: other hands keep only cards that lie open."""
    seat = (state[FIRST] + state[PLY]) % setup[SEATS]
    copy_state(state, public)
    for other in range(setup[SEATS]):
        if other != seat:
            public[HANDS + other] &= state[SHOWN]


@kernel
def draw_world(setup: Any, public: Any, random: Any, unknown: Any, world: Any, packets: Any) -> None:
    """Fill ``world`` and the ``packets`` still to come with one way in which the unseen cards may lie.

    Every way is as likely as any other. ``public`` is a state in which other hands are hidden (`hide`); ``unknown``
    (deck) is working space.
    """
    seats = setup[SEATS]
    seat = (public[FIRST] + public[PLY]) % seats
    seen = public[TABLE]
    for side in range(setup[SIDES]):
        seen |= public[PILES + side]
    for other in range(seats):
        seen |= public[HANDS + other]
    rest = ((1 << setup[DECK]) - 1) & ~seen
    count = 0
    while rest != 0:
        unknown[count] = lowest(rest)
        rest &= rest - 1
        count += 1
    for i in range(count - 1, 0, -1):
        j = below(random, i + 1)
        held = unknown[i]
        unknown[i] = unknown[j]
        unknown[j] = held
    copy_state(public, world)
    used = 0
    for other in range(seats):
        if other != seat:
            for _ in range(held_by(setup, public, other) - popcount(public[HANDS + other])):
                world[HANDS + other] |= 1 << unknown[used]
                used += 1
    for packet in range(public[ROUND] + 1, packets.shape[0]):
        for other in range(seats):
            hand = 0
            for _ in range(received(setup, packet) - received(setup, packet - 1)):
                hand |= 1 << unknown[used]
                used += 1
            packets[packet, other] = hand


@kernel
def retrace(
    setup: Any, first: int, table: int, cards: Any, taken: Any, mattas: Any, packets: Any, state: Any, past: Any
) -> None:
    """Fill ``past`` (plays × state) with what was public before each play of a deal, and ``state`` with what is after.

    ``table`` is the mask of the cards dealt face up, ``mattas`` what the matta counted as at each play, ``packets``
    (rounds × seats) are empty hands.
    """
    begin(setup, first, table, packets, state)
    for ply in range(cards.shape[0]):
        state[MATTA_VALUE] = mattas[ply]
        copy_state(state, past[ply])
        play_card(setup, state, packets, cards[ply], taken[ply])
