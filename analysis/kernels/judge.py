"""What each legal play is worth over hands that the plays so far make likely, all plays on the same hands.

A world is one way in which the unseen cards may lie. Worlds are drawn from all that the rules allow, `DRAWN` for each
that is kept, and kept in proportion to how likely they make the plays of the others; none is ever excluded.
"""

from math import exp
from typing import Any

import numpy as np

from analysis.kernels.learned import KINDS, OWN, chance_of_play, play_on, rating_space
from analysis.kernels.search import CATEGORY_COUNT, gain
from analysis.kernels.worlds import draw_world, received
from engine.kernels.deal import deal, draw, fraction
from engine.kernels.jit import allocating_kernel, kernel
from engine.kernels.layout import (
    DECK,
    FIRST,
    HANDS,
    PLAYS,
    PLY,
    ROUND,
    SEATS,
    SIDES,
    STATE_SIZE,
)
from engine.kernels.play import copy_state, play_card
from engine.kernels.score import score_state

CHUNK = 32  # worlds between two looks at which plays are still in question
DROPPED_AT = 3.0  # standard errors below the best at which a play gets no more worlds …
LOOKED_AT = 256  # … though not before these, where its loss is shown: few worlds at a low moment tell too much of one
SLOTS = 8179  # hands of which it is remembered what they say; a prime, which spreads them
NOBODY, EVERYBODY = -1, -2  # as the play that is never dropped


@kernel
def beliefs_before(
    setup: Any, weights: Any, shares: Any, public: Any, past: Any, cards: Any, taken: Any, some_cards: Any,
    some_taken: Any, liking: Any, rows: Any, none: Any, beliefs: Any,
) -> None:  # fmt: skip
    """Fill ``beliefs`` (seats × kinds) with what the packets that are played out say of each seat.

    Their hands are known by now; ``shares`` (kinds) is what is believed of a seat that has not played. The rest is as
    in `likelihood`.
    """
    seats = setup[SEATS]
    for seat in range(seats):
        for kind in range(KINDS):
            beliefs[seat, kind] = shares[kind]
    begin = 0
    packets = public[ROUND] if cards.shape[0] >= public[PLY] else 0  # where all lies open no play may be told
    for packet in range(packets):
        end = seats * received(setup, packet)
        for ply in range(begin, end):
            seat = (public[FIRST] + ply) % seats
            hand = 0
            for later in range(ply, end, seats):
                hand |= 1 << cards[later]
            chance_of_play(
                setup, weights, beliefs[seat], past[ply], ply, hand, cards[ply], taken[ply], some_cards, some_taken,
                liking, rows, none,
            )  # fmt: skip
        begin = end


@kernel
def packet_begin(setup: Any, state: Any) -> int:
    """The first ply of the packet of ``state``."""
    return 0 if state[ROUND] == 0 else setup[SEATS] * received(setup, state[ROUND] - 1)


@kernel
def seat_likelihood(
    setup: Any, weights: Any, world: Any, seat: int, past: Any, cards: Any, taken: Any, some_cards: Any,
    some_taken: Any, liking: Any, rows: Any, none: Any, chances: Any, belief: Any,
) -> float:  # fmt: skip
    """The logarithm of the chance that ``seat``, with its hand in ``world``, played as it did in this packet.

    ``belief`` (kinds) moves on; the rest is as in `likelihood`, which this is for one seat: nothing here depends on
    what the others hold.
    """
    seats = setup[SEATS]
    begun = packet_begin(setup, world)
    first = begun + (seat - world[FIRST] + seats) % seats
    hand = world[HANDS + seat]
    for ply in range(first, world[PLY], seats):
        hand |= 1 << cards[ply]
    total = 0.0
    for ply in range(first, world[PLY], seats):
        chances[ply] = chance_of_play(
            setup, weights, belief, past[ply], ply, hand, cards[ply], taken[ply], some_cards, some_taken, liking, rows,
            none,
        )  # fmt: skip
        total += chances[ply]
        hand &= ~(1 << cards[ply])
    return total


