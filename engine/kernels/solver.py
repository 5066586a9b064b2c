"""The exact value of a deal with open hands: alpha-beta with null windows and a table of positions met.

Values are points of side 0 less those of side 1, in halves. Side 0 wants them high, or low if the lowest total wins.

From other kernels: `prepare` for the deal, then `narrow` for each position of it; or `ending_value` for both.
"""

from typing import Any

from engine.kernels.bits import lowest, popcount
from engine.kernels.captures import captures, is_scopa, may_lay
from engine.kernels.declare import knock_points
from engine.kernels.jit import kernel
from engine.kernels.layout import (
    DECK,
    DECLARED,
    EVENTS,
    HANDS,
    KNOCK_LIMIT,
    LAST_CAPTURER,
    LAST_LAID,
    MATTA,
    MATTA_VALUE,
    PICCA,
    PILES,
    PLAY_BONUSES,
    PLAYS,
    PLY,
    SCOPE,
    SEATS,
    SIMILE,
    TABLE,
)
from engine.kernels.play import play_events
from engine.kernels.prospects import ALL_OPEN, GUARDS, levels_of, prospects
from engine.kernels.solver_moves import (
    DECLARING,
    SIGNATURE,
    capture_is_certain,
    key_of,
    list_moves,
    may_exceed,
    signature,
    sweepers,
    total_of,
)
from engine.kernels.solver_work import (
    BY_VALUE,
    CHOICE,
    DEALT,
    FRAME,
    FRAMES,
    GAIN,
    KNOCKS,
    LAST_DEALT,
    LEAST,
    LOWEST_WINS,
    MASK,
    MOST,
    MOST_ASKED,
    MOVES,
    NODE_LIMIT,
    NODES,
    PACKETS,
    SEAT,
    SEATED,
    STOP,
    STOP_LIMIT,
    WORD_0,
    prepare,
)

NO_MOVE = -1
WIDEST = 4000
"""Halves of a point that no deal is worth."""

# a frame
F_PLY, F_TABLE, F_TOTAL, F_FIRST, F_SECOND, F_FIRST_LEVELS, F_SECOND_LEVELS = 0, 1, 2, 3, 4, 5, 6
F_LAST, F_LAID, F_MATTA, F_STILL, F_CLOSED, F_HANDS = 7, 8, 9, 10, 11, 12  # of the position; four hands
F_ALPHA, F_BETA = 16, 17  # as the plays tried so far have narrowed them
F_ASKED_ALPHA, F_ASKED_BETA = 18, 19
F_NEXT, F_END = 20, 21  # of its plays
F_MOVE, F_GAIN = 22, 23  # the play being tried, and what it has paid
F_BEST, F_BEST_MOVE = 24, 25
F_LOW, F_HIGH, F_SURE, F_KEY, F_UPWARD, F_COUNTED = 26, 27, 28, 29, 30, 31

# memory: two words a position met, four positions a bucket. The key, then bounds, best play, plies left, counts.
BOUND_BITS = 12
BOUND = (1 << BOUND_BITS) - 1
BOUND_ZERO = 1 << 11
MOVE_AT, PLIES_AT, COUNTED_AT = 24, 35, 41
BUCKET = 8
NEAR = 8  # plies left
NEAR_BUCKETS = 4096
NO_BOUND = 20_000


@kernel
def bucket_of(memory: Any, key: int, plies: int) -> int:
    """Where the places for ``key`` begin in ``memory``.

    Half of all positions are near the end, cheap and soon forgotten: they share few buckets, which stay in the cache.
    """
    last = (memory.shape[0] >> 3) - 1
    if plies <= NEAR:
        last = min(last, NEAR_BUCKETS - 1)
    return (key >> 8 & last) << 3


@kernel
def remember(work: Any, memory: Any, frame: int, value: int, plays: int) -> None:
    """Write what the search of ``frame`` has found, in its bucket instead of what has the fewest plies left."""
    key = int(work[frame + F_KEY])
    sure = int(work[frame + F_SURE])
    low = int(work[frame + F_LOW])
    high = int(work[frame + F_HIGH])
    counted = int(work[frame + F_COUNTED])
    if value < work[frame + F_ASKED_BETA]:
        high = min(high, value - sure)
    if value > work[frame + F_ASKED_ALPHA]:
        low = max(low, value - sure)
    plies = plays - int(work[frame + F_PLY])
    best_move = signature(int(work[frame + F_BEST_MOVE]))
    entry = low + BOUND_ZERO | (high + BOUND_ZERO) << BOUND_BITS | best_move << MOVE_AT
    entry |= plies << PLIES_AT | counted << COUNTED_AT
    bucket = bucket_of(memory, key, plies)
    chosen = bucket
    fewest = 1 << 20
    for place in range(bucket, bucket + BUCKET, 2):
        held = int(memory[place + 1])
        if memory[place] == key and held >> COUNTED_AT == counted:
            chosen = place
            break
        left = held >> PLIES_AT & 63
        if left < fewest:
            fewest = left
            chosen = place
    memory[chosen] = key
    memory[chosen + 1] = entry


