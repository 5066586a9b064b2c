"""Whole deals in which some seats think before they play."""

from typing import Any

import numpy as np

from analysis.kernels import layout
from analysis.kernels.endings import EQUAL, weigh_all
from analysis.kernels.games import CERTAIN, simple_play
from analysis.kernels.judge import NOBODY, best_so_far, weigh
from analysis.kernels.learned import OWN, learned_play, rating_space
from analysis.kernels.marks import PRINCIPLE_COUNT
from analysis.kernels.maxims import maxims_play
from analysis.kernels.policies import GREEDY, LEARNED, MAXIMS, knock
from analysis.kernels.reviews import look
from analysis.kernels.scene import SCENE_SIZE, TRAITS
from analysis.kernels.search import CATEGORY_COUNT, sample
from analysis.kernels.worlds import hide
from engine.kernels.deal import below, deal
from engine.kernels.declare import declare
from engine.kernels.jit import allocating_kernel
from engine.kernels.layout import (
    DECK,
    HANDS,
    MATTA_VALUE,
    MOST_CAPTURES,
    PILES,
    PLAYS,
    SEATS,
    SIDES,
    STATE_SIZE,
    TABLE,
)
from engine.kernels.play import copy_state, legal_plays, play_card
from engine.kernels.score import score_state

NOT, FLAT, FAIR, OPEN = range(4)
"""How a seat thinks: not at all; as the flat Monte Carlo baseline; as the judge; as the judge that sees all cards."""


@allocating_kernel
def best_of_ending(
    setup: Any, weights: Any, shares: Any, trust: float, most: int, public: Any, past: Any, cards: Any, taken: Any,
    legal_cards: Any, legal_taken: Any,
) -> int:  # fmt: skip
    """The play that `weigh_all` finds best, the first if equal; -1 if it would take more than ``most`` plays."""
    plays = legal_cards.shape[0]
    worth = np.zeros((plays, CATEGORY_COUNT))
    totals = np.zeros((plays, 0, setup[SIDES]), dtype=np.int64)
    chances = np.zeros((plays, 0))
    used = np.zeros(plays, dtype=np.int64)
    if not weigh_all(
        setup, weights, shares, trust, most, public, past, cards, taken, legal_cards, legal_taken, worth, totals,
        chances, used,
    ):  # fmt: skip
        return -1
    best = 0
    for play in range(1, plays):
        if worth[play].sum() > worth[best].sum() + EQUAL:
            best = play
    return best


@allocating_kernel
def play_thinking(
    setup: Any,
    values: Any,
    other_values: Any,
    weights: Any,
    shares: Any,
    trust: float,
    drawn_per_world: int,
    most: int,
    principled: Any,
    first: int,
    rounds: int,
    kinds: Any,
    methods: Any,
    worlds: Any,
    slips: Any,
    epsilon: float,
    seeds: Any,
    tables: Any,
    declared: Any,
    cards: Any,
    taken: Any,
    piles: Any,
    points: Any,
) -> None:
    """Play and fill as `analysis.kernels.games.play_deals`, deals in which some seats think, slip or know principles.

    A seat whose entry of ``methods`` is not `NOT` looks at so many ``worlds`` at each of its plays and takes the play
    of the best mean; the others play as their ``kinds``. `FAIR` goes through endings that take no more than ``most``
    plays. ``slips``: how often (0 to 1) a seat plays at random instead, whatever it is; Greedy, if it slips, goes by
    ``other_values`` the rest of the time. ``epsilon``: how often the playouts of `FLAT` play at random.
    ``principled``: the weights of Maxims.
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
    legal_cards, legal_taken, liking, rows, none = rating_space(setup)
    greedy = np.full(seats, GREEDY, dtype=np.int64)
    side_counts = np.zeros(sides, dtype=np.int64)
    marked = legal_cards.shape[0] if np.any(kinds == MAXIMS) else 0
    view = np.zeros(layout.VIEW_SIZE, dtype=np.int64)
    scene = np.zeros(SCENE_SIZE, dtype=np.int64)
    traits = np.empty((marked, TRAITS), dtype=np.int64)
    chance = np.empty(marked)
    losing = np.empty((layout.MAX_PAID, marked))
    marks = np.empty((PRINCIPLE_COUNT, marked), dtype=np.int8)
    for number in range(seeds.shape[0]):
        seed = seeds[number : number + 1]
        made = cards[number]
        took = taken[number]
        for card in range(setup[DECK]):
            space[card] = card
        deal(setup, seed, first, space, state, packets)
        for i in range(setup[DECK] - setup[PLAYS]):
            tables[number, i] = space[i]
        for ply in range(setup[PLAYS]):
            seat = (first + ply) % seats
            declaration = knock(kinds[seat], setup, seed, state)
            declared[number, ply] = declaration
            if declaration >= 0:
                declare(setup, state, declaration)
            count = legal_plays(setup, state[TABLE], state[HANDS + seat], state[MATTA_VALUE], legal_cards, legal_taken)
            copy_state(state, past[ply])
            for other in range(seats):
                past[ply, HANDS + other] = 0
            method = methods[seat]
            chosen = -1
            if slips[seat] > 0.0 and below(seed, CERTAIN) < slips[seat] * CERTAIN:
                chosen = below(seed, count)
            elif count > 1 and method != NOT:
                if method == OPEN:
                    copy_state(state, public)
                else:
                    hide(setup, state, public)
                if method == FAIR:
                    chosen = best_of_ending(
                        setup, weights, shares, trust, most, public, past, made, took, legal_cards[:count],
                        legal_taken[:count],
                    )  # fmt: skip
                if chosen < 0:
                    samples = np.zeros((worlds[seat], count, CATEGORY_COUNT), dtype=np.int64)
                    counts = np.full(count, worlds[seat])
                    if method == FLAT:
                        sample(
                            setup, values, public, legal_cards[:count], legal_taken[:count], greedy, epsilon, seed,
                            space, states, drawn, points[number], found, written, samples,
                        )  # fmt: skip
                    else:
                        totals = np.zeros((worlds[seat], count, sides), dtype=np.int64)
                        weigh(
                            setup, weights, shares, trust, drawn_per_world, public, past, made, took,
                            legal_cards[:count], legal_taken[:count], NOBODY, packets if method == OPEN else unknown,
                            seed, samples, totals, counts,
                        )  # fmt: skip
                    chosen = best_so_far(samples, counts, counts.max())
            elif kinds[seat] == MAXIMS:
                look(setup, state, view)
                chosen = maxims_play(
                    setup, values, principled, view, made, took, legal_cards, legal_taken, scene, traits, chance,
                    losing, found, marks,
                )  # fmt: skip
            if chosen >= 0:
                made[ply] = legal_cards[chosen]
                took[ply] = legal_taken[chosen]
            elif kinds[seat] == LEARNED:
                made[ply], took[ply] = learned_play(
                    setup, weights, OWN, state, seed, legal_cards, legal_taken, liking, rows, none
                )
            else:
                eyes = other_values if slips[seat] > 0.0 else values
                made[ply], took[ply] = simple_play(setup, eyes, state, seat, kinds[seat], seed, found)
            play_card(setup, state, packets, made[ply], took[ply])
        piles[number] = state[PILES : PILES + sides]
        score_state(setup, state, side_counts, points[number])
