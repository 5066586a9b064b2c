"""What each legal play is worth when few cards are left, if its seat goes on as well as can be.

The judge of `analysis.kernels.judge`, taken to its limit: worlds by how likely they make the plays so far, the others
choosing by their chances, nothing drawn. Only the seat itself chooses: at each of its later turns the play that is best
over the worlds that are possible by then, each by its chance.
"""

from math import exp
from typing import Any

import numpy as np

from analysis.kernels.judge import beliefs_before, likelihood
from analysis.kernels.learned import KINDS, OWN, chances_by_kind, learn, rate, rating_space, soften
from analysis.kernels.policies import knock_if_liked
from analysis.kernels.search import CATEGORY_COUNT, gain
from analysis.kernels.ways import first_order, next_order, place, ways_left
from engine.kernels.jit import allocating_kernel, inlined, kernel
from engine.kernels.layout import (
    DECK,
    EVENTS,
    FIRST,
    HANDS,
    MATTA_VALUE,
    PILES,
    PLAYS,
    PLY,
    SEATS,
    SHOWN,
    SIDES,
    STATE_SIZE,
    TABLE,
)
from engine.kernels.play import copy_state, legal_plays, play_card
from engine.kernels.score import score_state

MOVES = 1 << 14
"""Moves of all hands at all open nodes together, at most."""

EQUAL = 1e-9
"""Halves of a point by which a play must be better: sums in another order differ in the last bits."""

CARD, TAKEN, HAND, KNOCKED, LAID_OPEN, SAME, MOVE_SIZE = range(7)
"""Columns of a move: the play, the hand that makes it, two that tell its knock, the first move that looks the same."""


