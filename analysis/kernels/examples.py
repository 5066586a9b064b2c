"""Decisions to learn from: what every play looked like, what it was worth, and which one was made."""

from typing import Any

import numpy as np

from analysis.kernels.games import CERTAIN
from analysis.kernels.judge import EVERYBODY, weigh
from analysis.kernels.learned import OWN, moment, rate, rating_space
from analysis.kernels.search import CATEGORY_COUNT
from analysis.kernels.worlds import hide, received
from engine.kernels.deal import begin, below
from engine.kernels.declare import declare
from engine.kernels.jit import allocating_kernel, kernel
from engine.kernels.layout import HANDS, PLAYS, SEATS, SIDES, STATE_SIZE
from engine.kernels.play import copy_state, play_card


@kernel
def dealt(setup: Any, first: int, table: int, cards: Any, state: Any, packets: Any) -> None:
    """Fill ``state`` and ``packets`` with the start of the deal in which ``cards`` were played, in order."""
    seats = setup[SEATS]
    packets[:] = 0
    for ply in range(cards.shape[0]):
        packet = 0
        while received(setup, packet) <= ply // seats:
            packet += 1
        packets[packet, (first + ply) % seats] |= 1 << cards[ply]
    begin(setup, first, table, packets, state)


@allocating_kernel
def describe(
    setup: Any,
    weights: Any,
    shares: Any,
    trust: float,
    drawn_per_world: int,
    first: int,
    rounds: int,
    table: int,
    declared: Any,
    cards: Any,
    taken: Any,
    share: float,
    worlds: int,
    seed: Any,
    features: Any,
    worth: Any,
    ends: Any,
    moments: Any,
    chosen: Any,
) -> int:
    """How many decisions of the deal with the plays ``cards`` and ``taken`` were kept: ``share`` (0 to 1) of them.

    Decision *d* has the plays from ``ends[d - 1]`` to ``ends[d]``, with their ``features`` (plays × `WIDTH`) and, if
    ``worlds`` is above 0, their ``worth`` in points over so many worlds; ``moments`` is the row of its weights,
    ``chosen`` the place of the play made.
    """
    seats = setup[SEATS]
    state = np.zeros(STATE_SIZE, dtype=np.int64)
    public = np.zeros(STATE_SIZE, dtype=np.int64)
    past = np.zeros((setup[PLAYS], STATE_SIZE), dtype=np.int64)
    packets = np.zeros((rounds, seats), dtype=np.int64)
    unknown = np.zeros((0, seats), dtype=np.int64)
    legal_cards, legal_taken, liking, _, none = rating_space(setup)
    kept = 0
    filled = 0
    dealt(setup, first, table, cards, state, packets)
    for ply in range(setup[PLAYS]):
        if declared[ply] >= 0:
            declare(setup, state, declared[ply])
        copy_state(state, past[ply])
        for other in range(seats):
            past[ply, HANDS + other] = 0
        if below(seed, CERTAIN) < share * CERTAIN:
            hand = state[HANDS + (first + ply) % seats]
            count = rate(
                setup, weights, OWN, state, ply, hand, legal_cards, legal_taken, liking, features[filled:], none, False
            )
            if count > 1:
                if worlds > 0:
                    hide(setup, state, public)
                    samples = np.zeros((worlds, count, CATEGORY_COUNT), dtype=np.int64)
                    totals = np.zeros((worlds, count, setup[SIDES]), dtype=np.int64)
                    counts = np.zeros(count, dtype=np.int64)
                    weigh(
                        setup, weights, shares, trust, drawn_per_world, public, past, cards, taken, legal_cards[:count],
                        legal_taken[:count], EVERYBODY, unknown, seed, samples, totals, counts,
                    )  # fmt: skip
                    for i in range(count):
                        worth[filled + i] = 0.5 * samples[:, i].sum() / worlds
                for i in range(count):
                    if legal_cards[i] == cards[ply] and legal_taken[i] == taken[ply]:
                        chosen[kept] = i
                filled += count
                ends[kept] = filled
                moments[kept] = moment(setup, ply)
                kept += 1
        play_card(setup, state, packets, cards[ply], taken[ply])
    return kept
