"""Ways in which the unseen cards may lie, each with what the plays say of it, and how a deal goes on in them."""

from typing import Any

import numpy as np

from analysis.kernels.judge import beliefs_before, draw_manners, likelihood
from analysis.kernels.learned import KINDS, learned_play, play_on, rating_space
from analysis.kernels.policies import knock_if_liked
from analysis.kernels.search import CATEGORY_COUNT, gain
from analysis.kernels.worlds import draw_world
from engine.kernels.bits import popcount
from engine.kernels.deal import draw
from engine.kernels.jit import allocating_kernel
from engine.kernels.layout import (
    DECK,
    EVENTS,
    FIRST,
    HANDS,
    PILES,
    PLAYS,
    PLY,
    ROUND,
    SEATS,
    SIDES,
    STATE_SIZE,
)
from engine.kernels.play import copy_state, play_card
from engine.kernels.score import score_state

# The columns of a play of a line.
CARD = 0
TAKEN = 1
SCOPA = 2
EARNED = 3
STEP_SIZE = 4


@allocating_kernel
def trace_worlds(
    setup: Any, weights: Any, shares: Any, public: Any, past: Any, cards: Any, taken: Any, forgotten: Any, random: Any,
    worlds: Any, packets: Any, chances: Any, beliefs: Any,
) -> None:  # fmt: skip
    """Fill ``worlds`` (draws × state) and ``packets`` with ways in which the unseen cards may lie, all alike likely.

    ``chances`` (draws × plays, or no draws: not asked for) gets the logarithm of the chance with which each play of
    this packet was made by a hand of that world, 0 for the seat's own and for earlier ones; ``beliefs`` (draws × seats
    × kinds) what kinds of players these hands make of the others, without ``chances`` what earlier packets do.
    ``forgotten`` (sides):
    captured cards of which the seat does not know any more that they are out; those that no hand is dealt lie in the
    piles, whose numbers of cards it knows.
    """
    seats, sides = setup[SEATS], setup[SIDES]
    mine = (public[FIRST] + public[PLY]) % seats
    space = np.zeros(setup[DECK], dtype=np.int64)
    some_cards, some_taken, liking, rows, none = rating_space(setup)
    known = np.zeros(STATE_SIZE, dtype=np.int64)
    before = np.zeros((seats, KINDS))
    beliefs_before(
        setup, weights, shares, public, past, cards, taken, some_cards, some_taken, liking, rows, none, before
    )
    copy_state(public, known)
    for side in range(sides):
        known[PILES + side] &= ~forgotten[side]
    for number in range(worlds.shape[0]):
        world = worlds[number]
        draw_world(setup, known, random, space, world, packets[number])
        dealt = 0
        for seat in range(seats):
            if seat != mine:
                dealt += popcount(world[HANDS + seat]) - popcount(known[HANDS + seat])
            for later in range(public[ROUND] + 1, packets.shape[1]):
                dealt += popcount(packets[number, later, seat])
        for side in range(sides):
            for _ in range(popcount(forgotten[side])):
                world[PILES + side] |= 1 << space[dealt]
                dealt += 1
        beliefs[number] = before
        if chances.shape[0] > 0:
            likelihood(
                setup, weights, before, world, past, cards, taken, some_cards, some_taken, liking, rows, none,
                chances[number], beliefs[number],
            )  # fmt: skip


@allocating_kernel
def play_worlds(
    setup: Any, weights: Any, worlds: Any, packets: Any, beliefs: Any, legal_cards: Any, legal_taken: Any, random: Any,
    samples: Any, piles: Any, lines: Any,
) -> None:  # fmt: skip
    """Make every legal play in every world (worlds × state, worlds × rounds × seats) and play the deal to its end.

    One's own side plays on in the judge's manner, the others as kinds drawn by ``beliefs`` (worlds × seats × kinds), in
    all plays of a world the same, with the same random numbers.

    ``samples`` (worlds × plays × categories) get halves of a point for the side to play, ``piles`` (worlds × plays ×
    sides) what each side owns at the end, ``lines`` (worlds × plays × steps × `STEP_SIZE`) so many plays after the one
    made: the card, what it took, whether it was a scopa, the halves of points that it earned besides (picca …).
    """
    seats, sides = setup[SEATS], setup[SIDES]
    state = np.zeros(STATE_SIZE, dtype=np.int64)
    stock = np.zeros((packets.shape[1], seats), dtype=np.int64)
    some_cards, some_taken, liking, rows, none = rating_space(setup)
    manners = np.zeros(seats, dtype=np.int64)
    points = np.zeros((sides, CATEGORY_COUNT), dtype=np.int64)
    counts = np.zeros(sides, dtype=np.int64)
    for number in range(worlds.shape[0]):
        side = (worlds[number, FIRST] + worlds[number, PLY]) % seats % sides
        draw_manners(setup, side, beliefs[number], random, manners)
        stream = draw(random[0])
        for made in range(legal_cards.shape[0]):
            random[0] = stream
            copy_state(worlds[number], state)
            stock[:] = packets[number]
            play_card(setup, state, stock, legal_cards[made], legal_taken[made])
            for step in range(min(lines.shape[2], setup[PLAYS] - state[PLY])):
                knock_if_liked(setup, random, state)
                seat = (state[FIRST] + state[PLY]) % seats
                mover = seat % sides
                earned = state[EVENTS + mover]
                card, takes = learned_play(
                    setup, weights, manners[seat], state, random, some_cards, some_taken, liking, rows, none
                )
                scopa = play_card(setup, state, stock, card, takes)
                line = lines[number, made, step]
                line[CARD] = card
                line[TAKEN] = takes
                line[SCOPA] = 1 if scopa else 0
                line[EARNED] = state[EVENTS + mover] - earned
            play_on(setup, weights, manners, state, stock, random, some_cards, some_taken, liking, rows, none)
            score_state(setup, state, counts, points)
            gain(setup, points, side, samples[number, made])
            for other in range(sides):
                piles[number, made, other] = state[PILES + other]
        random[0] = draw(stream)