@kernel
def likelihood(
    setup: Any, weights: Any, before: Any, world: Any, past: Any, cards: Any, taken: Any, some_cards: Any,
    some_taken: Any, liking: Any, rows: Any, none: Any, chances: Any, beliefs: Any,
) -> float:  # fmt: skip
    """The logarithm of the chance that the others, with the hands of ``world``, played as they did in this packet.

    ``past`` (plies × state) are the public states before each play, ``cards`` and ``taken`` the plays; ``before``
    (seats × kinds) is what was believed of each seat when the packet was dealt. ``chances`` gets the logarithm of the
    chance of each of their plays in this packet, by ply, ``beliefs`` (seats × kinds) what is believed of them now. The
    rest is working space.
    """
    mine = (world[FIRST] + world[PLY]) % setup[SEATS]
    total = 0.0
    for seat in range(setup[SEATS]):
        for kind in range(KINDS):
            beliefs[seat, kind] = before[seat, kind]
        if seat != mine:
            total += seat_likelihood(
                setup, weights, world, seat, past, cards, taken, some_cards, some_taken, liking, rows, none, chances,
                beliefs[seat],
            )  # fmt: skip
    return total


@kernel
def remembered_likelihood(
    setup: Any, weights: Any, before: Any, world: Any, past: Any, cards: Any, taken: Any, some_cards: Any,
    some_taken: Any, liking: Any, rows: Any, none: Any, chances: Any, beliefs: Any, hands: Any, logs: Any, learned: Any,
) -> float:  # fmt: skip
    """`likelihood`, looking up what the same hand of a seat said before.

    By slot (-1: empty), ``hands`` are hands with their seats, ``logs`` the logarithms, ``learned`` (slots × kinds) the
    beliefs.
    """
    mine = (world[FIRST] + world[PLY]) % setup[SEATS]
    total = 0.0
    for seat in range(setup[SEATS]):
        for kind in range(KINDS):
            beliefs[seat, kind] = before[seat, kind]
        if seat == mine:
            continue
        hand = world[HANDS + seat] * setup[SEATS] + seat
        slot = hand % SLOTS
        if hands[slot] == hand:
            for kind in range(KINDS):
                beliefs[seat, kind] = learned[slot, kind]
        else:
            logs[slot] = seat_likelihood(
                setup, weights, world, seat, past, cards, taken, some_cards, some_taken, liking, rows, none, chances,
                beliefs[seat],
            )  # fmt: skip
            hands[slot] = hand
            for kind in range(KINDS):
                learned[slot, kind] = beliefs[seat, kind]
        total += logs[slot]
    return total


@kernel
def draw_manners(setup: Any, side: int, beliefs: Any, random: Any, manners: Any) -> None:
    """Fill ``manners`` (seats): ``side`` plays in the judge's own, the others as kinds drawn by ``beliefs``."""
    for seat in range(setup[SEATS]):
        manners[seat] = OWN
        if seat % setup[SIDES] != side:
            left = fraction(random)
            kind = 0
            while kind < KINDS - 1 and left >= beliefs[seat, kind]:
                left -= beliefs[seat, kind]
                kind += 1
            manners[seat] = 1 + kind


@kernel
def likely_worlds(
    setup: Any, weights: Any, trust: float, before: Any, public: Any, past: Any, cards: Any, taken: Any, random: Any,
    space: Any, drawn: Any, drawn_packets: Any, weight: Any, some_cards: Any, some_taken: Any,
    liking: Any, rows: Any, none: Any, chances: Any, beliefs: Any, hands: Any, logs: Any, learned: Any, kept: Any,
) -> None:  # fmt: skip
    """Fill ``drawn`` (draws × state) and ``drawn_packets`` with worlds, ``kept`` with the rows of those to be used.

    A row is kept as often as its chance to the power of ``trust`` (0: all alike) says, by systematic sampling.
    ``beliefs`` (draws × seats × kinds) gets what the plays say of the others if the hands are those of the row.
    """
    draws = drawn.shape[0]
    most = -1e300
    for number in range(draws):
        draw_world(setup, public, random, space, drawn[number], drawn_packets[number])
        weight[number] = trust * remembered_likelihood(
            setup, weights, before, drawn[number], past, cards, taken, some_cards, some_taken, liking, rows, none,
            chances, beliefs[number], hands, logs, learned,
        )  # fmt: skip
        most = max(most, weight[number])
    total = 0.0
    for number in range(draws):
        weight[number] = exp(weight[number] - most)
        total += weight[number]
    step = total / kept.shape[0]
    target = step * fraction(random)
    reached = weight[0]
    number = 0
    for i in range(kept.shape[0]):
        while reached < target and number < draws - 1:
            number += 1
            reached += weight[number]
        kept[i] = number
        target += step


