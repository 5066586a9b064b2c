"""What each legal play is worth when few cards are left: over all ways they may lie and all ways to go on.

The same judge as `analysis.kernels.judge`, taken to its limit: worlds by how likely they make the plays so far, and the
judge's players choosing by their chances. Nothing is drawn, so nothing is uncertain.
"""

from math import exp
from typing import Any

import numpy as np

from analysis.kernels.judge import likelihood
from analysis.kernels.learned import MOST_TAKERS, WIDTH, rate, soften
from analysis.kernels.policies import knock_if_liked
from analysis.kernels.search import CATEGORY_COUNT, gain
from analysis.kernels.worlds import held_by, received
from engine.kernels.bits import popcount
from engine.kernels.jit import allocating_kernel, kernel
from engine.kernels.layout import (
    DECK,
    FIRST,
    HANDS,
    LARGEST_HAND,
    MOST_CAPTURES,
    PILES,
    PLAYS,
    PLY,
    ROUND,
    SEATS,
    SIDES,
    STATE_SIZE,
    TABLE,
)
from engine.kernels.play import copy_state, play_card
from engine.kernels.score import score_state

PLAYS_PER_ORDER = 8  # about as many are made for each way the cards lie and each order in which all play theirs


@kernel
def next_order(owners: Any, count: int) -> bool:
    """Make the first ``count`` of ``owners`` their next order; False if they were in the last, which is the highest."""
    i = count - 2
    while i >= 0 and owners[i] >= owners[i + 1]:
        i -= 1
    if i < 0:
        return False
    j = count - 1
    while owners[j] <= owners[i]:
        j -= 1
    held = owners[i]
    owners[i] = owners[j]
    owners[j] = held
    i += 1
    j = count - 1
    while i < j:
        held = owners[i]
        owners[i] = owners[j]
        owners[j] = held
        i += 1
        j -= 1
    return True


@kernel
def first_order(setup: Any, public: Any, owners: Any) -> int:
    """How many cards are unseen in the last packet; fills ``owners`` with who holds them, the lowest first."""
    seats = setup[SEATS]
    seat = (public[FIRST] + public[PLY]) % seats
    count = 0
    for other in range(seats):
        if other != seat:
            for _ in range(held_by(setup, public, other) - popcount(public[HANDS + other])):
                owners[count] = other
                count += 1
    return count


@kernel
def ways_left(setup: Any, public: Any, most: int) -> int:
    """In how many ways the unseen cards may lie; 0 if a packet is still to come.

    Also 0 if going through them and all orders in which they may be played would take more than about ``most`` plays.
    """
    seats = setup[SEATS]
    if received(setup, public[ROUND]) < setup[PLAYS] // seats:
        return 0
    seat = (public[FIRST] + public[PLY]) % seats
    ways = 1
    orders = 1
    placed = 0
    for other in range(seats):
        held = held_by(setup, public, other)
        for i in range(held):
            orders *= i + 1
        if other != seat:
            for i in range(held - popcount(public[HANDS + other])):
                placed += 1
                ways = ways * placed // (i + 1)
        if ways * orders * PLAYS_PER_ORDER > most:
            return 0
    return ways


@kernel
def place(public: Any, unseen: int, owners: Any, world: Any) -> None:
    """Fill ``world`` with ``public`` and the cards of the mask ``unseen``, the lowest for the first of ``owners``."""
    copy_state(public, world)
    number = 0
    while unseen != 0:
        world[HANDS + owners[number]] |= unseen & -unseen
        unseen &= unseen - 1
        number += 1


@kernel
def choices(
    setup: Any,
    weights: Any,
    side: int,
    state: Any,
    random: Any,
    cards: Any,
    taken: Any,
    liking: Any,
    rows: Any,
    none: Any,
) -> int:
    """How many plays the seat to play has; fills them and, as ``liking``, their chances. It knocks first if it may.

    ``side`` plays by the first of ``weights``, others by the second.
    """
    knock_if_liked(setup, random, state)
    seat = (state[FIRST] + state[PLY]) % setup[SEATS]
    manner = weights[0 if seat % setup[SIDES] == side else 1]
    count = rate(setup, manner, state, state[PLY], state[HANDS + seat], cards, taken, liking, rows, none, False)
    total = soften(liking, count)
    for i in range(count):
        liking[i] /= total
    return count


@kernel
def settle(
    setup: Any, side: int, state: Any, chance: float, counts: Any, points: Any, split: Any,
    worth: Any, totals: Any, chances: Any, used: int,
) -> int:  # fmt: skip
    """Count the end ``state``, reached with ``chance``, into ``worth`` and ``totals``; the rows of these now used.

    -1: they have no room.
    """
    sides = setup[SIDES]
    score_state(setup, state, counts, points)
    gain(setup, points, side, split)
    for category in range(CATEGORY_COUNT):
        worth[category] += chance * split[category]
    for other in range(sides):
        counts[other] = 0
        for category in range(CATEGORY_COUNT):
            counts[other] += points[other, category]
    for row in range(used):
        same = True
        for other in range(sides):
            if totals[row, other] != counts[other]:
                same = False
        if same:
            chances[row] += chance
            return used
    if used == totals.shape[0]:
        return -1
    for other in range(sides):
        totals[used, other] = counts[other]
    chances[used] = chance
    return used + 1