@kernel
def search(
    setup: Any, work: Any, memory: Any, found: Any, ply: int, table: int, first: int, second: int, last: int,
    laid: int, matta: int, spoken: int, alpha: int, beta: int,
) -> int:  # fmt: skip
    """The value from here on, categories included, or where it lies outside ``alpha`` to ``beta`` a bound of it.

    The piles are ``first`` and ``second``; ``last``: the side that captured last; ``laid``: the mask of the card just
    laid; ``spoken``: whether the seat has declared. Worthless once ``work[STOP]`` is set.
    """
    full = (1 << int(setup[DECK])) - 1
    matta_mask = 1 << int(setup[MATTA]) if setup[MATTA] >= 0 else 0
    never_plain = full if setup[PLAY_BONUSES] & SIMILE else matta_mask
    plays = int(setup[PLAYS])
    sums_alone = work[BY_VALUE] != 0 and setup[PLAY_BONUSES] == 0 and setup[KNOCK_LIMIT] < 0
    first_levels = levels_of(first)
    second_levels = levels_of(second)
    total = total_of(table)
    still = ALL_OPEN
    closed = 0
    value = 0
    move = NO_MOVE
    bottom = FRAMES  # stands for who asks: only its hands and its gain are used
    frame = bottom
    work[frame + F_GAIN] = 0
    top = MOVES
    while True:
        if move == NO_MOVE:
            pass
        elif move & 63 == DECLARING:
            number = move >> 6
            seat = int(work[SEAT + ply])
            gain = 2 * int(knock_points(setup, int(work[SEATED + seat]), number))
            if seat & 1:
                gain = -gain
            work[frame + F_GAIN] += gain
            alpha -= gain
            beta -= gain
            if number > 0:
                matta = number
            spoken = 1
        else:
            card = move & 63
            taken = move >> 6
            seat = int(work[SEAT + ply])
            bit = 1 << card
            work[SEATED + seat] &= ~bit
            if taken == 0:
                table |= bit
                total += (card >> 2) + 1
                laid = bit if setup[PLAY_BONUSES] & PICCA else 0
            else:
                gain = 2 if is_scopa(setup, table, card, taken, ply, matta) else 0
                if setup[PLAY_BONUSES] != 0:
                    last_laid = lowest(laid) if laid != 0 else -1
                    gain += 2 * popcount(play_events(setup, card, taken, last_laid))
                table &= ~taken
                total -= total_of(taken)
                laid = 0
                got = taken | bit
                if got & matta_mask:
                    matta = 0
                last = seat & 1
                if last == 0:
                    first |= got
                    first_levels |= levels_of(got)
                else:
                    gain = -gain
                    second |= got
                    second_levels |= levels_of(got)
                work[frame + F_GAIN] += gain
                alpha -= gain
                beta -= gain
            spoken = 0
            ply += 1
            if work[DEALT + ply] != 0:
                laid = 0
                for other in range(4):
                    work[SEATED + other] = work[PACKETS + 4 * work[DEALT + ply] + other]

        # What is reached is worth so much at once, or has one play only, or is a new frame.
        known = False
        if ply == plays:
            if still != 0:
                if last == 0:
                    first |= table
                    first_levels |= levels_of(table)
                elif last == 1:
                    second |= table
                    second_levels |= levels_of(table)
                closed = prospects(setup, first, second, first_levels, second_levels, 0, still, closed)[1]
            value = closed
            known = True
        else:
            seat = int(work[SEAT + ply])
            hand = int(work[SEATED + seat])
            if hand & (hand - 1) == 0 and (spoken != 0 or work[KNOCKS + ply] == 0):
                card = lowest(hand)
                number = captures(setup, table, card, matta, found)
                lays = may_lay(setup, table, card, matta, number)
                if number + lays == 1:
                    move = card if lays else card | int(found[0]) << 6
                    continue
            work[NODES] += 1
            if work[NODES] > work[NODE_LIMIT]:
                work[STOP] = STOP_LIMIT
            if work[STOP] != 0:
                break
            plies = plays - ply
            rest = full & ~(first | second)
            still, closed, sure, low, high, matters, code, suits, counted = prospects(
                setup, first, second, first_levels, second_levels, rest, still, closed
            )
            first_gain = int(work[GAIN + 2 * ply])
            second_gain = int(work[GAIN + 2 * ply + 1])
            silent = spoken != 0 or work[KNOCKS + ply] == 0
            if plies > 1 and silent and (table == 0 or sweepers(setup, work, table, total, matta) & hand == 0):
                if seat & 1 == 0:
                    first_gain -= 2
                else:
                    second_gain -= 2
            if frame != bottom and sums_alone and ply >= work[LAST_DEALT]:
                # How many scope may the other side make before the piles alone no longer settle the question?
                spare = sure + low - beta
                if spare >= 0 and spare >> 1 < MOST_ASKED and spare < second_gain:
                    if not may_exceed(setup, work, ply, total, 1, spare >> 1):
                        value = sure + low - 2 * (spare >> 1)
                        known = True
                spare = alpha - sure - high
                if spare >= 0 and spare >> 1 < MOST_ASKED and spare < first_gain:
                    if not may_exceed(setup, work, ply, total, 0, spare >> 1):
                        value = sure + high + 2 * (spare >> 1)
                        known = True
            low -= second_gain
            high += first_gain
            key = 0
            plain = full & ~(int(matters) | never_plain | laid)
            first_choice = -1
            if not known and sure + low < beta and sure + high > alpha and low < high and plies > 2:
                holder = 2 if capture_is_certain(setup, table, rest & ~table) else last
                other = ((ply << 2 | (holder + 1)) << 4 | matta) << 1 | spoken
                key = key_of(work, ply, table, laid, plain, int(suits), (int(code) + other * WORD_0) & MASK)
                bucket = bucket_of(memory, key, plies)
                for place in range(bucket, bucket + BUCKET, 2):
                    if memory[place] == key:
                        entry = int(memory[place + 1])
                        there = entry >> COUNTED_AT
                        if ((counted | GUARDS) - there) & GUARDS == GUARDS:
                            low = max(low, (entry & BOUND) - BOUND_ZERO)
                        if ((there | GUARDS) - counted) & GUARDS == GUARDS:
                            high = min(high, (entry >> BOUND_BITS & BOUND) - BOUND_ZERO)
                        first_choice = entry >> MOVE_AT & SIGNATURE
            if known:
                pass
            elif frame != bottom and (sure + low >= beta or low >= high):
                value = sure + low
                known = True
            elif frame != bottom and sure + high <= alpha:
                value = sure + high
                known = True
            else:
                end = list_moves(setup, work, found, ply, table, total, matta, plain, spoken, first_choice, top)
                if work[STOP] != 0:
                    break
                frame += FRAME
                work[frame + F_PLY] = ply
                work[frame + F_TABLE] = table
                work[frame + F_TOTAL] = total
                work[frame + F_FIRST] = first
                work[frame + F_SECOND] = second
                work[frame + F_FIRST_LEVELS] = first_levels
                work[frame + F_SECOND_LEVELS] = second_levels
                work[frame + F_LAST] = last
                work[frame + F_LAID] = laid
                work[frame + F_MATTA] = matta
                work[frame + F_STILL] = still
                work[frame + F_CLOSED] = closed
                for other in range(4):
                    work[frame + F_HANDS + other] = work[SEATED + other]
                work[frame + F_ALPHA] = alpha
                work[frame + F_BETA] = beta
                work[frame + F_ASKED_ALPHA] = alpha
                work[frame + F_ASKED_BETA] = beta
                work[frame + F_NEXT] = top
                work[frame + F_END] = end
                upward = (seat & 1 == 0) != (work[LOWEST_WINS] != 0)
                work[frame + F_UPWARD] = upward
                work[frame + F_BEST] = -NO_BOUND if upward else NO_BOUND
                work[frame + F_LOW] = low
                work[frame + F_HIGH] = high
                work[frame + F_SURE] = sure
                work[frame + F_KEY] = key
                work[frame + F_COUNTED] = counted

        # A value goes up to the frame that asked, and on as long as that settles the frame.
        while known and frame != bottom:
            value += work[frame + F_GAIN]
            alpha = int(work[frame + F_ALPHA])
            beta = int(work[frame + F_BETA])
            if work[frame + F_UPWARD] != 0:
                if value > work[frame + F_BEST]:
                    work[frame + F_BEST] = value
                    work[frame + F_BEST_MOVE] = work[frame + F_MOVE]
                    alpha = max(alpha, value)
                    work[frame + F_ALPHA] = alpha
            elif value < work[frame + F_BEST]:
                work[frame + F_BEST] = value
                work[frame + F_BEST_MOVE] = work[frame + F_MOVE]
                beta = min(beta, value)
                work[frame + F_BETA] = beta
            known = alpha >= beta or work[frame + F_NEXT] == work[frame + F_END]
            if known:
                value = int(work[frame + F_BEST])
                if work[frame + F_KEY] != 0:
                    remember(work, memory, frame, value, plays)
                frame -= FRAME
                if frame == bottom:
                    work[CHOICE] = work[frame + FRAME + F_BEST_MOVE]
        if frame == bottom:
            break

        # The frame's next play is tried.
        place = int(work[frame + F_NEXT])
        top = int(work[frame + F_END])
        chosen = place
        for other in range(place + 2, top, 2):
            if work[other + 1] > work[chosen + 1]:
                chosen = other
        move = int(work[chosen])
        work[chosen] = work[place]
        work[chosen + 1] = work[place + 1]
        work[frame + F_NEXT] = place + 2
        work[frame + F_MOVE] = move
        work[frame + F_GAIN] = 0
        ply = int(work[frame + F_PLY])
        table = int(work[frame + F_TABLE])
        total = int(work[frame + F_TOTAL])
        first = int(work[frame + F_FIRST])
        second = int(work[frame + F_SECOND])
        first_levels = int(work[frame + F_FIRST_LEVELS])
        second_levels = int(work[frame + F_SECOND_LEVELS])
        last = int(work[frame + F_LAST])
        laid = int(work[frame + F_LAID])
        matta = int(work[frame + F_MATTA])
        still = int(work[frame + F_STILL])
        closed = int(work[frame + F_CLOSED])
        for other in range(4):
            work[SEATED + other] = work[frame + F_HANDS + other]
        alpha = int(work[frame + F_ALPHA])
        beta = int(work[frame + F_BETA])
    return value + int(work[bottom + F_GAIN])