@inlined
def out_of_hands(setup: Any, state: Any) -> int:
    """The mask of the cards on the table and in the piles."""
    seen = state[TABLE]
    for side in range(setup[SIDES]):
        seen |= state[PILES + side]
    return int(seen)


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

    ``side`` plays in the judge's own manner, and the chance is in the first column; else each kind of players has one.
    An only play needs none.
    """
    knock_if_liked(setup, random, state)
    seat = (state[FIRST] + state[PLY]) % setup[SEATS]
    hand = state[HANDS + seat]
    if hand & (hand - 1) == 0 and legal_plays(setup, state[TABLE], hand, state[MATTA_VALUE], cards, taken) == 1:
        return 1
    if seat % setup[SIDES] != side:
        return chances_by_kind(setup, weights, state, state[PLY], hand, cards, taken, liking, rows, none)
    count = rate(setup, weights, OWN, state, state[PLY], hand, cards, taken, liking, rows, none, False)
    total = soften(liking, count, 0)
    for i in range(count):
        liking[i, 0] /= total
    return count


@inlined
def own_moves(setup: Any, state: Any, cards: Any, taken: Any, moves: Any, begin: int) -> int:
    """Fill ``moves`` from ``begin`` on with the plays of the seat to play in ``state``; where they end.

    -1: they have no room.
    """
    hand = state[HANDS + (state[FIRST] + state[PLY]) % setup[SEATS]]
    count = legal_plays(setup, state[TABLE], hand, state[MATTA_VALUE], cards, taken)
    if begin + count > MOVES:
        return -1
    for i in range(count):
        moves[begin + i, CARD] = cards[i]
        moves[begin + i, TAKEN] = taken[i]
        moves[begin + i, HAND] = hand
        moves[begin + i, SAME] = begin + i
    return begin + count


@inlined
def moves_of_others(
    setup: Any, weights: Any, side: int, state: Any, worlds: Any, size: int, held: Any, random: Any, scratch: Any,
    cards: Any, taken: Any, liking: Any, rows: Any, none: Any, firsts: Any, lasts: Any, moves: Any, chances: Any,
    begin: int,
) -> int:  # fmt: skip
    """Fill ``moves`` from ``begin`` on with the plays of all hands that the seat to play may have; where they end.

    -1: they have no room. ``worlds`` are the ``size`` worlds that are possible, ``held`` (worlds × seats) the hands in
    them before the ending; the moves of a world begin at its ``firsts`` and end before its ``lasts``, ``chances``
    (moves × kinds) has how likely a hand makes them.
    """
    seat = (state[FIRST] + state[PLY]) % setup[SEATS]
    gone = out_of_hands(setup, state)
    end = begin
    for i in range(size):
        world = worlds[i]
        hand = held[world, seat] & ~gone
        move = begin
        while move < end and moves[move, HAND] != hand:
            move += 1
        if move < end:
            firsts[world] = move
            while move < end and moves[move, HAND] == hand:
                move += 1
            lasts[world] = move
            continue
        copy_state(state, scratch)
        scratch[HANDS + seat] = hand
        count = choices(setup, weights, side, scratch, random, cards, taken, liking, rows, none)
        if end + count > MOVES:
            return -1
        firsts[world] = end
        lasts[world] = end + count
        for number in range(count):
            row = moves[end + number]
            row[CARD] = cards[number]
            row[TAKEN] = taken[number]
            row[HAND] = hand
            row[KNOCKED] = scratch[MATTA_VALUE] + (scratch[EVENTS + seat % setup[SIDES]] << 4)
            row[LAID_OPEN] = scratch[SHOWN]
            row[SAME] = begin
            while row[SAME] < end and not looks_same(moves[row[SAME]], row):
                row[SAME] += 1
            if row[SAME] == end:
                row[SAME] = end + number
            if count > 1:
                for kind in range(KINDS):
                    chances[end + number, kind] = liking[number, kind]
        end += count
    return end


@inlined
def looks_same(one: Any, other: Any) -> bool:
    """Whether those who do not see the hands cannot tell these moves from each other."""
    for column in (CARD, TAKEN, KNOCKED, LAID_OPEN):
        if one[column] != other[column]:
            return False
    return True


@inlined
def go_along(
    move: int, opponent: bool, worlds: Any, size: int, reached: Any, before: Any, firsts: Any, lasts: Any, moves: Any,
    chances: Any, worlds_after: Any, reached_after: Any, after: Any,
) -> int:  # fmt: skip
    """In how many of the ``worlds`` another seat can make what looks as ``move``: fills these and their chances.

    ``before`` and ``after`` (worlds × kinds): what is believed of the seat, which an ``opponent``'s play moves, unless
    the hand has no other and so no later one.
    """
    count = 0
    for i in range(size):
        world = worlds[i]
        for number in range(firsts[world], lasts[world]):
            if moves[number, SAME] == move:
                chance = 1.0
                if lasts[world] - firsts[world] > 1:
                    chance = chances[number, 0]
                    if opponent:
                        chance = learn(before[world], chances[number], after[world])
                reached_after[world] = reached[world] * chance
                worlds_after[count] = world
                count += 1
                break
    return count


@kernel
def settle(
    setup: Any, side: int, points: Any, chance: float, counts: Any, split: Any, worth: Any, totals: Any, chances: Any,
    used: int,
) -> int:  # fmt: skip
    """Count an end with ``points``, reached with ``chance``, into ``worth`` and ``totals``; their rows now used.

    -1: they have no room. Without rows, totals are not asked for.
    """
    sides = setup[SIDES]
    gain(setup, points, side, split)
    for category in range(CATEGORY_COUNT):
        worth[category] += chance * split[category]
    if totals.shape[0] == 0:
        return 0
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


@inlined
def sum_reached(worlds: Any, size: int, reached: Any) -> float:
    """How likely a node is in which ``size`` ``worlds`` are possible."""
    total = 0.0
    for i in range(size):
        total += reached[worlds[i]]
    return total


@kernel
def keep_best(node: int, ends: int, nodes: Any, chances: Any, points: Any) -> int:
    """Keep the ends of the seat's own ``node`` or those of its move gone through last, the better; how many are left.

    The ends of the best move so far lie before the ``kept`` one, those of the last move from there on to ``ends``.
    """
    _, worlds, size, reached, _, _, _, _, value, began, kept, _ = nodes
    if value[node + 1] > value[node] + EQUAL * sum_reached(worlds[node], size[node], reached[node]):
        value[node] = value[node + 1]
        moved = kept[node] - began[node]
        for end in range(kept[node], ends):
            chances[end - moved] = chances[end]
            for side in range(points.shape[1]):
                for category in range(CATEGORY_COUNT):
                    points[end - moved, side, category] = points[end, side, category]
        kept[node] = ends - moved
    return int(kept[node])


@kernel
def go_on(
    setup: Any, weights: Any, mine: int, most: int, made: int, held: Any, packets: Any, random: Any, scratch: Any,
    counts: Any, split: Any, space: Any, nodes: Any, moves: Any, chances: Any, end_chances: Any, end_points: Any,
) -> tuple[int, int]:  # fmt: skip
    """How many ends the deal may have after the play that led to the first of ``nodes``, and how many plays are made.

    ``end_chances`` and ``end_points`` (ends × sides × categories) get them. A play made in so many worlds counts as so
    many; ``made`` were made before, and with more than ``most``, or without room, no ends are found.
    """
    states, worlds, size, reached, firsts, lasts, tried, last, value, began, kept, beliefs = nodes
    cards, taken, liking, rows, none = space
    seats = setup[SEATS]
    side = mine % setup[SIDES]
    ends = 0
    depth = 0
    entered = True
    while True:
        state = states[depth]
        seat = (state[FIRST] + state[PLY]) % seats
        if entered:
            begin = last[depth - 1] if depth > 0 else 0
            tried[depth] = begin
            began[depth] = ends
            kept[depth] = ends
            value[depth] = 0.0
            if state[PLY] == setup[PLAYS]:
                score_state(setup, state, counts, end_points[ends])
                end_chances[ends] = sum_reached(worlds[depth], size[depth], reached[depth])
                value[depth] = end_chances[ends] * gain(setup, end_points[ends], side, split)
                ends += 1
                last[depth] = begin
            elif seat == mine:
                last[depth] = own_moves(setup, state, cards, taken, moves, begin)
                value[depth] = -1e300
            else:
                last[depth] = moves_of_others(
                    setup, weights, side, state, worlds[depth], size[depth], held, random, scratch, cards, taken,
                    liking, rows, none, firsts[depth], lasts[depth], moves, chances, begin,
                )  # fmt: skip
            if last[depth] < 0:
                return 0, made
        move = tried[depth]
        while move < last[depth] and moves[move, SAME] != move:
            move += 1
        entered = move < last[depth]
        if entered:
            tried[depth] = move + 1
            after = states[depth + 1]
            copy_state(state, after)
            after[HANDS + seat] = moves[move, HAND]
            knock_if_liked(setup, random, after)
            play_card(setup, after, packets, moves[move, CARD], moves[move, TAKEN])
            if seat == mine:
                size[depth + 1] = size[depth]
                for i in range(size[depth]):
                    world = worlds[depth, i]
                    worlds[depth + 1, i] = world
                    reached[depth + 1, world] = reached[depth, world]
            else:
                size[depth + 1] = go_along(
                    move, seat % setup[SIDES] != side, worlds[depth], size[depth], reached[depth], beliefs[depth],
                    firsts[depth], lasts[depth], moves, chances, worlds[depth + 1], reached[depth + 1],
                    beliefs[depth + seats],
                )  # fmt: skip
            made += size[depth + 1]
            if made > most:
                return 0, made
            depth += 1
        else:
            depth -= 1
            if depth < 0:
                return ends, made
            if (states[depth, FIRST] + states[depth, PLY]) % seats == mine:
                ends = keep_best(depth, ends, nodes, end_chances, end_points)
            else:
                value[depth] += value[depth + 1]


@allocating_kernel
def weigh_all(
    setup: Any,
    weights: Any,
    shares: Any,
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
    (plays × rows) how likely these are; without rows they are not asked for. All must be 0 before. The rest is as for
    `analysis.kernels.judge.weigh`.
    """
    ways = ways_left(setup, public, most)
    if ways == 0:
        return 0
    seats, sides = setup[SEATS], setup[SIDES]
    mine = (public[FIRST] + public[PLY]) % seats
    side = mine % sides
    depths = setup[PLAYS] - public[PLY]
    reached = np.zeros((depths, ways))
    beliefs = np.zeros((depths + seats, ways, KINDS))
    # By depth, the node that is looked at: what all have seen since the play, which is before depth 0.
    nodes = (
        np.zeros((depths, STATE_SIZE), dtype=np.int64),
        np.zeros((depths, ways), dtype=np.int64),  # the worlds that are still possible …
        np.full(depths, ways),  # … and how many they are
        reached,  # how likely each world comes here
        np.zeros((depths, ways), dtype=np.int64),  # by world, where its moves begin …
        np.zeros((depths, ways), dtype=np.int64),  # … and end
        np.zeros(depths, dtype=np.int64),  # the move to try next …
        np.zeros(depths, dtype=np.int64),  # … and where all moves end
        np.zeros(depths),  # halves of a point, times how likely they are
        np.zeros(depths, dtype=np.int64),  # where the node's ends begin …
        np.zeros(depths, dtype=np.int64),  # … and those of the seat's best move so far end
        beliefs,  # of the seat that plays here, by world: its play moves them for its next turn, ``seats`` deeper
    )
    moves = np.empty((MOVES, MOVE_SIZE), dtype=np.int64)
    chance_by_kind = np.empty((MOVES, KINDS))
    end_chances = np.empty(most)
    end_points = np.empty((most, sides, CATEGORY_COUNT), dtype=np.int64)
    space = rating_space(setup)
    some_cards, some_taken, liking, rows, none = space
    before = np.zeros((seats, KINDS))
    now = np.zeros((seats, KINDS))
    by_play = np.zeros(cards.shape[0])
    counts = np.zeros(sides, dtype=np.int64)
    split = np.zeros(CATEGORY_COUNT, dtype=np.int64)
    packets = np.zeros((1, seats), dtype=np.int64)
    random = np.zeros(1, dtype=np.int64)
    owners = np.zeros(setup[DECK], dtype=np.int64)
    held = np.zeros((ways, seats), dtype=np.int64)
    world = np.zeros(STATE_SIZE, dtype=np.int64)
    seen = out_of_hands(setup, public)
    for seat in range(seats):
        seen |= public[HANDS + seat]
    unseen = ((1 << setup[DECK]) - 1) & ~seen
    hidden = first_order(setup, public, owners)
    beliefs_before(
        setup, weights, shares, public, past, cards, taken, some_cards, some_taken, liking, rows, none, before
    )
    highest = -1e300
    for way in range(ways):
        place(public, unseen, owners, world)
        reached[0, way] = trust * likelihood(
            setup, weights, before, world, past, cards, taken, some_cards, some_taken, liking, rows, none,
            by_play, now,
        )  # fmt: skip
        highest = max(highest, reached[0, way])
        nodes[1][0, way] = way
        for turn in range(seats):
            seat = (mine + 1 + turn) % seats
            held[way, seat] = world[HANDS + seat]
            for kind in range(KINDS):
                beliefs[turn, way, kind] = now[seat, kind]
        next_order(owners, hidden)
    total = 0.0
    for way in range(ways):
        reached[0, way] = exp(reached[0, way] - highest)
        total += reached[0, way]
    for way in range(ways):
        reached[0, way] /= total
    made = 0
    for play in range(legal_cards.shape[0]):
        copy_state(public, nodes[0][0])
        play_card(setup, nodes[0][0], packets, legal_cards[play], legal_taken[play])
        ends, made = go_on(
            setup, weights, mine, most, made + ways, held, packets, random, world, counts, split, space, nodes, moves,
            chance_by_kind, end_chances, end_points,
        )  # fmt: skip
        if ends == 0:
            return 0
        for end in range(ends):
            used[play] = settle(
                setup, side, end_points[end], end_chances[end], counts, split, worth[play], totals[play],
                chances[play], used[play],
            )  # fmt: skip
            if used[play] < 0:
                return 0
    return ways
