"""Whole deals between reference players."""

from typing import Any

import numpy as np

from analysis.kernels.policies import RANDOM, greedy_play, knock, random_play
from engine.kernels.deal import below, deal
from engine.kernels.declare import declare
from engine.kernels.jit import allocating_kernel, inlined, kernel
from engine.kernels.layout import (
    CATEGORIES,
    DECK,
    FIRST,
    HANDS,
    MATTA_VALUE,
    MOST_CAPTURES,
    PILES,
    PLAIN,
    PLAYS,
    PLY,
    SEATS,
    SIDES,
    STATE_SIZE,
    TABLE,
)
from engine.kernels.play import make_play
from engine.kernels.score import score_state

CERTAIN = 1 << 30  # a chance of 1, as `below` draws it


@allocating_kernel
def play_deals(
    setup: Any,
    values: Any,
    first: int,
    rounds: int,
    kinds: Any,
    epsilon: float,
    seeds: Any,
    tables: Any,
    declared: Any,
    cards: Any,
    taken: Any,
    piles: Any,
    points: Any,
) -> None:
    """Play a deal for each of ``seeds`` (generator states), the seat ``s`` as a player of ``kinds[s]`` (`play_out`).

    Fills by deal ``tables`` (the cards face up, in order), ``declared`` (before each play the number that the matta
    stands for in a knock, 0: no matta, -1: no knock), ``cards`` and ``taken`` (the plays), ``piles`` (the cards
    captured, by side) and ``points`` (deals × sides × categories, halves of a point). The cards depend on the seed
    alone, not on who plays.
    """
    state = np.zeros(STATE_SIZE, dtype=np.int64)
    packets = np.zeros((rounds, kinds.shape[0]), dtype=np.int64)
    order = np.zeros(setup[DECK], dtype=np.int64)
    found = np.zeros(setup[MOST_CAPTURES] + 1, dtype=np.int64)
    counts = np.zeros(setup[SIDES], dtype=np.int64)
    sides = setup[SIDES]
    for number in range(seeds.shape[0]):
        random = seeds[number : number + 1]
        for card in range(setup[DECK]):
            order[card] = card
        deal(setup, random, first, order, state, packets)
        for i in range(setup[DECK] - setup[PLAYS]):
            tables[number, i] = order[i]
        play_out(
            setup, values, state, packets, kinds, epsilon, random, declared[number], cards[number], taken[number], found
        )
        piles[number] = state[PILES : PILES + sides]
        score_state(setup, state, counts, points[number])


@allocating_kernel
def playouts(
    setup: Any, values: Any, first: int, rounds: int, kinds: Any, epsilon: float, random: Any, count: int
) -> float:
    """The mean points of side 0 less those of side 1 over ``count`` random deals, played as `play_out` does.

    ``random`` (one int64, from `engine.deals.generator`) moves on.
    """
    state = np.zeros(STATE_SIZE, dtype=np.int64)
    packets = np.zeros((rounds, kinds.shape[0]), dtype=np.int64)
    order = np.arange(setup[DECK])
    found = np.zeros(setup[MOST_CAPTURES] + 1, dtype=np.int64)
    written = np.zeros((3, setup[PLAYS]), dtype=np.int64)
    counts = np.zeros(setup[SIDES], dtype=np.int64)
    points = np.zeros((setup[SIDES], len(CATEGORIES)), dtype=np.int64)
    total = 0
    for _ in range(count):
        deal(setup, random, first, order, state, packets)
        play_out(setup, values, state, packets, kinds, epsilon, random, written[0], written[1], written[2], found)
        score_state(setup, state, counts, points)
        for category in range(len(CATEGORIES)):
            total += points[0, category] - points[1, category]
    return total / (2 * count)


@kernel
def play_out(
    setup: Any,
    values: Any,
    state: Any,
    packets: Any,
    kinds: Any,
    epsilon: float,
    random: Any,
    declared: Any,
    cards: Any,
    taken: Any,
    found: Any,
) -> None:
    """Play the deal of ``state`` to its end; by ply fills ``declared``, ``cards`` and ``taken`` as `play_deals`.

    ``epsilon``: how often (0 to 1) any player plays at random instead; ``found`` is working space for captures.
    """
    if setup[PLAIN]:
        play_plies(setup, values, state, packets, kinds, epsilon, random, declared, cards, taken, found, True)
    else:
        play_plies(setup, values, state, packets, kinds, epsilon, random, declared, cards, taken, found, False)


@inlined
def play_plies(
    setup: Any,
    values: Any,
    state: Any,
    packets: Any,
    kinds: Any,
    epsilon: float,
    random: Any,
    declared: Any,
    cards: Any,
    taken: Any,
    found: Any,
    plain: bool,
) -> None:
    """`play_out`, once for plain rules and once for all others."""
    seats = setup[SEATS]
    seat = (state[FIRST] + state[PLY]) % seats
    chance = int(epsilon * CERTAIN)
    deck = (1 << setup[DECK]) - 1
    for ply in range(state[PLY], setup[PLAYS]):
        kind = kinds[seat]
        side = seat % 2 if seats == 4 else seat
        matta = 0
        if plain:
            declared[ply] = -1
        else:
            declaration = knock(kind, setup, random, state)
            declared[ply] = declaration
            if declaration >= 0:
                declare(setup, state, declaration)
            matta = state[MATTA_VALUE]
        hand = state[HANDS + seat]
        table = state[TABLE]
        at_random = kind == RANDOM
        if chance > 0 and not at_random:
            at_random = below(random, CERTAIN) < chance
        if at_random:
            card, takes, random[0] = random_play(setup, random[0], hand, table, matta, found, plain)
        else:
            out = state[PILES] | state[PILES + 1] | state[PILES + 2] | state[PILES + 3]
            unknown = deck & ~(hand | table | out)
            card, takes = greedy_play(setup, values, hand, table, unknown, ply, matta, found, plain)
        cards[ply] = card
        taken[ply] = takes
        make_play(setup, state, packets, ply, seat, side, card, takes, plain)
        seat = seat + 1 if seat + 1 < seats else 0


@kernel
def simple_play(setup: Any, values: Any, state: Any, seat: int, kind: int, random: Any, found: Any) -> tuple[int, int]:
    """The card that a player of ``kind`` plays as ``seat`` in ``state``, and what it takes."""
    hand = state[HANDS + seat]
    table = state[TABLE]
    matta = state[MATTA_VALUE]
    if kind == RANDOM:
        card, takes, random[0] = random_play(setup, random[0], hand, table, matta, found, False)
        return card, takes
    out = state[PILES] | state[PILES + 1] | state[PILES + 2] | state[PILES + 3]
    unknown = ((1 << setup[DECK]) - 1) & ~(hand | table | out)
    return greedy_play(setup, values, hand, table, unknown, state[PLY], matta, found, False)