@kernel
def search_state(setup: Any, work: Any, memory: Any, found: Any, state: Any, alpha: int, beta: int) -> int:
    """The whole deal's value at ``state``, or where it lies outside ``alpha`` to ``beta`` a bound of it.

    ``work`` has been prepared for the deal; `work[CHOICE]` becomes the play that the value or bound comes from.
    """
    for seat in range(4):
        work[SEATED + seat] = state[HANDS + seat] if seat < setup[SEATS] else 0
    made = 2 * int(state[SCOPE] - state[SCOPE + 1] + state[EVENTS] - state[EVENTS + 1])
    laid = 0
    if setup[PLAY_BONUSES] & PICCA and state[LAST_LAID] >= 0:
        laid = 1 << int(state[LAST_LAID])
    ply = int(state[PLY])
    work[CHOICE] = NO_MOVE
    spoken = int(state[DECLARED]) >> int(work[SEAT + ply]) & 1
    return made + search(
        setup, work, memory, found, ply, int(state[TABLE]), int(state[PILES]), int(state[PILES + 1]),
        int(state[LAST_CAPTURER]), laid, int(state[MATTA_VALUE]), spoken, alpha - made, beta - made,
    )  # fmt: skip


@kernel
def narrow(setup: Any, work: Any, memory: Any, found: Any, state: Any, guess: int) -> None:
    """Close the bounds ``work[LEAST]`` and ``work[MOST]`` of the value of ``state`` from ``guess`` on, until they meet.

    If ``work[STOP]`` is set in between, the bounds are still true. With bounds one half apart this tells a best choice:
    ``work[CHOICE]``, of which one bound comes. (After a single legal play it may be of a later ply.)
    """
    value = guess
    while work[LEAST] < work[MOST]:
        beta = min(max(value, int(work[LEAST]) + 1), int(work[MOST]))
        value = search_state(setup, work, memory, found, state, beta - 1, beta)
        if work[STOP] != 0:
            return
        if value < beta:
            work[MOST] = value
        else:
            work[LEAST] = value


@kernel
def ending_value(setup: Any, work: Any, memory: Any, found: Any, state: Any, packets: Any, limit: int) -> int:
    """The whole deal's value at ``state``, more being better for side 0; worthless if ``work[STOP]`` is then set.

    ``packets`` as in `play_card`, those still to come known. ``work`` has `LEAST_WORK` entries, ``found`` has
    ``setup[MOST_CAPTURES]``; ``memory`` a power of two, at least 4, all 0 at first: it may be kept from one ending to
    the next while ``setup`` stays the same. ``limit``: nodes.
    """
    work[NODES] = 0
    work[NODE_LIMIT] = limit
    work[STOP] = 0
    prepare(setup, work, state, packets)
    work[LEAST] = -WIDEST
    work[MOST] = WIDEST
    narrow(setup, work, memory, found, state, 0)
    value = int(work[LEAST])
    return -value if work[LOWEST_WINS] != 0 else value