@allocating_kernel
def weigh_all(
    setup: Any,
    weights: Any,
    trust: float,
    most: int,
    public: Any,
    past: Any,
    cards: Any,
    taken: Any,
    legal_cards: Any,
    legal_taken: Any,
    worth: Any,
    totals: Any,
    chances: Any,
    used: Any,
) -> int:
    """In how many ways the unseen cards may lie; 0, and nothing of use is filled, if it takes more than ``most`` plays.

    ``worth`` (plays × categories) gets the expected halves of a point for the side to play. The first ``used[i]`` rows
    of ``totals`` (plays × rows × sides) get the points that the deal can end with after play *i*, and ``chances``
    (plays × rows) how likely these are. All must be 0 before. The rest is as for `analysis.kernels.judge.weigh`.
    """
    ways = ways_left(setup, public, most)
    if ways == 0:
        return 0
    seats, sides = setup[SEATS], setup[SIDES]
    side = (public[FIRST] + public[PLY]) % seats % sides
    depths = setup[PLAYS] - public[PLY]
    room = (setup[MOST_CAPTURES] + 1) * LARGEST_HAND
    states = np.zeros((depths + 1, STATE_SIZE), dtype=np.int64)
    some_cards = np.zeros((depths, room), dtype=np.int64)
    some_taken = np.zeros((depths, room), dtype=np.int64)
    liking = np.zeros((depths, room))
    reached = np.zeros(depths + 1)
    count = np.zeros(depths, dtype=np.int64)
    tried = np.zeros(depths, dtype=np.int64)
    rows = np.zeros((1, WIDTH))
    none = np.zeros(MOST_TAKERS)
    played = np.zeros(seats, dtype=np.int64)
    by_play = np.zeros(cards.shape[0])
    points = np.zeros((sides, CATEGORY_COUNT), dtype=np.int64)
    counts = np.zeros(sides, dtype=np.int64)
    split = np.zeros(CATEGORY_COUNT, dtype=np.int64)
    packets = np.zeros((1, seats), dtype=np.int64)
    random = np.zeros(1, dtype=np.int64)
    owners = np.zeros(setup[DECK], dtype=np.int64)
    weight = np.zeros(ways)
    world = np.zeros(STATE_SIZE, dtype=np.int64)
    seen = public[TABLE]
    for other in range(sides):
        seen |= public[PILES + other]
    for seat in range(seats):
        seen |= public[HANDS + seat]
    unseen = ((1 << setup[DECK]) - 1) & ~seen
    hidden = first_order(setup, public, owners)
    highest = -1e300
    for way in range(ways):
        place(public, unseen, owners, world)
        weight[way] = trust * likelihood(
            setup, weights[2], world, past, cards, taken, some_cards[0], some_taken[0], liking[0], rows, none, played,
            by_play,
        )  # fmt: skip
        highest = max(highest, weight[way])
        next_order(owners, hidden)
    total = 0.0
    for way in range(ways):
        weight[way] = exp(weight[way] - highest)
        total += weight[way]
    made = 0
    first_order(setup, public, owners)
    for way in range(ways):
        place(public, unseen, owners, world)
        for play in range(legal_cards.shape[0]):
            copy_state(world, states[0])
            reached[0] = weight[way] / total
            play_card(setup, states[0], packets, legal_cards[play], legal_taken[play])
            depth = 0
            opened = False
            while depth >= 0:
                if not opened:
                    if states[depth, PLY] == setup[PLAYS]:
                        used[play] = settle(
                            setup, side, states[depth], reached[depth], counts, points, split,
                            worth[play], totals[play], chances[play], used[play],
                        )  # fmt: skip
                        if used[play] < 0:
                            return 0
                        depth -= 1
                        opened = True
                        continue
                    count[depth] = choices(
                        setup, weights, side, states[depth], random, some_cards[depth], some_taken[depth],
                        liking[depth], rows, none,
                    )  # fmt: skip
                    tried[depth] = 0
                if tried[depth] == count[depth]:
                    depth -= 1
                    opened = True
                    continue
                i = tried[depth]
                tried[depth] += 1
                made += 1
                if made > most:
                    return 0
                copy_state(states[depth], states[depth + 1])
                play_card(setup, states[depth + 1], packets, some_cards[depth, i], some_taken[depth, i])
                reached[depth + 1] = reached[depth] * liking[depth, i]
                depth += 1
                opened = False
        next_order(owners, hidden)
    return ways
