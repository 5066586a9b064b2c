"""Whole deals in which some seats think before they play."""

from typing import Any

import numpy as np

from analysis.kernels import layout
from analysis.kernels.games import CERTAIN, simple_play
from analysis.kernels.judge import NOBODY, best_so_far, weigh
from analysis.kernels.learned import MOST_TAKERS, WIDTH, learned_play
from analysis.kernels.marks import PRINCIPLE_COUNT
from analysis.kernels.maxims import maxims_play
from analysis.kernels.policies import GREEDY, LEARNED, MAXIMS, knock
from analysis.kernels.reviews import look
from analysis.kernels.scene import SCENE_SIZE, TRAITS
from analysis.kernels.search import CATEGORY_COUNT, best_by_mean, sample
from analysis.kernels.worlds import hide
from engine.kernels.deal import below, deal
from engine.kernels.declare import declare
from engine.kernels.jit import allocating_kernel
from engine.kernels.layout import (
    DECK,
    EVENTS,
    HANDS,
    LARGEST_HAND,
    MATTA_VALUE,
    MOST_CAPTURES,
    PILES,
    PLAYS,
    SCOPE,
    SEATS,
    SIDES,
    STATE_SIZE,
    TABLE,
)
from engine.kernels.play import copy_state, legal_plays, play_card
from engine.kernels.score import score

NOT, FLAT, FAIR, OPEN = range(4)
"""How a seat thinks: not at all; as the flat Monte Carlo baseline; as the judge; as the judge that sees all cards."""


@allocating_kernel
def play_thinking(
    setup: Any,
    values: Any,
    other_values: Any,
    weights: Any,
    trust: float,
    drawn_per_world: int,
    principled: Any,
    first: int,
    rounds: int,
    kinds: Any,
    methods: Any,
    worlds: Any,
    slips: Any,
    epsilon: float,
    seed: Any,
    table: Any,
    declared: Any,
    cards: Any,
    taken: Any,
    piles: Any,
    points: Any,
) -> None:
    """One deal as `analysis.kernels.games.play_deals`, in which some seats think.

    A seat whose entry of ``methods`` is not `NOT` looks at so many ``worlds`` at each of its plays and takes the play
    of the best mean; the others play as their ``kinds``. ``slips``: how often (0 to 1) a seat plays at random instead,
    and else by ``other_values``; ``epsilon`` the same for the playouts of `FLAT`. ``principled``: of Maxims.
    """
    seats = setup[SEATS]
    sides = setup[SIDES]
    states = np.zeros((2, STATE_SIZE), dtype=np.int64)
    state = np.zeros(STATE_SIZE, dtype=np.int64)
    public = np.zeros(STATE_SIZE, dtype=np.int64)
    past = np.zeros((setup[PLAYS], STATE_SIZE), dtype=np.int64)
    packets = np.zeros((rounds, seats), dtype=np.int64)
    drawn = np.zeros((rounds, seats), dtype=np.int64)
    unknown = np.zeros((0, seats), dtype=np.int64)
    space = np.arange(setup[DECK])
    found = np.zeros(setup[MOST_CAPTURES] + 1, dtype=np.int64)
    written = np.zeros((3, setup[PLAYS]), dtype=np.int64)
    room = (setup[MOST_CAPTURES] + 1) * LARGEST_HAND
    legal_cards = np.zeros(room, dtype=np.int64)
    legal_taken = np.zeros(room, dtype=np.int64)
    liking = np.zeros(room)
    rows = np.zeros((1, WIDTH))
    none = np.zeros(MOST_TAKERS)
    greedy = np.full(seats, GREEDY, dtype=np.int64)
    side_counts = np.zeros(sides, dtype=np.int64)
    marked = room if np.any(kinds == MAXIMS) else 0
    view = np.zeros(layout.VIEW_SIZE, dtype=np.int64)
    scene = np.zeros(SCENE_SIZE, dtype=np.int64)
    traits = np.empty((marked, TRAITS), dtype=np.int64)
    chance = np.empty(marked)
    losing = np.empty((layout.MAX_PAID, marked))
    marks = np.empty((PRINCIPLE_COUNT, marked), dtype=np.int8)
    deal(setup, seed, first, space, state, packets)
    for i in range(setup[DECK] - setup[PLAYS]):
        table[i] = space[i]
    for ply in range(setup[PLAYS]):
        seat = (first + ply) % seats
        declared[ply] = knock(kinds[seat], setup, seed, state)
        if declared[ply] >= 0:
            declare(setup, state, declared[ply])
        count = legal_plays(setup, state[TABLE], state[HANDS + seat], state[MATTA_VALUE], legal_cards, legal_taken)
        copy_state(state, past[ply])
        for other in range(seats):
            past[ply, HANDS + other] = 0
        method = methods[seat]
        slipped = slips[seat] > 0.0 and below(seed, CERTAIN) < slips[seat] * CERTAIN
        if slipped:
            chosen = below(seed, count)
            cards[ply] = legal_cards[chosen]
            taken[ply] = legal_taken[chosen]
        elif count > 1 and method != NOT:
            samples = np.zeros((worlds[seat], count, CATEGORY_COUNT), dtype=np.int64)
            if method == FLAT:
                hide(setup, state, public)
                sample(
                    setup, values, public, legal_cards[:count], legal_taken[:count], greedy, epsilon, seed, space,
                    states, drawn, points, found, written, samples,
                )  # fmt: skip
                chosen = best_by_mean(samples)
            else:
                counts = np.zeros(count, dtype=np.int64)
                totals = np.zeros((worlds[seat], count, sides), dtype=np.int64)
                if method == FAIR:
                    hide(setup, state, public)
                else:
                    copy_state(state, public)
                weigh(
                    setup, weights, trust, drawn_per_world, public, past, cards, taken, legal_cards[:count],
                    legal_taken[:count], NOBODY, packets if method == OPEN else unknown, seed, samples, totals, counts,
                )  # fmt: skip
                chosen = best_so_far(samples, counts, counts.max())
            cards[ply] = legal_cards[chosen]
            taken[ply] = legal_taken[chosen]
        elif kinds[seat] == MAXIMS:
            look(setup, state, view)
            chosen = maxims_play(
                setup, values, principled, view, cards, taken, legal_cards, legal_taken, scene, traits, chance, losing,
                found, marks,
            )  # fmt: skip
            cards[ply] = legal_cards[chosen]
            taken[ply] = legal_taken[chosen]
        elif kinds[seat] == LEARNED:
            cards[ply], taken[ply] = learned_play(
                setup, weights[0], state, seed, legal_cards, legal_taken, liking, rows, none
            )
        else:
            # Players that slip also see the cards with other eyes.
            eyes = other_values if slips[seat] > 0.0 else values
            cards[ply], taken[ply] = simple_play(setup, eyes, state, seat, kinds[seat], seed, found)
        play_card(setup, state, packets, cards[ply], taken[ply])
    piles[:] = state[PILES : PILES + sides]
    score(
        setup, state[PILES : PILES + sides], state[SCOPE : SCOPE + sides], state[EVENTS : EVENTS + sides],
        side_counts, points,
    )  # fmt: skip
