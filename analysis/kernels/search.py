"""What each legal play is worth over sampled hands, all plays on the same hands with the same random numbers."""

from typing import Any

import numpy as np

from analysis.kernels.games import play_out, simple_play
from analysis.kernels.policies import GREEDY, knock
from analysis.kernels.worlds import draw_world, hide
from engine.kernels.deal import deal, draw
from engine.kernels.declare import declare
from engine.kernels.jit import allocating_kernel, kernel
from engine.kernels.layout import (
    CATEGORIES,
    DECK,
    EVENTS,
    FIRST,
    HANDS,
    LARGEST_HAND,
    LOW,
    MATTA_VALUE,
    MOST_CAPTURES,
    PILES,
    PLAYS,
    PLY,
    SCOPE,
    SEATS,
    SIDES,
    STATE_SIZE,
    TABLE,
)
from engine.kernels.play import copy_state, legal_plays, play_card
from engine.kernels.score import score

CATEGORY_COUNT = len(CATEGORIES)


@kernel
def gain(setup: Any, points: Any, side: int, out: Any) -> int:
    """What ``points`` (sides × categories, halves) are worth to ``side``: its own less the best other side's.

    ``out`` (categories) becomes the split, which adds up to it. Where the lowest total wins the sign is turned, so that
    more is always better.
    """
    sign = -1 if setup[LOW] else 1
    rival = -1
    most = 0
    for other in range(setup[SIDES]):
        if other == side:
            continue
        total = 0
        for category in range(CATEGORY_COUNT):
            total += sign * points[other, category]
        if rival < 0 or total > most:
            rival = other
            most = total
    value = 0
    for category in range(CATEGORY_COUNT):
        out[category] = sign * (points[side, category] - points[rival, category])
        value += out[category]
    return value


@kernel
def sample(
    setup: Any,
    values: Any,
    public: Any,
    cards: Any,
    taken: Any,
    kinds: Any,
    epsilon: float,
    random: Any,
    space: Any,
    states: Any,
    packets: Any,
    points: Any,
    found: Any,
    written: Any,
    out: Any,
) -> None:
    """Fill ``out`` (worlds × plays × categories) with halves of a point for the side to play in ``public``.

    In each world every play ``cards[i]``, ``taken[i]`` is made on the same hands and played out by players of ``kinds``
    with the same random numbers, so that plays are compared by pairs. ``space`` (deck), ``states`` (2 × state),
    ``packets``, ``points``, ``found`` and ``written`` (3 × plays) are working space.
    """
    sides = setup[SIDES]
    seat = (public[FIRST] + public[PLY]) % setup[SEATS]
    world = states[0]
    state = states[1]
    for number in range(out.shape[0]):
        draw_world(setup, public, random, space, world, packets)
        stream = draw(random[0])
        for play in range(cards.shape[0]):
            random[0] = stream
            copy_state(world, state)
            play_card(setup, state, packets, cards[play], taken[play])
            play_out(setup, values, state, packets, kinds, epsilon, random, written[0], written[1], written[2], found)
            score(
                setup,
                state[PILES : PILES + sides],
                state[SCOPE : SCOPE + sides],
                state[EVENTS : EVENTS + sides],
                space[:sides],
                points,
            )
            gain(setup, points, seat % sides, out[number, play])
        random[0] = draw(stream)


@kernel
def best_by_mean(samples: Any) -> int:
    """The play of the highest mean over all worlds of ``samples`` (worlds × plays × categories), the first if equal."""
    best = 0
    most = 0
    for play in range(samples.shape[1]):
        total = 0
        for world in range(samples.shape[0]):
            for category in range(CATEGORY_COUNT):
                total += samples[world, play, category]
        if play == 0 or total > most:
            best = play
            most = total
    return best


@allocating_kernel
def play_thinking(
    setup: Any,
    values: Any,
    first: int,
    rounds: int,
    kinds: Any,
    worlds: Any,
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

    A seat with ``worlds`` above 0 samples so many hands at each of its plays and takes the play of the best mean, the
    rest being played by Greedy with chance ``epsilon`` of a random play; the others play as their ``kinds``.
    """
    seats = setup[SEATS]
    sides = setup[SIDES]
    states = np.zeros((2, STATE_SIZE), dtype=np.int64)
    state = np.zeros(STATE_SIZE, dtype=np.int64)
    public = np.zeros(STATE_SIZE, dtype=np.int64)
    packets = np.zeros((rounds, seats), dtype=np.int64)
    drawn = np.zeros((rounds, seats), dtype=np.int64)
    space = np.arange(setup[DECK])
    found = np.zeros(setup[MOST_CAPTURES] + 1, dtype=np.int64)
    written = np.zeros((3, setup[PLAYS]), dtype=np.int64)
    room = (setup[MOST_CAPTURES] + 1) * LARGEST_HAND
    legal_cards = np.zeros(room, dtype=np.int64)
    legal_taken = np.zeros(room, dtype=np.int64)
    greedy = np.full(seats, GREEDY, dtype=np.int64)
    counts = np.zeros(sides, dtype=np.int64)
    deal(setup, seed, first, space, state, packets)
    for i in range(setup[DECK] - setup[PLAYS]):
        table[i] = space[i]
    for ply in range(setup[PLAYS]):
        seat = (first + ply) % seats
        declared[ply] = knock(kinds[seat], setup, seed, state)
        if declared[ply] >= 0:
            declare(setup, state, declared[ply])
        count = legal_plays(setup, state[TABLE], state[HANDS + seat], state[MATTA_VALUE], legal_cards, legal_taken)
        chosen = 0
        if count > 1 and worlds[seat] > 0:
            hide(setup, state, public)
            samples = np.zeros((worlds[seat], count, CATEGORY_COUNT), dtype=np.int64)
            sample(
                setup, values, public, legal_cards[:count], legal_taken[:count], greedy, epsilon, seed, space, states,
                drawn, points, found, written, samples,
            )  # fmt: skip
            chosen = best_by_mean(samples)
            cards[ply] = legal_cards[chosen]
            taken[ply] = legal_taken[chosen]
        else:
            cards[ply], taken[ply] = simple_play(setup, values, state, seat, kinds[seat], seed, found)
        play_card(setup, state, packets, cards[ply], taken[ply])
    piles[:] = state[PILES : PILES + sides]
    score(
        setup,
        state[PILES : PILES + sides],
        state[SCOPE : SCOPE + sides],
        state[EVENTS : EVENTS + sides],
        counts,
        points,
    )
