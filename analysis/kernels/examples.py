"""Decisions to learn from: what every play looked like, what it was worth, and which one was made."""

from typing import Any

import numpy as np

from analysis.kernels.games import CERTAIN, simple_play
from analysis.kernels.judge import EVERYBODY, weigh
from analysis.kernels.learned import MOST_TAKERS, WIDTH, learned_play, moment, rate
from analysis.kernels.policies import LEARNED, knock
from analysis.kernels.search import CATEGORY_COUNT
from analysis.kernels.worlds import hide
from engine.kernels.deal import below, deal
from engine.kernels.declare import declare
from engine.kernels.jit import allocating_kernel
from engine.kernels.layout import (
    DECK,
    HANDS,
    LARGEST_HAND,
    MATTA_VALUE,
    MOST_CAPTURES,
    PLAYS,
    SEATS,
    SIDES,
    STATE_SIZE,
    TABLE,
)
from engine.kernels.play import copy_state, legal_plays, play_card


@allocating_kernel
def make_examples(
    setup: Any,
    values: Any,
    weights: Any,
    trust: float,
    drawn_per_world: int,
    first: int,
    rounds: int,
    kinds: Any,
    slip: float,
    share: float,
    worlds: int,
    seed: Any,
    features: Any,
    worth: Any,
    ends: Any,
    moments: Any,
    chosen: Any,
) -> int:
    """Play deals until ``ends`` or ``features`` is full; how many decisions were kept.

    ``share`` (0 to 1) of the decisions with a choice are kept: decision *d* has the plays from ``ends[d - 1]`` to
    ``ends[d]``, with their ``features`` (plays × `WIDTH`) and, if ``worlds`` is above 0, their ``worth`` in points over
    so many worlds. ``chosen`` is the place of the play made, by a player of the seat's kind who slips now and then.
    """
    seats = setup[SEATS]
    state = np.zeros(STATE_SIZE, dtype=np.int64)
    public = np.zeros(STATE_SIZE, dtype=np.int64)
    past = np.zeros((setup[PLAYS], STATE_SIZE), dtype=np.int64)
    packets = np.zeros((rounds, seats), dtype=np.int64)
    unknown = np.zeros((0, seats), dtype=np.int64)
    order = np.arange(setup[DECK])
    found = np.zeros(setup[MOST_CAPTURES] + 1, dtype=np.int64)
    room = (setup[MOST_CAPTURES] + 1) * LARGEST_HAND
    legal_cards = np.zeros(room, dtype=np.int64)
    legal_taken = np.zeros(room, dtype=np.int64)
    liking = np.zeros(room)
    row = np.zeros((1, WIDTH))
    none = np.zeros(MOST_TAKERS)
    cards = np.zeros(setup[PLAYS], dtype=np.int64)
    taken = np.zeros(setup[PLAYS], dtype=np.int64)
    kept = 0
    filled = 0
    while True:
        deal(setup, seed, first, order, state, packets)
        for ply in range(setup[PLAYS]):
            seat = (first + ply) % seats
            declaration = knock(kinds[seat], setup, seed, state)
            if declaration >= 0:
                declare(setup, state, declaration)
            hand = state[HANDS + seat]
            count = legal_plays(setup, state[TABLE], hand, state[MATTA_VALUE], legal_cards, legal_taken)
            copy_state(state, past[ply])
            for other in range(seats):
                past[ply, HANDS + other] = 0
            keep = count > 1 and below(seed, CERTAIN) < share * CERTAIN
            if keep:
                if kept == ends.shape[0] or filled + count > features.shape[0]:
                    return kept
                rate(
                    setup, weights[0], state, ply, hand, legal_cards, legal_taken, liking,
                    features[filled : filled + count], none, False,
                )  # fmt: skip
                if worlds > 0:
                    hide(setup, state, public)
                    samples = np.zeros((worlds, count, CATEGORY_COUNT), dtype=np.int64)
                    counts = np.zeros(count, dtype=np.int64)
                    totals = np.zeros((worlds, count, setup[SIDES]), dtype=np.int64)
                    weigh(
                        setup, weights, trust, drawn_per_world, public, past, cards, taken, legal_cards[:count],
                        legal_taken[:count], EVERYBODY, unknown, seed, samples, totals, counts,
                    )  # fmt: skip
                    for i in range(count):
                        worth[filled + i] = 0.5 * samples[:, i].sum() / worlds
            if below(seed, CERTAIN) < slip * CERTAIN:
                number = below(seed, count)
                cards[ply] = legal_cards[number]
                taken[ply] = legal_taken[number]
            elif kinds[seat] == LEARNED:
                cards[ply], taken[ply] = learned_play(
                    setup, weights[0], state, seed, legal_cards, legal_taken, liking, row, none
                )
            else:
                cards[ply], taken[ply] = simple_play(setup, values, state, seat, kinds[seat], seed, found)
            if keep:
                legal_plays(setup, state[TABLE], hand, state[MATTA_VALUE], legal_cards, legal_taken)
                for i in range(count):
                    if legal_cards[i] == cards[ply] and legal_taken[i] == taken[ply]:
                        chosen[kept] = i
                filled += count
                ends[kept] = filled
                moments[kept] = moment(setup, ply)
                kept += 1
            play_card(setup, state, packets, cards[ply], taken[ply])