@kernel
def best_so_far(samples: Any, counts: Any, worlds: int) -> int:
    """The play of the highest mean among those with all ``worlds`` worlds, the first if equal."""
    best = -1
    most = 0
    for play in range(counts.shape[0]):
        if counts[play] == worlds:
            total = 0
            for world in range(worlds):
                for category in range(CATEGORY_COUNT):
                    total += samples[world, play, category]
            if best < 0 or total > most:
                best = play
                most = total
    return best


@kernel
def still_close(samples: Any, play: int, best: int, worlds: int) -> bool:
    """Whether ``play`` may yet be better than ``best``, going by their differences over ``worlds`` worlds."""
    total = 0.0
    squares = 0.0
    for world in range(worlds):
        difference = 0
        for category in range(CATEGORY_COUNT):
            difference += samples[world, best, category] - samples[world, play, category]
        total += difference
        squares += difference * difference
    mean = total / worlds
    variance = max(squares / worlds - mean * mean, 0.25) / worlds
    return mean <= 0 or mean * mean <= DROPPED_AT * DROPPED_AT * variance


@allocating_kernel
def weigh(
    setup: Any,
    weights: Any,
    shares: Any,
    trust: float,
    drawn_per_world: int,
    public: Any,
    past: Any,
    cards: Any,
    taken: Any,
    legal_cards: Any,
    legal_taken: Any,
    always: int,
    stock: Any,
    random: Any,
    samples: Any,
    totals: Any,
    counts: Any,
) -> None:
    """Fill ``samples`` (worlds × plays × categories) with halves of a point for the side to play in ``public``.

    ``totals`` (worlds × plays × sides) get the points of each side.

    One's own side plays on in the judge's manner, the others as the kinds that their plays make likely; ``shares``
    (kinds): how likely each is before. The first ``counts[i]`` worlds of play *i* are filled: a play that is clearly
    worse than the best gets no more after a while, unless it is the play ``always`` (`NOBODY`: all may be dropped, and
    soon; `EVERYBODY`: none). ``stock`` (rounds × seats, or no rounds): the packets, where all hands lie open and
    nothing is to be drawn. ``random`` moves on.
    """
    seats, sides = setup[SEATS], setup[SIDES]
    seat = (public[FIRST] + public[PLY]) % seats
    rounds = 1
    while received(setup, rounds - 1) < setup[PLAYS] // seats:
        rounds += 1
    space = np.zeros(setup[DECK], dtype=np.int64)
    state = np.zeros(STATE_SIZE, dtype=np.int64)
    packets = np.zeros((rounds, seats), dtype=np.int64)
    drawn = np.zeros((CHUNK * drawn_per_world, STATE_SIZE), dtype=np.int64)
    drawn_packets = np.zeros((CHUNK * drawn_per_world, rounds, seats), dtype=np.int64)
    weight = np.zeros(CHUNK * drawn_per_world)
    kept = np.zeros(CHUNK, dtype=np.int64)
    some_cards, some_taken, liking, rows, none = rating_space(setup)
    chances = np.zeros(cards.shape[0])
    points = np.zeros((sides, CATEGORY_COUNT), dtype=np.int64)
    side_counts = np.zeros(sides, dtype=np.int64)
    hands = np.full(SLOTS, -1)
    logs = np.zeros(SLOTS)
    learned = np.zeros((SLOTS, KINDS))
    before = np.zeros((seats, KINDS))
    beliefs = np.zeros((CHUNK * drawn_per_world, seats, KINDS))
    manners = np.zeros(seats, dtype=np.int64)
    beliefs_before(
        setup, weights, shares, public, past, cards, taken, some_cards, some_taken, liking, rows, none, before
    )
    plays = legal_cards.shape[0]
    open_plays = np.ones(plays, dtype=np.int64)
    done = 0
    if stock.shape[0] > 0:
        copy_state(public, drawn[0])
        drawn_packets[0] = stock
        beliefs[0] = before
        if cards.shape[0] >= public[PLY]:
            likelihood(
                setup, weights, before, public, past, cards, taken, some_cards, some_taken, liking, rows, none, chances,
                beliefs[0],
            )  # fmt: skip
    while done < samples.shape[0]:
        if stock.shape[0] == 0:
            likely_worlds(
                setup, weights, trust, before, public, past, cards, taken, random, space, drawn, drawn_packets, weight,
                some_cards, some_taken, liking, rows, none, chances, beliefs, hands, logs, learned, kept,
            )  # fmt: skip
        chunk = min(CHUNK, samples.shape[0] - done)
        for i in range(chunk):
            # The kept rows are sorted: a world that is kept twice would else be next to itself.
            number = kept[(i * 13) % CHUNK]
            draw_manners(setup, seat % sides, beliefs[number], random, manners)
            stream = draw(random[0])
            for play in range(plays):
                if open_plays[play] == 0:
                    continue
                random[0] = stream
                copy_state(drawn[number], state)
                packets[:] = drawn_packets[number]
                play_card(setup, state, packets, legal_cards[play], legal_taken[play])
                play_on(setup, weights, manners, state, packets, random, some_cards, some_taken, liking, rows, none)
                score_state(setup, state, side_counts, points)
                gain(setup, points, seat % sides, samples[done + i, play])
                for side in range(sides):
                    totals[done + i, play, side] = 0
                    for category in range(CATEGORY_COUNT):
                        totals[done + i, play, side] += points[side, category]
            random[0] = draw(stream)
        done += chunk
        for play in range(plays):
            if open_plays[play] == 1:
                counts[play] = done
        if always != EVERYBODY and done < samples.shape[0] and (always == NOBODY or done >= LOOKED_AT):
            best = best_so_far(samples, counts, done)
            left = 0
            for play in range(plays):
                if open_plays[play] == 1 and play != best and play != always:
                    open_plays[play] = 1 if still_close(samples, play, best, done) else 0
                left += open_plays[play]
            if left == 1 and always == NOBODY:
                break


@allocating_kernel
def outcomes(
    setup: Any, weights: Any, first: int, rounds: int, known: Any, stock: Any, random: Any, totals: Any
) -> None:
    """Fill ``totals`` (deals × sides) with halves of a point of deals that all seats play in the judge's own manner.

    The deals are random, for ``first`` to play; where ``stock`` has rounds, each is the deal of the state ``known``.
    """
    sides = setup[SIDES]
    state = np.zeros(STATE_SIZE, dtype=np.int64)
    packets = np.zeros((rounds, setup[SEATS]), dtype=np.int64)
    order = np.arange(setup[DECK])
    cards, taken, liking, rows, none = rating_space(setup)
    counts = np.zeros(sides, dtype=np.int64)
    points = np.zeros((sides, CATEGORY_COUNT), dtype=np.int64)
    manners = np.full(setup[SEATS], OWN)
    for number in range(totals.shape[0]):
        if stock.shape[0] > 0:
            copy_state(known, state)
            packets[:] = stock
        else:
            deal(setup, random, first, order, state, packets)
        play_on(setup, weights, manners, state, packets, random, cards, taken, liking, rows, none)
        score_state(setup, state, counts, points)
        for side in range(sides):
            totals[number, side] = points[side].sum()
