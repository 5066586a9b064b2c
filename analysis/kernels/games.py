"""Whole deals between reference players."""

from typing import Any

import numpy as np

from analysis.kernels.layout import VIEW_SIZE
from analysis.kernels.policies import choose, knock, look
from engine.kernels.deal import deal
from engine.kernels.declare import declare
from engine.kernels.jit import kernel
from engine.kernels.layout import (
    DECK,
    EVENTS,
    LARGEST_HAND,
    MOST_CAPTURES,
    PILES,
    PLAYS,
    SCOPE,
    SIDES,
    STATE_SIZE,
)
from engine.kernels.play import play_card
from engine.kernels.score import score


@kernel
def play_deals(
    setup: Any,
    values: Any,
    first: int,
    rounds: int,
    kinds: Any,
    seeds: Any,
    tables: Any,
    declared: Any,
    cards: Any,
    taken: Any,
    piles: Any,
    points: Any,
) -> None:
    """Play a deal for each of ``seeds`` (generator states), the seat ``s`` as a player of ``kinds[s]``.

    Fills by deal ``tables`` (the cards face up, in order), ``declared`` (before each play the number that the matta
    stands for in a knock, 0: no matta, -1: no knock), ``cards`` and ``taken`` (the plays), ``piles`` (the cards
    captured, by side) and ``points`` (deals × sides × categories, halves of a point). The cards depend on the seed
    alone, not on who plays.
    """
    state = np.zeros(STATE_SIZE, dtype=np.int64)
    view = np.zeros(VIEW_SIZE, dtype=np.int64)
    packets = np.zeros((rounds, kinds.shape[0]), dtype=np.int64)
    order = np.zeros(setup[DECK], dtype=np.int64)
    room = (setup[MOST_CAPTURES] + 1) * LARGEST_HAND
    legal_cards = np.zeros(room, dtype=np.int64)
    legal_taken = np.zeros(room, dtype=np.int64)
    counts = np.zeros(setup[SIDES], dtype=np.int64)
    sides = setup[SIDES]
    for number in range(seeds.shape[0]):
        random = seeds[number : number + 1]
        for card in range(setup[DECK]):
            order[card] = card
        deal(setup, random, first, order, state, packets)
        for i in range(setup[DECK] - setup[PLAYS]):
            tables[number, i] = order[i]
        for ply in range(setup[PLAYS]):
            kind = kinds[(first + ply) % kinds.shape[0]]
            matta = knock(kind, setup, random, state)
            declared[number, ply] = matta
            if matta >= 0:
                declare(setup, state, matta)
            look(setup, state, view)
            chosen = choose(kind, setup, values, random, view, legal_cards, legal_taken)
            cards[number, ply] = legal_cards[chosen]
            taken[number, ply] = legal_taken[chosen]
            play_card(setup, state, packets, legal_cards[chosen], legal_taken[chosen])
        piles[number] = state[PILES : PILES + sides]
        score(
            setup,
            state[PILES : PILES + sides],
            state[SCOPE : SCOPE + sides],
            state[EVENTS : EVENTS + sides],
            counts,
            points[number],
        )
